--- Scenarios of Connect Four: `lua run.lua samples/games/connect4_scenarios.lua`.

local tessera = require "tessera"
local connect4 = require "connect4"

local function is_refused(map, why)
  local fine, message = pcall(connect4.new, map)
  return not fine and message:find(why, 1, true) ~= nil
end

return {
  tessera.scenario {
    name = "stones fall onto the floor and onto other stones",
    game = connect4,
    map = "..../..../....",
    play = { "drop 1", "drop 1", "drop 1", "drop 4" },
    expect = { outcome = false, board = [[
      x...
      o...
      x..o
    ]] },
  },

  tessera.scenario {
    name = "nothing falls into a full column",
    game = connect4,
    map = "x.../o...",
    play = { "drop 1", "drop 2", "drop 2" },
    expect = { refused = 1, board = "xo../ox.." },
  },

  tessera.scenario {
    name = "four in a row win for Red",
    game = connect4,
    play = { "drop 1", "drop 1", "drop 2", "drop 2", "drop 3", "drop 3", "drop 4" },
    expect = { outcome = "Red wins", score = 1, board = [[
      .......
      .......
      .......
      .......
      ooo....
      xxxx...
    ]] },
  },

  tessera.scenario {
    name = "four one above the other win for Yellow",
    game = connect4,
    map = [[
      .....
      ...o.
      ...o.
      xxxo.
    ]],
    play = { "drop 5", "drop 4" },
    expect = { outcome = "Yellow wins", score = -1, board = [[
      ...o.
      ...o.
      ...o.
      xxxox
    ]] },
  },

  tessera.scenario {
    name = "three in a row, and a fourth beyond a gap, are no four",
    game = connect4,
    map = "....../......",
    play = { "drop 1", "drop 1", "drop 2", "drop 2", "drop 3", "drop 6", "drop 5" },
    expect = { outcome = false, board = "oo..../xxx.xo" },
  },

  tessera.scenario {
    name = "four on a slope win",
    game = connect4,
    file = "levels/connect4.txt",
    level = "Yellow's diagonal",
    play = { "drop 5", "drop 5" },
    expect = { outcome = "Yellow wins" },
  },

  tessera.scenario {
    name = "a full board is a draw",
    game = connect4,
    map = "..x/oxo",
    play = { "drop 1", "drop 2" },
    expect = { outcome = "Draw", score = 0, board = "xox/oxo" },
  },

  tessera.scenario {
    name = "Red must be to move, and nobody have won, when a game begins",
    game = connect4,
    expect = { outcome = false, check = function()
      return is_refused("x...", "as many red stones (x) as yellow ones (o), found 1 and 0")
        and is_refused("xxxx.../oooo...", "the game is over already")
        and is_refused("xo/ox", "the game is over already")
    end },
  },
}
