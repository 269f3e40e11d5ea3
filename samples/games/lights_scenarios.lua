--- Scenarios of Lights Out: `lua run.lua samples/games/lights_scenarios.lua`.

local tessera = require "tessera"
local lights = require "lights"

return {
  tessera.scenario {
    name = "a press switches a cell and its four neighbours",
    game = lights,
    map = [[
      *.*..
      ..*..
      *...*
      ....*
    ]],
    play = { "2 3" },
    expect = { outcome = false, board = [[
      *....
      .*.*.
      *.*.*
      ....*
    ]] },
  },

  tessera.scenario {
    name = "in a corner there are two neighbours",
    game = lights,
    map = ".../..*/...",
    play = { "3 3" },
    expect = { board = ".../.../.**" },
  },

  tessera.scenario {
    name = "two presses of a cell change nothing",
    game = lights,
    map = "*../.../...",
    play = { "2 2", "2 2" },
    expect = { moves = 2, outcome = false, board = "*../.../..." },
  },

  tessera.scenario {
    name = "all lights are out",
    game = lights,
    map = ".*./***/.*.",
    play = { "2 2" },
    expect = { outcome = "Dark", moves = 1, board = ".../.../..." },
  },

  tessera.scenario {
    name = "the order of presses does not matter",
    game = lights,
    file = "levels/lights.txt",
    level = "Diamond",
    play = { "5 3", "3 5", "3 1", "1 3" },
    expect = { outcome = "Dark", moves = 4 },
  },
}
