--- The Tower: ice that slides, stairs to the goal, and blocks that fall over an edge.

local tessera = require "tessera"

return {
  tessera.scenario {
    name = "ice slides over ice",
    game = "tower",
    map = [[
      .....G
      SI...#
      #IIII#
    ]],
    play = { "PUSH RIGHT" },
    expect = {
      moves = 1,
      outcome = false,
      board = [[
        .....G
        S...I#
        #?????
      ]],
    },
  },

  tessera.scenario {
    name = "he climbs the stairs to the goal",
    game = "tower",
    map = [[
      .....
      ...G.
      ..##.
      S###.
    ]],
    play = function(state)
      local row, column = state:goal()
      while not state:outcome() do
        assert(state:climb "right")
      end
      assert(select(2, state:player()) == column and row == 3)
    end,
    expect = { outcome = "Cleared", moves = 3, refused = 0 },
  },

  tessera.scenario {
    name = "a block that is pushed over the edge falls",
    game = "tower",
    map = [[
      .......
      S#....G
      ###...#
    ]],
    play = { "PUSH RIGHT", "PUSH RIGHT", "MOVETO 2", "PUSH RIGHT", "MOVETO 3", "PUSH RIGHT" },
    expect = {
      moves = 5,
      refused = 1,
      board = [[
        .......
        ..S...G
        ###.#.#
      ]],
    },
  },
}
