--- Gomoku, the game of samples/games/gomoku.lua.

local gomoku = require("spec.support.lua_games").gomoku
local picture = require "spec.support.picture"
local raised = require "spec.support.raised"

describe("Gomoku", function()
  it("begins on an empty board of 15 x 15, with Black", function()
    local state = gomoku.new()
    assert.same({ 15, 15, 225, 1 }, { state:rows(), state:columns(), #state:actions(),
      state:turn() })
  end)

  it("puts stones in turns, each into an empty cell", function()
    local state = gomoku.new ".../.../..."
    assert.equal(2, (state:apply_all { "2 2", "1 3" }))
    assert.equal(picture "..o/.x./...", tostring(state))
    assert.equal("2 2: the cell is taken", state:why "2 2")
  end)

  it("is won with five in a row, in any direction", function()
    for map, wins in pairs {
      ["xxxx./oooo./....."] = "1 5",
      ["x..../x.ooo/x..../x...o/....."] = "5 1",
      ["x..../.x.oo/..x../...xo/...o."] = "5 5",
      ["....x/oo.x./..x../.x.oo/....."] = "5 1",
    } do
      local state = gomoku.new(map)
      assert.same({ true, "Black wins" }, { state:apply(wins) })
      assert.same({ 1, -1 }, { state:score(1), state:score(2) })
    end
    local state = gomoku.new "xxx.x/oooo./....."
    assert.same({ true }, { state:apply "3 1" })
  end)

  it("is a draw when the board is full", function()
    local state = gomoku.new "oxo./xox."
    assert.is_true(state:apply "1 4")
    assert.same({ true, "Draw" }, { state:apply "2 4" })
    assert.same({ 0, 0 }, { state:score(1), state:score(2) })
  end)

  it("refuses maps in which Black is not to move", function()
    assert.equal("gomoku: map: expected as many black stones (x) as white ones (o), found 2 and 1",
      raised(gomoku.new, "xx./o.."))
    assert.equal("gomoku: map: the game is over already", raised(gomoku.new, "xxxxx/ooo.o/..o.."))
  end)
end)
