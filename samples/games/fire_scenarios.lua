--- Scenarios of the forest fire: `lua run.lua samples/games/fire_scenarios.lua`. The option
--- `chance` says what is drawn: with the wind 1..100, a tree burns up to 90; else 1..5, up to 2;
--- for a cell of ash 1..400, a tree grows with 1.

local tessera = require "tessera"
local fire = require "fire"

local function burns(name, map, dice, play, board)
  return tessera.scenario { name = name, game = fire, map = map, play = play,
    options = { chance = dice }, expect = { board = board } }
end

return {
  burns("what burns is ash, and lights the tree behind it with the wind", "*TT", { 90 },
    { "tick" }, ".*T"),

  burns("the wind fails", "*T*", { 91 }, { "tick" }, ".T."),

  burns("against the wind and across it fire spreads less, and over no corner", "TTT/T*T/TTT",
    { 3, 2, 90, 3 }, { "tick" }, "TTT/*.*/TTT"),

  burns("fire on three sides lights a tree no better than fire on one", "#*#/#T*/#*#", { 3 },
    { "tick" }, "#.#/#T./#.#"),

  burns("a tree grows out of ash", ".*./~#.", { 1, 2, 2 }, { "tick" }, "T../~#."),

  burns("water and breaks do not burn", "*~*/#T#/*TT", { 91 }, { "tick" }, ".~./#T#/.TT"),

  burns("a tree that is dug away burns no more", "*TT/*..", { 400, 400 }, { "dig 1 2" },
    ".#T/..."),

  burns("ash is dug as well", "*./T*", { 3, 400 }, { "dig 1 2" }, ".#/T."),

  tessera.scenario {
    name = "nothing is dug in water, in fire, and where a break is",
    game = fire,
    map = "~*#T",
    play = { "dig 1 1", "dig 1 2", "dig 1 3" },
    expect = { moves = 0, refused = 3, outcome = false, refuses = {
      ["dig 1 1"] = "nothing to dig there" } },
  },

  tessera.scenario {
    name = "as many trees are saved as are enough",
    game = fire,
    map = "*TTT/#TTT",
    options = { wanted = 5 },
    play = { "dig 1 2" },
    expect = { outcome = "Saved", score = 5, board = ".#TT/#TTT" },
  },

  tessera.scenario {
    name = "or too few",
    game = fire,
    map = "*TT*",
    options = { wind = 100, wanted = 1, chance = { 100 } },
    play = { "dig 1 3", "tick" },
    expect = { outcome = "Burnt down", score = 0, check = function(state)
      return state.ticks == 1
    end },
  },

  tessera.scenario {
    name = "without wind",
    game = fire,
    map = "*T",
    options = { wind = 0, wanted = 2, chance = { 1 } },
    play = { "tick" },
    expect = { outcome = "Burnt down", board = ".T" },
  },
}
