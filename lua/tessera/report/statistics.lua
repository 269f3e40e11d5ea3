--- Statistics of samples: pure functions of numbers, without the library. Intervals say how far the
--- value of the whole population may lie from that of the sample; nil if the sample is too small.

local statistics = {}

local exact_freedom = 200 -- more degrees of freedom: the expansion is as exact as a double shows
local exact_count = 1000 -- larger samples: the binomial distribution is taken as normal

local students = {} -- by degrees of freedom: the last one that was asked for

-- ---- samples ----

---@class tessera.Sample what is known of numbers that were seen one by one
---@field n integer
---@field mean number
---@field squares number the sum of the squares of the distances from the mean
---@field sum number
---@field min number
---@field max number

--- A sample without a number.
---@return tessera.Sample
function statistics.sample()
  return { n = 0, mean = 0.0, squares = 0.0, sum = 0.0, min = math.huge, max = -math.huge }
end

--- Adds a number to a sample (Welford's recurrence: Knuth, The Art of Computer Programming, volume
--- 2, section 4.2.2).
---@param sample tessera.Sample
---@param value number
function statistics.add(sample, value)
  local distance = value - sample.mean
  sample.n = sample.n + 1
  sample.mean = sample.mean + distance / sample.n
  sample.squares = sample.squares + distance * (value - sample.mean)
  sample.sum = sample.sum + value
  sample.min, sample.max = math.min(sample.min, value), math.max(sample.max, value)
end

--- The standard deviation, with n - 1; nil for a single number.
---@param sample tessera.Sample
---@return number|nil
function statistics.deviation(sample)
  return sample.n > 1 and math.sqrt(sample.squares / (sample.n - 1)) or nil
end

--- A quantile of sorted numbers: type 7 of Hyndman and Fan (Sample Quantiles in Statistical
--- Packages, The American Statistician 50, 1996), as R and NumPy have it by default: between two
--- numbers it is interpolated.
---
--- ```lua
--- print(statistics.quantile({ 1, 2, 4, 8 }, 0.5))  --> 3.0
--- ```
---@param sorted number[]
---@param share number 0..1
---@return number|nil of no numbers nil
function statistics.quantile(sorted, share)
  local place = (#sorted - 1) * share + 1
  local below = math.floor(place)
  local low, high = sorted[below], sorted[math.min(below + 1, #sorted)]
  return low and low + (place - below) * (high - low)
end

-- ---- quantiles of distributions ----

local function polynomial(x, coefficients)
  local value = 0.0
  for i = #coefficients, 1, -1 do
    value = value * x + coefficients[i]
  end
  return value
end

-- Three ranges of the algorithm below: numerator and denominator.
local near, middle, far = {
  { 3.3871328727963666080, 1.3314166789178437745e2, 1.9715909503065514427e3,
    1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
    3.3430575583588128105e4, 2.5090809287301226727e3 },
  { 1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
    2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4,
    5.2264952788528545610e3 },
}, {
  { 1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550,
    3.64784832476320460504, 1.27045825245236838258, 2.41780725177450611770e-1,
    2.27238449892691845833e-2, 7.74545014278341407640e-4 },
  { 1.0, 2.05319162663775882187, 1.67638483018380384940, 6.89767334985100004550e-1,
    1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
    1.05075007164441684324e-9 },
}, {
  { 6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580,
    2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
    2.71155556874348757815e-5, 2.01033439929228813265e-7 },
  { 1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
    7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
    2.04426310338993978564e-15 },
}

--- The quantile of the standard normal distribution (Wichura, Algorithm AS 241, PPND16, Applied
--- Statistics 37, 1988; about 16 digits).
---@param share number above 0, below 1
---@return number
function statistics.normal(share)
  local q = share - 0.5
  if math.abs(q) <= 0.425 then
    local r = 0.180625 - q * q
    return q * polynomial(r, near[1]) / polynomial(r, near[2])
  end
  local r = math.sqrt(-math.log(q < 0 and share or 1 - share))
  local range, shift = middle, 1.6
  if r > 5 then
    range, shift = far, 5
  end
  local value = polynomial(r - shift, range[1]) / polynomial(r - shift, range[2])
  return q < 0 and -value or value
end

-- How much of Student's distribution lies between -t and t (Abramowitz and Stegun, Handbook of
-- Mathematical Functions, 26.7.3 and 26.7.4).
local function student_share(t, freedom)
  local angle = math.atan(t / math.sqrt(freedom))
  local cosine, odd = math.cos(angle), freedom % 2 == 1
  local term, sum = odd and cosine or 1.0, 0.0
  for i = odd and 1 or 0, freedom - 2, 2 do
    sum = sum + term
    term = term * cosine * cosine * (i + 1) / (i + 2)
  end
  sum = sum * math.sin(angle)
  return odd and 2 / math.pi * (angle + sum) or sum
end

-- The first terms of the expansion for many degrees of freedom (Abramowitz and Stegun, 26.7.5).
local function student_far(x, freedom)
  local y = x * x
  return x + x * (y + 1) / (4 * freedom) + x * ((5 * y + 16) * y + 3) / (96 * freedom ^ 2)
    + x * (((3 * y + 19) * y + 17) * y - 15) / (384 * freedom ^ 3)
    + x * ((((79 * y + 776) * y + 1482) * y - 1920) * y - 945) / (92160 * freedom ^ 4)
end

-- By bisection. A report asks for the same few ones again and again.
local function student_near(wanted, freedom)
  local known = students[freedom]
  if known and known.wanted == wanted then
    return known.t
  end
  local low, high = 0.0, 1.0
  while student_share(high, freedom) < wanted do
    high = 2 * high
  end
  for _ = 1, 80 do
    local t = (low + high) / 2
    if student_share(t, freedom) < wanted then
      low = t
    else
      high = t
    end
  end
  students[freedom] = { wanted = wanted, t = high }
  return high
end

--- The quantile of Student's t distribution: by bisection of its exact share up to 200 degrees of
--- freedom, by an expansion beyond.
---
--- ```lua
--- print(("%.3f"):format(statistics.student(0.975, 10)))  --> 2.228
--- ```
---@param share number above 0, below 1
---@param freedom integer at least 1
---@return number
function statistics.student(share, freedom)
  if freedom > exact_freedom then
    return student_far(statistics.normal(share), freedom)
  end
  local wanted = math.abs(2 * share - 1)
  local t = student_near(wanted, freedom)
  return share < 0.5 and -t or t
end

-- ---- intervals ----

--- The interval of a mean: Student's t, for samples that are about normal or not small.
---@param sample tessera.Sample
---@param confidence number such as 0.95
---@return number|nil low
---@return number|nil high
function statistics.mean_interval(sample, confidence)
  local deviation = statistics.deviation(sample)
  if not deviation then
    return nil
  end
  local half = statistics.student((1 + confidence) / 2, sample.n - 1) * deviation
    / math.sqrt(sample.n)
  return sample.mean - half, sample.mean + half
end

--- The interval of a share: Wilson's score interval (Journal of the American Statistical
--- Association 22, 1927). It lies within 0..1, also for no success at all.
---
--- ```lua
--- print(("%.3f %.3f"):format(statistics.share_interval(8, 10, 0.95)))  --> 0.490 0.943
--- ```
---@param hits number how many of them
---@param n integer
---@param confidence number
---@return number|nil low
---@return number|nil high
function statistics.share_interval(hits, n, confidence)
  if n < 1 then
    return nil
  end
  local z = statistics.normal((1 + confidence) / 2)
  local share, square = hits / n, z * z / n
  local centre = share + square / 2
  local half = z * math.sqrt(share * (1 - share) / n + square / (4 * n))
  return hits == 0 and 0.0 or (centre - half) / (1 + square),
    hits == n and 1.0 or (centre + half) / (1 + square)
end

--- The interval of a mean of shares, one share of each unit: Student's t within 0..1. Shares that
--- are all 0 or all 1 do not spread; then each unit counts as one trial, as in `share_interval`.
---
--- ```lua
--- local sample = statistics.sample()
--- for _, share in ipairs { 0.5, 0.75, 1 } do
---   statistics.add(sample, share)
--- end
--- print(("%.3f %.3f"):format(statistics.shares_interval(sample, 0.95)))  --> 0.129 1.000
--- ```
---@param sample tessera.Sample
---@param confidence number
---@return number|nil low
---@return number|nil high
function statistics.shares_interval(sample, confidence)
  if sample.min == sample.max and (sample.min == 0 or sample.min == 1) then
    return statistics.share_interval(sample.n * sample.min, sample.n, confidence)
  end
  local low, high = statistics.mean_interval(sample, confidence)
  return low and math.max(0.0, low), high and math.min(1.0, high)
end

-- The largest rank of which the binomial distribution (n, 1/2) has at most this share below it.
local function rank(n, share)
  if n > exact_count then
    return math.floor((n - statistics.normal(1 - share) * math.sqrt(n)) / 2)
  end
  local term = 2.0 ^ -n
  local sum, below = 0.0, 0
  while sum + term <= share do
    sum = sum + term
    below = below + 1
    term = term * (n - below + 1) / below
  end
  return below
end

--- The interval of a median by two of the numbers themselves (order statistics: Conover, Practical
--- Nonparametric Statistics, section 3.2). It holds for every distribution; at 0.95 it takes six
--- numbers at least.
---@param sorted number[]
---@param confidence number
---@return number|nil low
---@return number|nil high
function statistics.median_interval(sorted, confidence)
  local low = #sorted > 0 and rank(#sorted, (1 - confidence) / 2) or 0
  if low < 1 then
    return nil
  end
  return sorted[low], sorted[#sorted - low + 1]
end

return statistics
