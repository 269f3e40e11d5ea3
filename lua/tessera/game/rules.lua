--- Reads the rules, steps and ends of a definition (docs/rules.md) and prepares them for the
--- compiler in C, which reads their texts.

local errors = require "tessera.base.errors"
local lua_game = require "tessera.lua_game"
local rules_errors = require "tessera.base.rules_errors"
local rules_names = require "tessera.base.rules_names"
local wording = require "tessera.base.wording"

local rules = {}

--- The text of a rule in one line; nil for nil.
---@param place string
---@param text string|nil
---@return string|nil
function rules.line(place, text)
  if not text or not lua_game.find_control(text) then
    return text
  end
  local line = text:gsub("[\t\r\n]", " ")
  local wrong = lua_game.find_control(line)
  if wrong then
    errors.fail("%s", rules_errors.marked(place, "control characters cannot stand in a rule", line,
      wrong))
  end
  return line
end

-- ---- what a rule does beside its cells ----

local function field_index(place, name, compiled)
  local index = compiled.members[name]
  local field = index and index < 0 and compiled.fields[-index]
  if field and field.size > 0 then
    errors.fail("%s: '%s' is an array", place, name)
  elseif not field then
    local near = {}
    for _, known in ipairs(compiled.fields) do
      near[#near + 1] = known.size == 0 and known.name or nil
    end
    errors.fail("%s: there is no field or counter %s%s", place, errors.shown(name),
      errors.hint(name, near))
  end
  return -index
end

local most = 1000000000000

local no_adds = {}

local function compile_adds(place, rule, compiled)
  if rule.count == nil and rule.add == nil then
    return no_adds
  end
  local adds = {}
  local function add(key, name, number)
    local index = field_index(place .. ": " .. key, name, compiled)
    adds[#adds + 1] = { field = index, number = number }
  end
  local count = errors.type(place .. ": count", rule.count, "string", "table", "nil") or {}
  count = type(count) == "table" and errors.list(place .. ": count", count) or { count }
  for _, name in ipairs(count) do
    add("count", name, 1)
  end
  local given = errors.type(place .. ": add", rule.add, "table", "nil") or {}
  for _, name in ipairs(wording.sorted(given)) do
    local number = given[name]
    if type(name) ~= "string" then
      errors.fail("%s: add: expected names with numbers, such as { points = 10 }", place)
    end
    errors.type(("%s: add: %s"):format(place, name), number, "integer")
    if number < -most or number > most then
      errors.fail("%s: add: expected -10^12..10^12, got %d", place, number)
    end
    add("add", name, number)
  end
  return adds
end

-- The number of an outcome, from 1; a new one is added to the list unless the game names its own.
local function outcome_index(place, text, compiled)
  errors.type(place, text, "string")
  if text == "" or #text > 63 or text:find "%z" then
    errors.fail("%s: an outcome is a text of 1..63 bytes, got %s", place, errors.shown(text))
  end
  for i, known in ipairs(compiled.outcomes) do
    if known == text then
      return i
    end
  end
  if compiled.own_outcomes then
    errors.fail("%s: there is no outcome %s%s", place, errors.shown(text),
      errors.hint(text, compiled.outcomes))
  end
  compiled.outcomes[#compiled.outcomes + 1] = text
  return #compiled.outcomes
end

local function check_over(place, definition)
  if definition.outcome then
    errors.fail("%s: a game with a function outcome ends by it alone", place)
  end
end

-- The keys of a table but those of its first `count` entries.
local function named_keys(rule, count)
  local named = {}
  for key, value in pairs(rule) do
    named[key] = not (math.type(key) == "integer" and key >= 1 and key <= count) and value or nil
  end
  return named
end

-- A text that is shown to users, such as a reason: one printable line.
local function check_shown(place, text)
  if text and (text == "" or #text > 200 or text:find "%c" or not utf8.len(text)) then
    errors.fail("%s: expected a line of 1..200 bytes, got %s", place, errors.shown(text))
  end
end

-- The keys of a rule beside its texts: in steps and sweeps, and of an action.
local step_keys = { "add", "count", "event", "over", "when" }
local single_keys = { "add", "count", "event", "from", "over", "when" }
local action_keys = { "add", "count", "event", "over", "when", "call", "keep_turn", "move",
  "squash", "why" }

local function check_keys(place, rule, texts, known)
  for key in pairs(rule) do
    local is_text = math.type(key) == "integer" and key >= 1 and key <= texts
    if not is_text and not wording.one_of(key, known) then
      errors.keys(place, named_keys(rule, texts), known)
    end
  end
end

local texts_of_rules = { "event", "over", "when", "why" }

-- A rule of `rules`, `after` or a sweep: its table with the keys that all of them have. Its first
-- `texts` entries are texts.
local function compile_rule(place, rule, texts, keys, compiled, definition)
  local text = rule[texts]
  if rule[texts + 1] ~= nil then
    errors.fail("%s: expected %s, got another text behind it", place,
      texts == 2 and "the actions and one pattern" or "one pattern")
  end
  check_keys(place, rule, texts, keys)
  for _, key in ipairs(texts_of_rules) do
    if rule[key] ~= nil then
      errors.type(("%s: %s"):format(place, key), rule[key], "string")
    end
  end
  text = rules.line(place, text)
  rule.when = rule.when and rules.line(place .. ": when", rule.when)
  if rule.why then
    check_shown(place .. ": why", rule.why)
  end
  if rule.event and not rule.event:find "^[%w_-]+$" or #(rule.event or "") > 23 then
    errors.fail("%s: event: expected a word of at most 23 letters, digits, '_' and '-', got %s",
      place, errors.shown(rule.event))
  end
  if rule.over then
    check_over(place .. ": over", definition)
  end
  return { place = place, text = text, when = rule.when, why = rule.why, event = rule.event,
    adds = compile_adds(place, rule, compiled),
    over = rule.over and outcome_index(place .. ": over", rule.over, compiled) or 0 }
end

-- ---- the rules of actions ----

-- The words of a form's slot, or nil for a slot of numbers, rows or columns.
local function narrowed(slot, own)
  if own.kind ~= slot.kind then
    return nil
  elseif slot.kind == "number" then
    local inside = own.min >= slot.min and own.max <= slot.max
    return inside and { min = own.min, max = own.max } or nil
  elseif slot.kind ~= "word" then
    return {}
  end
  for _, word in ipairs(own.words) do
    if not wording.one_of(word, slot.words) then
      return nil
    end
  end
  return { words = own.words }
end

-- A number that a slot of numbers may be, such as the 3 of "put 3".
local function as_number(slot, own)
  local number = slot.kind == "number" and own.kind == "word" and not own.words[2]
    and math.tointeger(tonumber(own.words[1]))
  return number and { kind = "number", min = number, max = number } or own
end

local function match_form(form, own)
  local slots = {}
  for k, slot in ipairs(form) do
    slots[k] = own[k] and narrowed(slot, as_number(slot, own[k]))
    if not slots[k] then
      return nil
    end
  end
  return #form == #own and slots or nil
end

--- The forms of a game that a text stands for, each with what its words are limited to.
---@param own table[] the text as tessera.base.forms reads it
---@param compiled table
---@return { form: integer, slots: table[] }[]
function rules.forms_of(own, compiled)
  local found = {}
  for i, form in ipairs(compiled.forms) do
    local slots = match_form(form, own)
    if slots then
      found[#found + 1] = { form = i, slots = slots }
    end
  end
  return found
end

local function named_forms(place, text, definition, compiled, read_form)
  local found = rules.forms_of(read_form(place, text), compiled)
  if not found[1] then
    local near = errors.guess(text, definition.moves)
    errors.fail("%s: no move is called %s%s", place, errors.shown(text),
      near ~= "" and near or #definition.moves <= 20
      and (" (the moves are %s)"):format(table.concat(definition.moves, ", ")) or "")
  end
  return found
end

local function compile_squash(place, squash, definition, compiled)
  errors.type(place, squash, "table")
  if compiled.hexagons then
    errors.fail("%s: it is not for hexagons", place)
  end
  local group = errors.type(place .. ": group", squash[1], "string")
  errors.keys(place, named_keys(squash, 1), { "count", "worth" })
  local groups = definition.groups or {}
  if not groups[group] then
    errors.fail("%s: there is no group %s%s", place, errors.shown(group),
      errors.hint(group, wording.sorted(groups)))
  end
  local kinds, values = rules_names.members(groups[group]), {}
  local worth = errors.list(place .. ": worth",
    errors.type(place .. ": worth", squash.worth, "table", "nil") or {})
  if #worth > #kinds then
    errors.fail("%s: worth: '%s' has %d kinds, got %d numbers", place, group, #kinds, #worth)
  elseif squash.worth and not squash.count then
    errors.fail("%s: worth wants count, the counter that it is added to", place)
  end
  for i, kind in ipairs(kinds) do
    values[i] = errors.type(place .. ": worth", worth[i] or 0, "integer")
    if values[i] < 0 or values[i] > most then
      errors.fail("%s: worth: expected numbers of 0..%d, got %d for '%s'", place, most, values[i],
        kind)
    end
  end
  local field = squash.count and field_index(place .. ": count", squash.count, compiled) or 0
  return { group = group, worth = values, field = field }
end

-- move = "<car>", or { "block", into = "open no things", joins = { right = { "west" } } }
local function compile_move(place, move, compiled)
  errors.type(place, move, "string", "table")
  move = type(move) == "string" and { move } or move
  errors.keys(place, named_keys(move, 1), { "into", "joins" })
  local text = rules.line(place, errors.type(place .. ": the piece", move[1], "string"))
  local into = errors.type(place .. ": into", move.into, "string", "nil")
  local entry = { place = place, text = text, into = into and rules.line(place, into) }
  local joins = errors.type(place .. ": joins", move.joins, "table", "nil")
  errors.keys(place .. ": joins", joins or {}, { "down", "right" })
  entry.joins = joins ~= nil
  for way, kinds in pairs(joins or {}) do
    local own = ("%s: joins: %s"):format(place, way)
    entry[way] = errors.list(own, errors.type(own, kinds, "table"))
    local known = {}
    for i, name in ipairs(compiled.program.names) do
      known[i] = name.name
    end
    for _, kind in ipairs(entry[way]) do
      if not wording.one_of(errors.type(own, kind, "string"), known) then
        errors.fail("%s: there is no kind %s%s", own, errors.shown(kind), errors.hint(kind, known))
      end
    end
  end
  return entry
end

-- The rules of a definition. What `puzzlescript` has returned stands for rules that it makes.
local function given_rules(what, definition, compiled)
  local given = errors.type(what .. ": rules", definition.rules, "table")
  if type(given.turns) == "function" then
    given = { given }
  end
  local list = {}
  for _, rule in ipairs(errors.list(what .. ": rules", given)) do
    if type(rule) == "table" and type(rule.turns) == "function" then
      local place = what .. ": puzzlescript"
      if compiled.hexagons then
        errors.fail("%s: its rules are not for hexagons", place)
      end
      local made, outcome = rule:turns(place, definition, compiled)
      table.move(made, 1, #made, #list + 1, list)
      if outcome then
        check_over(place .. ": win", definition)
        outcome_index(place .. ": win", outcome, compiled)
      end
    else
      list[#list + 1] = rule
    end
  end
  return list
end

local function compile_action_rules(what, definition, compiled, read_form)
  local given = given_rules(what, definition, compiled)
  if definition.turn then
    errors.fail("%s: a game with rules has no function turn: its rules say keep_turn", what)
  end
  local named, calls = {}, {}
  for i, rule in ipairs(given) do
    local place = ("%s: rule %d"):format(what, i)
    errors.type(place, rule, "table")
    local actions = errors.type(place .. ": the action", rule[1], "string")
    errors.type(place .. ": the pattern", rule[2], "string", "nil")
    if rule[2] and (rule.squash or rule.move) then
      errors.fail("%s: it has a pattern and %s", place, rule.squash and "squash" or "move")
    elseif rule.squash and rule.move then
      errors.fail("%s: it has squash and move", place)
    end
    local entry = compile_rule(place, rule, 2, action_keys, compiled, definition)
    entry.number, entry.actions = i, actions
    entry.keep_turn = errors.type(place .. ": keep_turn", rule.keep_turn, "boolean", "nil")
    calls[i] = errors.type(place .. ": call", rule.call, "function", "nil")
    entry.calls = calls[i] ~= nil
    entry.squash = rule.squash
      and compile_squash(place .. ": squash", rule.squash, definition, compiled)
    entry.move = rule.move and compile_move(place .. ": move", rule.move, compiled)
    for _, found in ipairs(named_forms(place, actions, definition, compiled, read_form)) do
      local copy = { slots = found.slots }
      for key, value in pairs(entry) do
        copy[key] = value
      end
      named[found.form] = named[found.form] or {}
      table.insert(named[found.form], copy)
    end
  end
  local all = true
  for i, form in ipairs(definition.moves) do
    all = all and named[i] ~= nil
    if not named[i] and not definition.apply then
      errors.fail("%s: move %d (%s) has no rule, and there is no function apply", what, i, form)
    end
  end
  if all and definition.apply then
    errors.fail("%s: every move has a rule, so apply would never be called", what)
  end
  compiled.program.forms, compiled.calls, compiled.last_call = named, calls, #given
end

-- ---- steps and ends ----

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
  return rules.line(place .. ": when", errors.type(place .. ": when", step.when, "string", "nil"))
end

local function compile_sweep(place, step, compiled, definition)
  errors.keys(place, step, { "at_once", "from", "sweep", "when" })
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
      list[i] = { place = own, text = rules.line(own, rule), adds = no_adds, over = 0 }
    else
      errors.type(own, rule, "string", "table")
      errors.type(own .. ": the pattern", rule[1], "string")
      list[i] = compile_rule(own, rule, 1, step_keys, compiled, definition)
    end
    list[i].number = i
  end
  if not list[1] then
    errors.fail("%s: the sweep has no rules", place)
  end
  return { place = place, rules = list, sweep = true, at_once = step.at_once and true,
    first = step.at_once == "first", from = compile_from(place, step),
    when = compile_step_when(place, step) }
end

local function compile_single(place, step, number, compiled, definition)
  local from = compile_from(place, step)
  errors.type(place .. ": the pattern", step[1], "string")
  if step.from ~= nil and not step[1]:find "^%s*each%f[^%w_-]" then
    errors.fail("%s: from is for a sweep, or a rule with 'each'", place)
  end
  local rule = compile_rule(place, step, 1, single_keys, compiled, definition)
  rule.number = number
  return { place = place, rules = { rule }, from = from }
end

local function compile_call(place, step, compiled)
  for key in pairs(step) do
    if key ~= 1 and key ~= "when" then
      errors.keys(place, named_keys(step, 1), { "when" })
    end
  end
  local number = compiled.last_call + 1
  compiled.calls[number], compiled.last_call = step[1], number
  return { place = place, call = number, when = compile_step_when(place, step) }
end

local compile_list

-- The steps of `again` stand behind it in the program.
local function compile_again(place, step, compiled, definition)
  local list = compiled.program.steps
  errors.keys(place, step, { "again", "when" })
  local own, first = { place = place, when = compile_step_when(place, step) }, #list + 1
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

local function compile_steps(what, definition, compiled)
  local given = errors.type(what .. ": after", definition.after, "table", "nil") or {}
  compile_list(what, errors.list(what .. ": after", given), false, compiled, definition)
end

local function compile_ends(what, definition, compiled)
  local given = errors.type(what .. ": ends", definition.ends, "table", "nil") or {}
  if given[1] then
    check_over(what .. ": ends", definition)
  end
  for i, rule in ipairs(errors.list(what .. ": ends", given)) do
    local place, outcomes = ("%s: end %d"):format(what, i), {}
    errors.type(place, rule, "table")
    errors.type(place .. ": the outcome", rule[1], "string", "table")
    if rule[3] ~= nil then
      errors.fail("%s: expected an outcome and one condition, got another text behind it", place)
    end
    local by_player = type(rule[1]) == "table"
    if by_player and #rule[1] ~= compiled.players then
      errors.fail("%s: expected an outcome for each of the %d players, got %d", place,
        compiled.players, #rule[1])
    end
    for k = 1, compiled.players do
      outcomes[k] = outcome_index(place, by_player and rule[1][k] or rule[1], compiled)
    end
    local score = errors.type(place .. ": score", rule.score, "integer", "nil") or 0
    if score < -most or score > most then
      errors.fail("%s: score: expected -10^12..10^12, got %d", place, score)
    end
    errors.keys(place, named_keys(rule, 2), { "score" })
    if rule.score then
      compiled.program.scored = true
      compiled.most_score = math.max(compiled.most_score or 0, math.abs(score))
    end
    local when = rules.line(place, errors.type(place .. ": the condition", rule[2], "string"))
    compiled.program.ends[i] = { place = place, outcomes = outcomes, by_player = by_player,
      score = score, when = when }
  end
end

-- score = "points", or score = "count box"
local function compile_score(what, definition, compiled)
  local text, place = definition.score, what .. ": score"
  if type(text) ~= "string" then
    return
  end
  local blanks, cell = rules.line(place, text):match "^(count +)(.+)$"
  if cell then
    compiled.program.score_cell = { place = place, text = (" "):rep(#blanks) .. cell }
  else
    compiled.program.score_field = field_index(place, text, compiled)
  end
  compiled.program.scored = true
end

--- Whether a definition has rules as pictures, or steps or ends of their kind.
---@param definition tessera.Definition
---@return boolean
function rules.used(definition)
  return definition.rules ~= nil or definition.after ~= nil or definition.ends ~= nil
    or type(definition.score) == "string"
end

--- Compiles rules, after, ends, pieces and a text as score into `compiled.program`.
---@param what string the game's name in messages
---@param definition tessera.Definition
---@param compiled table
---@param read_form fun(place: string, text: string): table
function rules.compile(what, definition, compiled, read_form)
  compiled.program = { blanks = {}, pieces = {}, steps = {}, ends = {}, forms = {}, slots = {} }
  compiled.calls, compiled.last_call = {}, 0 -- functions of rules and steps, by their numbers
  rules_names.compile(what, definition, compiled)
  if definition.rules then
    compile_action_rules(what, definition, compiled, read_form)
  end
  compile_steps(what, definition, compiled)
  compile_ends(what, definition, compiled)
  compile_score(what, definition, compiled)
  for i, form in ipairs(definition.moves) do
    local slots = {}
    for word in form:gmatch "%S+" do
      slots[#slots + 1] = word:find "^<" and word or false
    end
    compiled.program.slots[i] = slots
  end
end

return rules
