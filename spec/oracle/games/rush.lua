--- Rush Hour, the twin of samples/games/rush.lua: the same game without pictures.

local twin = require "spec.support.twin"

local along = { up = "down", down = "down", left = "right", right = "right" }

local function end_if_out(state)
  local row = state.board:find "X"
  if row and state.board:is(row, state:columns(), "X") then
    state:over "Out"
  end
end

local function add_if_empty(board, row, column, add, car, direction)
  if board:is(row, column, "empty") then
    add(car, direction)
  end
end

return twin.of("rush", {
  outcomes = { "Out" },

  setup = end_if_out,

  actions = function(state, add)
    local board, seen = state.board, {}
    for row, column, car in board:each "car" do
      local across = not seen[car] and board:run(row, column, "right")
      if across and across > 1 then
        add_if_empty(board, row, column - 1, add, car, "left")
        add_if_empty(board, row, column + across, add, car, "right")
      elseif across then
        local down = board:run(row, column, "down")
        add_if_empty(board, row - 1, column, add, car, "up")
        add_if_empty(board, row + down, column, add, car, "down")
      end
      seen[car] = true
    end
  end,

  apply = function(state, car, direction)
    local board = state.board
    local row, column = board:find(car)
    if not row then
      return nil, "there is no such car"
    end
    local length = board:run(row, column, along[direction])
    if length == 1 then
      return nil, "the car does not drive sideways"
    elseif direction == "left" then
      column = column + length - 1
    elseif direction == "up" then
      row = row + length - 1
    end
    if not board:push(row, column, direction, car) then -- from its rear end
      return nil, "something is in the way"
    end
    state:event("drove", car, row, column, board:step(row, column, direction))
    if car == "X" then
      end_if_out(state)
    end
  end,
})
