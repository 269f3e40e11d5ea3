--- The Fifteen Puzzle, the twin of samples/games/fifteen.lua: the same game without pictures.

local twin = require "spec.support.twin"

local directions = { "up", "down", "left", "right" }

-- The first tile that can slide in this direction, in reading order: its cell, the gap's cell.
local function slide(board, direction)
  for row, column in board:each "tile" do
    local row2, column2 = board:step(row, column, direction)
    if row2 and board:is(row2, column2, "gap") then
      return row, column, row2, column2
    end
  end
end

local function end_if_sorted(state)
  local board = state.board
  local rows, columns = board:rows(), board:columns()
  if rows < 2 or rows > 4 or columns < 2 or columns > 4 or not board:is(rows, columns, "gap") then
    return
  end
  for i = 1, rows * columns - 2 do
    if not board:is((i - 1) // columns + 1, (i - 1) % columns + 1, "t" .. i) then
      return
    end
  end
  state:over "Sorted"
end

return twin.of("fifteen", {
  outcomes = { "Sorted" },
  setup = end_if_sorted,

  actions = function(state, add)
    for _, direction in ipairs(directions) do
      if slide(state.board, direction) then
        add(direction)
      end
    end
  end,

  apply = function(state, direction)
    local board = state.board
    local row, column, row2, column2 = slide(board, direction)
    if not row then
      return nil, "there is no tile that could"
    end
    board:set(row2, column2, board:get(row, column)):set(row, column, "gap")
    end_if_sorted(state)
  end,
})
