--- The names of a PuzzleScript game and what they stand for.

local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local directions = require "tessera.base.directions"

local names = {}

local entries_max = 1000000 -- of all flattened lists together

names.directions = {
  up = { "up" }, down = { "down" }, left = { "left" }, right = { "right" },
  horizontal = { "left", "right" }, vertical = { "up", "down" },
  orthogonal = directions.four,
}

--- The movements that a layer may have, each with its bit, and all of them.
names.movements = { "up", "down", "left", "right", "action" }
names.bits, names.all_bits = {}, 0
for i, word in ipairs(names.movements) do
  names.bits[word] = 1 << i - 1
  names.all_bits = names.all_bits | names.bits[word]
end

local function set(text)
  local words = {}
  for word in text:gmatch "%S+" do
    words[word] = true
  end
  return words
end

--- Words in front of a name in a cell. True for those of movements.
names.words = { no = false, random = false, randomdir = false }
for word in ([[> < ^ v up down left right moving stationary parallel perpendicular horizontal
  vertical orthogonal action]]):gmatch "%S+" do
  names.words[word] = true
end

names.relative = set "> < ^ v parallel perpendicular"

names.commands = set [[cancel checkpoint restart win again message sfx0 sfx1 sfx2 sfx3 sfx4 sfx5
  sfx6 sfx7 sfx8 sfx9 sfx10]]

local keywords = set [[objects legend sounds collisionlayers rules winconditions levels
  late rigid startloop endloop all some any on or and ->]]

--- Whether a word means something in rules or elsewhere.
---@param word string
---@return boolean
function names.is_keyword(word)
  return keywords[word] or names.words[word] ~= nil or names.commands[word] or false
end

--- The words that mean something in rules, for guesses.
names.rule_words = { "late", "rigid" }
for _, words in ipairs { names.words, names.commands } do
  for word in pairs(words) do
    table.insert(names.rule_words, word)
  end
end

--- Defines a name, unless it is in use: that is an error.
---@param state tessera.puzzlescript.State
---@param name string
---@param kind "object"|"synonym"|"aggregate"|"property"
---@param at integer its byte in the line
---@return boolean
function names.define(state, name, kind, at)
  local shown = diagnostics.shown(name)
  if state.game.names[name] then
    diagnostics.report(state, "error", at, "%s is defined on line %d already", shown,
      state.lines_of[name])
    return false
  elseif names.is_keyword(name) then
    diagnostics.report(state, "warning", at, "%s is a keyword: choose another name", shown)
  end
  state.game.names[name], state.lines_of[name] = kind, state.number
  return true
end

--- The objects that a name may stand for: one of an object or synonym, those of a list otherwise.
---@param game table
---@param name string
---@return string[]|nil objects in their order; nil for an unknown name
function names.objects(game, name)
  local kind = game.names[name]
  if kind == "object" then
    return { name }
  elseif kind == "synonym" then
    return { game.synonyms[name] }
  end
  return game.aggregates[name] or game.properties[name]
end

--- Whether the lists of the game may get so many more entries. If not, that is an error.
---@param state tessera.puzzlescript.State
---@param count integer
---@return boolean
function names.afford(state, count)
  local fine = state.entries <= entries_max
  state.entries = state.entries + count
  if fine and state.entries > entries_max then -- said once
    diagnostics.report(state, "fatal", nil,
      "the names of this game stand for more than %d objects together", entries_max)
  end
  return state.entries <= entries_max
end

--- The objects of some names, one list behind the other.
---@param state tessera.puzzlescript.State
---@param words string[] names that are known
---@return string[]
function names.flattened(state, words)
  local list = {}
  for _, word in ipairs(words) do
    local objects = names.objects(state.game, word)
    if not names.afford(state, #objects) then
      break
    end
    table.move(objects, 1, #objects, #list + 1, list)
  end
  return list
end

return names
