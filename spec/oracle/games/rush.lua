--- Rush Hour, the twin of samples/games/rush.lua: the same game without pictures.

local twin = require "spec.support.twin"

local along = { up = "down", down = "down", left = "right", right = "right" }
local farthest = 6

local function end_if_out(state)
  local row = state.board:find "X"
  if row and state.board:is(row, state:columns(), "X") then
    state:over "Out"
  end
end

-- Adds that the car drives to the cells from this one on, as far as they are empty.
local function add_free(board, row, column, add, car, direction)
  for cells = 1, farthest do
    if not board:is(row, column, "empty") then
      return
    end
    if cells == 1 then
      add(car, direction)
    else
      add(car, direction, tostring(cells))
    end
    row, column = board:step(row, column, direction)
    if not row then
      return
    end
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
        add_free(board, row, column - 1, add, car, "left")
        add_free(board, row, column + across, add, car, "right")
      elseif across then
        local down = board:run(row, column, "down")
        add_free(board, row - 1, column, add, car, "up")
        add_free(board, row + down, column, add, car, "down")
      end
      seen[car] = true
    end
  end,

  apply = function(state, car, direction, cells)
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
    for _ = 1, tonumber(cells or 1) do
      if not board:push(row, column, direction, car) then -- from its rear end
        return nil, "something is in the way"
      end
      state:event("drove", car, row, column, board:step(row, column, direction))
      row, column = board:step(row, column, direction)
    end
    if car == "X" then
      end_if_out(state)
    end
  end,
})
