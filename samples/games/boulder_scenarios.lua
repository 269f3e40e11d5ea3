--- Scenarios of Boulders: `lua run.lua samples/games/boulder_scenarios.lua`. An empty cell is a
--- blank; `wait` lets the rocks fall.

local tessera = require "tessera"
local boulder = require "boulder"

local function counts(gems, ticks)
  return function(state)
    return state.gems == gems and state.ticks == ticks,
      ("found %d gems after %d ticks"):format(state.gems, state.ticks)
  end
end

return {
  -- ---- the player ----

  tessera.scenario {
    name = "the player walks, and digs through the dirt",
    game = boulder,
    map = "#####\n#@ .#\n#  .#\n#####",
    play = { "right", "right", "down" },
    expect = { outcome = false, check = counts(0, 3), board = "#####\n#   #\n#  @#\n#####" },
  },

  tessera.scenario {
    name = "walls and the border are in the way",
    game = boulder,
    map = "@#",
    play = { "up", "left", "right" },
    expect = { moves = 0, refused = 3, board = "@#" },
  },

  tessera.scenario {
    name = "the player takes gems, also one that falls",
    game = boulder,
    map = "@*+\n###",
    play = { "right", "right" },
    expect = { score = 2, outcome = false, check = counts(2, 2), board = "  @\n###" },
  },

  tessera.scenario {
    name = "the player pushes a rock to the left and to the right",
    game = boulder,
    map = "  o@o \n######",
    play = { "right", "left", "left" },
    expect = { moves = 3, check = counts(0, 3), board = " o@  o\n######" },
  },

  tessera.scenario {
    name = "a rock is not pushed up, down, into a wall or against another rock",
    game = boulder,
    map = [[
      ######
      # o  #
      #o@oo#
      # o  #
      ######
    ]],
    play = { "up", "down", "left", "right" },
    expect = { moves = 0, refused = 4 },
  },

  tessera.scenario {
    name = "the exit opens when all gems are taken",
    game = boulder,
    map = "#@*E+#\n######",
    play = { "right", "right", "right" },
    expect = { moves = 1, refused = 2, outcome = false, board = "# @E*#\n######",
      check = function(state)
        return state:why "right" == "right: the exit is closed: gems are missing"
      end },
  },

  tessera.scenario {
    name = "through the open exit the player escapes",
    game = boulder,
    map = "#@+*E#\n######",
    play = { "right", "right", "right" },
    expect = { outcome = "Escaped", score = 2, board = "#   @#\n######" },
  },

  tessera.scenario {
    name = "the option says how many gems open the exit",
    game = boulder,
    map = "#*@E*#\n######",
    options = { needed = 1 },
    play = { "left", "right", "right" },
    expect = { outcome = "Escaped", score = 1 },
  },

  tessera.scenario {
    name = "waiting and ticking take time",
    game = boulder,
    map = "#@#",
    play = { "wait", "tick", "tick" },
    expect = { check = counts(0, 3), outcome = false },
  },

  tessera.scenario {
    name = "there is one player",
    game = boulder,
    map = "@",
    expect = { outcome = false, check = function()
      local fine, why = pcall(boulder.new, "#E#")
      local two, why_two = pcall(boulder.new, "@E@")
      return not fine and why:find("expected one player (@), found 0", 1, true)
        and not two and why_two:find("found 2", 1, true)
    end },
  },

  -- ---- rocks and gems ----

  tessera.scenario {
    name = "a rock and a gem fall where a cell is empty, one cell in each tick",
    game = boulder,
    map = [[
      #####
      #o*o#
      #  .#
      #  @#
      #####
    ]],
    play = { "wait" },
    expect = { outcome = false, board = [[
      #####
      #  o#
      #O+.#
      #  @#
      #####
    ]] },
  },

  tessera.scenario {
    name = "what falls goes on falling",
    game = boulder,
    map = [[
      ######
      #O+.@#
      #  ###
      #  ###
      ######
    ]],
    play = { "wait", "wait" },
    expect = { outcome = false, board = [[
      ######
      #  .@#
      #  ###
      #O+###
      ######
    ]] },
  },

  tessera.scenario {
    name = "what falls comes to rest on the ground",
    game = boulder,
    map = [[
      #######
      #..@..#
      #O+# O#
      #..##.#
      #######
    ]],
    play = { "wait" },
    expect = { outcome = false, board = [[
      #######
      #..@..#
      #o*# o#
      #..##.#
      #######
    ]] },
  },

  tessera.scenario {
    name = "rocks roll off what is round, to the left first",
    game = boulder,
    map = [[
      ###############
      # o  # O  #.o #
      # *..# o..#.# #
      ########@######
      ###############
    ]],
    play = { "wait" },
    expect = { outcome = false, board = [[
      ###############
      #O   #O   #. O#
      # *..# o..#.# #
      ########@######
      ###############
    ]] },
  },

  tessera.scenario {
    name = "so do gems",
    game = boulder,
    map = [[
      ###############
      # *  # +  #.* #
      # o..# *..#.# #
      ########@######
      ###############
    ]],
    play = { "wait" },
    expect = { outcome = false, board = [[
      ###############
      #+   #+   #. +#
      # o..# *..#.# #
      ########@######
      ###############
    ]] },
  },

  tessera.scenario {
    name = "they do not roll off dirt, nor where there is no room beside and below",
    game = boulder,
    map = [[
      #####################
      # o #.o.# o # * #.*.#
      # . # o #.o.# . # * #
      ########@############
      #####################
    ]],
    play = { "wait" },
    expect = { outcome = false, board = [[
      #####################
      # o #.o.# o # * #.*.#
      # . # o #.o.# . # * #
      ########@############
      #####################
    ]] },
  },

  tessera.scenario {
    name = "what falls onto the player explodes",
    game = boulder,
    map = [[
      #######
      #.....#
      #..O*o#
      #..@..#
      #.....#
      #..*..#
      #######
    ]],
    play = { "wait" },
    expect = { outcome = "Dead", board = [[
      #######
      #.....#
      #.   o#
      #.   .#
      #.   .#
      #..*..#
      #######
    ]] },
  },

  tessera.scenario {
    name = "what lies on the player does not",
    game = boulder,
    map = [[
      #####
      #.o.#
      #.@*#
      #...#
      #####
    ]],
    play = { "wait", "wait" },
    expect = { outcome = false, board = [[
      #####
      #.o.#
      #.@*#
      #...#
      #####
    ]] },
  },

  tessera.scenario {
    name = "what falls onto a fly explodes, but no wall and no exit",
    game = boulder,
    map = [[
      #######
      #@..+.#
      #...<.#
      #...#E#
      #######
    ]],
    play = { "wait" },
    expect = { outcome = false, board = [[
      #######
      #@.   #
      #..   #
      #.. #E#
      #######
    ]] },
  },

  -- ---- flies ----

  tessera.scenario {
    name = "a fly turns to its left if the cell there is empty",
    game = boulder,
    map = [[
      ######
      #@.. #
      ##. >#
      ##...#
      ######
    ]],
    play = { "wait" },
    expect = { outcome = false, board = [[
      ######
      #@..^#
      ##.  #
      ##...#
      ######
    ]] },
  },

  tessera.scenario {
    name = "otherwise it flies ahead",
    game = boulder,
    map = [[
      ######
      #@...#
      #.> .#
      #.  .#
      ######
    ]],
    play = { "wait" },
    expect = { outcome = false, board = [[
      ######
      #@...#
      #. >.#
      #.  .#
      ######
    ]] },
  },

  tessera.scenario {
    name = "if it cannot, it turns to its right",
    game = boulder,
    map = [[
      #####
      #@..#
      ##>##
      ##.##
      #####
    ]],
    play = { "wait" },
    expect = { outcome = false, board = [[
      #####
      #@..#
      ##v##
      ##.##
      #####
    ]] },
  },

  tessera.scenario {
    name = "a fly below the player explodes",
    game = boulder,
    map = [[
      #######
      #.....#
      #..@..#
      #..>..#
      #.....#
      #######
    ]],
    play = { "wait" },
    expect = { outcome = "Dead", board = [[
      #######
      #.....#
      #.   .#
      #.   .#
      #.   .#
      #######
    ]] },
  },

  tessera.scenario {
    name = "a fly at an edge of the player does nothing",
    game = boulder,
    map = [[
      #####
      #.@.#
      #>#.#
      #.#.#
      #####
    ]],
    play = { "wait" },
    expect = { outcome = false, board = [[
      #####
      #.@.#
      #v#.#
      #.#.#
      #####
    ]] },
  },
}
