--- The forest fire, the game of samples/games/fire.lua.

local fire = require("spec.support.lua_games").fire
local picture = require "spec.support.picture"

local function after(map, options, ...)
  local state = fire.new(map, options)
  local actions = { ... }
  assert.are.equal(#actions, (state:apply_all(actions)))
  return tostring(state), state
end

describe("the forest fire", function()
  it("goes with a full wind from column to column, and nowhere else if chance will", function()
    assert.are.equal(picture [[
      TTTT
      ..*T
      TTTT]], (after([[
      TTTT
      *TTT
      TTTT]], { wind = 100, chance = { 5, 100, 5, 400, 5, 100, 5 } }, "tick", "tick")))
  end)

  it("goes in four directions", function()
    assert.are.equal(picture [[
      T*T
      *.*
      T*T]], (after([[
      TTT
      T*T
      TTT]], { chance = { 2, 2, 90, 2 } }, "tick")))
  end)

  it("stops at breaks, at water, and at ash", function()
    local board, state = after([[
      *TTT
      *~TT
      *.TT]], { wanted = 6, chance = { 400 } }, "dig 1 2")
    assert.are.equal(picture [[
      .#TT
      .~TT
      ..TT]], board)
    assert.are.same({ "Saved", 6 }, { state:outcome(), state:score() })
  end)

  it("burns down what is not saved", function()
    local _, state = after("*TTT", { wanted = 1, chance = { 1, 400, 1, 400, 400, 1 } }, "tick",
      "tick", "tick", "tick")
    assert.are.same({ "Burnt down", 0 }, { state:outcome(), state:score() })
  end)

  it("lights trees as often as the wind says", function()
    for _, wind in ipairs { 0, 25, 90, 100 } do
      local rows = {}
      for row = 1, 60 do
        rows[row] = ("#*T"):rep(20)
      end
      local board = fire.new(table.concat(rows, "/"), { wind = wind })
      assert.is_true(board:apply "tick")
      local lit = 0
      for row, column in board.board:each "burning" do
        lit = lit + (board.board:is(row, column - 1, "ash") and 1 or 0)
      end
      -- of the 1200 trees; each also has trees above and below, which burn no sooner
      assert.is_true(math.abs(lit - 12 * wind) <= 60, wind .. ": " .. lit)
    end
  end)

  it("digs trees and ash only", function()
    local state = fire.new "*T.~#"
    assert.are.same({ "dig 1 2", "dig 1 3", "tick" }, state:actions())
    for column, may in ipairs { false, true, true, false, false } do
      assert.are.equal(not may and ("dig 1 %d: nothing to dig there"):format(column) or nil,
        state:why("dig 1 " .. column))
    end
  end)
end)
