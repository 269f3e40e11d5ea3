--- Connect Four, the twin of samples/games/connect4.lua: the same game without pictures.

local tessera = require "tessera"

local stones = { "red", "yellow" }
local wins = { "Red wins", "Yellow wins" }

return tessera.game {
  name = "connect4",
  summary = "Connect Four: four in a row win",
  help = "x is red, o is yellow. A map that is given must have red to move, and no winner.",
  players = 2,
  legend = { ["."] = "empty", x = "red", o = "yellow" },
  groups = { stone = stones },
  map = "......./......./......./......./......./.......",
  moves = { "drop <column>" },

  setup = function(state)
    local board = state.board
    local red, yellow = board:count "red", board:count "yellow"
    if red ~= yellow then
      return ("expected as many red stones (x) as yellow ones (o), found %d and %d"):format(red,
        yellow)
    elseif board:lines("stone", 4, "all")[1] or board:count "empty" == 0 then
      return "the game is over already"
    end
  end,

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
}
