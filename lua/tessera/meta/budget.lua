---@meta

--- The CPU time that a call into a rule, a goal or a property may take. `run.lua` and
--- `tessera.busted` set it; a program that embeds the library has none.
---
--- ```lua
--- local budget = require "tessera.budget"
--- print(budget.call("the sum", function(a, b) return a + b end, 1, 2))  --> 3
--- ```
---@class tessera.budget
local budget = {}

--- From now on each call may take so many seconds.
---
--- Errors: a number that is neither 0 nor 0.01..1000000.
---@internal
---@param seconds number of CPU time; 0: as many as it takes
---@param hint? string ends what is told of a call that has used them up: " (--rule-seconds)"
---@param ending? string begins the line on stderr of a call that nothing can stop, which ends the
---process; without it none does
---@param file? string follows it where no line of the user's file is known
function budget.set(seconds, hint, ending, file) end

--- The seconds that a call may take; nil if `set` was not called.
---@internal
---@return number|nil
function budget.seconds() end

--- Another number of seconds, while something is tried.
---@internal
---@param seconds number
function budget.shorten(seconds) end

--- Says what is played, for the line of a call that nothing can stop: " (in game 3 of seed 1)",
--- " (level 2)".
---@internal
---@param text string
function budget.about(text) end

--- How many calls have used up their budget so far, and the error of the last one.
---@internal
---@return integer count
---@return string message "" if there was none
function budget.late() end

--- Calls a function with a budget.
---
--- Errors: those of the function; and that it has not returned in time.
---@internal
---@param name string what is told of it
---@param f function
---@param ... any
---@return any results
function budget.call(name, f, ...) end

return budget
