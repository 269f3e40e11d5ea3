---@meta

--- The process that a command runs in.
---@class tessera.process
local process = {}

--- Writes to the standard output. A full disk is an error, not silence.
---@param ... string|number
function process.write(...) end

--- Writes what is still held back.
function process.flush() end

--- Ctrl-C ends the process at once, and a closed pipe quietly.
function process.default_signals() end

return process
