--- Othello (reversi): a disc is put so that it encloses discs of the opponent, in any of the eight
--- directions; they are turned over. Who cannot does pass. The most discs win. Black moves first.

local tessera = require "tessera"

local over = "no all [ empty | 1+ white | black ] and no all [ empty | 1+ black | white ]"

return tessera.game {
  name = "othello",
  summary = "Othello: enclose discs and turn them over", genre = "versus",
  help = "x is black, o is white. Who has no move passes: 'pass'.",
  players = 2,
  symmetries = { "left-right", "up-down", "transpose" },
  legend = { ["."] = "empty", x = "black", o = "white" },
  pieces = { "black", "white" },
  map = "......../......../......../...ox.../...xo.../......../......../........",
  moves = { "<row> <column>", "pass" },
  labels = { players = { "Black", "White" },
    actions = { ["<row> <column>"] = "row <row>, column <column>" } },
  rules = {
    { "<row> <column>", "every all [ empty | 1+ theirs | mine ] -> [ mine | 1+ mine | mine ]",
      why = "it encloses no disc" },
    { "pass", when = "no all [ empty | 1+ theirs | mine ]", why = "there is a move" },
  },
  ends = {
    { "Black wins", over .. " and count black > count white" },
    { "White wins", over .. " and count black < count white" },
    { "Draw", over },
  },

  score = function(state, player)
    local lead = state.board:count "black" - state.board:count "white"
    return player == 1 and lead or -lead
  end,

  sounds = { became = "blip", ended = "fanfare" },
  look = {
    palette = { k = "black", d = "dark_grey", w = "white", l = "light_grey", g = "#1f4a37" },
    empty = { "·", "green", back = "dark_green", sprite =
      "gggggggg\ng.......\ng.......\ng.......\ng.......\ng.......\ng.......\ng......." },
    black = { "●", "black", back = "dark_green", sprite =
      "gggggggg\ng.kkkk..\ngkkddkk.\ngkdkkkk.\ngkkkkkk.\ngkkkkkk.\ng.kkkk..\ng......." },
    white = { "○", "white", back = "dark_green", sprite =
      "gggggggg\ng.wwww..\ngwwwwww.\ngwwwwww.\ngwwwwwl.\ngwwwwll.\ng.wwll..\ng......." },
  },
}
