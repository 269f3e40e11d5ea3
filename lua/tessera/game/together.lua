--- Checks how the players of a game act together, and what their actions earn them: `together`,
--- `order`, and the fields that follow.

local errors = require "tessera.base.errors"
local wording = require "tessera.base.wording"

local together = {}

local most = 1000000000000000
local orders = { "at once", "fixed", "random" }

-- What a game may not have whose players act together: their actions are carried out in C alone.
local functions = { "actions", "apply", "check", "outcome", "reverse", "turn" }

-- At once a rule changes what the first place where it fits has been before the step.
local function check_at_once(what, order, number, rule)
  local text = type(rule) == "table" and order == "at once" and type(rule[2]) == "string"
    and rule[2]:match "^%s*(%l+)"
  for _, word in ipairs { "each", "move", "random", "squash" } do
    if text == word or order == "at once" and type(rule) == "table" and rule[word] then
      errors.fail('%s: rule %d: order = "at once" is for rules that change one place, without %s',
        what, number, word)
    end
  end
end

local function check_functions(what, definition)
  for _, name in ipairs(functions) do
    if definition[name] then
      errors.fail("%s: together: the players act by rules as pictures, without a function %s", what,
        name)
    end
  end
  if type(definition.score) == "function" then
    errors.fail("%s: together: the score is a field or a count, not a function", what)
  end
  for i, rule in ipairs(type(definition.rules) == "table" and definition.rules or {}) do
    check_at_once(what, definition.order, i, rule)
    for _, key in ipairs { "call", "keep_turn" } do
      if type(rule) == "table" and rule[key] then
        errors.fail("%s: rule %d: a game whose players act together has no %s", what, i, key)
      end
    end
  end
  for i, step in ipairs(type(definition.after) == "table" and definition.after or {}) do
    if type(step) == "function" or type(step) == "table" and type(step[1]) == "function" then
      errors.fail("%s: step %d: a game whose players act together has no function here", what, i)
    end
  end
end

-- The action that always fits, and does nothing.
local function idle_action(what, definition)
  for _, rule in ipairs(type(definition.rules) == "table" and definition.rules or {}) do
    if type(rule) == "table" and type(rule[1]) == "string" and not rule[1]:find "[<>]" then
      local keys = 0
      for _ in pairs(rule) do
        keys = keys + 1
      end
      if keys == 1 then
        return rule[1]
      end
    end
  end
  errors.fail('%s: together: a player must be able to do nothing: write a rule { "wait" }, and '
    .. 'moves = { ..., "wait" }', what)
end

local function add_field(what, compiled, name, field)
  if compiled.members[name] then
    errors.fail("%s: the name '%s' is used twice: it is what each player %s", what, name,
      name == "chosen" and "has chosen" or "has earned")
  end
  field.name, field.value, field.size, field.each = name, 0, compiled.players, true
  table.insert(compiled.fields, field)
  compiled.members[name] = name ~= "chosen" and -#compiled.fields or nil
  return #compiled.fields
end

local function has_rewards(list)
  for _, entry in ipairs(type(list) == "table" and list or {}) do
    if type(entry) == "table" and (entry.reward ~= nil or has_rewards(entry.sweep)
        or has_rewards(entry.again)) then
      return true
    end
  end
  return false
end

local function has_scores(ends)
  for _, entry in ipairs(type(ends) == "table" and ends or {}) do
    if type(entry) == "table" and entry.score ~= nil then
      return true
    end
  end
  return false
end

--- Checks `together` and `order`, and adds the fields of what players have chosen and earned.
--- Sets `compiled.together`, `compiled.reward` and `compiled.earned`.
---@param what string the game's name in messages
---@param definition tessera.Definition
---@param compiled table its fields are compiled
function together.compile(what, definition, compiled)
  compiled.reward, compiled.earned = 0, 0
  if has_rewards(definition.rules) or has_rewards(definition.after) then
    for _, name in ipairs { "reward", "earned" } do
      compiled[name] = add_field(what, compiled, name, { counter = true, min = -most, max = most })
    end
    if definition.score == nil and not has_scores(definition.ends) then
      definition.score = "earned"
    end
  end
  local is = errors.type(what .. ": together", definition.together, "boolean", "nil")
  local order = errors.type(what .. ": order", definition.order, "string", "nil")
  if order and not wording.one_of(order, orders) then
    errors.fail("%s: there is no order %s%s", what, errors.shown(order),
      errors.hint(order, orders))
  elseif order and not is then
    errors.fail("%s: order: it is for players who act together: say together = true", what)
  elseif not is then
    return
  elseif compiled.players < 2 then
    errors.fail("%s: together: it is for two players or more: say players = 2", what)
  end
  check_functions(what, definition)
  compiled.together = { order = order or "fixed", idle = idle_action(what, definition),
    chosen = add_field(what, compiled, "chosen", { counter = false, hidden = true, min = 0,
      max = most }) }
end

return together
