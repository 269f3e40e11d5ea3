--- The input of a game in Lua: the file of levels that the command line names, or the standard
--- input. An error in it or in the options ends the process with one line.

local budget = require "tessera.budget"
local console = require "tessera.base.console"
local errors = require "tessera.base.errors"
local files = require "tessera.base.files"
local levels = require "tessera.levels.levels"
local maps = require "tessera.base.maps"
local reader = require "tessera.reader"
local settings = require "tessera.levels.options"

local level_input = {}

local ENOENT = 2 -- errno
local nothing = "/dev/null" -- the file for who plays the game's own map

-- ---- options ----

-- The options for the game's `new`, from `--seed 7` and each `--set mines=3`.
local function options_of(about, options)
  local given = { seed = options.seed }
  for _, text in ipairs(options.set or {}) do
    local name, value = text:match "^([^=]*)=(.*)$"
    local wrong = "expected NAME=VALUE, got " .. errors.shown(text)
    if name then
      given[name], wrong = settings.read(about, name, value)
    end
    if wrong then
      console.die(about.name, "--set: " .. wrong, 2)
    end
  end
  return given
end

-- ---- input ----

---@class tessera.LevelInput an input that is open
---@field module tessera.Game
---@field about tessera.About
---@field options tessera.FileOptions
---@field given table the options for the game's `new`
---@field own boolean|nil whether it is the game's own levels, unless a file is named
---@field source tessera.Levels
---@field fail fun(line?: integer, column?: integer, text: string, status?: integer) ends the
---process

local function placed(path, line, column, text)
  local place = line and ("line %d, column %d: "):format(line, column or 1) or ""
  return (path and path .. ": " or "") .. place .. text
end

-- A function that ends the process with an error message.
local function failing(about, path)
  return function(line, column, text, status)
    console.die(about.name, placed(path, line, column, text), status or 1)
  end
end

-- Opens the input. Returns a function that reads a line, one that ends the process with an error
-- message, and the name of the file.
local function open_input(about, options)
  local path = options.arguments[1]
  if path == "-" then
    path = nil
  end
  local input, why = io.stdin, nil
  if path then
    input, why = io.open(path)
  end
  if not input then
    console.die(about.name, files.unopened(path, why), 1)
  end
  local fail = failing(about, path)
  local lines = reader.new(input)
  return function()
    local fine, line = pcall(lines.line, lines)
    if not fine and type(line) == "table" and line.message then
      fail(nil, nil, tostring(line))
    elseif not fine then
      error(line, 0)
    end
    return line
  end, fail, path
end

-- Whether there is a file; the process ends if that cannot be told.
local function is_there(path, about)
  local file, why, code = io.open(path)
  if not file and code ~= ENOENT then
    console.die(about.name, files.unopened(path, why), 1)
  end
  return file and file:close()
end

--- The file of levels of a game that is not played from the standard input: the one that is named;
--- levels/NAME.txt beside the game's file; nothing, if the game has its own map.
---@param path string the game's file
---@param about tessera.About
---@param options tessera.FileOptions
---@return string|nil path nil if the game's file has levels
function level_input.path(path, about, options)
  if about.levels and not options.arguments[1] then
    return nil
  end
  local beside = path:match "^(.*/)" or ""
  local own = beside .. "levels/" .. path:sub(#beside + 1):gsub("%.lua$", "") .. ".txt"
  local input = options.arguments[1] or is_there(own, about) and own
    or about.has_map and nothing
  if input == "-" and options.play then
    console.die(about.name, "the keys come from the standard input: name a file with levels", 2)
  end
  return input or console.die(about.name, ("it has no map of its own: name a file with levels (or "
    .. "make %s)"):format(own), 2)
end

-- Lets the process end if no level stands in a named file.
local function check_levels(source, about, path)
  local next_level, first = source.level, true
  function source.level()
    local level = next_level()
    if first and (not level or level.unwritten) then
      console.die(about.name, "there are no levels in " .. path, 1)
    end
    first = false
    return level
  end
end

--- Opens the input.
---@param module tessera.Game
---@param options tessera.FileOptions
---@param own? boolean the levels that the game's file has are played, unless a file is named; nil:
---the input is played, and may be empty
---@return tessera.LevelInput
function level_input.open(module, options, own)
  local about = maps.about(module)
  if options.arguments[2] then
    console.die(about.name, ("one input is enough, what is %s? (try --help)"):format(errors.shown(
      options.arguments[2])), 2)
  end
  local given = options_of(about, options)
  if about.levels and not about.levels[1] then
    console.die(about.name, "there are no levels to play", 1)
  end
  if own and about.levels and not options.arguments[1] then
    return { module = module, about = about, options = options, given = given, own = own,
      fail = failing(about), source = levels.of_list(about.levels) }
  end
  local next_line, fail, path = open_input(about, options)
  local source = levels.open(module, next_line, fail, path, function(line, column, text)
    console.say(about.name, placed(path, line, column, text))
  end)
  if own ~= nil and path and path ~= nothing then
    check_levels(source, about, path)
  end
  return { module = module, about = about, options = options, given = given, own = own, fail = fail,
    source = source }
end

--- Iterates over the lines of another file, such as one with letters of moves.
---@param opened tessera.LevelInput
---@param path string
---@return fun(): string|nil next_line
---@return fun(line: integer, column: integer, text: string) fail ends the process
function level_input.lines(opened, path)
  local next_line, fail = open_input(opened.about, { arguments = { path } })
  return next_line, fail
end

-- The level of --level; or nil and a message. Actions without a map are for a level of the game's
-- own.
local function find(opened, wanted)
  local own = opened.about.levels
  if not own or opened.own then
    return levels.find(opened.source, wanted)
  end
  local first = opened.source.level()
  if first and first.rows then
    if first.number == wanted or first.name == wanted then
      return first
    end
    opened.source.actions()
    return levels.find(opened.source, wanted)
  end
  local level, none = levels.find(levels.of_list(own), wanted)
  if level and first then
    first.number, first.label = level.number, level.label
  end
  return level and first, none
end

--- Iterates over the levels to play: all, or only that of --level.
---@param opened tessera.LevelInput
---@return fun(): tessera.Level|nil
function level_input.each(opened)
  local wanted = opened.options.level
  if not wanted then
    return opened.source.level
  end
  return function()
    local level, none
    if wanted then
      level, none = find(opened, wanted)
      wanted = nil
    end
    if none then
      opened.fail(nil, nil, none, 2)
    end
    return level
  end
end

--- The state with which a level begins. For the game's own map it is created once and then cloned.
---@param opened tessera.LevelInput
---@param level tessera.Level
---@param seed? integer instead of the one that the command line names
---@return tessera.LuaState
function level_input.start(opened, level, seed)
  local own, given = opened.about.levels, opened.given
  if seed then
    given = {}
    for name, value in pairs(opened.given) do
      given[name] = value
    end
    given.seed = seed
  elseif not level.rows and opened.base then
    return opened.base:clone()
  elseif not level.rows and own and not own[level.number] then
    opened.fail(level.line, 1, ("there is no level %d (the game has %d)"):format(level.number,
      #own))
  end
  local place = "level " .. level.label -- in errors of the game's functions
  budget.about((" (%s)"):format(place))
  local state, wrong, line, column = errors.at(place, levels.start, opened.module, level, given)
  if not state then
    opened.fail(line, column, wrong)
  elseif not level.rows and not own and not seed then
    opened.base = state:clone()
  end
  return state
end

return level_input
