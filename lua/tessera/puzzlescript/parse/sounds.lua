--- The section SOUNDS: what is heard of objects and events. (Nothing here makes a noise.)

local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local lines = require "tessera.puzzlescript.parse.lines"
local named = require "tessera.base.sound_names"
local names = require "tessera.puzzlescript.parse.names"

local sounds = {}

local report, shown = diagnostics.report, diagnostics.shown

local events = {}
for event in ([[titlescreen startgame cancel endgame startlevel endlevel showmessage closemessage
  undo restart sfx0 sfx1 sfx2 sfx3 sfx4 sfx5 sfx6 sfx7 sfx8 sfx9 sfx10]]):gmatch "%S+" do
  events[event] = true
end

-- Verbs, and whether directions may follow.
local verbs = { move = true, cantmove = true, action = false, create = false, destroy = false }

local sounds_max = 4096

-- The place of the seed among the words; nil after an error. `sound` gets what stands before it.
local function find_seed(state, words, at, sound)
  local game, first, verb = state.game, words[1], words[2]
  if events[first] then
    sound.event = first
    return 2
  elseif not game.names[first] then
    if lines.is_name(first) then
      report(state, "error", at[1], "expected an event or an object, got %s%s", shown(first),
        diagnostics.guess_name(state, first))
    else
      report(state, "warning", at[1], "expected an event or an object, got %s", shown(first))
    end
    return nil
  elseif game.names[first] == "aggregate" then
    report(state, "error", at[1], "the aggregate %s has no sounds of its own", shown(first))
    return nil
  elseif verbs[verb] == nil then
    report(state, "error", at[2] or at[1], "expected move, cantmove, action, create or destroy "
      .. "behind %s%s", shown(first), verb and ", got " .. shown(verb) or "")
    return nil
  end
  local seed = 3
  sound.object, sound.verb = first, verb
  while verbs[verb] and names.directions[words[seed]] do
    sound.directions = sound.directions or {}
    table.insert(sound.directions, words[seed])
    seed = seed + 1
  end
  return seed
end

--- Reads a line.
---@param state tessera.puzzlescript.State
---@param text string the line in small letters, without comments
function sounds.line(state, text)
  local words, at = {}, {}
  for place, word in lines.words(text) do
    words[#words + 1], at[#at + 1] = word, place
  end
  local sound = { line = state.number }
  local seed = find_seed(state, words, at, sound)
  if not seed then
    return
  elseif not words[seed] then
    return report(state, "error", #text, "expected the number of a sound at the end")
  elseif words[seed]:find "%D" then
    local number = named[words[seed]]
    return report(state, "error", at[seed], "expected the number of a sound, got %s%s",
      shown(words[seed]), number and (" (a name is for games in Lua; its number is %d)"):format(
        number) or "")
  elseif words[seed + 1] then
    return report(state, "error", at[seed + 1], "expected the end of the line, got %s",
      shown(words[seed + 1]))
  elseif events[words[1]] and state.events[words[1]] then
    report(state, "warning", at[1], "%s has a sound on line %d too", words[1],
      state.events[words[1]])
  end
  if #state.game.sounds == sounds_max then
    return report(state, "error", nil, "a game has at most %d sounds", sounds_max)
  end
  state.events[words[1]] = state.number
  sound.seed = words[seed]
  table.insert(state.game.sounds, sound)
end

return sounds
