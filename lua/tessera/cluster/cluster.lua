--- A study as an array of jobs: what lies in its folder, what is finished, what is submitted.
---
---     FILE.slurm/state.json   the study, how many slices, what was submitted
---     FILE.slurm/array.sh     runs the slice of a task
---     FILE.slurm/merge.sh     merges the parts
---     FILE.slurm/parts/       a SQLite file for each slice, written by its task alone
---     FILE.slurm/logs/        what the jobs have printed

local errors = require "tessera.base.errors"
local files = require "tessera.base.files"
local process = require "tessera.process"
local external_players = require "tessera.study.external_players"
local results = require "tessera.study.results"
local slurm = require "tessera.cluster.slurm"
local values = require "tessera.base.values"
local wording = require "tessera.base.wording"

local quote = files.quoted

local cluster = {}

local slices_default = 200 -- unless --array asks for more
local slices_most, points_most = 1000000, 1000000000
local FORMAT = 1

local fail = errors.raise

---@class tessera.study.Cluster
---@field folder string its absolute path
---@field state table what state.json has
local Cluster = {}
Cluster.__index = Cluster

-- ---- files ----

-- Runs a command of the shell on a path; its first line, and whether it succeeded.
local function shell(command, path)
  local pipe = assert(io.popen(("%s %s 2>&1"):format(command, quote(path))))
  local line = pipe:read "l"
  return line, pipe:close() == true
end

local function make_folder(path)
  local said, fine = shell("mkdir -p --", path)
  if not fine then
    fail("%s", (said or "mkdir fails"):gsub("^mkdir: ", ""))
  end
end

-- The folder may be somebody else's: nothing that is written in it may end up elsewhere.
local function refuse_links(folder)
  local found <close> = assert(io.popen(("find %s -type l 2>/dev/null | head -n 1"):format(
    quote(folder))))
  local link = found:read "l"
  if link then
    fail("%s: it is a link, and the folder of a study has none (remove it)", link)
  end
end

local function read(path)
  local file <close> = process.regular_file(path) and io.open(path, "rb") or nil
  return file and files.read_all(file)
end

-- Writes a file so that others find the old one or the new one.
local function write(path, text)
  local beside = path .. ".new"
  os.remove(beside)
  local file <close> = assert(io.open(beside, "wb"))
  if not (file:write(text) and file:flush() and file:close() and os.rename(beside, path)) then
    os.remove(beside)
    fail("%s cannot be written", path)
  end
end

function Cluster:save()
  write(self.folder .. "/state.json", require("dkjson").encode(self.state, { indent = true,
    keyorder = { "format", "name", "file", "hash", "points", "slices", "job", "output" } }) .. "\n")
end

--- The path of the results of a slice.
---@param slice integer
---@return string
function Cluster:part(slice)
  local width = #("%d"):format(self.state.slices)
  return ("%s/parts/%s.sqlite"):format(self.folder, ("%0" .. width .. "d"):format(slice))
end

local fields = { name = "string", file = "string", hash = "string", points = "integer",
  slices = "integer", job = "string", output = "string", sbatch = "table", submissions = "table" }

-- The first field of a state that cannot be right.
local function wrong_field(state)
  for name, kind in pairs(fields) do
    if type(state[name]) ~= kind and math.type(state[name]) ~= kind then
      return name
    end
  end
  for _, name in ipairs { "sbatch", "programs" } do
    local words = state[name] or {}
    if type(words) ~= "table" then
      return name
    end
    for key, word in pairs(words) do
      if type(word) ~= "string" or type(key) ~= (name == "sbatch" and "number" or "string") then
        return name
      end
    end
  end
  if state.trust ~= nil and type(state.trust) ~= "boolean" then
    return "trust"
  end
  return (state.slices < 1 or state.slices > slices_most) and "slices"
    or (state.points < state.slices or state.points > points_most) and "points"
    or not state.job:find "^[%w_-]+$" and "job"
    or state.together ~= nil and not (math.type(state.together) == "integer"
      and state.together >= 1) and "together"
end

--- What was submitted in a folder; nil if nothing was. The folder may be somebody else's: what its
--- state says of rights and of programs is compared with the command line (`differs`), and never
--- used.
---
--- Errors: a fault, if the folder's state cannot be understood, or if the folder has links.
---@param folder string
---@return tessera.study.Cluster|nil
function cluster.open(folder)
  local path = folder .. "/state.json"
  local text = read(path)
  if not text then
    return nil
  end
  refuse_links(folder)
  local state = values.table(text)
  if not state or state.format ~= FORMAT then
    fail("%s: this is no state of a study that this version of Tessera has submitted", path)
  end
  local wrong = wrong_field(state)
  if wrong then
    fail("%s: '%s' is missing or wrong", path, wrong)
  end
  return setmetatable({ folder = folder, state = state }, Cluster)
end

-- ---- what is finished ----

-- How many points a slice has.
local function size(state, slice)
  return (state.points - slice) // state.slices + 1
end

-- Whether a file has nothing in it, or is not there. A task makes an empty one first.
local function is_empty(path)
  local file <close> = io.open(path, "rb")
  return not file or file:seek "end" == 0
end

-- How many rows a file has, and how many of them are done; or why that is not known.
local function count(path, state)
  if is_empty(path) then
    return 0, 0
  end
  local fine, file = pcall(results.open, path)
  if not fine then
    return 0, 0, errors.message(file)
  end
  local counted, counts, all = pcall(file.counts, file)
  local hash = counted and file:get "hash"
  local difference = hash and external_players.difference(file:get "programs", state.programs)
  file:close()
  if not counted then
    return 0, 0, errors.message(counts)
  elseif hash and hash ~= state.hash then
    return 0, 0, path .. ": it holds results of another version of the study"
  elseif difference then
    return 0, 0, path .. ": it holds results that were made " .. difference
  end
  return all, counts.done or 0
end

---@class tessera.study.Slice
---@field number integer
---@field size integer how many points it has
---@field rows integer how many of them have a result
---@field done integer how many of these have not failed
---@field fault? string why its part cannot be read
---@field task? tessera.slurm.Task its task, while it waits or runs

---@class tessera.study.Progress
---@field slices tessera.study.Slice[]
---@field rows integer
---@field done integer
---@field merged integer how many results are in the merged file
---@field merged_done integer how many of these have not failed
---@field merged_fault? string why it cannot be read
---@field up_to_date boolean it has all that the parts have
---@field complete boolean it has a result of every point
---@field merges tessera.slurm.Task[] jobs that merge, while they wait or run
---@field active integer tasks that wait or run
---@field fault? string why it is not known which tasks there are

--- How far the study is.
---
--- Errors: a fault, if squeue does not tell which tasks there are.
---@param lenient? boolean then `fault` of the progress says why instead
---@return tessera.study.Progress
function Cluster:progress(lenient)
  local state = self.state
  local fine, tasks, merges = pcall(slurm.queue, state.job, state.job .. "-merge")
  if not fine and not lenient then
    error(tasks, 0)
  end
  local fault = not fine and errors.message(tasks) or nil
  tasks, merges = fine and tasks or {}, fine and merges or {}
  local progress = { slices = {}, rows = 0, done = 0, active = 0, merges = merges, fault = fault }
  for number = 1, state.slices do
    local rows, done, broken = count(self:part(number), state)
    progress.slices[number] = { number = number, size = size(state, number), rows = rows,
      done = done, fault = broken, task = tasks[number] }
    progress.rows, progress.done = progress.rows + rows, progress.done + done
    progress.active = progress.active + (tasks[number] and 1 or 0)
  end
  progress.merged, progress.merged_done, progress.merged_fault = count(state.output, state)
  progress.up_to_date = progress.merged >= progress.rows and progress.merged_done >= progress.done
  progress.complete = progress.merged >= state.points and progress.up_to_date
  return progress
end

-- ---- submitting ----

local array_script = [[
#!/bin/sh
# A task of the array: one slice of the study. Messages of its errors do not tell the folder.
cd %s || exit
slice=$(printf %%0%dd "${SLURM_ARRAY_TASK_ID:?}")
exec %s study %s --slice "$SLURM_ARRAY_TASK_ID/%d" \
  --output %s/parts/"$slice".sqlite --jobs "${SLURM_CPUS_PER_TASK:-1}"%s
]]

local merge_script = [[
#!/bin/sh
# Merges what the tasks of the array have finished.
cd %s/parts || exit
set -- ./*.sqlite
[ -e "$1" ] || { echo "no task has written results" >&2; exit 1; }
exec %s study merge %s "$@"
]]

-- Writes the scripts of the jobs.
function Cluster:write_scripts(options)
  local state, command = self.state, options.command
  local more = (options.retry and " --retry" or "") .. (options.trust and " --trust" or "")
    .. (options.wall and " --wall " .. options.wall or "")
  for _, player in ipairs(wording.sorted(options.programs or {})) do
    more = more .. " --program=" .. quote(player .. "=" .. options.programs[player])
  end
  for _, name in ipairs { "seconds", "wall", "memory", "output" } do
    local most = options.limits["max_" .. name]
    more = more .. (most and (" --max-%s %d"):format(name, most) or "")
  end
  local folder, name = state.file:match "^(.*/)(.*)$"
  write(self.folder .. "/array.sh", array_script:format(quote(folder),
    #("%d"):format(state.slices), command, quote((name:gsub("^%-", "./-"))), state.slices,
    quote(self.folder), more))
  write(self.folder .. "/merge.sh", merge_script:format(quote(self.folder), command,
    quote(state.output)))
end

-- Only one process at a time submits.
local function locked(folder, body)
  local lock = folder .. "/submitting"
  local _, fine = shell("mkdir --", lock)
  if not fine then
    fail("%s: another command is submitting jobs of this study (if none is, remove this folder)",
      lock)
  end
  local result = table.pack(pcall(body))
  shell("rmdir --", lock)
  if not result[1] then
    error(result[2], 0)
  end
  return table.unpack(result, 2, result.n)
end

-- Submits tasks for slices, and then the job that merges.
function Cluster:submit(slices, options, progress)
  local state = self.state
  self:write_scripts(options)
  local job = { script = self.folder .. "/array.sh", name = state.job, words = options.words,
    log = slurm.pattern(self.folder) .. "/logs/%A_%a.log" }
  local submission = { at = os.time(), slices = slurm.ranges(slices) }
  local after = {}
  if slices[1] then
    job.array = submission.slices .. (state.together and ("%%%d"):format(state.together) or "")
    submission.array = slurm.submit(job)
    after[1] = submission.array
  end
  state.submissions[#state.submissions + 1] = submission
  self:save()
  for _, merge in ipairs(progress and progress.merges or {}) do
    after[#after + 1] = merge.id -- two jobs must not merge at the same time
  end
  local fine, id = pcall(slurm.submit, { script = self.folder .. "/merge.sh",
    words = options.words, name = state.job .. "-merge", after = after[1] and after,
    log = slurm.pattern(self.folder) .. "/logs/merge-%j.log" })
  if not fine then
    fail("%sthe job that merges was not (--resume submits it later): %s", submission.array
      and ("job %s was submitted, but "):format(submission.array) or "", errors.message(id))
  end
  submission.merge = id
  self:save()
  return submission
end

-- A name of its own for the jobs, by which squeue finds them.
local function job_name(path)
  local random <close> = assert(io.open("/dev/urandom", "rb"))
  local name = path:match "([^/]*)%.lua$":gsub("[^%w_-]", "_"):sub(1, 40)
  return ("%s-%08x"):format(name, (string.unpack("I4", random:read(4))))
end

-- How many slices there will be.
local function slice_count(points, asked)
  local most = slurm.index_max()
  if asked and most and math.min(asked, points) > most then
    fail("--array %d: an array has at most %d tasks here (MaxArraySize is %d)", asked, most,
      most + 1)
  end
  return math.min(points, asked or math.min(slices_default, most or slices_default))
end

---@class tessera.study.ClusterOptions
---@field command string how the shell starts run.lua
---@field words string[] further words for sbatch
---@field array? integer how many slices there should be
---@field together? integer so many tasks run at the same time at most
---@field output string the absolute path of the merged file
---@field retry? boolean points that have failed are run again
---@field trust? boolean
---@field programs? table<string, string> commands of players that are programs, by their names
---@field limits table `max_seconds`, `max_wall`, `max_memory` and `max_output` of the command line

--- Submits a study for the first time.
---
--- Errors: a fault, if the folder has parts already, or if Slurm refuses the jobs.
---@param folder string an absolute path
---@param about { name: string, file: string, hash: string, points: integer }
---@param options tessera.study.ClusterOptions
---@return tessera.study.Cluster
---@return table submission
function cluster.new(folder, about, options)
  if about.points == 0 then
    fail "the study has no points: there is nothing to submit"
  end
  local slices = slice_count(about.points, options.array)
  refuse_links(folder)
  make_folder(folder .. "/parts")
  make_folder(folder .. "/logs")
  return locked(folder, function()
    local old = cluster.open(folder)
    if old then
      fail("%s: %s of %s were submitted here: --status tells how far they are, --resume submits"
        .. " what is missing (to begin anew, remove this folder)", folder,
        wording.count(old.state.slices, "slice"), old.state.file)
    end
    local _, _, fault = count(options.output, { hash = about.hash,
      programs = options.programs })
    if fault then
      fail("%s", fault)
    end
    local made = setmetatable({ folder = folder, state = { format = FORMAT, name = about.name,
      file = about.file, hash = about.hash, points = about.points, slices = slices,
      together = options.together, job = job_name(about.file), output = options.output,
      trust = options.trust, programs = options.programs, sbatch = options.words,
      submissions = {} } }, Cluster)
    local all = {}
    for number = 1, slices do
      all[number] = number
    end
    made:save() -- if this process is killed now, the jobs are found by their name
    local fine, submission = pcall(made.submit, made, all, options)
    if not made.state.submissions[1] then
      os.remove(folder .. "/state.json")
    end
    return made, fine and submission or error(submission, 0)
  end)
end

-- Words as the shell takes them, for a message.
local function shown_words(words)
  local quoted = {}
  for i, word in ipairs(words) do
    quoted[i] = word:find "^[%w_=:,./-]+$" and word or quote(word)
  end
  return table.concat(quoted, " ")
end

--- What the folder says of rights and programs, and the command line does not say, as an end of
--- "its slices were submitted ..." and what to do; nil if there is nothing.
---@param options { trust?: boolean, programs: table, words?: string[] } of the command line
---@return string|nil
function Cluster:differs(options)
  local state, same = self.state, ": give the same again, or remove this folder to begin anew"
  if (state.trust or false) ~= (options.trust or false) then
    return (state.trust and "with --trust, that is, without the sandbox" or "without --trust")
      .. same
  elseif state.sbatch[1] and not options.words then
    return ("with --sbatch \"%s\": give --sbatch again, as it is to be now (\"\" for none)")
      :format(shown_words(state.sbatch))
  end
  local difference = external_players.difference(state.programs, options.programs)
  return difference and difference .. same
end

--- Submits the slices that are missing and have no task, and a job that merges.
---
--- Errors: a fault, if Slurm refuses the jobs.
---@param options tessera.study.ClusterOptions
---@return table|nil submission nil if nothing is missing
---@return tessera.study.Progress before
function Cluster:resume(options)
  return locked(self.folder, function()
    local progress, missing = self:progress(), {}
    for number, slice in ipairs(progress.slices) do
      local finished = options.retry and slice.done or progress.complete and slice.size
        or slice.rows
      if finished < slice.size and not slice.task then
        missing[#missing + 1] = number
      end
    end
    self.state.sbatch = options.words
    local unmerged = not progress.up_to_date and not progress.merges[1] and progress.active == 0
    if missing[1] or unmerged then
      return self:submit(missing, options, progress), progress
    end
    return nil, progress
  end)
end

return cluster
