--- Twins of the searches: slow, plain Lua that uses the protocol alone.

local oracle = {}

-- All positions by depth, up to `depth`: a list of layers, each a list of states; and for each key
-- the number of shortest ways to it. Does not go on from positions for which `stop` is true.
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

--- The same if positions with the same mark count as one.
---@param mark fun(state: tessera.State): string
function oracle.orbits(state, depth, mark)
  local counts, seen = {}, {}
  local layers = layers_of(state, depth, never)
  for d = 1, depth + 1 do
    counts[d] = 0
    for _, position in ipairs(layers[d] or {}) do
      local known = mark(position)
      counts[d] = counts[d] + (seen[known] and 0 or 1)
      seen[known] = true
    end
  end
  return counts
end

--- How many actions all positions have together.
function oracle.edges(state)
  local edges = 0
  for _, layer in ipairs((layers_of(state, math.huge, never))) do
    for _, position in ipairs(layer) do
      edges = edges + #position:codes()
    end
  end
  return edges
end

--- The length of the shortest list of actions to a goal; nil: there is no list; false: there are
--- more than so many positions.
---@param goal fun(state: tessera.State): any
---@param most? integer
---@return integer|false|nil
function oracle.length(state, goal, most)
  local list, depth, at = { state }, { [state:key()] = 0 }, 1
  while list[at] and #list <= (most or math.huge) do
    local from = list[at]
    local far = depth[from:key()]
    if goal(from) then
      return far
    end
    for _, code in ipairs(from:codes()) do
      local to = from:clone()
      to:apply(code)
      local key = to:key()
      if not depth[key] then
        depth[key], list[#list + 1] = far + 1, to
      end
    end
    at = at + 1
  end
  if list[at] then
    return false
  end
end

--- The least that a counter has to grow by until the game ends with the goal, or nil; false if
--- there are more than so many positions. (Dijkstra's search, with a list for each cost.)
---@return integer|false|nil
function oracle.cheapest(state, goal, counter, most)
  local lists, least, done, count, cost, last = { [0] = { state } }, {}, {}, 0, 0, 0
  least[state:key()] = 0
  while cost <= last do
    for _, from in ipairs(lists[cost] or {}) do
      local key = from:key()
      if not done[key] and from:outcome() == goal then
        return cost
      end
      for _, code in ipairs(done[key] and {} or from:codes()) do
        local to = from:clone()
        to:apply(code)
        local reached, by = to:key(), cost + to[counter] - from[counter]
        if by < (least[reached] or math.huge) then
          count = count + (least[reached] and 0 or 1)
          least[reached], lists[by], last = by, lists[by] or {}, math.max(last, by)
          table.insert(lists[by], to)
        end
      end
      done[key] = true
      if count > most then
        return false
      end
    end
    cost = cost + 1
  end
  return nil
end

-- For each key whether a goal can be reached from it. Spreads backward until nothing changes.
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

-- Of the actions that lead from a position with hope to another position, the share that lead to
-- one without.
local function losing(layers, can, goal)
  local all, lost = 0, 0
  for _, layer in ipairs(layers) do
    for _, position in ipairs(layer) do
      for _, code in ipairs((goal(position) or not can[position:key()]) and {}
        or position:codes()) do
        local to = position:clone()
        to:apply(code)
        all = all + (to:key() ~= position:key() and 1 or 0)
        lost = lost + (can[to:key()] and 0 or 1)
      end
    end
  end
  return all == 0 and 0 or lost / all
end

-- The length of a shortest way to the goal that does not enter the position with this key.
local function detour(start, goal, avoided)
  local seen, layer, depth = { [start:key()] = true, [avoided] = true }, { start }, 0
  while layer[1] do
    local following = {}
    for _, position in ipairs(layer) do
      if goal(position) then
        return depth
      end
      for _, code in ipairs(position:codes()) do
        local to = position:clone()
        to:apply(code)
        following[#following + 1] = not seen[to:key()] and to or nil
        seen[to:key()] = true
      end
    end
    layer, depth = following, depth + 1
  end
end

-- How many positions between the start and the goal cannot be avoided without a longer way.
local function bottlenecks(layers, goal, length)
  local count = 0
  for depth = 1, length - 1 do
    for _, position in ipairs(layers[depth + 1]) do
      count = count + (detour(layers[1][1], goal, position:key()) == length and 0 or 1)
    end
  end
  return count
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
    length = length, solvable = length ~= nil, losing = length and losing(layers, can, goal),
    bottlenecks = length and bottlenecks(layers, goal, length) }
end

-- Player 1's score less player 2's if both play perfectly (minimax).
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

-- The least and the greatest of two bounds of all successors.
local function bounds_behind(state, bounds)
  local pick, low, high = state:turn() == 1 and math.max or math.min, nil, nil
  for _, code in ipairs(state:codes()) do
    local to = state:clone()
    to:apply(code)
    local of = bounds[to:key()]
    low, high = pick(low or of.low, of.low), pick(high or of.high, of.high)
  end
  return low, high
end

--- For the key of each position that can be reached, the least and the greatest score, player 1's
--- less player 2's, that the game can end with if both play perfectly, by all that games of any
--- length can tell. They are the same where it is proven. Also for games in which positions repeat:
--- what never ends proves nothing.
function oracle.bounds(state)
  local layers, bounds, changed = layers_of(state, math.huge, never), {}, true
  for _, layer in ipairs(layers) do
    for _, position in ipairs(layer) do
      local value = position:score(1) - position:score(2)
      local over = not position:codes()[1]
      bounds[position:key()] = over and { low = value, high = value }
        or { low = -math.huge, high = math.huge }
    end
  end
  while changed do
    changed = false
    for i = #layers, 1, -1 do
      for _, position in ipairs(layers[i]) do
        local low, high = bounds_behind(position, bounds)
        local of = bounds[position:key()]
        if low and (low ~= of.low or high ~= of.high) then
          of.low, of.high, changed = low, high, true
        end
      end
    end
  end
  return bounds
end

--- The value of a position if both play perfectly for so many actions, and what it is after each
--- action of the player to move. The positions at the end count with their scores.
function oracle.ahead(state, depth, memory)
  local key = depth .. state:key()
  if not memory[key] then
    local best, after = nil, {}
    for _, code in ipairs(depth > 0 and state:codes() or {}) do
      local to = state:clone()
      to:apply(code)
      local value = oracle.ahead(to, depth - 1, memory)
      local pick = state:turn() == 1 and math.max or math.min
      best, after[code] = pick(best or value, value), value
    end
    memory[key] = { best or state:score(1) - state:score(2), after }
  end
  return table.unpack(memory[key])
end

-- Whether a player can reach a goal whatever the others do.
function oracle.forces(state, goal, player, memory)
  local key = state:key()
  if memory[key] == nil then
    local forced, mine = goal(state), state:turn() == player
    local codes = state:codes()
    for i, code in ipairs(forced and {} or codes) do
      local to = state:clone()
      to:apply(code)
      local is = oracle.forces(to, goal, player, memory)
      if is == mine then
        forced = is
        break
      end
      forced = not mine and i == #codes
    end
    memory[key] = forced
  end
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

-- For a board of Horizontally: the cells that a block along the step (1, 0) or (0, 1) can cover, as
-- rows of booleans, and the runs of such cells.
local function usable(free, fields, down, right)
  local can, runs = {}, {}
  for r in ipairs(free) do
    can[r] = {}
  end
  for r, row in ipairs(free) do
    for c in ipairs(row) do
      local starts = row[c] and not (free[r - down] or {})[c - right]
      local run = {}
      local i, j = r, c
      while starts and free[i] and free[i][j] do
        run[#run + 1] = { i, j }
        i, j = i + down, j + right
      end
      if #run >= fields then
        runs[#runs + 1] = run
        for _, cell in ipairs(run) do
          can[cell[1]][cell[2]] = true
        end
      end
    end
  end
  return can, runs
end

--- The canonical position of a board of Horizontally: the picture of the cells that can still be
--- used, in the least of the four reflections, and the player to move, if the game is not over.
--- With blocks of two, a run that only one player can use is left out of the picture; instead
--- Left's moves in such runs less Right's are counted.
---@param state tessera.Horizontally
---@return string position
---@return integer moves
function oracle.position(state)
  local free, fields, moves = {}, state:fields(), 0
  for line in tostring(state):gmatch "[^\n]+" do
    local row = {}
    for c = 1, #line do
      row[c] = line:sub(c, c) == "."
    end
    free[#free + 1] = row
  end
  local left, left_runs = usable(free, fields, 1, 0)
  local right, right_runs = usable(free, fields, 0, 1)
  local matters = {}
  for r, row in ipairs(free) do
    matters[r] = {}
    for c in ipairs(row) do
      matters[r][c] = fields ~= 2 and (left[r][c] or right[r][c])
    end
  end
  for sign, runs in pairs(fields == 2 and { [1] = left_runs, [-1] = right_runs } or {}) do
    local other = sign == 1 and right or left
    for _, run in ipairs(runs) do
      local touched = false
      for _, cell in ipairs(run) do
        touched = touched or other[cell[1]][cell[2]]
      end
      moves = moves + (touched and 0 or sign * (#run // 2))
      for _, cell in ipairs(touched and run or {}) do
        matters[cell[1]][cell[2]] = true
      end
    end
  end
  local least
  for form = 0, 3 do
    local cells = {}
    for r = 1, #free do
      for c = 1, #free[1] do
        local row = matters[form < 2 and r or #free + 1 - r]
        cells[#cells + 1] = row[form % 2 == 0 and c or #free[1] + 1 - c] and "." or "#"
      end
    end
    local text = table.concat(cells)
    least = (not least or text < least) and text or least
  end
  return ("%s %d %s"):format(least, moves, state:turn()), moves
end

return oracle
