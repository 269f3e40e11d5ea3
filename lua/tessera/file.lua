--- Runs a Lua file of the user's: a script, scenarios, or a game, by what it returns. Unless it
--- is trusted it runs in a child process with limits and without dangerous functions.
---
--- Exit status: 0; 1 after an error in the file or its input, or if a scenario failed; 2
--- after wrong usage; 3 when a limit was reached; 4 when the file was refused something; 5
--- when the process crashed.

local cli = require "tessera.cli"
local process = require "tessera.process"
local usage = require "tessera.usage"

local file = {}

---@class tessera.FileOptions: tessera.SolveOptions
---@field max_seconds? integer of CPU time
---@field max_memory? integer megabytes
---@field trust? boolean
---@field trace? boolean
---@field solve? boolean to solve a game's input, not to play it
---@field seed? integer
---@field set? string[] options of a game: "mines=3"
---@field level? integer|string the only level of a game's input to be played
---@field help? boolean to show what the file is for
---@field arguments string[]

local max_seconds, max_memory = 600, 4096
local help_seconds = 5 -- for a file that is only run to see whether it is a game

---@type table<string, tessera.Number>
file.limits = {
  max_seconds = { min = 1, max = 1000000,
    help = ("Stop the file after so much CPU time (%d)."):format(max_seconds) },
  max_memory = { min = 16, max = 1000000,
    help = ("Let it have so many megabytes (%d)."):format(max_memory) },
}

-- Signals that end a program from outside: they end the parent as well.
local outside = { [1] = true, [2] = true, [13] = true, [15] = true }

local function folder_of(path)
  return path:match "^(.*/)" or "./"
end

-- The file as a function; its environment is the sandbox's unless it is trusted.
local function load_file(path, options)
  local source, why = io.open(path, "rb")
  local text = source and source:read "a"
  if source then
    source:close()
  end
  if not text then
    cli.die("run.lua", source and ("cannot read %s"):format(path) or "cannot open " .. why, 1)
  end
  local env = _G -- luacheck: ignore 113
  if options.trust then
    package.path = folder_of(path) .. "?.lua;" .. package.path
  else
    env = require("tessera.sandbox").environment(folder_of(path))
  end
  env.arg = table.move(options.arguments, 1, #options.arguments, 1, { [0] = path })
  if options.help then
    env.print = function() end
  end
  local chunk, message = usage.load(text, path, env)
  if not chunk then
    cli.die("run.lua", message, 1)
  end
  return chunk
end

-- Runs what the file has returned. False if a scenario failed.
local function dispatch(path, value, options)
  local scenario, game = package.loaded["tessera.scenario"], package.loaded["tessera.game"]
  local is_game = game and game.is(value)
  if options.help then
    local help = require("tessera.options").show_file_help
    help(is_game and path, is_game and require("tessera.maps").about(value))
  elseif is_game then
    local play = require "tessera.play"
    local run = options.solve and play.solve or play.run
    run(value, options)
    return true
  elseif options.solve then
    error({ message = ("%s returned %s, which is no game"):format(path, usage.shown(value)) }, 0)
  elseif options.level or options.set and options.set[1] then
    cli.die("run.lua", ("%s: --level and --set are for games"):format(path), 2)
  end
  local list = value ~= nil and (scenario or require "tessera.scenario").list(value, path)
  if list then
    return require("tessera.scenario").run_all(list, options)
  elseif value ~= nil then
    error({ message = ("%s returned %s, which is no scenario, no list of scenarios and no game")
      :format(path, usage.shown(value)) }, 0)
  end
  return true
end

-- An error as one line, and the exit status that goes with it.
local function explain(err)
  if usage.is_refusal(err) then
    return type(err.message) == "string" and err.message or "something was refused", 4
  elseif err == "not enough memory" then
    return err, 3
  end
  local kind = debug.getmetatable(err)
  if type(err) == "table" and not kind and type(err.message) == "string" then
    return err.message, 1
  end
  local shown = type(kind) == "table" and kind.__tostring or type(err) == "string"
    or type(err) == "number"
  local fine, text = pcall(tostring, shown and err or "a " .. type(err))
  if not fine then
    text = "an error that cannot be shown"
  elseif type(err) ~= "string" and not (type(kind) == "table" and kind.__tostring) then
    text = "an error that is no text: " .. text
  end
  return (text:gsub("\n.*", "")), 1
end

-- Runs the file to its end, in this process.
local function run_here(path, options)
  local chunk = load_file(path, options)
  local holds
  local fine, err = pcall(function()
    holds = dispatch(path, chunk(table.unpack(options.arguments)), options)
    process.flush()
  end)
  if fine then
    os.exit(holds and 0 or 1)
  end
  local message, status = explain(err)
  if status == 3 and not options.trust then
    os.exit(3) -- the parent speaks
  end
  cli.die("run.lua", message, status)
end

--- Runs a file and ends the process.
---@param path string
---@param options tessera.FileOptions
function file.run(path, options)
  process.default_signals()
  usage.disown(arg[0])
  if options.trust and not options.help then
    run_here(path, options)
  end
  local seconds, memory = options.max_seconds or max_seconds, options.max_memory or max_memory
  seconds = options.help and math.min(seconds, help_seconds) or seconds
  local how, number, timeout = process.fork(seconds, memory)
  if not how then
    run_here(path, options)
  elseif options.help and not (how == "exit" and number == 0) then
    require("tessera.options").show_file_help()
  elseif how == "exit" and number == 3 then
    cli.die("run.lua", ("%s: stopped at %d MB of memory (--max-memory)"):format(path, memory), 3)
  elseif how == "exit" then
    os.exit(number)
  elseif timeout then
    cli.die("run.lua", ("%s: stopped after %d s of CPU time (--max-seconds)"):format(path,
      seconds), 3)
  elseif outside[number] then
    process.die(number)
  end
  cli.die("run.lua", ("%s: crashed (signal %d)"):format(path, number), 5)
end

return file
