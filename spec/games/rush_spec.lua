--- Rush Hour, the game of samples/games/rush.lua.

local picture = require "spec.support.picture"
local raised = require "spec.support.raised"
local rush = require("spec.support.lua_games").rush
local search = require "tessera.search"

local function sorted(list)
  table.sort(list)
  return list
end

describe("Rush Hour", function()
  local start = [[
    .A..B
    .A..B
    XX...
    CCC..
    ....D
    EE..D]]

  it("drives cars along, into empty cells", function()
    local state = rush.new(picture(start))
    assert.are.same({ "B down", "C right", "D up", "E right", "X right" }, sorted(state:actions()))
    assert.are.equal(4, (state:apply_all { "B down", "C right", "E right", "X right" }))
    assert.are.equal(picture [[
      .A...
      .A..B
      .XX.B
      .CCC.
      ....D
      .EE.D]], tostring(state))
    assert.are.same({ "B down", "B up", "C left", "C right", "D up", "E left", "E right",
      "X left", "X right" }, sorted(state:actions()))
    assert.are.equal(4, (state:apply_all { "E left", "C left", "X left", "B up" }))
    assert.are.equal(picture(start), tostring(state))
  end)

  it("says why a car does not drive", function()
    local state = rush.new(picture(start))
    for _, action in ipairs { "A down", "A up", "X left", "A left", "C up", "F up" } do
      assert.are.equal(action .. ": the car cannot drive there", state:why(action))
    end
  end)

  it("tells which cell a car left, and which it drove into", function()
    local events = {}
    rush.new(".XX./AAA."):apply("A right", events)
    assert.are.same({ { kind = "drove", what = "A", from = { 2, 1 }, to = { 2, 4 } } }, events)
    events = {}
    rush.new(".XX./AAA."):apply("X left", events)
    assert.are.same({ { kind = "drove", what = "X", from = { 1, 3 }, to = { 1, 1 } } }, events)
  end)

  it("is over when X is at the right end, and only X", function()
    local state = rush.new "AA../.XX."
    assert.are.equal(2, (state:apply_all { "A right", "A right" }))
    assert.is_nil(state:outcome())
    assert.are.same({ true, "Out" }, { state:apply "X right" })
    assert.are.equal(picture "..AA/..XX", tostring(state))
    assert.are.equal("Out", select(2, rush.new "..XX"))
  end)

  it("is solved with the fewest steps", function()
    local actions = search.shortest(rush.new ".AA./...B/XX.B/...B/..../....")
    assert.are.same({ "B down", "B down", "X right", "X right" }, sorted(actions))
  end)

  for map, message in pairs {
    ["AA.."] = "there is no car X that drives left and right",
    ["X.../X..."] = "there is no car X that drives left and right",
    ["XX../A..."] = "car A is not a straight line of cells",
    ["XX../AA../A..."] = "car A is not a straight line of cells",
    ["XX../AABB/..AA"] = "car A is not a straight line of cells",
    ["XX../AA../AA.."] = "car A is not a straight line of cells",
  } do
    it("refuses " .. map, function()
      assert.are.equal("rush: map: " .. message, raised(rush.new, map))
    end)
  end
end)
