--- Peg Solitaire, the game of samples/games/peg.lua.

local peg = require("spec.support.lua_games").peg
local picture = require "spec.support.picture"
local search = require "tessera.search"

describe("Peg Solitaire", function()
  it("begins on the English board, with four jumps into its middle", function()
    local state = peg.new()
    assert.are.equal(picture [[
      ##ooo##
      ##ooo##
      ooooooo
      ooo.ooo
      ooooooo
      ##ooo##
      ##ooo##]], tostring(state))
    assert.are.same({ "2 4 down", "4 2 right", "4 6 left", "6 4 up" }, state:actions())
  end)

  it("takes the peg that is jumped over", function()
    local state, events = peg.new(), {}
    state:apply("2 4 down", events)
    assert.are.equal(picture [[
      ##ooo##
      ##o.o##
      ooo.ooo
      ooooooo
      ooooooo
      ##ooo##
      ##ooo##]], tostring(state))
    assert.are.same({ { kind = "jumped", what = "o", from = { 2, 4 }, to = { 4, 4 } },
      { kind = "removed", what = "o", from = { 3, 4 } }, { kind = "heard jumped" } }, events)
    assert.are.equal(2, state:score())
  end)

  it("says why a peg cannot jump", function()
    local state = peg.new "#o.o/oo.o/.oo."
    assert.are.equal("1 3 left: row 1, column 3 is empty, not 'peg'", state:why "1 3 left")
    assert.are.equal("1 4 left: row 1, column 3 is empty, not 'peg'", state:why "1 4 left")
    assert.are.equal("3 2 up: row 1, column 2 is peg, not 'empty'", state:why "3 2 up")
    assert.are.equal("3 2 left: row 3, column 1 is empty, not 'peg'", state:why "3 2 left")
    assert.are.equal("2 2 left: the board ends before 'empty'", state:why "2 2 left")
    assert.is_nil(state:why "2 1 right")
  end)

  it("is solved by the last peg, wherever it is", function()
    local state = peg.new "oo.o"
    assert.are.same({ true }, { state:apply "1 1 right" })
    assert.are.equal("..oo\n", tostring(state))
    assert.are.same({ true, "Solved" }, { state:apply "1 4 left" })
    assert.are.equal(".o..\n", tostring(state))
    assert.are.equal(3, state:score())
  end)

  it("is stuck when no peg can jump", function()
    local state = peg.new "oo../...o"
    assert.are.same({ true, "Stuck" }, { state:apply "1 1 right" })
    assert.are.equal("..o.\n...o\n", tostring(state))
    assert.are.equal("Stuck", select(2, peg.new "oo#/.#o"))
    assert.are.equal("Stuck", select(2, peg.new "..."))
  end)

  it("has a proof for what cannot be solved", function()
    local cross = [[
      ##...##
      ##.o.##
      ..ooo..
      ...o...
      ...o...
      ##...##
      ##...##]]
    assert.are.equal(5, #search.shortest(peg.new(picture(cross))))
    local actions, info = search.shortest(peg.new "oooo./....o/.....")
    assert.is_nil(actions)
    assert.are.equal("done", info.ended)
  end)
end)
