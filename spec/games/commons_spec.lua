--- Commons harvest, the game of samples/games/commons.lua.

local choices = require "spec.support.choices"
local commons = require("spec.support.lua_games").commons
local picture = require "spec.support.picture"

local play = choices.of { f = "forward", l = "left", r = "right", z = "zap", ["."] = "wait" }

describe("Commons harvest", function()
  it("pays an apple to who steps on it first", function()
    local state = commons.new "→o.o⇐"
    play(state, "ff")
    assert.equal(picture ".→.⇐.", tostring(state))
    assert.same({ 1, 1 }, { state.reward[1], state.reward[2] })
    assert.equal("Bare", state:outcome())
    state = commons.new("→o⇐o", { chance = { 8, 7, 6, 5, 4, 3, 2 } })
    play(state, "ff")
    assert.equal(picture ".→⇐o", tostring(state))
    assert.same({ 1, 0 }, { state:score(1), state:score(2) })
  end)

  it("has a beam that takes the first one within three cells away for 25 steps", function()
    local state = commons.new "→.o⇐#_/⇡↟⇈↥⇧▲"
    play(state, "z")
    assert.equal(picture "→.o.#_/⇡↟⇈↥⇧▲", tostring(state))
    play(state, (". "):rep(23))
    assert.equal(picture "→.o.#_/⇡↟⇈↥⇧▲", tostring(state))
    play(state, ". .r")
    assert.equal(picture "→.o.#⇒/⇡↟⇈↥⇧▲", tostring(state))
    state = commons.new "→...⇐o"
    play(state, "z")
    assert.equal(picture "→...⇐o", tostring(state))
  end)

  it("grows apples where apples are left, sooner where there are more of them", function()
    local function grown(map)
      local steps = 0
      for seed = 1, 20 do
        local state = commons.new(map, { seed = seed, steps = 2000 })
        repeat
          play(state, ".")
          steps = steps + 1
        until state:outcome() or state.food:count "soil" == 0
      end
      return steps / 20
    end
    local one, two, three = grown ",o", grown ",oo", grown ",oo/o##"
    assert.is_true(one > 1.3 * two and two > 3 * three, ("%g %g %g"):format(one, two, three))
    local bare = commons.new(",..o", { steps = 200 })
    play(bare, (". "):rep(200))
    assert.equal(picture ",..o", tostring(bare))
    assert.equal("Over", bare:outcome())
  end)

  it("begins with all eight, each in a place of its own", function()
    local places = {}
    for seed = 1, 20 do
      local state = commons.new(nil, { seed = seed })
      assert.equal(8, state.things:count "avatar")
      for row, column in state.things:each "avatar" do
        assert.is_true(state.ground:is(row, column, "spawn"))
        places[row .. "," .. column] = true
      end
    end
    local count = 0
    for _ in pairs(places) do
      count = count + 1
    end
    assert.equal(commons.new().ground:count "spawn", count)
  end)
end)
