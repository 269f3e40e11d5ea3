--- Compares games with pieces, fields and rewards of each player with their twin, on random games.

local seeds = require "spec.support.seeds"
local together = require "spec.support.together_programs"

local function check(count, all_together)
  return function()
    local met = {}
    for seed in seeds(count) do
      local program = together.new(seed, all_together)
      together.check(("seed %d"):format(seed), program, met)
    end
    assert.is_true(seeds.often(met.carried, 8 * count))
    assert.is_true(seeds.often(met.over, count // 10))
    assert.is_true(seeds.often(all_together and met.idle or met.refused, count))
  end
end

describe("pieces, fields and rewards of each player agree with their twin:", function()
  it("players act together", check(1000, true))

  it("players take turns, or there is one", check(400, false))
end)
