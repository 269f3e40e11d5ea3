--- The entries of a study's `report`: checks them in the user's file, and computes them. Each has a
--- kind, which is a file in kinds/.

local characters = require "tessera.base.characters"
local errors = require "tessera.base.errors"
local files = require "tessera.base.files"

local entries = {}

local folder = (debug.getinfo(1, "S").source:match "^@(.*/)" or "./") .. "kinds/"

local entries_max = 100
local values_max = 10000 -- in all tables of a report
local depth_max = 4
local text_max = 1000
local few = 20           -- values of a parameter that get a table by default

---@class tessera.study.Kind what a file of kinds/ returns
---@field check fun(place: string, entry: table): table checks an entry and normalises it to plain
---data; normalised again it stays as it is. Errors name the user's line.
---@field compute fun(entry: table, rows: (fun(): table|nil), about: table): tessera.study.Block|nil

---@class tessera.study.Block an answer, as plain data: text, pages and plots are drawn from blocks
---@field title string
---@field text? string[] sentences above the table
---@field columns? tessera.study.Column[]
---@field rows? any[][] cells: a number, text or boolean, nil, or a number with its interval,
---{ value =, low =, high = }
---@field notes? string[] sentences below the table
---@field plots? tessera.study.Plot[]
---@field levels? string the levels of a generator, for `run.lua play`

---@class tessera.study.Column
---@field name string
---@field align? "left"|"right"
---@field exact? boolean numbers are shown with all of their digits
---@field missing? string what stands in tables for readers where a cell has nothing: ""

---@class tessera.study.Plot
---@field kind "line"|"interval"|"histogram"|"heatmap"|"scatter"
---@field title string
---@field x tessera.study.Axis
---@field y tessera.study.Axis
---@field value? string what the colours of a heat map say
---@field series tessera.study.Series[]

---@class tessera.study.Axis
---@field label string
---@field log? boolean
---@field share? boolean its numbers are shares: it ends at 0 and at 1
---@field values? (string|number|boolean)[] the names along an axis of a heat map

---@class tessera.study.Series
---@field name? string
---@field points any[][] line: x, y, low, high. interval: the same with a name as x; it is drawn
---sideways, a line for each name. histogram: from, to, count. heatmap: the number of a column, that
---of a row, value, low, high. scatter: x, y

-- The kind of this name; nil if there is none.
local function kind_of(name)
  local file = name:find "^%l[%l%d_]*$" and #name <= 40 and io.open(folder .. name .. ".lua")
  if file then
    file:close()
    return require("tessera.report.kinds." .. name)
  end
end

-- The names of all kinds, for a guess.
local function kind_names()
  local names = {}
  for _, file in ipairs(files.list(folder)) do
    names[#names + 1] = file:match "^([%l%d_]+)%.lua$"
  end
  return names
end

-- A copy without metatables. Anything but plain data is an error.
local function plain(place, value, left, depth)
  left.values = left.values - 1
  if left.values < 0 then
    errors.fail("%s: it has more than %d values", place, values_max)
  elseif type(value) == "string" then
    return #value <= text_max and utf8.len(value) and value
      or errors.fail("%s: expected a text of UTF-8 with at most %d bytes", place, text_max)
  elseif math.type(value) == "float" and value - value ~= 0 then
    errors.fail("%s: %s is no finite number", place, value)
  elseif type(value) ~= "table" then
    return errors.type(place, value, "number", "boolean", "string", "table")
  elseif depth > depth_max then
    errors.fail("%s: tables lie too deep in each other", place)
  end
  local copy = {}
  for key, item in next, value do
    if type(key) ~= "string" and math.type(key) ~= "integer" then
      errors.fail("%s: expected a name or a number as a key, got %s", place, errors.shown(key))
    end
    copy[key] = plain(("%s: %s"):format(place, type(key) == "string"
      and characters.line(characters.cut(key, 40)) or "entry " .. key), item, left, depth + 1)
  end
  return copy
end

--- Checks the `report` of a study: an entry, a list of them, or nil.
---
--- Errors: an entry is wrong, at the user's line.
---@param report any
---@param place? string in messages: "study: report"
---@return table[] normalised plain data, which JSON can hold; checked again it stays as it is
function entries.check(report, place)
  place = place or "study: report"
  if report == nil then
    return {}
  end
  local list = plain(place, errors.type(place, report, "table"), { values = values_max }, 1)
  if next(list) ~= nil and list[1] == nil then
    list = { list }
  end
  if #errors.list(place, list) > entries_max then
    errors.fail("%s: it has more than %d entries", place, entries_max)
  end
  for i, entry in ipairs(list) do
    local where = ("%s: entry %d"):format(place, i)
    errors.type(where, entry, "table")
    local name = errors.type(where .. ": kind", entry.kind == nil and "table" or entry.kind,
      "string")
    local kind = kind_of(name)
    if not kind then
      errors.fail("%s: there is no kind %s%s", where, errors.shown(name),
        errors.hint(name, kind_names()))
    end
    entry.kind = name
    list[i] = kind.check(where, entry)
  end
  return list
end

--- The entries of a study that has none: all points together, and by each parameter that has few
--- values.
---@param parameters string[]
---@return table[]
function entries.default(parameters)
  local list = { { kind = "table", by = {}, confidence = 0.95 } }
  for i, name in ipairs(parameters) do
    list[i + 1] = { kind = "table", by = { name }, confidence = 0.95, few = few }
  end
  return list
end

--- Computes an entry.
---@param entry table normalised
---@param rows fun(): table|nil an iterator over all rows, which is read to its end
---@param about { name: string, parameters: string[] }
---@return tessera.study.Block|nil block nil if there is nothing to be said
function entries.compute(entry, rows, about)
  return kind_of(entry.kind).compute(entry, rows, about)
end

return entries
