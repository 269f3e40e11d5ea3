--- The sandbox: makes the environment in which a user's file runs. It holds the safe part of the
--- standard library, and a `require` for the modules that users need and for files beside the
--- script. It keeps the file from other files, from other processes and from the library's globals;
--- the limits of its process are set by whoever starts it, such as tessera.run.user_file.
---
--- - **A forbidden function ends the process at once:** the script could catch an error.
--- - **A script can reach no table and no metatable of the library** (spec/userfile/reach_spec.lua
---   walks over everything that it can reach). The library keeps the real globals, the script gets
---   copies of the safe ones, and cannot read what nobody has set (variables.lua). What the library
---   knows of a game, a scenario or a session lies in weak tables, by the object that the script
---   holds.

local beside = require "tessera.puzzlescript.beside"
local builtin = require "tessera.builtin"
local console = require "tessera.base.console"
local errors = require "tessera.base.errors"
local files = require "tessera.base.files"
local guard = require "tessera.guard"
local limits = require "tessera.base.search_limits"
local output = require "tessera.base.output"
local variables = require "tessera.userfile.variables"
require "tessera.base.description" -- keeps the `string.dump` that is taken away

local sandbox = {}

-- The modules that a script may require.
local modules = {}
for _, name in ipairs { "tessera", "tessera.batch", "tessera.check", "tessera.game",
  "tessera.generator", "tessera.grid", "tessera.puzzlescript", "tessera.reader", "tessera.rng",
  "tessera.scenario", "tessera.search", "tessera.session", "tessera.study",
  "tessera.tournament", "tessera.trees" } do
  modules[name] = true
end
for _, name in ipairs(builtin.games) do
  modules["tessera." .. name] = true
end

local safe = { "assert", "error", "getmetatable", "ipairs", "pairs", "rawequal", "select",
  "setmetatable", "tonumber", "tostring", "type" }
local guarded = { "next", "pcall", "rawget", "rawlen", "rawset", "xpcall" }
local safe_os = { "clock", "date", "difftime", "time" }
local collectable = { collect = true, count = true, step = true }

-- Ends the process at once: the script could catch an error.
local refuse = guard.refuse

guard.library(errors.library)
guard.teller(function(message)
  console.die("run.lua", message, 4)
end)

-- The tables of an environment that are not the script's, and their names. From `freeze` on they
-- are frozen.
local owned, frozen = setmetatable({}, { __mode = "k" }), false

local function fail_to_set(what)
  errors.fail("%s is set: use a local variable, a point leaves nothing behind", what)
end

-- Freezes a table: what it holds stays as it is, and cannot be reached but through it.
local function freeze(t, what)
  local meta, content = debug.getmetatable(t) or { __metatable = false }, {}
  for key, value in next, t do
    content[key] = value
  end
  for key in next, content do
    t[key] = nil
  end
  local otherwise = meta.__index
  meta.__index = otherwise and setmetatable(content, { __index = otherwise }) or content
  function meta.__newindex(_, key)
    fail_to_set(what(key))
  end
  function meta.__len()
    return #content
  end
  guard.freeze(t, meta, content)
end

-- Names in a table: `math.left`.
local function inside(name)
  return function(key)
    return name .. (type(key) == "string" and key or ("[%s]"):format(errors.shown(key)))
  end
end

-- Takes a table into the sandbox's own; `name` is what stands in front of its keys: "math.".
local function own(t, name)
  if frozen then
    freeze(t, inside(name))
  else
    owned[t] = name
  end
  return t
end

-- A copy of a library table with some of its functions. Reading any of the others ends the process.
local function part(name, original, names)
  local copy, refused = {}, {}
  for key in pairs(original) do
    refused[key] = name .. key
  end
  for _, key in ipairs(names) do
    copy[key] = original[key]
    refused[key] = nil
  end
  return own(setmetatable(copy, { __index = guard.refusing(refused), __metatable = false }), name)
end

local function all_but(original, but)
  local names = {}
  for key in pairs(original) do
    names[#names + 1] = key ~= but and key or nil
  end
  return names
end

-- Returns the results of a pcall, or raises its error at the script's line.
local function answer(fine, ...)
  if not fine then
    error((...) == "not enough memory" and ... or errors.where() .. (...), 0)
  end
  return ...
end

-- `load` for text alone, in the script's environment if no other is given.
local function loader(env)
  return function(chunk, name, mode, ...)
    if type(chunk) == "function" then
      local pieces = {}
      for piece in chunk do
        if type(piece) ~= "string" then
          return nil, "reader function must return a string"
        elseif piece == "" then
          break
        end
        pieces[#pieces + 1] = piece
      end
      chunk = table.concat(pieces)
    end
    if not errors.type("load: mode", mode or "bt", "string"):find "t" then
      refuse "bytecode"
    end
    return answer(pcall(load, chunk, name, "t", select("#", ...) > 0 and (...) or env))
  end
end

-- A deep copy of a module, so that the script cannot change the tables that the library uses.
-- `seen` holds the copies so far; `name` as for `own`.
local function shield(value, seen, name)
  if type(value) ~= "table" or seen[value] then
    return seen[value] or value
  end
  local copy, meta = {}, debug.getmetatable(value)
  local place = inside(name)
  seen[value] = copy
  for key, field in pairs(value) do
    copy[key] = type(field) == "table" and shield(field, seen, place(key) .. ".") or field
  end
  return own(setmetatable(copy, meta and {
    __index = meta.__index and function(_, key)
      return shield(value[key], seen, place(key) .. ".")
    end,
    __call = meta.__call and function(_, ...)
      return value(...)
    end,
    __metatable = false,
  }), name)
end

-- `setmetatable` without __gc: finalizers could run in the middle of the library's functions.
local function set_metatable(object, meta)
  if type(meta) == "table" and rawget(meta, "__gc") ~= nil then
    refuse "__gc"
  end
  return answer(pcall(setmetatable, object, meta))
end

-- `require` for the library and for files beside the script.
local function requirer(env, folder)
  local loaded, loading, shields = {}, {}, {}
  return function(name)
    if type(name) ~= "string" then
      errors.fail("require: expected a name, got %s", errors.shown(name))
    elseif modules[name] then
      return shield(require(name), shields, name .. ".")
    elseif name == "tessera.busted" or name:find "^tessera%." then
      refuse(("the module %s"):format(errors.shown(name)))
    elseif loaded[name] ~= nil then
      return loaded[name]
    elseif loading[name] then
      errors.fail("'%s' requires itself", name)
    elseif not name:find "^[%w_]+[%w_.]*$" or name:find("..", 1, true) then
      refuse(("the module %s"):format(errors.shown(name)))
    end
    local chunk, path, why = beside.chunk(folder, name, env)
    if not chunk then
      if package.loaded[name] or package.preload[name] then
        refuse(("the module %s"):format(errors.shown(name)))
      end
      errors.fail("there is no module '%s' beside the script%s (%s)", name,
        errors.guess(name, { "tessera" }), why)
    end
    loading[name] = true
    local result = table.pack(pcall(chunk, name, path))
    loading[name] = nil
    if not result[1] then
      error(result[2], 0)
    end
    loaded[name] = result[2] == nil and true or result[2]
    return loaded[name]
  end
end

--- Makes the environment for a script in this folder. It also changes globals (`string.dump`, the
--- metatable of strings), so call it only in a process that runs nothing but the script.
---@param folder string with its slash
---@return table
function sandbox.environment(folder)
  local env, refused = {}, {}
  for _, name in ipairs(safe) do
    env[name] = _G[name]
  end
  for _, name in ipairs { "coroutine", "math", "table", "utf8" } do
    env[name] = part(name .. ".", _G[name], all_but(_G[name]))
  end
  for _, name in ipairs(guarded) do
    env[name] = guard[name] or _G[name]
  end
  if guard.coroutines then -- not in WebAssembly
    guard.coroutines(env.coroutine, true)
  end
  env.setmetatable = set_metatable
  env.string = part("string.", string, all_but(string, "dump"))
  env.os = part("os.", os, safe_os)
  env._G, env._VERSION = env, _VERSION
  env.print = output.print
  env.load = loader(env)
  env.require = requirer(env, folder)
  function env.collectgarbage(what, ...)
    if what ~= nil and not collectable[what] then
      refuse(("collectgarbage %s"):format(errors.shown(what)))
    end
    return answer(pcall(collectgarbage, what, ...))
  end
  for name in pairs(_G) do
    refused[name] = env[name] == nil and name or nil
  end
  refused.arg = nil
  -- The metatable of strings holds the library's `string`: getmetatable("") must not give it away.
  debug.getmetatable("").__metatable = false
  string.dump = nil -- luacheck: ignore 122
  package.loaded["tessera.busted"] = part("tessera.busted.", { scenarios = true }, {})
  files.confine(folder)
  limits.refuse = refuse
  local index, newindex = variables.strict()
  return setmetatable(env, { __index = guard.refusing(refused, index), __newindex = newindex,
    __metatable = false })
end

--- From now on no global can be set, and no table of a library: nothing that a function of the
--- script does is left behind for the next one. Tables of the script's own are not frozen.
---@param env table an environment from `sandbox.environment`
function sandbox.freeze(env)
  frozen = true
  own(env.arg, "arg.")
  for t, name in pairs(owned) do
    freeze(t, inside(name))
  end
  freeze(env, function(name)
    return ("the global %s"):format(errors.shown(name))
  end)
end

return sandbox
