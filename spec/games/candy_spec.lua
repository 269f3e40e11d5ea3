--- Candy, the game of samples/games/candy.lua.

local candy = require("spec.support.lua_games").candy
local picture = require "spec.support.picture"

local function after(map, dice, ...)
  local state = candy.new(map, { chance = dice })
  local actions = { ... }
  assert.are.equal(#actions, (state:apply_all(actions)))
  return tostring(state), state
end

describe("Candy", function()
  it("melts a line of three, lets fall what lies above, and takes new sweets from above", function()
    local board, state = after([[
      yb
      by
      gr
      rg
      ry
      gr]], { 5, 3, 2 }, "swap 3 1 right")
    assert.are.equal(picture [[
      gb
      by
      pg
      yg
      by
      gr]], board)
    assert.are.same({ 30, 11 }, { state.points, state.swaps })
  end)

  it("melts lines that cross as one, each sweet once", function()
    local board, state = after([[
      gry
      gby
      bgg
      gyr]], { 5, 3, 1, 4, 1 }, "swap 3 1 down")
    assert.are.equal(picture [[
      rbr
      yry
      pby
      byr]], board)
    assert.are.equal(50, state.points)
  end)

  it("melts what stands in a line after it has fallen", function()
    local _, state = after([[
      yy
      br
      rb
      rb
      br
      yg]], { 2, 5, 2, 4, 5, 3 }, "swap 5 1 right")
    assert.are.equal(60, state.points)
  end)

  it("refuses a swap that makes no line, with a stone, and beyond the board", function()
    local state = candy.new "#rg/grr/ry#"
    for action, why in pairs { ["swap 1 2 right"] = "that makes no line of three",
      ["swap 1 1 right"] = "there are no two sweets to swap",
      ["swap 1 3 right"] = "there are no two sweets to swap" } do
      assert.are.equal(action .. ": " .. why, select(2, state:apply(action)))
    end
    assert.are.same({ "swap 2 1 down", "swap 3 1 up", "swap 3 1 right", "swap 3 2 left" },
      state:actions())
  end)

  it("ends with points enough, or without swaps", function()
    local options = { chance = { 2, 4, 5 }, swaps = 1 }
    local state = candy.new("r/r/g/r", options)
    assert(state:apply "swap 3 1 down")
    assert.are.same({ "Out of swaps", 30 }, { state:outcome(), state:score() })
    options.wanted = 30
    state = candy.new("r/r/g/r", options)
    assert(state:apply "swap 3 1 down")
    assert.are.equal("Enough", state:outcome())
  end)

  it("begins without lines", function()
    for seed = 1, 20 do
      local board = candy.new(nil, { seed = seed }).board
      for row, column in board:each "sweet" do
        assert.is_true(board:line_at(row, column) < 3)
      end
    end
  end)
end)
