--- Compares the evaluator in C with the twin on random games, key by key.

local agreement = require "spec.support.puzzlescript_agreement"
local seeds = require "spec.support.seeds"

local games = 1500

describe("random PuzzleScript games", function()
  it("are played alike by the evaluator and the twin", function()
    local totals = agreement.compare(seeds.range(games))
    assert.are.same({}, totals.differences)
    assert.is_true(totals.games > 0.7 * seeds.part(games), totals.games .. " games compared")
    assert.is_true(totals.changes > totals.games * 2, totals.changes .. " boards changed")
    for _, flag in ipairs { "again", "cmd", "loop", "msg", "rng", "snd", "win" } do
      assert.is_true(seeds.often(totals.flags[flag], 20), ("%s: %d"):format(flag,
        totals.flags[flag] or 0))
    end
  end)
end)
