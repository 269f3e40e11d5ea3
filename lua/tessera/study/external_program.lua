--- A running program: lines go to it and come from it. It runs in a process group of its own. When
--- its game is over, or the process that has started it dies, the whole group is killed.

local wording = require "tessera.base.wording"

local external_program = {}

local line_max, unread_max, told_max = 4096, 65536, 4096 -- bytes
local end_seconds, kill_seconds = 1, 10

-- The guard waits for the end of its input, that is of the process that has started the program.
local guard_script = 'read -r _; kill -s KILL -- "-$0"'

---@class tessera.Program
---@field uv table
---@field input table
---@field pid? integer
---@field guard? table the process that watches over this one
---@field unguarded? boolean the guard has ended
---@field handles table[] all that is to be closed
---@field unread string what it has written, and nobody has read
---@field complaint string the end of what it has written to stderr
---@field closed boolean its output has ended
---@field broken boolean it does not take its input
---@field ended string|nil how it has ended
local Program = {}
Program.__index = Program

-- Runs the loop until `done` or, after some seconds, no longer. True if it is done.
local function wait(self, seconds, done)
  local uv, late = self.uv, false
  local timer = uv.new_timer()
  uv.update_time()
  uv.timer_start(timer, math.ceil(seconds * 1000), 0, function()
    late = true
  end)
  while not late and not done() do
    uv.run "once"
  end
  uv.close(timer)
  return done()
end

local function keep(self, handle)
  self.handles[#self.handles + 1] = handle
  return handle
end

local function pipe(self)
  return keep(self, self.uv.new_pipe(false))
end

local function read_output(self, output)
  self.uv.read_start(output, function(_, chunk)
    self.unread = self.unread .. (chunk or "")
    self.closed = self.closed or not chunk
    if not chunk or #self.unread > unread_max then
      self.uv.read_stop(output)
    end
  end)
end

-- The program's input is a pair of sockets, because one that luv makes can only be written: what is
-- read from it says that the program has closed it. Returns the program's end.
local function open_input(self)
  local uv = self.uv
  local ends = assert(uv.socketpair("stream", nil, { nonblock = true }, { nonblock = false }))
  self.input = pipe(self)
  assert(self.input:open(ends[1]))
  assert(uv.read_start(self.input, function(_, chunk)
    self.broken = self.broken or not chunk
    uv.read_stop(self.input)
  end))
  return ends[2]
end

local function read_complaints(self, errors)
  self.uv.read_start(errors, function(_, chunk)
    self.complaint = (self.complaint .. (chunk or "")):sub(-told_max)
  end)
end

-- Starts sh in a group of its own.
local function spawn(self, args, stdio, ended)
  local handle, pid = self.uv.spawn("/bin/sh", { args = args, stdio = stdio, detached = true },
    ended)
  if not handle then
    error("a program cannot be started: " .. tostring(pid), 0)
  end
  return keep(self, handle), pid
end

local function start(self, command)
  self.uv.signal_start(keep(self, self.uv.new_signal()), "sigpipe", function() end)
  local input = open_input(self)
  local output, errors, watched = pipe(self), pipe(self), pipe(self)
  local _
  local function ended(code, signal)
    self.ended = signal ~= 0 and "signal " .. signal or "status " .. code
  end
  _, self.pid = spawn(self, { "-c", command }, { input, output, errors }, ended)
  self.uv.fs_close(input)
  self.guard = spawn(self, { "-c", guard_script, tostring(self.pid) }, { watched }, function()
    self.unguarded = true
  end)
  read_output(self, output)
  read_complaints(self, errors)
end

--- Sends a text, as soon as the program takes it.
---@param text string
function Program:send(text)
  if not self.broken then
    local request = self.uv.write(self.input, text, function(err)
      self.broken = self.broken or err ~= nil
    end)
    self.broken = not request
  end
end

-- Whether there is nothing to wait for.
function Program:is_done()
  return self.unread:find("\n", 1, true) ~= nil or self.closed or self.broken
    or self.ended ~= nil or #self.unread > unread_max
end

-- Why there will be no line.
function Program:fault(think)
  if #self.unread > line_max then
    return "illegal", "it wrote a line of more than " .. wording.count(line_max, "byte")
  elseif not self:is_done() then
    return "time", ("no line within %g s"):format(think)
  end
  wait(self, end_seconds, function()
    return self.ended
  end)
  local told = self.complaint:match "([^\n]*%S)%s*$"
  return "crash", (self.ended and "it ended with " .. self.ended
    or self.closed and "it closed its output" or "it closed its input")
    .. (told and " (" .. told .. ")" or "")
end

--- Waits for a line.
---@param think number seconds
---@return string|nil line without blanks around it
---@return string|nil reason for a program that loses: illegal, time or crash
---@return string|nil message
function Program:ask(think)
  wait(self, think, function()
    return self:is_done()
  end)
  while self.ended and not self.unread:find "\n" and not self.closed
    and #self.unread <= unread_max do
    local before = #self.unread
    self.uv.run "nowait" -- what it wrote before its end
    if #self.unread == before then
      break
    end
  end
  local line, rest = self.unread:match "^([^\n]*)\n(.*)$"
  if line and #line <= line_max and #self.unread <= unread_max then
    self.unread = rest
    return line:match "^%s*(.-)%s*$"
  elseif #self.unread > unread_max then
    return nil, "illegal", ("it wrote more than %d bytes that nobody asked for"):format(unread_max)
  end
  return nil, self:fault(think)
end

local function close(self, handle)
  if not self.uv.is_closing(handle) then
    self.uv.close(handle)
  end
end

--- Ends the program and all that it has started.
---@param orderly boolean it gets a moment to end by itself
function Program:stop(orderly)
  local uv = self.uv
  if self.input then
    close(self, self.input)
  end
  if orderly then
    wait(self, end_seconds, function()
      return self.ended
    end)
  end
  if self.pid then
    uv.kill(-self.pid, "sigkill")
  end
  if self.guard then
    uv.process_kill(self.guard, "sigkill")
  end
  wait(self, kill_seconds, function()
    return (self.ended or not self.pid) and (self.unguarded or not self.guard)
  end)
  for _, handle in ipairs(self.handles) do
    close(self, handle)
  end
  uv.run "nowait"
end

--- Starts a program.
---
--- Errors: it cannot be started.
---@param command string for sh
---@return tessera.Program
function external_program.start(command)
  local self = setmetatable({ uv = require "luv", handles = {}, unread = "", complaint = "",
    closed = false, broken = false }, Program)
  local fine, err = pcall(start, self, command)
  if not fine then
    self:stop(false)
    error(err, 0)
  end
  return self
end

return external_program
