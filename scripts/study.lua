--- The command `study`: runs studies, on all cores.

local console = require "tessera.base.console"
local errors = require "tessera.base.errors"

errors.disown(debug.getinfo(1, "S").source:sub(2))

local process_limits = require "tessera.userfile.process_limits"

-- The commands of the players that are programs, by their names.
local function programs_of(options)
  local commands = {}
  for _, program in ipairs(options.program or {}) do
    if commands[program.name] then
      console.wrong_usage("study", "--program %s is there twice", program.name)
    end
    commands[program.name] = program.command
  end
  return commands
end

local function worker(options)
  require("tessera.study.external_players").allow(options.programs)
  require("tessera.study.worker").run(options.inputs[1], { seconds = options.seconds,
    wall = options.clock, memory = options.memory }, options)
end

-- `study merge OUT.sqlite PART.sqlite ...`
local function merge(_, paths)
  if not paths[2] then
    console.wrong_usage("study", "merge needs the file to write, and those to take results from")
  end
  return require("tessera.study.merge").run(table.remove(paths, 1), paths)
end

-- `study report FILE.sqlite`
local function report(options, paths)
  if not paths[1] or paths[2] then
    console.wrong_usage("study", "report needs one file of results")
  end
  return require("tessera.study.report").run(paths[1], options)
end

local words = { merge = merge, report = report }

local function run(_, options)
  local paths = options.inputs or {}
  local path = paths[1]
  options.programs = programs_of(options)
  local on_cluster = options.slurm or options.status or options.resume
  if options.worker then
    return worker(options)
  elseif not path then
    console.wrong_usage("study", "the file of a study is required (try --help)")
  elseif path ~= "report" and (options.markdown or options.html or options.from
    or options.levels) then
    console.wrong_usage("study", "--markdown, --html, --levels and --from are for report"
      .. " FILE.sqlite")
  elseif words[path] and on_cluster then
    console.wrong_usage("study", "--slurm, --status and --resume need the file of the study:"
      .. " FILE.lua")
  elseif words[path] then
    return words[table.remove(paths, 1)](options, paths)
  elseif paths[2] then
    console.wrong_usage("study", "one study at a time is run")
  elseif options.again and (options.keep or options.retry) then
    console.wrong_usage("study", "--again drops all results: there is nothing to keep or to run"
      .. " again")
  elseif on_cluster then
    return require("tessera.cluster.command").run(path, options)
  elseif options.array or options.sbatch or options.parts then
    console.wrong_usage("study", "--array, --sbatch and --parts are for --slurm")
  elseif path:find "%.sqlite$" then
    return require("tessera.study.merge").show(path, options)
  end
  return require("tessera.study.run").file(path, options)
end

local function slice(text)
  local index, count = text:match "^(%d+)/(%d+)$"
  index, count = math.tointeger(tonumber(index)), math.tointeger(tonumber(count))
  if index and count and index >= 1 and index <= count and count <= 1000000 then
    return { index = index, count = count }
  end
  return nil, ("--slice must be such as 3/8, not '%s'"):format(text)
end

local function program(text)
  local name, command = text:match "^(%a[%w_]*)=(.*%S.*)$"
  if name then
    return { name = name, command = command }
  end
  return nil, ("--program must be such as other='./engine --fast', not '%s'"):format(text)
end

local numbers = process_limits.told {
  max_seconds = "Let a point have so many seconds of CPU time at most (%d).",
  max_wall = "Let it have so many seconds on the clock (%d).",
  max_memory = "Let it have so many megabytes of memory (%d).",
  max_output = "Write so many megabytes of results and printed lines, of all points together (%d).",
}
numbers.jobs = { min = 1, max = 1024, help = "Run so many processes (one for each core)." }
numbers.seconds = { min = 1, max = 1000000, help = false }
numbers.clock = { min = 1, max = 100000000, help = false }
numbers.memory = { min = 16, max = 1000000, help = false }

local function add_cluster(parser)
  parser:flag("--slurm", "Submit the study to Slurm: an array of tasks, each with a slice of the"
    .. " points, and a job that merges their results.")
  parser:option("--array", "With --slurm: so many slices (200, or one for each point); 200%50 runs"
    .. " 50 at the same time at most."):argname("<N[%M]>"):convert(function(text)
      return require("tessera.cluster.command").array(text)
    end)
  parser:option("--sbatch", "With --slurm or --resume: further options of sbatch, such as"
    .. " \"--time=2:00:00 --mem=4G\"."):argname "<OPTIONS>"
  parser:option("--parts", "The folder of parts, logs and scripts (FILE.slurm beside the study)."
    ):argname "<FOLDER>"
  parser:flag("--status", "Say how far a submitted study is. The exit status is 3 until all is"
    .. " finished and merged.")
  parser:flag("--resume", "Submit what is missing of a submitted study.")
end

return {
  summary = "Run a study: the same question over many points, on all cores",
  help = [[
    run.lua study FILE.lua           run the study that the file returns, or go on with it
    run.lua study FILE.sqlite        say how far it is, and export its results
    run.lua study merge OUT.sqlite PART.sqlite ...
                                     put the results of slices together
    run.lua study FILE.lua --slurm   submit it to Slurm; --status says how far it is, --resume
                                     submits what is missing
    run.lua study report FILE.sqlite the answers to what its `report` asks: tables, or a page with
                                     plots; also while the study runs

Input: a Lua file that returns a study (docs/studies.md), or the results of one.

Output: FILE.sqlite beside the study, row by row as the results come. A study that was stopped goes
on with the same command. A point that raises an error, crashes or reaches a limit is a result with
that reason; --retry runs these points again. Each point runs in one of --jobs processes, in the
sandbox, with the limits of the study's `seconds` and `memory`, which --max-seconds and --max-memory
bound.]],
  inputs = true,
  input = "The study.",
  subcommands = {
    report = {
      summary = "Answer what the `report` of a study asks: tables, or a page with plots",
      help = [[
    run.lua study report FILE.sqlite              tables in the terminal
    run.lua study report FILE.sqlite --html page.html --csv tables.csv

It may be asked for while the study runs. Files that are named get the same in their form.

The exit status is 0, 1 after an error in the input, 2 after wrong usage.]],
      inputs = "The results: FILE.sqlite.",
      options = { "--csv", "--markdown", "--html", "--levels", "--from" },
    },
    merge = {
      summary = "Put the results of slices of a study together",
      help = [[
    run.lua study merge OUT.sqlite PART.sqlite ...

The exit status is 0, 1 after an error in the input, 2 after wrong usage.]],
      inputs = "The file of all results, and those of the slices.",
      options = {},
    },
  },
  untraced = true,
  dashed = "--sbatch",
  numbers = numbers,
  options = function(parser)
    parser:option("--output", "The file of the results (FILE.sqlite beside the study)."):argname(
      "<FILE.sqlite>")
    parser:flag("--again", "Drop the results that are there, and run all points again.")
    parser:flag("--keep", "Take the results that are there although the file has changed; new"
      .. " points are run.")
    parser:flag("--retry", "Run the points again that have failed.")
    parser:option("--slice", "Run only the Ith of N parts of the points: 3/8. The results go to"
      .. " FILE.3of8.sqlite."):argname("<I/N>"):convert(slice)
    parser:option("--csv", "Write the rows as CSV; with `report` its tables."):argname "<FILE>"
    parser:option("--markdown", "With `report`: write its tables as Markdown."):argname "<FILE>"
    parser:option("--html", "With `report`: write a page with its tables and plots (which gnuplot"
      .. " draws: gnuplot-nox)."):argname "<FILE>"
    parser:option("--levels", "With `report`: write the levels that a generator has made, for"
      .. " `run.lua play`."):argname "<FILE>"
    parser:option("--from", "With `report`: take it from the study's file as it is now."):argname(
      "<FILE.lua>")
    parser:option("--jsonl", "Write the rows as lines of JSON."):argname "<FILE>"
    parser:flag("--trust", "Run the file without the sandbox, with all of Lua.")
    require("tessera.userfile.wall").add_option(parser)
    parser:option("--program", "In a tournament: the player NAME is a program, started by sh with"
      .. " this command; may be repeated."):argname("<NAME=COMMAND>"):count("*"):convert(program)
    add_cluster(parser)
    parser:flag("--worker"):hidden(true)
    parser:option("--parent"):hidden(true):convert(tonumber)
    parser:flag("--about"):hidden(true)
    parser:flag("--keys"):hidden(true)
  end,
  run = run,
}
