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
---@field renewed? boolean the limits of time count from the last `renew`
---@field screen? boolean the child draws on the terminal: places, colours and modes are passed on
---@field channel? integer a descriptor that the child keeps, besides stdin

--- Starts a child process, which goes on from here within limits, and waits for its end. It returns
--- nothing in the child; in the parent it returns how the child has ended.
---
--- The child has the parent's standard input and the `channel`, and no other of its files. What it
--- writes, and asks, goes through the parent, which counts it, and keeps from a terminal what that
--- would obey. Signals that would end the waiting parent go to the child.
---
--- Errors: a limit is missing or not in 1..2^30; no process can be started; the output cannot be
--- written; those of `answer`. The child has then been ended.
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
---@param answer? fun(name: string, text: string): string|nil, string|nil called in the parent for
---what the child asks: returns a text, or nil and why it was not done
---@return "exit"|"signal"|nil how nil in the child
---@return integer number the exit status, or the number of the signal
---@return "max_seconds"|"max_wall"|"max_output"|nil limit that the signal stands for
---@return number seconds of CPU time that the child took
function process.fork(limits, answer) end

--- Whether this process is a child whose parent answers.
---
--- ```lua
--- print(process.has_parent())  --> false
--- ```
---@return boolean
function process.has_parent() end

--- Asks the parent to do something that this process may not do itself.
---
--- Errors: the parent has gone; the name has not 1 to 32 bytes.
---
--- ```lua
--- local limits = { max_seconds = 60, max_wall = 60, max_memory = 1000, max_output = 1 }
--- local how = process.fork(limits, function(name, text)
---   return name .. " " .. text
--- end)
--- if not how then
---   process.write(select(2, process.ask("what", "it is")), "\n")  --> what it is
---   os.exit(0)
--- end
--- ```
---@param name string of 1 to 32 bytes
---@param text string
---@return boolean|nil done nil: there is no parent
---@return string|nil answer if it was not done: why not
function process.ask(name, text) end

--- Keeps bytes ready for the parent: it is asked for "stuck", with the name of a rule and with
--- these bytes, if a rule that nothing can stop ends this process. The first `length` bytes of what
--- is kept already stay.
---
--- Errors: a length that is not 0..as many as are kept; more than 512 MB.
---
--- ```lua
--- process.keep(0, "two, ")
--- process.keep(5, "three")
--- ```
---@param length integer
---@param text string
function process.keep(length, text) end

--- Writes to stderr, behind all that was written to the standard output.
---
--- ```lua
--- process.say "run.lua: it is wrong\n"  --> run.lua: it is wrong
--- ```
---@param text string
function process.say(text) end

--- A text as a terminal gets it from a child: control characters, bytes that are no UTF-8, and what
--- shows nothing or turns the text around, are shown as bytes. Colours stay.
---
--- ```lua
--- print(process.plain "a\27]0;b\7")  --> a\x1B]0;b\x07
--- ```
---@param text string
---@param kind? "text"|"progress"|"screen" progress: a line may be written over; screen: the places
---and modes of `run.lua play` stay as well; text by default
---@return string
function process.plain(text, kind) end

--- Puts this process behind the second wall, for good: it reads files below a few folders and
--- writes none, starts no process, opens no connection, and its environment is gone but for what a
--- terminal is asked for. Linux with glibc, on x86-64 and arm64.
---
--- Errors: there is no memory for the rest of the environment.
---
--- ```lua
--- local limits = { max_seconds = 60, max_wall = 60, max_memory = 1000, max_output = 1 }
--- if not process.fork(limits) then
---   process.wall { read = { "docs/" } }
---   print(io.open "docs/rules.md" ~= nil, os.getenv "HOME")  --> true nil
---   os.exit(0)
--- end
--- ```
---@param options { read: string[], screen?: boolean, channel?: integer } read: folders and files
---that may be read; screen: the process has a terminal; channel: a descriptor that it may write to,
---besides that to its parent
---@return string layers those that stand: "seccomp, Landlock 7"; "" if none does
---@return string|nil lacks what the kernel refuses, or why this build has no wall
---@return boolean|nil refused true: it is the kernel
function process.wall(options) end

--- Makes a file that is not there yet.
---
--- ```lua
--- print(process.create("no/such/file", "text"))
--- --> nil no/such/file: No such file or directory 2
--- ```
---@param path string
---@param text string
---@return true|nil done nil: it is there already, or cannot be written
---@return string|nil why
---@return integer|nil code the system's number of that error
function process.create(path, text) end

--- Stops this process and its job, as Ctrl-Z does, until somebody goes on with them.
---
--- ```lua
--- local function key(name)
---   if name == "ctrl-z" then
---     process.suspend()
---   end
--- end
--- key "z"
--- ```
function process.suspend() end

--- From now on this process has limits, no open files but the first three and the `channel`, and it
--- ends when the one that has started it ends. What it writes is not held back.
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

--- Whether a path is the name of a symbolic link, also of one that leads nowhere.
---
--- ```lua
--- print(process.is_link "/no/such/file", process.is_link "run.lua")  --> false false
--- ```
---@param path string
---@return boolean
function process.is_link(path) end

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
