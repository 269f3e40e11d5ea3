--- The random numbers of base/rng.h for slow twins, and what src/batch/tree.c draws of them.

local games = require "tessera.base.games"
local rng = require "tessera.rng"

local random = {}

local golden = 0x9e3779b97f4a7c15

--- rng_mix of base/rng.h.
function random.mixed(seed)
  return rng.new(seed - golden):next()
end

--- Whether a state has random numbers.
function random.is_in(state)
  local saved = state:save()
  return saved:find "\nrng %-?%d" ~= nil or saved:find "^tessera jewelry" ~= nil
end

--- A copy of a state with another seed, and without the dice that were given.
function random.reseeded(state, seed)
  local text = state:save()
  local given = select(2, text:gsub("\ndie ", "")) -- the dice of a game in Lua
  text = text:gsub("\nrng %-?%d+\nnext_die %d+", ("\nrng %d\nnext_die %d"):format(seed, given))
  if state:game() == "jewelry" then
    local drops = text:match "\ndrops (%d+)"
    text = text:gsub("\nrandom %-?%d+", ("\nrandom %d"):format(seed))
      :gsub("\ndropped %d+", "\ndropped " .. (drops or 0))
  end
  return games.of(state).load(text)
end

-- ---- base/portable_math.h, whose last digits decide what is drawn ----

local function root(x)
  local r = x > 1 and x or 1.0
  for _ = 1, 60 do
    local next = (r + x / r) / 2
    if next >= r then
      break
    end
    r = next
  end
  return r
end

local function log(x)
  local bits = string.unpack("<i8", string.pack("<d", x))
  local power = (bits >> 52) - 1023
  x = string.unpack("<d", string.pack("<i8", bits & (1 << 52) - 1 | 1023 << 52))
  if x > 1.4142135623730951 then
    x, power = x / 2, power + 1
  end
  local s, sum = (x - 1) / (x + 1), 0.0
  for k = 23, 1, -2 do
    sum = sum * (s * s) + 1.0 / k
  end
  return 2 * s * sum + power * 0.6931471805599453
end

local function exp(x)
  if x < -700 then
    return 0.0
  end
  local power = x / 0.6931471805599453 + (x < 0 and -0.5 or 0.5)
  power = math.tointeger(power < 0 and math.ceil(power) or math.floor(power))
  local rest, sum = x - power * 0.6931471805599453, 1.0
  for k = 18, 1, -1 do
    sum = 1 + rest / k * sum
  end
  return sum * string.unpack("<d", string.pack("<i8", power + 1023 << 52))
end

local function uniform(dice)
  return ((dice:next() >> 12) + 0.5) / (1 << 52)
end

local function normal(dice)
  while true do
    local x = 2 * uniform(dice) - 1
    local y = 2 * uniform(dice) - 1
    local r = x * x + y * y
    if r < 1 and r > 0 then
      return x * root(-2 * log(r) / r)
    end
  end
end

--- A number of the gamma distribution.
function random.gamma(alpha, dice)
  if alpha < 1 then
    local u = uniform(dice)
    return random.gamma(alpha + 1, dice) * exp(log(u) / alpha)
  end
  local d = alpha - 1.0 / 3
  local c = 1 / root(9 * d)
  while true do
    local x = normal(dice)
    local v = 1 + c * x
    local cube = v * v * v
    if v > 0 and log(uniform(dice)) < x * x / 2 + d * (1 - cube + log(cube)) then
      return d * cube
    end
  end
end

return random
