--- What a person reads instead of the names of actions, players and fields: `labels` of a game's
--- definition (tessera/game/labels.lua), or for a game in C tessera/base/labels_in_c.lua. Inputs,
--- saved states, recordings, traces have the names.

local forms = require "tessera.base.forms"
local maps = require "tessera.base.maps"

local labels = {}

---@class tessera.CompiledLabels
---@field players? string[]
---@field fields table<string, string>
---@field actions tessera.ActionLabel[] the most exact one first
---@field words table<string, string> what is read instead of the word that an action begins with

---@class tessera.ActionLabel
---@field form string as the definition writes it, with single blanks
---@field text string the label
---@field slots table[] the words that an action must have, as tessera.base.forms reads them
---@field open table<integer, boolean> the numbers of the words that stand in the label
---@field parts (string|integer)[] texts, and the numbers of the words that stand between them

local function labels_of(module)
  local about = module and maps.about(module)
  return about and about.labels
end

-- Whether these are the words of such an action; or, if it has just begun, the first of them, and
-- the label stands whatever the others are.
local function fits(label, words, begun)
  local fine = #words == #label.slots or begun and #words < #label.slots
  for i, word in ipairs(fine and words or {}) do
    fine = fine and forms.takes(label.slots[i], word)
  end
  for i = #words + 1, fine and #label.slots or 0 do
    fine = fine and label.open[i]
  end
  return fine
end

-- The label up to its first word that is not decided.
local function filled(label, words)
  local texts = {}
  for i, part in ipairs(label.parts) do
    if type(part) == "number" and not words[part] then
      break
    end
    texts[i] = type(part) == "number" and words[part] or part
  end
  return table.concat(texts)
end

-- An action of a game in C, or its first words.
local function read_in_c(module, action)
  for name, known in pairs(require "tessera.base.labels_in_c") do
    if package.loaded["tessera." .. name] == module then
      for _, pattern in ipairs(known) do
        action = action:gsub(pattern[1], pattern[2])
      end
      return (action:gsub("%S+", known.words or {}))
    end
  end
  return action
end

local function read(module, action, begun)
  local known = labels_of(module)
  if not known then
    return module and not maps.about(module) and read_in_c(module, action) or action
  end
  local words = forms.words(action)
  for _, label in ipairs(known.actions) do
    if fits(label, words, begun) then
      local text = filled(label, words)
      return text:find "%S" and text or action
    end
  end
  if known.words[words[1]] then
    words[1] = known.words[words[1]]
    return table.concat(words, " ")
  end
  return action
end

--- What is read instead of an action.
---
--- ```lua
--- local labels = require "tessera.base.labels"
--- local four = dofile "samples/games/connect4.lua"
--- print(labels.action(four, "drop 3"))  --> drop in column 3
--- ```
---@param module table|nil the game
---@param action string
---@return string
function labels.action(module, action)
  return read(module, action, false)
end

--- The same for the first words of an action, without the blank behind them.
---@param module table|nil
---@param text string
---@return string
function labels.begun(module, text)
  return read(module, text, true):match "^(.-)%s*$"
end

--- Why an action is refused, which begins with the action.
---@param module table|nil
---@param action string
---@param why string|nil
---@return string|nil
function labels.refusal(module, action, why)
  local head = action .. ":"
  if why and why:sub(1, #head) == head then
    return labels.action(module, action) .. why:sub(#action + 1)
  end
  return why
end

--- What is read instead of a form of actions, such as `drop <column>`, or of an action.
---@param module table|nil
---@param form string
---@return string
function labels.form(module, form)
  local known = labels_of(module)
  for _, label in ipairs(known and known.actions or {}) do
    if label.form == form then
      return label.text
    end
  end
  return read(module, form, false)
end

--- What the players are called; nil if they have no labels.
---@param module table|nil
---@return string[]|nil
function labels.players(module)
  local known = labels_of(module)
  return known and known.players
end

--- What a field is called.
---@param module table|nil
---@param name string
---@return string
function labels.field(module, name)
  local known = labels_of(module)
  return known and known.fields[name] or (name:gsub("_", " "))
end

return labels
