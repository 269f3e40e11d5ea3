--- Scenarios of the Fifteen Puzzle: `lua run.lua samples/games/fifteen_scenarios.lua`.

local tessera = require "tessera"
local fifteen = require "fifteen"

local function sorts(name, map, play)
  return tessera.scenario { name = name, game = fifteen, map = map, play = play,
    expect = { outcome = "Sorted", moves = #play, refused = 0 } }
end

return {
  tessera.scenario {
    name = "a tile slides into the gap, in each direction",
    game = fifteen,
    map = "1234/5678/9a.c/debf",
    play = { "up", "right", "down", "left" },
    expect = { moves = 4, refused = 0, outcome = false, boards = {
      "1234/5678/9abc/de.f", "1234/5678/9abc/d.ef", "1234/5678/9.bc/daef",
      "1234/5678/9b.c/daef" } },
  },

  tessera.scenario {
    name = "nothing slides in from outside of the board",
    game = fifteen,
    map = ".1/32",
    play = { "right", "down" },
    expect = { refused = 2, refuses = { right = "there is no tile that could" } },
  },

  tessera.scenario {
    name = "it is told of the tile, and of the gap",
    game = fifteen,
    map = "12/3./45",
    play = { "right" },
    expect = { events = {
      { kind = "slid", what = "3", from = { 2, 1 }, to = { 2, 2 } },
      { kind = "pushed", what = ".", from = { 2, 2 }, to = { 2, 1 } },
      { kind = "heard slid" },
    } },
  },

  sorts("two rows of two", "12/.3", { "left" }),
  sorts("two rows of three", "123/4.5", { "left" }),
  sorts("two rows of four", "1234/56.7", { "left" }),
  sorts("three rows of two", "12/34/.5", { "left" }),
  sorts("three rows of four", "1234/5678/9a.b", { "left" }),
  sorts("four rows of two", "12/34/56/.7", { "left" }),
  sorts("four rows of three", "123/456/789/a.b", { "left" }),

  tessera.scenario {
    name = "the first tiles and the gap have to be in their places",
    game = fifteen,
    map = "1234/5678/9abc/d.fe",
    play = { "left" },
    expect = { outcome = false },
  },

  tessera.scenario {
    name = "a small board in the corner of a larger one is not sorted",
    game = fifteen,
    map = "12.4/3567/89ab",
    play = { "left", "right", "up" },
    expect = { outcome = false },
  },

  tessera.scenario {
    name = "eight tiles",
    game = fifteen,
    file = "levels/fifteen.txt",
    level = "As far as eight tiles can be, in 31 slides",
    expect = { optimal = 31 },
  },

  tessera.scenario {
    name = "fifteen tiles",
    game = fifteen,
    file = "levels/fifteen.txt",
    level = "Last two rows, in 17 slides",
    expect = { optimal = 17 },
  },

  tessera.scenario {
    name = "a board has one gap",
    game = fifteen,
    map = "12/3.",
    expect = { check = function()
      local fine, why = pcall(fifteen.new, "1./.2")
      return not fine and why:find("a board has one gap, found 2", 1, true) ~= nil
    end },
  },
}
