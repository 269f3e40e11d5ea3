--- Scenarios of Hex: `lua run.lua samples/games/hex_scenarios.lua`.

local tessera = require "tessera"
local hex = require "hex"

return {
  tessera.scenario {
    name = "stones are put in turns, each into an empty cell",
    game = hex,
    map = "../../..",
    play = { "put 1 1", "put 1 1", "put 2 2" },
    expect = { board = "x./.o/..", refused = 1, outcome = false, score = 0,
      refuses = { ["put 2 2"] = "the cell is taken" } },
  },

  tessera.scenario {
    name = "red joins the first row with the last one",
    game = hex,
    map = [[
      . . x
       o x .
        . . o
    ]],
    play = { "put 3 1" },
    expect = { outcome = "Red wins", score = 1, board = [[
      . . x
       o x .
        x . o
    ]] },
  },

  tessera.scenario {
    name = "a way may go back and along a row",
    game = hex,
    map = [[
      o x o .
       . x x o
        . . . x
         o . x .
          . . . o
    ]],
    play = { "put 5 2", "put 5 4" },
    expect = { outcome = false },
  },

  tessera.scenario {
    name = "cells one below the other touch, those on the other slope do not",
    game = hex,
    map = "x.o/.xo/...",
    play = { "put 3 3" },
    expect = { outcome = false },
  },

  tessera.scenario {
    name = "red goes down to the right, then to the left",
    game = hex,
    map = ".x.o/.x../.o..",
    play = { "put 3 1" },
    expect = { outcome = "Red wins" },
  },

  tessera.scenario {
    name = "blue joins the first column with the last one",
    game = hex,
    map = [[
      x . . o
       . o o .
        . x . x
    ]],
    play = { "put 1 2", "put 2 1" },
    expect = { outcome = "Blue wins", score = -1 },
  },

  tessera.scenario {
    name = "the first stone can be taken over",
    game = hex,
    map = "../..",
    play = { "put 1 2", "swap" },
    expect = { board = ".o/..", outcome = false,
      refuses = { swap = "only the first stone can be taken over" } },
  },

  tessera.scenario {
    name = "no other one, and not one's own",
    game = hex,
    map = "xo./...",
    play = { "swap", "put 2 1", "swap" },
    expect = { board = "xo./x..", refused = 2 },
  },

  tessera.scenario {
    name = "an empty board has nothing to take over",
    game = hex,
    map = "../..",
    expect = { refuses = { swap = "only the first stone can be taken over" } },
  },

  tessera.scenario {
    name = "as many red stones as blue ones",
    game = hex,
    map = "../..",
    expect = { check = function()
      local fine, why = pcall(hex.new, "x./..")
      return not fine and why:find("as blue ones (o), found 1 and 0", 1, true) ~= nil
    end },
  },

  tessera.scenario {
    name = "who begins wins the small board from its middle",
    game = hex,
    map = ".../.../...",
    play = { "put 2 2", "put 1 2", "put 1 3", "put 3 2" },
    expect = { wins = 1, lawful = true },
  },
}
