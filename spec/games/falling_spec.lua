--- Falling Pieces, the game of samples/games/falling.lua. A number of the option `chance` is a
--- piece: I J L O S T Z are 1..7.

local falling = require("spec.support.lua_games").falling
local picture = require "spec.support.picture"

local empty = "....../....../....../....../......"

local function game(map, ...)
  return falling.new(map, { chance = { ... } })
end

describe("Falling Pieces", function()
  it("begins with a piece in the middle of the first row", function()
    assert.equal(picture ".IIII./....../....../....../......", tostring(game(empty, 1)))
    assert.equal(picture ".TTT../..T.../....../....../......", tostring(game(empty, 6)))
    assert.equal(picture "..OO../..OO../....../....../......", tostring(game(empty, 4)))
  end)

  it("shifts the piece as one, where there is room", function()
    local state = game(empty, 4, 1)
    assert.equal(picture "..OO../..OO../....../....../......", tostring(state))
    assert.equal(2, (state:apply_all { "left", "left" }))
    assert.equal(picture "OO..../OO..../....../....../......", tostring(state))
    assert.equal("left: there is no room", state:why "left")
    assert.equal(2, (state:apply_all { "tick", "right" }))
    assert.equal(picture "....../.OO.../.OO.../....../......", tostring(state))
  end)

  it("turns the piece to the right", function()
    local state = game(empty, 6)
    for _, board in ipairs { "..T.../.TT.../..T.../....../......",
      "..T.../.TTT../....../....../......", ".T..../.TT.../.T..../....../......",
      ".TTT../..T.../....../....../......" } do
      assert.is_true(state:apply "turn")
      assert.equal(picture(board), tostring(state))
    end
    state = game(empty, 1)
    state:apply "tick"
    for _, board in ipairs { "..I.../..I.../..I.../..I.../......",
      "....../.IIII./....../....../......" } do
      assert.is_true(state:apply "turn")
      assert.equal(picture(board), tostring(state))
    end
    assert.equal("turn: nothing would change", game(empty, 4):why "turn")
    assert.equal("turn: there is no room to turn", game("....../....../......", 1):why "turn")
  end)

  it("drops the piece, which lies then, and sends the next one", function()
    local state = game(empty, 4, 1)
    assert.is_true(state:apply "drop")
    assert.equal(picture ".IIII./....../....../..oo../..oo..", tostring(state))
    for _ = 1, 2 do
      assert.is_true(state:apply "tick")
    end
    assert.equal(picture "....../....../.IIII./..oo../..oo..", tostring(state))
  end)

  it("lets a piece lie with the tick after it has come down", function()
    local state = game(empty, 1, 4)
    state:apply_all { "tick", "tick", "tick", "tick" }
    assert.equal(picture "....../....../....../....../.IIII.", tostring(state))
    assert.is_true(state:apply "tick")
    assert.equal(picture "..OO../..OO../....../....../.iiii.", tostring(state))
  end)

  it("removes rows that are full, and counts them", function()
    local state = game("....../....../....../#....#/#....#", 1, 1, 4)
    assert.is_true(state:apply "drop")
    assert.equal(picture ".IIII./....../....../....../#....#", tostring(state))
    assert.same({ 1, 40, 40 }, { state.lines, state.points, state:score() })
    assert.same({ true, "Won" }, { state:apply "drop" })
    assert.equal(picture "....../....../....../....../......", tostring(state))
    assert.same({ 2, 80 }, { state.lines, state.points })
  end)

  it("counts more for several rows at once", function()
    local state = game("....../....../....../##..##/##..##", 4, 1)
    assert.is_true(state:apply "drop")
    assert.same({ 2, 100 }, { state.lines, state.points })
  end)

  it("is full when there is no room for the next piece", function()
    local state = game(empty, 4, 4, 4)
    assert.is_true(state:apply "drop")
    assert.same({ true, "Full" }, { state:apply "drop" })
    assert.same({}, state:actions())
  end)
end)
