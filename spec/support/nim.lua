--- A game for specs: a row of coins, of which the players take one or two in turn. Who takes the
--- last one has won; so a player who finds 3, 6, 9 ... coins loses against good play.

local tessera = require "tessera"

return tessera.game {
  name = "nim",
  players = 2,
  legend = { o = "coin", ["."] = "empty" },
  map = "ooooo",
  fields = { winner = 0 },
  moves = { "take <1..2>" },
  outcomes = { "First wins", "Second wins" },
  score_range = { -1, 1 },
  apply = function(state, _, count)
    local board = state.board
    if board:count "coin" < count then
      return nil, "there is only one coin"
    end
    for _ = 1, count do
      local row, column = board:find "coin"
      board:set(row, column, "empty")
    end
    if board:count "coin" == 0 then
      state.winner = state:turn()
      state:over(state.winner == 1 and "First wins" or "Second wins")
    end
  end,
  score = function(state, player)
    return state.winner == 0 and 0 or state.winner == player and 1 or -1
  end,
}
