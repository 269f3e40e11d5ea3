--- Scenarios of Atari Go: `lua run.lua samples/games/atari_scenarios.lua`.

local tessera = require "tessera"
local atari = require "atari"

return {
  tessera.scenario {
    name = "stones are put in turns, each into an empty cell",
    game = atari,
    map = ".../.../...",
    play = { "put 1 1", "put 1 1", "put 2 2" },
    expect = { board = "x../.o./...", refused = 1, outcome = false, score = 0,
      refuses = { ["put 2 2"] = "the cell is taken" } },
  },

  tessera.scenario {
    name = "black takes a stone in the corner",
    game = atari,
    map = [[
      ox.
      ...
      ...
    ]],
    play = { "put 2 1" },
    expect = { outcome = "Black wins", score = 1, board = [[
      ox.
      x..
      ...
    ]] },
  },

  tessera.scenario {
    name = "a group with a liberty stays",
    game = atari,
    map = [[
      .oo.
      oxx.
      .ox.
      ...x
    ]],
    play = { "put 4 1", "put 2 4" },
    expect = { outcome = false },
  },

  tessera.scenario {
    name = "a group of two",
    game = atari,
    map = [[
      .oo..
      oxx..
      .oo.x
      ...xx
    ]],
    play = { "put 4 1", "put 2 4" },
    expect = { outcome = "White wins", score = -1 },
  },

  tessera.scenario {
    name = "stones that touch at a corner are no group",
    game = atari,
    map = [[
      xo.
      .x.
      .o.
    ]],
    play = { "put 3 3", "put 2 1" },
    expect = { outcome = "White wins" },
  },

  tessera.scenario {
    name = "who fills the last liberty of an own group has lost",
    game = atari,
    map = [[
      .o.
      o..
      .xx
    ]],
    play = { "put 1 1" },
    expect = { outcome = "White wins", score = -1 },
  },

  tessera.scenario {
    name = "white can lose so, too",
    game = atari,
    map = [[
      .x..
      xx.o
      ..oo
    ]],
    play = { "put 3 1", "put 1 1" },
    expect = { outcome = "Black wins", score = 1 },
  },

  tessera.scenario {
    name = "but who takes at the same time has won",
    game = atari,
    map = [[
      .ox
      ox.
      x.o
    ]],
    play = { "put 1 1" },
    expect = { outcome = "Black wins", score = 1 },
  },

  tessera.scenario {
    name = "as many black stones as white ones",
    game = atari,
    map = "../..",
    expect = { check = function()
      local fine, why = pcall(atari.new, "x./..")
      return not fine and why:find("(o), found 1 and 0", 1, true) ~= nil
    end },
  },

  tessera.scenario {
    name = "a cell beside a stone whose last liberty it is wins",
    game = atari,
    map = [[
      ....
      .xo.
      ..x.
      .o..
    ]],
    play = { "put 1 3", "put 1 1", "put 2 4" },
    expect = { outcome = "Black wins", wins = 1, lawful = true },
  },
}
