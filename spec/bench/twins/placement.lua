--- Falling pieces without time, without an engine: an action says how a piece is turned and in
--- which column its left edge falls. The highest block of each column and the number of blocks in
--- each row are kept up to date. An action is 16 * turn + column.

local placement = {}

local unpack = table.unpack
local shapes = require "spec.bench.twins.shapes"
local rows, columns, top = 24, 10, 4

-- What the twin wants to know of a turned piece: its cells beside each other in the list, and for
-- each column that it covers how far down it reaches.
local turned, choices = {}, {}
for piece, turns in ipairs(shapes) do
  turned[piece], choices[piece] = {}, {}
  for t, shape in ipairs(turns) do
    local made = { rows = shape.rows, columns = shape.columns, offset = {}, depth = {}, height = {},
      filled = {} }
    for _, cell in ipairs(shape) do
      local r, c = cell[1], cell[2]
      made.offset[#made.offset + 1] = r * columns + c
      made.depth[c + 1] = math.max(made.depth[c + 1] or 0, r + 1)
      made.height[c + 1] = math.min(made.height[c + 1] or r, r)
      made.filled[r + 1] = (made.filled[r + 1] or 0) + 1
    end
    turned[piece][t] = made
    for column = 1, columns - shape.columns + 1 do
      table.insert(choices[piece], 16 * t + column)
    end
  end
end

function placement.new(_, roll)
  local s = { cell = {}, highest = {}, filled = {}, lines = 0, piece = (roll or math.random)(7),
    over = nil }
  for i = 1, rows * columns do
    s.cell[i] = false
  end
  for row = 1, rows do
    s.filled[row] = 0
  end
  for column = 1, columns do
    s.highest[column] = rows + 1
  end
  return s
end

function placement.copy(s)
  return { cell = { unpack(s.cell) }, highest = { unpack(s.highest) },
    filled = { unpack(s.filled) }, lines = s.lines, piece = s.piece, over = s.over }
end

function placement.actions(s, list)
  if s.over then
    return 0
  end
  local own = choices[s.piece]
  table.move(own, 1, #own, 1, list)
  return #own
end

local function remove_line(s, row)
  local cell = s.cell
  table.move(cell, 1, (row - 1) * columns, columns + 1)
  table.move(s.filled, 1, row - 1, 2)
  s.filled[1] = 0
  for column = 1, columns do
    cell[column] = false
    local highest = s.highest[column] + 1
    while highest <= rows and not cell[(highest - 1) * columns + column] do
      highest = highest + 1
    end
    s.highest[column] = highest
  end
  s.lines = s.lines + 1
end

function placement.apply(s, action, roll)
  local shape, column = turned[s.piece][action >> 4], action & 15
  local highest, depth, filled, cell = s.highest, shape.depth, s.filled, s.cell
  local row = rows -- of the piece's upper edge
  for c = 1, shape.columns do
    local lowest = highest[column + c - 1] - depth[c]
    if lowest < row then
      row = lowest
    end
  end
  local at, offset = (row - 1) * columns + column, shape.offset
  cell[at + offset[1]], cell[at + offset[2]] = true, true
  cell[at + offset[3]], cell[at + offset[4]] = true, true
  for c = 1, shape.columns do
    highest[column + c - 1] = row + shape.height[c]
  end
  local full = false
  for r = 1, shape.rows do
    local blocks = filled[row + r - 1] + shape.filled[r]
    filled[row + r - 1] = blocks
    full = full or blocks == columns
  end
  if full then
    for r = row, row + shape.rows - 1 do
      if filled[r] == columns then
        remove_line(s, r)
      end
    end
  end
  if row <= top and filled[top] > 0 then
    s.over = "Full"
  end
  s.piece = (roll or math.random)(7)
  return s.over
end

function placement.text(_, action)
  return ("place %d %d"):format(action >> 4, action & 15)
end

placement.playout = require "spec.bench.twins.playout" (placement)

return placement
