--- What is heard of a game written in Lua: `sounds` of its definition. The engine tells them as
--- events (src/bind/lua_game/lua_rules_sounds.c), as it does those of PuzzleScript; nothing here
--- makes a noise.

local errors = require "tessera.base.errors"
local named = require "tessera.base.sound_names"
local wording = require "tessera.base.wording"

local sounds = {}

---@class tessera.GameSound as `tessera.PuzzleSound`
---@field event string the kind of the events of which it is heard; or "won", "lost", "ended"
---@field seed string what it sounds like, a number

local most, number_most = 32, 999999999999

-- What rules as pictures tell, and how a game ends.
local usual = { "appeared", "became", "ended", "lost", "moved", "pushed", "removed", "won" }

-- Adds the words that rules and steps name with `event`. Returns whether a function among them, or
-- a rule in PuzzleScript, may tell of others.
local function add_told(part, words)
  local others = false
  for key, value in pairs(part) do
    if key == "event" and type(value) == "string" then
      words[#words + 1] = value
    elseif type(value) == "table" then
      others = add_told(value, words) or others
    end
    others = others or type(value) == "function"
  end
  return others
end

-- The kinds of events that the game is known to have, and whether it may have others.
local function known_of(definition)
  local words = table.move(usual, 1, #usual, 1, {})
  local others = type(definition.apply) == "function"
  for _, key in ipairs { "rules", "after" } do
    if type(definition[key]) == "table" then
      others = add_told(definition[key], words) or others
    end
  end
  return words, others
end

-- The number of a sound that is given by its number or its name.
local function number_of(what, given)
  if type(given) == "string" then
    return named[given] or errors.fail("%s: there is no sound %s%s", what, errors.shown(given),
      errors.hint(given, wording.sorted(named)))
  end
  return errors.whole(what, given, 0, number_most)
end

--- Checks `sounds`, and lists them.
---@param what string the game, for messages
---@param definition tessera.Definition
---@param compiled table gets `sounds`, the kinds of events
---@return tessera.GameSound[] for the module
function sounds.compile(what, definition, compiled)
  local given = errors.type(what .. ": sounds", definition.sounds, "table", "nil") or {}
  local list, names = {}, wording.sorted(given)
  local known, others = known_of(definition)
  if #names > most then
    errors.fail("%s: sounds: a game has at most %d, got %d", what, most, #names)
  end
  for i, name in ipairs(names) do
    errors.name(what .. ": sounds", name)
    local near = errors.near(name, known)
    if not wording.one_of(name, known) and (near or not others) then
      errors.fail("%s: sounds: nothing is ever told as %s%s", what, errors.shown(name),
        near and errors.meant(near) or errors.expected(known))
    end
    local seed = number_of(("%s: sounds: that of '%s'"):format(what, name), given[name])
    list[i] = { event = name, seed = tostring(seed) }
  end
  compiled.sounds = names
  return list
end

return sounds
