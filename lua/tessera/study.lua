--- Studies: the same question over many points, such as sizes, seeds and players.
--- `tessera.study { ... }` checks a definition and returns a study. `run.lua study FILE.lua` runs
--- the study that a file returns, on all cores.
---
--- Errors: a key that is missing, unknown or has a wrong value, at the line of the call.
---
--- ```lua
--- local dice = tessera.study {
---   name = "two dice",
---   points = { sides = { 6, 20 }, seed = tessera.range(1, 100) },
---   run = function(point, random)
---     return { sum = random:below(point.sides) + random:below(point.sides) + 2 }
---   end,
---   report = { { by = "sides", mean = "sum" } },
--- }
--- print(study.try(dice, { seed = 1, sides = 6 }).result.sum)  --> 10
--- ```

local definitions = require "tessera.study.definitions"
local errors = require "tessera.base.errors"
local values = require "tessera.base.values"

local range_max = 10000000

---@class tessera.study
---@overload fun(definition: tessera.StudyDefinition): tessera.Study
local study = {}

--- The definition of a study.
---
--- The points are all combinations of the values in `points`, or what a function adds. Each has a
--- number, from 1, and a key, such as "seed=17 sides=6": the names are sorted, and the last one
--- changes with every number.
---
--- `run` is called for each point, in a process with limits, in no particular order. The same point
--- must have the same result everywhere: chance comes from `random`, whose seed is made of the
--- point's key, and limits of searches are counted in nodes. `math.random` has that seed, too.
---
--- ```lua
--- local pairs_only = tessera.study {
---   name = "points of one's own",
---   points = function(add)
---     for a = 1, 3 do
---       for b = a + 1, 3 do
---         add { a = a, b = b }
---       end
---     end
---   end,
---   run = function(point)
---     return { sum = point.a + point.b }
---   end,
--- }
--- for number, point, key in study.points(pairs_only) do
---   print(number, point.a + point.b, key)
--- end
--- --> 1 3 a=1 b=2
--- --> 2 4 a=1 b=3
--- --> 3 5 a=2 b=3
--- ```
---@class tessera.StudyDefinition
---@field name string
---@field points table<string, (number|string|boolean)[]>|fun(add: fun(point: tessera.Point))
---@field run fun(point: tessera.Point, random: tessera.Rng): tessera.Point its result: a flat table
---of numbers, texts and booleans, with names that the point does not have
---@field report? table[] what `run.lua study report` shows
---@field seconds? integer CPU time for a point (60)
---@field memory? integer megabytes for a point (1024)
---@field seed? integer another one gives other chance to all points (0)

---@alias tessera.Point table<string, number|string|boolean>

--- A study, as `tessera.study` returns it.
---@class tessera.Study
---@field name string

--- What has come of a point.
---@class tessera.StudyRow
---@field number integer
---@field key string
---@field point tessera.Point
---@field status "done"|"error"|"memory"
---@field result? tessera.Point if it is done
---@field message? string if it is not

--- Whether the value is a study.
---
--- ```lua
--- print(study.is { name = "a definition" })  --> false
--- ```
---@param value any
---@return boolean
function study.is(value)
  return definitions.of(value) ~= nil
end

local function check(what, value)
  local definition = definitions.of(value)
  if not definition then
    errors.fail("%s: expected a study, got %s", what, errors.shown(value))
  end
  return definition
end

--- A list of numbers: from, from + step, and so on, up to `to`.
---
--- Errors: an argument is no finite number; the step is 0; there would be more than 10,000,000
--- numbers.
---
--- ```lua
--- print(table.concat(tessera.range(1, 5), " "))       --> 1 2 3 4 5
--- print(table.concat(study.range(10, 0, -5), " "))    --> 10 5 0
--- print(table.concat(study.range(0, 1, 0.25), " "))   --> 0.0 0.25 0.5 0.75 1.0
--- ```
---@param from number
---@param to number
---@param step? number 1 by default
---@return number[]
function study.range(from, to, step)
  step = step or 1
  for i, name in ipairs { "from", "to", "step" } do
    local value = select(i, from, to, step)
    if not math.type(value) or values.fault(value) then
      errors.fail("range: %s must be a finite number, not %s", name, errors.shown(value))
    end
  end
  if step == 0 then
    errors.fail "range: step must not be 0"
  end
  local steps = (to + 0.0 - from) / step
  if steps >= range_max then
    errors.fail("range: there would be more than %d numbers", range_max)
  end
  local list = {}
  for i = 0, math.floor(steps + 1e-9) do -- the last step may miss `to` by a rounding
    list[#list + 1] = from + i * step
  end
  return list
end

--- Goes over the points of a study: their numbers, the points and their keys.
---
--- Errors: the argument is no study; a function that adds points adds a wrong one.
---
--- ```lua
--- local coins = tessera.study { name = "coins", points = { coin = { "heads", "tails" } },
---   run = function() return {} end }
--- for number, point, key in study.points(coins) do
---   print(number, point.coin, key)
--- end
--- --> 1 heads coin=heads
--- --> 2 tails coin=tails
--- ```
---@param made tessera.Study
---@return fun(): integer|nil, tessera.Point, string
function study.points(made)
  local definition, number = check("points: study", made), 0
  return function()
    number = number + 1
    local point, _, key = definition.points:at_number(number)
    return point and number, point, key
  end
end

--- Runs one point of a study here, without limits: for trying a study out, and for its specs.
---
--- Errors: the first argument is no study; the study has no such point.
---
--- ```lua
--- local halves = tessera.study { name = "halves", points = { n = { 0, 4 } },
---   run = function(point) return { half = 4 // point.n } end }
--- print(study.try(halves, { n = 4 }).result.half)  --> 1
--- print(study.try(halves, { n = 0 }).status)       --> error
--- ```
---@param made tessera.Study
---@param which integer|tessera.Point the number of a point, or the point
---@return tessera.StudyRow
function study.try(made, which)
  local definition = check("try: study", made)
  local number = math.type(which) == "integer" and which
    or definitions.number(definition, errors.type("try: point", which, "table", "integer"))
  local point, names, key = definition.points:at_number(number)
  if not point then
    errors.fail("try: the study has no point %d", number)
  end
  return definitions.run(definition, number, point, names, key)
end

return setmetatable(study, { __call = function(_, definition)
  return definitions.new(definition)
end })
