--- Specifies the seeded random numbers of tessera.rng.

local rng = require "tessera.rng"

describe("random numbers", function()
  it("are those of SplitMix64's published test vector", function()
    local random = rng.new(1234567)
    local found = {}
    for i = 1, 5 do
      found[i] = ("%x"):format(random:next())
    end
    assert.are.same({ "599ed017fb08fc85", "2c73f08458540fa5", "883ebce5a3f27c77",
      "3fbef740e9177b3f", "e3b8346708cb5ecd" }, found)
  end)

  it("are the same for the same seed", function()
    local one, other, third = rng.new(7), rng.new(7), rng.new(8)
    local differ = 0
    for _ = 1, 100 do
      local a, b, c = one:next(), other:next(), third:next()
      assert.are.equal(a, b)
      differ = differ + (a ~= c and 1 or 0)
    end
    assert.are.equal(100, differ)
  end)

  it("below n are uniform in 0 .. n-1", function()
    local random, count = rng.new(1), { [0] = 0, 0, 0, 0, 0, 0 }
    for _ = 1, 60000 do
      local k = random:below(6)
      count[k] = count[k] + 1
    end
    for k = 0, 5 do
      -- Six standard deviations are 548.
      assert.is_true(math.abs(count[k] - 10000) < 548)
    end
    for _ = 1, 1000 do
      assert.are.equal(0, random:below(1))
      assert.is_true(random:below(4294967295) < 4294967295)
    end
  end)

  it("below n check n", function()
    local random = rng.new(1)
    for _, n in ipairs { 0, -1, 4294967296, 1.5, "x" } do
      assert.has_error(function()
        random:below(n)
      end)
    end
    assert.has_error(function()
      rng.new "x"
    end)
  end)
end)
