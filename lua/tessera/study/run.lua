--- `run.lua study FILE.lua`: runs the points of a study that have no row yet.
---
--- **Rows are written in one transaction, at most ten times a second;** a row is there, or it is
--- not. A second run of the same file begins at another place and looks at what is there; the first
--- row of a point stays, unless it failed and the other one is done.
---
--- **Rights and limits come from the command line.** What a study's file, the folder of its jobs or
--- a file of results says of them is compared, and a difference is an error. SQLite is loaded by
--- this room alone, when it is needed.

local console = require "tessera.base.console"
local errors = require "tessera.base.errors"
local export = require "tessera.study.export"
local file = require "tessera.userfile.file"
local forfeits = require "tessera.study.forfeits"
local optional = require "tessera.userfile.optional"
local output = require "tessera.base.output"
local pool = require "tessera.study.pool"
local process = require "tessera.process"
local process_limits = require "tessera.userfile.process_limits"
local external_players = require "tessera.study.external_players"
local progress = require "tessera.study.progress"
local results = require "tessera.study.results"
local todo = require "tessera.study.todo"
local values = require "tessera.base.values"
local version = require "tessera.base.version"
local wording = require "tessera.base.wording"

local run = {}

---@class tessera.study.Options
---@field jobs? integer
---@field output? string
---@field slice? { index: integer, count: integer }
---@field again? boolean
---@field retry? boolean
---@field keep? boolean
---@field trust? boolean
---@field wall? "on"|"required"|"off"
---@field programs? table<string, string> commands of players that are programs, by their names
---@field csv? string
---@field jsonl? string
---@field max_seconds? integer of CPU time for a point
---@field max_wall? integer seconds on the clock for a point
---@field max_memory? integer megabytes for a point
---@field max_output? integer megabytes of rows and of printed lines, of all points together

local first_limits = { seconds = 120, wall = 600, memory = 1024 } -- for reading what the study is
local row_bytes = 64 -- that a row takes beside its texts
local tick = 100 -- milliseconds
local shown_failures = 5

local function uv()
  return optional.need("luv", "studies need luv: install lua-luv")
end

-- ---- limits ----

-- The limits of a process: these, unless the command line allows less.
local function bounded(limits, options)
  local bounds, most = process_limits.of(options), {}
  for _, name in ipairs { "seconds", "wall", "memory" } do
    most[name] = math.min(limits[name], bounds["max_" .. name])
  end
  return most
end

--- The limits of the study's points.
---
--- Errors: it asks for more than the command line allows. Less would give other results: a point
--- that reaches a limit has a row that says so.
---@param path string
---@param about tessera.study.About
---@param options tessera.study.Options
---@return tessera.study.Limits
function run.limits(path, about, options)
  local bounds = process_limits.of(options)
  for _, name in ipairs { "seconds", "memory" } do
    local most = bounds["max_" .. name]
    if about[name .. "_given"] and about[name] > most then
      errors.raise("%s: the study wants %d %s for a point, and --max-%s allows %d: give"
        .. " --max-%s %d, or lower its `%s`", path, about[name],
        name == "seconds" and "s of CPU time" or "MB of memory", name, most, name, about[name],
        name)
    end
  end
  return bounded({ seconds = about.seconds, wall = 10 * about.seconds + 60,
    memory = about.memory }, options)
end

-- Counts the bytes of what a study writes and prints: a function that takes some more of them, and
-- says whether that was possible.
local function meter(options)
  local left = process_limits.of(options).max_output << 20
  return function(bytes)
    left = left - bytes
    return left >= 0
  end
end

local function die_full(path, options, more)
  console.die("study", ("%s: stopped at %d MB of output (--max-output)%s"):format(path,
    process_limits.of(options).max_output, more or ""), 3)
end

-- ---- what the study is ----

local function words(path, limits, options)
  local args = { console.script, "study", "--worker", "--seconds", tostring(limits.seconds),
    "--clock", tostring(limits.wall), "--memory", tostring(limits.memory),
    "--parent", tostring(uv().os_getpid()) }
  args[#args + 1] = options.trust and "--trust" or nil
  args[#args + 1] = options.wall and "--wall=" .. options.wall or nil
  args[#args + 1] = options.about and "--about" or nil
  args[#args + 1] = options.on_key and "--keys" or nil
  for _, name in ipairs(wording.sorted(options.programs or {})) do
    args[#args + 1] = ("--program=%s=%s"):format(name, options.programs[name])
  end
  args[#args + 1] = "--"
  args[#args + 1] = path
  return args
end

local function on_print(number, text)
  output.error(number > 0 and ("point %d: "):format(number) or "", wording.line(text), "\n")
end

local function nothing()
  return nil
end

--- What a study's file says of it.
---
--- Errors: the file cannot be loaded, or returns no study.
---@param path string
---@param options tessera.study.Options
---@param on_key? fun(number: integer, key: string) called for each point
---@return tessera.study.About
---@return string text of the file
function run.about(path, options, on_key)
  local text, limits = file.read(path), bounded(first_limits, options)
  optional.need("dkjson", "studies need dkjson: install lua-dkjson")
  local hashes, fits, workers = {}, meter(options), nil
  workers = pool.new { jobs = 1, command = uv().exepath(), limits = limits,
    expected = { about = true }, take = nothing, on_row = nothing,
    args = words(path, limits, { about = true, trust = options.trust, wall = options.wall,
      on_key = on_key,
      programs = options.programs }),
    on_print = function(number, said)
      if not fits(#said) then
        workers:stop()
        die_full(path, options)
      end
      on_print(number, said)
    end,
    on_key = function(number, key)
      hashes[number] = values.hash(key)
      if on_key then
        on_key(number, key)
      end
    end }
  while workers:step() do end
  workers:stop()
  local about = workers.about
  about.hashes = about.digest == "" and hashes or nil
  return about, text
end

-- A worker must have the points that the first process had.
local function check_points(same, about)
  if not same then
    errors.raise("%s: its points are others in every process (os.time, os.clock and the order of"
      .. " `pairs` differ from one to the next)", about.name)
  end
end

-- ---- where the results are ----

--- The file of the results: beside the study.
---@param path string
---@param options tessera.study.Options
---@return string
function run.output(path, options)
  local slice = options.slice
  return options.output or path:gsub("%.lua$", "") .. (slice and (".%dof%d"):format(slice.index,
    slice.count) or "") .. ".sqlite"
end

-- How results differ from those that this study would have.
local function change_of(kept, entries)
  return kept:get "hash" ~= entries.hash and "before the study's file has changed"
    or external_players.difference(kept:get "programs", entries.programs)
end

-- Begins a study in a file of results, or makes sure that they are of this study as it is now.
local function settle(kept, entries, keys, options)
  local hash, name = kept:get "hash", kept:get "name"
  local change = change_of(kept, entries)
  if not hash or options.again then
    kept:begin(entries)
  elseif hash ~= entries.hash and name ~= entries.name then
    errors.raise("%s: these are the results of another study, %s; --again drops them, "
      .. "--output FILE.sqlite keeps them", kept.path, errors.shown(name))
  elseif change and not keys then
    errors.raise("%s: these results were made %s; --again drops them, --keep takes them as"
      .. " they are, --output FILE.sqlite begins another file", kept.path, change)
  elseif change then
    kept:adapt(entries, keys)
  end
  if options.retry then
    kept:drop_failed()
  end
end

-- Opens the results of a study, and says what they are of.
local function open(path, about, text, options)
  local kept, keys = results.make(run.output(path, options)), nil
  local entries = { name = about.name, file = path:match "[^/]*$", text = text, hash = about.hash,
    version = version, created = os.time(), points = about.points, seconds = about.seconds,
    parameters = about.parameters, report = about.report, memory = about.memory,
    programs = next(options.programs or {}) and options.programs }
  if options.keep and change_of(kept, entries) then
    keys = {}
    run.about(path, options, function(number, key)
      keys[number] = key
    end)
  end
  kept:transaction(function()
    settle(kept, entries, keys, options)
  end)
  return kept
end

-- ---- running ----

local function machine(options)
  local luv = uv()
  local system, cores = luv.os_uname(), #luv.cpu_info()
  return { uid = ("%s:%d:%d"):format(luv.os_gethostname(), luv.os_getpid(), luv.hrtime()),
    host = luv.os_gethostname(), cores = cores, version = version,
    system = ("%s %s %s"):format(system.sysname, system.release, system.machine),
    jobs = options.jobs or luv.available_parallelism and luv.available_parallelism() or cores,
    slice = options.slice and ("%d/%d"):format(options.slice.index, options.slice.count) or nil }
end

---@class tessera.study.Run
local Run = {}
Run.__index = Run

local function now()
  return uv().hrtime() / 1e9
end

-- Writes what has come, unless it did so just now: a slow disk must not hold up the workers.
function Run:write(all)
  local time = now()
  if self.kept.pending[1] and (all or time >= self.write_at) then
    local fine, written = pcall(self.kept.write, self.kept)
    if not fine then
      errors.raise("%s; what was written is kept: the same command goes on",
        errors.message(written))
    elseif not written then
      errors.raise("%s: another run has begun this study anew (--again)", self.kept.path)
    end
    self.todo:refresh()
    local end_time = now()
    self.write_at = end_time + math.max(tick / 1000, 5 * (end_time - time))
  end
end

function Run:show()
  local bar = self.progress
  bar.done, bar.failed = self.todo.done, self.todo.failed
  bar:show(now())
end

-- Calls `on_signal(number)` when the process is asked to end.
local function listen(on_signal)
  local luv, handles = uv(), {}
  for name, number in pairs { sigint = 2, sigterm = 15, sighup = 1 } do
    local handle = luv.new_signal()
    luv.signal_start(handle, name, function()
      on_signal(number)
    end)
    handles[#handles + 1] = handle
  end
  local timer = luv.new_timer()
  luv.timer_start(timer, tick, tick, function() end)
  handles[#handles + 1] = timer
  return function()
    for _, handle in ipairs(handles) do
      handle:close()
    end
    luv.run "nowait"
  end
end

-- Runs all points that are to do. The number of the signal that has ended it, or nil.
local function work(self)
  local signal
  local deaf = listen(function(number)
    signal = number
  end)
  local fine, err = pcall(function()
    while self.workers:step() do
      if (signal or self.full) and not self.workers.stopped then
        self.workers:stop()
      end
      self:write(false)
      self:show()
    end
    self:write(true)
  end)
  self.workers:stop()
  self.progress:hide()
  deaf()
  if not fine then
    error(err, 0)
  end
  return signal
end

-- ---- what has come of it ----

-- "9000 points: 8990 done, 10 failed (7 error, 3 time)".
local function summary(kept, points)
  local counts, all = kept:counts()
  local done = counts.done or 0
  local parts, kinds = { ("%s: %d done"):format(wording.count(points, "point"), done) }, {}
  for _, status in ipairs(wording.sorted(counts)) do
    kinds[#kinds + 1] = status ~= "done" and ("%d %s"):format(counts[status], status) or nil
  end
  if all > done then
    parts[#parts + 1] = ("%d failed (%s)"):format(all - done, table.concat(kinds, ", "))
  end
  if points > all then
    parts[#parts + 1] = ("%d missing"):format(points - all)
  end
  return table.concat(parts, ", ")
end

--- Prints how far a study is, the first failures, and the games that players have forfeited.
---@param kept tessera.study.Results
---@return boolean complete
function run.summary(kept)
  local points = kept:get "points"
  output.write(wording.line(kept:get "name"), "\n", summary(kept, points), "\n")
  for row in kept:query("SELECT number, key, status, message FROM points WHERE status <> 'done'"
    .. " ORDER BY number LIMIT ?", shown_failures) do
    output.write(wording.line(("  point %d (%s): %s: %s"):format(row.number, row.key, row.status,
      row.message)), "\n")
  end
  local counts, all = kept:counts()
  local more = all - (counts.done or 0) - shown_failures
  if more > 0 then
    output.write("  and ", more, " more\n")
  end
  forfeits.say(kept)
  output.write("results: ", wording.line(kept.path), "\n")
  return all == points
end

--- Runs a study.
---@param path string
---@param options tessera.study.Options
---@return integer status
function run.file(path, options)
  local about, text = run.about(path, options)
  local limits = run.limits(path, about, options)
  about.seconds, about.memory = limits.seconds, limits.memory
  local kept = open(path, about, text, options)
  local left = todo.new(kept, about.points, options.slice)
  local here = machine(options)
  local self = setmetatable({ kept = kept, todo = left, write_at = 0 }, Run)
  local fits = meter(options)
  self.progress = progress.new(now(), left.count, left.done)
  self.workers = pool.new { jobs = here.jobs, command = uv().exepath(), limits = limits,
    args = words(path, limits, options),
    expected = { parameters = about.parameters, all = about.digest ~= "" },
    take = function() return left:take() end,
    on_row = function(row)
      self.full = self.full
        or not fits(#row.key + #row.point + #(row.result or row.message) + row_bytes)
      if not self.full then
        kept:add(row)
      end
    end,
    on_ready = function(digest)
      check_points(digest == about.digest, about)
    end,
    on_begin = function(number, key)
      check_points(not about.hashes or about.hashes[number] == values.hash(key), about)
    end,
    on_print = function(number, said)
      self.full = self.full or not fits(#said)
      if not self.full then
        self.progress:hide()
        on_print(number, said)
      end
    end }
  kept:start(here)
  left:share(here.host)
  local signal = work(self)
  kept:finish()
  kept:view()
  if self.full then
    die_full(path, options, ("; %s; the same command goes on"):format(summary(kept, about.points)))
  elseif signal then
    console.say("study", summary(kept, about.points) .. "; the same command goes on")
    process.die(signal)
  end
  export.write(kept, options)
  run.summary(kept)
  return 0
end

return run
