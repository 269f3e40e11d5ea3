--- Gomoku: who has five stones in a row has won. Black moves first.

local tessera = require "tessera"

return tessera.game {
  name = "gomoku",
  summary = "Gomoku: five in a row win", genre = "versus",
  help = "x is black, o is white. A map that is given must have black to move, and no winner.",
  players = 2,
  symmetries = { "left-right", "up-down", "transpose" },
  pieces = { "black", "white" },
  legend = { ["."] = "empty", x = "black", o = "white" },
  groups = { stone = { "black", "white" } },
  map = (("."):rep(15) .. "/"):rep(15),
  moves = { "<row> <column>" },
  labels = { players = { "Black", "White" },
    actions = { ["<row> <column>"] = "row <row>, column <column>" } },

  rules = {
    { "<row> <column>", "[ empty ] -> [ mine ]", why = "the cell is taken" },
  },
  ends = {
    { { "Black wins", "White wins" }, "line 5 mine", score = 1 },
    { "Draw", "no empty" },
  },

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

  sounds = { appeared = "blip", ended = "fanfare" },
  look = {
    palette = { k = "black", d = "dark_grey", g = "grey", w = "white", l = "light_grey",
      b = "brown" },
    empty = { "+", "brown", back = "gold", sprite =
      "...b....\n...b....\n...b....\nbbbbbbbb\n...b....\n...b....\n...b....\n...b...." },
    black = { "●", "black", back = "gold", sprite =
      "..kkkk..\n.kkdkkk.\nkkdgkkkk\nkkkkkkkk\nkkkkkkkk\nkkkkkkkk\n.kkkkkk.\n..kkkk.." },
    white = { "○", "white", back = "gold", sprite =
      "..llll..\n.lwwwwl.\nlwwwwwwl\nlwwwwwwl\nlwwwwwwl\nlwwwwwwl\n.lwwwwl.\n..llll.." },
  },
}
