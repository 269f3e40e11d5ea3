--- Reads the steps that follow an action: `after` of a definition.

local errors = require "tessera.base.errors"
local one_rule = require "tessera.game.one_rule"
local wording = require "tessera.base.wording"

local steps = {}

local sweep_keys = { "add", "count", "event", "over", "reward", "when" }
local single_keys = { "add", "count", "each", "event", "from", "over", "reward", "when" }

local sides = { "top", "bottom", "left", "right", "anchor" }

-- From where a sweep or a rule with `each` visits the cells.
local function compile_from(place, step)
  local from = errors.type(place .. ": from", step.from, "string", "nil") or "top"
  if not wording.one_of(from, sides) then
    errors.fail("%s: from: there is no side %s%s", place, errors.shown(from),
      errors.hint(from, sides))
  end
  return from
end

local function compile_step_when(place, step)
  place = place .. ": when"
  return one_rule.line(place, errors.type(place, step.when, "string", "nil"))
end

local function compile_sweep(place, step, compiled, definition)
  errors.keys(place, step, { "at_once", "each", "from", "sweep", "when" })
  if step.at_once ~= "first" then
    if type(step.at_once) == "string" then
      errors.fail('%s: at_once: expected true or "first", got %s', place,
        errors.shown(step.at_once))
    end
    errors.type(place .. ": at_once", step.at_once, "boolean", "nil")
  end
  local list = {}
  local given = errors.type(place .. ": sweep", step.sweep, "table")
  for i, rule in ipairs(errors.list(place .. ": sweep", given)) do
    local own = ("%s, rule %d"):format(place, i)
    if type(rule) == "string" then -- a sweep may have thousands
      list[i] = { place = own, text = one_rule.line(own, rule), adds = one_rule.no_adds, over = 0 }
    else
      errors.type(own, rule, "string", "table")
      errors.type(own .. ": the pattern", rule[1], "string")
      list[i] = one_rule.compile(own, rule, 1, sweep_keys, compiled, definition)
    end
    list[i].number = i
  end
  if not list[1] then
    errors.fail("%s: the sweep has no rules", place)
  end
  return { place = place, rules = list, sweep = true, at_once = step.at_once and true,
    first = step.at_once == "first", from = compile_from(place, step),
    each = one_rule.each_player(place, step.each),
    when = compile_step_when(place, step) }
end

-- All keys of steps: which step it was to be is not known.
local all_keys = { "add", "again", "at_once", "count", "each", "event", "from", "over", "reward",
  "sweep", "when" }

local function compile_single(place, step, number, compiled, definition)
  if step[1] == nil then
    errors.keys(place, one_rule.named_keys(step, 2), all_keys)
  end
  local from = compile_from(place, step)
  errors.type(place .. ": the pattern", step[1], "string")
  if step.from ~= nil and not step[1]:find "^%s*each%f[^%w_-]" then
    errors.fail("%s: from is for a sweep, or a rule with 'each'", place)
  end
  local rule = one_rule.compile(place, step, 1, single_keys, compiled, definition)
  rule.number = number
  return { place = place, rules = { rule }, from = from,
    each = one_rule.each_player(place, step.each) }
end

local function compile_call(place, step, compiled)
  errors.keys(place, one_rule.named_keys(step, 1), { "when" })
  local number = compiled.last_call + 1
  compiled.calls[number], compiled.last_call = step[1], number
  return { place = place, call = number, when = compile_step_when(place, step) }
end

local compile_list

-- The steps of `again` stand behind it in the program.
local function compile_again(place, step, compiled, definition)
  local list = compiled.program.steps
  errors.keys(place, step, { "again", "when" })
  -- `at` has the line: its error comes when the game is played, from anywhere. Required here, since
  -- few games ask for it, and a page loads it later.
  local at = require("tessera.source.rule_lines").placed(place)
  local own, first = { place = place, at = at,
    when = compile_step_when(place, step) }, #list + 1
  list[first] = own
  local given = errors.type(place .. ": again", step.again, "table")
  compile_list(place, errors.list(place .. ": again", given), true, compiled, definition)
  own.again = #list - first
  if own.again == 0 then
    errors.fail("%s: 'again' has no steps", place)
  end
end

-- The steps of `after`, or those inside of an `again`.
function compile_list(what, given, inside, compiled, definition)
  local list = compiled.program.steps
  for i, step in ipairs(given) do
    local place = ("%s%s step %d"):format(what, inside and "," or ":", i)
    errors.type(place, step, "string", "table", "function")
    step = type(step) == "table" and step or { step }
    local calls = type(step[1]) == "function"
    if inside and (calls or step.again) then
      errors.fail("%s: %s cannot stand in 'again'", place,
        calls and "a function" or "another 'again'")
    elseif step.again then
      compile_again(place, step, compiled, definition)
    elseif step.sweep then
      list[#list + 1] = compile_sweep(place, step, compiled, definition)
    else
      list[#list + 1] = calls and compile_call(place, step, compiled)
        or compile_single(place, step, i, compiled, definition)
    end
  end
end

--- Compiles `after` into `compiled.program.steps`.
---@param what string the game's name in messages
---@param definition tessera.Definition
---@param compiled table
function steps.compile(what, definition, compiled)
  local given = errors.type(what .. ": after", definition.after, "table", "nil") or {}
  compile_list(what, errors.list(what .. ": after", given), false, compiled, definition)
end

return steps
