--- Falling pieces without time, without an engine: an action says how a piece is turned and in
--- which column its left edge falls, 16 * turn + column. Cells are 0 or 1, row by row.

local placement = {}

local shapes = require "spec.bench.twins.shapes"
local rows, columns, top = 24, 10, 4

-- turned[piece][turn]: how far its cells are from its upper left corner in the list.
local turned = {}
for piece, turns in ipairs(shapes) do
  turned[piece] = {}
  for t, shape in ipairs(turns) do
    local made = { rows = shape.rows, columns = shape.columns }
    for k, cell in ipairs(shape) do
      made[k] = cell[1] * columns + cell[2]
    end
    turned[piece][t] = made
  end
end

function placement.new(_, roll)
  local s = { cell = {}, lines = 0, piece = (roll or math.random)(7), over = nil }
  for i = 1, rows * columns do
    s.cell[i] = 0
  end
  return s
end

function placement.copy(s)
  return { cell = { table.unpack(s.cell) }, lines = s.lines, piece = s.piece, over = s.over }
end

function placement.actions(s, list)
  local n = 0
  if s.over then
    return n
  end
  for t, shape in ipairs(turned[s.piece]) do
    for column = 1, columns - shape.columns + 1 do
      n = n + 1
      list[n] = 16 * t + column
    end
  end
  return n
end

-- Whether none of a row's cells is `kind`.
local function lacks(cell, row, kind)
  for i = (row - 1) * columns + 1, row * columns do
    if cell[i] == kind then
      return false
    end
  end
  return true
end

local function remove_line(s, row)
  table.move(s.cell, 1, (row - 1) * columns, columns + 1)
  for column = 1, columns do
    s.cell[column] = 0
  end
  s.lines = s.lines + 1
end

function placement.apply(s, action, roll)
  local cell, shape, at = s.cell, turned[s.piece][action // 16], action % 16
  local a, b, c, d = table.unpack(shape)
  repeat -- until a cell below is taken, or there is none
    at = at + columns
  until cell[at + a] ~= 0 or cell[at + b] ~= 0 or cell[at + c] ~= 0 or cell[at + d] ~= 0
  at = at - columns
  cell[at + a], cell[at + b], cell[at + c], cell[at + d] = 1, 1, 1, 1
  local row = 1 + (at - 1) // columns
  for r = row, row + shape.rows - 1 do
    if lacks(cell, r, 0) then
      remove_line(s, r)
    end
  end
  if not lacks(cell, top, 1) then
    s.over = "Full"
  end
  s.piece = (roll or math.random)(7)
  return s.over
end

function placement.text(_, action)
  return ("place %d %d"):format(action // 16, action % 16)
end

placement.playout = require "spec.bench.twins.playout" (placement)

return placement
