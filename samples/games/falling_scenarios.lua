--- Scenarios of Falling Pieces: `lua run.lua samples/games/falling_scenarios.lua`. The option
--- `chance` says which pieces come: 1 to 7 for I J L O S T Z.

local tessera = require "tessera"
local falling = require "falling"

-- The first rows of the board with this piece, and that of a game without a map.
local function first_rows(number, count)
  local board = tostring(falling.new(nil, { chance = { number } }))
  return board:match(("[^\n]*\n"):rep(count))
end

return {
  tessera.scenario {
    name = "a piece appears in the middle of the first row",
    game = falling,
    map = "......./......./.......",
    options = { chance = { 3 } },
    expect = { outcome = false, score = 0, board = "..LLL../..L..../......." },
  },

  tessera.scenario {
    name = "there are seven pieces, and 20 rows of 10 cells",
    game = falling,
    expect = { outcome = false, check = function(state)
      return state:rows() == 20 and first_rows(1, 1) == "...IIII...\n"
        and first_rows(2, 2) == "...JJJ....\n.....J....\n"
        and first_rows(4, 2) == "....OO....\n....OO....\n"
        and first_rows(5, 2) == "....SS....\n...SS.....\n"
        and first_rows(6, 2) == "...TTT....\n....T.....\n"
        and first_rows(7, 2) == "...ZZ.....\n....ZZ....\n"
    end },
  },

  tessera.scenario {
    name = "a piece moves left and right, as far as there is room",
    game = falling,
    map = "....../.....#/......",
    options = { chance = { 4 } },
    play = { "left", "left", "left", "right", "right", "right", "right" },
    expect = { moves = 5, refused = 2, board = "...OO./...OO#/......", check = function(state)
      return state:why "right" == "right: there is no room"
    end },
  },

  tessera.scenario {
    name = "a piece turns where there is room",
    game = falling,
    map = "....../....../....../......",
    options = { chance = { 6 } },
    play = { "turn" },
    expect = { moves = 1, board = "..T.../.TT.../..T.../......" },
  },

  tessera.scenario {
    name = "a piece does not turn where there is none",
    game = falling,
    map = "....../......",
    options = { chance = { 1 } },
    play = { "turn" },
    expect = { refused = 1, board = ".IIII./......", check = function(state)
      return state:why "turn" == "turn: there is no room to turn"
    end },
  },

  tessera.scenario {
    name = "with each tick a piece falls by one cell, until it lies",
    game = falling,
    map = "...../...../...../.....",
    options = { chance = { 4, 7 } },
    play = { "tick", "tick", "tick" },
    expect = { moves = 3, score = 0, outcome = false, board = [[
      .ZZ..
      ..ZZ.
      .oo..
      .oo..
    ]] },
  },

  tessera.scenario {
    name = "a piece is dropped onto what lies there",
    game = falling,
    map = "....../....../....../....../....../..#...",
    options = { chance = { 4, 2 } },
    play = { "drop" },
    expect = { moves = 1, outcome = false, board = [[
      .JJJ..
      ...J..
      ......
      ..oo..
      ..oo..
      ..#...
    ]] },
  },

  tessera.scenario {
    name = "a full row vanishes, and what is above comes down",
    game = falling,
    map = "......./......./#....../##...##",
    options = { chance = { 6, 4 } },
    play = { "turn", "turn", "drop" },
    expect = { score = 40, outcome = false, check = function(state)
      return state.lines == 1, state.lines .. " lines"
    end, board = [[
      ..OO...
      ..OO...
      .......
      #..t...
    ]] },
  },

  tessera.scenario {
    name = "two rows vanish at once",
    game = falling,
    map = "....../....../....../##..##/##..##",
    options = { chance = { 4, 4 } },
    play = { "drop" },
    expect = { outcome = "Won", score = 100 },
  },

  tessera.scenario {
    name = "three rows vanish at once",
    game = falling,
    map = "......./......./......./......./###.###/###.###/###.###",
    options = { chance = { 1, 1 } },
    play = { "turn", "right", "drop" },
    expect = { outcome = "Won", score = 300 },
  },

  tessera.scenario {
    name = "four rows vanish at once",
    game = falling,
    map = "..../..../..../..../.###/.###/.###/.###",
    options = { chance = { 1, 1 } },
    play = { "turn", "left", "left", "drop" },
    expect = { outcome = "Won", score = 1200 },
  },

  tessera.scenario {
    name = "a board without stones is played on",
    game = falling,
    map = "..../..../....",
    options = { chance = { 1, 1 } },
    play = { "drop" },
    expect = { outcome = false, score = 40, board = "IIII/..../...." },
  },

  tessera.scenario {
    name = "there is no room for the next piece",
    game = falling,
    map = "..../..../....",
    options = { chance = { 4, 4 } },
    play = { "drop" },
    expect = { outcome = "Full", board = "..../.oo./.oo." },
  },

  tessera.scenario {
    name = "a piece of the map falls first",
    game = falling,
    map = "...../..S../..SS./...S./.....",
    options = { chance = { 1 } },
    play = { "tick" },
    expect = { outcome = false, board = "...../...../..S../..SS./...S." },
  },

  tessera.scenario {
    name = "a saved game has a piece that falls",
    game = falling,
    map = "..../....",
    options = { chance = { 1 } },
    play = function(state)
      state.board:replace("I", "i")
    end,
    expect = { board = "iiii/....", check = function(state)
      local fine, why = pcall(falling.load, state:save())
      return not fine and why.message:find("no piece falls", 1, true)
    end },
  },
}
