--- Specifies how the conditions and levels of PuzzleScript files are read.

local parse = require "tessera.puzzlescript.parse"
local puzzlescript = require "spec.support.puzzlescript"

local board, read = puzzlescript.board, puzzlescript.game

local function fine(game)
  assert.are.same({}, game.diagnostics)
  return game
end

describe("WINCONDITIONS", function()
  local function conditions(lines)
    local list = {}
    for i, win in ipairs(read({ winconditions = lines }).wins) do
      list[i] = ("%s %s%s"):format(win.quantifier, win.what, win.on and " on " .. win.on or "")
    end
    return table.concat(list, "; ")
  end

  it("are all, some, any or no, of one thing or on another", function()
    assert.are.equal("all crate on target; some crate; some solid on target; no player; "
      .. "no crate on wall",
      conditions "All crate on O\nSome crate\nany Solid on target\nno p\nno crate on wall")
  end)

  it("take what was understood of a damaged line", function()
    assert.are.equal("some crate on target", conditions "every crate on target")
    assert.are.equal("all crate", conditions "all crate on")
    assert.are.equal("all crate", conditions "all crate on target wall")
    assert.are.equal("all crate on target", conditions "all crate in target")
    assert.are.equal("no wall", conditions "no wall (all crate on target)")
    assert.are.equal("", conditions "all\nno cheese\nall crate on cheese\n(x) no wall")
  end)
end)

describe("LEVELS", function()
  it("are blocks of rows, and messages", function()
    local game = fine(read { levels = "p.\n.*\nmessage  Hi (you) ALL \n#\n\n\nO@\nmessage" })
    assert.are.equal(5, #game.levels)
    assert.are.equal("player .\n. crate", board(game.levels[1]))
    assert.are.same({ "Hi (you) ALL", "" }, { game.levels[2].message, game.levels[5].message })
    assert.are.equal("wall", board(game.levels[3]))
    assert.are.equal("target crate+target", board(game.levels[4]))
    assert.are.same({ "p.", ".*" }, game.levels[1].text)
  end)

  it("list their cells column by column", function()
    local level = fine(read { levels = "p*#\n..O" }).levels[1]
    assert.are.same({ 2, 3 }, { level.rows, level.columns })
    local names = {}
    for i, cell in ipairs(level.cells) do
      names[i] = table.concat(cell, "+")
    end
    assert.are.equal("player+background background crate+background background wall+background "
      .. "target+background", table.concat(names, " "))
  end)

  it("fill a short row with its last character and cut a long one", function()
    local level = read({ levels = "###.\n#*\n#....." }).levels[1]
    assert.are.equal("wall wall wall .\nwall crate crate crate\nwall . . .", board(level))
  end)

  it("are not ended by a line that is only a comment", function()
    assert.are.equal("player\nwall\ncrate", board(fine(read { levels = "p\n(x)\n#\n===\n(y) *" })
      .levels[1]))
  end)

  it("take no headers", function()
    local game = fine(read { legend = "r = crate\nu = wall\nl = target\ne = crate\ns = wall",
      levels = "rules" })
    assert.are.equal("crate wall target crate wall", board(game.levels[1]))
  end)

  it("stay without objects from an unknown character on, and without a background", function()
    local level = read({ levels = "#p?\n#?p\n###" }).levels[1]
    assert.are.equal("wall player .\nwall . .\nwall . .", board(level))
    assert.are.same({ "wall" }, level.cells[3])
    assert.are.same({ {}, {} }, { level.cells[5], level.cells[9] })
  end)
end)

describe("the background of a level", function()
  local function cells(rows)
    local text = [[
OBJECTS
Grass
green

Sand
yellow

Player
white

LEGEND
Background = Grass or Sand
g = Grass
s = Sand
n = Sand and Player
p = Player

SOUNDS
COLLISIONLAYERS
Background
Player

RULES
WINCONDITIONS
LEVELS
]]
    local game = fine(parse(text .. rows))
    local list = {}
    for i, cell in ipairs(game.levels[1].cells) do
      list[i] = table.concat(cell, "+")
    end
    return table.concat(list, " ")
  end

  it("is the one of the first cell, column by column, that has one", function()
    assert.are.equal("player+sand sand grass player+sand", cells "pg\nsp")
    assert.are.equal("player+grass grass", cells "pg")
    assert.are.equal("player+sand sand+player player+sand", cells "pnp")
  end)

  it("is the first of the property if no cell has one", function()
    assert.are.equal("player+grass player+grass", cells "pp")
  end)
end)
