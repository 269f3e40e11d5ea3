--- Games written in Lua, by rules as pictures, by functions, or by both. [Rules as
--- pictures](rules.md) has the notation. `tessera.game { ... }` checks a definition and returns a
--- module like those of the games in C: `new(map, options)`, `load(text)`, and states with all
--- methods of
--- `tessera.State`.
---
--- Errors: a key that is missing, has a wrong value or is unknown ("did you mean 'moves'?"), at the
--- line of the call.
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

local builtin = require "tessera.builtin"
local forms = require "tessera.base.forms"
local games = require "tessera.base.games"
local legends = require "tessera.base.legends"
local maps = require "tessera.base.maps"
local lua_game = require "tessera.lua_game"
local rules = require "tessera.base.rules"
local rules_errors = require "tessera.base.rules_errors"
local usage = require "tessera.base.usage"

local most = 1000000000000000

--- The definition of a game. Its rules are pictures (`rules`, `after`, `ends`), functions, or both.
--- Each function gets a state.
---
--- An error that a rule raises is no refusal: it goes on to the caller.
---@class tessera.Definition
---@field name string the game's name: small letters, digits and "_", at most 23 characters
---@field legend table<string, string|table<string, string>> for each character of a map the name
---of a kind in the first layer, or a table of names by layer (a layer that is not named gets
---"nothing")
---@field moves string[] the forms of actions, such as `put <row> <column>`: words, `<row>`,
---`<column>`, `<direction>` (up down left right), `<direction8>` (with up-left and so on),
---`<1..9>`, `<red|green>`, `<car>` for the kinds of a group
---@field rules? tessera.Rule[] the rules of actions: of those that an action has, the first that
---fits is carried out
---@field after? (string|tessera.Step)[] steps that follow every action; a text is a step without
---keys
---@field ends? tessera.End[] the outcomes and their conditions, looked at after each action; a game
---has `ends` or a function `outcome`
---@field pieces? (string|string[])[] the kind, or the kinds, of each player's pieces: `mine` and
---`theirs` in rules
---@field apply? fun(state: tessera.LuaState, ...): any, string? carries out the actions that no
---rule names; a game without `rules` must have it. Its arguments are the words of the action,
---numbers as integers. `return nil` or `return false`, with or without a reason, refuses the action
---and undoes all changes. Returning nothing or true carries it out; but an action that has changed
---nothing is refused all the same. A text in the first place is an error, because it may be meant
---as a reason
---@field actions? fun(state: tessera.LuaState, add: fun(...)) calls `add` with the words of
---each possible action; without this function every action is tried
---@field outcome? fun(state: tessera.LuaState): string? how the game ended, of at most 63 bytes;
---nil while it runs. Without this function the game never ends
---@field outcomes? string[] all texts that `outcome` may return. Any other text is an error, in
---`outcome` and as the goal of a search. Without a function `outcome` the game ends with one of
---them when `apply` calls `state:over(outcome)`
---@field goal? string the outcome that searches and `run.lua solve` look for; by default any
---@field players? integer 1..16; 1 by default
---@field turn? fun(state: tessera.LuaState): integer the player to move; without this function the
---players take turns. In a game with `rules` they do, but for rules with `keep_turn`
---@field score? string|fun(state: tessera.LuaState, player: integer): integer the score of a
---player; 0 without it. A text is the name of a field or counter, or `count box`, the number of
---cells that fit. `turn`, `outcome` and `score` get a state that cannot be changed
---@field score_range? integer[] the least and the greatest score of a player, such as { -1, 1 }: a
---search for two players stops at a sure win
---@field layers? string[] the names of the layers, the lowest first, 8 at most; { "board" } by
---default. A state has a grid of each of these names
---@field groups? table<string, string[]|table<string, string>> lists of kinds, by the name of the
---group. A facing group names a kind for each heading instead: `{ up = "fly_up", right =
---"fly_right", down = "fly_down", left = "fly_left" }`
---@field fields? table<string, integer|tessera.Field> integers that decide which actions are
---possible and what they do, such as the player to move; a plain integer is the first value. A
---state has a member of each of these names
---@field counters? table<string, integer|tessera.Field> integers that decide nothing, such as moves
---and points. Undo restores them; searches take positions that differ only in counters for the same
---@field map? string the map of a game that always starts with the same one. Rows end with a line,
---or with "/" if a blank is no cell
---@field options? table<string, integer|string|boolean> options of `new` with their defaults
---@field setup? fun(state: tessera.LuaState, options: table): string? prepares a new state, whose
---map has been read; returns an error message, or nil
---@field check? fun(state: tessera.LuaState): string? what is wrong with a new or loaded state
---@field summary? string one line about the game, for --help
---@field help? string more lines for --help

--- A rule of `rules`: `{ "<direction>", "[ player | empty ] -> [ | player ]" }`. A rule without a
--- picture always fits.
---
--- ```lua
--- local keys = tessera.game {
---   name = "keys",
---   legend = { ["."] = "empty", ["@"] = "player", k = "key", D = "door" },
---   fields = { keys = 0 },
---   moves = { "<direction>" },
---   rules = {
---     { "<direction>", "[ player | empty ] -> [ | player ]" },
---     { "<direction>", "[ player | key ] -> [ | player ]", count = "keys" },
---     { "<direction>", "[ player | door ] -> [ | player ]", when = "keys > 0",
---       add = { keys = -1 }, why = "there is no key for this door" },
---   },
--- }
--- local state = keys.new "D@k"
--- print(state:apply "left")  --> nil left: there is no key for this door
--- state:apply_all { "right", "left", "left" }
--- print(state.keys, state)  --> 0 @..
--- ```
---@class tessera.Rule
---@field [1] string the action: one of the game's `moves`, or fewer of its words, as in
---`<left|right>`
---@field [2] string|nil the picture of what changes
---@field when? string a condition that must hold as well
---@field count? string|string[] fields and counters that grow by 1
---@field add? table<string, integer> what is added to fields and counters, by their names. They
---stop at their `min` and `max`
---@field why? string the reason of a refusal, if this rule came nearest
---@field over? string the outcome with which the game ends
---@field event? string the kind of the event of the piece in the anchor's cell, such as "took"
---@field keep_turn? boolean the same player moves again
---@field call? fun(state: tessera.LuaState, ...): any, string? is called with the words of the
---action after the cells have changed; it may refuse the action, as `apply` may
---@field squash? table `{ "tile", worth = { 0, 4 }, count = "points" }` in place of a picture: the
---rule of 2048 for the kinds of a group

--- A step of `after`: a rule that begins with `each`, `first` or `random`; or a sweep, which tries
--- several rules at each cell.
---
--- ```lua
--- local growth = tessera.game {
---   name = "growth",
---   legend = { ["."] = "empty", o = "seed", Y = "tree" },
---   counters = { days = 0 },
---   moves = { "wait" },
---   rules = { { "wait", count = "days" } },
---   after = {
---     { sweep = { "[ seed ] -> [ tree ]", "right [ tree | empty ] -> [ tree | seed ]" } },
---   },
--- }
--- local state = growth.new "o...."
--- state:apply_all { "wait", "wait", "wait", "wait" }
--- print(state)  --> YYo..
--- ```
---@class tessera.Step
---@field [1] string|nil `each right [ rock | empty ] -> [ | rock ]`
---@field when? string a condition that must hold
---@field count? string|string[] fields and counters that grow by 1
---@field add? table<string, integer> what is added to fields and counters
---@field over? string the outcome with which the game ends
---@field event? string the kind of the event of the piece in the anchor's cell
---@field sweep? (string|tessera.Step)[] in place of all these: rules without a word such as `each`
---@field at_once? boolean of a sweep: all its rules look at the board as it was before

--- An end of `ends`: `{ "Solved", "all box on target" }`.
---
--- ```lua
--- local noughts = tessera.game {
---   name = "noughts",
---   players = 2,
---   legend = { ["."] = "empty", x = "cross", o = "nought" },
---   map = ".../.../...",
---   pieces = { "cross", "nought" },
---   moves = { "put <row> <column>" },
---   rules = { { "put <row> <column>", "[ empty ] -> [ mine ]" } },
---   ends = {
---     { { "Crosses win", "Noughts win" }, "line 3 mine", score = 1 },
---     { "Draw", "no empty" },
---   },
--- }
--- local state = noughts.new()
--- state:apply_all { "put 2 2", "put 1 2", "put 1 1", "put 1 3", "put 3 3" }
--- print(state:outcome())  --> Crosses win
--- print(state:score(1), state:score(2))  --> 1 -1
--- ```
---@class tessera.End
---@field [1] string|string[] the outcome, or one for each player: that of the player who acted last
---@field [2] string the condition
---@field score? integer the score of the player who acted last, and its negative that of the
---others, if there is a list of outcomes; otherwise the score of every player

--- An integer of a state, or an array of them.
---
--- ```lua
--- local counting = tessera.game {
---   name = "counting",
---   legend = { ["."] = "empty" },
---   fields = { left = 3, hand = { size = 2, min = 0, max = 9, value = 5 } },
---   moves = { "take <1..9>" },
---   apply = function(state, _, number)
---     state.left = state.left - 1
---     state.hand[1] = number
---   end,
--- }
--- local state = counting.new "."
--- state:apply "take 7"
--- print(state.left, #state.hand, state.hand[1], state.hand[2])  --> 2 2 7 5
--- ```
---@class tessera.Field
---@field value? integer the first value; by default 0, or the value of min..max nearest to 0
---@field min? integer -10^15 by default
---@field max? integer 10^15 by default
---@field size? integer makes it an array of this size, 1..4096

--- A game, as `tessera.game` returns it: a module like those of the games in C.
---
--- The map for `new` is a text or a grid. The rows of a text are its lines; where the legend has
--- no blank, "/" may stand for the end of a line. Of a grid the characters count, in every cell.
---
--- Errors: `new` raises what is wrong with the map, with line and column, what `setup` or `check`
--- says is wrong, and unknown options; `load` raises a fault, a table with `message`, `line` and
--- `column`.
---
--- ```lua
--- local dice = tessera.game {
---   name = "dice",
---   legend = { ["."] = "table" },
---   map = ".",
---   counters = { sum = 0 },
---   moves = { "throw" },
---   apply = function(state)
---     state.sum = state.sum + state:chance(6)
---   end,
--- }
--- local state = dice.new(nil, { chance = { 3, 6 } })
--- state:apply_all { "throw", "throw" }
--- print(state.sum)                           --> 9
--- print(dice.load(state:save()) == state)    --> true
--- ```
---@class tessera.Game
---@field name string
---@field summary string
---@field help? string
---@field map? string the map that the game always starts with
---@field goal? string
---@field players integer
---@field scored boolean whether it has a function `score`
---@field new fun(map?: string|tessera.Grid, options?: table): tessera.LuaState, string? a state,
---and its outcome if it is over already. Beside the game's own options there are `seed`, an
---integer, and `chance`, a list of what `state:chance` gives first
---@field load fun(text: string): tessera.LuaState what `state:save()` has written
---@field methods table<string, function> the methods of a state, for calls from a cache

local known = { "actions", "after", "apply", "check", "counters", "ends", "fields", "goal",
  "groups", "help", "layers", "legend", "map", "moves", "name", "options", "outcome", "outcomes",
  "pieces", "players", "rules", "score", "score_range", "setup", "summary", "turn" }

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

local function compile_field(what, name, field, counter)
  local place = ("%s: field '%s'"):format(what, name)
  usage.type(place, field, "integer", "table")
  if type(field) ~= "table" then
    field = { value = field }
  end
  usage.keys(place, field, { "max", "min", "size", "value" })
  local compiled = { name = name, counter = counter }
  for key, default in pairs { value = 0, min = -most, max = most, size = 0 } do
    compiled[key] = usage.type(place .. ": " .. key, field[key], "integer", "nil") or default
  end
  if compiled.min > compiled.max then
    usage.fail("%s: its min, %d, is greater than its max, %d", place, compiled.min, compiled.max)
  end
  if field.min and not field.value then
    compiled.value = math.max(compiled.min, math.min(0, compiled.max))
  end
  if compiled.value < compiled.min or compiled.value > compiled.max then
    usage.fail("%s: the value %d is not in %d..%d", place, compiled.value, compiled.min,
      compiled.max)
  end
  if compiled.size < 0 or compiled.size > 4096 then
    usage.fail("%s: size: expected 0..4096, got %d", place, compiled.size)
  end
  return compiled
end

-- Compiles fields, counters and layers into the members that a state has beside its methods.
local function compile_members(what, definition, compiled)
  local used = {}
  for i, layer in ipairs(compiled.layer_names) do
    used[usage.name(what .. ": layers", layer)] = true
    compiled.members[layer] = i
  end
  for _, counter in ipairs { false, true } do
    local key = counter and "counters" or "fields"
    local fields = usage.type(what .. ": " .. key, definition[key], "table", "nil") or {}
    for _, name in ipairs(usage.sorted(fields)) do
      usage.name(what .. ": " .. key, name)
      if used[name] then
        usage.fail("%s: the name '%s' is used twice", what, name)
      end
      used[name] = true
      table.insert(compiled.fields, compile_field(what, name, fields[name], counter))
      compiled.members[name] = -#compiled.fields
    end
  end
end

-- ---- definitions ----

local function check_layers(what, definition)
  local layers = usage.type(what .. ": layers", definition.layers, "table", "nil") or { "board" }
  if #layers < 1 or #layers > 8 then
    usage.fail("%s: layers: expected 1..8 names, got %d", what, #layers)
  end
  local seen = {}
  for _, layer in ipairs(layers) do
    usage.name(what .. ": layers", layer)
    if seen[layer] then
      usage.fail("%s: the name '%s' is used twice", what, layer)
    end
    seen[layer] = true
  end
  return layers
end

local function check_rules(what, definition)
  if not definition.rules then
    usage.type(what .. ": apply", definition.apply, "function")
  end
  usage.type(what .. ": score", definition.score, "function", "string", "nil")
  for _, name in ipairs { "actions", "apply", "check", "outcome", "setup", "turn" } do
    usage.type(what .. ": " .. name, definition[name], "function", "nil")
  end
  for _, name in ipairs { "goal", "help", "map", "summary" } do
    usage.type(what .. ": " .. name, definition[name], "string", "nil")
  end
  for _, name in ipairs { "groups", "options" } do
    usage.type(what .. ": " .. name, definition[name], "table", "nil")
  end
  local players = usage.type(what .. ": players", definition.players, "integer", "nil") or 1
  if players < 1 or players > 16 then
    usage.fail("%s: players: expected 1..16, got %d", what, players)
  end
  return players
end

local function check_outcome(place, text)
  usage.type(place, text, "string")
  if text == "" or #text > 63 or text:find "%z" then
    usage.fail("%s: an outcome is a text of 1..63 bytes, got %s", place, usage.shown(text))
  end
end

-- Compiles the outcomes, if the definition names them.
local function compile_outcomes(what, definition, compiled)
  local outcomes = usage.type(what .. ": outcomes", definition.outcomes, "table", "nil") or {}
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
    if outcomes[1] and not usage.one_of(definition.goal, outcomes) then
      usage.fail("%s: goal: there is no outcome %s%s", what, usage.shown(definition.goal),
        usage.hint(definition.goal, outcomes))
    end
  end
end

local function compile_score(what, definition, compiled)
  local place = what .. ": score_range"
  local by_ends = compiled.most_score and not definition.score
    and { -compiled.most_score, compiled.most_score }
  local range = usage.type(place, definition.score_range, "table", "nil") or by_ends
    or { -most, most }
  for _, score in ipairs(range) do
    usage.type(place, score, "integer")
  end
  if #range ~= 2 or range[1] > range[2] or range[1] < -most or range[2] > most then
    usage.fail("%s: expected the least and the greatest score, such as { -1, 1 }", place)
  elseif definition.score_range and not definition.score and not by_ends then
    usage.fail("%s: there is no score", place)
  end
  compiled.score_min, compiled.score_max = range[1], range[2]
end

local function check_own_options(what, definition)
  local names = { "chance", "seed" }
  for name, default in pairs(definition.options or {}) do
    usage.name(what .. ": options", name)
    usage.type(("%s: option '%s'"):format(what, name), default, "integer", "string", "boolean")
    names[#names + 1] = name
  end
  table.sort(names)
  return names
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

local function check_definition(definition)
  local name = usage.type("game: name", definition.name, "string")
  if not name:find "^%l[%l%d_]*$" or #name > 23 then
    usage.fail("game: name: expected small letters, digits and '_', got %s", usage.shown(name))
  end
  local what = ("game '%s'"):format(name)
  if usage.one_of(name, builtin.games) then
    usage.fail("%s: there is a game of this name already", what)
  end
  usage.keys(what, definition, known)
  return what, name
end

local function define(_, given)
  local definition = plain_copy(usage.type("game", given, "table"), {})
  local what, name = check_definition(definition)
  local compiled = { name = name, players = check_rules(what, definition),
    layer_names = check_layers(what, definition), layers = {}, legends = {}, cells = {},
    fields = {}, forms = {}, members = {}, map = definition.map, setup = definition.setup,
    options = copy_of(definition.options or {}), option_names = check_own_options(what, definition),
    outcomes = {}, over = 0 }
  for _, rule in ipairs { "actions", "apply", "check", "outcome", "score", "turn" } do
    compiled[rule] = definition[rule]
  end
  legends.compile(what, definition, compiled)
  compile_members(what, definition, compiled)
  forms.compile(what, definition, compiled)
  compile_outcomes(what, definition, compiled)
  if rules.used(definition) then
    rules.compile(what, definition, compiled, function(place, form)
      return forms.read(place, form, definition.groups or {})
    end)
  end
  compile_ends(what, definition, compiled)
  compile_score(what, definition, compiled)
  local names = usage.sorted(compiled.members)
  function compiled.unknown(member)
    usage.fail("%s has no field or method %s%s", name, usage.shown(member),
      usage.hint(member, names))
  end
  local fine, module = pcall(lua_game.define, compiled)
  if not fine and type(module) == "table" then
    usage.fail("%s", rules_errors.explain(module, compiled))
  elseif not fine then
    local text = module:gsub("^.-:%d+: ", "")
    usage.fail("%s%s", text:sub(1, #what) == what and "" or what .. ": ", text)
  end
  for member in pairs(compiled.members) do
    if module.methods[member] then
      usage.fail("%s: '%s' is the name of a method of every state", what, member)
    end
  end
  for method in pairs(module.methods) do
    names[#names + 1] = method
  end
  compiled.make, compiled.settle = module.make, module.settle
  module.make, module.settle = nil, nil
  module.methods = copy_of(module.methods) -- users may change the copy, not the class
  module.name, module.summary, module.players = name, definition.summary or name, compiled.players
  module.help, module.map, module.goal = definition.help, definition.map, definition.goal
  module.scored = definition.score ~= nil or compiled.most_score ~= nil
  function module.new(map, options)
    return maps.new(module, map, options)
  end
  maps.define(module, compiled, definition)
  games.define(name, module)
  return module
end

--- Whether the value is a game that `tessera.game` has made.
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
