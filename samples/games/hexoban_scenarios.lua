--- Scenarios of Hexoban: `lua run.lua samples/games/hexoban_scenarios.lua`.

local tessera = require "tessera"
local hexoban = require "hexoban"

local function counts(moves, pushes)
  return function(state)
    return state.moves == moves and state.pushes == pushes,
      ("found %d moves and %d pushes"):format(state.moves, state.pushes)
  end
end

local function is_refused(map, why)
  local fine, message = pcall(hexoban.new, map)
  return not fine and message:find(why, 1, true) ~= nil
end

local function step(direction, board)
  return tessera.scenario {
    name = "a step " .. direction,
    game = hexoban,
    map = "o$./.../.@./...",
    play = { direction },
    expect = { check = counts(1, 0), outcome = false, board = "o$./" .. board },
  }
end

return {
  step("left", ".../@../..."),
  step("right", ".../..@/..."),
  step("up-left", ".@./.../..."),
  step("up-right", "..@/.../..."),
  step("down-left", ".../.../@.."),
  step("down-right", ".../.../.@."),

  tessera.scenario {
    name = "a box is pushed along a slanting row",
    game = hexoban,
    map = [[
      . . . .
       . . $ .
        . @ . o
    ]],
    play = { "up-right" },
    expect = { check = counts(1, 1), outcome = false, board = [[
      . . . $
       . . @ .
        . . . o
    ]] },
  },

  tessera.scenario {
    name = "the player walks over targets, and a box may leave one",
    game = hexoban,
    map = ". @ o * . / o $ . . .",
    play = { "right", "right" },
    expect = { check = counts(2, 1), outcome = false, board = ". . o + $ / o $ . . ." },
  },

  tessera.scenario {
    name = "a wall stops the player, and so does what lies outside",
    game = hexoban,
    map = [[
      . # ~
       # @ .
        $ o o
    ]],
    play = { "up-left", "up-right", "left", "down-left" },
    expect = { moves = 0, refused = 4, refuses = { ["up-left"] = "there is no way",
      ["up-right"] = "there is no way", ["down-left"] = "the box cannot be pushed" } },
  },

  tessera.scenario {
    name = "two boxes in a row are too heavy",
    game = hexoban,
    map = "@ $ $ . / o o . .",
    play = { "right" },
    expect = { refuses = { right = "the box cannot be pushed" }, refused = 1 },
  },

  tessera.scenario {
    name = "a box goes neither into a wall nor outside",
    game = hexoban,
    map = [[
      # o o o
       $ @ $ #
        . $ . .
    ]],
    play = { "left", "right", "down-right" },
    expect = { moves = 0, refused = 3, outcome = false },
  },

  tessera.scenario {
    name = "a box on its target is not the end where another one is not",
    game = hexoban,
    map = "* $ @ . / o . . .",
    play = { "down-right" },
    expect = { outcome = false },
  },

  tessera.scenario {
    name = "a box on its target, and the level is solved",
    game = hexoban,
    map = "~ o ~ / ~ $ . / # @ .",
    play = { "up-left" },
    expect = { outcome = "Solved", check = counts(1, 1) },
  },

  tessera.scenario {
    name = "a level is checked",
    game = hexoban,
    map = "@ . o",
    expect = { check = function()
      return is_refused("..o", "expected one player (@ or +), found 0")
        and is_refused("@@o", "expected one player (@ or +), found 2")
        and is_refused("@$$o", "there are more boxes than targets")
    end },
  },

  tessera.scenario {
    name = "one box, whose push to the right comes last, takes seven moves",
    game = hexoban,
    file = "levels/hexoban.txt",
    level = "One box",
    play = { "left", "up-left", "up-right", "down-right", "down-right", "down-left" },
    expect = { optimal = 1, unique_solution = true, check = counts(6, 2) },
  },

  tessera.scenario {
    name = "two boxes, the shortest way",
    game = hexoban,
    file = "levels/hexoban.txt",
    level = "Two boxes",
    play = { "down-left", "down-right", "down-right", "down-left", "up-left", "up-left", "up-left",
      "left", "down-left", "right", "right", "down-right", "right", "up-left", "up-right", "left" },
    expect = { outcome = false, optimal = 1, lawful = true },
  },
}
