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
    assert.are.same({ "B down", "B down 2", "C right", "C right 2", "D up", "D up 2", "E right",
      "E right 2", "X right", "X right 2", "X right 3" }, sorted(state:actions()))
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

  it("drives a car several cells in one move", function()
    local state = rush.new(picture(start))
    assert.are.equal(3, (state:apply_all { "D up", "E right 3", "X right 3" }))
    assert.are.equal(picture [[
      .A..B
      .A..B
      ...XX
      CCC.D
      ....D
      ...EE]], tostring(state))
    assert.are.equal("Out", state:outcome())
    state = rush.new "XX......"
    assert.is_true(state:apply "X right 6")
    assert.are.equal(picture "......XX", tostring(state))
  end)

  it("drives around no wall", function()
    local state = rush.new "XX..#./AA#.../....../......"
    assert.are.same({ "X right", "X right 2" }, sorted(state:actions()))
    assert.are.equal("X right 3: the car cannot drive there", state:why "X right 3")
  end)

  it("says why a car does not drive", function()
    local state = rush.new(picture(start))
    for _, action in ipairs { "A down", "A up", "X left", "A left", "C up", "F up",
      "B down 3", "X right 4", "B up 2" } do
      assert.are.equal(action .. ": the car cannot drive there", state:why(action))
    end
  end)

  it("tells which cell a car left, and which it drove into", function()
    local events = {}
    rush.new(".XX./AAA."):apply("A right", events)
    assert.are.same({ { kind = "drove", what = "A", from = { 2, 1 }, to = { 2, 4 } },
      { kind = "heard drove" } }, events)
    events = {}
    rush.new(".XX./AAA."):apply("X left", events)
    assert.are.same({ { kind = "drove", what = "X", from = { 1, 3 }, to = { 1, 1 } },
      { kind = "heard drove" } }, events)
    events = {}
    rush.new("XX..../AAA..."):apply("A right 2", events)
    assert.are.same({ { 2, 1, 2, 4 }, { 2, 2, 2, 5 } }, { { events[1].from[1], events[1].from[2],
      events[1].to[1], events[1].to[2] }, { events[2].from[1], events[2].from[2],
      events[2].to[1], events[2].to[2] } })
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
    assert.are.same({ "B down 2", "X right 2" }, sorted(actions))
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
