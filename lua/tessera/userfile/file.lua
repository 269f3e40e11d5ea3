--- Loads a user's file, in the sandbox unless it is trusted.

local characters = require "tessera.base.characters"
local console = require "tessera.base.console"
local errors = require "tessera.base.errors"
local files = require "tessera.base.files"
local output = require "tessera.base.output"

local file = {}

local errors_most = 20 -- of a file in PuzzleScript

local function nothing() end

--- The folder of a file, with its slash.
---@param path string
---@return string
function file.folder(path)
  return path:match "^(.*/)" or "./"
end

--- The content of a user's file. If it cannot be read, the process ends.
---@param path string
---@return string
function file.read(path)
  local source, unopened = io.open(path, "rb")
  if not source then
    console.die("run.lua", files.unopened(path, unopened), 1)
  end
  local text, unread = files.read_all(source)
  source:close()
  if not text then
    console.die("run.lua", ("cannot read %s: %s"):format(path, unread), 1)
  elseif characters.is_utf16(text) then
    console.die("run.lua", path .. ": " .. characters.utf16, 1)
  end
  return text
end

-- The game in a PuzzleScript file; what its reader noticed is said. If it has errors, the process
-- ends, with a line for each of the first.
local function puzzle_of(path, text, options)
  local game, wrong = require("tessera.puzzlescript").read(text)
  if not game then
    local list = {}
    for line in wrong:gmatch "[^\n]+" do
      list[#list + 1] = line
    end
    for i = 1, math.min(#list - 1, errors_most) do
      console.say(path, list[i])
    end
    console.die(path, #list > errors_most + 1 and ("and %d more errors"):format(#list - errors_most)
      or list[#list], 1)
  end
  for _, line in ipairs(not (options.quiet or options.help) and game.warnings or {}) do
    console.say(path, line)
  end
  return game
end

--- Loads the file as a function, in the environment of the sandbox unless it is trusted. If that is
--- not possible, the process ends.
---@param path string
---@param options { trust?: boolean, arguments: string[], print?: fun(...) }
---@return function chunk
---@return string text
---@return table env
function file.load(path, options)
  local text = file.read(path)
  local env = _G -- luacheck: ignore 113
  if options.trust then
    package.path = file.folder(path) .. "?.lua;" .. package.path
    require("tessera.puzzlescript.beside").install()
  else
    env = require("tessera.userfile.sandbox").environment(file.folder(path))
  end
  env.arg = table.move(options.arguments, 1, #options.arguments, 1, { [0] = path })
  if options.help or options.quiet then
    env.print = nothing
  elseif options.play then
    output.to(nothing) -- until there is a screen
    env.print = output.print
  elseif options.print then
    env.print = options.print
  end
  if files.is_puzzle(path) then
    return function()
      return puzzle_of(path, text, options)
    end, text, env
  end
  local chunk, message = errors.load(text, path, env)
  if not chunk then
    console.die("run.lua", message, 1)
  end
  return chunk, text, env
end

return file
