--- Scenarios of Rush Hour: `lua run.lua samples/games/rush_scenarios.lua`.

local tessera = require "tessera"
local rush = require "rush"

local function is_refused(map, why)
  local fine, message = pcall(rush.new, map)
  return not fine and message:find(why, 1, true) ~= nil
end

return {
  tessera.scenario {
    name = "cars drive forwards and back",
    game = rush,
    map = [[
      AAA...
      .XX..B
      .....B
    ]],
    play = { "A right", "A right", "A left", "B up" },
    expect = { moves = 4, outcome = false, board = [[
      .AAA.B
      .XX..B
      ......
    ]] },
  },

  tessera.scenario {
    name = "a car drives any number of cells in one move",
    game = rush,
    map = [[
      XX......
      AAA.....
      ......BB
    ]],
    play = { "A right 5", "A left 4", "A right 3", "A left 2", "B left 6", "X right 6" },
    expect = { moves = 6, outcome = "Out", board = [[
      ......XX
      ..AAA...
      BB......
    ]] },
  },

  tessera.scenario {
    name = "a car drives over no other car, through no wall and not off the board",
    game = rush,
    map = "XX..A.#/..#.A..",
    play = { "X right 2", "X right 3", "X right 4", "A up 2", "A right 2", "X left 2" },
    expect = { moves = 2, refused = 4, board = "XX..A.#/..#.A.." },
  },

  tessera.scenario {
    name = "a car does not drive sideways",
    game = rush,
    map = "....../.XX.../....B./....B.",
    play = { "X up", "X down", "B left", "B right" },
    expect = { moves = 0, refused = 4, board = "....../.XX.../....B./....B." },
  },

  tessera.scenario {
    name = "a car drives neither through another one nor off the board",
    game = rush,
    map = "XXAA./..B../..B..",
    play = { "X right", "X left", "A left", "B up", "B down" },
    expect = { moves = 0, refused = 5 },
  },

  tessera.scenario {
    name = "car X is out at the right end of its row",
    game = rush,
    map = ".XX../.AA..",
    play = { "A right 2", "X right", "X right" },
    expect = { outcome = "Out", moves = 3, board = "...XX/...AA" },
  },

  tessera.scenario {
    name = "what is in the way has to go first",
    game = rush,
    file = "levels/rush.txt",
    level = "Up and down again",
    play = { "X right 3", "E up", "F left 3", "D down", "E down", "X right 3" },
    expect = { outcome = "Out", refused = 1, board = [[
      AA...
      BBBCC
      ...XX
      ..ED.
      FFED.
    ]] },
  },

  tessera.scenario {
    name = "a car is a straight line of two cells or more",
    game = rush,
    map = "XX..AA",
    expect = { outcome = false, check = function()
      return is_refused("XX.A", "car A is not a straight line of cells")
        and is_refused("XX.AA/....A", "car A is not")
        and is_refused("XX.AA/...AA", "car A is not")
        and is_refused("XX.A.A", "car A is not")
    end },
  },

  tessera.scenario {
    name = "a level has a car X that lies",
    game = rush,
    map = "XX.A/...A",
    expect = { outcome = false, check = function()
      return is_refused("AA..", "there is no car X that drives left and right")
        and is_refused("X.AA/X...", "there is no car X that drives left and right")
    end },
  },
}
