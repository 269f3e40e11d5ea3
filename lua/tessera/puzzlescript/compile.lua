--- A PuzzleScript game as numbers: rules for one direction and one object each, in the order in
--- which they are played.
---
--- A line of the file and the rules that it becomes:
---
---     [ > Player | Crate ] -> [ > Player | > Crate ]
---     right [ right player | crate ] -> [ right player | right crate ]    and three more
---
--- `compile(game)` returns tables of numbers, which src/bind/puzzlescript/ reads; nil if nothing
--- can be played. Copies share cells, so an expansion costs little more than the copies that it
--- returns (copies.lua); a budget for the whole game bounds it. spec/oracle/puzzlescript.lua is the
--- twin that plays such tables.

local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local expand = require "tessera.puzzlescript.compile.expand"
local groups = require "tessera.puzzlescript.compile.groups"

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

local function count(list)
  local rules = 0
  for _, group in ipairs(list) do
    rules = rules + #group.rules
  end
  return rules
end

local function row_draws(row)
  for _, cell in ipairs(row.cells) do
    local write = cell.write
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
      for _, row in ipairs(rule.rows) do
        if row_draws(row) then
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
    wins = wins_of(game), rigid_groups = parts.rigid_groups,
    chance = draws(parts.normal) or draws(parts.late), flags = flags_of(game),
    counts = { rules = count(parts.normal), late = count(parts.late) },
  }
end

return compile
