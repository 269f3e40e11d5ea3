--- Games written in Lua, by rules as pictures, by functions, or by both. [Rules as
--- pictures](rules.md) has the notation. `tessera.game { ... }` checks a definition and returns a
--- module like those of the games in C: `new(map, options)`, `load(text)`, and states with all
--- methods of
--- `tessera.State`.
---
--- Errors: a key that is missing, has a wrong value or is unknown ("did you mean 'moves'?"), at its
--- line and column, where the source of the game shows the entry, else at the line of the call.
---
--- ```lua
--- local fill = tessera.game {
---   name = "fill",
---   legend = { ["."] = "empty", o = "stone" },
---   moves = { "put <row> <column>" },
---   apply = function(state, _, row, column)
---     if state.board:get(row, column) ~= "empty" then
---       return nil, "the cell is taken"
---     end
---     state.board:set(row, column, "stone")
---   end,
---   outcome = function(state)
---     return state.board:count "empty" == 0 and "Full" or nil
---   end,
--- }
---
--- local state = fill.new "o./oo"
--- print(state:apply "put 1 1")  --> nil put 1 1: the cell is taken
--- print(state:apply "put 1 2")  --> true Full
---
--- local pegs = tessera.game {
---   name = "pegs",
---   legend = { ["."] = "empty", o = "peg" },
---   moves = { "jump <row> <column> <direction>" },
---   rules = { { "jump <row> <column> <direction>", "[ peg | peg | empty ] -> [ | | peg ]" } },
---   ends = { { "One left", "count peg = 1" }, { "Stuck", "stuck" } },
--- }
--- print(pegs.new("oo."):apply "jump 1 1 right")  --> true One left
--- ```

local avatars = require "tessera.game.avatars"
local builtin = require "tessera.builtin"
local errors = require "tessera.base.errors"
local formats = require "tessera.game.formats"
local forms = require "tessera.base.forms"
local game_options = require "tessera.base.game_options"
local games = require "tessera.base.games"
local genres = require "tessera.base.genres"
local labels = require "tessera.game.labels"
local legends = require "tessera.game.legends"
local maps = require "tessera.base.maps"
local lua_game = require "tessera.lua_game"
local one_rule = require "tessera.game.one_rule"
local presentation = require "tessera.draw.presentation"
local properties = require "tessera.game.properties"
local rules = require "tessera.game.rules"
local rules_errors = require "tessera.base.rules_errors"
local sounds = require "tessera.game.sounds"
local together = require "tessera.game.together"
local window = require "tessera.game.window"
local wording = require "tessera.base.wording"

local most = 1000000000000000

local known = { "actions", "after", "apply", "check", "counters", "ends", "fields", "formats",
  "genre", "geometry", "goal", "groups", "help", "hint", "keys", "kinds", "labels", "layers",
  "legend", "look", "map", "moves", "name", "options", "order", "outcome", "outcomes", "pieces",
  "players", "properties", "reverse", "rules", "score", "score_range", "setup", "sounds",
  "summary", "symmetries", "tick", "together", "turn", "view", "window" }

---@class tessera.game
---@overload fun(definition: tessera.Definition): tessera.Game
local game = {}

local function copy_of(t)
  local copy = {}
  for key, value in pairs(t) do
    copy[key] = value
  end
  return copy
end

-- ---- fields ----

local function compile_field(what, name, field, counter, players)
  local place = ("%s: %s '%s'"):format(what, counter and "counter" or "field", name)
  errors.type(place, field, "integer", "table")
  if type(field) ~= "table" then
    field = { value = field }
  end
  errors.keys(place, field, { "each", "hidden", "max", "min", "size", "timer", "value" })
  local compiled = { name = name, counter = counter,
    hidden = errors.type(place .. ": hidden", field.hidden, "boolean", "nil") or false,
    timer = errors.type(place .. ": timer", field.timer, "boolean", "nil") or false,
    each = one_rule.each_player(place, field.each) }
  if field.each and field.size then
    errors.fail("%s: a field of each player has as many numbers as there are players, no size",
      place)
  end
  for key, default in pairs { value = 0, min = -most, max = most, size = 0 } do
    compiled[key] = errors.type(place .. ": " .. key, field[key], "integer", "nil") or default
  end
  if compiled.min > compiled.max then
    errors.fail("%s: its min, %d, is greater than its max, %d", place, compiled.min, compiled.max)
  end
  if field.min and not field.value then
    compiled.value = math.max(compiled.min, math.min(0, compiled.max))
  end
  if compiled.value < compiled.min or compiled.value > compiled.max then
    errors.fail("%s: the value %d is not in %d..%d", place, compiled.value, compiled.min,
      compiled.max)
  end
  if compiled.timer and compiled.min > 0 then
    errors.fail("%s: a timer counts down to 0, so its min cannot be %d", place, compiled.min)
  end
  if compiled.size < 0 or compiled.size > 4096 then
    errors.fail("%s: size: expected 0..4096, got %d", place, compiled.size)
  end
  compiled.size = compiled.each and players or compiled.size
  return compiled
end

-- Compiles fields, counters and layers into the members that a state has beside its methods.
local function compile_members(what, definition, compiled)
  local used = {}
  for i, layer in ipairs(compiled.layer_names) do
    used[errors.name(what .. ": layers", layer)] = true
    compiled.members[layer] = i
  end
  for _, counter in ipairs { false, true } do
    local key = counter and "counters" or "fields"
    local fields = errors.type(what .. ": " .. key, definition[key], "table", "nil") or {}
    for _, name in ipairs(wording.sorted(fields)) do
      errors.name(what .. ": " .. key, name)
      if used[name] then
        errors.fail("%s: the name '%s' is used twice", what, name)
      end
      used[name] = true
      table.insert(compiled.fields, compile_field(what, name, fields[name], counter,
        compiled.players))
      compiled.members[name] = -#compiled.fields
    end
  end
end

-- ---- definitions ----

local function check_layers(what, definition)
  local layers = errors.type(what .. ": layers", definition.layers, "table", "nil") or { "board" }
  if #layers < 1 or #layers > 8 then
    errors.fail("%s: layers: expected 1..8 names, got %d", what, #layers)
  end
  local seen = {}
  for _, layer in ipairs(layers) do
    errors.name(what .. ": layers", layer)
    if seen[layer] then
      errors.fail("%s: the name '%s' is used twice", what, layer)
    end
    seen[layer] = true
  end
  return layers
end

local function check_rules(what, definition)
  if not definition.rules and definition.apply == nil then
    errors.fail("%s: it has no rules: write some in `rules`, or a function `apply`", what)
  end
  errors.type(what .. ": score", definition.score, "function", "string", "nil")
  for _, name in ipairs { "actions", "apply", "check", "hint", "outcome", "reverse",
    "setup", "turn", "view" } do
    errors.type(what .. ": " .. name, definition[name], "function", "nil")
  end
  for _, name in ipairs { "goal", "help", "map", "summary" } do
    errors.type(what .. ": " .. name, definition[name], "string", "nil")
  end
  for _, name in ipairs { "groups", "options" } do
    errors.type(what .. ": " .. name, definition[name], "table", "nil")
  end
  local players = errors.type(what .. ": players", definition.players, "integer", "nil") or 1
  if players < 1 or players > 64 then
    errors.fail("%s: players: expected 1..64, got %d", what, players)
  elseif players > 1 and definition.reverse then
    errors.fail("%s: reverse: it is for games of one player", what)
  end
  return players
end

local function check_outcome(place, text)
  errors.type(place, text, "string")
  if text == "" or #text > 63 or text:find "%z" then
    errors.fail("%s: an outcome is a text of 1..63 bytes, got %s", place, errors.shown(text))
  end
end

-- Compiles the outcomes, if the definition names them.
local function compile_outcomes(what, definition, compiled)
  local outcomes = errors.type(what .. ": outcomes", definition.outcomes, "table", "nil") or {}
  for i, outcome in ipairs(outcomes) do
    check_outcome(("%s: outcome %d"):format(what, i), outcome)
    compiled.outcomes[i] = outcome
  end
  compiled.own_outcomes = outcomes[1] ~= nil
end

-- The field of the outcome, if no function tells it, and the goal.
local function compile_ends(what, definition, compiled)
  local outcomes = compiled.outcomes
  if outcomes[1] and not definition.outcome then
    table.insert(compiled.fields, { name = "over", value = 0, min = 0, max = #outcomes, size = 0,
      counter = false })
    compiled.over = #compiled.fields
  end
  compiled.goal = definition.goal
  if definition.goal then
    check_outcome(what .. ": goal", definition.goal)
    if outcomes[1] and not wording.one_of(definition.goal, outcomes) then
      local near = compiled.own_outcomes or errors.near(definition.goal, outcomes)
      errors.fail("%s: goal: there is no outcome %s%s%s", what, errors.shown(definition.goal),
        errors.hint(definition.goal, outcomes), near and ""
          or "; what functions end the game with stands in `outcomes`")
    end
  end
end

local function compile_score(what, definition, compiled)
  local place = what .. ": score_range"
  local by_ends = compiled.most_score and not definition.score
    and { -compiled.most_score, compiled.most_score }
  local range = errors.type(place, definition.score_range, "table", "nil") or by_ends
    or { -most, most }
  for _, score in ipairs(range) do
    errors.type(place, score, "integer")
  end
  if #range ~= 2 or range[1] > range[2] or range[1] < -most or range[2] > most then
    errors.fail("%s: expected the least and the greatest score, such as { -1, 1 }", place)
  elseif definition.score_range and not definition.score and not by_ends then
    errors.fail("%s: there is no score", place)
  end
  compiled.score_min, compiled.score_max = range[1], range[2]
end

-- A deep copy without metatables: an __index function could give another value at each look.
local function plain_copy(value, seen)
  if type(value) ~= "table" or seen[value] then
    return seen[value] or value
  end
  local copy = {}
  seen[value] = copy
  for key, field in next, value do
    copy[key] = plain_copy(field, seen)
  end
  return copy
end

local function check_genre(what, genre)
  local names = {}
  for i, known_genre in ipairs(genres) do
    names[i] = known_genre.name
  end
  errors.type(what .. ": genre", genre, "string", "nil")
  if genre and not wording.one_of(genre, names) then
    errors.fail("%s: genre: there is no genre %s%s", what, errors.shown(genre),
      errors.hint(genre, names))
  end
end

-- The definition has no key but those of games.
local function check_keys(what, definition)
  for _, key in ipairs { "colors", "colours", "images", "sprites" } do
    if definition[key] ~= nil then
      errors.fail("%s: unknown key '%s': what its kinds look like stands in `look`", what, key)
    end
  end
  errors.keys(what, definition, known)
end

local function check_definition(definition)
  if definition.name == nil then
    check_keys("game", definition) -- it may be misspelt
  end
  local name = errors.type("game: name", definition.name, "string")
  if not name:find "^%l[%l%d_]*$" or #name > 23 then
    errors.fail("game: name: expected small letters, digits and '_', got %s", errors.shown(name))
  end
  local what = ("game '%s'"):format(name)
  if wording.one_of(name, builtin.games) then
    errors.fail("%s: there is a game of this name already", what)
  end
  check_keys(what, definition)
  check_genre(what, definition.genre)
  local geometry = errors.type(what .. ": geometry", definition.geometry, "string", "nil")
  if geometry and geometry ~= "hex" then
    errors.fail("%s: geometry: expected 'hex', got %s", what, errors.shown(geometry))
  end
  return what, name
end

local function make(given)
  if game.is(given) then
    errors.fail("game '%s' is a game already", given.name)
  end
  local definition = plain_copy(errors.type("game", given, "table"), {})
  local what, name = check_definition(definition)
  local compiled = { name = name, hexagons = definition.geometry == "hex",
    players = check_rules(what, definition),
    layer_names = check_layers(what, definition), layers = {}, legends = {}, cells = {},
    fields = {}, forms = {}, members = {}, map = definition.map, setup = definition.setup,
    outcomes = {}, over = 0 }
  for _, rule in ipairs { "actions", "apply", "check", "outcome", "reverse", "score", "turn",
    "view" } do
    compiled[rule] = definition[rule]
  end
  avatars.compile(what, definition, compiled)
  legends.compile(what, definition, compiled)
  avatars.mark(compiled)
  window.compile(what, definition, compiled)
  compiled.formats = formats.compile(what, definition, compiled)
  compile_members(what, definition, compiled)
  together.compile(what, definition, compiled)
  game_options.compile(what, definition, compiled)
  forms.compile(what, definition, compiled)
  compile_outcomes(what, definition, compiled)
  local function read_form(place, form)
    return forms.read(place, form, definition.groups or {}, compiled.hexagons)
  end
  if rules.used(definition) then
    rules.compile(what, definition, compiled, read_form)
  end
  compiled.labels = labels.compile(what, definition, compiled, read_form)
  presentation.compile(what, definition, compiled)
  properties.compile(what, definition, compiled)
  compile_ends(what, definition, compiled)
  compile_score(what, definition, compiled)
  local heard = sounds.compile(what, definition, compiled)
  local names = wording.sorted(compiled.members)
  function compiled.unknown(member)
    errors.fail("%s has no field or method %s%s", name, errors.shown(member),
      errors.hint(member, names))
  end
  local fine, module = pcall(lua_game.define, compiled)
  if not fine and type(module) == "table" then
    errors.fail("%s", rules_errors.explain(module, compiled))
  elseif not fine then
    local text = module:gsub("^.-:%d+: ", "")
    errors.fail("%s%s", text:sub(1, #what) == what and "" or what .. ": ", text)
  end
  for member in pairs(compiled.members) do
    if module.methods[member] then
      errors.fail("%s: '%s' is the name of a method of every state", what, member)
    end
  end
  for method in pairs(module.methods) do
    names[#names + 1] = method
  end
  compiled.make, compiled.settle, compiled.describe = module.make, module.settle, module.describe
  module.make, module.settle, module.describe = nil, nil, nil
  module.methods = copy_of(module.methods) -- users may change the copy, not the class
  module.name, module.summary, module.players = name, definition.summary or name, compiled.players
  module.help, module.map, module.goal = definition.help, definition.map, definition.goal
  module.sounds = heard
  module.scored = definition.score ~= nil or compiled.most_score ~= nil
  function module.new(map, options)
    return maps.new(module, map, options)
  end
  maps.define(module, compiled, definition)
  presentation.check_keys(what, module)
  games.define(name, module, compiled.make(1, 1, compiled.cells[1]:sub(1, 1), 0),
    errors.where())
  return module
end

-- The error with the line of the rule that it is about, where it had that of the call.
local function placed(message)
  local where = errors.where()
  if type(message) ~= "string" or message:sub(1, #where) ~= where then
    return message
  end
  return require("tessera.source.rule_lines").placed(message:sub(#where + 1))
end

local function define(_, given)
  local fine, module = errors.pcall(make, given)
  return fine and module or error(placed(module), 0)
end

--- Whether the value is a game from `tessera.game`.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- print(tessera.game.is(sokoban), tessera.game.is(tower))  --> true false
--- ```
---@param value any
---@return boolean
function game.is(value)
  return maps.about(value) ~= nil
end

--- The game of this name that was defined last.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- print(tessera.game.named "sokoban" == sokoban)  --> true
--- ```
---@param name string
---@return tessera.Game|nil game nil if there is none
function game.named(name)
  return games.named(name)
end

return setmetatable(game, { __call = define })
