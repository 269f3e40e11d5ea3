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
---@field options? fun(parser: table) adds options of its own to the argparse parser

--- Ends the process with one line on stderr. What was written before is not lost.
---@param name string
---@param message string
---@param status integer
function cli.die(name, message, status)
  pcall(process.flush)
  io.stderr:write(name, ": ", message, "\n")
  os.exit(status)
end

-- A fault of the input or the output is one line; any other error is ours to mend.
local function explain(err)
  if type(err) == "table" and err.message then
    return err.line and tostring(err) or tostring(err.message)
  elseif type(err) ~= "string" then
    return ("an error that is no text: %s"):format(err)
  end
  return debug.traceback(err, 2)
end

--- Runs a command to its end.
---@param name string
---@param command tessera.Command
---@param args string[]
function cli.run(name, command, args)
  local options = {}
  local input = io.stdin
  if args[1] then
    options, input = require("tessera.options").command(name, command, args)
  end
  process.default_signals()
  local ok, message = xpcall(function()
    command.run(reader.new(input), options)
    process.flush()
  end, explain)
  if not ok then
    cli.die(name, message, 1)
  end
  os.exit(0)
end

--- Runs a Lua file of the user's with its arguments: args[1] is the file.
---@param args string[]
function cli.run_file(args)
  local chunk, message = loadfile(args[1])
  if not chunk then
    cli.die("run.lua", message, 1)
  end
  rawset(_G, "arg", table.move(args, 1, #args, 0, {}))
  local ok, trace = xpcall(chunk, explain, table.unpack(arg))
  if not ok then
    cli.die("run.lua", trace, 1)
  end
end

return cli
