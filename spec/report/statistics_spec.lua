local rng = require "tessera.rng"
local statistics = require "tessera.report.statistics"

local function sample_of(list)
  local sample = statistics.sample()
  for _, value in ipairs(list) do
    statistics.add(sample, value)
  end
  return sample
end

local function near(expected, got, far)
  assert(math.abs(expected - got) <= (far or 1e-9), ("%.12g is not %.12g"):format(got, expected))
end

-- The area under a density, by Simpson's rule.
local function area(density, from, to)
  local steps, sum = 20000, 0
  local width = (to - from) / steps
  for i = 0, steps do
    sum = sum + density(from + i * width) * ((i == 0 or i == steps) and 1 or i % 2 == 1 and 4 or 2)
  end
  return sum * width / 3
end

describe("statistics", function()
  it("has mean, deviation, sum and ends of a sample", function()
    local sample = sample_of { 2, 4, 4, 4, 5, 5, 7, 9 }
    assert.are.equal(5, sample.mean)
    near(math.sqrt(32 / 7), statistics.deviation(sample))
    assert.are.same({ 40, 2, 9 }, { sample.sum, sample.min, sample.max })
    assert.is_nil(statistics.deviation(sample_of { 1 }))
  end)

  it("keeps the deviation of large numbers that lie close together", function()
    near(1, statistics.deviation(sample_of { 1e9 + 1, 1e9 + 2, 1e9 + 3 }))
  end)

  it("agrees with two plain passes on random samples", function()
    local random = rng.new(1)
    for _ = 1, 200 do
      local list, sum, squares = {}, 0, 0
      for i = 1, 2 + random:below(30) do
        list[i] = random:below(2000) / 7 - 100
        sum = sum + list[i]
      end
      for _, value in ipairs(list) do
        squares = squares + (value - sum / #list) ^ 2
      end
      local sample = sample_of(list)
      near(sum / #list, sample.mean, 1e-8)
      near(math.sqrt(squares / (#list - 1)), statistics.deviation(sample), 1e-8)
    end
  end)

  it("has quantiles of type 7", function()
    local list = { 1, 2, 4, 8 } -- as numpy.quantile and R's quantile() say
    assert.are.same({ 1, 1.75, 3, 5, 8 }, { statistics.quantile(list, 0),
      statistics.quantile(list, 0.25), statistics.quantile(list, 0.5),
      statistics.quantile(list, 0.75), statistics.quantile(list, 1) })
    assert.are.equal(7, statistics.quantile({ 7 }, 0.9))
    assert.is_nil(statistics.quantile({}, 0.5))
  end)

  it("has the normal quantiles of every table", function()
    near(1.959963984540054, statistics.normal(0.975))
    near(2.575829303548901, statistics.normal(0.995))
    near(-1.281551565544600, statistics.normal(0.1))
    near(-6.361340902404056, statistics.normal(1e-10))
    near(0, statistics.normal(0.5))
  end)

  it("has the t quantiles of every table", function()
    local freedom = { 1, 2, 3, 5, 10, 30, 120 }
    for i, t in ipairs { 12.706, 4.303, 3.182, 2.571, 2.228, 2.042, 1.980 } do
      near(t, statistics.student(0.975, freedom[i]), 5e-4)
      near(-t, statistics.student(0.025, freedom[i]), 5e-4)
    end
    for i, t in ipairs { 63.657, 9.925, 5.841, 4.032, 3.169, 2.750, 2.617 } do
      near(t, statistics.student(0.995, freedom[i]), 5e-4)
    end
  end)

  it("leaves the share that is asked for above a t quantile", function()
    for _, freedom in ipairs { 3, 8, 40, 199 } do
      local function density(x)
        return (1 + x * x / freedom) ^ (-(freedom + 1) / 2)
      end
      local all = 2 * area(function(u) -- x = u / (1 - u): up to infinity
        return u < 1 and density(u / (1 - u)) / (1 - u) ^ 2 or 0
      end, 0, 1)
      for _, share in ipairs { 0.75, 0.95, 0.999 } do
        near(share - 0.5, area(density, 0, statistics.student(share, freedom)) / all, 1e-6)
      end
    end
  end)

  it("goes from the exact t quantiles to the expansion without a step", function()
    for _, share in ipairs { 0.6, 0.975, 0.9995 } do
      local before, last = statistics.student(share, 199), statistics.student(share, 200)
      local beyond = statistics.student(share, 201)
      near(last - (before - last), beyond, 1e-5)
      near(statistics.normal(share), statistics.student(share, 100000000), 1e-6)
    end
  end)

  it("has the interval of a mean", function()
    -- 5 +- 2.365 * 2.138 / sqrt(8)
    local low, high = statistics.mean_interval(sample_of { 2, 4, 4, 4, 5, 5, 7, 9 }, 0.95)
    near(3.2125, low, 1e-3)
    near(6.7875, high, 1e-3)
    assert.is_nil(statistics.mean_interval(sample_of { 5 }, 0.95))
    assert.are.same({ 5, 5 }, { statistics.mean_interval(sample_of { 5, 5, 5 }, 0.95) })
  end)

  it("has Wilson's interval of a share", function()
    -- R. G. Newcombe, Statistics in Medicine 17, 1998, table I, method 3
    for _, known in ipairs { { 81, 263, 0.2553, 0.3662 }, { 15, 148, 0.0624, 0.1605 },
      { 0, 20, 0.0000, 0.1611 }, { 1, 29, 0.0061, 0.1718 } } do
      local low, high = statistics.share_interval(known[1], known[2], 0.95)
      near(known[3], low, 5e-5)
      near(known[4], high, 5e-5)
    end
    assert.are.equal(1, select(2, statistics.share_interval(20, 20, 0.95)))
    assert.is_nil(statistics.share_interval(0, 0, 0.95))
  end)

  it("has the interval of a mean of shares: that of trials where all are 0 or all 1", function()
    local function of(...)
      return { statistics.shares_interval(sample_of { ... }, 0.95) }
    end
    assert.same({ 0.5, 0.5 }, of(0.5, 0.5, 0.5)) -- they do not spread
    assert.same({ statistics.share_interval(3, 3, 0.95) }, of(1, 1, 1))
    assert.same({ statistics.share_interval(0, 3, 0.95) }, of(0, 0, 0))
    local low, high = statistics.mean_interval(sample_of { 0.4, 0.5, 0.6 }, 0.95)
    assert.same({ low, high }, of(0.4, 0.5, 0.6))
    assert.same({ 0, 1 }, of(0, 1)) -- no share is below 0 or above 1
  end)

  it("solves Wilson's equation", function()
    local z = statistics.normal(0.995)
    for hits = 1, 11 do
      for _, p in ipairs { statistics.share_interval(hits, 12, 0.99) } do
        near(z * z * p * (1 - p) / 12, (hits / 12 - p) ^ 2)
      end
    end
  end)

  it("has the interval of a median from the binomial distribution", function()
    local list = {}
    for i = 1, 10 do
      list[i] = i
    end
    -- P(at most 1 of 10) = 11 / 1024 = 0.011, P(at most 2) = 0.055
    assert.are.same({ 2, 9 }, { statistics.median_interval(list, 0.95) })
    assert.is_nil(statistics.median_interval({ 1, 2, 3, 4, 5 }, 0.95)) -- 2 / 32 is above 0.05
    assert.are.same({ 1, 6 }, { statistics.median_interval({ 1, 2, 3, 4, 5, 6 }, 0.95) })
    assert.is_nil(statistics.median_interval({}, 0.95))
  end)

  it("covers the median as often as it says", function()
    local random, hits = rng.new(2), 0
    for _ = 1, 1000 do
      local list = {}
      for i = 1, 25 do
        list[i] = random:below(1000000) ^ 2
      end
      table.sort(list)
      local low, high = statistics.median_interval(list, 0.95)
      hits = hits + (low <= 500000 ^ 2 and high >= 500000 ^ 2 and 1 or 0)
    end
    assert.is_true(hits >= 940 and hits <= 985, hits .. " of 1000")
  end)

  it("has about the same interval of a median beyond 1000 numbers", function()
    local short, long = {}, {}
    for i = 1, 1001 do
      short[i], long[i] = i <= 1000 and i or nil, i
    end
    local low = statistics.median_interval(short, 0.95)
    near(low, statistics.median_interval(long, 0.95), 1)
    assert.are.equal(469, low) -- 500.5 - 1.96 * sqrt(1000) / 2
  end)
end)
