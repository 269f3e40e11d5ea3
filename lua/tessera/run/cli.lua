--- Runs a command of run.lua: opens its input, and turns errors into a line on stderr and an exit
--- status.
---
--- Exit status: 0; 1 after an error in the input or the output; 2 after wrong usage.

local console = require "tessera.base.console"
local process = require "tessera.process"
local reader = require "tessera.reader"

local cli = {}

---@class tessera.Command a command: the value that a file of scripts/ returns
---@field summary string one line for `run.lua list`
---@field genre? tessera.Genre of a game
---@field help string the format of input and output, for --help
---@field run fun(input: tessera.Reader, options: table): integer|nil returns the exit status (0)
---@field numbers? table<string, tessera.Number> the options that are whole numbers: `max_moves` is
---for --max-moves
---@field argument? { name: string, help: string, optional?: boolean } an argument before the name
---of the input file
---@field subcommands? table<string, tessera.Subcommand> by the first of its inputs
---@field input? string the help of the input file, for a command that reads no standard input
---@field inputs? boolean it takes any number of input files, and opens them itself
---@field dashed? string an option whose value may begin with "-": "--sbatch"
---@field untraced? boolean the command has no --trace
---@field solve? fun(input: tessera.Reader): tessera.Solve the datasets for `run.lua solve`
---@field positions? fun(input: tessera.Reader): fun(): tessera.State|nil with what each dataset
---begins, for `run.lua play` and `check`
---@field options? fun(parser: table) adds other options to the argparse parser

---@class tessera.Subcommand what a command does if this is its first input: its own --help
---@field summary string
---@field help string
---@field inputs string the help of the other inputs
---@field options string[] those of the command that mean something, such as "--csv"

-- The message of an error; and for a string, which only a bug raises, a traceback.
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

-- Reads the options without argparse, because loading it takes longer than playing most inputs.
-- Works for whole numbers (`--rows 8 --columns 8`); returns nil if there is anything else.
local function only_numbers(known, args)
  local options = {}
  for i = 1, #args, 2 do
    local option = args[i]:match "^%-%-(%l[%l-]*)$" or ""
    local name = option:gsub("-", "_")
    local value = known[name] and console.number(known[name], args[i + 1] or "")
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
  if command.genre and input == io.stdin and process.is_terminal(0) then
    console.say(name, ("reads an input, as run.lua %s --help describes it, up to Ctrl-D (to play"
      .. " with keys: run.lua play %s)"):format(name, name))
  end
  process.default_signals()
  local finish = options.html and not command.untraced
    and require("tessera.run.drawings").watch(name, options)
  local status
  local ok, err = xpcall(function()
    status = command.run(reader.new(input), options)
    process.flush()
  end, explain)
  if finish then -- also after an error: the page shows what came before it
    local written, why = xpcall(finish, explain)
    ok, err = ok and written, err or why
  end
  if not ok then
    console.restore()
    pcall(process.flush)
    console.say(name, err.message, err.trace)
    os.exit(1)
  end
  os.exit(status or 0)
end

--- Runs a user's Lua file, args[1], with its options and arguments.
---@param args string[]
function cli.run_file(args)
  local options = { arguments = {} }
  if args[2] then
    options = require("tessera.run.options").file(args)
  end
  require("tessera.run.user_file").run(args[1], options)
end

return cli
