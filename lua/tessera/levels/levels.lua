--- Reads levels: the one way from a text to the maps of a game, whoever asks. How a text is
--- written is known by a format, a file in formats/ that returns a table with `fits` and one of the
--- other two:
---
---     fits(first_line, name)        whether a text is of this format, by its first line (nil of an
---                                   empty text) and the name of its file (nil if it has none)
---     open(game, next_line, fail)   a tessera.Levels, which reads on as it is asked for levels
---     read(lines, game, fail)       a list of levels, of all lines at once
---
--- The format sets `name`, `line`, `rows`, `numbers` and `expect` of a level; number and label are
--- set here.

local errors = require "tessera.base.errors"
local maps = require "tessera.base.maps"
local paragraphs = require "tessera.levels.formats.paragraphs"

local levels = {}

--- The formats, in the order in which a text is offered to them. The last one takes any text.
levels.formats = { paragraphs }

local rows_most = 2000
local listed_most = 20

---@class tessera.Level
---@field number integer 1 for the first level of the input
---@field name? string the title
---@field label string the level in messages: "2", or "2 'Easy'"
---@field line integer the line on which the level begins
---@field expect? string what a comment expects `check --levels` to say of it
---@field rows? string[] the lines of the map; nil if the game's own map is played
---@field numbers integer[] the line number of each row
---@field before? string[] the messages that are shown before it

---@class tessera.Levels
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

--- Iterates over the lines of a text.
---@param text string
---@return fun(): string|nil
function levels.lines(text)
  local lines, number = maps.lines(text), 0
  if lines[#lines] == "" then
    lines[#lines] = nil
  end
  return function()
    number = number + 1
    return lines[number]
  end
end

local function read_all(format, game, next_line, fail)
  local lines = {}
  for line in next_line do
    lines[#lines + 1] = line
  end
  return levels.of_list(format.read(lines, game, fail))
end

-- The format of a text, and its lines again: only the first one has been read.
local function format_of(next_line, name)
  local first, given = next_line(), false
  for _, format in ipairs(levels.formats) do
    if format.fits(first, name) then
      return format, function()
        if not given then
          given = true
          return first
        end
        return next_line()
      end
    end
  end
end

--- Opens an input. An empty input is one level if the game has its own map.
---@param module tessera.Game
---@param next_line fun(): string|nil
---@param fail fun(line: integer, column: integer, text: string) does not return
---@param name? string of the file
---@return tessera.Levels
function levels.open(module, next_line, fail, name)
  local game, number = game_of(module), 0
  local format, each_line = format_of(next_line, name)
  local source = format.open and format.open(game, each_line, fail)
    or read_all(format, game, each_line, fail)
  return { actions = source.actions, level = function()
    local level = source.level()
    if not level then
      return nil
    end
    number = number + 1
    level.number, level.label = number, tostring(number)
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
  local next_one = 0
  return { level = function()
    next_one = next_one + 1
    return list[next_one]
  end, actions = function() end }
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
  return state, wrong, level.rows and level.numbers[row], column
end

return levels
