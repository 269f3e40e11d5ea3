--- A pool of workers: processes that run points. luv starts them and hears from them; its callbacks
--- only put events into a list, so an error goes its usual way. What a worker says is read by
--- `tessera.study.protocol`; one that says anything else is killed.

local console = require "tessera.base.console"
local errors = require "tessera.base.errors"
local protocol = require "tessera.study.protocol"
local wording = require "tessera.base.wording"

local pool = {}

-- How a worker may end at a limit, by the signal: the status of its point, and the message.
local signals = {
  sigprof = { "time", "stopped after %d s of CPU time", "seconds" },
  sigalrm = { "time", "stopped after %d s on the clock", "wall" },
  sigxfsz = { "error", "stopped because it printed too much" },
}
local numbers = { [14] = "sigalrm", [25] = "sigxfsz", [27] = "sigprof" }
local MEMORY, REFUSED = 3, 4 -- exit status
local said_max = 4096 -- bytes that a worker has written to stderr
local queue_max = 64
local strays_max = 20
local ahead = 0.02 -- seconds of work that wait in the queue of a worker
local grace = 5 -- seconds for which a worker may go on behind its limit on the clock

---@class tessera.study.Row a line of results
---@field number integer
---@field status string done error time memory crash refused
---@field seconds number of CPU time
---@field key string
---@field point string JSON
---@field result? string JSON, if it is done
---@field message? string if it is not

---@class tessera.study.PoolOptions
---@field jobs integer
---@field command string the program of the workers
---@field args string[]
---@field limits tessera.study.Limits
---@field expected table what the answers are checked by: `about`, `parameters` and `all` of
---tessera.study.Expected
---@field on_row fun(row: tessera.study.Row)
---@field on_print fun(number: integer, text: string)
---@field on_key? fun(number: integer, key: string)
---@field on_ready? fun(digest: string) of the points, as a worker has them
---@field on_begin? fun(number: integer, key: string) a worker begins with a point
---@field take fun(): integer|nil the number of the next point; nil: there is none left

---@class tessera.study.Pool
---@field about? tessera.study.About what a worker has said of the study
---@field again integer[] points that must be tried again, each in a fresh process
---@field back integer[] points whose worker ended before it came to them; the next one is the last
local Pool = {}
Pool.__index = Pool

local function push(self, kind, worker, ...)
  self.events[#self.events + 1] = { kind, worker, ... }
end

--- Makes a pool without workers. `luv` must be installed.
---@param options tessera.study.PoolOptions
---@return tessera.study.Pool
function pool.new(options)
  local uv = require "luv"
  local self = setmetatable({ uv = uv, events = {}, workers = {}, again = {},
    back = {}, finished = 0, spent = 0, strays = 0 }, Pool)
  for name, value in pairs(options) do
    self[name] = value
  end
  self.broken_pipe = uv.new_signal() -- a worker may have ended while it is written to
  uv.signal_start(self.broken_pipe, "sigpipe", function() end)
  uv.unref(self.broken_pipe)
  self.clock = uv.new_timer()
  uv.timer_start(self.clock, 1000, 1000, function()
    push(self, "tick", nil)
  end)
  uv.unref(self.clock)
  return self
end

-- ---- a worker ----

-- Starts a worker.
local function start(self)
  local uv = self.uv
  local worker = { channel = uv.new_pipe(false), errors = uv.new_pipe(false), queue = {}, head = 1,
    served = 0, said = "", ticks = 0 }
  local secret = protocol.secret()
  worker.answers = protocol.answers { secret = secret, about = self.expected.about,
    parameters = self.expected.parameters, all = self.expected.all, next = function()
      return worker.queue[worker.head]
    end }
  local handle, pid = uv.spawn(self.command, { args = self.args, detached = true, hide = true,
    stdio = { nil, nil, worker.errors, worker.channel } }, function(code, signal)
    push(self, "exit", worker, code, signal)
  end)
  if not handle then
    errors.raise("a process cannot be started: %s", pid)
  end
  worker.handle, worker.pid = handle, pid
  worker.channel:write(secret .. "\n")
  uv.read_start(worker.channel, function(_, data)
    push(self, "output", worker, data or false)
  end)
  uv.read_start(worker.errors, function(_, data)
    worker.said = (worker.said .. (data or "")):sub(-said_max)
  end)
  self.workers[worker] = true
  return worker
end

local function size(worker)
  return #worker.queue - worker.head + 1
end

local function give(worker, number)
  worker.ticks = size(worker) == 0 and worker.ready and 0 or worker.ticks
  worker.queue[#worker.queue + 1] = number
  worker.channel:write(number .. "\n")
end

-- How many points a worker should have, the one that runs included.
local function depth(self)
  local each = self.finished > 0 and self.spent / self.finished or 1
  return math.max(2, math.min(queue_max, math.ceil(ahead / math.max(each, 1e-6))))
end

-- The next point of all those that anybody may run.
local function next_number(self)
  local number = table.remove(self.back)
  if not number and not self.dry then
    number = self.take()
    self.dry = number == nil
  end
  return number
end

-- Gives points to a worker. A fresh one gets a single point: first of all one that must be tried
-- again alone.
local function fill(self, worker)
  local fresh = worker.served == 0
  if worker.ended or worker.retired then
    return
  end
  if fresh and size(worker) == 0 and self.again[1] then
    give(worker, table.remove(self.again, 1))
  end
  while size(worker) < (fresh and 1 or depth(self)) do
    local number = next_number(self)
    if not number then
      return
    end
    give(worker, number)
  end
end

-- ---- what a worker says ----

local heard = {}

function heard.row(self, worker, number, status, seconds, text)
  worker.ticks = 0
  worker.head, worker.served = worker.head + 1, worker.served + 1
  worker.retired = status == "memory"
  if worker.retired and worker.served > 1 then
    self.again[#self.again + 1] = number -- earlier points may have left something behind
    return
  end
  self.finished, self.spent = self.finished + 1, self.spent + seconds
  self.on_row { number = number, status = status, seconds = seconds, key = worker.key,
    point = worker.point, result = status == "done" and text or nil,
    message = status ~= "done" and text or nil }
  worker.key, worker.point, worker.note = nil, nil, nil
end

function heard.begin(self, worker, number, key, point)
  worker.key, worker.point = key, point
  self.on_begin(number, key)
end

function heard.ready(self, worker, digest)
  worker.ready, worker.ticks = true, 0
  self.on_ready(digest)
end

function heard.about(self, _, about)
  self.about = about
end

function heard.key(self, worker, number, key)
  worker.ticks = 0 -- there may be so many that this process is the slow one
  self.on_key(number, key)
end

function heard.print(self, _, number, text)
  self.on_print(number, text)
end

function heard.note(_, worker, _, text)
  worker.note = text
end

-- ---- how a worker ends ----

-- The last line that is no part of a traceback, without the name of the command.
local function last_line(text)
  local last
  for line in text:gmatch "[^\n]+" do
    last = line:find "^[^%s]" and line ~= "stack traceback:" and line or last
  end
  local name = console.name .. ": "
  return last and wording.line(last:sub(1, #name) == name and last:sub(#name + 1) or last)
end

-- The status and the message for the point at which a worker has ended.
local function verdict(self, worker)
  local limit = signals[numbers[worker.signal] or ""]
  local said = last_line(worker.said)
  if worker.late then
    return "time", signals.sigalrm[2]:format(self.limits.wall)
  elseif worker.answers.fault then
    return "crash", ("stopped: its process has answered with %s"):format(worker.answers.fault)
  elseif limit then
    return limit[1], limit[2]:format(limit[3] and self.limits[limit[3]])
  elseif worker.signal ~= 0 then
    return "crash", ("crashed (signal %d)"):format(worker.signal)
  elseif worker.code == MEMORY or said and said:find "not enough memory" then
    return "memory", ("stopped at %d MB of memory"):format(self.limits.memory)
  elseif worker.code == REFUSED then
    return "refused", said or "refused to a script"
  end
  return "crash", ("ended with status %d%s"):format(worker.code, said and ": " .. said or "")
end

-- The point at which a worker has ended gets a row, unless it is to be tried again alone.
local function blame(self, worker)
  local number, status, message = worker.queue[worker.head], verdict(self, worker)
  worker.head = worker.head + 1
  if worker.served > 0 and status ~= "time" and status ~= "refused" then
    self.again[#self.again + 1] = number
    return
  end
  self.finished = self.finished + 1
  local seconds = worker.signal == 27 and self.limits.seconds or 0
  self.on_row { number = number, status = status, seconds = seconds, key = worker.key,
    point = worker.point, message = message .. (worker.note and ": " .. worker.note or "") }
end

-- A worker has ended; the points that it has not begun go to others.
local function bury(self, worker)
  self.workers[worker] = nil
  for _, handle in ipairs { worker.channel, worker.errors, worker.handle } do
    if not handle:is_closing() then
      handle:close()
    end
  end
  if self.stopped then
    return
  elseif not worker.ready and not self.about then
    local _, message = verdict(self, worker)
    errors.raise("%s", not worker.answers.fault and last_line(worker.said) or message)
  elseif size(worker) > 0 and not worker.retired and worker.key then
    blame(self, worker)
  elseif size(worker) > 0 and not worker.retired then
    self.strays = self.strays + 1 -- it ended between two points: no point is to blame
    if self.strays > strays_max then
      local _, message = verdict(self, worker)
      errors.raise("processes end before their points begin: %s", message)
    end
  end
  for i = #worker.queue, worker.head, -1 do
    self.back[#self.back + 1] = worker.queue[i]
  end
end

local handlers = {}

-- Workers have clocks of their own. One whose clock no longer runs, by a fault that a file makes
-- use of, is killed.
function handlers.tick(self)
  for worker in pairs(self.workers) do
    local works = not worker.ready or size(worker) > 0
    worker.ticks = worker.ticks + (works and 1 or 0)
    if worker.ticks > self.limits.wall + grace and not worker.late then
      worker.late = true
      pcall(self.uv.kill, -worker.pid, "sigkill")
    end
  end
end

function handlers.output(self, worker, data)
  if data and not worker.silent then
    local fault = worker.answers:take(data, function(kind, ...)
      heard[kind](self, worker, ...)
    end)
    if fault then
      self.uv.read_stop(worker.channel)
      pcall(self.uv.kill, -worker.pid, "sigkill")
    end
    worker.silent = fault ~= nil
  else
    worker.silent = true
  end
end

function handlers.exit(self, worker, code, signal)
  worker.code, worker.signal = code, signal
  pcall(self.uv.kill, -worker.pid, "sigkill") -- what it has started
end

-- ---- the loop ----

local function count(workers)
  local number = 0
  for _ in pairs(workers) do
    number = number + 1
  end
  return number
end

-- Starts the workers that are missing, and gives points to all.
local function supply(self)
  for worker in pairs(self.workers) do
    fill(self, worker)
  end
  local running = count(self.workers)
  while running < self.jobs and (self.again[1] or self.back[1] or not self.dry) do
    local worker = start(self)
    fill(self, worker)
    running = running + 1
    if size(worker) == 0 then
      self.uv.shutdown(worker.channel)
      worker.ended = true
      return
    end
  end
end

-- Lets the idle workers end.
local function dismiss(self)
  for worker in pairs(self.workers) do
    if size(worker) == 0 and not worker.ended then
      worker.ended = true
      self.uv.shutdown(worker.channel)
    end
  end
end

--- Handles what has happened, and waits for it if nothing has. False when all points are done.
---
--- Errors: a worker cannot be started, or ends before it has loaded the file.
---@return boolean
function Pool:step()
  if not self.stopped then
    supply(self)
  end
  if self.dry and not self.again[1] and not self.back[1] then
    dismiss(self)
  end
  if not next(self.workers) then
    return false
  elseif not self.events[1] then
    self.uv.run "once"
  end
  local events = self.events
  self.events = {}
  for _, event in ipairs(events) do
    local worker = event[2]
    handlers[event[1]](self, table.unpack(event, 2))
    if worker and worker.silent and worker.code and self.workers[worker] then
      bury(self, worker)
    end
  end
  return true
end

--- Ends what is left of the workers at once. What they were running has no rows.
function Pool:stop()
  self.stopped = true
  for worker in pairs(self.workers) do
    pcall(self.uv.kill, -worker.pid, "sigkill")
  end
  if not self.broken_pipe:is_closing() then
    self.broken_pipe:close()
    self.clock:close()
    self.uv.run "nowait"
  end
end

return pool
