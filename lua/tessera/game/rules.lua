--- Reads the rules and ends of a definition (docs/rules.md) and prepares them for the compiler in
--- C, which reads their texts.

local errors = require "tessera.base.errors"
local one_rule = require "tessera.game.one_rule"
local rules_names = require "tessera.base.rules_names"
local steps = require "tessera.game.steps"
local wording = require "tessera.base.wording"

local rules = {}

local most = one_rule.most

-- ---- the rules of actions ----

local keys = { "add", "count", "event", "over", "reward", "when", "call", "keep_turn", "move",
  "squash", "why" }

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
  errors.keys(place, one_rule.named_keys(squash, 1), { "count", "worth" })
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
  local field = squash.count
    and one_rule.field_index(place .. ": count", squash.count, compiled) or 0
  return { group = group, worth = values, field = field }
end

-- The kinds and groups that go on in the next cell.
local function joined_kinds(place, given, compiled)
  local known = {}
  for i, name in ipairs(compiled.program.names) do
    known[i] = name.name
  end
  local list = errors.list(place, errors.type(place, given, "table"))
  for _, kind in ipairs(list) do
    if not wording.one_of(errors.type(place, kind, "string"), known) then
      errors.fail("%s: there is no kind or group %s%s", place, errors.shown(kind),
        errors.hint(kind, known))
    end
  end
  return list
end

-- move = "<car>", or { "block", into = "open no things", joins = { right = { "west" } } }
local function compile_move(place, move, compiled)
  errors.type(place, move, "string", "table")
  move = type(move) == "string" and { move } or move
  errors.keys(place, one_rule.named_keys(move, 1), { "into", "joins" })
  local text = one_rule.line(place, errors.type(place .. ": the piece", move[1], "string"))
  local into = errors.type(place .. ": into", move.into, "string", "nil")
  local entry = { place = place, text = text, into = into and one_rule.line(place, into) }
  local joins = errors.type(place .. ": joins", move.joins, "table", "nil")
  errors.keys(place .. ": joins", joins or {}, { "down", "right" })
  entry.joins = joins ~= nil
  for _, way in ipairs { "down", "right" } do
    local own, kinds = ("%s: joins: %s"):format(place, way), joins and joins[way]
    entry[way] = kinds and joined_kinds(own, kinds, compiled)
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
        one_rule.check_over(place .. ": win", definition)
        one_rule.outcome_index(place .. ": win", outcome, compiled)
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
    if type(rule) == "string" then
      errors.fail("%s: expected a list of its action and its picture, such as "
        .. '{ "<direction>", "[ player | empty ] -> [ | player ]" }, got %s', place,
        errors.shown(rule))
    end
    errors.type(place, rule, "table")
    local actions = errors.type(place .. ": the action", rule[1], "string")
    errors.type(place .. ": the pattern", rule[2], "string", "nil")
    if rule[2] and (rule.squash or rule.move) then
      errors.fail("%s: it has a pattern and %s", place, rule.squash and "squash" or "move")
    elseif rule.squash and rule.move then
      errors.fail("%s: it has squash and move", place)
    end
    local entry = one_rule.compile(place, rule, 2, keys, compiled, definition)
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

-- ---- ends ----

local function compile_ends(what, definition, compiled)
  local given = errors.type(what .. ": ends", definition.ends, "table", "nil") or {}
  if given[1] then
    one_rule.check_over(what .. ": ends", definition)
  end
  for i, rule in ipairs(errors.list(what .. ": ends", given)) do
    local place, outcomes = ("%s: end %d"):format(what, i), {}
    if type(rule) == "string" then
      errors.fail('%s: expected a list such as { "Won", "all box on target" }, got %s', place,
        errors.shown(rule))
    end
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
      outcomes[k] = one_rule.outcome_index(place, by_player and rule[1][k] or rule[1], compiled)
    end
    local score = errors.type(place .. ": score", rule.score, "integer", "nil") or 0
    if score < -most or score > most then
      errors.fail("%s: score: expected -10^12..10^12, got %d", place, score)
    end
    for _, key in ipairs { "winner", "wins", "loser" } do
      if rule[key] ~= nil then
        errors.fail("%s: unknown key '%s': who has won is told by `score`, which is that of the "
          .. "player who has acted: score = 1 if he wins, -1 if he loses", place, key)
      end
    end
    errors.keys(place, one_rule.named_keys(rule, 2), { "score" })
    if rule.score then
      compiled.program.scored = true
      compiled.most_score = math.max(compiled.most_score or 0, math.abs(score))
    end
    local when = one_rule.line(place, errors.type(place .. ": the condition", rule[2], "string"))
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
  local blanks, cell = one_rule.line(place, text):match "^(count +)(.+)$"
  if cell then
    compiled.program.score_cell = { place = place, text = (" "):rep(#blanks) .. cell }
  else
    compiled.program.score_field = one_rule.field_index(place, text, compiled)
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
  steps.compile(what, definition, compiled)
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
