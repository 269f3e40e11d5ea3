--- Compares the Tower with its twin on random games.

local differential = require "spec.support.differential"
local oracle = require "spec.oracle.tower"
local rng = require "tessera.rng"
local tower = require "tessera.tower"
local towers = require "spec.support.towers"

describe("the Tower and its twin", function()
  local games, part = 20000, 2500
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

  for first = 1, games, part do
    local last = first + part - 1
    it(("agree on seeds %d to %d; all kinds of answers occur"):format(first, last), function()
      local counts = differential.run(game, rng.new, first, last)
      assert.equal(part, counts.games)
      for _, outcome in ipairs(outcomes) do
        assert.is_true((counts.outcomes[outcome] or 0) >= 100, outcome)
      end
      for _, command in ipairs(commands) do
        assert.is_true((counts.carried_out[command] or 0) >= 100, command)
      end
    end)
  end

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
