--- Life, the game of samples/games/life.lua.

local life = require("spec.support.lua_games").life
local picture = require "spec.support.picture"
local search = require "tessera.search"

local function ticks(map, count)
  local state = life.new(map)
  for _ = 1, count do
    assert.is_true(state:apply "tick")
  end
  return tostring(state), state
end

describe("Life", function()
  it("has blinkers, gliders, and what stays", function()
    assert.are.equal(picture ".../ooo/...", (ticks(".o./.o./.o.", 1)))
    assert.are.equal(picture [[
      ......
      ......
      ...o..
      ....o.
      ..ooo.
      ......]], (ticks([[
      ......
      ..o...
      ...o..
      .ooo..
      ......
      ......]], 4)))
    local beehive = "....../..oo../.o..o./..oo../......"
    assert.are.equal(picture(beehive), (ticks(beehive, 3)))
  end)

  it("has nothing alive beyond the border", function()
    local _, state = ticks("oo", 1)
    assert.are.same({ "Dead", 1 }, { state:outcome(), state.generations })
  end)

  it("pulls a cell out before the generation", function()
    local state = life.new "....../.oooo./......"
    assert.is_true(state:apply "pull 2 5")
    assert.are.equal(picture "..o.../..o.../..o...", tostring(state))
    assert.are.equal("pull 1 1: nothing lives there", state:why "pull 1 1")
  end)

  it("can grow a cell of a block again for ever", function()
    local state = life.new "oo/oo"
    assert.is_true(state:apply "pull 1 1")
    assert.are.equal(picture "oo/oo", tostring(state))
    assert.is_nil((search.shortest(state)))
  end)

  it("ends a beehive in two generations", function()
    assert.are.same({ "pull 2 3", "pull 3 5" },
      search.shortest(life.new "....../..oo../.o..o./..oo../......"))
  end)
end)
