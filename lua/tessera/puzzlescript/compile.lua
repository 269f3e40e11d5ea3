--- A PuzzleScript game as numbers: rules for one direction and one object each, in the order in
--- which they are played.
---
--- A line of the file and the rules that it becomes:
---
---     [ > Player | Crate ] -> [ > Player | > Crate ]
---     right [ right player | crate ] -> [ right player | right crate ]    and three more
---
--- `compile(game)` returns tables of numbers, which src/bind/puzzlescript/ reads; nil if nothing
--- can be played. Rules share rows and cells (compile/rows.lua), so an expansion costs little more
--- than the rules that it returns; a budget for the whole game bounds it. The twin that plays such
--- tables is spec/oracle/puzzlescript.lua.

local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local expand = require "tessera.puzzlescript.compile.expand"
local groups = require "tessera.puzzlescript.compile.groups"
local words = require "tessera.puzzlescript.parse.names"

local quantifiers = { no = 0, some = 1, all = 2 }

-- The objects of a name: { all = must all be there, their numbers }.
local function objects_of(game, name)
  local aggregate = game.aggregates[name]
  local names = aggregate or game.properties[name] or { game.synonyms[name] or name }
  local set = { all = aggregate ~= nil }
  for _, object in ipairs(names) do
    set[#set + 1] = game.id_of[object]
  end
  return set
end

local function wins_of(game)
  local list = {}
  for i, win in ipairs(game.wins) do
    list[i] = { quantifier = quantifiers[win.quantifier], what = objects_of(game, win.what),
      on = win.on and objects_of(game, win.on) }
  end
  return list
end

local verbs = { move = 0, action = 0, cantmove = 1, create = 2, destroy = 3 }
local event_kind = 4
local events = { cancel = 11, restart = 12, startlevel = 13, endlevel = 14, showmessage = 15 }

-- What is said of a sound that is heard: "heard crate move up", "heard sfx1".
local function words_of(sound)
  return table.concat({ "heard", sound.event or sound.object, sound.verb,
    table.unpack(sound.directions or {}) }, " ")
end

-- The movements of which a sound is heard, as bits.
local function moves_of(sound)
  if sound.verb == "action" then
    return words.bits.action
  end
  local bits = 0
  for _, word in ipairs(sound.directions or { "orthogonal" }) do
    for _, direction in ipairs(words.directions[word]) do
      bits = bits | words.bits[direction]
    end
  end
  return bits
end

local function sounds_of(game)
  local list, seeds, count = {}, {}, 0
  for i, sound in ipairs(game.sounds) do
    if not seeds[sound.seed] then
      seeds[sound.seed], count = count, count + 1
    end
    local objects = sound.object and objects_of(game, sound.object) or {}
    list[i] = { kind = verbs[sound.verb] or event_kind, moves = moves_of(sound),
      seed = seeds[sound.seed], words = words_of(sound),
      objects = table.move(objects, 1, #objects, 1, {}),
      event = sound.event and (events[sound.event]
        or tonumber(sound.event:match "^sfx(%d+)$")) or nil }
  end
  return list
end

local function count(list)
  local rules = 0
  for _, group in ipairs(list) do
    rules = rules + #group.rules
  end
  return rules
end

local function row_draws(row)
  local cells = row.cells
  for i = 1, #cells do
    local write = cells[i].write
    if write and (write.random[1] or write.random_directions[1]) then
      return true
    end
  end
  return false
end

local function draws(list)
  for _, group in ipairs(list) do
    if group.random then
      return true
    end
    for _, rule in ipairs(group.rules) do
      for i = 1, #rule.rows do
        if row_draws(rule.rows[i]) then
          return true
        end
      end
    end
  end
  return false
end

local function flags_of(game)
  local flags = { realtime = game.realtime }
  for _, name in ipairs { "run_rules_on_level_start", "require_player_movement", "noaction",
    "noundo", "norestart" } do
    flags[name] = game.flags[name] or false
  end
  return flags
end

local function layers_of(game)
  local list = {}
  for i, object in ipairs(game.objects) do
    list[i] = object.layer
  end
  return list
end

--- Compiles a parsed game. What it finds wrong is added to `game.diagnostics`.
---
---@param game table as `tessera.puzzlescript.parse` returns it
---@return table|nil program nil if nothing can be played
---
---    local parse = require "tessera.puzzlescript.parse"
---    local compile = require "tessera.puzzlescript.compile"
---    local program = compile(parse(text))
---    print(program.counts.rules)
local function compile(game)
  local compiled = not diagnostics.is_fatal(game) and expand(game) or nil
  if not compiled or diagnostics.is_fatal(game) then
    return nil
  end
  local parts = groups.of(game, compiled)
  local players, background = objects_of(game, "player"), objects_of(game, "background")
  local layers = layers_of(game)
  return {
    objects = #game.objects, layers = game.layers, layer_of = layers,
    players = table.move(players, 1, #players, 1, {}), player_all = players.all,
    background_layer = background[1] and layers[background[1] + 1] or -1,
    normal = parts.normal, late = parts.late, commands = parts.commands,
    wins = wins_of(game), sounds = sounds_of(game), rigid_groups = parts.rigid_groups,
    chance = draws(parts.normal) or draws(parts.late), flags = flags_of(game),
    counts = { rules = count(parts.normal), late = count(parts.late) },
  }
end

return compile
