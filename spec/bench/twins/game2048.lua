--- 2048 without an engine: 16 powers of two, row by row. An action is a direction, 1..4.

local game2048 = {}

local unpack = table.unpack
local directions = { "up", "down", "left", "right" }

-- lines[d]: the four lines of a direction, 16 cells, in each the cell first to which the tiles go.
local lines = { {}, {}, {}, {} }
for line = 0, 3 do
  for k = 0, 3 do
    local i = 4 * line + k + 1
    lines[1][i], lines[2][i] = 4 * k + line + 1, 4 * (3 - k) + line + 1
    lines[3][i], lines[4][i] = i, 4 * line + 4 - k
  end
end

local free = {}

local function add_tile(s, roll)
  local cell, n = s.cell, 0
  for i = 1, 16 do
    if cell[i] == 0 then
      n = n + 1
      free[n] = i
    end
  end
  local i = free[n > 1 and roll(n) or 1]
  cell[i] = roll(10) == 1 and 2 or 1
end

function game2048.new(_, roll)
  local s = { cell = {}, points = 0 }
  for i = 1, 16 do
    s.cell[i] = 0
  end
  add_tile(s, roll or math.random)
  add_tile(s, roll or math.random)
  return s
end

function game2048.copy(s)
  return { cell = { unpack(s.cell) }, points = s.points }
end

-- Whether tiles can go to the first and to the last cells of these lines: one beside a gap can
-- go there, two equal ones can go both ways.
local function ways(cell, line)
  local first, last = false, false
  for start = 1, 13, 4 do
    local a, b = cell[line[start]], cell[line[start + 1]]
    local c, d = cell[line[start + 2]], cell[line[start + 3]]
    if a == b and a ~= 0 or b == c and b ~= 0 or c == d and c ~= 0 then
      return true, true
    end
    first = first or a == 0 and b ~= 0 or b == 0 and c ~= 0 or c == 0 and d ~= 0
    last = last or a ~= 0 and b == 0 or b ~= 0 and c == 0 or c ~= 0 and d == 0
    if first and last then
      return true, true
    end
  end
  return first, last
end

function game2048.actions(s, list)
  local n = 0
  local up, down = ways(s.cell, lines[1])
  local left, right = ways(s.cell, lines[3])
  if up then
    n = n + 1
    list[n] = 1
  end
  if down then
    n = n + 1
    list[n] = 2
  end
  if left then
    n = n + 1
    list[n] = 3
  end
  if right then
    n = n + 1
    list[n] = 4
  end
  return n
end

function game2048.apply(s, direction, roll)
  local cell, line, points = s.cell, lines[direction], s.points
  for start = 1, 13, 4 do
    local i1, i2, i3, i4 = line[start], line[start + 1], line[start + 2], line[start + 3]
    local a, b, c, d = cell[i1], cell[i2], cell[i3], cell[i4]
    -- close the gaps
    if c == 0 then
      c, d = d, 0
    end
    if b == 0 then
      b, c, d = c, d, 0
    end
    if a == 0 then
      a, b, c, d = b, c, d, 0
    end
    -- join
    if b == 0 then
      goto done
    end
    if a == b then
      a, b, c, d = a + 1, c, d, 0
      points = points + (1 << a)
      if b == c and b ~= 0 then
        b, c = b + 1, 0
        points = points + (1 << b)
      end
    elseif b == c then
      b, c, d = b + 1, d, 0
      points = points + (1 << b)
    elseif c == d and c ~= 0 then
      c, d = c + 1, 0
      points = points + (1 << c)
    end
    ::done::
    cell[i1], cell[i2], cell[i3], cell[i4] = a, b, c, d
  end
  s.points = points
  add_tile(s, roll or math.random)
end

function game2048.text(_, direction)
  return directions[direction]
end

game2048.playout = require "spec.bench.twins.playout" (game2048)

return game2048
