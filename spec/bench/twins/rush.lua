--- Rush Hour without an engine: one list of cells with a wall at the end of each row, in each the
--- number of its car, and where each car begins. Above and below there are no cells (nil). Action
--- 2k - 1 drives car k back (left or up), 2k on.

local rush = {}

local unpack = table.unpack

local FREE, WALL = 0, -1

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
  for k, car in ipairs(s.cars) do
    local first = s.at[k]
    if s.cell[first - car.step] == FREE then
      n = n + 1
      list[n] = 2 * k - 1
    end
    if s.cell[first + car.beyond] == FREE then
      n = n + 1
      list[n] = 2 * k
    end
  end
  return n
end

function rush.apply(s, action)
  local k = (action + 1) // 2
  local car, first = s.cars[k], s.at[k]
  local beyond = first + car.beyond
  if action % 2 == 0 then
    s.cell[first], s.cell[beyond] = FREE, k
    s.at[k] = first + car.step
  else
    s.cell[first - car.step], s.cell[beyond - car.step] = k, FREE
    s.at[k] = first - car.step
  end
  return out(s) and "Out" or nil
end

function rush.text(s, action)
  local car = s.cars[(action + 1) // 2]
  local words = car.step == 1 and { "left", "right" } or { "up", "down" }
  return car.name .. " " .. words[2 - action % 2]
end

function rush.key(s)
  return string.char(unpack(s.at))
end

rush.playout = require "spec.bench.twins.playout" (rush)

return rush
