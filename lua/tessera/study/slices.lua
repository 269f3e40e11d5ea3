--- Slices: every Nth point of a shuffled order, which is always the same. (In the order of their
--- numbers a slice would have some values of the last parameter only, such as the large boards.)

local errors = require "tessera.base.errors"

local slices = {}

local points_max = 20000000
local rounds = 4

-- Mixes 64 bits: the last steps of SplitMix64.
local function mix(z)
  z = (z ~ (z >> 30)) * 0xBF58476D1CE4E5B9
  z = (z ~ (z >> 27)) * 0x94D049BB133111EB
  return z ~ (z >> 31)
end

-- The number at a place of the shuffled order; both are 0 .. count - 1. A Feistel network of as
-- many bits as `count` needs, applied until its result is in range (Black and Rogaway, 2002).
local function shuffled(place, count)
  local half = 0
  while count > 1 << 2 * half do
    half = half + 1
  end
  local mask = (1 << half) - 1
  repeat
    local left, right = place >> half, place & mask
    for round = 1, rounds do
      left, right = right, left ~ (mix(right + round * 0x9E3779B97F4A7C15) & mask)
    end
    place = left << half | right
  until place < count
  return place
end

--- The numbers of the points of a slice, ascending.
---
--- Errors: the slice has more than 20,000,000 points.
---@param index integer from 1
---@param count integer how many slices there are
---@param points integer how many points there are in all
---@return integer[]
function slices.numbers(index, count, points)
  if (points - index) // count + 1 > points_max then
    errors.raise("a slice of more than %d points: use more slices", points_max)
  end
  local numbers = {}
  for place = index - 1, points - 1, count do
    numbers[#numbers + 1] = 1 + shuffled(place, points)
  end
  table.sort(numbers)
  return numbers
end

return slices
