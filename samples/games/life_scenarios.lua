--- Scenarios of Life: `lua run.lua samples/games/life_scenarios.lua`.

local tessera = require "tessera"
local life = require "life"

local function lives(name, map, play, board)
  return tessera.scenario { name = name, game = life, map = map, play = play,
    expect = { board = board, refused = 0, outcome = false } }
end

return {
  lives("a blinker", "...../..o../..o../..o../.....", { "tick" },
    "...../...../.ooo./...../....."),

  lives("a block stays", "..../.oo./.oo./....", { "tick", "tick" }, "..../.oo./.oo./...."),

  lives("a cell that is pulled out of a block grows again", "oo/oo", { "pull 1 2" }, "oo/oo"),

  lives("a glider goes on to the lower right", ".o.../..o../ooo../...../.....",
    { "tick", "tick", "tick", "tick" }, "...../..o../...o./.ooo./....."),

  lives("four neighbours and more are too many", "ooo/ooo/ooo", { "tick" }, "o.o/.../o.o"),

  tessera.scenario {
    name = "one neighbour is too few",
    game = life,
    map = ".../oo./...",
    play = { "tick" },
    expect = { outcome = "Dead", board = ".../.../...", check = function(state)
      return state.generations == 1
    end },
  },

  tessera.scenario {
    name = "a cell alone dies, and nothing lives beyond the border",
    game = life,
    map = "oo/../.o",
    play = { "pull 1 1" },
    expect = { outcome = "Dead", check = function(state)
      return state.generations == 1
    end },
  },

  tessera.scenario {
    name = "only what lives can be pulled out",
    game = life,
    map = "oo/o.",
    play = { "pull 2 2" },
    expect = { moves = 0, refused = 1, refuses = { ["pull 2 2"] = "nothing lives there" } },
  },

  tessera.scenario {
    name = "a pond is gone in four generations, and no sooner",
    game = life,
    file = "levels/life.txt",
    level = "Pond",
    expect = { optimal = 4, lawful = true },
  },
}
