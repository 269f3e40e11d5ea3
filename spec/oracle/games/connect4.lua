--- Connect Four, the twin of samples/games/connect4.lua: the same game without pictures.

local twin = require "spec.support.twin"

local stones = { "red", "yellow" }
local wins = { "Red wins", "Yellow wins" }

return twin.of("connect4", {
  apply = function(state, _, column)
    local board, player = state.board, state:turn()
    local row = board:drop(column, stones[player])
    if not row then
      return nil, "the column is full"
    end
    state:event("dropped", player == 1 and "x" or "o", nil, nil, row, column)
    if board:line_at(row, column, "all") >= 4 then
      state:over(wins[player])
    elseif board:count "empty" == 0 then
      state:over "Draw"
    end
  end,

  outcomes = { "Red wins", "Yellow wins", "Draw" },

  score_range = { -1, 1 },
  score = function(state, player)
    local outcome = state:outcome()
    if not outcome or outcome == "Draw" then
      return 0
    end
    return outcome == wins[player] and 1 or -1
  end,
})
