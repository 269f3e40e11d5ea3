--- The seven pieces of four cells, each in all its turns: lists of cells { row, column } from
--- { 0, 0 }, the upper left corner, with `rows`, `columns` and the `board` they are drawn on.

local grid = require "tessera.grid"

local function shape(board)
  local made = { rows = board:rows(), columns = board:columns(), board = board }
  for row, column in board:each "x" do
    made[#made + 1] = { row - 1, column - 1 }
  end
  return made
end

local shapes = {}
for piece, picture in ipairs { "xxxx", "xx/xx", "xxx/.x.", ".xx/xx.", "xx./.xx", "xxx/x..",
  "xxx/..x" } do
  local board, seen = grid.new(picture), {}
  shapes[piece] = {}
  for _ = 1, 4 do
    local text = tostring(board)
    if not seen[text] then
      seen[text] = true
      table.insert(shapes[piece], shape(board))
    end
    board = board:rotated(1)
  end
end

return shapes
