--- Peg Solitaire: a peg jumps over a neighbouring one, which is taken, into the hole behind it.
--- One peg has to remain.

local tessera = require "tessera"

return tessera.game {
  name = "peg",
  summary = "Peg Solitaire: jump until one peg is left", genre = "slide",
  help = "o is a peg, . an empty hole; at # the board has no hole.",
  legend = { o = "peg", ["."] = "empty", ["#"] = "wall" },
  map = "##ooo##/##ooo##/ooooooo/ooo.ooo/ooooooo/##ooo##/##ooo##",
  moves = { "<row> <column> <direction>" },
  labels = { fields = { score = "empty holes" }, actions = {
    ["<row> <column> <direction>"] = "jump <direction> from row <row>, column <column>" } },
  rules = {
    { "<row> <column> <direction>", "[ peg | peg | empty ] -> [ | | peg ]", event = "jumped" },
  },
  ends = { { "Solved", "count peg = 1" }, { "Stuck", "stuck" } },
  goal = "Solved",
  symmetries = { "left-right", "up-down", "transpose" },
  score = "count empty",

  sounds = { jumped = "hop", won = "fanfare", lost = "fall" },
  look = {
    palette = { b = "brown", k = "black", u = "blue", c = "cyan", d = "dark_blue" },
    wall = { " ", "black", label = "no hole" },
    empty = { "○", "dark_grey", back = "brown", sprite =
      "bbbbbbbb\nbbbbbbbb\nbbbkkbbb\nbbkkkkbb\nbbkkkkbb\nbbbkkbbb\nbbbbbbbb\nbbbbbbbb" },
    peg = { "●", "cyan", back = "brown", sprite =
      "bbbbbbbb\nbbuuuubb\nbuccuuub\nbucuuuub\nbuuuuudb\nbuuuuddb\nbbuuddbb\nbbbbbbbb" },
  },
}
