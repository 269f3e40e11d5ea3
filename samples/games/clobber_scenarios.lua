--- Scenarios of Clobber: `lua run.lua samples/games/clobber_scenarios.lua`.

local tessera = require "tessera"
local clobber = require "clobber"

return {
  tessera.scenario {
    name = "a stone takes a neighbour of the other colour",
    game = clobber,
    map = [[
      ox.
      ..x
      oox
    ]],
    play = { "1 1 right", "2 3 down", "3 3 left" },
    expect = { moves = 2, outcome = false, refused = 1, board = [[
      .o.
      ..x
      ox.
    ]] },
  },

  tessera.scenario {
    name = "a stone takes no stone of its own colour and no empty cell",
    game = clobber,
    map = "oox/...",
    play = { "1 1 right", "1 1 down", "1 3 left" },
    expect = { refused = 3, board = "oox/..." },
  },

  tessera.scenario {
    name = "Black cannot move, so White has won",
    game = clobber,
    map = "ox",
    play = { "1 1 right" },
    expect = { outcome = "White wins", score = 1, board = ".o" },
  },

  tessera.scenario {
    name = "White cannot move, so Black has won",
    game = clobber,
    map = "ox.ox",
    play = { "1 1 right", "1 5 left" },
    expect = { outcome = "Black wins", score = -1, board = ".o.x." },
  },
}
