--- Asks a user's function for its move: with a limit of time, in a coroutine of its own, so that it
--- can neither go on without end nor yield to whoever plays the game. What the hook cannot end (a
--- coroutine of the function's own, a handler of xpcall, one long call of C) ends at the limit of
--- the process.

local errors = require "tessera.base.errors"

local timed_call = {}

local every = 10000 -- instructions between two looks at the clock

-- The answer of the function, or what is wrong. All that runs code of the user's is in here.
local function answer(f, ...)
  local fine, result = pcall(f, ...)
  if not fine then
    return nil, "crash", errors.message(result)
  elseif type(result) ~= "string" and math.type(result) ~= "integer" then
    return nil, "illegal", "it returned " .. errors.shown(result)
  end
  return result
end

--- Calls f(...), which is to return an action.
---@param seconds number of CPU time
---@param f function
---@param ... any
---@return string|integer|nil action nil if there is none
---@return "crash"|"illegal"|"time"|nil reason
---@return string|nil message
function timed_call.ask(seconds, f, ...)
  local deadline, late = os.clock() + seconds, false
  local thread = coroutine.create(answer)
  -- Once it is late every instruction fails, so that no pcall can catch them all.
  local function look()
    if late or os.clock() > deadline then
      late = true
      debug.sethook(thread, look, "", 1)
      error("the time is over", 0)
    end
  end
  debug.sethook(thread, look, "", every)
  local fine, action, reason, message = coroutine.resume(thread, f, ...)
  local over = coroutine.status(thread) == "dead"
  debug.sethook(thread)
  if late or os.clock() > deadline then
    return nil, "time", ("no move within %g s"):format(seconds)
  elseif not fine then
    return nil, "crash", errors.message(action)
  elseif not over then
    return nil, "crash", "it yielded"
  end
  return action, reason, message
end

return timed_call
