--- Othello, the game of samples/games/othello.lua.

local othello = require("spec.support.lua_games").othello
local picture = require "spec.support.picture"
local search = require "tessera.search"

describe("Othello", function()
  it("begins with four moves for Black", function()
    local state = othello.new()
    assert.same({ "3 4", "4 3", "5 6", "6 5" }, state:actions())
    assert.same({ 1, 0, 0 }, { state:turn(), state:score(1), state:score(2) })
  end)

  it("turns the discs that are enclosed, in all eight directions", function()
    local state = othello.new "x..x..x/.o.o.o./..ooo../xoo.oox/..ooo../.o.o.o./x..x..o"
    assert.is_true(state:apply "4 4")
    assert.equal(picture [[
      x..x..x
      .x.x.x.
      ..xxx..
      xxxxxxx
      ..xxo..
      .x.x.o.
      x..x..o]], tostring(state))
  end)

  it("says why a disc cannot be put", function()
    local state = othello.new()
    assert.equal("4 4: it encloses no disc", state:why "4 4")
    assert.equal("1 1: it encloses no disc", state:why "1 1")
    assert.equal("pass: there is a move", state:why "pass")
  end)

  it("tells which discs are turned", function()
    local events = {}
    othello.new("xo./.../..."):apply("1 3", events)
    assert.same({
      { kind = "became", what = "o", becomes = "x", from = { 1, 2 }, to = { 1, 2 } },
      { kind = "appeared", what = "x", to = { 1, 3 } },
      { kind = "heard became" }, { kind = "heard ended" },
    }, events)
  end)

  it("lets a player pass who has no move, and ends when nobody has one", function()
    local state = othello.new "ox./.../ox."
    assert.same({ "pass" }, state:actions())
    assert.is_true(state:apply "pass")
    assert.same({ "1 3", "3 3" }, state:actions())
    assert.is_true(state:apply "1 3")
    state = othello.new "xo."
    assert.same({ true, "Black wins" }, { state:apply "1 3" })
    assert.equal("xxx\n", tostring(state))
    assert.same({ 3, -3 }, { state:score(1), state:score(2) })
    assert.equal("Draw", select(2, othello.new "x.o/..."))
  end)

  it("is lost for Black on a board of 4 x 4, by 16 discs", function()
    local _, info = search.best(othello.new "..../.ox./.xo./....", { method = "alpha-beta" })
    assert.same({ -16, true }, { info.score, info.exact })
  end)
end)
