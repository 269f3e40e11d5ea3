--- Opens games for the C library (src/api/open.c): by the name of a game in C, by a file of Lua or
--- PuzzleScript, or by its text. What is wrong is raised as a table with `message`, and where it is
--- known `file`, `line` and `column`. Nothing is written, no process is ended.

local builtin = require "tessera.builtin"
local characters = require "tessera.base.characters"
local files = require "tessera.base.files"
local game = require "tessera.game"
local games = require "tessera.base.games"
local loading = require "tessera.api.loading"
local maps = require "tessera.base.maps"
local output = require "tessera.base.output"
local wording = require "tessera.base.wording"

require "dkjson" -- seldom needed by tessera.base.values; named here, it is embedded

local open = {}

local fail = loading.fail

local current -- the module that has been opened
local levels_path -- the file of its levels, if it has one

local function nothing() end

-- The content of a file, as text.
local function read(path)
  local file <close>, unopened = io.open(path, "rb")
  if not file then
    fail(files.unopened(path, unopened), path)
  end
  local text, unread = files.read_all(file)
  if not text then
    fail(("cannot read %s: %s"):format(path, unread), path)
  elseif characters.is_utf16(text) then
    fail(("%s: %s"):format(path, characters.utf16), path)
  end
  return text
end

local function check_kind(value, path)
  local study = package.loaded["tessera.study"]
  if game.is(value) then
    return value
  elseif value == loading.study or study and study.is(value) then
    fail(("%s returned a study, which is no game"):format(path), path)
  end
  fail(games.not_one(path, value), path)
end

-- The game of a file or a text.
local function program(source)
  local path = source.name
  if not source.text then
    source.folder = path:match "^(.*/)" or "./"
  else
    files.provide {} -- nothing lies beside a text
  end
  source.source, source.path = source.text or read(path), path
  return check_kind(loading.run(source, nothing), path)
end

-- Raises what is wrong with the levels: a fault says "levels" where their file is meant.
local function wrong_levels(fault, source)
  local name = fault.file == "levels" and source.levels or fault.file
  fail(fault.message, name, fault.line, fault.column)
end

local function in_c(source)
  local text = source.levels and read(source.levels)
  local loaded, fault = loading.of_game(source.name, { levels = text })
  if fault then
    wrong_levels(fault, source)
  end
  return loaded.list
end

-- The levels of a module, with those of a file if it is given.
local function levels_of(module, source, given)
  local text = source.levels and read(source.levels)
  local loaded, fault = loading.of_module(module, { path = source.name, levels = text,
    given = given })
  if fault then
    wrong_levels(fault, source)
  elseif source.levels and not (loaded.list[1] and text:find "%S") then
    fail(source.levels .. " has no level", source.levels)
  end
  return loaded.list
end

-- A game without a level of its own is played by levels/NAME.txt beside its file.
local function in_lua(source, given)
  local module = program(source)
  current = module
  local list = levels_of(module, source, given)
  if not list[1] and not source.text then
    local folder, name = source.name:match "^(.*/)(.*)$"
    local own = (folder or "") .. "levels/" .. (name or source.name):gsub("%.lua$", "") .. ".txt"
    local file <close> = io.open(own, "rb")
    if not file then
      fail(("there is no level: name a file of levels, or make %s"):format(own), source.name)
    end
    source.levels, levels_path = own, own
    list = levels_of(module, source, given)
  elseif not list[1] then
    fail("there is no level: name a file of levels", source.name)
  end
  return list, module
end

---@class tessera.api.Opened
---@field levels integer
---@field start fun(level: integer, seed: integer): tessera.State the first position of a level,
---from 1; a game in C gets its seed afterwards
---@field module tessera.Game|nil
---@field varies boolean|nil whether the seed decides about the first position

--- Opens a game.
---
--- Errors: what is wrong with it, as a table.
---@param source { name: string, text?: string, levels?: string, trusted?: boolean }
---@return tessera.api.Opened
function open.open(source)
  output.to(nothing, nothing)
  levels_path = source.levels
  local given, list, module = {}, nil, nil
  if source.text or files.is_program(source.name) then
    list, module = in_lua(source, given)
  elseif wording.one_of(source.name, builtin.games) then
    list = in_c(source)
  else
    fail(games.none(source.name) .. "; one in Lua is named by its file, such as my.lua")
  end
  local function start(level, seed)
    given.seed = seed
    return list[level].start()
  end
  local varies = module and (maps.has_setup(module) or start(1, 0):hash() ~= start(1, 1):hash())
  return { levels = #list, module = module, varies = varies, start = start }
end

-- The message in one line, with its place in front: without the picture of a column that follows
-- some, and without a place in the library.
local function in_a_line(message, name, line, column)
  message = message:gsub("^<tessera>/[^:\n]*:%d+: ", ""):gsub("\n  .*", "")
  if name and line and message:sub(1, #name + 1) ~= name .. ":" then
    message = ("%s:%d:%s %s"):format(name, line, column and column .. ":" or "", message)
  end
  return wording.line(message)
end

--- What is told of an error: the message in one line, and its place.
---@param err any
---@param path string
---@return string message
---@return string|nil file
---@return integer|nil line
---@return integer|nil column
---@return string|nil rule "setup" if it has raised the error
function open.fault(err, path)
  local fault = loading.fault(err, path)
  local rule = current and maps.setup_failed(current) and "setup" or nil
  local name = fault.file
  if name == "levels" then
    name = levels_path
  elseif name and name:find "^<tessera>/" then
    return in_a_line(fault.message), nil, nil, nil, rule
  elseif fault.message == "not enough memory" then
    return path .. ": the game has used up its memory (the option `memory` gives it more)", path,
      nil, nil, rule
  end
  name = name or fault.message:sub(1, #path + 2) == path .. ": " and path or nil
  return in_a_line(fault.message, name, fault.line, fault.column), name, fault.line, fault.column,
    rule
end

return open
