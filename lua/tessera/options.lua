--- The options of run.lua and of its commands, through argparse. Only loaded where there
--- are any: a run without options starts without it.

local argparse = require "argparse"
local cli = require "tessera.cli"

local options = {}

-- Makes a parser keep to one line for wrong usage, exit status 2.
local function plain(parser, name)
  function parser.error(_, message)
    message = message:gsub("\n+Did you mean (.*)%?$", " (did you mean %1?)"):gsub("\n", " ")
    if not message:find("did you mean", 1, true) then
      message = message .. " (try --help)"
    end
    cli.die(name, message, 2)
  end
  return parser
end

-- Adds the options that are whole numbers.
local function add_numbers(parser, numbers)
  local names = {}
  for name in pairs(numbers) do
    names[#names + 1] = name
  end
  table.sort(names)
  for _, name in ipairs(names) do
    local number = numbers[name]
    parser:option("--" .. name, number.help):argname("<N>"):convert(function(text)
      local value = cli.number(number, text)
      return value, not value and ("--%s must be a whole number of %d..%d, not '%s'"):format(
        name, number.min, number.max, text) or nil
    end)
  end
end

--- The options of a command, and its input.
---@param name string
---@param command tessera.Command
---@param args string[]
---@return table options
---@return file* input
function options.command(name, command, args)
  local parser = plain(argparse("run.lua " .. name, command.summary .. ".", command.help), name)
  parser:argument("input", "The file to read instead of standard input."):args "?"
  parser:flag("--trace", "Show every action, what it does, and the board after it.")
  add_numbers(parser, command.numbers or {})
  if command.options then
    command.options(parser)
  end
  local given = parser:parse(args)
  local input, message = io.stdin, nil
  if given.input then
    input, message = io.open(given.input)
  end
  if not input then
    cli.die(name, "cannot open " .. message, 1)
  end
  return given, input
end

local function quote(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

-- The names of the files in scripts/, sorted.
local function command_names(home)
  local names = {}
  local listing = assert(io.popen("ls " .. quote(home .. "scripts")))
  for file in listing:lines() do
    names[#names + 1] = file:match "^([%w_]+)%.lua$"
  end
  listing:close()
  return names
end

--- run.lua without a command: help, version, the list of commands, and what is none.
---@param home string the folder of run.lua, with its slash
---@param version string
---@param args string[]
function options.main(home, version, args)
  local parser = plain(argparse("run.lua", "Plays grid games."), "run.lua")
  parser:flag("-v --version", "Show the version."):action(function()
    print("tessera " .. version)
    os.exit(0)
  end)
  parser:command("list", "List the commands.")
  local lines = {}
  for _, name in ipairs(command_names(home)) do
    local summary = dofile(home .. "scripts/" .. name .. ".lua").summary
    parser:command(name, summary .. ".")
    lines[#lines + 1] = ("%-14s %s"):format(name, summary)
  end
  parser:epilog "Each command has a --help of its own. `run.lua FILE.lua` runs a Lua file."
  parser:parse(args)
  print(table.concat(lines, "\n"))
end

return options
