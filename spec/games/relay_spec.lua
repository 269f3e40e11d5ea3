--- Relay, the game of samples/games/relay.lua.

local choices = require "spec.support.choices"
local picture = require "spec.support.picture"
local relay = require("spec.support.lua_games").relay
local search = require "tessera.search"

local play = choices.of { u = "up", d = "down", l = "left", r = "right", ["."] = "wait" }

-- The levels' boards; of the last one the game's own.
local function boards()
  local list = {}
  local file <close> = assert(io.open "samples/games/levels/relay.txt")
  for map in file:read("a"):gmatch "; name: [^\n]+\n([^;]-)\n\n" do
    list[#list + 1] = map
  end
  list[#list + 1] = tostring(relay.new())
  return list
end

describe("Relay", function()
  it("opens doors while somebody stands on a plate", function()
    local state = relay.new "1a.A./.b2B#"
    play(state, "r")
    assert.equal(picture ".1.'./.b2B#", tostring(state))
    play(state, "rl")
    assert.equal(picture ".a1A./.2.`#", tostring(state))
    play(state, "rr")
    assert.equal(picture ".a1A./.b2B#", tostring(state))
  end)

  it("keeps a door open in which somebody stands", function()
    local state = relay.new "1a#/2A."
    play(state, "r .r l.")
    assert.equal(picture "1a#/.2.", tostring(state))
    assert.is_true(state.parts:is(2, 2, "ajar_a"))
    play(state, ".r")
    assert.equal(picture "1a#/.A2", tostring(state))
  end)

  it("pays both for each one who is out, and then it is over", function()
    local state = relay.new "1.E2"
    assert.is_nil(play(state, "rl"))
    assert.equal(picture ".1E.", tostring(state))
    assert.same({ 1, 1 }, { state:score(1), state:score(2) })
    assert.equal("Through", play(state, "rl"))
    assert.same({ 2, 2 }, { state:score(1), state:score(2) })
  end)

  it("has levels that two solve in the choices of their file, and none alone", function()
    local lengths = {}
    for _, board in ipairs(boards()) do
      lengths[#lengths + 1] = #assert(search.shortest(relay.new(board), "Through"))
      for _, gone in ipairs { "1", "2" } do
        local alone = relay.new((board:gsub(gone, ".")))
        assert.is_nil(search.shortest(alone, "Through"), board)
      end
    end
    assert.same({ 16, 28, 44, 32, 40, 44 }, lengths)
  end)
end)
