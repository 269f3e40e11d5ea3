--- 2048 without an engine: 16 powers of two, row by row. An action is a direction, 1..4.

local game2048 = {}

local directions = { "up", "down", "left", "right" }

-- lines[d]: the four lines of a direction, in each the cell first to which the tiles go.
local lines = { {}, {}, {}, {} }
for i = 1, 4 do
  local row = 4 * (i - 1)
  lines[1][i], lines[2][i] = { i, i + 4, i + 8, i + 12 }, { i + 12, i + 8, i + 4, i }
  lines[3][i] = { row + 1, row + 2, row + 3, row + 4 }
  lines[4][i] = { row + 4, row + 3, row + 2, row + 1 }
end

local function add_tile(s, roll)
  local cell, free = s.cell, {}
  for i = 1, 16 do
    if cell[i] == 0 then
      free[#free + 1] = i
    end
  end
  local i = free[#free > 1 and roll(#free) or 1]
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
  return { cell = { table.unpack(s.cell) }, points = s.points }
end

-- Whether a tile has a gap or an equal tile before it.
local function can_slide(cell, direction)
  for _, line in ipairs(lines[direction]) do
    for k = 2, 4 do
      local tile, before = cell[line[k]], cell[line[k - 1]]
      if tile ~= 0 and (before == 0 or before == tile) then
        return true
      end
    end
  end
  return false
end

function game2048.actions(s, list)
  local n = 0
  for d = 1, 4 do
    if can_slide(s.cell, d) then
      n = n + 1
      list[n] = d
    end
  end
  return n
end

-- Slides the tiles of a line; what those that met are worth.
local function slide(cell, line)
  local to, points = 1, 0
  for from = 2, 4 do
    local tile, there = cell[line[from]], cell[line[to]]
    if tile ~= 0 then
      cell[line[from]] = 0
      if there == tile then
        cell[line[to]] = tile + 1
        points = points + (2 << tile)
        to = to + 1
      else
        to = there == 0 and to or to + 1
        cell[line[to]] = tile
      end
    end
  end
  return points
end

function game2048.apply(s, direction, roll)
  for _, line in ipairs(lines[direction]) do
    s.points = s.points + slide(s.cell, line)
  end
  add_tile(s, roll or math.random)
end

function game2048.text(_, direction)
  return directions[direction]
end

game2048.playout = require "spec.bench.twins.playout" (game2048)

return game2048
