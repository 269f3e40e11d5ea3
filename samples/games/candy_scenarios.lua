--- Scenarios of Candy: `lua run.lua samples/games/candy_scenarios.lua`. The option `chance` says
--- which sweets come from above: 1 red, 2 green, 3 blue, 4 yellow, 5 pink.

local tessera = require "tessera"
local candy = require "candy"

local function numbers(swaps, points)
  return function(state)
    return state.swaps == swaps and state.points == points
  end
end

-- Whether the board has all colours, and neither an empty cell nor a line.
local function is_full(state)
  local board = state.board
  for row, column in board:each "sweet" do
    if board:line_at(row, column) > 2 then
      return false
    end
  end
  return board:count "empty" == 0 and board:count "pink" > 0 and board:count "sweet" == 36
end

return {
  tessera.scenario {
    name = "a new board has sweets of all colours, and no line",
    game = candy,
    options = { seed = 7 },
    play = {},
    expect = { check = is_full, score = 0 },
  },

  tessera.scenario {
    name = "three of a colour melt, and new sweets come from above, one after the other",
    game = candy,
    map = "gr/rg/ry/gr",
    options = { chance = { 5, 3, 2 } },
    play = { "swap 1 1 right" },
    expect = { outcome = false, score = 30, check = numbers(11, 30), board = "gg/bg/py/gr" },
  },

  tessera.scenario {
    name = "what lies above falls",
    game = candy,
    map = "yb/by/gr/rg/ry/gr",
    options = { chance = { 5, 3, 2 } },
    play = { "swap 3 1 right" },
    expect = { score = 30, board = "gb/by/pg/yg/by/gr" },
  },

  tessera.scenario {
    name = "a line of five melts as a whole",
    game = candy,
    map = "ggrgg/bbgbb",
    options = { chance = { 1, 3, 1, 3, 1 } },
    play = { "swap 1 3 down" },
    expect = { score = 50, board = "rbrbr/bbrbb" },
  },

  tessera.scenario {
    name = "two lines with one sweet in common",
    game = candy,
    map = "gry/gby/bgg/gyr",
    options = { chance = { 5, 3, 1, 4, 1 } },
    play = { "swap 3 1 down" },
    expect = { score = 50, board = "rbr/yry/pby/byr" },
  },

  tessera.scenario {
    name = "lines of what has fallen melt as well",
    game = candy,
    map = "yy/br/rb/rb/br/yg",
    options = { chance = { 2, 5, 2, 4, 5, 3 } },
    play = { "swap 5 1 right" },
    expect = { score = 60, board = "pb/gy/gp/yy/br/yg" },
  },

  tessera.scenario {
    name = "a swap that makes no line is refused, and costs nothing",
    game = candy,
    map = "brg/gry/bgb",
    play = { "swap 1 1 right", "swap 2 2 down", "swap 1 2 right" },
    expect = { refused = 3, moves = 0, check = numbers(12, 0), board = "brg/gry/bgb" },
  },

  tessera.scenario {
    name = "stones stay, and sweets come from under them",
    game = candy,
    map = "#rg/grr/ry#",
    options = { chance = { 4, 5, 3 } },
    play = { "swap 1 1 right", "swap 3 2 right", "swap 2 1 down" },
    expect = { refused = 2, score = 30, board = "#yp/brg/gy#" },
  },

  tessera.scenario {
    name = "points enough end the game, even with the last swap",
    game = candy,
    map = "r/r/g/r",
    options = { wanted = 30, swaps = 1, chance = { 2, 4, 5 } },
    play = { "swap 3 1 down" },
    expect = { outcome = "Enough", score = 30 },
  },

  tessera.scenario {
    name = "without swaps it is over",
    game = candy,
    map = "r/r/g/r",
    options = { swaps = 1, chance = { 2, 4, 5 } },
    play = { "swap 3 1 down" },
    expect = { outcome = "Out of swaps", score = 30, board = "p/y/g/g" },
  },
}
