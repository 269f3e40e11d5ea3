---@meta

--- The parts of the sandbox that cannot be written in Lua: a script in it has no access to this
--- module, and gets some of its functions in place of Lua's.
---
--- ```lua
--- local guard = require "tessera.guard"
--- print(guard.pcall(error, "mine", 0))  --> false mine
--- ```
---@class tessera.guard
local guard = {}

--- Names the folder of the library, whose functions are never the user's.
---@internal
---@param folder string
function guard.library(folder) end

--- Sets the function that ends the process after a refusal. If it fails, as near the limit of
--- memory, the process ends without it.
---@internal
---@param tell fun(message: string)
function guard.teller(tell) end

--- Ends the process: something is refused to the script.
---@internal
---@param what string
function guard.refuse(what) end

--- A function for `__index` that refuses some keys. Any other key is nil, or what the second
--- function returns.
---@internal
---@param names table<string, string> what is refused, by the key
---@param otherwise? fun(t: table, key: any): any
---@return fun(t: table, key: any): any
function guard.refusing(names, otherwise) end

--- Lua's pcall, but for errors of a lack of stack or memory: it does not catch them.
---
--- Errors: those of a lack of stack or memory.
---@internal
---@param f any
---@param ... any
---@return boolean fine
---@return any results
function guard.pcall(f, ...) end

--- Lua's xpcall, with the same exception.
---
--- Errors: those of a lack of stack or memory.
---@internal
---@param f any
---@param handler function
---@param ... any
---@return boolean fine
---@return any results
function guard.xpcall(f, handler, ...) end

--- Sets `resume`, `wrap` and `close` of a table: as Lua's, but it is known which coroutine runs, so
--- that none escapes the budget of a rule.
---@internal
---@param t table
---@param strict? boolean they do not catch errors of a lack of stack or memory either
function guard.coroutines(t, strict) end

--- Freezes a table that is empty: it shows a content, and nothing can change that.
---@internal
---@param t table
---@param meta table its metatable from now on, with `__index` for the content and a `__newindex`
---that raises an error
---@param content table
function guard.freeze(t, meta, content) end

--- Lua's next, also for a frozen table.
---@internal
---@param t table
---@param key any
---@return any key
---@return any value
function guard.next(t, key) end

--- Lua's rawget, also for a frozen table.
---@internal
---@param t table
---@param key any
---@return any
function guard.rawget(t, key) end

--- Lua's rawlen, also for a frozen table.
---@internal
---@param t table|string
---@return integer
function guard.rawlen(t) end

--- Lua's rawset.
---
--- Errors: the table is frozen.
---@internal
---@param t table
---@param key any
---@param value any
---@return table
function guard.rawset(t, key, value) end

return guard
