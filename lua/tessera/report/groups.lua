--- Collects the rows of a study in groups, in one pass: of each group what its statistics need, and
--- the numbers themselves only where a median, a quantile or a histogram asks for them. With units
--- the points of each unit are averaged first, and the statistics are of the units' means.

local rng = require "tessera.rng"
local statistics = require "tessera.report.statistics"
local wording = require "tessera.base.wording"

local groups = {}

local groups_max = 10000
local fields_max = 30     -- that are found in results, if the entry names none
local values_max = 20     -- whose shares are counted
local points_max = 2000   -- of a scatter plot
local names_rows = 1000   -- rows whose names are remembered, to guess what was meant

local text_max = 200      -- bytes of a text that names a group

-- A value of a point or of its result.
local function value_of(row, name)
  local value = row.point[name]
  if value == nil and row.result then
    value = row.result[name]
  end
  if type(value) == "table" then -- no study writes one
    value = nil
  elseif type(value) == "string" and #value > text_max then
    value = value:sub(1, utf8.offset(value, 0, text_max - 2) - 1) .. "..."
  end
  return value
end

-- The same for 6 and 6.0, and another one for "6".
local function key_of(value)
  return type(value) == "number" and ("%.17g"):format(value) or type(value):sub(1, 1)
    .. tostring(value)
end

-- ---- which rows ----

local function fits(value, wanted)
  if wanted.min or wanted.max then
    return type(value) == "number" and value >= (wanted.min or -math.huge)
      and value <= (wanted.max or math.huge)
  end
  return value ~= nil and wording.one_of(value, wanted)
end

local function wanted_row(entry, row)
  for name, wanted in pairs(entry.where or {}) do
    if not fits(value_of(row, name), wanted) then
      return false
    end
  end
  return true
end

-- ---- one field of one group ----

local function new_field(needs)
  local all = statistics.sample()
  return { all = all, sample = all, booleans = 0, texts = 0, values = needs.values and {},
    counts = needs.counts and {}, different = 0, others = 0 }
end

-- What is known of a unit: how many numbers, their sum, how many values, and which are counted.
local function unit_of(field, key)
  field.units = field.units or {}
  field.units[key] = field.units[key] or { n = 0, sum = 0.0, values = 0,
    counts = field.counts and {} }
  return field.units[key]
end

local function count(field, value, unit)
  local key = key_of(value)
  local known = field.counts[key]
  if known then
    known.count = known.count + 1
  elseif field.different < values_max then
    field.different = field.different + 1
    field.counts[key] = { value = value, count = 1 }
  else
    field.others = field.others + 1
  end
  if unit then
    unit.values = unit.values + 1
    unit.counts[key] = field.counts[key] and (unit.counts[key] or 0) + 1
  end
end

-- A boolean is 1 or 0: its mean is its share.
local function add_value(field, value, unit_key)
  local unit = unit_key and unit_of(field, unit_key)
  if field.counts then
    count(field, value, unit)
  end
  if type(value) == "boolean" then
    field.booleans = field.booleans + 1
    value = value and 1 or 0
  elseif type(value) ~= "number" or value ~= value or math.abs(value) == math.huge then
    field.texts = field.texts + 1
    return
  end
  statistics.add(field.all, value)
  if unit then
    unit.n, unit.sum = unit.n + 1, unit.sum + value
  elseif field.values then
    field.values[#field.values + 1] = value
  end
end

-- From now on the values of a field are those of its units.
local function average(field)
  field.sample = statistics.sample()
  for _, key in ipairs(wording.sorted(field.units)) do
    local unit = field.units[key]
    if unit.n > 0 then
      local mean = unit.sum / unit.n
      statistics.add(field.sample, mean)
      if field.values then
        field.values[#field.values + 1] = mean
      end
    end
  end
end

-- ---- groups ----

local Groups = {}
Groups.__index = Groups

-- The values of a row under these names, and one key for all of them; nil if one is missing that
-- must be there.
local function values_of(row, names, all)
  local values, keys = {}, {}
  for i, name in ipairs(names) do
    local value = value_of(row, name)
    if value == nil and all then
      return nil
    end
    local key = key_of(value)
    values[i], keys[i] = value, #key .. ":" .. key
  end
  return values, table.concat(keys)
end

-- The group of a row; nil if a failed row has no value to say which.
function Groups:find(row)
  local values, key = values_of(row, self.by, row.status ~= "done")
  if not values then
    self.unplaced = self.unplaced + 1
    return nil
  end
  local group = self.by_key[key]
  if not group and #self.list < groups_max then
    group = { values = values, points = 0, failed = 0, fields = {}, units = 0,
      unit_keys = self.unit and {} }
    self.by_key[key] = group
    self.list[#self.list + 1] = group
  elseif not group then
    self.left_out = self.left_out + 1
  end
  return group
end

-- Without named fields all numbers and booleans of results are taken.
function Groups:discover(row)
  for name, value in pairs(row.result) do
    local kind = type(value)
    if (kind == "number" or kind == "boolean") and not self.needs[name]
      and #self.found < fields_max then
      self.needs[name] = { values = true }
      self.found[#self.found + 1] = name
    end
    self.numeric[name] = self.numeric[name] or kind == "number"
  end
end

-- Every point has the same chance to be drawn (Vitter, algorithm R).
function Groups:draw_point(row, group)
  local x, y = value_of(row, self.x), value_of(row, self.y)
  if type(x) ~= "number" or type(y) ~= "number" then
    return
  end
  self.pairs_seen = self.pairs_seen + 1
  local place = self.pairs_seen
  if place > points_max then
    place = self.random:below(place) + 1
  end
  if place <= points_max then
    self.points[place] = { x, y, group }
  end
end

-- Looks which names the rows have, also those of rows that are not wanted.
function Groups:look(row)
  if row.status ~= "done" then
    return
  end
  self.done = self.done + 1
  if self.done <= names_rows then
    for _, part in ipairs { row.point, row.result } do
      for name in pairs(part) do
        self.names[name] = true
      end
    end
  end
  for name in pairs(self.unseen) do
    if value_of(row, name) ~= nil then
      self.unseen[name] = nil
    end
  end
end

function Groups:add(row)
  self.rows = self.rows + 1
  local group = self:find(row)
  if not group then
    return
  elseif row.status ~= "done" then
    group.failed = group.failed + 1
    return
  end
  group.points = group.points + 1
  if self.found then
    self:discover(row)
  end
  local unit = self.unit and self:count_unit(row, group)
  for name, needs in pairs((unit or not self.unit) and self.needs or {}) do
    local value = value_of(row, name)
    if value ~= nil then
      group.fields[name] = group.fields[name] or new_field(needs)
      add_value(group.fields[name], value, unit)
    end
  end
  if self.points then
    self:draw_point(row, group)
  end
end

-- The key of the row's unit; nil if it has none.
function Groups:count_unit(row, group)
  local _, key = values_of(row, self.unit, true)
  if not key then
    self.unitless = self.unitless + 1
  elseif not group.unit_keys[key] then
    group.unit_keys[key] = true
    group.units = group.units + 1
  end
  return key
end

function Groups:average()
  for _, group in ipairs(self.list) do
    group.unit_keys = nil
    for _, field in pairs(group.fields) do
      average(field)
    end
  end
end

local ranks = { number = 1, string = 2, boolean = 3, ["nil"] = 4 }

-- Numbers first, then texts, false and true; what is missing last.
local function before(a, b)
  if type(a) ~= type(b) then
    return ranks[type(a)] < ranks[type(b)]
  elseif type(a) == "boolean" then
    return not a and b
  end
  return a ~= nil and a < b
end

-- Whether a group stands before another one in a table.
local function group_before(by)
  return function(a, b)
    for i = 1, #by do
      if a.values[i] ~= b.values[i] then
        return before(a.values[i], b.values[i])
      end
    end
    return false
  end
end

-- Names of an entry that no row has had until now, with the key that names them.
local function unseen_of(entry)
  local unseen = {}
  for name in pairs(entry.where or {}) do
    unseen[name] = "where"
  end
  for _, key in ipairs { "unit", "by" } do
    for _, name in ipairs(entry[key] or {}) do
      unseen[name] = key
    end
  end
  if entry.plot == "scatter" then
    unseen[entry.x], unseen[entry.y] = unseen[entry.x] or "x", unseen[entry.y] or "y"
  end
  return unseen
end

---@class tessera.Groups
---@field list table[] the groups, sorted: values, points (that are done), units, failed, fields
---@field found string[]|nil the fields that were found, if the entry names none
---@field numeric table<string, boolean> which of them hold numbers
---@field names table<string, boolean> names that occur in points and results
---@field done integer rows that are done, wanted or not
---@field unseen table<string, string> names in the entry that none of these has, and their keys
---@field rows integer
---@field unplaced integer failed rows of no group
---@field unitless integer rows without a unit
---@field left_out integer rows of groups beyond the most
---@field points table[]|nil of a scatter plot: x, y, group
---@field pairs_seen integer how many of them there are

--- Reads all rows.
---@param entry table normalised
---@param needs table<string, { values?: boolean, counts?: boolean }>|nil the fields; nil: all
---@param rows fun(): table|nil
---@return tessera.Groups|nil made nil if there are more groups than `entry.few`, or only one
function groups.collect(entry, needs, rows)
  local made = setmetatable({ by = entry.by, by_key = {}, list = {}, needs = needs or {},
    found = not needs and {} or nil, numeric = {}, names = {}, rows = 0, unplaced = 0,
    left_out = 0, unit = entry.unit, unitless = 0, done = 0, unseen = unseen_of(entry),
    x = entry.x, y = entry.y, pairs_seen = 0, random = rng.new(1),
    points = entry.plot == "scatter" and {} or nil }, Groups)
  local few = entry.few or math.huge
  for row in rows do
    made:look(row)
    if #made.list <= few and wanted_row(entry, row) then
      made:add(row)
    end
  end
  if #made.list > few or entry.few and #made.list < 2 then
    return nil
  end
  made.by_key, made.random = nil, nil
  if made.unit then
    made:average()
  end
  table.sort(made.list, group_before(entry.by))
  if made.found then
    table.sort(made.found)
  end
  return made
end

--- The values of a field that are counted in any group, sorted.
---@param made tessera.Groups
---@param name string
---@return any[]
function groups.counted(made, name)
  local values, known = {}, {}
  for _, group in ipairs(made.list) do
    for key, counted in pairs(group.fields[name] and group.fields[name].counts or {}) do
      if not known[key] then
        known[key] = true
        values[#values + 1] = counted.value
      end
    end
  end
  table.sort(values, before)
  return table.move(values, 1, math.min(#values, values_max), 1, {})
end

--- The different values by which rows are grouped, sorted.
---@param made tessera.Groups
---@param place integer which of the names in `by`
---@return any[]
function groups.values(made, place)
  local values, known = {}, {}
  for _, group in ipairs(made.list) do
    local value = group.values[place]
    if value ~= nil and not known[value] then
      known[value] = true
      values[#values + 1] = value
    end
  end
  table.sort(values, before)
  return values
end

--- How many values of a field are this one, and how many values it has.
---@param field table
---@param value any
---@return integer
---@return integer
function groups.hits(field, value)
  local counted = field.counts[key_of(value)]
  return counted and counted.count or 0, field.all.n + field.texts
end

--- The share of this value in each unit.
---@param field table
---@param value any
---@return tessera.Sample
function groups.unit_shares(field, value)
  local sample, key = statistics.sample(), key_of(value)
  for _, name in ipairs(wording.sorted(field.units)) do
    local unit = field.units[name]
    statistics.add(sample, (unit.counts[key] or 0) / unit.values)
  end
  return sample
end

return groups
