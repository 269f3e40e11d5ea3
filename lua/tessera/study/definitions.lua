--- The definitions of studies: checks them, and runs a point of one.

local entries = require "tessera.report.entries"
local errors = require "tessera.base.errors"
local points = require "tessera.study.points"
local rng = require "tessera.rng"
local values = require "tessera.base.values"

local definitions = {}

local keys = { "memory", "name", "points", "report", "run", "seconds", "seed" }

---@class tessera.study.Definition
---@field name string
---@field points tessera.study.Points
---@field run fun(point: tessera.Point, random: tessera.Rng): tessera.Point
---@field report table[]
---@field seconds integer
---@field memory integer
---@field given table<string, boolean> which of these two the user has set
---@field seed integer

--- Says what to tell if the process ends now, such as who was to move. Does nothing outside of a
--- worker.
---@param text string
function definitions.note(text) end -- luacheck: ignore 212

-- The definition of each study, by the table that the user holds.
---@type table<tessera.Study, tessera.study.Definition>
local known = setmetatable({}, { __mode = "k" })

local function whole(name, value, default, min, max)
  if value == nil then
    return default
  end
  return errors.whole("study: " .. name, value, min, max)
end

--- What is wrong with the name of a study; nil if nothing is.
---@param name any
---@return string|nil
function definitions.name_fault(name)
  if type(name) ~= "string" or name == "" or #name > 200 or values.fault(name) then
    return "expected a text of 1..200 bytes"
  end
end

--- Checks a definition and makes a study of it.
---
--- Errors: a key is missing, unknown or has a wrong value.
---@param definition any
---@param seconds? integer of a point, if the definition does not say; 60 by default
---@return tessera.Study
function definitions.new(definition, seconds)
  errors.type("study", definition, "table")
  errors.keys("study", definition, keys)
  local name = errors.type("study: name", definition.name, "string")
  local fault = definitions.name_fault(name)
  if fault then
    errors.fail("study: name: %s", fault)
  end
  local made = { name = name }
  known[made] = {
    name = name,
    points = points.new("study: points", definition.points),
    run = errors.type("study: run", definition.run, "function"),
    report = entries.check(definition.report),
    seconds = whole("seconds", definition.seconds, seconds or 60, 1, 1000000),
    memory = whole("memory", definition.memory, 1024, 16, 1000000),
    given = { seconds = definition.seconds ~= nil, memory = definition.memory ~= nil },
    seed = whole("seed", definition.seed, 0, math.mininteger, math.maxinteger),
  }
  return made
end

--- The definition of a study; nil if the value is none.
---@param value any
---@return tessera.study.Definition|nil
function definitions.of(value)
  return known[value]
end

local function is_point(point, wanted)
  for name, value in next, wanted do
    if point[name] ~= value then
      return false
    end
  end
  for name in next, point do
    if wanted[name] == nil then
      return false
    end
  end
  return true
end

--- The number of a point.
---
--- Errors: the study has no such point.
---@param definition tessera.study.Definition
---@param wanted tessera.Point
---@return integer
function definitions.number(definition, wanted)
  local number = 0
  repeat
    number = number + 1
    local point = definition.points:at_number(number)
    if point and is_point(point, wanted) then
      return number
    end
  until not point
  errors.fail "try: the study has no such point"
  return 0
end

-- The result of a point as a row, from what a pcall of `run` has returned.
local function finish(row, names, fine, result)
  if not fine then
    row.message = errors.message(result)
    row.status = row.message:find "not enough memory$" and "memory" or "error"
    return row
  end
  local taken = {}
  for _, name in ipairs(names) do
    taken[name] = true
  end
  local copy, fields = values.check("result", result, taken)
  row.status = copy and "done" or "error"
  row.result, row.fields, row.message = copy, copy and fields, not copy and fields or nil
  return row
end

--- Runs a point.
---@param definition tessera.study.Definition
---@param number integer
---@param point tessera.Point it may be changed
---@param names string[] its names, sorted
---@param key string
---@return tessera.StudyRow row with one more field: `fields`, the names of the result, sorted
function definitions.run(definition, number, point, names, key)
  local row = { number = number, key = key, point = point }
  local seed = values.hash(key) ~ definition.seed
  math.randomseed(seed)
  local copy = {}
  for name, value in next, point do
    copy[name] = value
  end
  return finish(row, names, pcall(definition.run, copy, rng.new(seed)))
end

return definitions
