--- Runs a Lua file under Lua in WebAssembly: `posix.lua FILE ARGUMENTS`. Emscripten has no popen;
--- here it runs the few harmless commands with which specs look for files. Whatever else would start a
--- process raises `posix.refused`, so that nothing is tested by the machine's own Lua.

local posix = { refused = "processes cannot be started in WebAssembly" }

local execute, tmpname, open, remove = os.execute, os.tmpname, io.open, os.remove

local harmless = { "^ls [%w%s/%.*_|^$-]*$", "^ls [%w/.* -]* | grep %-v [%w_ -]*$", "^pwd$" }

local function is_harmless(command)
  for _, pattern in ipairs(harmless) do
    if command:find(pattern) then
      return true
    end
  end
  return false
end

-- What a spec may not do has been tried.
posix.tried = false

local function refuse()
  posix.tried = true
  error(posix.refused, 2)
end

function io.popen(command)
  if not is_harmless(command) then
    refuse()
  end
  local path = tmpname()
  execute(command .. " >" .. path)
  local file = assert(open(path))
  remove(path)
  return file
end

function os.execute(command)
  return command ~= nil and refuse() or nil
end

package.loaded["spec.wasm.posix"] = posix
package.path = "./?.lua;" .. package.path
local script = table.remove(arg, 1)
arg[0] = script
assert(loadfile(script))(table.unpack(arg))
