--- The guard: the game runs in a child process that holds the terminal. The parent waits, and gives
--- the terminal back if the child could not: its modes, after `process.fork` has given back the
--- screen.
---
--- A stranger's game runs where such files always run, in a child with its sandbox and limits, and
--- that child holds the terminal. Its environment never gets luv. It reads the keys itself, from a
--- descriptor that cannot be written to; its lines go through the parent, like all output, and the
--- parent stops the job for Ctrl-Z. The limits of time count from the last key (`process.renew`): a
--- long game does not end, a rule without end does. While the parent waits, it passes SIGTERM,
--- SIGHUP and SIGINT on, and kills the child if that does not end within two seconds.

local process = require "tessera.process"

local child = {}

-- The modes of the terminal, as stty writes and reads them.
local function modes()
  local pipe = io.popen "stty -g 2>/dev/null"
  local text = pipe and pipe:read "l"
  if pipe then
    pipe:close()
  end
  return text and text:match "^[%x:]+$"
end

--- Starts the child, as `process.fork` does; its limits of time count from the last key.
---@param limits tessera.process.Limits
---@param answer fun(name: string, text: string): string|nil, string|nil
---@return "exit"|"signal"|nil how nil in the child
---@return integer number
---@return string|nil limit
function child.fork(limits, answer)
  local saved = modes()
  limits.renewed, limits.screen = true, true
  local how, number, limit = process.fork(limits, answer)
  if how and saved and modes() ~= saved then
    os.execute("stty " .. saved .. " 2>/dev/null")
  end
  return how, number, limit
end

return child
