--- Klotski: blocks of one, two and four cells slide on a crowded board, until the largest one lies
--- above the exit.

local tessera = require "tessera"

return tessera.game {
  name = "klotski",
  summary = "Klotski: slide the large block to the exit", genre = "slide",
  help = "ABCD is the large block, <> lies and ^v stands, o is small; = is the exit.",
  legend = { ["."] = "empty", ["#"] = "wall", ["="] = "exit", o = "small", ["^"] = "top",
    v = "bottom", ["<"] = "west", [">"] = "east", A = "nw", B = "ne", C = "sw", D = "se" },
  groups = { block = { "small", "top", "bottom", "west", "east", "nw", "ne", "sw", "se" } },
  moves = { "slide <row> <column> <direction>" },
  labels = { actions = { ["slide <row> <column> <direction>"] =
    "slide the block in row <row>, column <column> <direction>" } },
  rules = { { "slide <row> <column> <direction>", why = "there is no room", event = "slid",
    move = { "block", joins = { right = { "west", "nw", "sw" },
      down = { "top", "nw", "ne" } } } } },
  ends = { { "Out", "right [ sw | se / exit | exit ]" } },
  goal = "Out",

  sounds = { slid = "thud", won = "fanfare" },
  look = {
    palette = { r = "red", g = "gold", b = "blue" },
    empty = { "·", "dark_grey" }, wall = { "█", "stone" }, exit = { "▁", "green" },
    small = { "■", "gold", sprite = "...../.ggg./.ggg./.ggg./....." },
    top = { "╻", "blue", sprite = "...../.bbb./.bbb./.bbb./.bbb." },
    bottom = { "╹", "blue", sprite = ".bbb./.bbb./.bbb./.bbb./....." },
    west = { "╺", "blue", sprite = "...../.bbbb/.bbbb/.bbbb/....." },
    east = { "╸", "blue", sprite = "...../bbbb./bbbb./bbbb./....." },
    nw = { "▛", "red", sprite = "...../.rrrr/.rrrr/.rrrr/.rrrr" },
    ne = { "▜", "red", sprite = "...../rrrr./rrrr./rrrr./rrrr." },
    sw = { "▙", "red", sprite = ".rrrr/.rrrr/.rrrr/.rrrr/....." },
    se = { "▟", "red", sprite = "rrrr./rrrr./rrrr./rrrr./....." },
  },
}
