--- Forest fire: it spreads from tree to tree, and best with the wind. Dig breaks in its way.

local tessera = require "tessera"

return tessera.game {
  name = "fire",
  summary = "Forest fire: dig breaks, and save enough trees", genre = "time",
  help = "T is a tree, * burns, . is ash, ~ water, # a break. The wind comes from the left: fire\n"
    .. "lights the tree behind it with 'wind' percent, others with 40; 'wanted' trees are enough.",
  legend = { ["."] = "ash", T = "tree", ["*"] = "burning", ["~"] = "water", ["#"] = "break" },
  options = { wind = 90, wanted = 40 },
  fields = { wind = { min = 0, max = 100 }, wanted = { min = 0 } },
  counters = { ticks = 0 },
  moves = { "dig <row> <column>", "tick" },
  labels = { fields = { score = "trees" },
    actions = { ["dig <row> <column>"] = "dig at row <row>, column <column>" } },
  rules = {
    { "dig <row> <column>", "[ tree or ash ] -> [ break ]", why = "nothing to dig there" },
    { "tick", count = "ticks" },
  },
  after = { { sweep = {
    "[ burning ] -> [ ash ]",
    "[ tree near 1 left burning ] -> [ burning wind% or tree ]",
    "[ tree near 1+ orthogonal burning ] -> [ burning 40% or tree ]",
    "[ ash ] -> [ tree 0.25% or ash ]",
  }, at_once = true } },
  ends = { { "Saved", "no burning and count tree >= wanted" }, { "Burnt down", "no burning" } },
  goal = "Saved",
  score = "count tree",
  tick = 0.2,
  keys = { space = "dig <row> <column>" },
  sounds = { became = 36772502, won = "fanfare", lost = "fall" },
  look = {
    ash = { "·", "dark_grey" }, tree = { "♣", "green" }, water = { "≈", "blue" },
    burning = { "▲", "yellow", back = "dark_red" }, ["break"] = { "░", "brown" },
  },
}
