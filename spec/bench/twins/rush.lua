--- Rush Hour without an engine: where each car begins, and which cells are taken; those of the
--- frame always are. Action 2k - 1 drives car k back (left or up), 2k on.

local rush = {}

local byte, char, unpack = string.byte, string.char, table.unpack

-- Takes up a cell of a car.
local function add(s, car_of, name, i)
  local k = car_of[name]
  if not k then
    k = #s.at + 1
    car_of[name], s.at[k], s.name[k], s.step[k], s.beyond[k] = k, i, name, 0, 0
  elseif s.step[k] == 0 then
    s.step[k] = i - s.at[k]
  end
  s.beyond[k] = i - s.at[k] + s.step[k] -- from its first cell to the one that it would drive on to
end

function rush.new(map)
  local rows = {}
  for row in map:gmatch "[^/\n]+" do
    rows[#rows + 1] = row
  end
  local width = #rows[1] + 1
  local s = { at = {}, taken = {}, name = {}, step = {}, beyond = {} }
  for i = 1, (#rows + 2) * width + 1 do
    s.taken[i] = true
  end
  assert(#s.taken < 256, "a key has a byte for each car")
  local car_of = {}
  for r, row in ipairs(rows) do
    for c = 1, #row do
      local name, i = row:sub(c, c), r * width + c
      if name == "." then
        s.taken[i] = false
      else
        add(s, car_of, name, i)
      end
    end
  end
  s.red = car_of.X
  s.exit = (s.at[s.red] // width + 1) * width - s.beyond[s.red] -- where X begins when it is out
  return s
end

-- What a car is never changes.
function rush.copy(s)
  return { at = { unpack(s.at) }, taken = { unpack(s.taken) }, name = s.name, step = s.step,
    beyond = s.beyond, red = s.red, exit = s.exit }
end

function rush.actions(s, list)
  local n, at, taken, steps, beyond = 0, s.at, s.taken, s.step, s.beyond
  if at[s.red] == s.exit then
    return 0
  end
  for k = 1, #at do
    local first = at[k]
    if not taken[first - steps[k]] then
      n = n + 1
      list[n] = 2 * k - 1
    end
    if not taken[first + beyond[k]] then
      n = n + 1
      list[n] = 2 * k
    end
  end
  return n
end

function rush.apply(s, action)
  local k, taken = (action + 1) // 2, s.taken
  local first, step = s.at[k], s.step[k]
  local last = first + s.beyond[k]
  if action % 2 == 0 then
    taken[first], taken[last] = false, true
    first = first + step
  else
    first = first - step
    taken[first], taken[last - step] = true, false
  end
  s.at[k] = first
  return k == s.red and first == s.exit and "Out" or nil
end

function rush.text(s, action)
  local k = (action + 1) // 2
  local words = s.step[k] == 1 and { "left", "right" } or { "up", "down" }
  return s.name[k] .. " " .. words[2 - action % 2]
end

function rush.key(s)
  return char(unpack(s.at))
end

-- Takes the cells of all cars, or leaves them.
local function occupy(s, taken)
  for k = 1, #s.at do
    local first, step = s.at[k], s.step[k]
    for i = first, first + s.beyond[k] - step, step do
      s.taken[i] = taken
    end
  end
end

--- How many positions are met first at each depth.
function rush.walk(start, depth)
  local s, list, level = rush.copy(start), {}, { rush.key(start) }
  local seen, counts, at = { [level[1]] = true }, { 1 }, s.at
  for d = 1, depth do
    local next_level, count = {}, 0
    for i = 1, #level do
      occupy(s, false)
      for k = 1, #at do
        at[k] = byte(level[i], k)
      end
      occupy(s, true)
      for k = 1, rush.actions(s, list) do
        local car = (list[k] + 1) // 2
        local first = at[car]
        at[car] = list[k] % 2 == 0 and first + s.step[car] or first - s.step[car]
        local key = char(unpack(at))
        at[car] = first
        if not seen[key] then
          seen[key] = true
          count = count + 1
          next_level[count] = key
        end
      end
    end
    level, counts[d + 1] = next_level, count
  end
  return counts
end

rush.playout = require "spec.bench.twins.playout" (rush)

return rush
