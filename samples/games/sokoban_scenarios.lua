--- Scenarios of Sokoban: `lua run.lua samples/games/sokoban_scenarios.lua`.

local tessera = require "tessera"
local sokoban = require "sokoban"

local function counts(moves, pushes)
  return function(state)
    return state.moves == moves and state.pushes == pushes,
      ("found %d moves and %d pushes"):format(state.moves, state.pushes)
  end
end

local function is_refused(map, why)
  local fine, message = pcall(sokoban.new, map)
  return not fine and message:find(why, 1, true) ~= nil
end

return {
  tessera.scenario {
    name = "the player walks over floors and targets",
    game = sokoban,
    map = [[
      ######
      #@.  #
      #  $ #
      ######
    ]],
    play = { "right", "right" },
    expect = { check = counts(2, 0), outcome = false, board = [[
      ######
      # .@ #
      #  $ #
      ######
    ]] },
  },

  tessera.scenario {
    name = "a wall stops the player",
    game = sokoban,
    map = [[
      #####
      #@#$#
      ### #
      # #.#
      #####
    ]],
    play = { "up", "down", "left", "right" },
    expect = { moves = 0, refused = 4 },
  },

  tessera.scenario {
    name = "the player pushes a box",
    game = sokoban,
    map = "######\n#@$ .#\n######",
    play = { "right" },
    expect = { check = counts(1, 1), outcome = false, board = "######\n# @$.#\n######" },
  },

  tessera.scenario {
    name = "a box is not pushed into a wall",
    game = sokoban,
    map = "######\n#.@$##\n######",
    play = { "right" },
    expect = { refused = 1, board = "######\n#.@$##\n######" },
  },

  tessera.scenario {
    name = "two boxes in a row are too heavy",
    game = sokoban,
    map = "#########\n#..@$$ .#\n#########",
    play = { "right" },
    expect = { refused = 1, board = "#########\n#..@$$ .#\n#########" },
  },

  tessera.scenario {
    name = "the level is solved when the last box is on a target",
    game = sokoban,
    map = [[
      #######
      # .$@ #
      # .$  #
      #######
    ]],
    play = function(state)
      state:apply_all { "left", "right", "down" }
      assert(not state:outcome(), "one box is not on its target")
      state:apply "left"
    end,
    expect = { outcome = "Solved", check = counts(4, 2), board = [[
      #######
      # *   #
      # *@  #
      #######
    ]] },
  },

  tessera.scenario {
    name = "the way round the corner",
    game = sokoban,
    file = "levels/sokoban.txt",
    level = "Round the corner",
    play = { "right", "up", "left", "left", "left" },
    expect = { outcome = "Solved", check = counts(5, 3) },
  },

  tessera.scenario {
    name = "a level has one player, and a target for each box",
    game = sokoban,
    map = "#@*.#",
    expect = { outcome = "Solved", check = function()
      return is_refused("# * #", "expected one player (@ or +), found 0")
        and is_refused("#@+ #", "found 2") and is_refused("#@$$.#", "more boxes than targets")
    end },
  },

  tessera.scenario {
    name = "nothing stands in a wall",
    game = sokoban,
    map = "###\n#@#\n###",
    play = function(state)
      state.things:set(3, 2, "box")
      state.ground:set(2, 2, "target")
    end,
    expect = { check = function(state)
      local fine, why = pcall(sokoban.load, state:save())
      return not fine
        and why.message:find("something stands in the wall at row 3, column 2", 1, true)
    end },
  },
}
