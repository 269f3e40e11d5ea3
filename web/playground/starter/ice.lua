-- What moves slides on until something is in its way: ice, arrows, a ball.
local tessera = require "tessera"

return tessera.game {
  name = "ice",
  summary = "Ice: slide into the hole",
  legend = { ["."] = "ice", ["#"] = "snow", ["@"] = "you", O = "hole" },
  counters = { moves = 0 },
  moves = { "<direction>" },
  rules = { -- the cells on the left become those on the right
    { "<direction>", "[ you | 1+ ice | hole ] -> [ ice | 1+ ice | you ]", count = "moves" },
    { "<direction>", "[ you | hole ] -> [ ice | you ]", count = "moves" },
    { "<direction>", "[ you | 1+ ice ] -> [ 1+ ice | you ]", count = "moves" },
  },
  ends = { { "In the hole", "no hole" } },
  goal = "In the hole",
  look = {
    palette = { b = "dark_blue", c = "cyan", k = "black", l = "light_grey",
      o = "orange", w = "white" },
    ice = { ".", "white", back = "cyan", sprite = "...../...w./..w../...../....." },
    snow = { "#", "light_grey", back = "white", sprite = "...../.l.../...../...l./....." },
    hole = { "O", "dark_blue", back = "cyan", sprite = ".bbb./bbbbb/bbbbb/bbbbb/.bbb." },
    you = { "@", "black", back = "cyan", sprite = ".kkk./.kwk./kwook/kwwwk/.o.o." },
  },
}
