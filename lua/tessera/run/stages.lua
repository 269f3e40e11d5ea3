--- The levels of a game from the files that the command line names. An error ends the process with
--- one line.

local console = require "tessera.base.console"
local files = require "tessera.base.files"
local maps = require "tessera.base.maps"
local play = require "tessera.run.play"
local stages = require "tessera.play.stages"

local levels = {}

local recorded = "^tessera play 1\r?\n"

local function recorded_in(game, path, text)
  local stage, wrong = stages.recorded(game, path:match "[^/]*$", text)
  return stage or console.die(game, path .. ": " .. wrong, 1)
end

-- The text of a recorded play; nil if the file is none.
local function recording(path)
  local file <close> = io.open(path, "rb")
  local head = file and file:read(16) or ""
  local text = head:find(recorded) and files.read_all(file)
  return text and head .. text or nil
end

local function first_of(game, list, wanted)
  local number, why = stages.find(list, wanted)
  return number or console.die(game, why, 2)
end

--- The levels of a game in Lua.
---@param path string its file
---@param module tessera.Game
---@param options tessera.FileOptions
---@return tessera.Staged
function levels.of_module(path, module, options)
  local about = maps.about(module)
  local input = play.levels_of(path, about, options)
  options.arguments = { input, table.unpack(options.arguments, 2) }
  local text = input and recording(input)
  local list
  if text then
    list = { recorded_in(about.name, input, text) }
  else
    local run = play.open(module, options)
    list = stages.of_input(module, run.source, function(level)
      return play.start(run, level)
    end)
  end
  if not list[1] then
    console.die(about.name, "there are no levels in " .. (input or path), 1)
  end
  local staged = stages.of_module(module, list)
  staged.file = path
  staged.after = not input and about.after or nil
  staged.first = text and 1 or first_of(about.name, list, options.level)
  return staged
end

-- The levels of a file: a recorded play; maps; or the input of the game's command.
local function read(game, command, path)
  local file <close>, why = io.open(path, "rb")
  local text = file and files.read_all(file)
  if not text then
    console.die(game, "cannot open " .. (why or path), 1)
  elseif text:find(recorded) then
    return { recorded_in(game, path, text) }
  end
  local list, wrong = stages.of_text(game, command, text)
  return list or console.die(game, ("%s: %s"):format(path, wrong), 1)
end

--- The levels of a game in C: those of a file, or its own.
---@param game string
---@param command tessera.Command its file in scripts/
---@param options tessera.FileOptions
---@return tessera.Staged
function levels.of_game(game, command, options)
  local path = options.arguments[1]
  local staged = stages.of_game(game, command, path and read(game, command, path))
  if not staged.list[1] then
    console.die(game, "there are no levels: name a file with maps", 2)
  end
  staged.first = first_of(game, staged.list, options.level)
  return staged
end

return levels
