--- Falling sand, the game of samples/games/sand.lua.

local picture = require "spec.support.picture"
local sand = require("spec.support.lua_games").sand

describe("falling sand", function()
  it("falls as a column, and rolls off what is in its way", function()
    local state = sand.new [[
      .o...
      .o...
      .....
      ##...
      .....]]
    assert.are.equal(4, (state:apply_all { "tick", "tick", "tick", "tick" }))
    assert.are.equal(picture [[
      .....
      .....
      .....
      ##...
      .oo..]], tostring(state))
  end)

  it("makes a heap with slopes of 45 degrees", function()
    local state = sand.new("......./......./......./.......", { grains = 9 })
    for _ = 1, 9 do
      assert.is_true(state:apply "pour 4")
    end
    assert.are.equal(picture [[
      .......
      ...o...
      ..ooo..
      .ooooo.]], tostring(state))
    assert.are.equal("Out of sand", state:outcome())
  end)

  it("is poured in at the top alone", function()
    local state = sand.new("#o../#oo./###.", { grains = 1 })
    assert.are.same({ "pour 3", "pour 4", "tick" }, state:actions())
    for column = 1, 2 do
      assert.are.equal(("pour %d: there is no room for a grain"):format(column),
        state:why("pour " .. column))
    end
  end)

  it("covers all marks, or runs out", function()
    local state = sand.new(".../.../__#", { grains = 2 })
    assert.are.equal(2, (state:apply_all { "pour 1", "pour 2" }))
    assert.is_nil(state:outcome())
    assert.are.same({ true, "Covered" }, { state:apply "tick" })
    state = sand.new(".../.../__#", { grains = 1 })
    assert.is_true(state:apply "pour 1")
    assert.are.equal("tick", table.concat(state:actions(), " "))
    assert.are.same({ true, "Out of sand" }, { state:apply "tick" })
    assert.are.equal("O_#", tostring(state):match "O.*#")
  end)
end)
