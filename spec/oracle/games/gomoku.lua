--- Gomoku, the twin of samples/games/gomoku.lua: the same game without pictures.

local tessera = require "tessera"

local stones = { "black", "white" }
local wins = { "Black wins", "White wins" }

return tessera.game {
  name = "gomoku",
  players = 2,
  legend = { ["."] = "empty", x = "black", o = "white" },
  groups = { stone = stones },
  map = (("."):rep(15) .. "/"):rep(15),
  moves = { "<row> <column>" },
  outcomes = { "Black wins", "White wins", "Draw" },

  setup = function(state)
    local board = state.board
    local black, white = board:count "black", board:count "white"
    if black ~= white then
      return ("expected as many black stones (x) as white ones (o), found %d and %d"):format(black,
        white)
    elseif board:lines("stone", 5, "all")[1] or board:count "empty" == 0 then
      return "the game is over already"
    end
  end,

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
}
