--- Talks to Slurm through its client programs: sbatch, squeue, scontrol.

local errors = require "tessera.base.errors"
local files = require "tessera.base.files"

local slurm = {}

local fail = errors.raise

-- Reads a quoted part of a word; returns its text and the place behind it.
local function quoted(text, from, quote)
  local parts, at = {}, from + 1
  while at <= #text do
    local c = text:sub(at, at)
    if c == quote then
      return table.concat(parts), at + 1
    elseif c == "\\" and quote == '"' and text:find('^["\\$`]', at + 1) then
      at = at + 1
      c = text:sub(at, at)
    end
    parts[#parts + 1], at = c, at + 1
  end
  return nil
end

--- The words of a text, split as a shell does it: quotes and backslashes, but no variables.
---@param text string
---@return string[]|nil words
---@return string|nil why there are none
function slurm.words(text)
  local words, word, at = {}, nil, 1
  if text:find "%c" then
    return nil, "it has a control character"
  end
  while at <= #text do
    local c = text:sub(at, at)
    if c == " " then
      words[#words + 1], word, at = word, nil, at + 1
    elseif c == "'" or c == '"' then
      local part, behind = quoted(text, at, c)
      if not part then
        return nil, ("the quote %s at character %d is not closed"):format(c, at)
      end
      word, at = (word or "") .. part, behind
    elseif c == "\\" then
      if at == #text then
        return nil, "nothing follows the last \\"
      end
      word, at = (word or "") .. text:sub(at + 1, at + 1), at + 2
    else
      word, at = (word or "") .. c, at + 1
    end
  end
  words[#words + 1] = word
  return words
end

--- Numbers as sbatch writes them: { 1, 2, 3, 7 } is "1-3,7".
---@param numbers integer[] ascending
---@return string
function slurm.ranges(numbers)
  local parts, i = {}, 1
  while i <= #numbers do
    local last = i
    while numbers[last + 1] == numbers[last] + 1 do
      last = last + 1
    end
    parts[#parts + 1] = last == i and ("%d"):format(numbers[i])
      or ("%d-%d"):format(numbers[i], numbers[last])
    i = last + 1
  end
  return table.concat(parts, ",")
end

--- A path as an option such as --output takes it, where % is special.
---@param path string
---@return string
function slurm.pattern(path)
  return (path:gsub("%%", "%%%%"))
end

--- Makes sure that a program of Slurm is installed.
---
--- Errors: a fault, if it is not.
---@param program string
function slurm.need(program)
  if not os.execute(("command -v %s >/dev/null 2>&1"):format(program)) then
    fail("%s is not here: Slurm's client tools are needed, on Debian slurm-client", program)
  end
end

-- A user may have chosen which jobs squeue shows, and then others would be taken for missing.
local unset = "unset $(env | sed -n 's/^\\(SQUEUE_[A-Z_]*\\)=.*/\\1/p'); "

-- Runs a program; returns its lines, also of what it says to stderr, and whether it succeeded.
local function start(program, words)
  local quoted_words = { program }
  for _, word in ipairs(words) do
    quoted_words[#quoted_words + 1] = files.quoted(word)
  end
  local pipe = assert(io.popen(unset .. table.concat(quoted_words, " ") .. " 2>&1 </dev/null"))
  local lines = {}
  for line in pipe:lines() do
    lines[#lines + 1] = line
  end
  return lines, pipe:close() == true
end

-- What a program has said, in one line without its name at every start.
local function said(program, lines)
  local parts = {}
  for _, line in ipairs(lines) do
    line = line:gsub("^" .. program .. ": ", ""):gsub("^error: ", ""):gsub("^fatal: ", "")
    if line:find "%S" and not line:find "^Try " then
      parts[#parts + 1] = line
    end
  end
  return #parts > 0 and table.concat(parts, "; ") or "it says nothing"
end

---@class tessera.slurm.Job
---@field script string the path of a batch script
---@field name string
---@field log string the pattern of its log file
---@field array? string such as "1-20,23%5"
---@field after? string[] the job begins when these jobs have ended, in whatever way
---@field words string[] further words for sbatch; those above prevail

--- Submits a job.
---
--- Errors: a fault, if there is no sbatch, or if it refuses the job.
---@param job tessera.slurm.Job
---@return string id
function slurm.submit(job)
  slurm.need "sbatch"
  local words = table.move(job.words, 1, #job.words, 1, {})
  for _, word in ipairs { "--parsable", "--job-name=" .. job.name, "--open-mode=append",
    "--output=" .. job.log, "--error=" .. job.log } do
    words[#words + 1] = word
  end
  if job.array then
    words[#words + 1] = "--array=" .. job.array
  end
  if job.after then
    words[#words + 1] = "--dependency=afterany:" .. table.concat(job.after, ":")
  end
  words[#words + 1] = job.script
  local lines, fine = start("sbatch", words)
  if not fine then
    fail("sbatch refuses: %s", said("sbatch", lines))
  end
  for i = #lines, 1, -1 do
    local id = lines[i]:match "^(%d+)$" or lines[i]:match "^(%d+);[%w._-]+$"
    if id then
      return id
    end
  end
  return fail("sbatch gives no number of a job: %s", said("sbatch", lines))
end

---@class tessera.slurm.Task
---@field id string the job that it belongs to
---@field state string as squeue tells it, such as "PENDING" or "RUNNING"
---@field node string where it runs; "" while it waits
---@field reason string why it waits; "" if it does not, or if Slurm has not looked yet

--- The jobs of these names that are not over, on all clusters that the user has chosen
--- (SLURM_CLUSTERS).
---
--- Errors: a fault, if there is no squeue, or if it fails.
---@param array string the name of arrays
---@param single string the name of jobs that are no arrays
---@return table<integer, tessera.slurm.Task> tasks of the arrays, by their index
---@return tessera.slurm.Task[] singles
function slurm.queue(array, single)
  slurm.need "squeue"
  local lines, fine = start("squeue", { "--noheader", "--array",
    "--name=" .. array .. "," .. single, "--format=%F|%K|%j|%T|%N|%r" })
  if not fine then
    fail("squeue fails: %s", said("squeue", lines))
  end
  local tasks, singles = {}, {}
  for _, line in ipairs(lines) do
    local id, index, name, state, node, reason =
      line:match "^%s*(%d+)|([^|]*)|([^|]*)|([^|]*)|([^|]*)|(.*)$"
    local task = id and { id = id, state = state, node = node,
      reason = reason ~= "None" and reason or "" }
    if task and name == array and index:find "^%d+$" and #index < 10 then
      tasks[math.tointeger(tonumber(index))] = task
    elseif task and name == single then
      singles[#singles + 1] = task
    end
  end
  return tasks, singles
end

--- The greatest index that a task of an array may have; nil if Slurm does not tell.
---@return integer|nil
function slurm.index_max()
  for _, line in ipairs((start("scontrol", { "show", "config" }))) do
    local size = line:match "^MaxArraySize%s*=%s*(%d+)"
    if size then
      return math.tointeger(tonumber(size)) - 1
    end
  end
  return nil
end

--- Whether the options of sbatch say nothing that is decided here.
---@param words string[]
---@return string|nil why not
function slurm.fault(words)
  local ours = { ["--array"] = "--array of this command", ["-a"] = "--array of this command",
    ["--wrap"] = "the job is the study's", ["--parsable"] = "it is given already",
    ["--job-name"] = "tasks are found by it", ["-J"] = "tasks are found by it",
    ["--output"] = "the logs lie beside the parts", ["-o"] = "the logs lie beside the parts",
    ["--error"] = "the logs lie beside the parts", ["-e"] = "the logs lie beside the parts",
    ["--wait"] = "--status tells the end", ["-W"] = "--status tells the end",
    ["--clusters"] = "set SLURM_CLUSTERS", ["-M"] = "set SLURM_CLUSTERS" }
  if words[1] and not words[1]:find "^%-" then
    return ("%s is no option"):format(errors.shown(words[1]))
  end
  for _, word in ipairs(words) do
    local name = word:match "^(%-%-[%w-]+)" or word:match "^%-%a"
    if ours[name] then
      return ("%s cannot be given: %s"):format(name, ours[name])
    end
  end
end

return slurm
