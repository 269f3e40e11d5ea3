--- Actions by where they lead: the way of the piece that moves to a cell that is tapped, and the
--- action that brings a piece from a cell to another one, as it is dragged.

local directions = require "tessera.base.directions"
local frame = require "tessera.draw.frame"
local games = require "tessera.base.games"
local maps = require "tessera.base.maps"
local motion = require "tessera.play.motion"

local reach = {}

local cells_most, actions_most = 1500, 300

-- The actions that are nothing but a direction.
local function moves_of(state)
  local list = {}
  for _, action in ipairs(state:actions()) do
    list[#list + 1] = directions.meant[action:lower()] and action or nil
  end
  return list
end

-- What an action does: the state after it, and what happens to pieces; nil if it is refused.
local function tried(state, action)
  local after, events = state:clone(), {}
  if after:apply(action, events) then
    return after, motion.of_pieces(events)
  end
end

local function is_at(at, row, column)
  return at ~= nil and at[1] == row and at[2] == column
end

-- Whether all that has happened is that one piece has gone to the next cell, whatever it looks
-- like then.
local function is_pure(events)
  local from, to = events[1] and events[1].from, events[1] and events[1].to
  return #events == 1 and from and to and math.abs(from[1] - to[1]) < 2
    and math.abs(from[2] - to[2]) < 2 and not (is_at(from, to[1], to[2]))
end

-- The actions that lead to a node, whose `before` has led to it.
local function way_to(node)
  local list = {}
  while node.action do
    table.insert(list, 1, node.action)
    node = node.before
  end
  return list
end

-- The one action that moves the piece in a cell, and at most one more; nil if there are several.
local function slide(state, row, column)
  local found
  for _, action in ipairs(moves_of(state)) do
    local after, events = tried(state, action)
    local here, all = false, after and #events <= 2
    for _, event in ipairs(events or {}) do
      here, all = here or is_at(event.from, row, column), all and event.from and event.to
    end
    if here and all and found then
      return nil
    end
    found = here and all and action or found
  end
  return found
end

-- Goes on from a node: returns the node that is at the goal, the single step to it, and whether
-- there are steps of one piece alone. New nodes are appended to the queue.
local function expand(node, queue, seen, goal)
  local there, step, walks, mover
  for _, action in ipairs(moves_of(node.state)) do
    local after, events = tried(node.state, action)
    local first = after and events[1]
    local from, to = first and first.from, first and first.to
    step = step or to and is_at(to, goal[1], goal[2]) and action or nil
    if first and is_pure(events) and (not node.at or is_at(from, node.at[1], node.at[2])) then
      local next, key = { state = after, action = action, before = node, at = to }, motion.key(to)
      mover = mover or from
      walks = walks ~= false and is_at(from, mover[1], mover[2])
      seen[motion.key(from)] = true
      there = there or is_at(to, goal[1], goal[2]) and next or nil
      if not seen[key] and not after:outcome() then
        seen[key], queue[#queue + 1] = true, next
      end
    end
  end
  return there, step, walks
end

--- What a tap on a cell plays, where there are actions that are directions. The piece that they
--- move goes there by the shortest way, alone and with nothing else changed; or by one step,
--- whatever that does. Without such a piece, what lies in the cell moves if it can in one way.
---@param state tessera.State not changed
---@param row integer
---@param column integer
---@return string[]|nil actions none where there is no way; nil where a tap means nothing
function reach.tap(state, row, column)
  local about = maps.about(games.of(state))
  if about and about.views or state:outcome() or #moves_of(state) == 0 then
    return nil
  end
  local queue, seen, i = { { state = state } }, {}, 1
  local there, step, walks = expand(queue[1], queue, seen, { row, column })
  if not walks then
    local action = slide(state, row, column)
    return action and { action } or nil
  end
  while not there and not step and queue[i + 1] and i < cells_most do
    i = i + 1
    there = expand(queue[i], queue, seen, { row, column })
  end
  return there and way_to(there) or { step }
end

--- The action that brings the piece in one cell nearest to another one, and where it is then.
---@param state tessera.State not changed
---@param playable tessera.Playable
---@param from integer[] row and column from the top
---@param to integer[]
---@param viewer integer|nil
---@return string|nil action
---@return integer[]|nil at
function reach.drag(state, playable, from, to, viewer)
  local before = frame.of(state, viewer)
  local columns = before.columns
  local function distance(row, column)
    return math.abs(row - to[1]) + math.abs(column - to[2])
  end
  local best, found, at = distance(from[1], from[2]), nil, nil
  local start, actions = (from[1] - 1) * columns + from[2], state:actions()
  for i = 1, math.min(#actions, actions_most) do
    local after, events = tried(state, actions[i])
    for _, each in ipairs(after and events[1] and motion.of(before, frame.of(after, viewer), events,
      playable, directions.named(actions[i])) or {}) do
      local last = each.path[2]
      local row, column = ((last or 1) - 1) // columns + 1, ((last or 1) - 1) % columns + 1
      if last and each.path[1] == start and distance(row, column) < best then
        best, found, at = distance(row, column), actions[i], { row, column }
      end
    end
  end
  return found, at
end

return reach
