--- The prisoner's dilemma in the matrix, the game of samples/games/matrix.lua.

local choices = require "spec.support.choices"
local matrix = require("spec.support.lua_games").matrix
local picture = require "spec.support.picture"

local play = choices.of { f = "forward", l = "left", r = "right", z = "zap", ["."] = "wait" }

describe("The matrix game", function()
  it("pays by what both have more of", function()
    for map, pays in pairs { ["→g.g⇐"] = { 3, 3 }, ["→g.r⇐"] = { 0, 5 }, ["→r.g⇐"] = { 5, 0 },
      ["→r.r⇐"] = { 1, 1 } } do
      local state = matrix.new(map)
      play(state, "ff z")
      assert.same(pays, { state.reward[1], state.reward[2] }, map)
      assert.same(pays, { state:score(1), state:score(2) }, map)
      assert.same({ 0, 0, 0, 0 }, { state.green[1], state.red[1], state.green[2], state.red[2] })
      assert.is_nil(state.things:find "avatar2")
    end
  end)

  it("plays no round with who has as many of both", function()
    local state = matrix.new "→gr.g⇐"
    play(state, "ff f z")
    assert.equal(picture ".,→.⇐.", tostring(state))
    assert.same({ 0, 0, 1, 1 }, { state:score(1), state:score(2), state.green[1], state.red[1] })
    assert.equal(1, state.green[2])
  end)

  it("brings back who was caught, after 5 steps", function()
    local state = matrix.new "→gg⇐#_/↟⇡####"
    play(state, "ff z . . .")
    assert.equal(picture ".→,.#_/↟⇡####", tostring(state))
    play(state, ".")
    assert.equal(picture ".→,.#⇑/↟⇡####", tostring(state))
  end)

  it("grows fruit of both kinds on bushes, as many of each", function()
    local state = matrix.new("→###" .. ("/,,,,"):rep(400), { steps = 100 })
    play(state, (". "):rep(100))
    local green, red = state.goods:count "green", state.goods:count "red"
    local expected = 800 * (1 - 0.99 ^ 100)
    assert.is_true(math.abs(green - expected) < 80 and math.abs(red - expected) < 80,
      green .. " " .. red)
    assert.equal("Over", state:outcome())
  end)
end)
