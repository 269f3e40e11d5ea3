--- For busted specs: turns scenarios into specs, and registers [assertions](#tesseraassertions)
--- about states, such as `assert.solvable(state)`.
---
--- ```lua
--- require("tessera.busted").scenarios "samples/scenarios"
--- ```
---
--- From then on `require "crates"` finds the PuzzleScript game of crates.txt, too, where there is
--- no crates.lua.
---
--- A call into a rule, a goal or a property has 2 seconds of CPU time: one that does not return is
--- an error.
---
--- With `TESSERA_UPDATE=1` in the environment what these scenarios expect is rewritten in their
--- files, as `run.lua FILE.lua --update` does.

local beside = require "tessera.puzzlescript.beside"
local budget = require "tessera.budget"
local busted = require "busted"
local errors = require "tessera.base.errors"
local files = require "tessera.base.files"
local guard = require "tessera.guard"
local scenario = require "tessera.scenario"
require "tessera.busted.assertions"

local rule_seconds = 2 -- of CPU time, unless run.lua has set it

beside.install()
if not budget.seconds() then
  guard.library(errors.library)
  if guard.coroutines then -- not in WebAssembly
    guard.coroutines(coroutine)
  end
  budget.set(rule_seconds)
end

---@class tessera.busted
local specs = {}

-- The Lua files of a folder, sorted, without specs; or the file itself.
local function paths_of(path)
  if path:find "%.lua$" then
    return { path }
  end
  local paths = {}
  for _, name in ipairs(files.list(path)) do
    if name:find "%.lua$" and not name:find "_spec%.lua$" then
      paths[#paths + 1] = path:gsub("/$", "") .. "/" .. name
    end
  end
  return paths
end

-- The environment of a scenario file: all of Lua, with globals of the file's own. Its `require`
-- looks in the file's folder first and keeps what it has loaded for this file alone, because files
-- of another folder may have modules of the same name.
local function environment(folder)
  local env, loaded, loading = {}, {}, {}
  function env.require(name)
    if loaded[name] ~= nil then
      return loaded[name]
    end
    local chunk, path
    if type(name) == "string" and not name:find "^tessera%f[.\0]" then
      chunk, path = beside.chunk(folder, name, env)
    end
    if not chunk then
      local fine, value = pcall(require, name)
      if not fine then
        error(value, tostring(value):find "^module '" and 2 or 0)
      end
      return value
    elseif loading[name] then
      error(("'%s' requires itself"):format(name), 2)
    end
    loading[name] = true
    local value = chunk(name, path)
    loading[name] = nil
    loaded[name] = value == nil or value
    return loaded[name]
  end
  return setmetatable(env, { __index = _G })
end

-- Runs a file. Returns its value, or nil and an error message; and its text.
local function load_file(path)
  local file, why = io.open(path, "rb")
  local text = file and file:read "a"
  if file then
    file:close()
  end
  if not text then
    return nil, why or ("cannot read %s"):format(path)
  end
  local folder = path:match "^(.*/)" or "./"
  local chunk, message = errors.load(text, path, environment(folder))
  if not chunk then
    return nil, message
  end
  local fine, value = pcall(chunk)
  if fine then
    return value, nil, text
  end
  return nil, tostring(type(value) == "table" and value.message or value)
end

-- Calls f from a chunk whose name and line are those of `place` ("my.lua:12"), so that busted
-- reports that line of the user's file.
local function call_at(place, f, ...)
  local file, line = place:match "^(.*):(%d+)$"
  local lines = ("\n"):rep((tonumber(line) or 1) - 1)
  local chunk = assert(load(lines .. "local f = ... f(select(2, ...)) return",
    "@" .. (file or place), "t", { select = select }))
  chunk(f, ...)
end

-- Declares an `it` at a place in the user's file. It fails if `problem` returns a text.
local function declare(place, name, fail, problem)
  call_at(place, busted.it, name, function()
    local text = problem()
    if text then
      call_at(place, fail, text, 0)
    end
  end)
end

-- What fails in a scenario, as a text; nil if nothing does, or if `updates` mends it.
local function problem_of(made, updates)
  local wrong, differences, complete = scenario.run(made)
  local left = updates and wrong[1] and updates:note(made, differences) or {}
  if wrong[1] and not (updates and complete and not left[1]) then
    return table.concat(table.move(left, 1, #left, #wrong + 1, wrong), "\n")
  end
end

local function describe(path, list, text)
  busted.describe(path, function()
    local updates = os.getenv "TESSERA_UPDATE" == "1"
      and require("tessera.scenario.update").of(path, text, list)
    for _, made in ipairs(list) do
      local name, place = scenario.place(made)
      declare(place, name, busted.fail, function()
        return problem_of(made, updates)
      end)
    end
    if updates then
      busted.teardown(function()
        local fine, why = pcall(updates.write, updates)
        if not fine then
          error(type(why) == "table" and why.message or why, 0)
        end
      end)
    end
  end)
end

local function describe_error(path, message)
  busted.describe(path, function()
    declare(message:match "^([^\n]-:%d+): " or path, "can be loaded", error, function()
      return message
    end)
  end)
end

-- Whether the value is a table that holds a scenario under some key.
local function holds_scenarios(value)
  if type(value) == "table" and not scenario.is(value) then
    for _, item in next, value do
      if scenario.is(item) then
        return true
      end
    end
  end
  return false
end

--- Declares specs for the scenarios of a folder or of one file: a `describe` for each Lua file that
--- returns scenarios, and an `it` for each scenario. A failure names the scenario's own file and
--- line.
---
--- Files that return something else, such as a game, are run and skipped; specs (`*_spec.lua`) are
--- not run. The files run without the sandbox of `run.lua`.
---
--- Errors: there is no Lua file, or none that returns scenarios. A file that cannot be loaded
--- becomes a spec that fails.
---
--- ```lua
--- require("tessera.busted").scenarios "samples/scenarios"
--- ```
---@param path string a folder, or a Lua file
function specs.scenarios(path)
  errors.type("scenarios: path", path, "string")
  local paths, found = paths_of(path), false
  local place = errors.where():gsub(": $", "")
  if not paths[1] then
    call_at(place, error, ("there is no Lua file in '%s'"):format(path), 0)
  end
  for _, file in ipairs(paths) do
    local value, err, text = load_file(file)
    local list = value ~= nil and scenario.list(value, file)
    if not list and holds_scenarios(value) then
      err = ("%s returns a table with scenarios that is no list"):format(file)
    end
    if err ~= nil then
      describe_error(file, err)
    elseif list then
      describe(file, list, text)
    end
    found = found or err ~= nil or list
  end
  if not found then
    call_at(place, error, ("there are no scenarios in '%s'"):format(path), 0)
  end
end

return specs
