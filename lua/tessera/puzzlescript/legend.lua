--- The section LEGEND: further names for objects, for several together, for one of several.

local diagnostics = require "tessera.puzzlescript.diagnostics"
local lines = require "tessera.puzzlescript.lines"
local names = require "tessera.puzzlescript.names"

local legend = {}

local report, shown = diagnostics.report, diagnostics.shown

-- The names and the operator behind the "=": list, "and"|"or"|nil. Nil if the line is not
-- understood.
local function read_right(state, key, text, from)
  local game, words, operator, dangling = state.game, {}, nil, true
  local seen, sound = {}, true
  for at, word in text:gmatch("()(%S+)", from) do
    local is_operator = word == "and" or word == "or"
    if is_operator == dangling then
      report(state, "error", at, dangling and "expected a name, got %s"
        or "expected 'and' or 'or', got %s", shown(word))
      return nil
    elseif is_operator then
      if operator and operator ~= word then
        report(state, "error", at, "'and' and 'or' in one line")
        return nil
      end
      operator = word
    elseif word == key then
      report(state, "error", at, "%s is defined by itself", shown(word))
      sound = false
    elseif not lines.is_name(word) then
      report(state, "error", at, "expected a name of letters, digits and '_', got %s", shown(word))
      sound = false
    elseif not game.names[word] then
      report(state, "error", at, "%s is not defined above%s", shown(word),
        diagnostics.guess_name(game, word))
    else
      if seen[word] then
        report(state, "warning", at, "%s stands twice in one line", shown(word))
      end
      seen[word] = true
      words[#words + 1] = word
    end
    dangling = is_operator
  end
  if dangling then
    report(state, "error", #text, "expected a name at the end of the line")
    return nil
  end
  return sound and #words > 0 and words or nil, operator
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

local function define(state, key, words, operator)
  local game = state.game
  local first = words[1]
  if not operator then
    local kind = game.names[first]
    if kind == "object" or kind == "synonym" then
      game.names[key], game.synonyms[key] = "synonym", names.objects(game, first)[1]
    else
      game.names[key] = kind
      local lists = kind == "aggregate" and game.aggregates or game.properties
      lists[key] = lists[first]
    end
  elseif operator == "and" then
    words = fitting(state, words, "property", { "the aggregate", shown(key), "the property" })
    game.names[key], game.aggregates[key] = "aggregate", names.flattened(state, words)
  else
    words = fitting(state, words, "aggregate", { "the property", shown(key), "the aggregate" })
    game.names[key], game.properties[key] = "property", names.flattened(state, words)
  end
  state.legend_lines[key] = state.number
  state.legend_order[#state.legend_order + 1] = key
end

--- Reads a line.
---@param state tessera.puzzlescript.State
---@param text string the line in small letters, without comments
function legend.line(state, text)
  local at, key, after = text:match "^%s*()([^%s=]+)%s*=()"
  if not key then
    return report(state, "error", text:find "%S",
      "expected A = B, A = B and C, or A = B or C, got %s", shown(lines.trimmed(text)))
  elseif state.game.names[key] then
    return report(state, "error", at, "the name %s is in use", shown(key))
  elseif names.is_keyword(key) then
    report(state, "warning", at, "%s is a keyword: choose another name", shown(key))
  end
  local words, operator = read_right(state, key, text, after)
  if words then
    define(state, key, words, operator)
  end
end

return legend
