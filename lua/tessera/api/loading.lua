--- Loads what somebody plays in another program, such as a page: a source in the sandbox, or a game
--- in C; its levels; its options. What is wrong is raised as a table with `message`, and where it
--- is known `file`, `line` and `column`.

local beside = require "tessera.puzzlescript.beside"
local builtin = require "tessera.builtin"
local characters = require "tessera.base.characters"
local collection = require "tessera.levels.collection"
local error_words = require "tessera.userfile.error_words"
local errors = require "tessera.base.errors"
local files = require "tessera.base.files"
local games = require "tessera.base.games"
local levels = require "tessera.levels.levels"
local maps = require "tessera.base.maps"
local sandbox = require "tessera.userfile.sandbox"
local settings = require "tessera.levels.options"
local playable = require "tessera.play.playable"
local text_lines = require "tessera.base.text_lines"
local wording = require "tessera.base.wording"

local loading = {}

---@class tessera.Fault what is wrong, and where
---@field message string
---@field file? string the path of the source, or "levels"
---@field line? integer
---@field column? integer

-- Where the commands of the games in C are.
local home = debug.getinfo(1, "S").source:match "^@(.*)lua/tessera/api/" or "./"

-- The faults that this room has raised itself. A script may raise a table that looks like one.
local raised = setmetatable({}, { __mode = "k" })

local message_most = 20000

local function new_fault(message, name, line, column)
  local fault = { message = message, file = name, line = line, column = column }
  raised[fault] = true
  return fault
end

--- Raises a fault.
---@param message string
---@param name? string
---@param line? integer
---@param column? integer
function loading.fail(message, name, line, column)
  error(new_fault(message, name, line, column), 0)
end

local fail = loading.fail

-- A message, and the file, the line and the column that it begins with, as far as it does; a long
-- path, which Lua shortens, is whole.
local function placed(message, path)
  local name, line = message:match "^([^:\n]+):(%d+):"
  local column = name and message:match("^:%d+:(%d+): ", #name + 1)
  local rest = name and name:match "^%.%.%.(.+)"
  if rest and path:sub(-#rest) == rest then
    message, name = path .. message:sub(#name + 1), path
  end
  return message, name, math.tointeger(tonumber(line)), math.tointeger(tonumber(column))
end

--- An error that a user's file has raised, as a fault.
---@param err any
---@param path string
---@return tessera.Fault
function loading.fault(err, path)
  if raised[err] then
    return err
  end
  return new_fault(placed(characters.cut(error_words(path, err), message_most), path))
end

-- ---- sources ----

--- What `run` returns for a study where the modules for it are not part of the build: WebAssembly
--- has no processes to run it in.
loading.study = {}

local absent = "^the module 'tessera%.%l+' .*is not part of the WebAssembly build$"

-- The game of a source in PuzzleScript.
local function read_puzzle(request, tell)
  local module, wrong = require("tessera.puzzlescript").read(request.source)
  if module then
    for _, line in ipairs(module.warnings) do
      tell(line)
    end
    return module
  end
  local first, more = wrong:match "[^\n]*", select(2, wrong:gsub("\n", ""))
  local line, column = first:match "^line (%d+), column (%d+): "
  line = line or first:match "^line (%d+): "
  first = first:gsub("^line %d+, column %d+: ", ""):gsub("^line %d+: ", "")
  fail(first .. (more > 0 and (" (and %d more)"):format(more)
    or ""), request.path, math.tointeger(line), math.tointeger(column))
end

--- Runs a source, in the sandbox unless it is trusted, and returns what it returns; reads a game in
--- PuzzleScript. A source in the sandbox may require what lies in its folder.
---@param request { source: string, path: string, folder?: string, trusted?: boolean }
---@param print fun(...)
---@return any
function loading.run(request, print)
  if files.is_puzzle(request.path) then
    return read_puzzle(request, print)
  end
  local env = _G -- luacheck: ignore 113
  if request.trusted then
    package.path = (request.folder or "./") .. "?.lua;" .. package.path
    beside.install()
  else
    env = sandbox.environment(request.folder or "")
  end
  env.print, env.arg = print, { [0] = request.path }
  local chunk, message = errors.load(request.source, request.path, env)
  if not chunk then
    fail(placed(message, request.path))
  end
  local fine, value = pcall(chunk)
  if not fine and type(value) == "string" and value:find(absent) then
    return loading.study
  elseif not fine then
    error(loading.fault(value, request.path), 0)
  end
  local forgotten = games.forgotten(value)
  if forgotten then
    error(loading.fault(forgotten, request.path), 0)
  end
  return value
end

-- ---- levels ----

local function options_of(about, texts)
  local given = {}
  for _, name in ipairs(wording.sorted(texts or {})) do
    local value, wrong = settings.read(about, name, texts[name])
    if wrong then
      fail(wrong, "options")
    end
    given[name] = value
  end
  return given
end

-- Whether the rows of a level are lines of the text: else a page cannot paint them there.
local function are_lines(level, lines)
  local i = 0
  for row in (level.text .. "\n"):gmatch "([^\n]*)\n" do
    i = i + 1
    if text_lines.trimmed(row) ~= text_lines.trimmed(lines[level.numbers[i]] or "") then
      return false
    end
  end
  return true
end

--- A game in Lua with its levels; or without any, and what is wrong with them.
---@param module tessera.Game
---@param request { path: string, levels?: string, options?: table<string, string>, given?: table }
---`given`: options of `new` that may change between two starts, in the place of `options`
---@return tessera.Playable
---@return tessera.Fault|nil
function loading.of_module(module, request)
  local about = maps.about(module)
  local given = request.given or options_of(about, request.options)
  local function wrong(line, column, text)
    fail(text, "levels", line, column)
  end
  local function start(level)
    local state, why, line, column = levels.start(module, level, given)
    return state or fail(why, line and "levels" or request.path, line, column)
  end
  local text, fine, list = request.levels or "", true, {}
  local own = about.levels and not text:find "%S" and levels.of_list(about.levels)
  if own or about.has_map or text:find "%S" then
    fine, list = pcall(function()
      local source = own or levels.open(module, levels.lines(text), wrong)
      return collection.of_source(module, source, start)
    end)
  end
  local loaded = playable.of_module(module, fine and list or {})
  if own then
    loaded.after = about.after
    for i, level in ipairs(loaded.list) do
      -- Its rows stand in the source: a page can paint them there, if no comments stand in them.
      local painted = files.is_puzzle(request.path) and about.levels[i].plain
      level.numbers = painted and level.numbers or {}
    end
  elseif about.formats[1] then
    local lines = text_lines.of(text)
    for _, level in ipairs(loaded.list) do
      level.numbers = are_lines(level, lines) and level.numbers or {}
    end
  end
  return loaded, not fine and loading.fault(list, request.path) or nil
end

--- The file of the command of a game in C.
---@param name string
---@return tessera.Command
function loading.command(name)
  if not wording.one_of(name, builtin.games) then
    fail(games.none(name))
  end
  require("tessera.draw.looks." .. name) -- a page gets both in the same part of the library
  return dofile(home .. "scripts/" .. name .. ".lua")
end

--- A game in C with its levels; or without any, and what is wrong with them.
---@param name string
---@param request { levels?: string, options?: table<string, string> }
---@return tessera.Playable
---@return tessera.Fault|nil
function loading.of_game(name, request)
  local command, text, list = loading.command(name), request.levels or "", nil
  options_of({ name = name, options = {} }, request.options)
  if text:find "%S" then
    local why, line, column
    list, why, line, column = collection.of_text(name, command, text)
    if not list then
      return playable.of_game(name, command, {}), new_fault(why, "levels", line, column)
    end
  end
  return playable.of_game(name, command, list)
end

return loading
