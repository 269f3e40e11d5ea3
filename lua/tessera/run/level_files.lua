--- The levels that are played with keys or examined, from the files that the command line names. An
--- error ends the process with one line.

local characters = require "tessera.base.characters"
local collection = require "tessera.levels.collection"
local console = require "tessera.base.console"
local files = require "tessera.base.files"
local fresh = require "tessera.play.fresh"
local level_input = require "tessera.run.level_input"
local maps = require "tessera.base.maps"
local playable = require "tessera.play.playable"

local level_files = {}

local function recorded_in(game, path, text)
  local level, wrong = collection.recorded(game, path:match "[^/]*$", text)
  return level or console.die(game, path .. ": " .. wrong, 1)
end

local head_bytes = #"\xEF\xBB\xBFtessera play 1\n"

-- Whether a text that begins like this is a recorded play.
local function is_recorded(head)
  return characters.unified(head):find "^tessera play 1\n" ~= nil
end

-- The text of a recorded play; nil if the file is none.
local function recording(path)
  local file <close> = io.open(path, "rb")
  local head = file and file:read(head_bytes) or ""
  local text = is_recorded(head) and files.read_all(file)
  return text and head .. text or nil
end

local function first_of(game, list, wanted)
  local number, why = collection.find(list, wanted)
  return number or console.die(game, why, 2)
end

--- The levels of a game in Lua.
---@param path string its file
---@param module tessera.Game
---@param options tessera.FileOptions
---@return tessera.Playable
function level_files.of_module(path, module, options)
  local about = maps.about(module)
  local input = level_input.path(path, about, options)
  options.arguments = { input, table.unpack(options.arguments, 2) }
  local text = input and recording(input)
  local list
  if text then
    list = { recorded_in(about.name, input, text) }
  else
    local opened = level_input.open(module, options, not input)
    list = collection.of_source(module, opened.source, function(level, seed)
      return level_input.start(opened, level, seed)
    end)
  end
  if not list[1] then
    console.die(about.name, "there are no levels in " .. (input or path), 1)
  end
  local loaded = playable.of_module(module, list)
  loaded.file = path
  loaded.fresh = not text and maps.has_setup(module) and fresh.of_levels(list) or nil
  loaded.after = not input and about.after or nil
  loaded.first = text and 1 or first_of(about.name, list, options.level)
  return loaded
end

-- The levels of a file: a recorded play; maps; or the input of the game's command.
local function read(game, command, path)
  local file <close>, why = io.open(path, "rb")
  local text = file and files.read_all(file)
  if not text then
    console.die(game, files.unopened(path, why or path), 1)
  elseif is_recorded(text:sub(1, head_bytes)) then
    return { recorded_in(game, path, text) }
  end
  local list, wrong = collection.of_text(game, command, text, path)
  return list or console.die(game, ("%s: %s"):format(path, wrong), 1)
end

--- The levels of a game in C: those of a file, or its own.
---@param game string
---@param command tessera.Command its file in scripts/
---@param options tessera.FileOptions
---@return tessera.Playable
function level_files.of_game(game, command, options)
  local path = options.arguments[1]
  local loaded = playable.of_game(game, command, path and read(game, command, path))
  if not loaded.list[1] then
    console.die(game, "there are no levels: name a file with maps", 2)
  end
  loaded.first = first_of(game, loaded.list, options.level)
  return loaded
end

return level_files
