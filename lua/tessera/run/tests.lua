--- The tests of a game that is a Lua file: its scenarios and busted specs. Finds them, and runs
--- them in a child process with another text in place of the game's file.
---
--- The other text, such as a mutant, takes the place of the game's file in memory
--- (`files.replace`); nothing is written.

local console = require "tessera.base.console"
local error_words = require "tessera.userfile.error_words"
local errors = require "tessera.base.errors"
local file = require "tessera.userfile.file"
local files = require "tessera.base.files"
local game = require "tessera.game"
local games = require "tessera.base.games"
local process = require "tessera.process"
local process_limits = require "tessera.userfile.process_limits"
local scenario = require "tessera.scenario"
local second_wall = require "tessera.userfile.wall"

local tests = {}

---@class tessera.Tests
---@field path string the game's file
---@field text string its content
---@field scenarios string[] files of scenarios
---@field specs string[] files of busted specs
---@field trust boolean
---@field wall? "on"|"required"|"off"

---@class tessera.Tests.Limits
---@field seconds integer of CPU time
---@field wall integer seconds on the clock
---@field memory integer megabytes

-- How a child ends. A test cannot pass by ending the process itself.
local PASSED, FAILED, UNBORN, ERROR, MEMORY = 120, 121, 122, 123, 3
local REFUSED = 4 -- by the sandbox
local output_max = 64 -- megabytes

local names = { "%s_scenarios.lua", "%s_spec.lua", "spec/%s_scenarios.lua", "spec/%s_spec.lua" }

-- ---- finding them ----

local function folder_of(path)
  return path:match "^(.*/)" or "./"
end

-- The tests that lie beside the game's file, and the names that were looked for.
local function beside(path)
  local folder, name = path:match "^(.*/)" or "", path:match "([^/]+)%.lua$" or path
  local found, looked_for = {}, {}
  for i, form in ipairs(names) do
    looked_for[i] = folder .. form:format(name)
    found[#found + 1] = process.regular_file(looked_for[i]) and looked_for[i] or nil
  end
  return found, looked_for
end

local function is_spec(path)
  return path:find "_spec%.lua$" ~= nil
end

-- Ends the process if there is nothing to run.
local function check_found(made, left_out, looked_for)
  if made.scenarios[1] or made.specs[1] then
    return
  elseif left_out then
    console.die("check", left_out .. " is a busted spec, which needs all of Lua (--trust)", 2)
  end
  console.die("check", ("%s has no tests: looked for %s (--tests names others)"):format(made.path,
    table.concat(looked_for, ", ")), 2)
end

--- The tests of a game: those that are named, or else those beside its file. If there are none,
--- the process ends.
---@param path string the game's file
---@param options { tests?: string[], trust?: boolean }
---@return tessera.Tests
function tests.find(path, options)
  local named = options.tests and options.tests[1] and options.tests
  local made = { path = path, text = file.read(path), scenarios = {}, specs = {},
    trust = options.trust or false, wall = options.wall }
  local found, looked_for = beside(path)
  local left_out
  for _, test in ipairs(named or found) do
    if is_spec(test) and not made.trust then
      left_out = test
    else
      file.read(test)
      table.insert(is_spec(test) and made.specs or made.scenarios, test)
    end
  end
  check_found(made, left_out, looked_for)
  if left_out then
    console.say("check", left_out .. " is left out: a busted spec needs all of Lua (--trust)")
  end
  return made
end

-- ---- running them, in the child ----

-- Loads a file. In the sandbox it may read what is in the game's folder, if it lies there or below.
local function load_file(made, path, text)
  local env, folder, home = _G, folder_of(path), folder_of(made.path)
  local below = process.real_path(home) .. "/"
  if not made.trust then
    if process.real_path(path):sub(1, #below) == below then
      folder = home
      path = home == "./" and path:find "^[^/.].*/" and "./" .. path or path
    end
    env = require("tessera.userfile.sandbox").environment(folder)
    env.arg = { [0] = path }
  end
  return errors.load(text, path, env)
end

-- Lets trusted files load the game's text in place of its file.
local function replace_loaders(made)
  for _, path in ipairs { made.path, made.scenarios[1], made.specs[1] } do
    package.path = folder_of(path) .. "?.lua;" .. package.path
  end
  local load_as_ever = loadfile
  function loadfile(path, ...) -- luacheck: ignore 121
    local text = path and files.replacement(path)
    if text then
      local mode, env = ...
      return load(text, "@" .. path, mode, select("#", ...) > 1 and env or _G)
    end
    return load_as_ever(path, ...)
  end
  function dofile(path) -- luacheck: ignore 121
    return assert(loadfile(path))()
  end
  table.insert(package.searchers, 2, function(name)
    local path = package.searchpath(name, package.path)
    local text = path and not name:find "^tessera%f[.\0]" and files.replacement(path)
    return text and assert(load(text, "@" .. path)), path
  end)
end

-- The game that the text makes, or nil. If it is `loud`, an error is raised.
local function born(made, loud)
  local chunk, message = load_file(made, made.path, made.text)
  local fine, value = pcall(chunk or error, not chunk and { message = message } or nil)
  if fine and not game.is(value) then
    fine, value = false, { message = games.not_one(made.path, value) }
  end
  if not fine and (loud or value == "not enough memory") then
    error(value, 0)
  end
  return fine and value or nil
end

-- Whether the scenarios of a file hold. Stops at the first that does not, unless it is `loud`.
local function scenarios_hold(made, path, heard)
  local chunk, message = load_file(made, path, file.read(path))
  local value = (chunk or errors.raise("%s", message))()
  local list = scenario.list(value, path)
  if not list then
    errors.raise("%s returned %s, which is no scenario and no list of scenarios", path,
      errors.shown(value))
  elseif heard.loud then
    return scenario.run_all(list)
  end
  for _, item in ipairs(list) do
    if scenario.run(item, { on_step = heard.on_step })[1] then
      return false
    end
  end
  return true
end

-- Runs busted. If a spec fails, it ends the process.
local function run_busted(made)
  local exit = os.exit
  function os.exit(status) -- luacheck: ignore 122
    exit((status == 0 or status == true) and PASSED or FAILED)
  end
  arg = table.move(made.specs, 1, #made.specs, 3, -- luacheck: ignore 121
    { [0] = "busted", "--no-keep-going", "--output=plainTerminal" })
  require "busted.runner" ({ standalone = false })
  os.exit = exit -- luacheck: ignore 122
end

---@class tessera.Tests.Heard
---@field loud? boolean say what fails, and do not stop at the first failure
---@field on_born? fun(module: tessera.Game) the game has been loaded
---@field on_step? fun(before: tessera.State|nil, action: string|nil, done: boolean|nil,
---state: tessera.State) at the start of a scenario (without an action), and after each action

--- Runs the tests in this process, which should be a child of its own. If a spec of busted fails,
--- the process ends.
---@param made tessera.Tests
---@param heard tessera.Tests.Heard
---@return boolean|nil holds nil: the text makes no game
function tests.here(made, heard)
  errors.disown(arg[0])
  files.replace(process.real_path(made.path), made.text)
  if made.trust then
    replace_loaders(made)
  end
  local module = born(made, heard.loud)
  if not module then
    return nil
  elseif heard.on_born then
    heard.on_born(module)
  end
  local holds = true
  for _, path in ipairs(made.scenarios) do
    holds = (holds or heard.loud) and scenarios_hold(made, path, heard) and holds
  end
  if made.specs[1] and (holds or heard.loud) then
    run_busted(made)
  end
  return holds
end

-- ---- running them in a child ----

--- Puts the child behind the wall, unless the tests are trusted.
---@param made tessera.Tests
function tests.enter_wall(made)
  if not made.trust then
    local paths = { folder_of(made.path) }
    for _, path in ipairs(made.scenarios) do
      paths[#paths + 1] = folder_of(path)
    end
    second_wall.enter(paths, { wall = made.wall })
  end
end

local function child(made, loud)
  tests.enter_wall(made)
  if not loud then
    process.silence()
  end
  local fine, holds = pcall(tests.here, made, { loud = loud })
  if fine then
    os.exit(holds and PASSED or holds == nil and UNBORN or FAILED)
  elseif holds == "not enough memory" then
    os.exit(MEMORY)
  end
  console.die("run.lua", (error_words(made.path, holds)), ERROR)
end

-- Signals that others send: SIGHUP, SIGINT, SIGPIPE, SIGTERM. They are for this process as well.
local outside = { [1] = true, [2] = true, [13] = true, [15] = true }
local verdicts = { [PASSED] = "passed", [UNBORN] = "unborn", [MEMORY] = "stopped" }

---@alias tessera.Tests.Verdict "passed"|"failed"|"unborn"|"stopped"|"crashed"

--- Starts a child process within limits; `body` runs there, and ends it.
---@param limits tessera.Tests.Limits
---@param body fun()
---@return tessera.Tests.Verdict
---@return number seconds of CPU time
---@return integer number the exit status or the signal
function tests.fork(limits, body)
  local how, number, limit, seconds = process.fork { max_seconds = limits.seconds,
    max_wall = limits.wall, max_memory = limits.memory, max_output = output_max }
  if not how then
    body()
  elseif how == "signal" and outside[number] then
    process.die(number)
  end
  local verdict = how == "exit" and (verdicts[number] or "failed") or limit and "stopped"
    or "crashed"
  return verdict, seconds, number
end

--- Runs the tests in a child process.
---@param made tessera.Tests
---@param limits tessera.Tests.Limits
---@param loud? boolean
---@return tessera.Tests.Verdict
---@return number seconds of CPU time
---@return integer number the exit status or the signal
function tests.run(made, limits, loud)
  return tests.fork(limits, function()
    child(made, loud or false)
  end)
end

--- Ends a child of `fork` as one whose tests have passed.
function tests.pass()
  os.exit(PASSED)
end

--- What a user's options allow the unchanged game.
---@param options tessera.FileOptions
---@return tessera.Tests.Limits
function tests.limits(options)
  local limits = process_limits.of(options)
  return { seconds = limits.max_seconds, wall = limits.max_wall, memory = limits.max_memory }
end

--- Runs the tests with the game as it is. Unless they pass, the process says why and ends.
---@param made tessera.Tests
---@param options tessera.FileOptions
---@return number seconds of CPU time
---@return integer wall seconds on the clock
function tests.must_pass(made, options)
  local start, limits = os.time(), tests.limits(options)
  local verdict, seconds, number = tests.run(made, limits)
  local wall = os.time() - start
  if verdict == "failed" or verdict == "unborn" then
    verdict, seconds, number = tests.run(made, limits, true)
    if verdict == "failed" and number ~= FAILED then
      os.exit(number == REFUSED and REFUSED or 1) -- the child has said why
    end
    console.die("check", ("the tests of %s do not pass with the game as it is"):format(made.path),
      1)
  elseif verdict == "stopped" then
    console.die("check", ("the tests of %s were stopped by a limit (%d s, %d MB)"):format(made.path,
      limits.seconds, limits.memory), 3)
  elseif verdict == "crashed" then
    console.die("check", ("the tests of %s crashed (signal %d)"):format(made.path, number), 5)
  end
  return seconds, wall
end

return tests
