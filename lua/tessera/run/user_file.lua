--- Runs a user's Lua file. A game that it returns is played, or used as a command says
--- (`options.use`), scenarios are checked, a study is run, any other file has done its work.
--- Without --trust it runs in a child process with limits, in the sandbox.
---
--- Exit status: 0; 1 after an error in the file or its input, or if a scenario failed; 2 after
--- wrong usage; 3 when a limit was reached; 4 when the file used a forbidden function; 5 when the
--- process crashed.
---
---     the child     limits, the wall, the sandbox, the file
---     the parent    passes on what the child writes, answers its requests, says what ended it
---
--- src/bind/system/lprocess.h draws both, and the door between them.
---
--- The files of builtin games are ours and their inputs are data: their commands run without a
--- child, which would cost more than most inputs take.

local broker = require "tessera.userfile.broker"
local budget = require "tessera.budget"
local console = require "tessera.base.console"
local error_words = require "tessera.userfile.error_words"
local errors = require "tessera.base.errors"
local file = require "tessera.userfile.file"
local files = require "tessera.base.files"
local games = require "tessera.base.games"
local guard = require "tessera.guard"
local process = require "tessera.process"
local process_limits = require "tessera.userfile.process_limits"
local requests = require "tessera.run.requests"
local wall = require "tessera.userfile.wall"
local wording = require "tessera.base.wording"

local user_file = {}

---@class tessera.FileOptions: tessera.SolveOptions
---@field max_seconds? integer of CPU time
---@field max_wall? integer seconds
---@field max_memory? integer megabytes
---@field max_output? integer megabytes
---@field rule_seconds? number of CPU time for a call into a rule
---@field trust? boolean
---@field trace? boolean
---@field update? boolean rewrite what scenarios expect
---@field play? boolean play a game at the terminal
---@field bell? boolean sounds ring the terminal's bell
---@field new? "easy"|"medium"|"hard" puzzles of a generator are played
---@field title? string what the game in C is called whose puzzles they are
---@field use? tessera.Use what else is done with a game than to play it
---@field quiet? boolean what the file prints is not shown
---@field seed? integer
---@field set? string[] options of a game: "mines=3"
---@field level? integer|string play only this level of a game's input
---@field help? boolean show the help of the file
---@field html? string the path of a page of what is played
---@field replay? tessera.Replay a recording of the file's game, to be replayed
---@field wall? "on"|"required"|"off" the kernel's wall around the file
---@field arguments string[]

---@class tessera.UserFile
---@field path string
---@field text string
---@field reload fun(): any runs the file again, in a new environment, and returns what it returns

--- What a command does with the game that a file has returned. It returns false if that failed.
---@alias tessera.Use fun(module: tessera.Game, options: tessera.FileOptions,
---file: tessera.UserFile): boolean|nil

local rule_seconds = 2
local help_seconds = 5 -- --help runs the file to see whether it returns a game

-- The parent's message for each limit.
local reached = {
  max_seconds = "stopped after %d s of CPU time (--max-seconds)",
  max_wall = "stopped after %d s on the clock (--max-wall)",
  max_memory = "stopped at %d MB of memory (--max-memory)",
  max_output = "stopped at %d MB of output (--max-output)",
}

-- Signals that others send (SIGHUP, SIGINT, SIGPIPE, SIGTERM): if one ends the child, the parent
-- ends itself with the same signal.
local outside = { [1] = true, [2] = true, [13] = true, [15] = true }

-- The signal by which the second wall ends a process: SIGSYS.
local FORBIDDEN = 31

-- The exit status of a child whose file has returned a study, which runs in processes of its own.
local STUDY = 125

local no_scenarios = ": --update is for files that return scenarios"

---@type tessera.Use
local function play_input(module, options)
  return require("tessera.run.play").run(module, options)
end

---@type tessera.Use
local function play_at_terminal(module, options, user)
  if options.new then
    require("tessera.run.generated").refuse(user.path)
  end
  local playable = require("tessera.run.level_files").of_module(user.path, module, options)
  return require("tessera.run.terminal.start").run(playable, options)
end

-- Plays what a generator makes.
local function play_generated(made, options)
  local playable = require("tessera.run.generated").playable(made, options)
  return require("tessera.run.terminal.start").run(playable, options)
end

-- Uses the game or plays the scenarios that the file has returned. False if that failed.
local function dispatch(user, value, options)
  local path = user.path
  local scenario, maps = package.loaded["tessera.scenario"], package.loaded["tessera.base.maps"]
  local studies = package.loaded["tessera.study.definitions"]
  local generator = package.loaded["tessera.generator"]
  local is_game = maps and maps.about(value) ~= nil
  local use = options.use or options.play and play_at_terminal
  if options.help then
    local help = require("tessera.run.options").show_file_help
    help(is_game and path, is_game and require("tessera.base.maps").about(value))
  elseif options.replay then
    options.replay.of_file(is_game and value or nil, path, options)
    return true
  elseif is_game and options.update then
    console.die("run.lua", path .. no_scenarios, 2)
  elseif is_game then
    return (use or play_input)(value, options, user)
  elseif options.play and generator and generator.game_of(value) then
    return play_generated(value, options)
  elseif use then
    errors.raise("%s", games.not_one(path, value))
  elseif options.level or options.set and options.set[1] then
    console.die("run.lua", ("%s: --level and --set are for games"):format(path), 2)
  elseif studies and studies.of(value) and not options.update then
    return STUDY
  end
  local list = value ~= nil and (scenario or require "tessera.scenario").list(value, path)
  if options.update and list then
    return require("tessera.scenario.update").run(path, user.text, list, options)
  elseif list then
    return require("tessera.scenario").run_all(list, options)
  elseif value ~= nil then
    errors.raise("%s", games.not_one(path, value, "no scenario, no list of scenarios and no game"))
  elseif options.update then
    console.die("run.lua", path .. no_scenarios, 2)
  end
  local forgotten = games.forgotten(value)
  return not forgotten or errors.raise("%s", forgotten)
end

-- Runs the file to its end, in this process.
local function run_file(path, options)
  local chunk, text = file.load(path, options)
  local again = setmetatable({ quiet = true }, { __index = options })
  local user = { path = path, text = text, reload = function()
    return file.load(path, again)(table.unpack(options.arguments))
  end }
  return dispatch(user, chunk(table.unpack(options.arguments)), options)
end

-- Gives the calls into rules a budget. A rule that nothing can stop ends the process, unless that
-- is the user's own.
local function limit_rules(path, options)
  budget.set(options.rule_seconds or rule_seconds, " (--rule-seconds)", not options.trust
    and wording.line(console.name) .. ": " or nil, wording.line(path) .. ": ")
  guard.library(errors.library)
  guard.coroutines(coroutine)
end

-- Calls `body` in this process. Returns its exit status: 1 if it returns false, or after an error;
-- STUDY if it returns that; and the error's message.
local function attempt(path, options, body)
  local holds
  limit_rules(path, options)
  local draw = options.html and not options.replay
    and require("tessera.run.drawings").watch(path, options)
  local fine, err = pcall(function()
    holds = body(path, options)
    process.flush()
  end)
  if draw then -- also after an error: the page shows what came before it
    local written, why = pcall(draw)
    fine, err = fine and written, err or why
  end
  if fine then
    return holds == STUDY and STUDY or holds == false and 1 or 0
  end
  local message, status = error_words(path, err)
  return status, message
end

local function limits_of(options)
  local limits = process_limits.of(options, options.play)
  if options.help then
    limits.max_seconds = math.min(limits.max_seconds, help_seconds)
    limits.max_wall = math.min(limits.max_wall, help_seconds)
  end
  return limits
end

-- What the child may ask for: the files that the options name, and what follows from them.
local function errands_of(path, options)
  local errands = { paths = {}, update = options.update and path, plays = options.play,
    bell = options.bell, replay = options.update and options.replay, part = options.part,
    draws = false }
  if options.replay or options.html then
    for output, to in require("tessera.run.outputs").each(options) do
      errands.paths[to] = true
      errands.draws = errands.draws or output.program or false
    end
  end
  return errands
end

-- Says where the play is that a rule has ended. Returns the message of that.
local function told_of(stuck, path)
  if stuck.path or stuck.fault then
    console.say("play", stuck.path and require("tessera.run.terminal.saving").told(stuck.path, path)
      or "Not saved: " .. stuck.fault)
  end
  return ("%s has not returned after three times its CPU time (--rule-seconds), and cannot be"
    .. " stopped%s"):format(stuck.rule, stuck.about)
end

-- In the child, before the file is read: from here on the kernel holds it to what it may do.
local function enter_wall(path, options)
  if options.play then
    require("tessera.run.terminal.screen").prepare()
  end
  local paths = { file.folder(path), path }
  for _, argument in ipairs(options.arguments or {}) do
    paths[#paths + 1] = argument
  end
  wall.enter(paths, { wall = options.wall, screen = options.play })
end

-- Calls `body` in a child process with limits. Returns how it has ended: its exit status, and a
-- message that it could not write itself.
local function in_child(path, options, body)
  local limits = limits_of(options)
  local fork = options.play and require("tessera.run.terminal.child").fork or process.fork
  local errands = errands_of(path, options)
  local started, how, number, limit = pcall(fork, limits, broker.answers(errands, requests.answers))
  if not started then
    return 1, error_words(path, how)
  elseif not how then
    enter_wall(path, options)
    local status, message = attempt(path, options, body)
    if message and status ~= 3 then -- at the limit of memory the parent writes the message
      console.die("run.lua", message, status)
    end
    os.exit(status)
  elseif options.help and not (how == "exit" and number == 0) then
    require("tessera.run.options").show_file_help()
  elseif errands.stuck and how == "exit" and number == 1 then
    return 1, told_of(errands.stuck, path)
  elseif how == "exit" and number ~= 3 then
    return number
  elseif how == "exit" or limit then
    limit = limit or "max_memory"
    return 3, path .. ": " .. reached[limit]:format(limits[limit])
  elseif outside[number] then
    process.die(number)
  elseif number == FORBIDDEN then
    return 5, path .. ": ended by the kernel: it made a system call that no game needs"
      .. " (--wall off leaves this wall out)"
  end
  return 5, ("%s: crashed (signal %d)"):format(path, number)
end

local function finish(status, message)
  if message then
    console.die("run.lua", message, status)
  end
  os.exit(status)
end

--- Calls `body` in a child process with limits, and ends this process as the child has ended.
---@param path string the file, or the name of the game
---@param options tessera.FileOptions
---@param body fun(path: string, options: tessera.FileOptions): boolean|nil
function user_file.guarded(path, options, body)
  finish(in_child(path, options, body))
end

-- Options that say what is to be done with a game.
local tasks = { "use", "play", "replay", "help", "update", "trace", "html" }

-- Whether a game in PuzzleScript is played at the terminal: if nothing else is asked for.
local function is_for_terminal(path, options)
  for _, task in ipairs(tasks) do
    if options[task] then
      return false
    end
  end
  return files.is_puzzle(path) and not options.arguments[1] and process.is_terminal(0)
    and process.is_terminal(1)
end

--- Runs a file to its end.
---@param path string
---@param options tessera.FileOptions
---@return integer status
---@return string|nil message of an error that is still to be written
function user_file.outcome(path, options)
  if is_for_terminal(path, options) then
    require("tessera.run.terminal.start").check()
    options.play = true
  end
  process.default_signals()
  errors.disown(arg[0])
  local here = options.trust and not options.help
  local status, message = (here and attempt or in_child)(path, options, run_file)
  if status == STUDY then
    return attempt(path, options, require("tessera.study.run").file)
  end
  return status, message
end

--- Runs a file and ends the process.
---@param path string
---@param options tessera.FileOptions
function user_file.run(path, options)
  finish(user_file.outcome(path, options))
end

return user_file
