--- Rogue, the game of samples/games/rogue.lua.

local picture = require "spec.support.picture"
local rogue = require("spec.support.lua_games").rogue
local search = require "tessera.search"

describe("Rogue", function()
  it("shows what has been seen, and monsters that are seen now", function()
    local state = rogue.new "@...#g/##...."
    assert.equal(picture "@...#~/##....", tostring(state:view()))
    assert.equal(1, state.fog:count "unknown")
    assert.equal(4, (state:apply_all { "right", "right", "down", "right" }))
    assert.equal(0, state.fog:count "unknown")
    state = rogue.new "@.#g/...."
    state.fog:fill "nothing"
    assert.equal(picture "@.#./....", tostring(state:view()))
    assert.equal(picture "@.#g/....", tostring(state))
  end)

  it("has monsters that come at every second beat, by the shortest way", function()
    local state = rogue.new "@...g"
    local boards = {}
    for i = 1, 4 do
      state:apply "wait"
      boards[i] = tostring(state)
    end
    assert.same({ "@...g\n", "@..g.\n", "@..g.\n", "@.g..\n" }, boards)
    assert.equal("Caught", (select(2, state:apply_all { "wait", "wait", "wait", "wait" })))
  end)

  it("has monsters that come if they see the player", function()
    local near = rogue.new "@#./.g."
    near:apply_all { "wait", "wait" }
    assert.same({ 2, 1 }, { near.things:find "monster" })
    local far = rogue.new "@#.g/.#../...."
    far:apply_all { "wait", "wait", "wait", "wait" }
    assert.same({ 1, 4 }, { far.things:find "monster" })
  end)

  it("says that something is in the way", function()
    assert.same({ nil, "right: something is in the way" }, { rogue.new("@#"):apply "right" })
  end)

  it("opens a door with each key", function()
    local state = rogue.new "k@DE"
    assert.same({ nil, "right: the door is locked" }, { state:apply "right" })
    assert.same({ "left", "right", "right", "right", "right" }, search.shortest(state))
  end)
end)
