--- Starts the programs that a worker plays with. The worker stands behind the wall and starts
--- nothing: it asks the process around it, which starts those that the command line names, and
--- passes on what they are told and what they answer. A process that has none around it starts
--- them itself.

local broker = require "tessera.userfile.broker"
local errors = require "tessera.base.errors"
local process = require "tessera.process"
local external_program = require "tessera.study.external_program"

local external_starter = {}

local running_max = 64
local no_limit = 1 << 30

-- ---- the process around a worker ----

---@class tessera.study.Around what the process around a worker knows
---@field commands table<string, string> for sh, by the names of players
---@field running table<string, tessera.Program> by the names that the worker has for them
---@field count integer how many run
---@field started integer how many were ever started
---@field think_max number seconds

local requests = {}

local fail = errors.raise

function requests.start(around, name)
  local command = around.commands[name or ""]
  if not command then
    fail("the command line names no program %s", errors.shown(name))
  elseif around.count >= running_max then
    fail("more than %d programs run", running_max)
  end
  local fine, started = pcall(external_program.start, command)
  if not fine then
    fail("%s", started)
  end
  around.count, around.started = around.count + 1, around.started + 1
  local number = tostring(around.started)
  around.running[number] = started
  return number
end

local function find(around, number)
  return around.running[number or ""] or fail "no such program runs"
end

function requests.send(around, number, text)
  find(around, number):send(text or "")
end

function requests.hear(around, number, think)
  local line, reason, message = find(around, number):ask(math.min(tonumber(think),
    around.think_max))
  return broker.packed(line and { line } or { "", reason, message })
end

function requests.stop(around, number, orderly)
  local stopped = find(around, number)
  around.running[number], around.count = nil, around.count - 1
  stopped:stop(orderly == "true")
end

--- Goes on as a worker, in a process of its own, and starts programs for it; this process ends as
--- the worker does.
---
--- Errors: no process can be started.
---@param limits tessera.process.Limits of the worker
---@param parent? integer the process that has started this one
---@param commands table<string, string> for sh, by the names of players
function external_starter.fork(limits, parent, commands)
  local around = { commands = commands, running = {}, count = 0, started = 0,
    think_max = limits.max_wall }
  local around_limits = { max_seconds = no_limit, max_wall = no_limit, max_output = no_limit,
    max_memory = limits.max_memory, channel = limits.channel }
  process.limit(around_limits, parent) -- closes files: before luv opens some
  pcall(require, "luv")
  -- What a worker asks counts as its output.
  local own = setmetatable({ max_output = no_limit }, { __index = limits })
  local how, number = process.fork(own, broker.answers(around, requests))
  if how then
    for _, left in pairs(around.running) do
      left:stop(false)
    end
    if how == "signal" then
      process.die(number)
    end
    os.exit(number)
  end
end

-- ---- the worker ----

local function ask(name, ...)
  local done, answer = process.ask(name, broker.packed { ... })
  return done and answer or error(answer, 0)
end

---@class tessera.study.Remote a program that the process around this one has started
---@field number string
local Remote = {}
Remote.__index = Remote

function Remote:send(text)
  ask("send", self.number, text)
end

function Remote:ask(think)
  local line, reason, message = table.unpack(broker.unpacked(ask("hear", self.number, think)))
  if reason then
    return nil, reason, message
  end
  return line
end

function Remote:stop(orderly)
  ask("stop", self.number, orderly)
end

--- Starts the program of a player.
---
--- Errors: it cannot be started.
---@param name string
---@param commands table<string, string> for sh, by the names of players
---@return tessera.Program|tessera.study.Remote
function external_starter.start(name, commands)
  if process.has_parent() then
    return setmetatable({ number = ask("start", name) }, Remote)
  end
  return external_program.start(commands[name])
end

return external_starter
