--- `labels` of a definition: checks what persons read instead of the names of actions, players and
--- fields, and makes of it what tessera.base.labels looks up.

local errors = require "tessera.base.errors"
local forms = require "tessera.base.forms"
local rules = require "tessera.game.rules"
local wording = require "tessera.base.wording"

local labels = {}

local most = 60 -- bytes

local function check_text(place, text)
  errors.type(place, text, "string")
  if not text:find "%S" or #text > most or text:find "%c" or not utf8.len(text) then
    errors.fail("%s: expected a line of 1..%d bytes, got %s", place, most, errors.shown(text))
  end
  return text
end

local function entries(place, given)
  local list = wording.sorted(errors.type(place, given, "table", "nil") or {})
  for _, name in ipairs(list) do
    if type(name) ~= "string" then
      errors.fail("%s: expected names with labels, such as { keys = \"Keys left\" }", place)
    end
  end
  return list
end

local function compile_players(place, given, count)
  if given == nil then
    return nil
  end
  local list = errors.list(place, errors.type(place, given, "table"))
  if #list ~= count then
    errors.fail("%s: expected a label for each of the %s, got %d", place,
      wording.count(count, "player"), #list)
  end
  for i, text in ipairs(list) do
    check_text(("%s: %d"):format(place, i), text)
    for k = 1, i - 1 do
      if list[k] == text then
        errors.fail("%s: players %d and %d are both called %s", place, k, i, errors.shown(text))
      end
    end
  end
  return list
end

-- Of a game with a score that has a label, too.
local function compile_fields(place, given, compiled, scored)
  local known, fields, found = {}, {}, {}
  for i, field in ipairs(compiled.fields) do
    if i ~= compiled.over then
      known[#known + 1], fields[field.name] = field.name, field
    end
  end
  if scored and not fields.score then
    known[#known + 1], fields.score = "score", { size = 0 }
  end
  for _, name in ipairs(entries(place, given)) do
    local field = fields[name]
    if not field then
      errors.fail("%s: there is no field or counter %s%s", place, errors.shown(name),
        errors.hint(name, known))
    elseif field.hidden or field.size > 0 then
      errors.fail("%s: '%s' is %s, so its label would not be shown", place, name,
        field.hidden and "hidden" or "an array")
    end
    found[name] = check_text(("%s: '%s'"):format(place, name), given[name])
  end
  return found
end

-- The words of a form, and the places of its slots by their texts.
local function slots_of(form)
  local places, slots, count = {}, {}, 0
  for word in form:gmatch "%S+" do
    count = count + 1
    if word:find "^<" then
      slots[#slots + 1] = word
      places[word] = places[word] or {}
      table.insert(places[word], count)
    end
  end
  return places, slots
end

-- "drop in column <column>" as { "drop in column ", 2 }, and { [2] = true }.
local function parts_of(place, form, text)
  local places, slots = slots_of(form)
  local parts, open, from, used = {}, {}, 1, {}
  for at, slot, behind in text:gmatch "()(<[^<>%s]*>)()" do
    used[slot] = (used[slot] or 0) + 1
    local word = (places[slot] or {})[used[slot]]
    if not word and places[slot] then
      errors.fail("%s: the slot '%s' stands in the label more often than in the action", place,
        slot)
    elseif not word then
      errors.fail("%s: the action has no slot '%s'%s", place, slot, errors.hint(slot, slots))
    end
    parts[#parts + 1] = at > from and text:sub(from, at - 1) or nil
    parts[#parts + 1] = word
    open[word], from = true, behind
  end
  parts[#parts + 1] = from <= #text and text:sub(from) or nil
  return parts, open
end

-- How many words a form has that are no choice, and in how many ways the others can be chosen.
local function measure(slots)
  local fixed, ways = 0, 1
  for _, slot in ipairs(slots) do
    local count = slot.words and #slot.words or slot.min and slot.max - slot.min + 1 or 4000
    fixed, ways = fixed + (count == 1 and 1 or 0), ways * math.min(count, 4000.0)
  end
  return fixed, ways
end

local function first_words(list)
  local words = {}
  for _, slots in ipairs(list) do
    local first = slots[1]
    if slots[2] and first.kind == "word" and #first.words == 1 then
      words[first.words[1]] = true
    end
  end
  return words
end

local function refuse(place, form, definition, compiled, firsts)
  local names = wording.sorted(firsts)
  table.move(definition.moves, 1, #definition.moves, #names + 1, names)
  local guess = form:find("<", 1, true) and "" or forms.guess(compiled.forms, form)
  errors.fail("%s: no action is called %s%s", place, errors.shown(form),
    guess ~= "" and guess or errors.hint(form, names))
end

local function compile_actions(place, given, definition, compiled, read_form)
  local list, words, firsts = {}, {}, first_words(compiled.forms)
  for _, name in ipairs(entries(place, given)) do
    local own = ("%s: '%s'"):format(place, name)
    local text = check_text(own, given[name])
    local form = name:match "^%s*(.-)%s*$":gsub("%s+", " ")
    local slots, parts, open = read_form(own, form), parts_of(own, form, text)
    if rules.forms_of(slots, compiled)[1] then
      local fixed, ways = measure(slots)
      list[#list + 1] = { slots = slots, parts = parts, open = open, fixed = fixed, ways = ways,
        form = form, text = text }
    elseif firsts[form] then
      words[form] = text
    else
      refuse(place, form, definition, compiled, firsts)
    end
  end
  table.sort(list, function(a, b)
    if a.fixed ~= b.fixed then
      return a.fixed > b.fixed
    end
    return a.ways < b.ways or a.ways == b.ways and a.form < b.form
  end)
  return list, words
end

--- Checks `labels`. Returns nil if the definition has none.
---@param what string the game, for messages
---@param definition tessera.Definition
---@param compiled table has the fields and the forms already
---@param read_form fun(place: string, form: string): table
---@return tessera.CompiledLabels|nil
function labels.compile(what, definition, compiled, read_form)
  local place = what .. ": labels"
  local given = errors.type(place, definition.labels, "table", "nil")
  if not given then
    return nil
  end
  errors.keys(place, given, { "actions", "fields", "players" })
  local made = { players = compile_players(place .. ": players", given.players, compiled.players),
    fields = compile_fields(place .. ": fields", given.fields, compiled,
      definition.score ~= nil) }
  made.actions, made.words = compile_actions(place .. ": actions", given.actions, definition,
    compiled, read_form)
  return made
end

return labels
