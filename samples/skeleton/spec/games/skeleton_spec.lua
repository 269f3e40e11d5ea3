--- Specifies Skeleton: its rules, its command, and that its twin agrees.

local differential = require "spec.support.differential"
local oracle = require "spec.oracle.skeleton"
local rng = require "tessera.rng"
local run = require "spec.support.run"
local search = require "tessera.search"
local seeds = require "spec.support.seeds"
local skeleton = require "tessera.skeleton"
local start = require "spec.conformance.skeleton"

describe("Skeleton", function()
  it("takes a coin that lies heads up and turns its neighbours over (rule 2)", function()
    local state, events = skeleton.new "THT/HHH/.TT", {}
    assert.is_true(state:take(2, 2, events))
    assert.equal("TTT\nT.T\n.HT\n", tostring(state))
    assert.same({ "removed", "turned", "turned", "turned", "turned" },
      { events[1].kind, events[2].kind, events[3].kind, events[4].kind, events[5].kind })
    assert.equal(1, state:moves())
  end)

  it("refuses every other cell, and says why (rule 2)", function()
    local state = skeleton.new "HT."
    assert.same({ nil, "1 2: the coin lies tails up" }, { state:take(1, 2) })
    assert.same({ nil, "1 3: the cell is empty" }, { state:take(1, 3) })
    assert.same({ nil, "0 7: the board has no such cell" }, { state:take(0, 7) })
    assert.same({ true, "Cleared" }, { skeleton.new("H"):take(1, 1) })
  end)

  it("ends without a coin, or without a head (rule 3)", function()
    assert.same({ true, "Stuck" }, { skeleton.new("HH"):take(1, 1) })
    assert.equal("Cleared", select(2, skeleton.new "..."))
    assert.equal("1 1: the game is over (Stuck)", skeleton.new("TT"):why "1 1")
  end)

  it("clears a row exactly if an odd number of coins lies heads up", function()
    for number = 1, 127 do
      local row, heads = "", 0
      for bit = 0, 6 do
        local is = number >> bit & 1
        row, heads = row .. (is == 1 and "H" or "T"), heads + is
      end
      assert.equal(heads % 2 == 1, search.shortest(skeleton.new(row)) ~= nil, row)
    end
  end)

  it("says what is wrong with an input", function()
    local _, errors, status = run({ "skeleton" }, "1 2 HX 0 0\n")
    assert.equal(1, status)
    assert.equal("skeleton: line 1, column 6: unknown cell 'X' (expected one of H T .)\n", errors)
  end)

  it("agrees with its twin in random games", function()
    local game = {
      new = skeleton.new, twin = oracle.new, always = { "outcome" }, sometimes = { "actions" },
      every = 5, kind = function() return "taken" end,
      random = function(random)
        local texts, map = {}, tostring(start(random))
        for i = 1, 8 do texts[i] = random:below(5) .. " " .. random:below(4) end
        return map, texts
      end,
    }
    local counts = differential.run(game, rng.new, seeds.range(20000))
    assert.is_true(seeds.often(counts.carried_out.taken, 10000))
    for _, outcome in ipairs { "Cleared", "Stuck", "none" } do
      assert.is_true(seeds.often(counts.outcomes[outcome], 1000), outcome)
    end
  end)
end)
