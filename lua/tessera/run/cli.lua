--- Runs a command of run.lua: its input, its output, and how errors end the process.
---
--- Exit status: 0, or 1 after an error in the input or the output, or 2 after wrong usage.

local process = require "tessera.process"
local reader = require "tessera.reader"

local cli = {}

---@class tessera.Command what a file of scripts/ returns
---@field summary string one line for `run.lua list`
---@field help string the format of input and output, for --help
---@field run fun(input: tessera.Reader, options: table)
---@field numbers? table<string, tessera.Number> its options that are whole numbers, max_moves
---for --max-moves
---@field argument? { name: string, help: string } what comes before the input
---@field untraced? boolean there is nothing for --trace to show
---@field solve? fun(input: tessera.Reader): tessera.Solve what `run.lua solve` solves
---@field options? fun(parser: table) adds other options to the argparse parser

---@class tessera.Number the values that an option takes, such as 1..26 for --fields
---@field min integer
---@field max integer
---@field help string

--- Says something on stderr, in one line whatever is in it.
---@param name string who says it
---@param message string
function cli.say(name, message)
  local line = require("tessera.base.usage").line
  io.stderr:write(line(name) .. ": " .. line(message) .. "\n")
end

--- Ends the process with one line on stderr. What was written before is not lost.
---@param name string
---@param message string
---@param status integer
function cli.die(name, message, status)
  pcall(process.flush)
  cli.say(name, message)
  os.exit(status)
end

-- A fault of the input or the output is one line; any other error shows where it is.
local function explain(err)
  local kind = debug.getmetatable(err)
  if type(kind) == "table" and rawget(kind, "__tostring") then
    return { message = tostring(err) }
  elseif type(err) == "table" and rawget(err, "message") then
    return { message = tostring(rawget(err, "message")) }
  elseif type(err) ~= "string" then
    return { message = ("an error that is no text: %s"):format(err) }
  end
  return { message = err, trace = debug.traceback("", 2) }
end

--- The value of an option from its text, or nil if it is none that the option takes.
---@param number tessera.Number
---@param text string
---@return integer|nil
function cli.number(number, text)
  local value = text:find "^%d+$" and math.tointeger(tonumber(text))
  return value and value >= number.min and value <= number.max and value or nil
end

-- The options, if there are none but whole numbers (`--rows 8 --columns 8`) and all is
-- well; otherwise nil, and argparse must look: loading it costs more than most inputs do.
local function only_numbers(numbers, args)
  local options = {}
  for i = 1, #args, 2 do
    local option = args[i]:match "^%-%-(%l[%l-]*)$" or ""
    local name = option:gsub("-", "_")
    local value = numbers[name] and cli.number(numbers[name], args[i + 1] or "")
    if not value then
      return nil
    end
    options[name] = value
  end
  return options
end

--- Runs a command to its end.
---@param name string
---@param command tessera.Command
---@param args string[]
function cli.run(name, command, args)
  local options = not command.argument and only_numbers(command.numbers or {}, args)
  local input = io.stdin
  if not options then
    options, input = require("tessera.run.options").command(name, command, args)
  end
  process.default_signals()
  local ok, err = xpcall(function()
    command.run(reader.new(input), options)
    process.flush()
  end, explain)
  if not ok then
    pcall(process.flush)
    cli.say(name, err.message)
    io.stderr:write(err.trace and err.trace:sub(2) .. "\n" or "")
    os.exit(1)
  end
  os.exit(0)
end

--- Runs a Lua file of the user's with its arguments: args[1] is the file.
---@param args string[]
function cli.run_file(args)
  local options = { arguments = {} }
  if args[2] then
    options = require("tessera.run.options").file(args)
  end
  require("tessera.run.file").run(args[1], options)
end

return cli
