--- Makes a module of a compiled game, and tells the rest of the library what there is to know of
--- it: levels, looks, actions.

local characters = require "tessera.base.characters"
local errors = require "tessera.base.errors"
local facts = require "tessera.puzzlescript.facts"
local forms = require "tessera.base.forms"
local games = require "tessera.base.games"
local levels = require "tessera.puzzlescript.parse.levels"
local lowered = require("tessera.puzzlescript.parse.lines").lowered
local look = require "tessera.puzzlescript.look"
local maps = require "tessera.base.maps"
local screen = require "tessera.puzzlescript.screen"
local states = require "tessera.states"
local text_lines = require "tessera.base.text_lines"
local title = require "tessera.puzzlescript.title"
local undo = require "tessera.puzzlescript.undo"
local wording = require "tessera.base.wording"

local registry = {}

local option_names = { "seed" }

local math_type = math.type

-- ---- characters ----

-- A letter of a name that no other object has, unless its name begins alike; the first one, if all
-- are taken.
local function letter_of(name, taken)
  local first = name:match(utf8.charpattern) or "?"
  local beginning = name:sub(1, 4)
  for _, form in ipairs { first, first:upper(), name:sub(#first + 1), name:upper() } do
    for letter in form:gmatch "[%a\xC2-\xF4][\x80-\xBF]*" do
      local free = not taken[letter] or taken[letter] == beginning
      if free and characters.is_glyph(letter) then
        return letter
      end
    end
  end
  return characters.is_glyph(first) and first or "?"
end

-- For each object a character that stands for it alone, or nearly: as it is shown in terminals.
local function glyphs_of(game, background)
  local best, extra = {}, {}
  for _, char in ipairs(wording.sorted(game.glyphs)) do
    local list = game.glyphs[char]
    for _, name in ipairs(list) do
      local others = #list - 1
      if characters.is_glyph(char) and (not best[name] or others < extra[name]) then
        best[name], extra[name] = char, others
      end
    end
  end
  local taken = {}
  for _, object in ipairs(game.objects) do
    local char = best[object.name]
    if char and object.layer ~= background then
      taken[char] = object.name:sub(1, 4)
    end
  end
  for _, object in ipairs(game.objects) do
    local letter = best[object.name] or letter_of(object.name, taken)
    best[object.name] = letter
    if object.layer ~= background then
      taken[letter] = taken[letter] or object.name:sub(1, 4)
    end
  end
  return best
end

-- The characters of several objects that lie upon each other, as tessera.draw.look has them.
local function stacked_of(game, looks)
  local stacked = {}
  for _, char in ipairs(wording.sorted(game.glyphs)) do
    local names, seen = {}, characters.is_glyph(char)
    for _, name in ipairs(game.glyphs[char]) do
      names[#names + 1] = looks[name].glyph ~= " " and name or nil
    end
    table.sort(names, function(a, b)
      return game.id_of[a] < game.id_of[b]
    end)
    local key = table.concat(names, "\0")
    stacked[key] = names[2] and (stacked[key] or seen and char) or nil
  end
  return stacked
end

-- What characters mean in pictures of boards: lists of ids without the background's layer.
local function pictures_of(game, background)
  local list, seen = {}, {}
  for _, char in ipairs(wording.sorted(game.glyphs)) do
    local ids = {}
    for _, name in ipairs(game.glyphs[char]) do
      local id = game.id_of[name]
      if game.objects[id + 1].layer ~= background then
        ids[#ids + 1] = id
      end
    end
    table.sort(ids)
    local key = table.concat(ids, " ")
    if not seen[key] then
      seen[key] = true
      list[#list + 1] = { shown = char, ids = ids }
    end
  end
  return list
end

-- A function that shows a state for tests: a cell whose objects no character stands for is "?",
-- where `tostring` has that of its highest object.
local function exact_text(game, background, list)
  local chars = {}
  for _, picture in ipairs(list) do
    chars[table.concat(picture.ids, " ")] = picture.shown
  end
  return function(state)
    local rows = {}
    for row = 1, state:rows() do
      local cells = {}
      for column = 1, state:columns() do
        local ids = {}
        for _, name in ipairs(state:at(row, column)) do
          local id = game.id_of[name]
          ids[#ids + 1] = game.objects[id + 1].layer ~= background and id or nil
        end
        table.sort(ids)
        cells[column] = chars[table.concat(ids, " ")] or "?"
      end
      rows[row] = table.concat(cells) .. "\n"
    end
    return table.concat(rows)
  end
end

-- ---- levels ----

-- The levels without messages, each with those that come before it; and the messages at the end.
local function levels_of(game)
  local list, messages = {}, {}
  for _, entry in ipairs(game.levels) do
    if entry.message then
      messages[#messages + 1] = entry.message
    else
      list[#list + 1] = { number = #list + 1, rows = entry.text, line = entry.line,
        before = messages, cells = entry }
      messages = {}
    end
  end
  return list, messages
end

-- The levels as those of an input.
local function levels_for_files(own)
  local list = {}
  for i, level in ipairs(own.levels) do
    list[i] = { number = i, label = tostring(i), line = level.line, rows = level.rows,
      numbers = level.cells.numbers, plain = level.cells.plain, before = level.before }
  end
  return list
end

-- The levels as users see them.
local function shown_levels(list)
  local shown = {}
  for i, level in ipairs(list) do
    shown[i] = { number = i, line = level.line, before = level.before,
      rows = table.move(level.rows, 1, #level.rows, 1, {}) }
  end
  return shown
end

local function ids_of(game, cells)
  local made, list = {}, {}
  for i, names in ipairs(cells) do
    if not made[names] then
      local ids = {}
      for k, name in ipairs(names) do
        ids[k] = game.id_of[name]
      end
      made[names] = ids
    end
    list[i] = made[names]
  end
  return list
end

-- ---- states ----

local function check_options(name, options)
  options = errors.type(name .. ": options", options, "table", "nil") or {}
  for key in pairs(options) do
    if key ~= "seed" then
      errors.fail("%s: unknown option %s%s", name, errors.shown(key), errors.hint(key,
        option_names))
    end
  end
  return tostring(errors.type(name .. ": option 'seed'", options.seed, "integer", "string", "nil")
    or 0)
end

-- A state with these cells; or nil and what is wrong.
local function make_state(own, board, seed)
  local state, told = own.make(board.rows, board.columns, ids_of(own.game, board.cells), seed)
  if not state then
    return nil, ("the board of %d rows and %d columns is too large"):format(board.rows,
      board.columns)
  end
  undo.note_start(state, told.undo)
  return state, told
end

local function start_level(own, number, options)
  local level = own.levels[number]
  if not level then
    errors.fail("%s: there is no level %d (there are %d)", own.name, number, #own.levels)
  end
  local state, told = make_state(own, level.cells, check_options(own.name, options))
  if not state then
    errors.fail("%s: level %d: %s", own.name, number, told)
  end
  return state, told
end

-- A state from rows of a map; or nil, what is wrong, and its row and column.
local function start_rows(own, rows, options)
  local seed = check_options(own.name, options)
  local board, wrong, row, column = levels.board(own.game, rows)
  if not board then
    return nil, wrong, row, column
  end
  local state, told = make_state(own, board, seed)
  return state, told, 1
end

-- A state of a text, and what happened at its start.
local function start_text(own, text, options)
  local lines = text_lines.of(text)
  while lines[1] and not lines[1]:find "%S" do
    table.remove(lines, 1)
  end
  while lines[1] and not lines[#lines]:find "%S" do
    lines[#lines] = nil
  end
  local state, wrong, row, column = start_rows(own, lines, options)
  if not state then
    local place = column and ("line %d, column %d: "):format(row, column) or ""
    errors.fail("%s: map: %s%s", own.name, place, wrong)
  end
  return state, wrong
end

-- A state of a level or text, and what happened at its start.
local function start(own, what, options)
  what = errors.type(own.place, what, "integer", "string", "nil") or 1
  return (type(what) == "number" and start_level or start_text)(own, what, options)
end

-- A state, which is kept: without options the next one of this level or text is equal.
local function new(own, what, options)
  local state = start(own, what, options)
  if options == nil then
    own.last = { what = what or 1, first = state:clone(), clone = state.clone,
      outcome = state:outcome(), left = undo.of_start(state) }
  end
  return state, state:outcome()
end

-- ---- what the library knows of the game ----

local function moves_of(flags)
  local moves = { "<direction>" }
  moves[#moves + 1] = not flags.noaction and "action" or nil
  moves[#moves + 1] = flags.realtime and "tick" or nil
  moves[#moves + 1] = not flags.norestart and "restart" or nil
  return moves
end

local function about_of(own, module, program, glyphs, goal)
  local game = own.game
  local kinds, chars = {}, {}
  for _, object in ipairs(game.objects) do
    local layer = object.layer + 1
    kinds[layer] = kinds[layer] or {}
    table.insert(kinds[layer], { kind = object.name, glyph = glyphs[object.name] })
  end
  for i = 1, game.layers do
    kinds[i] = kinds[i] or {}
  end
  local legend, on_background = {}, levels.on_background(game)
  for i, char in ipairs(wording.sorted(game.glyphs)) do
    chars[i] = char
    legend[i] = { char = char, kinds = game.glyphs[char],
      seen = on_background(game.glyphs[char]) }
  end
  local moves, compiled_forms = moves_of(program.flags), {}
  for i, form in ipairs(moves) do
    compiled_forms[i] = forms.read(own.name, form, {})
  end
  local looks = look.of(game, glyphs)
  local about = { name = own.name, summary = module.summary, help = nil, goal = goal, moves = moves,
    forms = compiled_forms, options = {}, alphabet = table.concat(chars, " "), has_map = true,
    formats = {}, scored = false, players = 1, layers = {}, kinds = kinds, legend = legend,
    numbers = {}, shown = {}, dice = program.chance, looks = looks,
    stacked = stacked_of(game, looks), properties = {}, reverse = {}, hint = {},
    symmetries = {}, counters = {}, rules = {}, steps = 0, outcomes = { goal },
    puzzlescript = true, own_undo = true, unlisted = { restart = true },
    levels = levels_for_files(own), after = module.after, at = module.methods.at }
  screen.add(about, game, program, module.methods)
  return about
end

--- Makes the module of a game.
---@param name string
---@param game table what the parser has read
---@param program table from the compiler
---@param core table tessera.puzzle_core
---@return table module
function registry.define(name, game, program, core)
  program.name, program.names, program.messages = name, {}, {}
  for i, object in ipairs(game.objects) do
    program.names[i] = object.name
  end
  for i, command in ipairs(program.commands) do
    program.messages[i] = command.text or false
  end
  program.glyphs, program.shown = pictures_of(game, program.background_layer), {}
  local glyphs = glyphs_of(game, program.background_layer)
  for i, object in ipairs(game.objects) do
    program.shown[i] = glyphs[object.name]
  end
  local module = core.define(program)
  local own = { name = name, place = name .. ": level", game = game, make = module.make }
  own.levels, module.after = levels_of(game)
  module.levels = shown_levels(own.levels)
  facts.add(module, game)
  module.make, module.turn = nil, nil
  module.name, module.title, module.players = name, game.title or name, 1
  module.author, module.homepage = game.author, game.homepage
  module.summary, module.scored = title.summary(module.title, game.aim), false
  module.undoes, module.restarts = not program.flags.noundo, not program.flags.norestart
  function module.new(what, options)
    local last = own.last
    if options == nil and last and last.what == (what == nil and 1 or what)
      and math_type(what) ~= "float" then
      local state = last.clone(last.first)
      if last.left then
        undo.note_start(state, last.left)
      end
      return state, last.outcome
    end
    return new(own, what, options)
  end
  function module.start(what, options)
    return start(own, what, options)
  end
  local sample = own.make(1, 1, { {} }, "0")
  module.goal = states.goal(sample)
  local about = about_of(own, module, program, glyphs, module.goal)
  about.lowered = lowered
  about.exact = exact_text(game, program.background_layer, program.glyphs)
  maps.adopt(module, { about = about, name = name, forms = about.forms,
    puzzles = { { parsed = game, program = program } },
    alphabet = about.alphabet, foreign = levels.foreign(game), blank = true,
    rows = function(number)
      local level = own.levels[number]
      return level and level.rows
    end,
    start = function(rows, options)
      local state, why, row, column = start_rows(own, rows, options)
      return state, not state and why or nil, row, column
    end,
    sample = function()
      return (own.make(1, 1, { {} }, "0"))
    end })
  games.define(name, module, sample)
  return module
end

return registry
