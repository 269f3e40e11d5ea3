--- The Fifteen Puzzle, the game of samples/games/fifteen.lua.

local fifteen = require("spec.support.lua_games").fifteen
local picture = require "spec.support.picture"
local search = require "tessera.search"

describe("the Fifteen Puzzle", function()
  it("slides the tile beside the gap in the direction that is named", function()
    local state = fifteen.new "1234/5678/9abc/de.f"
    assert.are.equal(3, (state:apply_all { "right", "down", "left" }))
    assert.are.equal(picture [[
      1234
      5678
      9b.c
      daef]], tostring(state))
    assert.are.same({ "up", "down", "left", "right" }, state:actions())
  end)

  it("says why nothing slides", function()
    local state = fifteen.new ".1/32"
    assert.are.equal("down: there is no tile that could", state:why "down")
    assert.are.equal("right: there is no tile that could", state:why "right")
  end)

  it("is sorted when all tiles are in order before the gap", function()
    local state = fifteen.new "123/456/.78"
    assert.are.equal(1, (state:apply_all { "left" }))
    assert.is_nil(state:outcome())
    assert.are.same({ true, "Sorted" }, { state:apply "left" })
    assert.are.equal("Sorted", select(2, fifteen.new "123/45."))
    assert.is_nil(select(2, fifteen.new ".12/345"))
  end)

  it("has one gap on a board", function()
    assert.has_error(function()
      fifteen.new "1./.2"
    end, "fifteen: map: a board has one gap, found 2")
  end)

  it("takes 31 slides at most with eight tiles, and half of the orders have no line", function()
    assert.are.equal(31, #search.shortest(fifteen.new "867/254/3.1"))
    local actions, info = search.shortest(fifteen.new "123/456/87.")
    assert.is_nil(actions)
    assert.are.same({ "done", 181440 }, { info.ended, info.positions })
  end)
end)
