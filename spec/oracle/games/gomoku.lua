--- Gomoku, the twin of samples/games/gomoku.lua: the same game without pictures.

local twin = require "spec.support.twin"

local stones = { "black", "white" }
local wins = { "Black wins", "White wins" }

return twin.of("gomoku", {
  outcomes = { "Black wins", "White wins", "Draw" },

  apply = function(state, row, column)
    local board, player = state.board, state:turn()
    if not board:is(row, column, "empty") then
      return nil, "the cell is taken"
    end
    board:set(row, column, stones[player])
    if board:line_at(row, column, "all") >= 5 then
      state:over(wins[player])
    elseif board:count "empty" == 0 then
      state:over "Draw"
    end
  end,

  score_range = { -1, 1 },
  score = function(state, player)
    local outcome = state:outcome()
    if not outcome or outcome == "Draw" then
      return 0
    end
    return outcome == wins[player] and 1 or -1
  end,
})
