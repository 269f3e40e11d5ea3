--- Rush Hour (samples/games/rush.lua) with functions, and the calls for pieces: cars are pieces
--- that drive lengthwise.

local twin = require "spec.support.twin"

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
    for _, _, car, direction in state.board:shifts("car", "lengthwise") do
      add(car, direction)
    end
  end,

  apply = function(state, car, direction)
    local board = state.board
    local row, column = board:find(car)
    if not row or not board:shift_piece(row, column, direction, "lengthwise") then
      return nil, "the car cannot drive there"
    end
    if car == "X" then
      end_if_out(state)
    end
  end,
})
