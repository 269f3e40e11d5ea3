--- Reads a PuzzleScript file: its objects, names, rules, conditions and levels, as Lua tables.
--- Whatever the text is, no error is raised; what is wrong with it stands in `diagnostics`.

local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local errors = require "tessera.base.errors"
local layers = require "tessera.puzzlescript.parse.layers"
local legend = require "tessera.puzzlescript.parse.legend"
local levels = require "tessera.puzzlescript.parse.levels"
local lines = require "tessera.puzzlescript.parse.lines"
local objects = require "tessera.puzzlescript.parse.objects"
local prelude = require "tessera.puzzlescript.parse.prelude"
local rules = require "tessera.puzzlescript.parse.rules"
local sounds = require "tessera.puzzlescript.parse.sounds"
local winconditions = require "tessera.puzzlescript.parse.winconditions"

local report, shown = diagnostics.report, diagnostics.shown

local headers = { "objects", "legend", "sounds", "collisionlayers", "rules", "winconditions",
  "levels" }
local readers = { [0] = prelude, objects, legend, sounds, layers, rules, winconditions, levels }
local number_of = {}
for number, header in ipairs(headers) do
  number_of[header] = number
end
local rule_of_signs = "^%s*=[=%s]*$"
local rules_section, levels_section = number_of.rules, number_of.levels

---@class tessera.puzzlescript.State what is known while a file is read
---@field game table
---@field number integer the line
---@field raw string the line as written
---@field depth integer how many comments are open
---@field comment integer the line on which the first of them begins
---@field last integer the last line, when all are read
---@field places table<string, integer[]> the line and column of each section's header
---@field section integer 0 in front of the first
---@field before string the line in front of it
---@field behind string the line behind it
---@field entries integer how many objects the names read so far stand for together
---@field guesses integer how many guesses were made

local function new_state()
  local game = { settings = {}, flags = {}, objects = {}, layers = 0, id_of = {}, synonyms = {},
    aggregates = {}, properties = {}, names = {}, sounds = {}, rules = {}, wins = {}, levels = {},
    glyphs = {}, diagnostics = {}, errors = 0, playable = true }
  return { game = game, number = 0, raw = "", before = "", behind = "", depth = 0, section = 0,
    entries = 0, guesses = 0, prelude_lines = {}, blocks = {}, block_of = {}, aggregates = {},
    lines_of = {}, events = {}, layers = {}, layer_of = {}, rule_lines = {}, sounds_used = {},
    conditions = {}, glyphs = {}, levels = {}, headers = {}, places = {}, sets = {} }
end

-- The header of a section, which has to be alone on its line, and the word that stands for it.
local function read_header(state, text, at, header, word)
  local number = number_of[header]
  local before = headers[number - 1]
  if state.headers[number] then
    report(state, "error", at, "the section %s stands on line %d too", header:upper(),
      state.headers[number])
  end
  if not before and state.section > 0 then
    report(state, "error", at, "the section %s is the first", header:upper())
  elseif before and not state.headers[number - 1] then
    report(state, "error", at, "the section %s belongs in front of %s, and is missing",
      before:upper(), header:upper())
  end
  local more = text:find("%S", at + #word)
  if more then
    report(state, "error", more, "expected nothing behind %s, got %s", header:upper(),
      shown(lines.trimmed(text:sub(more))))
  end
  if readers[state.section].blank then
    readers[state.section].blank(state)
  end
  state.headers[number] = state.headers[number] or state.number
  state.places[header] = state.places[header] or { state.number, diagnostics.column(state, at) }
  state.section = number
end

-- Reads a line that only the name of a section can be, between two lines of '=', as that.
local function read_misspelt(state, text, at, word)
  local alone = state.before:find(rule_of_signs) and state.behind:find(rule_of_signs)
    and not text:find("%S", at + #word)
  local meant = alone and errors.near(word, headers)
  if not meant then
    return false
  end
  report(state, "error", at, "there is no section %s%s", word:upper(), errors.meant(meant:upper()))
  read_header(state, text, at, meant, word)
  return true
end

-- A line of RULES or WINCONDITIONS, which ends at its first comment. One that stands in front is an
-- error, behind which a rule is still read.
local function read_cut(state, text, at, opened, stray)
  local ahead = opened and opened < at
  if ahead then
    report(state, "error", at, "a comment stands in front: put it on a line of its own")
    opened = lines.lowered(state.raw):find("(", at, true)
  end
  if not ahead or state.section == rules_section then
    readers[state.section].line(state, text:sub(1, (opened or 0) - 1), stray)
  end
end

-- A line of a section other than LEVELS.
local function read_text(state, low)
  local text, opened, stray = low, nil, nil
  if state.depth > 0 or state.section ~= rules_section or rules.has_comment(state, low) then
    diagnostics.note_comment(state)
    text, state.depth, opened, stray = lines.uncommented(low, state.depth)
    if stray then
      report(state, "warning", stray, "there is no '(' for this ')'")
    end
  end
  local at = text:find "%S"
  if not at then
    return
  end
  local word = text:sub(at, lines.name_end(text, at) or at)
  if text:find("^=", at) then
    local more = text:find("[^=%s]", at)
    if more then
      report(state, "error", more, "expected nothing behind '=', got %s",
        shown(lines.trimmed(text:sub(more))))
    end
  elseif number_of[word] then
    read_header(state, text, at, word, word)
  elseif read_misspelt(state, text, at, word) then
    return
  elseif state.section >= rules_section then
    read_cut(state, text, at, opened, stray)
  else
    readers[state.section].line(state, text, opened)
  end
end

local function read_line(state, raw)
  state.raw = raw
  local low = lines.lowered(raw)
  if not low:find "%S" then
    if readers[state.section].blank then
      readers[state.section].blank(state)
    end
  elseif state.section == levels_section then
    levels.line(state, low)
  else
    read_text(state, low)
  end
end

local function check_names(state)
  for _, name in ipairs { "player", "background" } do
    if not state.game.names[name] then
      diagnostics.lacking(state, "error", "objects",
        "no object and no name of the legend is called " .. name)
    end
  end
end

local function check_sounds(state)
  for _, use in ipairs(state.sounds_used) do
    if not state.events[use.sound] then
      state.number, state.raw = use.number, use.raw
      report(state, "warning", use.at, "%s has no sound", use.sound)
    end
  end
end

-- What needs all lines.
local function finish(state)
  if not next(state.headers) then
    return diagnostics.lacking(state, "fatal", "objects",
      "there is no section: a game begins with its title and the section OBJECTS")
  end
  check_names(state)
  if #state.layers == 0 then
    return diagnostics.lacking(state, "fatal", "collisionlayers", "there are no collision layers")
  end
  layers.finish(state)
  if #state.game.objects == 0 then
    return diagnostics.lacking(state, "fatal", "objects", "there is no object in a layer")
  end
  legend.finish(state)
  rules.finish(state)
  check_sounds(state)
  winconditions.finish(state)
  levels.finish(state)
end

--- Reads a PuzzleScript file.
---@param text string
---@return table game
local function parse(text)
  local state = new_state()
  local each = lines.each(text)
  local number, line = each()
  while number do
    local following, behind = each()
    state.number, state.behind = number, behind or ""
    read_line(state, line)
    if diagnostics.full(state.game) then
      return state.game
    end
    state.before, number, line = line, following, behind
  end
  state.last = state.number
  objects.blank(state)
  if state.game.playable then
    finish(state)
  end
  return state.game
end

return parse
