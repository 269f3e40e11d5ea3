--- Scenarios of Gomoku: `lua run.lua samples/games/gomoku_scenarios.lua`.

local tessera = require "tessera"
local gomoku = require "gomoku"

local function is_refused(map, why)
  local fine, message = pcall(gomoku.new, map)
  return not fine and message:find(why, 1, true) ~= nil
end

return {
  tessera.scenario {
    name = "a stone stays where it is put",
    game = gomoku,
    map = ".../.../...",
    play = { "2 2", "1 3" },
    expect = { outcome = false, board = "..o/.x./..." },
  },

  tessera.scenario {
    name = "a cell is taken once",
    game = gomoku,
    map = ".../...",
    play = { "1 1", "1 1", "2 1", "1 1" },
    expect = { refused = 2, board = "x../o.." },
  },

  tessera.scenario {
    name = "five in a row win for Black",
    game = gomoku,
    map = [[
      ......
      .xxxx.
      .oooo.
      ......
    ]],
    play = { "2 6" },
    expect = { outcome = "Black wins", score = 1 },
  },

  tessera.scenario {
    name = "five on a slope win for White",
    game = gomoku,
    map = [[
      o....x
      .o....
      ..o..x
      x..o..
      .....x
    ]],
    play = { "1 5", "5 5" },
    expect = { outcome = "White wins", score = -1 },
  },

  tessera.scenario {
    name = "four in a row do not win",
    game = gomoku,
    map = "xxx.../ooo...",
    play = { "1 4" },
    expect = { outcome = false, board = "xxxx../ooo..." },
  },

  tessera.scenario {
    name = "a four and a three cannot both be stopped",
    game = gomoku,
    file = "levels/gomoku.txt",
    level = "Four and three",
    play = { "5 6", "5 7", "6 6", "2 6", "7 6" },
    expect = { outcome = "Black wins" },
  },

  tessera.scenario {
    name = "a full board is a draw",
    game = gomoku,
    map = "xo./.ox",
    play = { "1 3", "2 1" },
    expect = { outcome = "Draw", score = 0, board = "xox/oox" },
  },

  tessera.scenario {
    name = "the board has 15 rows of 15",
    game = gomoku,
    play = { "15 15" },
    expect = { outcome = false, check = function(state)
      return state:rows() == 15 and state:columns() == 15
    end },
  },

  tessera.scenario {
    name = "Black must be to move, and nobody have won, when a game begins",
    game = gomoku,
    map = "xxxx./oooo.",
    expect = { outcome = false, check = function()
      return is_refused("x....", "as many black stones (x) as white ones (o), found 1 and 0")
        and is_refused("xxxxx/ooooo/.....", "the game is over already")
        and is_refused("xo/ox", "the game is over already")
    end },
  },
}
