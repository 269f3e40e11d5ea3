--- Scenarios of Peg Solitaire: `lua run.lua samples/games/peg_scenarios.lua`.

local tessera = require "tessera"
local peg = require "peg"

return {
  tessera.scenario {
    name = "a peg jumps over its neighbour, which is taken",
    game = peg,
    map = [[
      oo.
      ..o
      ..o
    ]],
    play = { "1 1 right", "3 3 up" },
    expect = { moves = 1, refused = 1, score = 6, board = [[
      ..o
      ..o
      ..o
    ]] },
  },

  tessera.scenario {
    name = "it jumps to the left, up and down as well",
    game = peg,
    map = [[
      .oo..
      .....
      o...o
      o...o
      .....
    ]],
    play = { "1 3 left", "3 1 down", "4 5 up" },
    expect = { moves = 3, outcome = "Stuck", board = [[
      o....
      ....o
      .....
      .....
      o....
    ]] },
  },

  tessera.scenario {
    name = "nothing jumps over a hole, onto a peg or off the board",
    game = peg,
    map = "o.oo./#oooo",
    play = { "1 1 right", "2 2 right", "2 4 right", "2 2 left", "1 3 down" },
    expect = { moves = 0, refused = 5, board = "o.oo./#oooo" },
  },

  tessera.scenario {
    name = "one peg is left",
    game = peg,
    map = "oo.o",
    play = { "1 1 right", "1 4 left" },
    expect = { outcome = "Solved", moves = 2, score = 3, board = ".o.." },
  },

  tessera.scenario {
    name = "two pegs side by side can still jump",
    game = peg,
    map = ".oo",
    expect = { outcome = false },
  },

  tessera.scenario {
    name = "two pegs apart are stuck",
    game = peg,
    map = "o..oo.",
    play = { "1 5 left" },
    expect = { outcome = "Stuck", moves = 1, board = "o.o..." },
  },

  tessera.scenario {
    name = "the cross is left with one peg in the middle",
    game = peg,
    file = "levels/peg.txt",
    level = "Cross",
    play = { "3 4 left", "5 4 up", "3 5 left", "3 2 right", "2 4 down" },
    expect = { outcome = "Solved",
      board = "##...##/##...##/......./...o.../......./##...##/##...##" },
  },
}
