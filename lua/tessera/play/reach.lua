--- Actions by where they lead: the way of the piece that moves to a cell that is tapped, and the
--- action that brings a piece from a cell to another one, as it is dragged.

local directions = require "tessera.base.directions"
local frame = require "tessera.draw.frame"
local games = require "tessera.base.games"
local maps = require "tessera.base.maps"
local motion = require "tessera.draw.motion"

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

local function is_at(at, row, column)
  return at ~= nil and at[1] == row and at[2] == column
end

local function are_beside(a, b)
  return math.abs(a[1] - b[1]) + math.abs(a[2] - b[2]) == 1
end

-- Makes one event of what has left a cell and the first that has come into the next one and passes.
local function pair(left, came, passes)
  for i, event in ipairs(came) do
    if are_beside(left.from, event.to) and passes(event) then
      left.to = event.to
      table.remove(came, i)
      return
    end
  end
end

-- What has happened in a PuzzleScript game, which tells no events of pieces: an object that has
-- left a cell and come into the next one has moved. So has what is left over, if that is one thing
-- which is another object then.
local function of_changes(list)
  local left, came, open = {}, {}, {}
  for _, one in ipairs(list) do
    local at = { one.row, one.column }
    table.insert(one.came and came or left, { what = one.object, to = one.came and at or nil,
      from = not one.came and at or nil })
  end
  for _, event in ipairs(left) do
    pair(event, came, function(other)
      return other.what == event.what
    end)
    open[#open + 1] = not event.to and event or nil
  end
  if #open == 1 and #came == 1 then
    pair(open[1], came, function()
      return true
    end)
  end
  return table.move(came, 1, #came, #left + 1, left)
end

-- What goes the same way as something before it is a part of that; the piece in the cell that the
-- eye follows is told first.
local function joined(events, row, column)
  local kept, known = {}, {}
  for _, event in ipairs(events) do
    local key = motion.key(event.from) << 32 | motion.key(event.to)
    if not known[key] then
      table.insert(kept, is_at(event.from, row, column) and 1 or #kept + 1, event)
    end
    known[key] = true
  end
  return kept
end

-- What an action does: the state after it, and what happens to pieces; nil if it is refused.
local function tried(state, action)
  local after, events = state:clone(), {}
  local about = maps.about(games.of(state))
  if not after:apply(action, events) then
    return nil
  elseif not about or not about.changes then
    return after, motion.of_pieces(events)
  end
  local list = not about.message(after) and about.changes(after, state)
  return after, list and joined(of_changes(list), about.focus(state)) or {}
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
      playable, { heading = directions.named(actions[i]) }) or {}) do
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
