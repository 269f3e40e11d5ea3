--- Compares the Tower with its twin on random games.

local differential = require "spec.support.differential"
local oracle = require "spec.oracle.tower"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"
local tower = require "tessera.tower"
local towers = require "spec.support.towers"

describe("the Tower and its twin", function()
  local outcomes = {
    "Cleared", "Death by Hole", "Death by Block", "Death by Walking Goal", "none",
  }
  local commands = {
    "MOVETO", "CLIMB LEFT", "CLIMB RIGHT", "GETDOWN LEFT", "GETDOWN RIGHT", "PUSH LEFT",
    "PUSH RIGHT", "PULL LEFT", "PULL RIGHT",
  }
  local game = {
    new = tower.new,
    twin = oracle.new,
    random = towers.random,
    always = { "outcome" },
    sometimes = { "at_rest", "actions" },
    every = 5,
    kind = function(text)
      return text:match "^MOVETO" or text
    end,
  }

  it("agree on random games; all kinds of answers occur", function()
    local counts = differential.run(game, rng.new, seeds.range(20000))
    assert.equal(seeds.part(20000), counts.games)
    for _, outcome in ipairs(outcomes) do
      assert.is_true(seeds.often(counts.outcomes[outcome], 800), outcome)
    end
    for _, command in ipairs(commands) do
      assert.is_true(seeds.often(counts.carried_out[command], 800), command)
    end
  end)

  it("show the seed, the map and the commands where they disagree", function()
    local liar = setmetatable({
      twin = function(map)
        local twin = oracle.new(map)
        return setmetatable({}, {
          __index = function(_, name)
            return function(_, ...)
              return name == "command" and (twin:command(...) and false) or twin[name](twin, ...)
            end
          end,
          __tostring = function() return tostring(twin) end,
        })
      end,
    }, { __index = game })
    local fine, message = pcall(differential.run, liar, rng.new, 1, 50)
    assert.is_false(fine)
    assert.matches("^seed %d+: carried out: the state says\ntrue\nand the twin\nfalse\n", message)
    assert.matches("\non the map\n[#IGCB.123S\n]+\nafter\n%u+ [%w-]+", message)
  end)
end)
