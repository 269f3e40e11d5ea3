--- The command `solve`: reads datasets of a game and writes each with the commands that reach the
--- goal.

local builtin = require "tessera.builtin"
local console = require "tessera.base.console"
local errors = require "tessera.base.errors"
local files = require "tessera.base.files"
local process_limits = require "tessera.userfile.process_limits"
local reader = require "tessera.reader"

local folder = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"

-- The games that can be solved: their commands by name, and their names, sorted.
local function solvable()
  local commands, names = {}, {}
  for _, name in ipairs(builtin.games) do
    local command = dofile(folder .. name .. ".lua")
    if command.solve then
      commands[name] = command
      names[#names + 1] = name
    end
  end
  return commands, names
end

-- The function that reads the datasets of a game in C.
local function solver(name)
  local commands, names = solvable()
  if not commands[name] then
    console.wrong_usage("solve", "there is no game %s to solve%s", errors.shown(name),
      errors.hint(name, names))
  end
  return commands[name].solve
end

-- Whether options ask for a child with limits. A game in C is otherwise solved in this process.
local function is_limited(options)
  local limited = options.wall ~= nil
  for name in pairs(process_limits.numbers) do
    limited = limited or options[name] ~= nil
  end
  return limited
end

-- Solves a game in C in a child with limits, behind the wall. The child opens the input again: it
-- keeps the standard ones of its parent's files alone.
local function solve_apart(datasets, options)
  if options.disk and options.wall ~= "off" then
    console.wrong_usage("solve", "--disk writes a file, and behind the wall no file is written:"
      .. " --wall off leaves the wall out")
  end
  local path = options.input ~= "-" and options.input or nil
  options.arguments = { path }
  require("tessera.run.user_file").guarded(options.game, options, function()
    local input, why = io.stdin, nil
    if path then
      input, why = io.open(path)
    end
    local source = datasets(reader.new(input
      or console.die("solve", files.unopened(path, why), 1)))
    return require("tessera.run.solve").run(source, options)
  end)
end

local function solve(source, options)
  local finish = options.html and require("tessera.run.drawings").watch("solve", options)
  local all = require("tessera.run.solve").run(source, options)
  if finish then
    finish()
  end
  return all and 0 or 1
end

local function run(input, options)
  if options.report and not options.html then
    console.wrong_usage("solve", "--report is shown on a page: --html FILE is needed")
  end
  if options.method and options.all_optimal then
    console.wrong_usage("solve", "--method is for one shortest solution, not for --all-optimal")
  end
  local other = options.method and "--method" or options.all_optimal and "--all-optimal"
  if other and (options.optimal or options.by) then
    console.wrong_usage("solve", ("%s is for the solver, which %s leaves out"):format(
      options.optimal and "--optimal" or "--by", other))
  end
  if options.tables and not (options.trust and options.wall == "off") then
    console.wrong_usage("solve", "--tables writes files, which a script may with --trust and"
      .. " --wall off alone")
  end
  if files.is_program(options.game) then
    options.use, options.arguments = require("tessera.run.play").solve, { options.input }
    require("tessera.run.user_file").run(options.game, options)
  elseif options.level or options.set[1] or options.seed or options.rule_seconds
    or options.trust or options.lurd or options.by then
    console.wrong_usage("solve", "--by, --level, --lurd, --set, --seed, --rule-seconds and --trust"
      .. " are for games written in Lua")
  end
  local datasets = solver(options.game)
  if is_limited(options) then
    solve_apart(datasets, options)
  end
  return solve(datasets(input), options)
end

local numbers = process_limits.beside {
  limit = { min = 1, max = 1000000000000, help = "Expand so many positions at most." },
  seconds = { min = 1, max = 1000000, help = "Take so many seconds of CPU time at most for each." },
  memory = { min = 1, max = 1000000, help = "Take so many megabytes at most for each (1024)." },
  disk = { min = 1, max = 100000000,
    help = "Let the positions take so many megabytes in a temporary file instead." },
}
return {
  summary = "Solve the datasets of a game: the commands to the goal, and what is proven",
  help = [[
Games: those in C whose input holds commands (to their goal; a name that is none lists them), and
the Lua file of a game for one player without chance (to its goal, or any end): `run.lua solve
mygame.lua < levels`.

Input: datasets of the game, or levels of a game in Lua (--level takes only one of them); their
commands are passed over, titles of levels are kept. At a terminal a game in Lua without a named
file is solved from its own levels, or those of levels/NAME.txt beside it.

Output: the same datasets, each with a list of commands to the goal, so that
`run.lua solve tower < towers | run.lua tower` clears them. A dataset without a solution, or
without one that was found within the limits, gets no commands, and a line on stderr says so;
the others follow, and the exit status is 1. (With a Lua file it may also be 3, 4 or 5, as without
solve.) How far a dataset is, is told on stderr: on a terminal all the time, else every ten seconds.

A dataset is searched breadth first, so that its list is the shortest, until 300,000 positions are
expanded (a game in C: without that limit), half of --limit or of --seconds is used up, or the
memory is full. Then the solver looks for any list, and a line on stderr says how long it is, what
found it, and what is proven of it; --optimal lets it go on until the list is proven to be the
shortest.

A game in C is solved without limits of the process, unless one of --max-seconds, --max-wall,
--max-memory, --max-output and --wall is given: then in a process of its own, with all of them, as a
file is. At a limit the exit status is 3; what was solved before is there.
With --all-optimal a dataset comes out once for each of its shortest solutions, the first
1000 of them.]],
  argument = { name = "game", help = "a game, such as tower, or a Lua file" },
  untraced = true,
  numbers = numbers,
  options = function(parser)
    parser:flag("--all-optimal", "Show all shortest solutions.")
    parser:flag("--optimal", "Go on in a large level until its solution is proven the shortest.")
    parser:option("--by", "Count what a solution lets this counter grow by, and not its actions.")
      :argname "<COUNTER>"
    parser:option("--method", "How to search, without the solver; ida-star takes little memory.")
      :choices { "breadth-first", "ida-star" }
    parser:option("--tables", "Keep pattern databases in this folder for the next time; see"
      .. " docs/solving.md."):argname "<FOLDER>"
    parser:flag("--lurd", "Write moves as letters l u r d, capital ones where something is pushed.")
    parser:flag("--report", "Show how many positions and dead ends there are, on the page.")
    local options = require "tessera.run.options"
    options.add_html(parser)
    options.add_file(parser)
  end,
  run = run,
}
