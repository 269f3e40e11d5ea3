--- The command line that every command of run.lua shares: options, the reader over the
--- input, the writing of answers, and how errors end the process.
---
--- Exit status: 0, or 1 after an error in the input or the output, or 2 after wrong usage.

local process = require "tessera.process"
local reader = require "tessera.reader"

local cli = {}

local stdout = io.stdout

---@class tessera.Command
---@field summary string one line for `run.lua list`
---@field help string the format of input and output, for --help
---@field run fun(reader: tessera.Reader, options: table)
---@field options? fun(parser: table) adds options of its own to the argparse parser

--- Writes an answer. A full disk is an error, not silence.
function cli.write(...)
  local ok, message = stdout:write(...)
  if not ok then
    error { message = "cannot write the output: " .. message }
  end
end

--- Ends the process with one line on stderr. What was written before is not lost.
---@param name string
---@param message string
---@param status integer
function cli.die(name, message, status)
  stdout:flush()
  io.stderr:write(name, ": ", message, "\n")
  os.exit(status)
end

--- Makes an argparse parser keep to our one line for wrong usage, exit status 2.
---@param parser table
---@param name string
function cli.plain_errors(parser, name)
  function parser.error(_, message)
    message = message:gsub("\n+Did you mean (.*)%?$", " (did you mean %1?)")
    if not message:find("did you mean", 1, true) then
      message = message .. " (try --help)"
    end
    cli.die(name, message:gsub("\n", " "), 2)
  end
  return parser
end

local function parse(name, command, args)
  local argparse = require "argparse"
  local parser = argparse("run.lua " .. name, command.summary .. ".", command.help)
  cli.plain_errors(parser, name)
  parser:argument("input", "The file to read instead of standard input."):args("?")
  parser:flag("--trace", "Show every action, what it does, and the board after it.")
  if command.options then
    command.options(parser)
  end
  return parser:parse(args)
end

local function open(name, path)
  local file, message = io.open(path)
  if not file then
    cli.die(name, "cannot open " .. message, 1)
  end
  return file
end

local function explain(err)
  if type(err) == "table" and err.message then
    return tostring(err.line and err or err.message)
  end
  return debug.traceback(err, 2)
end

--- Runs a command to its end.
---@param name string
---@param command tessera.Command
---@param args string[]
function cli.run(name, command, args)
  local options = args[1] and parse(name, command, args) or {}
  local input = options.input and open(name, options.input) or io.stdin
  process.default_signals()
  local ok, message = xpcall(command.run, explain, reader.new(input), options)
  if not ok then
    cli.die(name, message, 1)
  end
  local flushed, why = stdout:flush()
  if not flushed then
    cli.die(name, "cannot write the output: " .. why, 1)
  end
  os.exit(0)
end

return cli
