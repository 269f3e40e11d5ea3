--- How far a study is, as the line of progress says it.

local line = require "tessera.base.progress"

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
  return setmetatable({ start = now, points = points, done = before, before = before, failed = 0,
    line = line.new(seldom, { often = often, name = "study: ", now = now }) }, Progress)
end

-- 75 as "1:15", 3723 as "1:02:03".
local function clock(seconds)
  seconds = math.ceil(seconds)
  if seconds < 3600 then
    return ("%d:%02d"):format(seconds // 60, seconds % 60)
  end
  return ("%d:%02d:%02d"):format(seconds // 3600, seconds // 60 % 60, seconds % 60)
end

--- What the line says: "1234 of 9000 points, 3 failed, 512 a second, 0:16 left".
---@param now number
---@return string
function Progress:text(now)
  local rate = (self.done - self.before) / math.max(now - self.start, 1e-3)
  local left = rate > 0 and ", " .. clock((self.points - self.done) / rate) .. " left" or ""
  return ("%d of %d points, %d failed, %.3g a second%s"):format(self.done, self.points, self.failed,
    rate < 1000 and rate or math.floor(rate), left)
end

--- Shows it, if it is time to.
---@param now number
function Progress:show(now)
  self.line:show(function()
    return self:text(now)
  end, now)
end

--- Takes the line away.
function Progress:hide()
  self.line:hide()
end

return progress
