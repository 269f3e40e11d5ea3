--- What a player sees of what happens. An event tells of a piece where it is; a player hears of it
--- what the views before and after show: a piece that comes out of the dark appears, one that goes
--- into it is removed, and of one that stays there nothing is told.
---
--- A kind that has no character of its own, such as the head of a snake that always has a heading,
--- is called by the character that the board shows in its cell.

local games = require "tessera.base.games"
local maps = require "tessera.base.maps"

local sight = {}

---@class tessera.Sight a state before an action
---@field before tessera.State
---@field about tessera.About

--- Keeps a state, so that what happens next can be seen; nil if all can be told as it is.
---@param state tessera.State
---@return tessera.Sight|nil
function sight.keep(state)
  local about = maps.about(games.of(state))
  if about and about.cells and (about.views or #about.layers > 1) then
    return { before = state:clone(), about = about }
  end
end

-- ---- cells ----

local function kinds_at(state, about, at)
  local kinds = {}
  for i, layer in ipairs(about.layers) do
    kinds[i] = state[layer]:get(at[1], at[2])
  end
  return kinds
end

local function is_on(state, at)
  return at[1] >= 1 and at[1] <= state:rows() and at[2] >= 1 and at[2] <= state:columns()
end

-- The layer of a piece, the topmost one in which it lies there, and its kind; whether it lies
-- there.
local function layer_of(about, what, kinds)
  local first, name
  for i = #about.layers, 1, -1 do
    for _, entry in ipairs(about.kinds[i]) do
      if entry.byte == what and kinds[i] == entry.kind then
        return i, entry.kind, true
      elseif entry.byte == what and not first then
        first, name = i, entry.kind
      end
    end
  end
  return first or 1, name, false
end

-- Whether the player sees what is really there, in this layer and those above.
local function is_shown(about, state, view, at, layer)
  local real, seen = kinds_at(state, about, at), kinds_at(view, about, at)
  for i = layer, #about.layers do
    if real[i] ~= seen[i] then
      return false
    end
  end
  return true
end

-- ---- players ----

---@class tessera.Eye a state and its view
---@field state tessera.State
---@field view tessera.State
---@field viewer integer|nil

-- Whether the player sees a piece in a cell. Where it has only been on its way, a copy of the state
-- that has it there is asked.
local function sees(about, eye, what, at)
  if not about.views or not is_on(eye.state, at) then
    return true
  end
  local layer, kind, there = layer_of(about, what, kinds_at(eye.state, about, at))
  if there or not kind then
    return is_shown(about, eye.state, eye.view, at, layer)
  end
  local state = eye.state:clone()
  state[about.layers[layer]]:set(at[1], at[2], kind)
  local fine, view = pcall(state.view, state, eye.viewer)
  return fine and is_shown(about, state, view, at, layer)
end

-- Whether the character of a kind says something else of this cell: that there is a kind of another
-- layer which is not there. (What is usual below a piece, and what lies upon it, may differ.)
local function misleads(about, what, layer, kinds)
  local means = about.cells.by_char[what]
  for i, kind in ipairs(means or {}) do
    local usual = i < layer and about.cells.usual[i] or i > layer and "nothing" or kinds[i]
    if kind ~= kinds[i] and kind ~= usual then
      return true
    end
  end
  return means == nil
end

-- The character by which a piece is called, if it lies in this cell and its own says something
-- else.
local function character(about, eye, what, at)
  local kinds = at and is_on(eye.state, at) and kinds_at(eye.state, about, at)
  local layer, _, there = layer_of(about, what, kinds or {})
  if there and misleads(about, what, layer, kinds) then
    return about.cells.by_kinds[table.concat(kinds_at(eye.view, about, at), "\0")]
  end
end

local function copy_of(event, before, after, about)
  local copy = { kind = event.kind, what = event.what, becomes = event.becomes, from = event.from,
    to = event.to }
  if event.what then
    copy.shown = character(about, before, event.what, event.from)
      or character(about, after, event.what, event.to)
  end
  if event.becomes then
    copy.shown_becomes = character(about, after, event.becomes, event.to or event.from)
  end
  return copy
end

-- What the player sees of an event, or nil.
local function seen(event, before, after, about)
  if not event.what then
    return event -- what is heard is heard in the dark, too
  end
  local copy = copy_of(event, before, after, about)
  local from, to = event.from, event.to
  local leaves = from and sees(about, before, event.what, from)
  local comes = to and sees(about, after, event.becomes or event.what, to)
  if (not from or leaves) and (not to or comes) then
    return copy
  elseif comes then
    copy.kind, copy.from = "appeared", nil
    copy.what, copy.shown = event.becomes or event.what, copy.shown_becomes or copy.shown
    copy.becomes = nil
    return copy
  elseif leaves then
    copy.kind, copy.to, copy.becomes = "removed", nil, nil
    return copy
  end
end

--- What a player sees of the events of an action, in copies that say by what characters pieces are
--- called.
---@param kept tessera.Sight|nil the state before, as `sight.keep` has kept it
---@param events tessera.Event[]
---@param state tessera.State after the action
---@param player? integer who looks; by default the one to move, as where a state is drawn
---@return tessera.Event[] seen nothing, if `view` raises an error, as it does where the state is
---drawn
function sight.events(kept, events, state, player)
  if not kept or not events[1] then
    return events
  end
  local about, list = kept.about, {}
  local viewer = player or state:turn() or nil
  local fine, old = pcall(kept.before.view, kept.before, viewer)
  local also, new = pcall(state.view, state, viewer)
  if not (fine and also) then
    return list
  end
  local before = { state = kept.before, view = old, viewer = viewer }
  local after = { state = state, view = new, viewer = viewer }
  for _, event in ipairs(events) do
    list[#list + 1] = seen(event, before, after, about)
  end
  return list
end

--- All events, also those that no player sees, in copies that say by what characters pieces are
--- called.
---@param kept tessera.Sight|nil
---@param events tessera.Event[]
---@param state tessera.State after the action
---@return tessera.Event[]
function sight.all(kept, events, state)
  if not kept then
    return events
  end
  local list = {}
  local before = { state = kept.before, view = kept.before }
  local after = { state = state, view = state }
  for i, event in ipairs(events) do
    list[i] = copy_of(event, before, after, kept.about)
  end
  return list
end

return sight
