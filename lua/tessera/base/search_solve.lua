--- The parts of `search.solve`, one after the other, each with what the ones before have left of
--- the limits: breadth first while a level may be small; for a list that no other is cheaper than;
--- for any list.

local core = require "tessera.search_core"
local errors = require "tessera.base.errors"
local limits = require "tessera.base.search_limits"
local tables = require "tessera.base.tables"

local nodes_default = 10000000 -- that of all searches

-- Checked options with a part of the limits.
local function part_of(options, nodes, seconds)
  local part = limits.rest(options, 0, 0)
  part.nodes, part.seconds = nodes, seconds
  return limits.full(part)
end

-- What a breadth-first search of a small level finds, with half of the limits, as the solver says
-- it.
local function breadth_first(state, goal, options)
  local nodes = options.nodes or nodes_default
  local actions, info = core.shortest(state, part_of(options, math.min(options.small,
    nodes - nodes // 2), options.seconds and options.seconds / 2), goal, nil, nil, 1)
  info.method, info.cost = "breadth-first", actions and #actions or nil
  info.lower = actions and info.cost or info.depth
  if info.ended == "done" then
    info.proven = actions and "optimal" or "unsolvable"
  end
  return actions, info
end

-- One info of two parts. A proof that there is no list stands alone, and so does what it took. A
-- list that costs what the first part knows to be needed at least is proven by it.
local function joined(first, second)
  local both = limits.joined(first, second)
  both.lower = math.max(first.lower, second.lower)
  both.proven = both.proven or both.cost == both.lower and "optimal" or nil
  both.positions = second.proven == "unsolvable" and second.positions or both.positions
  return both
end

--- Looks for a list of actions to the goal.
---@param state tessera.State
---@param goal string|function|nil
---@param own boolean whether the goal is the game's
---@param options tessera.search.SolveOptions checked ones
---@return string[]|nil actions
---@return tessera.search.SolveInfo info
return function(state, goal, own, options)
  local kept, faults = tables.of(state, options.tables)
  local function solve(given, optimal)
    return core.solve(state, given, goal, options.heuristic, own, optimal, options.by, nil,
      not options.small and not options.optimal, kept)
  end
  local parts, cut = {}, nil
  if (options.small or 0) > 0 and not options.by then
    parts[1] = function(left)
      return breadth_first(state, goal, left)
    end
  end
  if options.optimal then
    parts[#parts + 1] = function(left)
      local nodes = left.nodes or nodes_default
      local actions, info = solve(part_of(left, nodes - nodes // 4,
        left.seconds and left.seconds * 3 / 4), true)
      cut = info.ended ~= "done" and info.ended or nil
      return actions, info
    end
  end
  parts[#parts + 1] = function(left)
    return solve(limits.full(left), false)
  end
  local start, actions, info = os.clock(), nil, nil
  for _, part in ipairs(parts) do
    local left = info and limits.rest(options, start, info.nodes) or options
    if info and left.nodes == 0 then
      break
    end
    local found, more = part(left)
    if more.shrinks then
      errors.fail("search: by: an action lets the counter '%s' shrink", options.by)
    end
    actions, info = found, info and joined(info, more) or more
    if found or more.proven == "unsolvable" or more.ended == "stopped" then
      break
    end
  end
  if info.ended == "done" and not info.proven then
    info.ended = cut or "done" -- at this limit the proof has ended
  end
  info.faults = faults[1] and faults or nil
  if info.chance then
    info.proven, info.lower = nil, 0 -- other dice may fall
  end
  return actions, info
end
