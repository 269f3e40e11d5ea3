--- Atari Go, the game of samples/games/atari.lua.

local atari = require("spec.support.lua_games").atari
local raised = require "spec.support.raised"

describe("Atari Go", function()
  it("begins on an empty board of 9 x 9, with Black", function()
    local state = atari.new()
    assert.same({ 9, 9, 81, 1 }, { state:rows(), state:columns(), #state:actions(), state:turn() })
  end)

  it("is won by who takes a stone, in the corner, at the edge, or inside", function()
    for map, wins in pairs {
      ["ox./.../..."] = "put 2 1",
      ["x../o../x.o"] = "put 2 2",
      [".x../xox./..../.oo."] = "put 3 2",
    } do
      local state = atari.new(map)
      assert.same({ true, "Black wins" }, { state:apply(wins) }, map)
      assert.same({ 1, -1 }, { state:score(1), state:score(2) })
    end
  end)

  it("takes a group only when its last liberty is gone", function()
    local state = atari.new ".xx./xoo./.xx./...o/..oo"
    assert.is_true(state:apply "put 5 1")
    assert.is_nil(state:outcome())
    assert.is_true(state:apply "put 5 2")
    assert.same({ true, "Black wins" }, { state:apply "put 2 4" })
  end)

  it("is lost by who fills the last liberty of an own group", function()
    local state = atari.new ".o./oxx/.ox/o.x"
    assert.same({ true, "White wins" }, { state:apply "put 1 1" })
    assert.same({ -1, 1 }, { state:score(1), state:score(2) })
  end)

  it("is won by who takes with a stone that had no liberty itself", function()
    local state = atari.new ".ox/ox./x.o"
    assert.same({ true, "Black wins" }, { state:apply "put 1 1" })
  end)

  it("refuses a cell that is taken, and a map in which Black is not to move", function()
    local state = atari.new "ox./.../..."
    assert.equal("put 1 1: the cell is taken", state:why "put 1 1")
    assert.equal("atari: map: expected as many black stones (x) as white ones (o), found 1 and 0",
      raised(atari.new, "x./.."))
  end)

  it("always has a winner", function()
    local played = atari.new "...../...../...../...../.....":playout(1, 200, 1000)
    assert.equal(0, played.unfinished)
    assert.equal(200, played.outcomes["Black wins"] + played.outcomes["White wins"])
  end)
end)
