#!/usr/bin/env lua5.4
--- Runs a command of Tessera, `lua run.lua tower < input`, or a Lua file, `lua run.lua my.lua`.
--- This file must parse under Lua 5.1 to 5.4 and LuaJIT, because any of them may be installed as
--- `lua`. Under a Lua other than 5.4 it starts lua5.4 with the same arguments.

-- The name of the command, and where the rest lies, relative to this file's folder. `make install`
-- replaces this line.
local NAME, HOME, LUADIR, LIBDIR = "run.lua", "", "lua", "build"

local function quote(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

local function die(message, status)
  io.stderr:write(NAME, ": ", (message:gsub("[%c\127-\255]", function(c)
    return ("\\x%02X"):format(c:byte())
  end)), "\n")
  os.exit(status)
end

if _VERSION ~= "Lua 5.4" then
  local words = { quote(arg[0]) }
  for _, word in ipairs(arg) do
    words[#words + 1] = quote(word)
  end
  local script = 'for lua in lua5.4 lua-5.4 lua54; do command -v "$lua" >/dev/null 2>&1 &&'
    .. ' TESSERA_HANDED_OVER=1 exec "$lua" -- "$@"; done; echo "$0: needs Lua 5.4, and this is '
    .. _VERSION .. ': install lua5.4" >&2; exit 1'
  if os.getenv "TESSERA_HANDED_OVER" then
    die("what is called lua5.4 is " .. _VERSION, 1)
  end
  local a, _, c = os.execute(("exec sh -c %s run.lua %s"):format(quote(script),
    table.concat(words, " ")))
  -- Lua 5.1 returns the status of wait(); later versions return true or nil, "exit" or "signal",
  -- and the code.
  local status = c or (a >= 256 and a / 256 or a % 128 + (a > 0 and 128 or 0))
  os.exit(status)
end

local function folder_of(path)
  return path:match "^(.*/)" or "./"
end

local function readable(path)
  local file = io.open(path)
  return file and file:close()
end

-- The folder of this file, even if it was started through a symbolic link. An installed command
-- asks each time: beside a link to it there may be another Tessera.
local function find_here()
  local here = folder_of(arg[0])
  if HOME ~= "" or not readable(here .. "lua/tessera.lua") then
    local link = assert(io.popen("readlink -f -- " .. quote(arg[0])))
    here = folder_of(link:read "a")
    link:close()
  end
  return here
end

local here = find_here()
local home = here .. HOME

local function below_here(folder)
  return folder:find "^/" and folder or here .. folder
end

-- A search path without its relative entries: no module is loaded from the current folder.
local function absolute(path)
  local kept = {}
  for entry in path:gmatch "[^;]+" do
    kept[#kept + 1] = entry:find "^/" and entry or nil
  end
  return table.concat(kept, ";")
end

package.path, package.cpath = absolute(package.path), absolute(package.cpath)

local library = below_here(LUADIR) .. "/"
local build = below_here(HOME == "" and os.getenv "TESSERA_BUILD" or LIBDIR)
local object = build .. "/tessera.so"
if not readable(library .. "tessera/run/cli.lua") then
  -- Installed by luarocks, which puts the modules into its own folders.
  local cli = package.searchpath("tessera.run.cli", package.path) or ""
  library = cli:match "^(.*/)tessera/run/cli%.lua$" or library
  object = package.searchpath("tessera", package.cpath) or object
end

-- An argparse that was packed with the library is the last choice.
package.path = absolute(package.path .. ";" .. library .. "?.lua")

-- Modules of the library are loaded from the library alone, whatever LUA_PATH says.
table.insert(package.searchers, 2, function(name)
  if not (name .. "."):find "^tessera%." then
    return nil
  end
  local open, why, what = package.loadlib(object, "luaopen_" .. name:gsub("%.", "_"))
  if open then
    return open, object
  end
  local path = library .. name:gsub("%.", "/") .. ".lua"
  local chunk, wrong = loadfile(path)
  if what == "init" and chunk then
    return chunk, path
  end
  error(what ~= "init" and why or wrong:find "No such file" and "there is no module " .. name
    or wrong, 0)
end)

local found, missing = pcall(require, "tessera.process")
if not found then
  die(readable(object) and missing
    or ("there is no tessera.so in %s%s"):format(build, HOME == "" and ": run `make` in " .. home
      or ""), 1)
end

if os.getenv "TESSERA_HANDED_OVER" then
  require("tessera.process").end_with_parent()
end

local name = arg[1] or ""
local cli = require "tessera.run.cli"
local console = require "tessera.base.console"
console.name, console.script, console.scripts = NAME, arg[0], home .. "scripts/"
local script = home .. "scripts/" .. name .. ".lua"
if name:find "^[%w_]+$" and readable(script) then
  cli.run(name, dofile(script), { select(2, ...) })
elseif name:find "%.lua$" or name:find "%.txt$" then
  cli.run_file(arg)
else
  require("tessera.run.options").main(home, arg)
end
