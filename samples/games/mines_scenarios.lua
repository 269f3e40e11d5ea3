--- Scenarios of Minesweeper: `lua run.lua samples/games/mines_scenarios.lua`.

local search = require "tessera.search"
local tessera = require "tessera"
local mines = require "mines"

-- Digs as the hints say, until there is none.
local function by_hints(first)
  return function(state)
    assert(state:apply(first))
    local action = search.hint(state)
    while action do
      assert(state:apply(action))
      action = not state:outcome() and search.hint(state)
    end
  end
end

-- What is hinted after these actions.
local function hints(expected, reason)
  return { check = function(state)
    local action, info = search.hint(state)
    return (action or false) == expected and info.why == reason
  end }
end

local safe, guess = "no mine can be there", "no cell is safe for sure, you must guess"

return {
  tessera.scenario {
    name = "a number counts the mines around a cell",
    game = mines,
    map = "**./.../..*",
    play = { "dig 2 2", "dig 3 1" },
    expect = { outcome = false, board = [[
      **.
      23.
      01*
    ]] },
  },

  tessera.scenario {
    name = "what has no mine around it is dug as well, up to the numbers",
    game = mines,
    map = [[
      ...*..
      ...*..
      ****..
      ......
    ]],
    play = { "dig 1 1" },
    expect = { outcome = false, moves = 1, board = [[
      002*..
      235*..
      ****..
      ......
    ]] },
  },

  tessera.scenario {
    name = "all cells without mines are dug",
    game = mines,
    map = ".*",
    play = { "dig 1 1" },
    expect = { outcome = "Cleared", board = "1*" },
  },

  tessera.scenario {
    name = "a mine blows up",
    game = mines,
    map = "..*",
    play = { "dig 1 3" },
    expect = { outcome = "Blown up", board = "..X" },
  },

  tessera.scenario {
    name = "nobody digs under a flag",
    game = mines,
    map = "..../..../..../...*",
    play = { "flag 4 4", "dig 4 4", "dig 1 1" },
    expect = { board = "0000/0000/0011/001F", outcome = "Cleared", moves = 2, refused = 1 },
  },

  tessera.scenario {
    name = "a flag can be taken away",
    game = mines,
    map = "..*",
    play = { "flag 1 3", "flag 1 3", "dig 1 3" },
    expect = { outcome = "Blown up", moves = 3 },
  },

  tessera.scenario {
    name = "an open cell is neither dug nor marked",
    game = mines,
    map = "..*",
    play = { "dig 1 2", "dig 1 2", "flag 1 2" },
    expect = { moves = 1, refused = 2, board = ".1*" },
  },

  tessera.scenario {
    name = "a cell may have eight mines around it",
    game = mines,
    map = "***/*.*/***",
    play = { "dig 2 2" },
    expect = { outcome = "Cleared", board = "***/*8*/***" },
  },

  tessera.scenario {
    name = "the reasons of refusals",
    game = mines,
    map = "f.*",
    play = { "dig 1 2" },
    expect = { check = function(state)
      return state:why "dig 1 1" == "dig 1 1: a flag is on the cell"
        and state:why "dig 1 2" == "dig 1 2: the cell is open already"
    end },
  },

  tessera.scenario {
    name = "a map without mines gets them by chance",
    game = mines,
    map = "..../f...",
    options = { mines = 2, chance = { 1, 6 } }, -- the first of seven cells, the last of six
    expect = { outcome = false, board = "*.../f..*" },
  },

  tessera.scenario {
    name = "without a map there are ten mines in 9 x 9 cells",
    game = mines,
    expect = { outcome = false, check = function(state)
      return state:rows() == 9 and state:columns() == 9 and state.ground:count "mine" == 10
    end },
  },

  tessera.scenario {
    name = "there is room for the mines",
    game = mines,
    map = "..f",
    options = { mines = 2 },
    expect = { board = "**f", check = function()
      local fine, why = pcall(mines.new, "..f", { mines = 3 })
      return not fine and why:find("there are more mines than covered cells", 1, true)
    end },
  },

  tessera.scenario {
    name = "where all cells are mines nothing is to be dug",
    game = mines,
    map = "**F",
    expect = { outcome = "Cleared" },
  },

  tessera.scenario {
    name = "the player does not see the mines until the game is over",
    game = mines,
    map = "..*/.fF/...",
    play = function(state)
      state:apply "dig 3 1"
      assert(tostring(state:view()) == "02.\n0ff\n01.\n", tostring(state:view()))
      state:apply "dig 1 3"
    end,
    expect = { outcome = "Blown up", check = function(state)
      return tostring(state:view()) == "02X\n0fF\n01.\n"
    end },
  },

  tessera.scenario {
    name = "hints clear a field without a guess",
    game = mines,
    map = [[
      ......
      *...*.
      ......
      ....*.
      .*....
      .....*
    ]],
    play = by_hints "dig 3 3",
    expect = { outcome = "Cleared" },
  },

  tessera.scenario {
    name = "hints suppose a mine, and see that none can be there",
    game = mines,
    map = ".*.*./.....",
    play = { "dig 2 1", "dig 2 2", "dig 2 3", "dig 2 4", "dig 2 5" },
    expect = hints("dig 1 1", safe),
  },

  tessera.scenario {
    name = "hints take away a flag where no mine can be",
    game = mines,
    map = ".*.*./.....",
    play = { "dig 2 1", "dig 2 2", "dig 2 3", "dig 2 4", "dig 2 5", "flag 1 1" },
    expect = hints("flag 1 1", safe),
  },

  tessera.scenario {
    name = "where a guess is needed, that is said",
    game = mines,
    map = "*..../.....",
    play = { "dig 1 2" },
    expect = hints(false, guess),
  },

  tessera.scenario {
    name = "before anything is open, one begins in the middle",
    game = mines,
    map = ".*../....",
    play = {},
    expect = hints(false, "nothing is open yet, begin in the middle"),
  },
}
