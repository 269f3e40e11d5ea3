--- Falling sand: a grain falls, or slides off to a side. Pour until all marks lie under sand.

local tessera = require "tessera"

return tessera.game {
  name = "sand",
  summary = "Falling sand: cover the marks with as many grains as there are", genre = "time",
  help = "o is sand, # rock, _ a mark; the option 'grains' is how many there are to pour.",
  layers = { "ground", "things" },
  legend = { ["."] = { things = "empty" }, o = { things = "sand" }, ["#"] = { things = "rock" },
    ["_"] = { ground = "mark", things = "empty" }, O = { ground = "mark", things = "sand" } },
  options = { grains = 12 },
  fields = { grains = { min = 0 } },
  counters = { ticks = 0 },
  moves = { "pour <column>", "tick" },
  labels = { actions = { ["pour <column>"] = "pour in column <column>" } },
  rules = {
    { "pour <column>", "down [ edge | empty ] -> [ | sand ]", when = "grains > 0",
      add = { grains = -1 }, why = "there is no room for a grain" },
    { "tick", count = "ticks" },
  },
  after = { { "each down or down-left or down-right [ sand | empty ] -> [ | sand ]",
    from = "bottom" } },
  ends = {
    { "Covered", "some mark and all mark on sand" },
    { "Out of sand", "grains = 0 and no down or down-left or down-right [ sand | empty ]" },
  },
  goal = "Covered",
  properties = { ["no grain gets lost"] = function(state, before)
    return not before or state.things:count "sand" + state.grains
      == before.things:count "sand" + before.grains
  end },
  tick = 0.1,
  sounds = { moved = "step", won = "fanfare" },
  look = {
    empty = { " ", "black" }, sand = { "●", "gold" }, rock = { "█", "stone" },
    mark = { "_", "red" },
  },
}
