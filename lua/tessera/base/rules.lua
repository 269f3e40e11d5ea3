--- Reads the rules, steps and ends of a definition (docs/rules.md) and prepares them for the
--- compiler in C, which reads their texts. What the compiler finds wrong becomes a message here.

local usage = require "tessera.base.usage"

local rules = {}

local directions = { "up", "down", "left", "right" }

-- ---- names ----

local function pair(layer, byte)
  return string.char(layer - 1) .. byte
end

local function is_facing(group)
  return type(group) == "table" and group.up ~= nil
end

--- The kinds of a group as a list: those of a facing group for up, down, left, right.
---@param group table
---@return string[]
function rules.members(group)
  if not is_facing(group) then
    return group
  end
  local list = {}
  for i, direction in ipairs(directions) do
    list[i] = group[direction]
  end
  return list
end

-- The values of each kind, as pairs of a layer and a byte, by its name.
local function values_of_kinds(compiled)
  local values = {}
  for i, bytes in ipairs(compiled.bytes) do
    for _, kind in ipairs(usage.sorted(bytes)) do
      values[kind] = (values[kind] or "") .. pair(i, bytes[kind])
    end
  end
  return values
end

local reserved = { "edge", "mine", "no", "or", "random", "same", "theirs", "turned" }

local function compile_names(what, definition, compiled)
  local names, values = {}, values_of_kinds(compiled)
  for _, kind in ipairs(usage.sorted(values)) do
    if usage.one_of(kind, reserved) then
      usage.fail("%s: '%s' means something else in rules, so it cannot be a kind", what, kind)
    end
    names[#names + 1] = { name = kind, is = "kind", values = values[kind] }
  end
  local groups = definition.groups or {}
  for _, name in ipairs(usage.sorted(groups)) do
    local parts = {}
    for i, kind in ipairs(rules.members(groups[name])) do
      parts[i] = values[kind]
    end
    names[#names + 1] = { name = name, is = "group", values = table.concat(parts),
      facing = is_facing(groups[name]) }
  end
  for i, layer in ipairs(compiled.layer_names) do
    local parts, bytes = {}, compiled.bytes[i]
    local blank = bytes.nothing or bytes.empty
    for _, kind in ipairs(usage.sorted(bytes)) do
      parts[#parts + 1] = bytes[kind] ~= blank and pair(i, bytes[kind]) or nil
    end
    if not values[layer] and not groups[layer] then
      names[#names + 1] = { name = layer, is = "layer", values = table.concat(parts) }
    end
    compiled.program.blanks[i] = blank or ""
  end
  compiled.program.names = names
  return values
end

local function compile_pieces(what, definition, compiled, values)
  local place = what .. ": pieces"
  local given = usage.type(place, definition.pieces, "table", "nil")
  if given and #given ~= compiled.players then
    usage.fail("%s: expected one entry for each of the %d players, got %d", place,
      compiled.players, #given)
  end
  for i, kinds in ipairs(given or {}) do
    local parts = {}
    usage.type(place, kinds, "string", "table")
    for k, kind in ipairs(type(kinds) == "table" and kinds or { kinds }) do
      if not values[kind] then
        usage.fail("%s: no kind is called %s%s", place, usage.shown(kind),
          usage.hint(kind, usage.sorted(values)))
      end
      parts[k] = values[kind]
    end
    compiled.program.pieces[i] = table.concat(parts)
  end
end

-- ---- what a rule does beside its cells ----

local function field_index(place, name, compiled)
  local index = compiled.members[name]
  local field = index and index < 0 and compiled.fields[-index]
  if not field or field.size > 0 then
    local names = {}
    for _, known in ipairs(compiled.fields) do
      names[#names + 1] = known.size == 0 and known.name or nil
    end
    usage.fail("%s: there is no field or counter %s%s", place, usage.shown(name),
      usage.hint(name, names))
  end
  return -index
end

local most = 1000000000000

local function compile_adds(place, rule, compiled)
  local adds = {}
  local function add(name, number)
    adds[#adds + 1] = { field = field_index(place, name, compiled), number = number }
  end
  local count = usage.type(place .. ": count", rule.count, "string", "table", "nil") or {}
  for _, name in ipairs(type(count) == "table" and count or { count }) do
    add(name, 1)
  end
  local given = usage.type(place .. ": add", rule.add, "table", "nil") or {}
  for _, name in ipairs(usage.sorted(given)) do
    local number = usage.type(place .. ": add", given[name], "integer")
    if number < -most or number > most then
      usage.fail("%s: add: %d is too much", place, number)
    end
    add(name, number)
  end
  return adds
end

-- The number of an outcome, from 1; a new one is added to the list unless the game names its own.
local function outcome_index(place, text, compiled)
  usage.type(place, text, "string")
  if text == "" or #text > 63 or text:find "%z" then
    usage.fail("%s: an outcome is a text of 1..63 bytes, got %s", place, usage.shown(text))
  end
  for i, known in ipairs(compiled.outcomes) do
    if known == text then
      return i
    end
  end
  if compiled.own_outcomes then
    usage.fail("%s: there is no outcome %s%s", place, usage.shown(text),
      usage.hint(text, compiled.outcomes))
  end
  compiled.outcomes[#compiled.outcomes + 1] = text
  return #compiled.outcomes
end

local function check_over(place, definition)
  if definition.outcome then
    usage.fail("%s: a game with a function outcome ends by it alone", place)
  end
end

local rule_keys = { "add", "count", "event", "over", "when", "why" }

-- A rule of `rules`, `after` or a sweep: its table with the keys that all of them have.
local function compile_rule(place, rule, text, keys, compiled, definition)
  local known = table.move(keys, 1, #keys, #rule_keys + 1, { table.unpack(rule_keys) })
  local named = {}
  for key, value in pairs(rule) do
    named[key] = type(key) ~= "number" and value or nil
  end
  usage.keys(place, named, known)
  for _, key in ipairs { "event", "over", "when", "why" } do
    usage.type(("%s: %s"):format(place, key), rule[key], "string", "nil")
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
    if not usage.one_of(word, slot.words) then
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

-- The forms that a rule names, each with what its words are limited to.
local function forms_of(place, text, definition, compiled, read_form)
  local own, found = read_form(place, text), {}
  for i, form in ipairs(compiled.forms) do
    local slots = match_form(form, own)
    if slots then
      found[#found + 1] = { form = i, slots = slots }
    end
  end
  if not found[1] then
    usage.fail("%s: no move is called %s%s", place, usage.shown(text),
      usage.hint(text, definition.moves))
  end
  return found
end

local function compile_squash(place, squash, definition, compiled)
  usage.type(place, squash, "table")
  local group = usage.type(place .. ": group", squash[1], "string")
  local named = { worth = squash.worth, count = squash.count }
  for key, value in pairs(squash) do
    named[key] = key ~= 1 and value or nil
  end
  usage.keys(place, named, { "count", "worth" })
  local groups = definition.groups or {}
  if not groups[group] then
    usage.fail("%s: there is no group %s%s", place, usage.shown(group),
      usage.hint(group, usage.sorted(groups)))
  end
  local kinds, values = rules.members(groups[group]), {}
  local worth = usage.type(place .. ": worth", squash.worth, "table", "nil") or {}
  for i, kind in ipairs(kinds) do
    values[i] = usage.type(place .. ": worth", worth[i] or 0, "integer")
    if values[i] < 0 or values[i] > most then
      usage.fail("%s: worth: expected numbers of 0..%d, got %d for '%s'", place, most, values[i],
        kind)
    end
  end
  local field = squash.count and field_index(place .. ": count", squash.count, compiled) or 0
  return { group = group, worth = values, field = field }
end

local function compile_action_rules(what, definition, compiled, read_form)
  local given = usage.type(what .. ": rules", definition.rules, "table")
  if definition.turn then
    usage.fail("%s: a game with rules has no function turn: its rules say keep_turn", what)
  end
  local named, calls = {}, {}
  for i, rule in ipairs(given) do
    local place = ("%s: rule %d"):format(what, i)
    usage.type(place, rule, "table")
    local actions = usage.type(place .. ": its actions", rule[1], "string")
    local text = usage.type(place .. ": its pattern", rule[2], "string", "nil")
    if rule[3] ~= nil then
      usage.fail("%s: expected the actions and one pattern, got a third text", place)
    elseif text and rule.squash then
      usage.fail("%s: it has a pattern and squash", place)
    end
    local entry = compile_rule(place, rule, text, { "call", "keep_turn", "squash" }, compiled,
      definition)
    entry.number, entry.actions = i, actions
    entry.keep_turn = usage.type(place .. ": keep_turn", rule.keep_turn, "boolean", "nil")
    calls[i] = usage.type(place .. ": call", rule.call, "function", "nil")
    entry.calls = calls[i] ~= nil
    entry.squash = rule.squash
      and compile_squash(place .. ": squash", rule.squash, definition, compiled)
    for _, found in ipairs(forms_of(place, actions, definition, compiled, read_form)) do
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
      usage.fail("%s: move %d (%s) has no rule, and there is no function apply", what, i, form)
    end
  end
  if all and definition.apply then
    usage.fail("%s: every move has a rule, so apply would never be called", what)
  end
  compiled.program.forms, compiled.calls = named, calls
end

-- ---- steps and ends ----

local function compile_sweep(place, step, compiled, definition)
  usage.keys(place, step, { "at_once", "sweep" })
  usage.type(place .. ": at_once", step.at_once, "boolean", "nil")
  local list = {}
  for i, rule in ipairs(usage.type(place .. ": sweep", step.sweep, "table")) do
    local own = ("%s, rule %d"):format(place, i)
    usage.type(own, rule, "string", "table")
    rule = type(rule) == "string" and { rule } or rule
    list[i] = compile_rule(own, rule, usage.type(own .. ": its pattern", rule[1], "string"), {},
      compiled, definition)
    list[i].number = i
  end
  if not list[1] then
    usage.fail("%s: the sweep has no rules", place)
  end
  return { rules = list, sweep = true, at_once = step.at_once or false }
end

local function compile_steps(what, definition, compiled)
  local given = usage.type(what .. ": after", definition.after, "table", "nil") or {}
  for i, step in ipairs(given) do
    local place = ("%s: step %d"):format(what, i)
    usage.type(place, step, "string", "table")
    step = type(step) == "string" and { step } or step
    if step.sweep then
      compiled.program.steps[i] = compile_sweep(place, step, compiled, definition)
    else
      local rule = compile_rule(place, step,
        usage.type(place .. ": its pattern", step[1], "string"), {}, compiled, definition)
      rule.number = i
      compiled.program.steps[i] = { rules = { rule }, sweep = false, at_once = false }
    end
  end
end

local function compile_ends(what, definition, compiled)
  local given = usage.type(what .. ": ends", definition.ends, "table", "nil") or {}
  if given[1] then
    check_over(what .. ": ends", definition)
  end
  for i, rule in ipairs(given) do
    local place, outcomes = ("%s: end %d"):format(what, i), {}
    usage.type(place, rule, "table")
    usage.type(place .. ": its outcome", rule[1], "string", "table")
    local by_player = type(rule[1]) == "table"
    if by_player and #rule[1] ~= compiled.players then
      usage.fail("%s: expected an outcome for each of the %d players, got %d", place,
        compiled.players, #rule[1])
    end
    for k = 1, compiled.players do
      outcomes[k] = outcome_index(place, by_player and rule[1][k] or rule[1], compiled)
    end
    local score = usage.type(place .. ": score", rule.score, "integer", "nil") or 0
    if score < -most or score > most then
      usage.fail("%s: score: %d is too much", place, score)
    end
    local named = {}
    for key, value in pairs(rule) do
      named[key] = type(key) ~= "number" and value or nil
    end
    usage.keys(place, named, { "score" })
    if rule.score then
      compiled.program.scored = true
      compiled.most_score = math.max(compiled.most_score or 0, math.abs(score))
    end
    compiled.program.ends[i] = { place = place, outcomes = outcomes, by_player = by_player,
      score = score, when = usage.type(place .. ": its condition", rule[2], "string") }
  end
end

-- score = "points", or score = "count box"
local function compile_score(what, definition, compiled)
  local text, place = definition.score, what .. ": score"
  if type(text) ~= "string" then
    return
  end
  local cell = text:match "^count%s+(.+)$"
  if cell then
    compiled.program.score_cell = { place = place, text = cell }
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
  local values = compile_names(what, definition, compiled)
  compile_pieces(what, definition, compiled, values)
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

local words = {
  cell = { "edge", "mine", "no", "or", "same", "theirs" },
  direction = { "ahead of", "behind", "all", "diagonal", "down", "down-left", "down-right", "each",
    "first", "horizontal", "left", "orthogonal", "random", "right", "up", "up-left", "up-right",
    "vertical" },
  term = { "all", "count", "line", "no", "some", "stuck" },
}

--- The message of an error that the compiler found: what is wrong, where, and the text with a
--- caret below the place.
---@param fault { place: string, message: string, text?: string, column?: integer, word?: string,
---expected?: string } without a text it is about the rule as a whole
---@param compiled table
---@return string
function rules.explain(fault, compiled)
  if not fault.text then
    return ("%s: %s"):format(fault.place, fault.message)
  end
  local names, fields = {}, {}
  for _, name in ipairs(compiled.program.names) do
    names[#names + 1] = name.name
  end
  for _, field in ipairs(compiled.fields) do
    fields[#fields + 1] = field.name
  end
  local near = {}
  for _, list in ipairs { words[fault.expected] or {},
    fault.expected == "cell" and names or {}, fault.expected == "term" and fields or {} } do
    table.move(list, 1, #list, #near + 1, near)
  end
  local hint = fault.expected ~= "nothing" and usage.guess(fault.word, near) or ""
  if fault.expected == "cell" and hint == "" and #names <= 20 then
    hint = (" (expected one of %s)"):format(table.concat(names, " "))
  end
  return ("%s, column %d: %s%s\n  %s\n  %s^"):format(fault.place, fault.column, fault.message, hint,
    fault.text:gsub("[%c]", " "), (" "):rep(fault.column - 1))
end

return rules
