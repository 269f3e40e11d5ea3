--- The limits of the process that runs a user's file: CPU time, time on the clock, memory, output.
--- src/bind/system/lprocess_child.c sets them.

local process_limits = {}

local defaults = { max_seconds = 600, max_wall = 3600, max_memory = 4096, max_output = 1024 }
---@type table<string, integer> the limits of a file if the command line says nothing
process_limits.defaults = defaults

--- Those at the terminal, where the limits of time count from the last key.
---@type table<string, integer>
process_limits.at_terminal = { max_seconds = 10, max_wall = 60,
  max_memory = defaults.max_memory, max_output = defaults.max_output }

---@type table<string, tessera.Number>
process_limits.numbers = {
  max_seconds = { min = 1, max = 1000000,
    help = ("Stop the file after so many seconds of CPU time (%d)."):format(
      defaults.max_seconds) },
  max_wall = { min = 1, max = 1000000,
    help = ("Stop it after so many seconds on the clock, waiting included (%d)."):format(
      defaults.max_wall) },
  max_memory = { min = 16, max = 1000000,
    help = ("Let it have so many megabytes of memory (%d)."):format(defaults.max_memory) },
  max_output = { min = 1, max = 1000000,
    help = ("Let it write so many megabytes (%d)."):format(defaults.max_output) },
}

return process_limits
