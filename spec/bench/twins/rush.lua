--- Rush Hour without an engine: one list of cells with a wall at the end of each row, in each the
--- number of its car, and where each car begins. Above and below there are no cells (nil). Actions
--- 12 (k - 1) + 1 to 6 drive car k one to six cells back (left or up), the next six on.

local rush = {}

local unpack = table.unpack

local FREE, WALL, FARTHEST = 0, -1, 6

-- A car's `first` is where it stands on the map; `beyond` is how far from its first cell the one is
-- that it would drive on to.
local function add(cars, name, i)
  for k, car in ipairs(cars) do
    if car.name == name then
      car.step = car.step or i - car.first
      car.beyond = i - car.first + car.step
      return k
    end
  end
  cars[#cars + 1] = { name = name, first = i }
  return #cars
end

function rush.new(map)
  local rows = {}
  for row in map:gmatch "[^/\n]+" do
    rows[#rows + 1] = row
  end
  local width = #rows[1] + 1
  local s = { cell = {}, cars = {}, at = {}, red = nil }
  for i = 1, #rows * width do
    s.cell[i] = WALL
  end
  assert(#s.cell < 256, "a key has a byte for each car")
  for r, row in ipairs(rows) do
    for c = 1, #row do
      local name, i = row:sub(c, c), (r - 1) * width + c
      s.cell[i] = name == "." and FREE or add(s.cars, name, i)
    end
  end
  for k, car in ipairs(s.cars) do
    s.at[k] = car.first
    if car.name == "X" then
      s.red = k
    end
  end
  return s
end

-- The cars themselves never change.
function rush.copy(s)
  return { cell = { unpack(s.cell) }, cars = s.cars, at = { unpack(s.at) },
    red = s.red }
end

-- The red car is out when it stands at the right edge.
local function out(s)
  return s.cell[s.at[s.red] + s.cars[s.red].beyond] == WALL
end

function rush.actions(s, list)
  local n = 0
  if out(s) then
    return n
  end
  local cell = s.cell
  for k, car in ipairs(s.cars) do
    local first, before = s.at[k], 2 * FARTHEST * (k - 1)
    local to = first - car.step
    for cells = 1, FARTHEST do
      if cell[to] ~= FREE then
        break
      end
      n, to = n + 1, to - car.step
      list[n] = before + cells
    end
    before, to = before + FARTHEST, first + car.beyond
    for cells = 1, FARTHEST do
      if cell[to] ~= FREE then
        break
      end
      n, to = n + 1, to + car.step
      list[n] = before + cells
    end
  end
  return n
end

local function parts_of(action)
  local rest = (action - 1) % (2 * FARTHEST)
  return (action - 1) // (2 * FARTHEST) + 1, rest >= FARTHEST, rest % FARTHEST + 1
end

function rush.apply(s, action)
  local k, on, cells = parts_of(action)
  local car, first, cell = s.cars[k], s.at[k], s.cell
  local step, beyond = car.step, first + car.beyond
  for _ = 1, cells do
    if on then
      cell[first], cell[beyond] = FREE, k
      first, beyond = first + step, beyond + step
    else
      first, beyond = first - step, beyond - step
      cell[first], cell[beyond] = k, FREE
    end
  end
  s.at[k] = first
  return out(s) and "Out" or nil
end

function rush.text(s, action)
  local k, on, cells = parts_of(action)
  local car = s.cars[k]
  local words = car.step == 1 and { "left", "right" } or { "up", "down" }
  return ("%s %s%s"):format(car.name, words[on and 2 or 1], cells > 1 and " " .. cells or "")
end

function rush.key(s)
  return string.char(unpack(s.at))
end

rush.playout = require "spec.bench.twins.playout" (rush)

return rush
