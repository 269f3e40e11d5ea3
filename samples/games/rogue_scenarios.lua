--- Scenarios of Rogue: `lua run.lua samples/games/rogue_scenarios.lua`.

local rogue = require "rogue"
local tessera = require "tessera"

local function wait(times)
  local actions = {}
  for i = 1, times do
    actions[i] = "wait"
  end
  return actions
end

return {
  tessera.scenario {
    name = "a key opens one door",
    game = rogue,
    map = "######/#@kDE#/######",
    play = { "right", "right", "right", "right" },
    expect = { outcome = "Out", refused = 0, moves = 4 },
  },

  tessera.scenario {
    name = "and no second one",
    game = rogue,
    map = "@kDDE",
    play = { "right", "right", "right", "right" },
    expect = { outcome = false, refused = 1, check = function(state)
      return state.keys == 0 and state.ground:count "door" == 1
    end },
  },

  tessera.scenario {
    name = "without a key a door is locked",
    game = rogue,
    map = "@DE",
    expect = { refuses = { right = "the door is locked" } },
  },

  tessera.scenario {
    name = "a monster comes by the shortest way",
    game = rogue,
    map = "@..#./.#..g",
    play = wait(4),
    expect = { board = "@..#~/.#g.." },
  },

  tessera.scenario {
    name = "and it catches at every second beat",
    game = rogue,
    map = "@.g",
    play = wait(4),
    expect = { outcome = "Caught", moves = 4 },
  },

  tessera.scenario {
    name = "two monsters are not in one cell",
    game = rogue,
    map = "@...gg",
    play = wait(4),
    expect = { board = "@.gg..", outcome = false },
  },

  tessera.scenario {
    name = "a monster that is not seen stays where it is",
    game = rogue,
    map = "@...../.####./.#g..D",
    play = wait(4),
    expect = { check = function(state)
      return state.things:is(3, 3, "monster") and state.fog:is(3, 3, "unknown")
    end },
  },

  tessera.scenario {
    name = "each action counts",
    game = rogue,
    map = "k@D",
    play = { "left", "right", "right", "wait" },
    expect = { refused = 0, check = function(state)
      return state.moves == 4 and state.keys == 0
    end },
  },

  tessera.scenario {
    name = "and takes time",
    game = rogue,
    map = "k@D",
    play = { "left", "right", "right" },
    expect = { check = function(state)
      return state.beat == 1
    end },
  },

  tessera.scenario {
    name = "a monster waits where another one stands",
    game = rogue,
    map = "gg.@",
    play = wait(2),
    expect = { board = "g.g@" },
  },

  tessera.scenario {
    name = "walking lifts the fog",
    game = rogue,
    map = "@.......",
    play = { "right" },
    expect = { board = ".@......" },
  },

  tessera.scenario {
    name = "a cellar without a player is lost",
    game = rogue,
    map = "E.",
    expect = { outcome = "Caught", check = function(state)
      return tostring(state:view()) == "~~\n"
    end },
  },

  tessera.scenario {
    name = "one sees six cells far",
    game = rogue,
    map = "@.......",
    expect = { board = "@......~" },
  },

  tessera.scenario {
    name = "nobody is caught on the stairs",
    game = rogue,
    map = ".@Eg",
    play = { "wait", "right" },
    expect = { outcome = "Out", board = "..+g" },
  },

  tessera.scenario {
    name = "what was seen stays seen, monsters do not",
    game = rogue,
    map = "@.#g/...g",
    expect = { check = function(state)
      local light = state:clone()
      light.fog:fill "nothing"
      return tostring(light:view()) == "@.#.\n...g\n", tostring(light:view())
    end },
  },
}
