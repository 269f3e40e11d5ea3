---@meta

--- The process that a command of `run.lua` runs in: its output, its child processes, the paths of
--- files. A user's file that runs in the sandbox has no access to it.
---
--- ```lua
--- process.write("score ", 12, "\n")  --> score 12
--- ```
---@class tessera.process
---@field limits_memory boolean whether fork can limit memory (not under a sanitizer)
local process = {}

--- Writes to the standard output.
---
--- Errors: the output cannot be written, such as to a full disk. The limit of output ends a child.
---
--- ```lua
--- process.write("score ", 12, "\n")  --> score 12
--- ```
---@param ... string|number
function process.write(...) end

--- Writes what is still held back.
---
--- Errors: the output cannot be written, now or before.
---
--- ```lua
--- process.write "thinking"
--- process.flush()
--- process.write ": done\n"  --> thinking: done
--- ```
function process.flush() end

--- What is written to the standard output and to that for errors is dropped.
---
--- Errors: the system has no more files.
---
--- ```lua
--- process.silence()
--- print "nobody hears this"
--- process.silence(false)
--- print "heard"  --> heard
--- ```
---@param on? boolean false: it is written again; true by default
function process.silence(on) end

--- From now on Ctrl-C ends the process at once, also inside of a long search, and a closed pipe
--- ends it quietly.
---
--- ```lua
--- process.default_signals()
--- ```
function process.default_signals() end

--- What a child process may use.
---@class tessera.process.Limits
---@field max_seconds integer of CPU time
---@field max_wall integer seconds by the clock on the wall, also while the process waits
---@field max_memory integer megabytes of address space
---@field max_output integer megabytes on the standard output
---@field renewed? boolean the limits of time count from the last `renew`, and signals that would
---end the waiting parent go to the child

--- Starts a child process, which goes on from here within limits, and waits for its end. It returns
--- nothing in the child; in the parent it returns how the child has ended.
---
--- Errors: a limit is missing or not in 1..2^30; no process can be started.
---
--- ```lua
--- local how, number = process.fork {
---   max_seconds = 60, max_wall = 60, max_memory = 1000, max_output = 1,
--- }
--- if not how then
---   os.exit(3)        -- the child
--- end
--- print(how, number)  --> exit 3
--- ```
---@param limits tessera.process.Limits
---@return "exit"|"signal"|nil how nil in the child
---@return integer number the exit status, or the number of the signal
---@return "max_seconds"|"max_wall"|"max_output"|nil limit that the signal stands for
---@return number seconds of CPU time that the child took
function process.fork(limits) end

--- From now on this process has limits, and it ends when the one that has started it ends. What it
--- writes is not held back.
---
--- Errors: a limit is missing or not in 1..2^30; a limit cannot be set.
---
--- ```lua
--- local limits = { max_seconds = 60, max_wall = 60, max_memory = 1000, max_output = 10 }
--- local how, number = process.fork(limits)
--- if not how then
---   process.limit { max_seconds = 1, max_wall = 60, max_memory = 1000, max_output = 10 }
---   os.exit(7)
--- end
--- print(how, number)  --> exit 7
--- ```
---@param limits tessera.process.Limits
---@param parent? integer the number of the process that has started this one: if that has ended by
---now, this one ends, too
function process.limit(limits, parent) end

--- From now on this process gets SIGTERM if the one that has started it ends (on Linux).
---
--- ```lua
--- process.end_with_parent()
--- ```
function process.end_with_parent() end

--- Whether a file descriptor is a terminal.
---
--- ```lua
--- print(process.is_terminal(1))  --> false
--- ```
---@param descriptor integer 0 is the standard input, 1 the output, 2 that for errors
---@return boolean
function process.is_terminal(descriptor) end

--- The path without symbolic links and dots.
---
--- ```lua
--- print(process.real_path "/usr/../usr/.")  --> /usr
--- print(process.real_path "/no/such/file")
--- --> nil /no/such/file: No such file or directory 2
--- ```
---@param path string
---@return string|nil path nil if there is none
---@return string|nil why
---@return integer|nil code the system's number of that error
function process.real_path(path) end

--- The real path of a plain file. A folder, a pipe or a device, which may never end, is none.
---
--- ```lua
--- print(process.regular_file "/dev/null")  --> nil /dev/null: it is no file
--- ```
---@param path string
---@return string|nil path nil if it is none
---@return string|nil why
---@return integer|nil code the system's number of the error, if there is no such path
function process.regular_file(path) end

--- In a child with `renewed` limits: its limits of time count from now on.
---
--- ```lua
--- process.renew()
--- ```
---@param waiting? boolean until the next call the clock does not count: the process waits for a
---person
function process.renew(waiting) end

--- Gives a plain file another text. The new text is written beside it, with the file's permissions,
--- and then takes its name, so that whoever opens the file finds the old text or the new one.
---
--- ```lua
--- print(process.replace("no/such/file", "text"))
--- --> nil no/such/file: No such file or directory 2
--- ```
---@param path string not a symbolic link: `real_path` follows it
---@param text string
---@return true|nil done nil if it cannot be written; the file is then as it was
---@return string|nil why
---@return integer|nil code the system's number of that error
function process.replace(path, text) end

--- Ends the process as a signal does.
---
--- Errors: the number is not in 1..64.
---
--- ```lua
--- local how, number = process.fork {
---   max_seconds = 60, max_wall = 60, max_memory = 1000, max_output = 1,
--- }
--- if not how then
---   process.die(15)
--- end
--- print(how, number)  --> signal 15
--- ```
---@param signal integer its number
function process.die(signal) end

return process
