--- Connect Four, the game of samples/games/connect4.lua.

local connect4 = require("spec.support.lua_games").connect4
local picture = require "spec.support.picture"
local raised = require "spec.support.raised"

describe("Connect Four", function()
  it("lets stones fall, red's and yellow's in turn", function()
    local state = connect4.new()
    assert.are.equal(1, state:turn())
    assert.are.equal(4, (state:apply_all { "drop 4", "drop 4", "drop 3", "drop 7" }))
    assert.are.equal(picture [[
      .......
      .......
      .......
      .......
      ...o...
      ..xx..o]], tostring(state))
    assert.are.equal(1, state:turn())
  end)

  it("tells where a stone fell", function()
    local state, events = connect4.new(".../.../x.o"), {}
    state:apply("drop 1", events)
    assert.are.same({ { kind = "dropped", what = "x", to = { 2, 1 } },
      { kind = "heard dropped" } }, events)
  end)

  it("drops nothing into a full column", function()
    local state = connect4.new "o../x../o../x.."
    assert.are.equal("drop 1: the column is full", state:why "drop 1")
    assert.are.same({ "drop 2", "drop 3" }, state:actions())
  end)

  -- Each with red to move, and the move that wins.
  for line, case in pairs {
    ["a row"] = { "drop 4", [[
      .......
      ooo....
      xxx....]], [[
      .......
      ooo....
      xxxx...]] },
    ["a row whose gap is filled"] = { "drop 2", [[
      .......
      o.oo...
      x.xx...]], [[
      .......
      o.oo...
      xxxx...]] },
    ["a column"] = { "drop 2", [[
      .......
      .xo....
      .xo....
      .xo....]], [[
      .x.....
      .xo....
      .xo....
      .xo....]] },
    ["a diagonal"] = { "drop 4", [[
      .......
      ..xo...
      .xoo...
      xxox..o]], [[
      ...x...
      ..xo...
      .xoo...
      xxox..o]] },
    ["the other diagonal"] = { "drop 1", [[
      .......
      ox.....
      oox....
      oxxx.o.]], [[
      x......
      ox.....
      oox....
      oxxx.o.]] },
  } do
    it("is won by four in " .. line, function()
      local state = connect4.new(picture(case[2]))
      assert.are.same({ true, "Red wins" }, { state:apply(case[1]) })
      assert.are.equal(picture(case[3]), tostring(state))
      assert.are.same({ 1, -1 }, { state:score(1), state:score(2) })
      assert.are.same({}, state:actions())
    end)
  end

  it("goes on after three in a row, and after four with a gap", function()
    local state = connect4.new(picture [[
      .......
      oo.oo..
      xx..x.x]])
    assert.is_nil(select(2, state:apply "drop 3"))
    assert.are.equal(picture [[
      .......
      oo.oo..
      xxx.x.x]], tostring(state))
    assert.are.same({ 0, 0 }, { state:score(1), state:score(2) })
  end)

  it("may be won by yellow", function()
    local state = connect4.new(picture [[
      ...
      o.x
      o.x
      o.x]])
    state:apply "drop 2"
    assert.are.same({ true, "Yellow wins" }, { state:apply "drop 1" })
    assert.are.equal(picture [[
      o..
      o.x
      o.x
      oxx]], tostring(state))
    assert.are.same({ -1, 1 }, { state:score(1), state:score(2) })
  end)

  it("is a draw when the board is full without four in a row", function()
    local state = connect4.new "..o/xxo/oox/xox"
    assert.is_nil(select(2, state:apply "drop 1"))
    assert.are.same({ true, "Draw" }, { state:apply "drop 2" })
    assert.are.equal(picture "xoo/xxo/oox/xox", tostring(state))
    assert.are.same({ 0, 0 }, { state:score(1), state:score(2) })
  end)

  it("refuses a map where red is not to move, or that is over", function()
    assert.are.equal(
      "connect4: map: expected as many red stones (x) as yellow ones (o), found 2 and 1",
      raised(connect4.new, "x../x.o"))
    assert.are.equal("connect4: map: the game is over already", raised(connect4.new, "xxxx/oooo"))
    assert.are.equal("connect4: map: the game is over already", raised(connect4.new, "xo/ox"))
  end)
end)
