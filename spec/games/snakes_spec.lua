--- Snakes, the game of samples/games/snakes.lua.

local choices = require "spec.support.choices"
local picture = require "spec.support.picture"
local snakes = require("spec.support.lua_games").snakes

local words = choices.of { l = "left", r = "right", ["."] = "straight" }

-- Who is not named goes straight on. `steps`: "l. .r".
local function play(state, steps)
  return words(state, (steps:gsub("%S+", function(letters)
    return letters .. ("."):rep(4 - #letters)
  end)))
end

local function is_whole(state, player)
  local heads, bodies, tails = state.things:count("snake" .. player),
    state.things:count("body" .. player), state.things:count("tail" .. player)
  return heads == tails and heads <= 1 and (heads == 1) == (bodies > 0), bodies
end

describe("Snakes", function()
  it("moves whole snakes, and lets them grow by an apple", function()
    local state = snakes.new("....../╺→▶o../....../...◁⇐╴", { chance = { 1, 1, 20, 1, 20 } })
    play(state, ".")
    assert.equal(picture "o...../╺→→▶../....../..◁⇐╴.", tostring(state))
    assert.same({ 1, 0 }, { state:score(1), state:score(2) })
    play(state, "l.")
    assert.equal(picture "o..▲../.╺→↑../....../.◁⇐╴..", tostring(state))
  end)

  it("ends snakes that run into walls, snakes and heads", function()
    local state = snakes.new "╺→▶#../o...../...◁⇐╴/▴...../⇡...../⇈....."
    assert.is_nil(play(state, "."))
    assert.equal(picture "...#../o...../▴.◁⇐╴./⇡...../⇈...../......", tostring(state))
    assert.is_nil(play(state, ". .r"))
    assert.equal("2 wins", play(state, "."))
    assert.equal("Nobody wins", play(snakes.new "╺→▶.◁⇐╴/o......", ".."))
  end)

  it("keeps snakes whole, as long as what they have eaten", function()
    local lengths = 0
    for seed = 1, 20 do
      local state, step = snakes.new(nil, { seed = seed }), 0
      while not state:outcome() do
        step = step + 1
        local letters = ""
        for player = 1, 4 do
          local turn = (seed * 7 + step * (player + 2)) % 6
          letters = letters .. (turn == 0 and "l" or turn == 1 and "r" or ".")
        end
        play(state, letters)
        for player = 1, 4 do
          local whole, bodies = is_whole(state, player)
          assert.is_true(whole)
          if bodies > 0 then
            assert.equal(1 + state.earned[player], bodies)
            lengths = math.max(lengths, bodies)
          end
        end
      end
    end
    assert.is_true(lengths > 1)
  end)
end)
