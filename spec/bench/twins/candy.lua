--- Candy (samples/games/candy.lua) without an engine, on full maps without lines, in a frame of
--- stones. An action is 4 * cell + direction, 0..3.

local framed = require "spec.bench.twins.framed"

local candy = {}

local EMPTY, STONE = 0, -1
local kinds = { ["#"] = STONE, r = 1, g = 2, b = 3, y = 4, p = 5 }
local characters = { [STONE] = "#", "r", "g", "b", "y", "p" }
local directions = { [0] = "up", "down", "left", "right" }

function candy.new(map)
  local s = framed.new(map, kinds, STONE)
  s.step, s.swaps, s.points = { [0] = -s.width, s.width, -1, 1 }, 12, 0
  return s
end

-- `step` never changes.
function candy.copy(s)
  return { cell = { table.unpack(s.cell) }, width = s.width, rows = s.rows, step = s.step,
    swaps = s.swaps, points = s.points, over = s.over }
end

-- Whether three or more of the sweet there are in a row along this step.
local function in_row(cell, i, step)
  local kind, n = cell[i], 1
  local k = i - step
  while cell[k] == kind do
    n, k = n + 1, k - step
  end
  k = i + step
  while cell[k] == kind do
    n, k = n + 1, k + step
  end
  return n >= 3
end

local function in_line(s, i)
  return in_row(s.cell, i, 1) or in_row(s.cell, i, s.width)
end

function candy.actions(s, list)
  if s.over then
    return 0
  end
  local n, cell = 0, s.cell
  for i = s.width + 2, #cell - s.width - 1 do
    if cell[i] > EMPTY then
      for d = 0, 3 do
        local k = i + s.step[d]
        if cell[k] > EMPTY and cell[k] ~= cell[i] then
          cell[i], cell[k] = cell[k], cell[i]
          if in_line(s, i) or in_line(s, k) then
            n = n + 1
            list[n] = 4 * i + d
          end
          cell[i], cell[k] = cell[k], cell[i]
        end
      end
    end
  end
  return n
end

-- Lets the sweets fall below this cell, the highest one under a stone. Returns how many cells are
-- empty then, from this one on.
local function fall(s, top)
  local cell, width, bottom = s.cell, s.width, top
  while cell[bottom + width] ~= STONE do
    bottom = bottom + width
  end
  local to = bottom
  for i = bottom, top, -width do
    local kind = cell[i]
    if kind ~= EMPTY then
      cell[i] = EMPTY
      cell[to] = kind
      to = to - width
    end
  end
  return (to - top) // width + 1
end

-- New sweets come from above, one at a time in each column.
local function refill(s, roll)
  local cell, width = s.cell, s.width
  local tops, gaps, most = {}, {}, 0
  for i = width + 2, #cell - width - 1 do
    if cell[i] ~= STONE and cell[i - width] == STONE then
      local gap = fall(s, i)
      if gap > 0 then
        tops[#tops + 1], gaps[#gaps + 1] = i, gap
        most = math.max(most, gap)
      end
    end
  end
  for round = 1, most do
    for k = 1, #tops do
      if gaps[k] >= round then
        cell[tops[k] + (gaps[k] - round) * width] = roll(5)
      end
    end
  end
end

function candy.apply(s, action, roll)
  local cell, i = s.cell, action // 4
  local k = i + s.step[action % 4]
  cell[i], cell[k] = cell[k], cell[i]
  s.swaps = s.swaps - 1
  while true do
    local gone, n = {}, 0
    for at = s.width + 2, #cell - s.width - 1 do
      if cell[at] > EMPTY and in_line(s, at) then
        n = n + 1
        gone[n] = at
      end
    end
    if n == 0 then
      break
    end
    for at = 1, n do
      cell[gone[at]] = EMPTY
    end
    s.points = s.points + 10 * n
    refill(s, roll)
  end
  s.over = s.points >= 300 and "Enough" or s.swaps == 0 and "Out of swaps" or nil
  return s.over
end

function candy.text(s, action)
  return ("swap %s %s"):format(framed.place(s, action // 4), directions[action % 4])
end

function candy.picture(s)
  return framed.picture(s, characters)
end

candy.playout = require "spec.bench.twins.playout" (candy)

return candy
