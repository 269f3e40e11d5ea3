--- Scenarios of Othello: `lua run.lua samples/games/othello_scenarios.lua`.

local tessera = require "tessera"
local othello = require "othello"

return {
  tessera.scenario {
    name = "a disc turns what it encloses, in all eight directions",
    game = othello,
    map = [[
      x..x..x
      .o.o.o.
      ..ooo..
      xoo.oox
      ..ooo..
      .o.o.o.
      x..x..x
    ]],
    play = { "4 4" },
    expect = { outcome = "Black wins", score = 25, board = [[
      x..x..x
      .x.x.x.
      ..xxx..
      xxxxxxx
      ..xxx..
      .x.x.x.
      x..x..x
    ]] },
  },

  tessera.scenario {
    name = "discs are not turned across a gap, nor towards the border",
    game = othello,
    map = [[
      .oxo
      xo.o
      o..x
    ]],
    play = { "3 2" },
    expect = { refused = 1, outcome = false, check = function(state)
      return state:why "3 2" == "3 2: it encloses no disc"
        and state:why "1 2" == "1 2: it encloses no disc"
    end },
  },

  tessera.scenario {
    name = "only cells are offered where discs are enclosed",
    game = othello,
    map = "..../.ox./.xo./....",
    expect = { outcome = false, check = function(state)
      return table.concat(state:actions(), ", ") == "1 2, 2 1, 3 4, 4 3"
    end },
  },

  tessera.scenario {
    name = "who cannot move has to pass",
    game = othello,
    map = ".xo",
    play = function(state)
      assert(table.concat(state:actions(), ", ") == "pass")
      state:apply_all { "pass", "1 1" }
    end,
    expect = { moves = 2, outcome = "White wins", score = -3, board = "ooo" },
  },

  tessera.scenario {
    name = "discs that are enclosed already, or by empty cells, are no move",
    game = othello,
    map = ".xxoxox.o.",
    play = { "pass", "1 1" },
    expect = { moves = 2, outcome = false, board = "ooooxox.o." },
  },

  tessera.scenario {
    name = "who can move diagonally does not pass",
    game = othello,
    map = "x../.o./...",
    play = { "pass", "3 3" },
    expect = { refused = 1, outcome = "Black wins", board = "x../.x./..x" },
  },

  tessera.scenario {
    name = "a diagonal move of White is one, too",
    game = othello,
    map = "o../.x./...",
    play = { "pass", "3 3" },
    expect = { moves = 2, outcome = "White wins", board = "o../.o./..o" },
  },

  tessera.scenario {
    name = "who can move does not pass",
    game = othello,
    map = ".ox",
    play = { "pass", "1 1" },
    expect = { refused = 1, outcome = "Black wins", score = 3, check = function()
      return othello.new(".ox"):why "pass" == "pass: there is a move"
    end },
  },

  tessera.scenario {
    name = "one disc more is enough for Black, even if a cell is left",
    game = othello,
    map = ".ox/oo.",
    play = { "1 1" },
    expect = { outcome = "Black wins", score = 1, board = "xxx/oo." },
  },

  tessera.scenario {
    name = "and for White",
    game = othello,
    map = ".ox./oooo",
    play = { "1 1" },
    expect = { outcome = "White wins", score = -1, board = "xxx./oooo" },
  },

  tessera.scenario {
    name = "a full board is over, whoever encloses whom",
    game = othello,
    map = ".oxox",
    play = { "1 1" },
    expect = { outcome = "Black wins", board = "xxxox" },
  },

  tessera.scenario {
    name = "and so it is around a black disc",
    game = othello,
    map = ".ox/oxo",
    play = { "1 1" },
    expect = { outcome = "Black wins", board = "xxx/oxo" },
  },

  tessera.scenario {
    name = "a board with discs of one player is over",
    game = othello,
    map = ".o.",
    expect = { outcome = "White wins", score = -1 },
  },

  tessera.scenario {
    name = "as many discs of both are a draw",
    game = othello,
    map = ".ox/ooo",
    play = { "1 1" },
    expect = { outcome = "Draw", score = 0, board = "xxx/ooo" },
  },

  tessera.scenario {
    name = "the game begins with four discs in the middle of 8 x 8 cells",
    game = othello,
    expect = { outcome = false, score = 0, board = [[
      ........
      ........
      ........
      ...ox...
      ...xo...
      ........
      ........
      ........
    ]] },
  },
}
