--- Conway's Life as a puzzle: pull out cells, one in each generation, until nothing lives.

local tessera = require "tessera"

return tessera.game {
  name = "life",
  summary = "Life: pull out cells until nothing lives", genre = "logic",
  help = "A dead cell with three living ones around it comes to life, a living one with two or\n"
    .. "three lives on. In each generation one cell can be pulled out.",
  legend = { ["."] = "dead", o = "alive" },
  counters = { generations = 0 },
  moves = { "pull <row> <column>", "tick" },
  labels = { actions = { ["pull <row> <column>"] = "pull at row <row>, column <column>" } },
  rules = {
    { "pull <row> <column>", "[ alive ] -> [ dead ]", count = "generations",
      why = "nothing lives there" },
    { "tick", count = "generations" },
  },
  after = { { sweep = { "[ dead near 3 alive ] -> [ alive ]",
    "[ alive near 0..1 alive or alive near 4+ alive ] -> [ dead ]" }, at_once = true } },
  ends = { { "Dead", "no alive" } },
  goal = "Dead",
  tick = 0.2,
  keys = { space = "pull <row> <column>" },
  sounds = { became = "blip", won = "fanfare", lost = "fall" },
  look = { dead = { "·", "dark_grey" }, alive = { "●", "green" } },
}
