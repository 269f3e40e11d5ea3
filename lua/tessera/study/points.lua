--- The points of a study: the product of lists, or what a function of the user's adds. They are
--- computed one at a time, so a million of them take no memory.

local errors = require "tessera.base.errors"
local values = require "tessera.base.values"
local wording = require "tessera.base.wording"

local points = {}

local count_max = 1000000000

---@class tessera.study.Points
---@field names? string[] the parameters, sorted; nil if a function adds the points
---@field count? integer how many points there are; nil if a function adds them
local Points = {}
Points.__index = Points

-- ---- the product of lists ----

-- Whether the keys are 1, 2, 3 and so on. errors.list, which says what is wrong, sorts them.
local function is_list(t)
  local count = 0
  for _ in next, t do
    count = count + 1
  end
  for i = 1, count do
    if t[i] == nil then
      return false
    end
  end
  return true
end

local function check_list(what, list)
  if not is_list(errors.type(what, list, "table")) then
    errors.list(what, list)
  end
  local copy, seen = {}, {}
  for i, value in ipairs(list) do
    local fault = values.fault(value)
    if fault then
      errors.fail("%s: entry %d: %s", what, i, fault)
    elseif seen[value] then
      errors.fail("%s: entry %d: %s is there twice", what, i, errors.shown(value))
    end
    copy[i], seen[value] = value, true
  end
  if not copy[1] then
    errors.fail("%s: the list is empty", what)
  end
  return copy
end

local function product(what, lists)
  local self = { names = wording.sorted(lists), lists = {}, count = 1 }
  for i, name in ipairs(self.names) do
    local fault = values.name_fault(name)
    if fault then
      errors.fail("%s: %s", what, fault)
    end
    self.lists[i] = check_list(("%s.%s"):format(what, name), lists[name])
    if self.count > count_max // #self.lists[i] then
      errors.fail("%s: these lists make more than %d points", what, count_max)
    end
    self.count = self.count * #self.lists[i]
  end
  if not self.names[1] then
    errors.fail("%s: there is no list", what)
  end
  return setmetatable(self, Points)
end

-- The point of a number; the last parameter changes with every number.
local function of_product(self, number)
  local point, rest = {}, number - 1
  for i = #self.names, 1, -1 do
    local list = self.lists[i]
    point[self.names[i]] = list[rest % #list + 1]
    rest = rest // #list
  end
  return point, self.names
end

-- ---- a function that adds points ----

local yielded = {} -- comes with each point that `add` yields, and with nothing that a user yields

-- Checks a point that is added.
local function check_point(number, point)
  local copy, names = values.check(("point %d"):format(number), point)
  if not copy then
    errors.fail("%s", names)
  elseif not names[1] then
    errors.fail("point %d: it is empty", number)
  elseif number > count_max then
    errors.fail("points: there are more than %d", count_max)
  end
  return copy, names
end

-- Runs the function from its start; each call of the result returns the next point and its names.
-- In between other points are run, so the seed of math.random is set anew each time.
local function adding(self)
  local number, thread = 0, nil
  thread = coroutine.create(function()
    self.each(function(point)
      if coroutine.running() ~= thread then
        errors.fail "points: `add` is for the function that it was given to, while that runs"
      end
      coroutine.yield(yielded, check_point(number + 1, point))
    end)
    return yielded
  end)
  return function()
    if coroutine.status(thread) ~= "suspended" then
      errors.fail "points: the function goes over the points that it adds"
    end
    math.randomseed(number, 0x706F696E7473) -- apart from seeds that users take
    local fine, token, point, names = coroutine.resume(thread)
    if not fine then
      error(token, 0)
    elseif token ~= yielded then
      errors.raise "points: the function yields: it must call `add`"
    end
    number = number + 1
    return point, names
  end
end

local function of_function(self, number)
  if not self.next or number <= self.at then
    self.next, self.at = adding(self), 0
  end
  local point, names
  while self.at < number do
    point, names = self.next()
    if not point then
      self.next = nil
      return nil
    end
    self.at = self.at + 1
  end
  return point, names
end

-- ---- both ----

--- Checks the points of a definition.
---
--- Errors: the value is no table of lists and no function.
---@param what string the value in messages
---@param value any
---@return tessera.study.Points
function points.new(what, value)
  if type(value) == "function" then
    return setmetatable({ each = value, at = 0 }, Points)
  end
  return product(what, errors.type(what, value, "table", "function"))
end

--- The point of a number, from 1; its names, sorted; and its key. nil if there is no such point.
---@param number integer
---@return table|nil point the caller may change it
---@return string[] names
---@return string key
function Points:at_number(number)
  local point, names
  if not self.lists then
    point, names = of_function(self, number)
  elseif number >= 1 and number <= self.count then
    point, names = of_product(self, number)
  end
  return point, names, point and values.key(point, names)
end

--- Goes over all points once: counts them, and checks that no two of them are alike.
---
--- Errors: a point is wrong, or there twice; there is none.
---@param each? fun(number: integer, key: string) called for each point that a function adds
---@return integer count
---@return string[] names the parameters of all points, sorted
function Points:survey(each)
  if self.count then
    return self.count, self.names
  end
  local seen, parameters, number = {}, {}, 0
  for point, names in adding(self) do
    local hash = values.hash(values.key(point, names))
    number = number + 1
    if seen[hash] then
      errors.raise("points %d and %d are alike: %s", seen[hash], number, values.key(point, names))
    end
    seen[hash] = number
    if each then
      each(number, values.key(point, names))
    end
    for _, name in ipairs(names) do
      parameters[name] = true
    end
  end
  if number == 0 then
    errors.raise "the study has no points"
  end
  return number, wording.sorted(parameters)
end

--- A mark by which two processes see whether their lists are the same; "" if a function adds the
--- points.
---@return string
function Points:digest()
  local hash = 0
  for i, list in ipairs(self.lists or {}) do
    hash = values.hash(self.names[i], hash)
    for _, value in ipairs(list) do
      hash = values.hash(values.key({ v = value }, { "v" }), hash)
    end
  end
  return self.lists and ("%016x"):format(hash) or ""
end

return points
