--- Rush Hour (samples/games/rush.lua) with functions, and the calls for pieces: cars are pieces
--- that drive lengthwise.

local twin = require "spec.support.twin"

local farthest = 6

local function end_if_out(state)
  local row = state.board:find "X"
  if row and state.board:is(row, state:columns(), "X") then
    state:over "Out"
  end
end

return twin.of("rush", {
  name = "rush_pieces",
  check = false,
  outcomes = { "Out" },

  setup = end_if_out,

  actions = function(state, add)
    local board = state.board
    for row, column, car, direction in board:shifts("car", "lengthwise") do
      add(car, direction)
      if direction == "right" then
        column = column + board:run(row, column, direction)
      elseif direction == "down" then
        row = row + board:run(row, column, direction)
      else
        row, column = board:step(row, column, direction)
      end
      for cells = 2, math.min(farthest, board:run(row, column, direction)) do
        add(car, direction, tostring(cells))
      end
    end
  end,

  apply = function(state, car, direction, cells)
    local board = state.board
    local row, column = board:find(car)
    for _ = 1, row and tonumber(cells or 1) or 0 do
      if not board:shift_piece(row, column, direction, "lengthwise") then
        return nil, "the car cannot drive there"
      end
      row, column = board:step(row, column, direction)
    end
    if car == "X" then
      end_if_out(state)
    end
  end,
})
