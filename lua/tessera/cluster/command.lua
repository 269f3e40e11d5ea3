--- `run.lua study FILE.lua --slurm`, `--status` and `--resume`.

local cluster = require "tessera.cluster.cluster"
local console = require "tessera.base.console"
local errors = require "tessera.base.errors"
local files = require "tessera.base.files"
local output = require "tessera.base.output"
local process = require "tessera.process"
local slurm = require "tessera.cluster.slurm"
local wording = require "tessera.base.wording"

local command = {}

local UNFINISHED = 3 -- exit status
local lines_most = 20
local limits = { "max_seconds", "max_wall", "max_memory", "max_output" }

local function say(format, ...)
  output.write(wording.line(format:format(...)), "\n")
end

local fail = errors.raise

-- A path from the root, also of a file that is not there yet; its folder must be there.
local function absolute(path)
  local folder, name = path:gsub("/+$", ""):match "^(.-)([^/]+)$"
  if not name or name == "." or name == ".." or path:find "%c" then
    fail("%s: expected the name of a file or a folder", errors.shown(path))
  end
  local real, why = process.real_path(folder == "" and "." or folder)
  return (real or fail("%s", why)):gsub("/$", "") .. "/" .. name
end

-- ---- words ----

local function shown_path(path)
  return path:match "[^/]*$"
end

-- The tasks that wait, or the others: "4 tasks running on n0 (3), n1 (1)".
local function tasks(slices, waiting)
  local key, counts, total = waiting and "reason" or "node", {}, 0
  for _, slice in ipairs(slices) do
    local task = slice.task
    if task and (task.state == "PENDING") == waiting then
      counts[task[key]], total = (counts[task[key]] or 0) + 1, total + 1
    end
  end
  local parts = {}
  for _, place in ipairs(wording.sorted(counts)) do
    parts[#parts + 1] = place ~= "" and ("%s (%d)"):format(place,
      counts[place]) or nil
  end
  return total > 0 and ("%s %s%s"):format(wording.count(total, "task"),
    waiting and "waiting" or "running",
    parts[1] and (waiting and ": " or " on ") .. table.concat(parts, ", ") or "") or nil
end

local function say_tasks(progress)
  local finished = 0
  for _, slice in ipairs(progress.slices) do
    finished = finished + (slice.rows >= slice.size and 1 or 0)
  end
  local parts = { ("%d of %s finished"):format(finished,
    wording.count(#progress.slices, "slice")) }
  parts[#parts + 1] = tasks(progress.slices, false)
  parts[#parts + 1] = tasks(progress.slices, true)
  say("%s", table.concat(parts, "; "))
end

-- What becomes of a slice that is not finished.
local function fate(slice, progress)
  local task = slice.task
  if progress.fault then
    return "unknown"
  elseif not task then
    return "no task: --resume submits it"
  elseif task.state == "PENDING" then
    return ("task %s_%d is waiting%s"):format(task.id, slice.number,
      task.reason ~= "" and ": " .. task.reason or "")
  end
  return ("task %s_%d is %s on %s"):format(task.id, slice.number, task.state:lower(), task.node)
end

-- The slices that are not finished; of those that wait, only some points of which are there.
local function say_slices(progress)
  local lines = {}
  for _, slice in ipairs(progress.slices) do
    local waits = slice.task and slice.task.state == "PENDING" and slice.rows == 0
    if slice.fault or slice.rows < slice.size and not waits then
      lines[#lines + 1] = ("slice %d: %d of %s; %s"):format(slice.number, slice.rows,
        wording.count(slice.size, "point"), slice.fault or fate(slice, progress))
    end
  end
  for i = 1, math.min(#lines, lines_most) do
    say("%s", lines[i])
  end
  if #lines > lines_most then
    say("... and %s more", wording.count(#lines - lines_most, "slice"))
  end
end

local function say_merged(state, progress)
  local path, task = shown_path(state.output), progress.merges[1]
  local most = math.max(progress.rows, progress.merged)
  local words = path .. (most > 0 and (" has %d of %s"):format(progress.merged,
    wording.count(most, "result")) or " has no results")
  if progress.merged_fault then
    words = progress.merged_fault
  elseif task and not progress.complete then
    words = ("%s; job %s, which merges, is %s"):format(words, task.id, task.state == "PENDING"
      and "waiting" .. (task.reason ~= "" and (" (%s)"):format(task.reason) or "")
      or task.state:lower())
  elseif not progress.up_to_date and not progress.fault then
    words = words .. "; no job will merge the others: --resume submits one"
  end
  say("%s", words)
end

-- ---- the commands ----

local function status(made)
  local state, progress = made.state, made:progress(true)
  local rows, done = progress.rows, progress.done
  if progress.complete then -- the merged file may also have points that were run elsewhere
    rows, done = progress.merged, progress.merged_done
  end
  local failed = rows - done
  say("%s: %d of %s finished%s", state.name, rows, wording.count(state.points, "point"),
    failed > 0 and (", %d of them failed"):format(failed) or "")
  say_tasks(progress)
  if progress.fault then
    say("which tasks run is not known: %s", progress.fault)
  end
  if not progress.complete then
    say_slices(progress)
  end
  say_merged(state, progress)
  return progress.complete and 0 or UNFINISHED
end

local function say_submitted(made, submission)
  if submission.array then
    say("job %s: %s", submission.array, submission.slices:find "%D"
      and "the slices " .. submission.slices or "slice " .. submission.slices)
  end
  say("job %s: merges all results into %s", submission.merge, shown_path(made.state.output))
  say("logs and parts: %s", made.folder)
end

local function say_resumed(made, submission, before)
  if submission then
    say_submitted(made, submission)
  elseif before.active > 0 or before.merges[1] then
    say("nothing to submit: %s", before.active > 0
      and wording.count(before.active, "task") .. " still waiting or running"
      or "the job that merges is still waiting or running")
  else
    say("nothing is missing: %s has all points", shown_path(made.state.output))
  end
end

-- Ends the process if options contradict each other, or would do nothing.
local function check(path, options)
  local modes = {}
  for _, mode in ipairs { "slurm", "status", "resume" } do
    modes[#modes + 1] = options[mode] and "--" .. mode or nil
  end
  local mode = modes[#modes] -- --slurm --status is --status
  if options.status and options.resume then
    console.wrong_usage("study", "choose one of --status and --resume")
  elseif not path:find "%.lua$" then
    console.wrong_usage("study", "%s needs the file of the study: FILE.lua", mode)
  end
  local taken = { ["--slurm"] = { "array", "sbatch", "output", "trust", "wall" },
    ["--status"] = { "output" }, ["--resume"] = { "output", "sbatch", "retry", "trust",
      "wall" } }
  if mode ~= "--status" then
    table.move(limits, 1, #limits, #taken[mode] + 1, taken[mode])
  end
  if mode == "--status" and next(options.programs) then
    console.wrong_usage("study", "--program is not for --status")
  end
  for _, name in ipairs { "array", "sbatch", "output", "trust", "wall", "retry", "again", "slice",
    "jobs", "csv", "jsonl", table.unpack(limits) } do
    if options[name] and not wording.one_of(name, taken[mode]) then
      console.wrong_usage("study", "--%s is not for %s%s", name:gsub("_", "-"), mode, name == "jobs"
        and ": --sbatch \"--cpus-per-task=4\" gives each task 4 processes" or "")
    end
  end
end

-- The words of --sbatch.
local function sbatch_words(text)
  local words, why = slurm.words(text)
  why = why or slurm.fault(words)
  if why then
    console.wrong_usage("study", "--sbatch: %s", why)
  end
  return words
end

-- How the shell starts run.lua on another machine, which has it at the same place.
local function start_command()
  local script = process.real_path(arg[0]) or arg[0]
  return files.quoted(require("luv").exepath()) .. " " .. files.quoted(script)
end

local function submit(path, folder, options)
  local run = require "tessera.study.run"
  local words = sbatch_words(options.sbatch or "")
  local about = run.about(path, options)
  run.limits(path, about, options)
  local array = options.array or {}
  local made, submission = cluster.new(folder, { name = about.name, hash = about.hash,
    points = about.points, file = process.real_path(path) }, { words = words,
    command = start_command(), output = absolute(run.output(path, options)),
    array = array.count, together = array.together, trust = options.trust,
    wall = options.wall, programs = options.programs, limits = options })
  if array.count and array.count > about.points then
    say("%s: %s instead of %d", wording.count(about.points, "point"),
      wording.count(made.state.slices, "slice"), array.count)
  end
  say_submitted(made, submission)
end

-- What was submitted in the folder, for this file and these results.
local function opened(path, folder, options)
  local made = cluster.open(folder)
  local results = absolute(require("tessera.study.run").output(path, options))
  if not made then
    fail("%s: nothing was submitted here (--slurm submits a study)", folder)
  elseif made.state.file ~= process.real_path(path) then
    fail("%s: %s was submitted here, not %s", folder, made.state.file, path)
  elseif made.state.output ~= results then
    fail("%s: its results go to %s, not to %s: name their file by --output, or remove this folder"
      .. " to begin anew", folder, made.state.output, results)
  end
  return made
end

local function resume(path, folder, options)
  local made, run = opened(path, folder, options), require "tessera.study.run"
  local words = options.sbatch and sbatch_words(options.sbatch)
  local difference = made:differs { trust = options.trust, programs = options.programs,
    words = words }
  if difference then
    fail("%s: its slices were submitted %s", folder, difference)
  end
  local about = run.about(path, options)
  run.limits(path, about, options)
  if about.hash ~= made.state.hash or about.points ~= made.state.points then
    fail("%s has changed since its slices were submitted; %s has results of the version before (to"
      .. " begin anew, remove this folder)", path, folder)
  end
  say_resumed(made, made:resume { words = words or {}, command = start_command(),
    trust = options.trust, programs = options.programs, wall = options.wall,
    retry = options.retry, limits = options })
end

--- Carries out --slurm, --status or --resume.
---@param path string the study's file
---@param options table of the command `study`
---@return integer status
function command.run(path, options)
  check(path, options)
  local folder = absolute(options.parts or path:gsub("%.lua$", "") .. ".slurm")
  if options.status then
    return status(opened(path, folder, options))
  end
  slurm.need "sbatch"
  if options.resume then
    resume(path, folder, options)
  else
    submit(path, folder, options)
  end
  return 0
end

--- The value of --array: so many slices, and how many tasks run at the same time at most.
---@param text string such as "200" or "200%50"
---@return { count: integer, together?: integer }|nil
---@return string|nil why
function command.array(text)
  local count, together = text:match "^(%d+)%%?(%d*)$"
  local number = math.tointeger(tonumber(count))
  local most = together ~= "" and math.tointeger(tonumber(together)) or nil
  if not number or number < 1 or number > 1000000 or text:find "%%$" or together ~= "" and
    (not most or most < 1) then
    return nil, ("--array must be a number of slices, such as 200, or 200%%50 for 50 at the same"
      .. " time, not '%s'"):format(text)
  end
  return { count = number, together = most }
end

return command
