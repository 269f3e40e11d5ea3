--- The section LEGEND: further names for objects, for several together, for one of several.

local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local lines = require "tessera.puzzlescript.parse.lines"
local names = require "tessera.puzzlescript.parse.names"

local legend = {}

local report, shown = diagnostics.report, diagnostics.shown

-- One word behind the "=" where a name is expected: the name, or nil if it is none that is known.
local function read_name(state, key, word, at)
  local game = state.game
  if word == key then
    report(state, "error", at, "%s is defined by itself", shown(word))
  elseif not lines.is_name(word) then
    report(state, "error", at, "expected a name of letters, digits and '_', got %s", shown(word))
  elseif not game.names[word] then
    report(state, "error", at, "%s is not defined above%s", shown(word),
      diagnostics.guess_name(state, word))
  else
    return word
  end
end

-- The names behind the "=", as far as they are understood, and the operator.
local function read_right(state, key, text, from)
  local words, seen, operator, dangling = {}, {}, nil, true
  for at, word in text:gmatch("()(%S+)", from) do
    local is_operator = (word == "and" or word == "or")
      and not (dangling and state.game.names[word])
    if is_operator == dangling then
      report(state, "error", at, dangling and "expected a name, got %s"
        or "expected 'and' or 'or', got %s", shown(word))
      return words, operator
    elseif is_operator and operator and operator ~= word then
      report(state, "error", at, "'and' and 'or' in one line")
      return words, operator
    elseif is_operator then
      operator = word
    else
      local name = read_name(state, key, word, at)
      if name and seen[name] then
        report(state, "warning", at, "%s stands twice in one line", shown(name))
      end
      words[#words + 1] = name
      seen[word] = true
    end
    dangling = is_operator
  end
  if dangling then
    report(state, "error", #text, "expected a name at the end of the line")
  end
  return words, operator
end

-- The words whose kind a list may hold.
local function fitting(state, words, refused, what)
  local fit = {}
  for _, word in ipairs(words) do
    if state.game.names[word] == refused then
      report(state, "error", nil, "%s %s cannot be made of %s %s", what[1], what[2], what[3],
        shown(word))
    else
      fit[#fit + 1] = word
    end
  end
  return fit
end

local function define(state, key, at, words, operator)
  local game, first = state.game, words[1]
  local kind = operator == "and" and "aggregate" or operator and "property"
    or game.names[first] == "object" and "synonym" or game.names[first]
  if not names.define(state, key, kind, at) then
    return
  elseif kind == "synonym" then
    game.synonyms[key] = names.objects(game, first)[1]
  elseif not operator then
    local lists = kind == "aggregate" and game.aggregates or game.properties
    lists[key] = lists[first]
  elseif operator == "and" then
    words = fitting(state, words, "property", { "the aggregate", shown(key), "the property" })
    game.aggregates[key] = names.flattened(state, words)
    table.insert(state.aggregates, { name = key, number = state.number, raw = state.raw })
  else
    words = fitting(state, words, "aggregate", { "the property", shown(key), "the aggregate" })
    game.properties[key] = names.flattened(state, words)
  end
end

--- Reads a line.
---@param state tessera.puzzlescript.State
---@param text string the line in small letters, without comments
function legend.line(state, text)
  local at, key, after = text:match "^%s*()([^%s=]+)%s*=()"
  if not key then
    return report(state, "error", text:find "%S",
      "expected A = B, A = B and C, or A = B or C, got %s", shown(lines.trimmed(text)))
  end
  local words, operator = read_right(state, key, text, after)
  if #words > 0 then
    define(state, key, at, words, operator)
  end
end

-- The object of a list that shares its layer with an earlier one, and that one.
local function clash(state, list)
  local first = {}
  for _, object in ipairs(list) do
    local layer = state.layer_of[object]
    if layer and first[layer] then
      return object, first[layer]
    end
    first[layer or object] = object
  end
end

-- A list without the objects that are in no layer, and, where all are there together, with one
-- object of a layer.
local function reduced(state, list, together)
  local kept, taken = {}, {}
  for _, object in ipairs(list) do
    local layer = state.layer_of[object]
    if layer and not (together and taken[layer]) then
      taken[layer] = true
      kept[#kept + 1] = object
    end
  end
  return kept
end

-- The same for each list of a table; names of one list still share it.
local function reduce(state, lists, together)
  local made = {}
  for name, list in pairs(lists) do
    made[list] = made[list] or reduced(state, list, together)
    lists[name] = made[list]
  end
end

--- Compares the lists with the layers.
---@param state tessera.puzzlescript.State
function legend.finish(state)
  local game = state.game
  for _, entry in ipairs(state.aggregates) do
    local object, other = clash(state, game.aggregates[entry.name])
    if object then
      state.number, state.raw = entry.number, entry.raw
      report(state, "error", nil, "%s and %s of the aggregate %s are in one layer", shown(other),
        shown(object), shown(entry.name))
    end
  end
  reduce(state, game.aggregates, true)
  reduce(state, game.properties, false)
end

return legend
