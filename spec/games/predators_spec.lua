--- Predators and prey, the game of samples/games/predators.lua.

local choices = require "spec.support.choices"
local picture = require "spec.support.picture"
local predators = require("spec.support.lua_games").predators

local play = choices.of { u = "up", d = "down", l = "left", r = "right", ["."] = "wait" }

describe("Predators and prey", function()
  it("pays prey for grass", function()
    local state = predators.new 'a""./AB##'
    play(state, "..r ..r ..r")
    assert.equal(picture ".,,a/AB##", tostring(state))
    assert.same({ 0, 0, 2 }, { state:score(1), state:score(2), state:score(3) })
  end)

  it("pays predators for prey, which is away for 20 steps", function()
    local state = predators.new "A.a#_/bcd##"
    play(state, "r r")
    assert.equal(picture "..A#_/bcd##", tostring(state))
    assert.same({ 1, 0, 0 }, { state:score(1), state:score(2), state:score(3) })
    play(state, (". "):rep(18))
    assert.equal(picture "..A#_/bcd##", tostring(state))
    play(state, ".")
    assert.equal(picture "..A#a/bcd##", tostring(state))
  end)

  it("has thickets and dens into which only prey goes", function()
    local state = predators.new "A&B/a_b/cd#"
    play(state, "rl rl")
    assert.is_true(state.things:is(1, 1, "animal1") and state.things:is(1, 3, "animal2"))
    state = predators.new "A&a/B_b/cd#"
    play(state, "..ll rr")
    assert.equal(picture "Aa./Bb./cd#", tostring(state))
    assert.same({ 0, 0 }, { state:score(1), state:score(2) })
  end)

  it("grows grass on bare soil with one percent", function()
    local state = predators.new("AB##" .. ("/,,,,"):rep(400), { steps = 50 })
    play(state, (". "):rep(50))
    local grass = state.cover:count "grass"
    local expected = 1600 * (1 - 0.99 ^ 50)
    assert.is_true(math.abs(grass - expected) < 80, grass)
    assert.equal("Over", state:outcome())
  end)
end)
