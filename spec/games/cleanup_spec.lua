--- Clean-up, the game of samples/games/cleanup.lua.

local choices = require "spec.support.choices"
local cleanup = require("spec.support.lua_games").cleanup
local picture = require "spec.support.picture"

local play = choices.of { f = "forward", l = "left", r = "right", c = "clean", z = "zap",
  ["."] = "wait" }

describe("Clean-up", function()
  it("pays apples to who eats them", function()
    local state = cleanup.new "→oo.o⇐"
    play(state, "ff f.")
    assert.equal(picture ".,→.⇐.", tostring(state))
    assert.same({ 2, 1 }, { state:score(1), state:score(2) })
  end)

  it("has a beam that cleans the first waste within three cells", function()
    local state = cleanup.new("→..%%/⇒...%", { chance = { 5, 4, 3, 2, 2 } })
    play(state, "cc")
    assert.equal(picture "→..~%/⇒...%", tostring(state))
  end)

  it("has a beam that fines, which costs who fines", function()
    local state = cleanup.new "→..⇐%/...⇡."
    play(state, "z")
    assert.equal(picture "→..⇐%/...⇡.", tostring(state))
    assert.same({ -1, -50, 0 }, { state.reward[1], state.reward[2], state.reward[3] })
    play(state, ".z")
    assert.same({ -51, -51, 0 }, { state:score(1), state:score(2), state:score(3) })
  end)

  it("pollutes a cell of the river in half of the steps", function()
    local state = cleanup.new((("~"):rep(40) .. "/"):rep(20) .. ("."):rep(40))
    play(state, (". "):rep(200))
    local waste = state.cover:count "waste"
    assert.is_true(waste > 70 and waste < 130, waste)
  end)

  it("grows apples by how clean the river is", function()
    local grown = {}
    for tenths = 0, 4 do -- one step, on 1000 cells of soil
      local river = ("%"):rep(tenths * 5) .. ("~"):rep(50 - tenths * 5)
      local state = cleanup.new(river .. ("/" .. (","):rep(50)):rep(20),
        { chance = { 5, 4, 3, 2, 50, 2 } })
      play(state, ".")
      grown[tenths + 1] = state.cover:count "apple"
    end
    for tenths = 0, 3 do
      local expected = 1000 * (1 - (1 - 0.0125) ^ (4 - tenths))
      assert.is_true(math.abs(grown[tenths + 1] - expected) < 3 * expected ^ 0.5 + 1,
        ("%d tenths: %d"):format(tenths, grown[tenths + 1]))
    end
    assert.equal(0, grown[5])
  end)
end)
