--- The limits of the process that runs a user's file: CPU time, time on the clock, memory, output.
--- src/bind/system/lprocess_child.c sets them.

local process_limits = {}

local anywhere = { max_seconds = 600, max_wall = 3600, max_memory = 4096, max_output = 1024 }

-- At the terminal the limits of time count from the last key.
local terminal = { max_seconds = 10, max_wall = 60, max_memory = anywhere.max_memory,
  max_output = anywhere.max_output }

local least = { max_seconds = 1, max_wall = 1, max_memory = 16, max_output = 1 }

--- The limits: those of the command line, and the defaults of those that it leaves out.
---@param options table
---@param at_terminal? boolean
---@return table<string, integer> a new table
function process_limits.of(options, at_terminal)
  local limits = {}
  for name, default in pairs(at_terminal and terminal or anywhere) do
    limits[name] = options[name] or default
  end
  return limits
end

--- Limits as options of a command, with its own words for them.
---@param words table<string, string> the help by the limit: %d stands for the default
---@param at_terminal? boolean
---@return table<string, tessera.Number>
function process_limits.told(words, at_terminal)
  local numbers, defaults = {}, at_terminal and terminal or anywhere
  for name, help in pairs(words) do
    numbers[name] = { min = least[name], max = 1000000, help = help:format(defaults[name]) }
  end
  return numbers
end

---@type table<string, tessera.Number> the limits as options of a command that runs a file
process_limits.numbers = process_limits.told {
  max_seconds = "Stop the file after so many seconds of CPU time (%d).",
  max_wall = "Stop it after so many seconds on the clock, waiting included (%d).",
  max_memory = "Let it have so many megabytes of memory (%d).",
  max_output = "Let it write so many megabytes (%d).",
}

--- These options, and options of a command of its own.
---@param numbers table<string, tessera.Number>
---@return table<string, tessera.Number> all a new table
function process_limits.beside(numbers)
  local all = {}
  for _, group in ipairs { numbers, process_limits.numbers } do
    for name, number in pairs(group) do
      all[name] = number
    end
  end
  return all
end

return process_limits
