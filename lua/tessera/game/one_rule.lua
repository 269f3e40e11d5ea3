--- Reads one rule of a definition: its text, and what it does beside its cells.

local errors = require "tessera.base.errors"
local lua_game = require "tessera.lua_game"
local rules_errors = require "tessera.base.rules_errors"
local wording = require "tessera.base.wording"

local one_rule = {}

--- The largest number that a rule adds, and a score.
one_rule.most = 1000000000000

--- The text of a rule in one line; nil for nil.
---@param place string
---@param text string|nil
---@return string|nil
function one_rule.line(place, text)
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

--- Whether something is said to be one for each player: `each = "player"`.
---@param place string
---@param each any
---@return boolean
function one_rule.each_player(place, each)
  if each ~= nil and each ~= "player" then
    errors.fail('%s: each: expected "player", got %s', place, errors.shown(each))
  end
  return each ~= nil
end

-- ---- what a rule does beside its cells ----

--- The number of a field or counter that is no array, or one that each player has.
---@param place string
---@param name string
---@param compiled table
---@return integer
function one_rule.field_index(place, name, compiled)
  local index = compiled.members[name]
  local field = index and index < 0 and compiled.fields[-index]
  if field and field.size > 0 and not field.each then
    errors.fail("%s: '%s' is an array", place, name)
  elseif not field then
    local near = {}
    for _, known in ipairs(compiled.fields) do
      near[#near + 1] = (known.size == 0 or known.each) and known.name or nil
    end
    errors.fail("%s: there is no field or counter %s%s", place, errors.shown(name),
      errors.hint(name, near))
  end
  return -index
end

--- What a rule adds that adds nothing.
one_rule.no_adds = {}

local whose = { "all", "mine", "theirs" }

local function check_number(place, number)
  errors.type(place, number, "integer")
  if number < -one_rule.most or number > one_rule.most then
    errors.fail("%s: expected -10^12..10^12, got %d", place, number)
  end
end

-- Adds a number, or numbers by whose they are: { mine = -1, theirs = 5, all = 0 }.
local function add_numbers(adds, place, index, given)
  if type(given) ~= "table" then
    check_number(place, given)
    adds[#adds + 1] = { field = index, number = given, whose = "mine" }
    return
  end
  errors.keys(place, given, whose)
  for _, who in ipairs(whose) do
    if given[who] ~= nil then
      check_number(place .. ": " .. who, given[who])
      adds[#adds + 1] = { field = index, number = given[who], whose = who }
    end
  end
end

local function compile_adds(place, rule, compiled)
  if rule.count == nil and rule.add == nil and rule.reward == nil then
    return one_rule.no_adds
  end
  local adds = {}
  local function add(key, name, number, shown)
    local index = one_rule.field_index(place .. ": " .. key, name, compiled)
    shown = shown or place
    if type(number) == "table" and not compiled.fields[index].each then
      errors.fail('%s: \'%s\' is one number: only a field with each = "player" has one of mine',
        shown, name)
    end
    add_numbers(adds, shown, index, number)
  end
  local count = errors.type(place .. ": count", rule.count, "string", "table", "nil") or {}
  count = type(count) == "table" and errors.list(place .. ": count", count) or { count }
  for _, name in ipairs(count) do
    add("count", name, 1)
  end
  local given = errors.type(place .. ": add", rule.add, "table", "nil") or {}
  for _, name in ipairs(wording.sorted(given)) do
    if type(name) ~= "string" then
      errors.fail("%s: add: expected names with numbers, such as { points = 10 }", place)
    end
    add("add", name, given[name], ("%s: add: %s"):format(place, name))
  end
  if rule.reward ~= nil then
    local shown = place .. ": reward"
    errors.type(shown, rule.reward, "integer", "table")
    add_numbers(adds, shown, compiled.reward, rule.reward)
    add_numbers(adds, shown, compiled.earned, rule.reward)
  end
  return adds
end

--- The number of an outcome, from 1; a new one is added to the list unless the game names its own.
---@param place string
---@param text string
---@param compiled table
---@return integer
function one_rule.outcome_index(place, text, compiled)
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

--- A game with a function outcome has no other end.
---@param place string
---@param definition tessera.Definition
function one_rule.check_over(place, definition)
  if definition.outcome then
    errors.fail("%s: a game with a function outcome ends by it alone", place)
  end
end

--- The keys of a table but those of its first `count` entries.
---@param rule table
---@param count integer
---@return table
function one_rule.named_keys(rule, count)
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

local function check_keys(place, rule, texts, known)
  for key in pairs(rule) do
    local is_text = math.type(key) == "integer" and key >= 1 and key <= texts
    if not is_text and not wording.one_of(key, known) then
      errors.keys(place, one_rule.named_keys(rule, texts), known)
    end
  end
end

local texts_of_rules = { "event", "over", "when", "why" }

--- A rule of `rules`, `after` or a sweep: its table with the keys that all of them have.
---@param place string
---@param rule table
---@param texts integer its first entries that are texts, the pattern last
---@param keys string[] it may have beside them
---@param compiled table
---@param definition tessera.Definition
---@return table
function one_rule.compile(place, rule, texts, keys, compiled, definition)
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
  text = one_rule.line(place, text)
  rule.when = rule.when and one_rule.line(place .. ": when", rule.when)
  if rule.why then
    check_shown(place .. ": why", rule.why)
  end
  if rule.event and not rule.event:find "^[%w_-]+$" or #(rule.event or "") > 23 then
    errors.fail("%s: event: expected a word of at most 23 letters, digits, '_' and '-', got %s",
      place, errors.shown(rule.event))
  end
  if rule.over then
    one_rule.check_over(place .. ": over", definition)
  end
  return { place = place, text = text, when = rule.when, why = rule.why, event = rule.event,
    adds = compile_adds(place, rule, compiled),
    over = rule.over and one_rule.outcome_index(place .. ": over", rule.over, compiled) or 0 }
end

return one_rule
