--- Atari Go: who first takes a stone of the other one has won. A group of stones is taken when no
--- empty cell is beside it.

local tessera = require "tessera"

return tessera.game {
  name = "atari",
  summary = "Atari Go: the first to take a stone wins", genre = "versus",
  help = "x is black, o is white. Stones of one colour beside each other are a group, and the\n"
    .. "empty cells beside it are its liberties: without one it is taken. Who takes away the last\n"
    .. "liberty of an own group, and takes nothing, has lost.",
  players = 2,
  labels = { players = { "Black", "White" },
    actions = { ["put <row> <column>"] = "put a stone in row <row>, column <column>" } },
  symmetries = { "left-right", "up-down", "transpose" },
  pieces = { "black", "white" },
  legend = { ["."] = "empty", x = "black", o = "white" },
  groups = { stone = { "black", "white" } },
  map = (("."):rep(9) .. "/"):rep(9),
  moves = { "put <row> <column>" },

  rules = {
    { "put <row> <column>", "[ empty ] -> [ mine ]", why = "the cell is taken" },
  },
  ends = {
    { { "Black wins", "White wins" }, "some theirs no way to empty", score = 1 },
    { { "White wins", "Black wins" }, "some mine no way to empty", score = -1 },
  },

  setup = function(state)
    local black, white = state.board:count "black", state.board:count "white"
    if black ~= white then
      return ("expected as many black stones (x) as white ones (o), found %d and %d"):format(black,
        white)
    end
  end,

  sounds = { appeared = "blip", ended = "fanfare" },
  look = {
    empty = { "+", "brown", back = "gold" },
    black = { "●", "black", back = "gold" },
    white = { "○", "white", back = "gold" },
  },
}
