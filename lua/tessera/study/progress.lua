--- The line of progress on stderr: rewritten at a terminal, now and then a new one without.

local output = require "tessera.base.output"
local process = require "tessera.process"

local progress = {}

local often, seldom = 0.2, 30 -- seconds

---@class tessera.study.Progress
local Progress = {}
Progress.__index = Progress

--- Begins to count.
---@param now number seconds on a clock of any start
---@param points integer how many there are in all
---@param before integer how many were done before
---@return tessera.study.Progress
function progress.new(now, points, before)
  local terminal = process.is_terminal(2)
  return setmetatable({ start = now, points = points, done = before, before = before, failed = 0,
    terminal = terminal, shown_at = terminal and -math.huge or now }, Progress)
end

-- 75 as "1:15", 3723 as "1:02:03".
local function clock(seconds)
  seconds = math.ceil(seconds)
  if seconds < 3600 then
    return ("%d:%02d"):format(seconds // 60, seconds % 60)
  end
  return ("%d:%02d:%02d"):format(seconds // 3600, seconds // 60 % 60, seconds % 60)
end

--- The line: "1234 of 9000 points, 3 failed, 512 a second, 0:16 left".
---@param now number
---@return string
function Progress:line(now)
  local rate = (self.done - self.before) / math.max(now - self.start, 1e-3)
  local left = rate > 0 and ", " .. clock((self.points - self.done) / rate) .. " left" or ""
  return ("%d of %d points, %d failed, %.3g a second%s"):format(self.done, self.points, self.failed,
    rate < 1000 and rate or math.floor(rate), left)
end

--- Shows the line, if it is time to.
---@param now number
function Progress:show(now)
  if now - self.shown_at < (self.terminal and often or seldom) then
    return
  end
  self.shown_at = now
  if not output.progress(self:line(now)) then
    output.error("study: ", self:line(now), "\n")
  end
end

--- Takes the line away, so that something else can be written.
function Progress:hide()
  if self.terminal then
    output.progress()
    self.shown_at = -math.huge
  end
end

return progress
