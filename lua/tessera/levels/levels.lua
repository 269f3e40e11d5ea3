--- Reads levels: the one way from a text to the maps of a game, whoever asks. How a text is
--- written is known by a format. A game says which it takes, `formats = { "xsb" }`; each is offered
--- the text in turn, and what none of them takes is read as paragraphs. A format is the name of a
--- file in formats/, alone or with options, `{ "csv", cells = { [0] = "." } }`, or a function of
--- the author's own:
---
---     function(lines, name)         the levels, as a list; nil if the text is written otherwise
---
--- A file in formats/ returns a table with one of these functions:
---
---     read(lines, game, name, options)       the same, and what was passed over
---     rewrite(lines, game, options, fail)    the lines with maps as the game writes them, which
---                                            are read as paragraphs
---
--- The format sets `name`, `author`, `line`, `rows`, `numbers`, `columns`, `expect` and `solution`
--- of a level; number and label are set here. With `wrong` a level ends the input where it would
--- come.

local budget = require "tessera.budget"
local characters = require "tessera.base.characters"
local errors = require "tessera.base.errors"
local lurd = require "tessera.levels.lurd"
local maps = require "tessera.base.maps"
local paragraphs = require "tessera.levels.formats.paragraphs"
local text_lines = require "tessera.base.text_lines"

local levels = {}

local rows_most = 2000
local listed_most = 20

---@class tessera.Level
---@field number integer 1 for the first level of the input
---@field name? string the title
---@field author? string
---@field label string the level in messages: "2", or "2 'Easy'"
---@field line integer the line on which the level begins
---@field expect? string what a comment expects `check --levels` to say of it
---@field expect_line? integer where it does
---@field rows? string[] the lines of the map; nil if the game's own map is played
---@field unwritten? boolean whether it is the game's own map because nothing stands in the input
---@field numbers integer[] the line number of each row
---@field columns? integer[] how many characters stand in front of each row in its line; nil if rows
---are lines
---@field before? string[] the messages that are shown before it
---@field solution? tessera.Solution the solution that stands beside it
---@field wrong? { [1]: integer, [2]: integer, [3]: string } line, column and what is wrong there

---@class tessera.Solution lines of a text, with actions of the game or letters of moves (lurd.lua)
---@field [integer] { line: integer, column: integer, text: string, actions: boolean? }

---@class tessera.PassedOver what a format has read and is in no level
---@field notes integer lines of words around the maps
---@field unknown integer[] lines that look like something else, but could not be understood

---@class tessera.Levels
---@field passed? tessera.PassedOver of the whole text
---@field level fun(): tessera.Level|nil the next level
---@field actions fun(step?: fun(text: string, line: integer, column: integer)) calls `step` with
---each action of the level that was read last; without `step` the actions are skipped

---@class tessera.LevelGame what a format may ask of a game
---@field has_map boolean whether a level may be without a map
---@field rows_most integer
---@field is_row fun(line: string): boolean whether a line may be a row of a map
---@field is_action fun(text: string): boolean
---@field is_nearly_action fun(text: string): boolean whether it may be a misspelt action

local function never()
  return false
end

-- A game in C knows no actions in files of levels, and says itself what is wrong with a row.
local in_c = { has_map = true, rows_most = math.huge, is_action = never, is_nearly_action = never,
  is_row = function()
    return true
  end }

local function game_of(module)
  local about = maps.about(module)
  if not about then
    return in_c
  end
  local code = maps.coder(module)
  return { has_map = about.has_map, rows_most = rows_most,
    is_row = function(line)
      return maps.is_row(module, line)
    end,
    is_action = function(text)
      return code(text) ~= nil
    end,
    is_nearly_action = function(text)
      return maps.guess_action(module, text) ~= ""
    end }
end

local function each(list)
  local number = 0
  return function()
    number = number + 1
    return list[number]
  end
end

--- Iterates over the lines of a text.
---@param text string
---@return fun(): string|nil
function levels.lines(text)
  local lines = text_lines.of(text)
  if lines[#lines] == "" then
    lines[#lines] = nil
  end
  return each(lines)
end

-- The lines of a text, which must not be UTF-16, unless it is XML.
local function checked_lines(next_line, fail)
  local first = true
  return function()
    local line = next_line()
    if first and line and characters.is_utf16(line) and not line:find "^[\xFF\xFE%z]*<" then
      fail(1, 1, characters.utf16)
    end
    first = false
    return line
  end
end

local function all_of(next_line)
  local lines = {}
  for line in next_line do
    lines[#lines + 1] = text_lines.trimmed(line)
  end
  return lines
end

-- What a function of an author returns, as levels; an error names its level.
local function checked(list)
  errors.type("the levels of a format", list, "table")
  for i, level in ipairs(list) do
    local what = ("level %d of a format"):format(i)
    errors.type(what, level, "table")
    errors.type(what .. ": rows", level.rows, "table")
    for k, row in ipairs(level.rows) do
      errors.type(("%s: row %d"):format(what, k), row, "string")
    end
    errors.type(what .. ": name", level.name, "string", "nil")
    level.line = errors.type(what .. ": line", level.line, "integer", "nil") or 1
    level.numbers = errors.type(what .. ": numbers", level.numbers, "table", "nil") or {}
  end
  return list
end

-- Calls `step` with the actions of a solution.
local function each_action(solution, step, fail)
  for _, line in ipairs(solution) do
    local complete = true
    if line.actions then
      for column, text in paragraphs.each_action(line.text) do
        step(text, line.line, column)
      end
    else
      complete = lurd.each(line.text, function(text, column)
        step(text, line.line, line.column + column - 1)
      end)
    end
    if not complete then
      fail(line.line, line.column, ("there are more than %d moves"):format(lurd.most))
    end
  end
end

-- The levels of a list that a format has read.
local function source_of(list, passed, fail)
  local next_level, level = each(list), nil
  return { passed = passed, level = function()
    level = next_level()
    if level and level.wrong then
      fail(table.unpack(level.wrong))
    end
    return level
  end, actions = function(step)
    if step then
      each_action(level.solution or {}, step, fail)
    end
  end }
end

-- What the first format that takes a text makes of it: levels, or lines that are paragraphs; nil
-- if none takes it.
local function read(formats, game, lines, name, fail)
  for i, format in ipairs(formats) do
    local options = type(format) == "table" and format or { format }
    local module = type(format) ~= "function" and require("tessera.levels.formats." .. options[1])
    local list, passed
    if not module then
      list = budget.call(("entry %d of formats"):format(i), format,
        table.move(lines, 1, #lines, 1, {}), name)
      list = list and checked(list)
    elseif module.rewrite then
      local rewritten = module.rewrite(lines, game, options, fail)
      if rewritten then
        return nil, rewritten
      end
    else
      list, passed = module.read(lines, game, name, options)
    end
    if list then
      return source_of(list, passed, fail)
    end
  end
end

--- Opens an input. An empty input is one level if the game has its own map.
---@param module tessera.Game
---@param next_line fun(): string|nil
---@param fail fun(line: integer, column: integer, text: string) does not return
---@param name? string of the file
---@param warn? fun(line: integer, column: integer, text: string)
---@return tessera.Levels
function levels.open(module, next_line, fail, name, warn)
  local about, game, number, source = maps.about(module), game_of(module), 0, nil
  local rewritten
  next_line = checked_lines(next_line, fail)
  if about and about.formats[1] then
    local lines = all_of(next_line)
    source, rewritten = read(about.formats, game, lines, name, fail)
    next_line = each(rewritten or lines)
  end
  source = source or paragraphs.open(game, next_line, fail, warn)
  return { passed = source.passed, actions = source.actions, level = function()
    local level = source.level()
    if not level then
      return nil
    end
    number = number + 1
    level.number, level.label = number, tostring(number)
    level.columns = level.columns or rewritten and {}
    if level.name then
      level.label = number .. " " .. errors.shown(level.name)
    end
    if not level.rows and not game.has_map then
      fail(level.line, 1, ("level %s has no map"):format(level.label))
    end
    return level
  end }
end

--- The levels of a list, which have no actions.
---@param list tessera.Level[]
---@return tessera.Levels
function levels.of_list(list)
  return { level = each(list), actions = function() end }
end

local function why_none(wanted, names, labels)
  local guess = errors.guess(wanted, names)
  if #labels == 0 then
    guess = " (there are no levels)"
  elseif guess == "" and #labels > listed_most then
    guess = (" (there are %d levels)"):format(#labels)
  elseif guess == "" then
    guess = (" (the levels: %s)"):format(table.concat(labels, ", "))
  end
  return ("there is no level %s%s"):format(errors.shown(wanted), guess)
end

--- The level with this number or name; or nil and an error message. The levels before it are
--- skipped, whatever is in them.
---@param source tessera.Levels
---@param wanted integer|string
---@return tessera.Level|nil
---@return string|nil
function levels.find(source, wanted)
  local names, labels = {}, {}
  for level in source.level do
    if level.number == wanted or level.name == wanted then
      return level
    end
    names[#names + 1] = level.name
    labels[#labels + 1] = level.label
    source.actions()
  end
  return nil, why_none(wanted, names, labels)
end

-- What is said of a row that is none, where an action stands: it was to begin the actions.
local function why_no_row(module, level, row)
  local line = level.rows and (row or 1) > 1 and level.rows[row]
  if not line or maps.is_row(module, line) then
    return nil
  end
  local game = game_of(module)
  local column, text = paragraphs.each_action(line)()
  if text and (game.is_action(text) or game.is_nearly_action(text)) then
    return "a blank line is missing between the map and the actions", column
  end
end

--- The state with which a level begins; or nil, an error message, and its line (nil if the map is
--- the game's own) and column.
---@param module tessera.Game
---@param level tessera.Level
---@param options table
---@return tessera.LuaState|nil
---@return string|nil
---@return integer|nil line
---@return integer|nil column
function levels.start(module, level, options)
  local rows = level.rows or maps.rows(module, nil, level.number)
  local state, wrong, row, column = maps.start(module, rows, options)
  if not state then
    local missing, at = why_no_row(module, level, row)
    if missing then
      return nil, missing, level.numbers[row], at
    end
  end
  local before = level.columns and level.columns[row]
  return state, wrong, level.rows and level.numbers[row], column and column + (before or 0)
end

return levels
