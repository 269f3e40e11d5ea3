--- Hex, the game of samples/games/hex.lua.

local hex = require("spec.support.lua_games").hex
local raised = require "spec.support.raised"

describe("Hex", function()
  it("begins on an empty board of 11 x 11, with Red, who has nothing to take over", function()
    local state = hex.new()
    assert.same({ 11, 11, 121, 1 }, { state:rows(), state:columns(), #state:actions(),
      state:turn() })
    assert.equal("swap: only the first stone can be taken over", state:why "swap")
  end)

  it("is won by Red from the first row to the last one", function()
    for map, wins in pairs {
      ["x.o/xo./..."] = "put 3 1", -- down to the right, twice
      ["..x/ox./.o."] = "put 3 1", -- down to the left, twice
      [".x.o/.xxo/o.../o.x."] = "put 3 3", -- along the row between
    } do
      local state = hex.new(map)
      assert.same({ true, "Red wins" }, { state:apply(wins) }, map)
      assert.same({ 1, -1 }, { state:score(1), state:score(2) })
    end
  end)

  it("is not won along the other slope, where hexagons do not touch", function()
    local state = hex.new "x.o/.xo/..."
    assert.same({ true }, { state:apply "put 3 3" })
    assert.equal(2, state:turn())
  end)

  it("is won by Blue from the first column to the last one", function()
    local state = hex.new "x.oo/.o.x/x..."
    assert.is_true(state:apply "put 3 3")
    assert.same({ true, "Blue wins" }, { state:apply "put 2 1" })
    assert.same({ -1, 1 }, { state:score(1), state:score(2) })
  end)

  it("never ends in a draw", function()
    local played = hex.new((("."):rep(5) .. "/"):rep(5)):playout(1, 200, 1000)
    assert.equal(0, played.unfinished)
    assert.equal(200, (played.outcomes["Red wins"] or 0) + (played.outcomes["Blue wins"] or 0))
  end)

  it("lets the second player take the first stone over, once", function()
    local state = hex.new "../.."
    assert.equal(2, (state:apply_all { "put 2 1", "swap" }))
    assert.equal(". .\n o .\n", tostring(state))
    assert.equal("swap: only the first stone can be taken over", state:why "swap")
  end)

  it("refuses a map in which Red is not to move", function()
    assert.equal("hex: map: expected as many red stones (x) as blue ones (o), found 1 and 0",
      raised(hex.new, "x./.."))
  end)
end)
