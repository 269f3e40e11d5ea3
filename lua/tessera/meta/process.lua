---@meta

--- The process that a command runs in.
---@class tessera.process
---@field limits_memory boolean whether fork can limit memory (not under a sanitizer)
local process = {}

--- Writes to the standard output. A full disk is an error, not silence; the limit of output
--- ends a child.
---@param ... string|number
function process.write(...) end

--- Writes what is still held back.
function process.flush() end

--- Ctrl-C ends the process at once, and a closed pipe quietly.
function process.default_signals() end

---@class tessera.Limits
---@field max_seconds integer of CPU time
---@field max_wall integer seconds by the clock on the wall, also while the process waits
---@field max_memory integer megabytes of address space
---@field max_output integer megabytes on the standard output

--- Goes on in a child process with limits. Returns nothing there; in the parent, when the
--- child has ended, how.
---@param limits tessera.Limits
---@return "exit"|"signal"|nil
---@return integer status or number of the signal
---@return "max_seconds"|"max_wall"|"max_output"|nil limit that the signal stands for
function process.fork(limits) end

--- Whether a file descriptor is a terminal.
---@param descriptor integer
---@return boolean
function process.is_terminal(descriptor) end

--- The path without symbolic links and dots; or nil and why not.
---@param path string
---@return string|nil
---@return string|nil why
function process.real_path(path) end

--- The real path of a file; nil and why not, also if it is a folder, a pipe or a device.
---@param path string
---@return string|nil
---@return string|nil why
function process.regular_file(path) end

--- Ends the process as a signal does.
---@param signal integer
function process.die(signal) end

return process
