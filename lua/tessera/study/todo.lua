--- Which points of a study are still to be run, and where a run begins if others run as well.

local console = require "tessera.base.console"
local slices = require "tessera.study.slices"
local wording = require "tessera.base.wording"

local todo = {}

---@class tessera.study.Todo the points that have no row
---@field numbers? integer[] the points of the slice; nil: all of them
---@field count integer how many these are
---@field has table<integer, boolean> numbers of points that have a row
local Todo = {}
Todo.__index = Todo

--- The points of a study, or of a slice of it.
---@param kept tessera.study.Results
---@param points integer how many the study has
---@param slice? { index: integer, count: integer }
---@return tessera.study.Todo
function todo.new(kept, points, slice)
  local self = setmetatable({ kept = kept, has = {}, count = points, done = 0, newest = 0,
    failed = 0 }, Todo)
  if slice then
    self.numbers, self.member = slices.numbers(slice.index, slice.count, points), {}
    self.count = #self.numbers
    for _, number in ipairs(self.numbers) do
      self.member[number] = true
    end
  end
  self.at, self.left = 0, self.count
  self:refresh()
  return self
end

--- Looks which rows are new, also those of other runs.
function Todo:refresh()
  self.newest = self.kept:numbers(self.newest, function(number, status)
    if not self.has[number] and (not self.member or self.member[number]) then
      self.done = self.done + 1
      self.failed = self.failed + (status ~= "done" and 1 or 0)
    end
    self.has[number] = true
  end)
end

--- The next point, from the place where this run began, once around.
---@return integer|nil
function Todo:take()
  while self.left > 0 do
    local at = self.at + 1
    self.at, self.left = at % self.count, self.left - 1
    local number = self.numbers and self.numbers[at] or at
    if not self.has[number] then
      return number
    end
  end
end

-- Whether another run is alive. One on this machine that has been killed is not.
local function is_alive(other, host)
  local pid = other.host == host and math.tointeger(tonumber(other.uid:match ":(%d+):"))
  return not pid or require("luv").kill(pid, 0) == 0
end

--- Runs that are alive work from other points on, so that they meet as late as possible.
---@param host string this machine
function Todo:share(host)
  local others = 0
  for other in self.kept:others() do
    others = others + (is_alive(other, host) and 1 or 0)
  end
  if others > 0 then
    console.say("study", ("this study is under way already (%s), and this run helps"):format(
      wording.count(others, "run")))
    self.at = self.count * others // (others + 1)
  end
end

return todo
