--- Scenarios of Klotski: `lua run.lua samples/games/klotski_scenarios.lua`.

local tessera = require "tessera"
local klotski = require "klotski"

local function slides(name, map, play, board)
  return tessera.scenario { name = name, game = klotski, map = map, play = play,
    expect = { board = board, refused = 0 } }
end

return {
  slides("the large block slides as a whole", "...../.AB../.CD../.....",
    { "slide 2 2 right", "slide 2 4 up", "slide 2 4 left", "slide 2 2 left", "slide 1 1 down" },
    "...../AB.../CD.../....."),

  slides("standing blocks slide, also side by side", "^^../vv../....",
    { "slide 2 2 right", "slide 1 1 down", "slide 1 3 down", "slide 2 3 right" },
    "..../^..^/v..v"),

  slides("lying blocks slide, also one behind the other", "<><>./.....",
    { "slide 1 3 right", "slide 1 1 down", "slide 1 5 left", "slide 2 2 right", "slide 1 3 left" },
    ".<>../.<>.."),

  slides("small blocks slide alone", "oo./...", { "slide 1 2 right", "slide 1 1 down" }, "..o/o.."),

  tessera.scenario {
    name = "nothing slides into another block, a wall, the exit, or off the board",
    game = klotski,
    map = "oAB^#/<CDv./>#==.",
    play = { "slide 1 1 right", "slide 1 2 left", "slide 2 3 down", "slide 1 4 right",
      "slide 1 1 up", "slide 1 1 left", "slide 1 4 up", "slide 1 5 down", "slide 2 5 left" },
    expect = { moves = 0, refused = 9 },
  },

  tessera.scenario {
    name = "a block that has no room says so",
    game = klotski,
    map = "oo",
    expect = { refuses = { ["slide 1 1 right"] = "there is no room" } },
  },

  tessera.scenario {
    name = "the large block is out above the whole exit",
    game = klotski,
    map = "AB.../CD.../...../#==##",
    play = { "slide 2 1 down", "slide 2 1 right" },
    expect = { outcome = "Out", board = "...../.AB../.CD../#==##" },
  },

  tessera.scenario {
    name = "it is not out above half of the exit, nor is another block",
    game = klotski,
    map = "AB.../CD<>./...../#==##",
    play = { "slide 2 1 down", "slide 2 4 down", "slide 3 4 left" },
    expect = { moves = 2, refused = 1, outcome = false },
  },

  tessera.scenario {
    name = "beams on their way out",
    game = klotski,
    file = "levels/klotski.txt",
    level = "Beams, in 39 steps",
    expect = { optimal = 39 },
  },

  tessera.scenario {
    name = "the classic start takes 116 steps",
    game = klotski,
    file = "levels/klotski.txt",
    level = "The red donkey, in 116 steps",
    expect = { optimal = 116 },
  },
}
