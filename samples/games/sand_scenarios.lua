--- Scenarios of falling sand: `lua run.lua samples/games/sand_scenarios.lua`.

local tessera = require "tessera"
local sand = require "sand"

local function falls(name, map, play, board)
  return tessera.scenario { name = name, game = sand, map = map, play = play,
    expect = { board = board, refused = 0, outcome = false } }
end

return {
  falls("a column falls as a column", "o../o../.../...", { "tick", "tick" }, ".../.../o../o.."),

  falls("a grain on top of another rolls off to the left", ".o./.o.", { "tick" }, ".../oo."),

  falls("to the right where there is no room on the left", ".o../.o../oo.#", { "tick" },
    "..../.o../ooo#"),

  falls("a grain lies still between rocks and on the ground", "#o#/###/o..", { "tick" },
    "#o#/###/o.."),

  falls("a heap", "..o../..o../..o../..o..", { "tick", "tick", "tick" },
    "...../...../..o../.ooo."),

  falls("a grain is poured in at the top, and falls at once", ".../.../...",
    { "pour 2", "pour 2", "tick" }, ".../.../oo."),

  tessera.scenario {
    name = "a column that is full to the top takes no more, and neither does rock",
    game = sand,
    map = "#o./#o./#o#",
    options = { grains = 3 },
    play = { "pour 1", "pour 2", "pour 3" },
    expect = { refused = 2, moves = 1, board = "#.o/#oo/#o#" },
  },

  tessera.scenario {
    name = "why a grain is not poured",
    game = sand,
    map = "#./#.",
    expect = { refuses = { ["pour 1"] = "there is no room for a grain" } },
  },

  tessera.scenario {
    name = "all marks have to be covered",
    game = sand,
    map = ".../_._",
    options = { grains = 2 },
    play = { "pour 1", "pour 3" },
    expect = { outcome = "Covered", board = ".../O.O", check = function(state)
      return state.grains == 0 and state:score() == 0
    end },
  },

  tessera.scenario {
    name = "without grains it goes on until the sand lies still",
    game = sand,
    map = ".../.../.._/.#.",
    options = { grains = 1 },
    play = { "pour 1", "tick", "tick" },
    expect = { outcome = "Out of sand" },
  },

  tessera.scenario {
    name = "a grain that can still roll off keeps it going, and none is poured without any left",
    game = sand,
    map = ".../.../.../_.#",
    options = { grains = 1 },
    play = { "pour 3", "pour 1", "tick" },
    expect = { refused = 1, outcome = false, board = ".../.../..o/_.#" },
  },

  tessera.scenario {
    name = "a place without marks is never done",
    game = sand,
    map = "../..",
    play = { "pour 1", "tick" },
    expect = { outcome = false, check = function(state)
      return state.grains == 11 and state.ticks == 1
    end },
  },

  tessera.scenario {
    name = "two marks take four grains",
    game = sand,
    file = "levels/sand.txt",
    level = "Two marks",
    expect = { optimal = 4, lawful = true },
  },
}
