--- Scenarios of the sample games: one for each, on a level of its file or a small board.

local tessera = require "tessera"

local function scenario(definition)
  local game = definition.game
  definition.game = require("games." .. game)
  definition.name = game .. ": " .. definition.name
  definition.file = definition.level and ("games/levels/%s.txt"):format(game)
  return tessera.scenario(definition)
end

return {
  scenario { name = "four equal tiles become two", game = "2048",
    map = "1111/..../..../....", options = { chance = { 1, 2 } }, play = { "left" },
    expect = { board = "221./..../..../....", score = 8 } },

  scenario { name = "a rock falls onto whoever waits below it", game = "boulder",
    level = "A falling rock", play = { "tick", "tick" },
    expect = { outcome = "Dead", moves = 2 } },

  scenario { name = "who cannot move has lost", game = "clobber", level = "Two by three",
    play = { "1 1 right", "2 1 right", "1 2 down", "2 3 left" },
    expect = { board = "..o/.x.", outcome = "Black wins", score = -1 } },

  scenario { name = "four in a row win", game = "connect4",
    play = { "drop 1", "drop 1", "drop 2", "drop 2", "drop 3", "drop 3", "drop 4" },
    expect = { outcome = "Red wins", moves = 7 } },

  scenario { name = "two rows vanish at once", game = "falling",
    map = "....../....../....../##..##/##..##", options = { chance = { 4, 4 } }, play = { "drop" },
    expect = { outcome = "Won", score = 100 } },

  scenario { name = "a four and a three cannot both be stopped", game = "gomoku",
    level = "Four and three", play = { "5 6", "5 7", "6 6", "2 6", "7 6" },
    expect = { outcome = "Black wins" } },

  scenario { name = "the order of presses does not matter", game = "lights", level = "Diamond",
    play = { "5 3", "3 5", "3 1", "1 3" }, expect = { outcome = "Dark", moves = 4 } },

  scenario { name = "nobody digs under a flag", game = "mines", level = "Corner",
    play = { "flag 4 4", "dig 4 4", "dig 1 1" },
    expect = { board = "0000/0000/0011/001F", outcome = "Cleared", moves = 2, refused = 1 } },

  scenario { name = "a disc turns what it encloses", game = "othello", level = "Small board",
    play = { "1 2" }, expect = { board = ".x../.xx./.xo./....", score = 3 } },

  scenario { name = "the peg that is jumped over is taken", game = "peg", level = "Cross",
    play = { "3 4 left" },
    expect = { board = "##...##/##.o.##/.o..o../...o.../...o.../##...##/##...##" } },

  scenario { name = "cars drive along, and not through each other", game = "rush",
    level = "One in the way", play = { "X right", "B up", "X right", "X right", "X right" },
    expect = { board = "..B../AAB../...XX/..C../..CDD", outcome = "Out", refused = 1 } },

  scenario { name = "the way round the corner", game = "sokoban",
    level = "Round the corner", play = { "right", "up", "left", "left", "left" },
    expect = { outcome = "Solved", moves = 5, check = function(state)
      return state.pushes == 3, "expected 3 pushes, found " .. state.pushes
    end } },
}
