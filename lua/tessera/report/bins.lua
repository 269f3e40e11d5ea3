--- The bins of histograms.

local bins = {}

local bins_min, bins_max = 10, 40

-- A width of 1, 2, 2.5 or 5 times a power of ten that is not below this one.
local function round_width(width, whole)
  local power = 10.0 ^ math.floor(math.log(width, 10))
  for _, factor in ipairs { 1, 2, 2.5, 5, 10 } do
    local round = factor * power
    if round >= width * (1 - 1e-9) and (not whole or round % 1 == 0) then
      return round
    end
  end
  return 10 * power
end

--- The width of the bins (Freedman and Diaconis, 1981: twice the distance of the quartiles, divided
--- by the cube root of the count).
---@param sorted number[]
---@param whole boolean whether all of them are whole
---@return number
function bins.width(sorted, whole)
  local n, span = #sorted, sorted[#sorted] - sorted[1]
  if span == 0 then
    return math.max(1.0, math.abs(sorted[1]) * 2.0 ^ -40) -- so that both ends differ
  elseif whole and span < bins_max then
    return 1.0
  end
  local spread = sorted[math.ceil(0.75 * n)] - sorted[math.ceil(0.25 * n)]
  local width = 2 * spread / n ^ (1 / 3)
  width = math.max(span / bins_max, math.min(width > 0 and width or span / bins_min,
    span / bins_min))
  width = round_width(width, whole)
  return width > 0 and width or 1.0
end

--- Whether all numbers are whole.
---@param values number[]
---@return boolean
function bins.whole(values)
  for _, value in ipairs(values) do
    if value % 1 ~= 0 or math.abs(value) > 2 ^ 50 then
      return false
    end
  end
  return true
end

--- From, to and count of each bin. Whole numbers lie in the middle of theirs.
---@param values number[]
---@param width number
---@param first number where the first bin begins
---@param count integer of bins
---@param log boolean whether width and first are of the logarithms
---@return number[][]
function bins.of(values, width, first, count, log)
  local counts = {}
  for i = 1, count do
    counts[i] = 0
  end
  for _, value in ipairs(values) do
    local place = ((log and math.log(value, 10) or value) - first) // width + 1
    place = math.max(1, math.min(count, math.tointeger(place) or count))
    counts[place] = counts[place] + 1
  end
  local points = {}
  for i = 1, count do
    local from, to = first + (i - 1) * width, first + i * width
    points[i] = { log and 10 ^ from or from, log and 10 ^ to or to, counts[i] }
  end
  return points
end

return bins
