--- Runs a Lua file under Lua in WebAssembly: `posix.lua FILE ARGUMENTS`. Emscripten has no popen;
--- here it runs the few commands with which specs look for files. Whatever else would start a
--- process raises `posix.refused`, so that nothing is tested by the machine's own Lua.

local posix = { refused = "processes cannot be started in WebAssembly" }

local execute, open, remove = os.execute, io.open, os.remove

local harmless = { "^ls [%w/_. *]+$", "^ls [%w/_. *]+ | grep %-v [%w_ -]+$", "^pwd$" }

local function is_harmless(command)
  for _, pattern in ipairs(harmless) do
    if command:find(pattern) then
      return true
    end
  end
  return false
end

-- Whether something was tried that is refused.
posix.tried = false

local function refuse()
  posix.tried = true
  error(posix.refused, 3)
end

local find_name = os.tmpname
local folder -- of this process's temporary files
local count = 0

-- Only mkdir knows that nobody else has the name: all processes here have the same number and the
-- same seed, and those that start at once the same time.
local function make_folder()
  for _ = 1, 100 do
    local name = find_name()
    if execute("mkdir -m 700 " .. name .. " 2>/dev/null") then
      return name
    end
  end
  error "no folder can be made for temporary files"
end

-- Emscripten's finds no more names after some hundreds.
local function tmpname()
  folder = folder or make_folder()
  count = count + 1
  local name = folder .. "/" .. count
  assert(open(name, "w")):close()
  return name
end

--- Removes what is left of the temporary files.
function posix.clean()
  for i = 1, count do
    remove(folder .. "/" .. i)
  end
  if folder then
    remove(folder)
  end
  folder, count = nil, 0
end

local function tmpfile()
  local name = tmpname()
  local file = assert(open(name, "w+"))
  remove(name)
  return file
end

local function popen(command)
  if not is_harmless(command) then
    refuse()
  end
  local name = tmpname()
  execute(command .. " >" .. name)
  local file = assert(open(name))
  remove(name)
  return file
end

local function execute_nothing(command)
  return command ~= nil and refuse() or nil
end

-- luacheck: push ignore 122
io.popen, io.tmpfile, os.tmpname, os.execute = popen, tmpfile, tmpname, execute_nothing
-- luacheck: pop

package.loaded["spec.wasm.posix"] = posix
package.path = "./?.lua;" .. package.path
-- Emscripten takes every output for a terminal.
local process = require "tessera.process"
local is_terminal = process.is_terminal
function process.is_terminal(...)
  is_terminal(...)
  return false
end
local script = table.remove(arg, 1) -- luacheck: ignore 142
arg[0] = script -- luacheck: ignore 122
assert(loadfile(script))(table.unpack(arg))
posix.clean()
