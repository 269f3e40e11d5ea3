--- Players who act together, for the twin (docs/together.md): what they have chosen is carried out
--- with the last choice.

local change = require "spec.oracle.rules_change"

local together = {}

local clockwise = { "up", "right", "down", "left" }

-- Writes one group out into `made`. Returns by player his kind, or his facing group.
local function write_group(made, name, given, players)
  local all, pieces = {}, {}
  local below, layer = made.legend["."].ground, given.layer or made.layers[#made.layers]
  for p = 1, players do
    local own, shown = {}, {}
    for letter in (given.characters and given.characters[p] or tostring(p)):gmatch "." do
      shown[#shown + 1] = letter
    end
    for i, heading in ipairs(given.facing and clockwise or { "" }) do
      local kind = name .. p .. (given.facing and "_" .. heading or "")
      own[heading] = kind
      made.legend[shown[i]] = { ground = below, [layer] = kind }
    end
    for _, heading in ipairs(given.facing and { "up", "down", "left", "right" } or { "" }) do
      all[#all + 1] = own[heading]
    end
    pieces[p] = given.facing and name .. p or own[""]
    made.groups[name .. p] = given.facing and own or nil
  end
  made.groups[name] = all
  return pieces
end

--- Writes out the groups that have kinds of each player. Returns the definition so changed, the
--- same one if there are none; what each player has is in `avatars`, by group, and the group of the
--- players' pieces is `avatar_pieces`.
---@param definition table
---@return table
function together.write_out(definition)
  local made, names = {}, {}
  for key, value in pairs(definition) do
    made[key] = value
  end
  made.groups, made.legend, made.avatars = {}, {}, {}
  for group, given in pairs(definition.groups or {}) do
    made.groups[group] = given
    names[#names + 1] = given.each and group or nil
  end
  for shown, means in pairs(definition.legend) do
    made.legend[shown] = means
  end
  if not names[1] then
    return definition
  end
  for _, name in ipairs(names) do
    made.avatars[name] = write_group(made, name, definition.groups[name], definition.players or 1)
  end
  if type(definition.pieces) ~= "table" then
    made.avatar_pieces = definition.pieces or names[1]
    made.pieces = made.avatars[made.avatar_pieces]
  end
  return made
end

-- The players in the order in which they act: for a drawn one the last place is drawn first.
local function order_of(state)
  local order = {}
  for p = 1, state.game.players do
    order[p] = p
  end
  for i = state.game.definition.order == "random" and #order or 1, 2, -1 do
    local k = state:draw(i)
    order[i], order[k] = order[k], order[i]
  end
  return order
end

--- Carries out what all have chosen. `act(state, words)` carries out the action of state.player and
--- returns its context, or nil. Returns who was idle, in order: { player, ... }.
---@param state table
---@param act function
---@return integer[] idle
---@return table|nil anchor
function together.act_all(state, act)
  local idle, anchor = {}, nil
  state.seen = state.game.definition.order == "at once" and change.copy_of(state.cells) or nil
  for _, p in ipairs(order_of(state)) do
    if not state.over then
      state.player = p
      local context = act(state, state.chosen[p])
      if not context then
        idle[#idle + 1] = p
      else
        anchor = context.anchor or anchor
      end
    end
  end
  state.seen, state.player, state.chosen = nil, 1, {}
  return idle, anchor
end

--- Lets the timers of a state count down.
function together.count_down(state)
  for name, field in pairs(state.game.fields) do
    for p = 1, field.timer and field.each and state.game.players or 0 do
      state[name][p] = state[name][p] > 0 and state[name][p] - 1 or state[name][p]
    end
    if field.timer and not field.each then
      state[name] = state[name] > 0 and state[name] - 1 or state[name]
    end
  end
end

--- Looks for the first end that holds, and for whom: one with a list of outcomes for each player in
--- turn.
function together.look_at_ends(state, holds)
  for _, given in ipairs(state.game.ends) do
    for p = 1, type(given.outcome) == "table" and state.game.players or 1 do
      if not state.over and holds(given, p) then
        state.over = type(given.outcome) == "table" and given.outcome[p] or given.outcome
        state.ended, state.actor = given, p
      end
    end
  end
end

return together
