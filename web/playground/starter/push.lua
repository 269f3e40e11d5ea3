-- Things are pushed to their places: a warehouse, a museum, a machine.
local tessera = require "tessera"

return tessera.game {
  name = "push",
  summary = "Push: every crate onto a mark",
  layers = { "ground", "things" },
  legend = { ["."] = { ground = "floor" }, ["#"] = { ground = "wall" },
    x = { ground = "mark" }, ["@"] = { ground = "floor", things = "you" },
    o = { ground = "floor", things = "crate" }, ["*"] = { ground = "mark", things = "crate" } },
  groups = { open = { "floor", "mark" } },
  counters = { pushes = 0 },
  moves = { "<direction>" },
  rules = { -- the cells on the left become those on the right
    { "<direction>", "[ you | open no things ] -> [ | you ]" },
    { "<direction>", "[ you | crate | open no things ] -> [ | you | crate ]", count = "pushes" },
  },
  ends = { { "All in place", "all crate on mark" } },
  goal = "All in place",
  look = {
    palette = { b = "blue", d = "dark_grey", k = "brown", o = "orange",
      r = "red", s = "stone", t = "sand" },
    floor = { " ", "sand", back = "sand" },
    wall = { "#", "stone", sprite = "sssds/sssds/ddddd/sdsss/sdsss" },
    mark = { "x", "red", back = "sand", sprite = "...../.r.r./..r../.r.r./....." },
    crate = { "o", "brown", sprite = "kkkkk/kokok/kkokk/kokok/kkkkk" },
    you = { "@", "blue", sprite = ".kkk./.ooo./bbbbb/.bbb./.d.d." },
  },
}
