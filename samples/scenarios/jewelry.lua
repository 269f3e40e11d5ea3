--- Jewelry: a swap by the tip, and `drops`, the jewels that fall in first.

local tessera = require "tessera"

return {
  tessera.scenario {
    name = "the tip makes a line",
    game = "jewelry",
    map = "ROYG/YRGO/ORYG/GYOR",
    options = { seed = 7 },
    play = function(state)
      local _, _, direction, row, column = state:tip()
      assert(state:swap(row, column, direction))
    end,
    expect = { moves = 1, check = function(state)
      return state:score() > 0, "the swap brought nothing"
    end },
  },
  tessera.scenario {
    name = "given jewels fall in first",
    game = "jewelry",
    map = "ROYG/YRGO/ORYG/GYOR",
    options = { drops = "BWP", seed = 1 },
    play = { "1,1 RT" },
    expect = { refused = 0, moves = 1 },
  },
}
