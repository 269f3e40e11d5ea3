--- Reads the options of run.lua and of its commands with argparse. A run without options does not
--- load this module.

local console = require "tessera.base.console"
local files = require "tessera.base.files"
local help = require "tessera.run.help"
local optional = require "tessera.userfile.optional"
local process = require "tessera.process"

-- Ends the process with one line. LUA_PATH decides which argparse is loaded, so any error may come
-- from it.
local function fail(err)
  local text = type(err) == "string" and err or "an error that is no text"
  console.die("run.lua", "the options cannot be read: " .. text, 1)
end

local advice = "options need argparse: install lua-argparse, or run `make deps`"
local argparse, lacking = optional.load("argparse", advice)
if lacking == advice then
  console.die("run.lua", advice, 1)
elseif not argparse then
  fail(lacking)
end

local options = {}

-- Writes a text and ends the process. Texts call the program run.lua.
local function show(text)
  text = text:gsub("%f[%w]run%.lua%f[^%w]", console.name)
  local ok, fault = pcall(function()
    help.write(text)
    process.flush()
  end)
  if not ok then
    console.die("run.lua", tostring(fault), 1)
  end
  os.exit(0)
end

-- The option that stands before a value, "--option" if none does.
local function option_before(words, value)
  for i = 2, words and #words or 0 do
    if words[i] == value and words[i - 1]:find "^%-%-%a" then
      return words[i - 1]
    end
  end
  return "--option"
end

-- Parses the arguments. The result of the real argparse is a plain table.
local function parse(parser, args)
  parser.given_words = args
  local given = parser:parse(args)
  if type(given) ~= "table" or debug.getmetatable(given) then
    fail("what is found as argparse is something else")
  end
  return given
end

-- Gives a parser --help, and has it report wrong usage in one line, with exit status 2.
local function set_up(parser, name)
  parser:add_help(false):help_max_width(help.width):usage_max_width(help.width)
  parser:flag("-h --help", "Show this help message and exit."):action(function(given)
    if parser.help_is_later then
      given.help = true
    else
      show(parser:get_help() .. "\n")
    end
  end)
  function parser.error(_, message)
    local value = message:match "^unknown option '(%-%d+)'"
    if value then
      message = ("a value that begins with '-' is written %s=%s"):format(
        option_before(parser.given_words, value), value)
    end
    message = message:gsub("\n+Did you mean (.*)%?$", " (did you mean %1?)"):gsub("\n", " ")
    if not message:find("did you mean", 1, true) then
      message = message .. " (try --help)"
    end
    console.die(name, message, 2)
  end
  return parser
end

local function new_parser(name, ...)
  return set_up(argparse(...), name)
end

-- Adds the options that are whole numbers.
local function add_numbers(parser, known)
  local names = {}
  for name in pairs(known) do
    names[#names + 1] = name
  end
  table.sort(names)
  for _, name in ipairs(names) do
    local number, option = known[name], name:gsub("_", "-")
    local made = parser:option("--" .. option, number.help or nil):argname "<N>"
    made:hidden(not number.help):convert(function(text)
      local value = console.number(number, text)
      return value, not value and ("--%s must be a whole number of %d..%d, not '%s'"):format(
        option, number.min, number.max, text) or nil
    end)
  end
end

-- The arguments, with `--sbatch "--time=9"` as one word: argparse takes a value with a "-" in front
-- for an option.
local function join(args, option)
  local joined, i = {}, 1
  while i <= #args do
    local whole = args[i] == option and args[i + 1]
    joined[#joined + 1] = whole and ("%s=%s"):format(option, whole) or args[i]
    i = i + (whole and 2 or 1)
  end
  return joined
end

-- Gives a command's parser what the command takes.
local function describe(parser, command)
  parser:description(command.summary .. "."):epilog(help.fitted(command.help)
    .. "\n\nThe exit status is 0, 1 after an error in the input, 2 after wrong usage.")
  if command.argument then
    parser:argument(command.argument.name, command.argument.help):args(command.argument.optional
      and "?" or 1)
  end
  parser:argument(command.inputs and "inputs" or "input", command.input
    or "The file to read instead of standard input (also -)."):args(command.inputs and "*" or "?")
  if not command.untraced then
    parser:flag("--trace", "Show every action, what it does, and the board after it.")
    options.add_html(parser)
  end
  add_numbers(parser, command.numbers or {})
  if command.options then
    command.options(parser)
  end
  return parser
end

local help_flags = { ["-h"] = true, ["--help"] = true }

-- The help that is asked for of a subcommand; nil if none is.
local function subcommand_of(command, args)
  local name
  for _, word in ipairs(args) do
    name = name or command.subcommands and command.subcommands[word] and word
    if name and help_flags[word] then
      return name, command.subcommands[name]
    end
  end
end

-- Lets the help be that of a subcommand.
local function narrow(parser, name, sub)
  local kept = { ["--help"] = true }
  for _, option in ipairs(sub.options) do
    kept[option] = true
  end
  for _, option in ipairs(parser._options) do
    option:hidden(not kept[option._aliases[#option._aliases]])
  end
  parser:name(parser._name .. " " .. name):description(sub.summary .. "."):epilog(
    help.fitted(sub.help))
  parser._arguments[1]:description(sub.inputs)
end

--- The options of a command, and its input.
---@param name string
---@param command tessera.Command
---@param args string[]
---@return table options
---@return file* input
function options.command(name, command, args)
  local parser = describe(new_parser(name, "run.lua " .. name), command)
  local sub, narrower = subcommand_of(command, args)
  if sub then
    narrow(parser, sub, narrower)
  end
  local given = parse(parser, command.dashed and join(args, command.dashed) or args)
  local input, message = io.stdin, nil
  if given.input and given.input ~= "-" then
    input, message = io.open(given.input)
  end
  if not input then
    console.die(name, files.unopened(given.input, message), 1)
  end
  return given, input
end

--- Adds the option for a page of what is played.
---@param parser table
function options.add_html(parser)
  parser:option("--html", "Write a page that plays what was played, step by step."):argname(
    "<FILE>")
end

--- Adds the option for the time that a rule may take.
---@param parser table
function options.add_rule_seconds(parser)
  parser:option("--rule-seconds", "Let a call of a rule take so many seconds of CPU time (2).")
    :argname("<S>"):convert(function(text)
      local value = text:find "^%d+%.?%d*$" and tonumber(text) or 0
      local fine = value >= 0.01 and value <= 1e6
      return fine and value or nil, not fine
        and ("--rule-seconds must be a number of 0.01..1000000, not '%s'"):format(text) or nil
    end)
end

--- Adds the options for a user's file.
---@param parser table
---@param seed_help? string
function options.add_file(parser, seed_help)
  parser:flag("--trust", "Run the file in this process, without limits, with all of Lua.")
  require("tessera.userfile.wall").add_option(parser)
  local seed = parser:option("--seed", seed_help or "The seed of its chance (0).")
  seed:argname("<N>"):convert(function(text)
    local value = text:find "^%-?%d+$" and math.tointeger(tonumber(text))
    return value, not value and ("--seed must be an integer, not '%s'"):format(text) or nil
  end)
  options.add_rule_seconds(parser)
  parser:option("--set", "Set an option of a game; --set may be given several times.")
    :argname("<NAME=VALUE>"):count "*"
  parser:option("--level", "Take only this level of a game's input: its number or its name.")
    :argname("<N|NAME>"):convert(function(text)
      return text:find "^%d+$" and math.tointeger(tonumber(text)) or text
    end)
end

local kinds = { number = "an integer", boolean = "true or false", string = "a text" }

-- The end of a game's help, after the options of run.lua.
local function game_help(about)
  local wording = require "tessera.base.wording"
  local parts, names = {}, {}
  parts[1] = about.help and about.help:match "^.*%S"
  local moves = {}
  for i, move in ipairs(about.moves) do
    moves[i] = wording.line(move)
  end
  parts[#parts + 1] = "Actions:\n   " .. table.concat(moves, "\n   ")
  for name, default in pairs(about.options) do
    names[#names + 1] = ("   --set %s=%s   (%s; this is the default)"):format(name,
      wording.line(tostring(default)), kinds[type(default)])
  end
  table.sort(names)
  if names[1] then
    parts[#parts + 1] = "Options of the game:\n" .. table.concat(names, "\n")
  end
  parts[#parts + 1] = "Input: levels. A level is a map, a blank line, and actions, one a line or"
    .. " separated by\ncommas. Cells: " .. about.alphabet:gsub("^ ", "' '") .. (about.has_map
    and ". Without a map the game's own is played." or ".")
    .. "\nA line that begins with ';' is a comment. '; name: Easy' or 'level Easy' in front of a"
    .. "\nmap names the level."
  return table.concat(parts, "\n\n")
end

-- The parser for a user's file. If the file is a game, its help describes the game.
local function file_parser(path, about)
  local parser = new_parser("run.lua", "run.lua " .. (path or "FILE.lua"),
    about and (about.summary:gsub("%.?$", ".", 1))
      or "Runs a Lua file: scenarios, a game with its input, or any script.",
    help.fitted((about and game_help(about) .. "\n\n" or "")
      .. "Exit status: 0; 1 after an error, or if a scenario failed; 2 after wrong usage; 3 at a"
      .. " limit; 4 if the file was refused something; 5 if it crashed."))
  parser:argument("arguments", "A game's input file (and one of moves in letters), or what the "
    .. "script is called with."):args "*"
  parser:flag("--trace", "Show every action, what it does, and the board after it.")
  options.add_html(parser)
  parser:flag("--update", "Rewrite what its scenarios expect where that is no longer right. Shows"
    .. " the difference first.")
  options.add_file(parser)
  add_numbers(parser, require("tessera.userfile.process_limits").numbers)
  return parser
end

--- The options for a user's file.
---@param args string[] the file, options and arguments
---@return tessera.FileOptions
function options.file(args)
  local parser = file_parser()
  parser.help_is_later = true
  return parse(parser, table.move(args, 2, #args, 1, {}))
end

--- Shows the help for a user's file and ends the process.
---@param path? string the file, if it is a game
---@param about? tessera.About the description of the game
function options.show_file_help(path, about)
  show(file_parser(path, about):get_help() .. "\n")
end

-- The commands, the files in scripts/, as { name, command }, sorted.
local function commands(home)
  local all = {}
  for _, file in ipairs(files.list(home .. "scripts")) do
    local name = file:match "^([%w_]+)%.lua$"
    all[#all + 1] = name and { name, dofile(home .. "scripts/" .. file) }
  end
  return all
end

local EISDIR = 21 -- errno

local function top_parser(name)
  local parser = new_parser("run.lua", name, "Plays grid games.", help.fitted(
    "Each command has a --help of its own. `run.lua FILE.lua` runs a Lua file, `run.lua FILE.txt` a"
    .. " game in PuzzleScript; options stand behind its name (`run.lua FILE.lua --help`)."))
  parser:flag("-v --version", "Show the version."):action(function()
    show("tessera " .. require("tessera.base.version") .. "\n")
  end)
  parser:command("list", "List the commands.")
  return parser
end

local function is_folder(path)
  local file <close> = io.open(path)
  return file ~= nil and select(3, file:read(1)) == EISDIR
end

-- What is said of an option of a file that stands in front of it; nil for any other option.
local function misplaced(option, args)
  local path = "FILE.lua"
  for _, word in ipairs(args) do
    if word:find "%.lua$" or word:find "%.txt$" then
      path = word
      break
    end
  end
  for _, known in ipairs(file_parser()._options) do
    for _, alias in ipairs(known._aliases) do
      if alias == option then
        return ("unknown option '%s': options of a file stand behind it: %s %s %s"):format(option,
          console.name, path, option)
      end
    end
  end
end

--- Runs run.lua without a command: --help, --version, `list`, or an error for an unknown command.
--- Without any argument it lists the commands, too.
---@param home string the folder above scripts/, with its slash
---@param args string[]
function options.main(home, args)
  local parser, lines = top_parser "run.lua", {}
  for _, entry in ipairs(commands(home)) do
    local name, command = table.unpack(entry)
    parser:command(name, command.summary .. ".")
    lines[#lines + 1] = ("%-14s %s"):format(name, command.summary)
  end
  local other = parser.error
  function parser.error(self, message)
    local option = message:match "^unknown option '(%-%-[%w-]+)'"
    local told = option and misplaced(option, args)
    local word = message:match "^unknown command '([^\n]-)'"
    if word and is_folder(word) then
      told = ("'%s' is a folder: name a file in it (FILE.lua, FILE.txt), or a command"):format(word)
    end
    if told then
      console.die("run.lua", told, 2)
    end
    other(self, message)
  end
  if args[1] then
    parse(parser, args)
  end
  show((args[1] and "" or "Commands (each has a --help of its own):\n\n")
    .. table.concat(lines, "\n") .. "\n")
end

for name, f in pairs(options) do
  options[name] = function(...)
    local results = table.pack(pcall(f, ...))
    if not results[1] then
      fail(results[2])
    end
    return table.unpack(results, 2, results.n)
  end
end

--- Parsers that describe the whole command line and read none, for the manual and for completions:
--- that of `tessera`, with all commands and their options; and that of a user's file.
---@param home string the folder above scripts/, with its slash
---@return table all
---@return table file
function options.parsers(home)
  local all = top_parser "tessera"
  for _, entry in ipairs(commands(home)) do
    describe(set_up(all:command(entry[1]), entry[1]), entry[2])
  end
  return all, file_parser "FILE.lua"
end

return options
