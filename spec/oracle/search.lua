--- Searches by the protocol alone, in plain Lua and without any care for time.

local oracle = {}

-- All positions by depth: a list of layers, each a list of states, up to `depth`; and for
-- each key the number of shortest ways to it. What follows a position for which `stop` is
-- true is left out.
local function layers_of(state, depth, stop)
  local layers, ways, seen = { { state } }, { [state:key()] = 1 }, { [state:key()] = 1 }
  for d = 1, depth do
    local layer = {}
    for _, from in ipairs(layers[d]) do
      for _, code in ipairs(stop(from) and {} or from:codes()) do
        local to = from:clone()
        to:apply(code)
        local key = to:key()
        if not seen[key] then
          seen[key] = d + 1
          ways[key] = 0
          layer[#layer + 1] = to
        end
        if seen[key] == d + 1 then
          ways[key] = ways[key] + ways[from:key()]
        end
      end
    end
    if #layer == 0 then
      break
    end
    layers[d + 1] = layer
  end
  return layers, ways
end

local function never()
  return false
end

function oracle.walk(state, depth)
  local counts = {}
  local layers = layers_of(state, depth, never)
  for d = 1, depth + 1 do
    counts[d] = layers[d] and #layers[d] or 0
  end
  return counts
end

-- The length of the shortest list of actions to a goal, or nil.
function oracle.length(state, goal)
  for d, layer in ipairs((layers_of(state, math.huge, never))) do
    for _, position in ipairs(layer) do
      if goal(position) then
        return d - 1
      end
    end
  end
end

-- Whether a goal can be reached, by positions; grows until nothing changes.
local function alive(layers, goal)
  local can, changed = {}, true
  while changed do
    changed = false
    for _, layer in ipairs(layers) do
      for _, position in ipairs(layer) do
        local key, is = position:key(), goal(position)
        for _, code in ipairs((can[key] or is) and {} or position:codes()) do
          local to = position:clone()
          to:apply(code)
          is = is or can[to:key()]
        end
        if is and not can[key] then
          can[key], changed = true, true
        end
      end
    end
  end
  return can
end

function oracle.report(state, goal)
  local layers, ways = layers_of(state, math.huge, goal)
  local can, positions, dead, solutions, length = alive(layers, goal), 0, 0, 0, nil
  for d, layer in ipairs(layers) do
    for _, position in ipairs(layer) do
      positions = positions + 1
      dead = dead + (can[position:key()] and 0 or 1)
      if goal(position) and (not length or d - 1 == length) then
        length = d - 1
        solutions = solutions + ways[position:key()]
      end
    end
  end
  return { positions = positions, dead_ends = dead / positions, solutions = solutions,
    length = length, solvable = length ~= nil }
end

-- The score that two players reach who play as well as can be, less the other one's.
function oracle.value(state, memory)
  local key = state:key()
  if memory[key] then
    return memory[key]
  end
  local best
  for _, code in ipairs(state:codes()) do
    local to = state:clone()
    to:apply(code)
    local value = oracle.value(to, memory)
    if not best or (state:turn() == 1 and value > best) or (state:turn() == 2 and value < best) then
      best = value
    end
  end
  memory[key] = best or state:score(1) - state:score(2)
  return memory[key]
end

-- The best score of one player.
function oracle.score(state, memory)
  local key = state:key() .. state:score()
  if not memory[key] then
    local best = state:score()
    for _, code in ipairs(state:codes()) do
      local to = state:clone()
      to:apply(code)
      best = math.max(best, oracle.score(to, memory))
    end
    memory[key] = best
  end
  return memory[key]
end

return oracle
