--- Lights Out, the game of samples/games/lights.lua.

local lights = require("spec.support.lua_games").lights
local picture = require "spec.support.picture"
local search = require "tessera.search"

describe("Lights Out", function()
  it("switches a cell and its neighbours", function()
    local state = lights.new "...../.**../...../....*"
    assert.is_true(state:apply "2 2")
    assert.equal(picture ".*.../*..../.*.../....*", tostring(state))
    assert.is_true(state:apply "4 5")
    assert.equal(picture ".*.../*..../.*..*/...*.", tostring(state))
    assert.equal(20, #state:actions())
  end)

  it("is dark when no light is on", function()
    assert.same({ true, "Dark" }, { lights.new(".*./***/.*."):apply "2 2" })
    assert.is_nil(lights.new(".*."):outcome())
    assert.equal("Dark", lights.new("..."):outcome())
  end)

  it("comes back when a cell is pressed twice", function()
    local state = lights.new "*.*/.../..*"
    local before = tostring(state)
    assert.equal(2, (state:apply_all { "1 2", "1 2" }))
    assert.equal(before, tostring(state))
  end)

  it("is solved with the fewest presses, or proven to have no solution", function()
    assert.same({ "1 1", "1 3", "3 1", "3 3" }, search.shortest(lights.new "*.*/.../*.*"))
    local actions, info = search.shortest(lights.new "*.../..../..../....")
    assert.is_nil(actions)
    assert.equal("done", info.ended)
  end)
end)
