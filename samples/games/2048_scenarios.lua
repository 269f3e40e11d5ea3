--- Scenarios of 2048: `lua run.lua samples/games/2048_scenarios.lua`. The option `chance` says
--- where new tiles appear: the number of the empty cell, and 1 for a 4, 2 for a 2.

local tessera = require "tessera"
local game2048 = require "2048"

return {
  tessera.scenario {
    name = "equal tiles that meet become one, each at most once",
    game = game2048,
    map = "1111/.2.2/3..2/4.44",
    options = { chance = { 1, 2 } },
    play = { "left" },
    expect = { outcome = false, score = 48, board = [[
      221.
      3...
      32..
      54..
    ]] },
  },

  tessera.scenario {
    name = "tiles slide in the direction of the move",
    game = game2048,
    map = ".1../..2./.1../....",
    options = { chance = { 1, 2, 15, 1 } },
    play = { "down", "up" },
    expect = { moves = 2, board = [[
      122.
      ....
      ....
      ...2
    ]] },
  },

  tessera.scenario {
    name = "a move that changes nothing is refused",
    game = game2048,
    map = "12../..../..../....",
    play = { "left", "up" },
    expect = { refused = 2, moves = 0, board = "12../..../..../...." },
  },

  tessera.scenario {
    name = "a new tile is a 2, or one time in ten a 4",
    game = game2048,
    map = "1.../..../..../....",
    options = { chance = { 2, 1, 14, 2 } },
    play = { "right", "left" },
    expect = { moves = 2, board = "21../..../..../...1" },
  },

  tessera.scenario {
    name = "two tiles lie on the board when a game begins",
    game = game2048,
    options = { chance = { 16, 1, 15, 2 } },
    expect = { outcome = false, score = 0, board = "..../..../..../..12" },
  },

  tessera.scenario {
    name = "the game is over when nothing can move",
    game = game2048,
    map = "1212/2121/1212/.212",
    options = { chance = { 2 } },
    play = { "left" },
    expect = { outcome = "Game Over", board = "1212/2121/1212/2121" },
  },

  tessera.scenario {
    name = "a full board goes on while two equal tiles touch",
    game = game2048,
    map = "1212/2121/1212/.212",
    options = { chance = { 1 } },
    play = { "left" },
    expect = { outcome = false, board = "1212/2121/1212/2122" },
  },
}
