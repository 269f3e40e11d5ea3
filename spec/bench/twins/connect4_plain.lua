--- Connect Four as rules that know nothing of `drop`, `line_at` and `over`: they look for the free
--- cell, and for lines on the whole board.

local twin = require "spec.support.twin"

local stones = { "red", "yellow" }

local function winner(state)
  local line = state.board:lines({ "red", "yellow" }, 4, "all")[1]
  return line and line.name
end

return twin.of("connect4", {
  name = "connect4_plain",
  setup = false,

  apply = function(state, _, column)
    for row = state:rows(), 1, -1 do
      if state.board:is(row, column, "empty") then
        state.board:set(row, column, stones[state:turn()])
        return
      end
    end
    return nil, "the column is full"
  end,

  outcomes = { "Red wins", "Yellow wins", "Draw" },
  outcome = function(state)
    local name = winner(state)
    if name then
      return name == "red" and "Red wins" or "Yellow wins"
    end
    return state.board:count "empty" == 0 and "Draw" or nil
  end,

  score_range = { -1, 1 },
  score = function(state, player)
    local name = winner(state)
    return not name and 0 or name == stones[player] and 1 or -1
  end,
})
