#!/usr/bin/env lua5.4
-- Runs a command of Tessera: `lua run.lua tower < input`, or a Lua file of one's own.
-- This file must parse under Lua 5.1 to 5.4 and LuaJIT: what is called `lua` differs from
-- machine to machine. Under another Lua it hands over to lua5.4.

local VERSION = "0.1.0"

local function quote(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

local function die(message, status)
  io.stderr:write("run.lua: ", message, "\n")
  os.exit(status)
end

if _VERSION ~= "Lua 5.4" then
  local words = { quote(arg[0]) }
  for _, word in ipairs(arg) do
    words[#words + 1] = quote(word)
  end
  local script = 'for lua in lua5.4 lua-5.4 lua54; do command -v "$lua" >/dev/null 2>&1'
    .. ' && exec "$lua" "$@"; done; exit 127'
  local a, _, c = os.execute("sh -c " .. quote(script) .. " sh " .. table.concat(words, " "))
  -- Lua 5.1 returns the status of wait(), later ones true or nil, how and the code.
  local status = c or (a >= 256 and a / 256 or a % 128 + (a > 0 and 128 or 0))
  if status == 127 then
    die("needs Lua 5.4, and this is " .. _VERSION .. ": install lua5.4", 1)
  end
  os.exit(status)
end

local function folder_of(path)
  return path:match "^(.*/)" or "./"
end

local function readable(path)
  local file = io.open(path)
  return file and file:close()
end

-- The folder of this file, also when it was started through a symbolic link.
local function find_home()
  local home = folder_of(arg[0])
  if not readable(home .. "scripts/tower.lua") then
    local link = assert(io.popen("readlink -f " .. quote(arg[0])))
    home = folder_of(link:read "l" or "")
    link:close()
  end
  return home
end

local home = find_home()
local build = os.getenv "TESSERA_BUILD" or "build"
package.path = home .. "lua/?.lua;" .. package.path
package.cpath = (build:find "^/" and build or home .. build) .. "/?.so;" .. package.cpath

local function load_command(name)
  return dofile(home .. "scripts/" .. name .. ".lua")
end

local function command_names()
  local names = {}
  local listing = assert(io.popen("ls " .. quote(home .. "scripts")))
  for file in listing:lines() do
    names[#names + 1] = file:match "^([%w_]+)%.lua$"
  end
  listing:close()
  return names
end

-- Help, version, the list of commands, and what is none of these.
local function main_options()
  local argparse = require "argparse"
  local parser = argparse("run.lua", "Plays grid games: tessera " .. VERSION .. ".")
  require("tessera.cli").plain_errors(parser, "run.lua")
  parser:flag("-v --version", "Show the version."):action(function()
    print("tessera " .. VERSION)
    os.exit(0)
  end)
  parser:command("list", "List the commands.")
  local lines = {}
  for _, name in ipairs(command_names()) do
    local summary = load_command(name).summary
    parser:command(name, summary .. ".")
    lines[#lines + 1] = ("%-14s %s"):format(name, summary)
  end
  parser:epilog "Each command has a --help of its own. `run.lua FILE.lua` runs a Lua file."
  parser:parse()
  print(table.concat(lines, "\n"))
end

-- A user's own file; an error in it is shown with its lines.
local function run_file(path)
  local chunk, message = loadfile(path)
  if not chunk then
    die(message, 1)
  end
  arg = table.move(arg, 1, #arg, 0)
  local ok, trace = xpcall(chunk, debug.traceback, table.unpack(arg))
  if not ok then
    io.stdout:flush()
    die(trace, 1)
  end
end

local found, missing = pcall(require, "tessera.process")
if not found then
  die(missing:find("not found", 1, true) and "tessera.so is not built yet: run `make` in "
    .. home or missing, 1)
end

local name = arg[1] or ""
if name:find "^[%w_]+$" and name ~= "list" and readable(home .. "scripts/" .. name .. ".lua") then
  require("tessera.cli").run(name, load_command(name), table.move(arg, 2, #arg, 1, {}))
elseif name:find "%.lua$" then
  run_file(name)
else
  main_options()
end
