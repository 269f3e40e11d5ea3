--- PuzzleScript rules in a game written in Lua: `rules = puzzlescript [[ ... ]]`. The kinds of a
--- layer are the objects of a collision layer. `of` reads the text when the game is defined and
--- makes rules of it that call a turn in C.

local compile = require "tessera.puzzlescript.compile"
local core = require "tessera.puzzle_core"
local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local directions = require "tessera.base.directions"
local errors = require "tessera.base.errors"
local names = require "tessera.puzzlescript.parse.names"
local parse = require "tessera.puzzlescript.parse"
local rules_names = require "tessera.base.rules_names"
local wording = require "tessera.base.wording"

local in_lua_game = {}

-- A call of a rule has two seconds, and its turns end sooner than others (struct puzzle).
local patience = 256

local sections = { objects = true, legend = true, sounds = true, collisionlayers = true,
  rules = true, winconditions = true, levels = true }
local keys = table.move({ "action", "tick" }, 1, 2, 5, { table.unpack(directions.four) })

-- ---- the names of a game ----

---@class tessera.puzzlescript.Kind
---@field name string of its object
---@field layer integer from 1
---@field byte string in the cells of its layer

-- What a name means, in the order in which it was said: a list of kinds.
local function meanings_of(definition, compiled, kinds)
  local meanings, of_kind = {}, {}
  local function add(name, kind)
    local low = name:lower()
    meanings[low] = meanings[low] or {}
    table.insert(meanings[low], kind)
  end
  for _, kind in ipairs(kinds) do
    of_kind[kind.kind] = of_kind[kind.kind] or {}
    table.insert(of_kind[kind.kind], kind)
    add(kind.kind, kind)
  end
  local own = {}
  for name in pairs(meanings) do
    own[name] = true
  end
  for _, name in ipairs(wording.sorted(definition.groups or {})) do
    local members = own[name:lower()] and {} or rules_names.members(definition.groups[name])
    for _, member in ipairs(members) do
      for _, kind in ipairs(of_kind[member] or {}) do
        add(name, kind)
      end
    end
  end
  for i, name in ipairs(compiled.layer_names) do
    for _, kind in ipairs(meanings[name:lower()] and {} or kinds) do
      if kind.layer == i then
        add(name, kind)
      end
    end
  end
  return meanings
end

-- All kinds but the blanks, layer by layer.
local function kinds_of(what, compiled)
  local list, spelled = {}, {}
  for i, bytes in ipairs(compiled.bytes) do
    for _, kind in ipairs(wording.sorted(bytes)) do
      local low = kind:lower()
      if spelled[low] and spelled[low] ~= kind then
        errors.fail("%s: the kinds '%s' and '%s' are one name in PuzzleScript, which reads capital"
          .. " letters as small ones", what, spelled[low], kind)
      end
      spelled[low] = kind
      if bytes[kind] ~= compiled.program.blanks[i] then
        list[#list + 1] = { kind = kind, layer = i, byte = bytes[kind] }
      end
    end
  end
  return list
end

local function is_word(name)
  return name:find "^[%w_]+$" and not names.is_keyword(name)
end

-- Names the objects: like their kinds if these can be said and are kinds of one layer only.
local function name_objects(kinds, meanings)
  local taken = {}
  for name in pairs(meanings) do
    taken[name] = true
  end
  for _, kind in ipairs(kinds) do
    local low = kind.kind:lower()
    if is_word(low) and #meanings[low] == 1 then
      kind.name = low
    else
      local name = low:gsub("%W", "_") .. "_" .. kind.layer
      while taken[name] do
        name = name .. "_"
      end
      kind.name, taken[name] = name, true
    end
  end
end

-- ---- the file that stands for a game ----

-- The names of objects that are no objects themselves, as lines of a legend.
local function legend_of(meanings)
  local lines = {}
  for _, name in ipairs(wording.sorted(meanings)) do
    local list, seen = {}, {}
    for _, kind in ipairs(meanings[name]) do
      list[#list + 1] = not seen[kind.name] and kind.name or nil
      seen[kind.name] = true
    end
    if is_word(name) and not seen[name] then
      lines[#lines + 1] = name .. " = " .. table.concat(list, " or ")
    end
  end
  return lines
end

local function layers_of(kinds)
  local lines, layer = {}, 0
  for _, kind in ipairs(kinds) do
    if kind.layer == layer then
      lines[#lines] = lines[#lines] .. ", " .. kind.name
    else
      lines[#lines + 1], layer = kind.name, kind.layer
    end
  end
  return lines
end

-- A file with the objects of a game and these rules; and how many lines come before them.
local function file_of(kinds, meanings, text)
  local lines = { "OBJECTS" }
  local function add(list)
    table.move(list, 1, #list, #lines + 1, lines)
  end
  for _, kind in ipairs(kinds) do
    add { kind.name, "Black", "" }
  end
  local background = not meanings.background and "background" or nil
  add { background, background and "Black\n" }
  add { "LEGEND", ". = " .. kinds[1].name, table.unpack(legend_of(meanings)) }
  add { "SOUNDS", "COLLISIONLAYERS", table.unpack(layers_of(kinds)) }
  add { background }
  local before = table.concat(lines, "\n")
  return table.concat({ before, "RULES", text, "WINCONDITIONS", "LEVELS", "", "." }, "\n"),
    select(2, before:gsub("\n", "")) + 2
end

-- ---- reading ----

local function check_text(place, text)
  local number = 0
  for line in (text .. "\n"):gmatch "(.-)\n" do
    number = number + 1
    local word = line:lower():match "^%s*(%a+)%s*$"
    if sections[word] then
      errors.fail("%s, line %d: expected rules, got the section %s", place, number, word:upper())
    end
  end
end

local function fail_at(place, entry, before, compiled)
  local line = entry.line and entry.line - before
  local where = line and line > 0 and (", line %d%s"):format(line,
    entry.column and (", column %d"):format(entry.column) or "") or ""
  local name = entry.text:match "^'([%w_]+)' is not defined"
  for i, blank in ipairs(name and compiled.program.blanks or {}) do
    if compiled.bytes[i][name] == blank then
      errors.fail("%s%s: '%s' is the blank of layer '%s', which rules do not name: 'no %s' has it",
        place, where, name, compiled.layer_names[i], compiled.layer_names[i])
    end
  end
  errors.fail("%s%s: %s", place, where, entry.text)
end

-- The rules, read and compiled; errors tell their lines in the text.
local function read(place, text, kinds, meanings, compiled)
  check_text(place, text)
  if not meanings.player then
    errors.fail("%s: no kind, group or layer is called player: the keys push it", place)
  end
  local file, before = file_of(kinds, meanings, text)
  local game = parse(file)
  local program = game.playable and compile(game)
  diagnostics.complete(game, file)
  for _, entry in ipairs(game.diagnostics) do
    local warns = entry.kind == "warning" and (not entry.line or entry.line <= before
      or entry.text:find "has no sound$")
    if not warns then
      fail_at(place, entry, before, compiled)
    end
  end
  if not game.rules[1] then
    errors.fail("%s: there are no rules", place)
  end
  return { parsed = game, program = program, text = text, lines_before = before }
end

-- ---- turns ----

-- The moves that the keys of the language are.
local function moves_of(place, definition)
  local list = {}
  for _, move in ipairs(definition.moves) do
    local words = move == "<direction>" and "up|down|left|right" or move:match "^<?([%l|]+)>?$"
    local fine = words ~= nil
    for word in (words or ""):gmatch "%l+" do
      fine = fine and wording.one_of(word, keys)
    end
    list[#list + 1] = fine and move or nil
  end
  if not list[1] then
    errors.fail("%s: none of the moves is <direction> or one of %s", place,
      table.concat(keys, ", "))
  end
  return list
end

local function define(program, kinds, layers)
  program.name, program.names, program.messages = "turns", {}, {}
  program.glyphs, program.shown = {}, {}
  for i = 1, program.objects do
    program.names[i], program.shown[i] = "?", "?"
  end
  for i, command in ipairs(program.commands) do
    program.messages[i] = command.text or false
  end
  program.flags.realtime = true -- "tick" is an action
  program.patience = patience
  local bytes, blanks = {}, {}
  for i, kind in ipairs(kinds) do
    bytes[i] = string.char(kind.layer - 1) .. kind.byte
  end
  for i, blank in ipairs(layers) do
    blanks[i] = blank == "" and "\0" or blank
  end
  return core.define(program).turn, table.concat(bytes), table.concat(blanks)
end

-- The function that a rule calls.
local function caller(program, compiled, kinds, outcome, call)
  local turn, bytes, blanks = define(program, kinds, compiled.program.blanks)
  return function(state, word, ...)
    local changed, message, won, drew = turn(state, word, bytes, blanks)
    if won then
      state:over(outcome)
    elseif not changed and not drew then -- what can be done must not depend on dice
      return nil, message
    end
    if call then
      return call(state, word, ...)
    end
  end
end

local function check_commands(place, program)
  for _, command in ipairs(program.commands) do
    if command.name == "restart" or command.name == "checkpoint" then
      errors.fail("%s: the command '%s' is not for a game in Lua", place, command.name)
    end
  end
end

-- Whether a rule commands `win`.
local function wins(program)
  for _, command in ipairs(program.commands) do
    if command.name == "win" then
      return true
    end
  end
  return false
end

-- Rules of a game for the moves that the keys are, and the outcome of `win`, if it occurs.
local function make(entry, place, definition, compiled)
  local text = errors.type(place .. ": the rules", entry[1], "string")
  local kinds = kinds_of(place, compiled)
  local meanings = meanings_of(definition, compiled, kinds)
  name_objects(kinds, meanings)
  local puzzle = read(place, text, kinds, meanings, compiled)
  local program = puzzle.program
  check_commands(place, program)
  if program.chance and not entry.count and not entry.add then
    errors.fail("%s: rules with chance may change nothing: count the actions (count = ...)", place)
  end
  local outcome = wins(program) and (definition.goal or "Won") or nil
  local call = caller(program, compiled, kinds, outcome, entry.call)
  local list = {}
  for i, move in ipairs(moves_of(place, definition)) do
    local rule = {}
    for key, value in pairs(entry) do
      rule[key] = value
    end
    rule[1], rule.call, rule.turns = move, call, nil
    list[i] = rule
  end
  compiled.puzzles = compiled.puzzles or {}
  table.insert(compiled.puzzles, puzzle)
  return list, outcome
end

--- What stands for rules in a definition.
---@param given string|table the text; or a table of it and keys of a rule
---@return tessera.PuzzleRules
function in_lua_game.of(given)
  errors.type("puzzlescript", given, "string", "table")
  local entry = {}
  for key, value in pairs(type(given) == "table" and given or { given }) do
    entry[key] = value
  end
  errors.type("puzzlescript: the rules", entry[1], "string")
  errors.type("puzzlescript: call", entry.call, "function", "nil")
  if entry.squash then
    errors.fail("puzzlescript: there is no squash")
  end
  entry.turns = make
  return entry
end

return in_lua_game
