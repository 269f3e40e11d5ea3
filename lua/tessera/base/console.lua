--- The program as a person sees it: its name, the numbers among its options, what it says on
--- stderr, and its end.
---
--- Texts of the program call it `run.lua`; `console.name` is what the user sees, `tessera` where it
--- is installed.

local process = require "tessera.process"

---@class tessera.console
---@field name string what the user has started: "run.lua" or, where it is installed, "tessera"
---@field script string the path of run.lua
---@field scripts string the folder of the commands, with its slash
local console = { name = "run.lua", script = "run.lua", scripts = "scripts/" }

---@class tessera.Number the range of an option, such as 1..26 for --fields
---@field min integer
---@field max integer
---@field help string|false false: the option is not shown

--- The value of an option from its text, or nil if it is not an integer of the range.
---@param number tessera.Number
---@param text string
---@return integer|nil
function console.number(number, text)
  local value = text:find "^%d+$" and math.tointeger(tonumber(text))
  return value and value >= number.min and value <= number.max and value or nil
end

--- Writes "name: message" to stderr, as one line even if the message has several.
---@param name string the command or game; "run.lua" is the program, whatever its name
---@param message string
---@param trace? string lines below it
function console.say(name, message, trace)
  local output = require "tessera.base.output" -- seldom needed
  output.say(name == "run.lua" and console.name or name, message, trace)
end

local at_end

--- Before a message is written and the process ends, this function is called: it gives the terminal
--- back.
---@param restore fun()
function console.at_end(restore)
  at_end = restore
end

--- Calls the function that was given to `at_end`.
function console.restore()
  local restore = at_end
  at_end = nil
  if restore then
    pcall(restore)
  end
end

--- Ends the process with one line on stderr. Output that was written before is flushed.
---@param name string
---@param message string
---@param status integer
function console.die(name, message, status)
  console.restore()
  pcall(process.flush)
  console.say(name, message)
  os.exit(status)
end

--- Ends the process: the command line asks for what there is not, or for what contradicts itself.
---@param name string the command
---@param format string
---@param ... any
function console.wrong_usage(name, format, ...)
  console.die(name, format:format(...), 2)
end

--- The same for a game that there is not.
---@param name string the command
---@param game string
---@param told? string what else is said; by default how a game in Lua is named
function console.no_game(name, game, told)
  local games = require "tessera.base.games" -- seldom needed
  console.wrong_usage(name, "%s; %s", games.none(game),
    told or "one in Lua is named by its file, such as my.lua")
end

return console
