--- A program: runs a script in the sandbox and prints every table of the library that the script
--- can reach, by the path that leads there. It prints nothing if there is none.
---
---     lua5.4 spec/support/reach.lua script.lua
---
--- With `frozen` behind its name the environment is frozen, and then the function is called that
--- the script has returned; what it returns is printed.
---
--- The script returns a table with all objects that it has met. A table is one of the library if it
--- can be reached from the registry, through fields, metatables, upvalues and user values. (A game
--- that the script has made is the script's.)

package.path = "lua/?.lua;" .. package.path
package.cpath = (os.getenv "TESSERA_BUILD" or "build") .. "/?.so;" .. package.cpath

local path = arg[1]
local errors = require "tessera.base.errors"
local game = require "tessera.game"
local sandbox = require "tessera.userfile.sandbox"

local file = assert(io.open(path))
local text = file:read "a"
file:close()
local env = sandbox.environment(path:match "^(.*/)")
local names = setmetatable({}, { __mode = "k" }) -- of the tables that the script can reach
env.leaked = text:find("leaked", 1, true) and string or nil -- for the spec of this program
env.arg = { [0] = path }
local met = assert(errors.load(text, path, env))()
if arg[2] == "frozen" then
  sandbox.freeze(env)
  print(met())
  return
end

-- A table does not own what it holds weakly.
local function weak(t, mode)
  local meta = debug.getmetatable(t)
  local modes = meta and rawget(meta, "__mode")
  return type(modes) == "string" and modes:find(mode, 1, true) ~= nil
end

local function is_own(value)
  return game.is(value) or type(value) == "function"
    and debug.getinfo(value, "S").source == "@" .. path
end

-- All tables of the library.
local function library()
  local seen, queue = {}, {}
  local function add(value)
    local kind = type(value)
    local walked = kind == "table" or kind == "userdata" or kind == "function"
    if walked and not seen[value] and not is_own(value) then
      seen[value] = true
      queue[#queue + 1] = value
    end
  end
  add(debug.getregistry())
  while queue[1] do
    local value = table.remove(queue)
    add(debug.getmetatable(value))
    if type(value) == "table" then
      for key, field in next, value do
        add(not weak(value, "k") and key or nil)
        add(not weak(value, "v") and not weak(value, "k") and field or nil)
        -- The values of weak keys, the library's data about objects of the script, are the
        -- library's.
        add(weak(value, "k") and field or nil)
      end
    elseif type(value) == "userdata" then
      local i = 1
      while select(2, debug.getuservalue(value, i)) do
        add((debug.getuservalue(value, i)))
        i = i + 1
      end
    else
      local i = 1
      while debug.getupvalue(value, i) do
        add((select(2, debug.getupvalue(value, i))))
        i = i + 1
      end
    end
  end
  return seen
end

-- Walks everything that a script can reach from a value.
local function reach(value, name)
  if value == nil or names[value] or type(value) ~= "table" and type(value) ~= "userdata"
    and type(value) ~= "string" then
    return
  elseif type(value) ~= "string" then
    names[value] = name
  end
  reach(getmetatable(value), ("getmetatable(%s)"):format(name))
  if type(value) == "table" then
    for key, field in next, value do
      local shown = type(key) == "string" and key or ("[%s]"):format(tostring(key))
      reach(key, name .. "'s key " .. shown)
      reach(field, name .. "." .. shown)
    end
  end
end

-- Before anything else, so that `names` and other locals of this file do not count as the
-- library's.
local own = library()
reach(env, "_G")
reach(met, "met")
local leaks = {}
for value, name in pairs(names) do
  if own[value] and type(value) == "table" then
    leaks[#leaks + 1] = name
  end
end
table.sort(leaks)
print(table.concat(leaks, "\n"))
