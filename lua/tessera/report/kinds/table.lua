--- The kind `table`: statistics of groups of points, and plots of them.

local errors = require "tessera.base.errors"
local groups = require "tessera.report.groups"
local statistics = require "tessera.report.statistics"
local table_plots = require "tessera.report.table_plots"
local titles = require "tessera.report.titles"
local wording = require "tessera.base.wording"

local kind = {}

-- In the order of the columns. Keys of `needs`, and whether a list holds numbers.
local names = { "count", "mean", "share", "median", "quantiles", "min", "max", "sum",
  "deviation" }
local keys = { "by", "confidence", "few", "kind", "log", "plot", "title", "unit",
  "where", "x", "y" }
table.move(names, 1, #names, #keys + 1, keys)
local kinds_of_plots = { "heatmap", "histogram", "interval", "line", "scatter" }
local logs = { "x", "y", "xy" }

local by_max, fields_max = 6, 30
local quartiles = { 0.25, 0.5, 0.75 }

-- ---- checking ----

-- A list of names; one name is a list of one.
local function name_list(place, value, most)
  if value == nil then
    return nil
  end
  value = type(value) == "table" and errors.list(place, value) or { value }
  for i, name in ipairs(value) do
    errors.type(#value > 1 and ("%s: entry %d"):format(place, i) or place, name, "string")
  end
  if #value > most then
    errors.fail("%s: it has more than %d names", place, most)
  end
  return value
end

-- Names of fields, and shares of 0..1: { "length", 0.1, 0.9 }.
local function check_quantiles(place, value)
  value = type(value) == "table" and errors.list(place, value) or { value }
  local fields, shares = {}, {}
  for _, item in ipairs(value) do
    if type(item) == "number" and (item < 0 or item > 1) then
      errors.fail("%s: expected a number of 0..1, got %s", place, item)
    end
    local list = type(item) == "number" and shares or fields
    list[#list + 1] = errors.type(place, item, "string", "number")
  end
  if #fields == 0 or #value > fields_max then
    errors.fail("%s: expected at least one field, such as { \"length\", 0.1, 0.9 }, and at most %d"
      .. " values", place, fields_max)
  end
  table.sort(shares)
  shares = shares[1] and shares or quartiles
  return table.move(shares, 1, #shares, #fields + 1, fields)
end

-- { size = 6, colours = { 3, 4 }, length = { min = 10 } }
local function check_where(place, where)
  for name, wanted in pairs(errors.type(place, where, "table")) do
    local inside = ("%s: %s"):format(place, errors.type(place .. ": a key", name, "string"))
    if type(wanted) ~= "table" then
      where[name] = { wanted }
    elseif wanted.min ~= nil or wanted.max ~= nil then
      errors.keys(inside, wanted, { "max", "min" })
      errors.type(inside .. ": min", wanted.min, "number", "nil")
      errors.type(inside .. ": max", wanted.max, "number", "nil")
    else
      for _, value in ipairs(errors.list(inside, wanted)) do
        errors.type(inside, value, "number", "string", "boolean")
      end
    end
  end
  return next(where) ~= nil and where or nil
end

local function one_of(place, value, list)
  if value ~= nil and not wording.one_of(value, list) then
    errors.fail("%s: %s%s", place, errors.shown(value), errors.hint(value, list))
  end
end

local function check_plot(place, entry)
  if entry.log == true then
    entry.log = "y"
  end
  one_of(place .. ": log", entry.log, logs)
  one_of(place .. ": plot", entry.plot ~= false and entry.plot or nil, kinds_of_plots)
  errors.type(place .. ": x", entry.x, "string", "nil")
  errors.type(place .. ": y", entry.y, "string", "nil")
  if entry.plot == "scatter" then
    errors.type(place .. ": x", entry.x, "string")
    errors.type(place .. ": y", entry.y, "string")
    return
  end
  for _, axis in ipairs { "x", "y" } do
    one_of(("%s: %s"):format(place, axis), entry[axis], entry.by)
  end
  if entry.y and entry.plot == "line" or (entry.x or entry.y) and entry.plot ~= "line"
    and entry.plot ~= "heatmap" and entry.plot ~= nil then
    errors.fail("%s: %s: a plot '%s' does not take it", place, entry.y and "y" or "x",
      tostring(entry.plot))
  elseif entry.x and entry.x == entry.y then
    errors.fail("%s: x and y are both '%s'", place, entry.x)
  elseif entry.plot == "heatmap" and #entry.by ~= 2 then
    errors.fail("%s: plot: a heat map needs two names in `by`", place)
  elseif (entry.plot == "line" or entry.plot == "interval") and #entry.by == 0 then
    errors.fail("%s: plot: '%s' needs a name in `by`", place, entry.plot)
  end
end

-- A name that makes groups does not tell units of a group apart.
local function check_unit(place, entry)
  local unit = name_list(place, entry.unit, by_max)
  for _, name in ipairs(unit or {}) do
    if wording.one_of(name, entry.by) then
      errors.fail("%s: '%s' is in `by`: a group has one unit of it", place, name)
    end
  end
  return unit and unit[1] and unit
end

function kind.check(place, entry)
  errors.keys(place, entry, keys)
  errors.type(place .. ": title", entry.title, "string", "nil")
  for _, name in ipairs(names) do
    if name == "quantiles" and entry[name] ~= nil then
      entry[name] = check_quantiles(place .. ": quantiles", entry[name])
    elseif name ~= "quantiles" then
      entry[name] = name_list(("%s: %s"):format(place, name), entry[name], fields_max)
    end
  end
  entry.by = name_list(place .. ": by", entry.by, by_max) or {}
  entry.unit = check_unit(place .. ": unit", entry)
  entry.where = entry.where ~= nil and check_where(place .. ": where", entry.where) or nil
  entry.confidence = entry.confidence == nil and 0.95
    or errors.type(place .. ": confidence", entry.confidence, "number")
  if entry.confidence < 0.5 or entry.confidence > 0.9999 then
    errors.fail("%s: confidence: expected a number of 0.5..0.9999, got %s", place,
      entry.confidence)
  end
  entry.few = errors.type(place .. ": few", entry.few, "integer", "nil")
  check_plot(place, entry)
  return entry
end

-- ---- what is asked for ----

local sorting = { median = true, quantiles = true }

-- Which statistics of which fields, in the order of the columns; nil if the entry names none.
local function wishes_of(entry)
  local wishes = {}
  for _, statistic in ipairs(names) do
    for _, field in ipairs(entry[statistic] or {}) do
      if type(field) == "string" then
        wishes[#wishes + 1] = { statistic = statistic, field = field }
      end
    end
  end
  return wishes[1] and wishes
end

local function needs_of(entry, wishes)
  local needs = {}
  for _, wish in ipairs(wishes or {}) do
    local need = needs[wish.field] or {}
    need.values = need.values or sorting[wish.statistic] or table_plots.is_histogram(entry)
    need.counts = need.counts or wish.statistic == "share"
    needs[wish.field] = need
  end
  return wishes and needs
end

-- Mean and median of all fields that were found; of booleans the mean.
local function found_wishes(made)
  local wishes = {}
  for _, field in ipairs(made.found) do
    wishes[#wishes + 1] = { statistic = "mean", field = field }
    if made.numeric[field] then
      wishes[#wishes + 1] = { statistic = "median", field = field }
    end
  end
  return wishes
end

-- ---- columns ----

local function cell(value, low, high)
  return value and low and { value = value, low = low, high = high } or value
end

local function sorted_of(field)
  if field.values and not field.sorted then
    table.sort(field.values)
    field.sorted = true
  end
  return field.values
end

-- Each statistic of a field of a group, which has a number at least.
local of = {}

function of.mean(field, entry)
  local sample = field.sample
  if field.booleans == field.all.n and entry.unit then
    return cell(sample.mean, statistics.shares_interval(sample, entry.confidence))
  elseif field.booleans == field.all.n then
    return cell(sample.sum / sample.n, statistics.share_interval(math.tointeger(sample.sum),
      sample.n, entry.confidence))
  end
  return cell(sample.mean, statistics.mean_interval(sample, entry.confidence))
end

function of.median(field, entry)
  local sorted = sorted_of(field)
  return cell(statistics.quantile(sorted, 0.5),
    statistics.median_interval(sorted, entry.confidence))
end

function of.min(field)
  return field.sample.min
end

function of.max(field)
  return field.sample.max
end

function of.sum(field)
  return field.all.sum
end

function of.deviation(field)
  return statistics.deviation(field.sample)
end

local function add(columns, wish, name, get, short)
  columns[#columns + 1] = { name = name, short = short, align = "right", field = wish.field,
    statistic = wish.statistic, get = function(group)
      local field = group.fields[wish.field]
      return field and get(field)
    end }
end

-- Shares of a boolean or of each value of a text.
local function add_shares(columns, wish, entry, made)
  local values = groups.counted(made, wish.field)
  local boolean = #values > 0
  for _, value in ipairs(values) do
    boolean = boolean and type(value) == "boolean"
  end
  for _, value in ipairs(boolean and { true } or values) do
    local name = boolean and "share " .. wish.field
      or ("%s = %s"):format(wish.field, tostring(value))
    add(columns, wish, name, function(field)
      local hits, n = groups.hits(field, value)
      if entry.unit then
        local shares = groups.unit_shares(field, value)
        return cell(shares.mean, statistics.shares_interval(shares, entry.confidence))
      end
      return cell(hits / n, statistics.share_interval(hits, n, entry.confidence))
    end, tostring(value))
  end
end

local function add_wish(columns, wish, entry, made)
  if wish.statistic == "share" then
    add_shares(columns, wish, entry, made)
  elseif wish.statistic == "count" then
    add(columns, wish, "count " .. wish.field, function(field)
      return field.all.n + field.texts
    end)
  elseif wish.statistic == "quantiles" then
    for _, share in ipairs(entry.quantiles) do
      if type(share) == "number" then
        add(columns, wish, ("%s %g %%"):format(wish.field, 100 * share), function(field)
          return statistics.quantile(sorted_of(field), share)
        end, ("%g %%"):format(100 * share))
      end
    end
  else
    add(columns, wish, ("%s %s"):format(wish.statistic, wish.field), function(field)
      return field.sample.n > 0 and of[wish.statistic](field, entry) or nil
    end)
  end
end

local function columns_of(entry, wishes, made)
  local columns = {}
  for i, name in ipairs(entry.by) do
    columns[i] = { name = name, align = "right", exact = true, get = function(group)
      return group.values[i]
    end, missing = "(none)" }
    for _, group in ipairs(made.list) do
      columns[i].align = type(group.values[i]) == "string" and "left" or columns[i].align
    end
  end
  columns[#columns + 1] = { name = "points", align = "right", get = function(group)
    return group.points
  end }
  columns[#columns + 1] = entry.unit and { name = "units", align = "right", get = function(group)
    return group.units
  end } or nil
  for _, group in ipairs(made.list) do
    if group.failed > 0 then
      columns[#columns + 1] = { name = "failed", align = "right", get = function(each)
        return each.failed
      end }
      break
    end
  end
  for _, wish in ipairs(wishes) do
    add_wish(columns, wish, entry, made)
  end
  return columns
end

-- ---- sentences ----

local listed = wording.listed

local function title_of(entry, wishes)
  local parts = {}
  for i, wish in ipairs(wishes) do
    parts[i] = ("%s %s"):format(wish.statistic, wish.field)
  end
  local what = entry.title or #parts > 0 and #parts <= 4 and listed(parts) or "Results"
  return entry.title or titles.of(entry, what)
end

-- What of a field was missing, or could not be counted.
local function field_note(made, name)
  local points, having, texts, others = 0, 0, 0, 0
  for _, group in ipairs(made.list) do
    local field = group.fields[name]
    points = points + group.points
    having = having + (field and field.all.n + field.texts or 0)
    texts = texts + (field and not field.counts and field.texts or 0)
    others = others + (field and field.others or 0)
  end
  if points > 0 and having == 0 then
    return ("No point has a field '%s'%s."):format(name, errors.guess(name,
      wording.sorted(made.names)))
  end
  local notes = {}
  notes[#notes + 1] = having < points and ("%d of %s %s it"):format(having,
    wording.count(points, "point"), having == 1 and "has" or "have") or nil
  notes[#notes + 1] = texts > 0 and ("%s left out, which %s"):format(wording.count(texts, "value")
    .. (texts == 1 and " is" or " are"), texts == 1 and "is no number" or "are no numbers") or nil
  notes[#notes + 1] = others > 0 and wording.count(others, "point")
    .. " with further values have no column" or nil
  return notes[1] and ("%s: %s."):format(name, table.concat(notes, "; "))
end

local function notes_of(entry, wishes, made)
  local notes, seen = {}, {}
  for _, wish in ipairs(wishes) do
    notes[#notes + 1] = not seen[wish.field] and field_note(made, wish.field) or nil
    seen[wish.field] = true
  end
  for _, name in ipairs(made.done > 0 and wording.sorted(made.unseen) or {}) do
    notes[#notes + 1] = ("%s: no point has '%s'%s."):format(made.unseen[name], name,
      errors.guess(name, wording.sorted(made.names)))
  end
  if made.rows == 0 then
    notes[#notes + 1] = entry.where and "`where` leaves no point." or "There are no points."
  end
  if made.unitless > 0 then
    notes[#notes + 1] = ("%s without %s left out."):format(wording.count(made.unitless, "point"),
      listed(entry.unit) .. (made.unitless == 1 and " is" or " are"))
  end
  if made.unplaced > 0 then
    notes[#notes + 1] = wording.count(made.unplaced, "failed point")
      .. " cannot be grouped by a field of results."
  end
  if made.left_out > 0 then
    notes[#notes + 1] = ("Only the first %s are shown; %s to others."):format(
      wording.count(#made.list, "group"), made.left_out == 1 and "1 point belongs"
      or made.left_out .. " points belong")
  end
  return notes
end

local function has_intervals(rows)
  for _, row in ipairs(rows) do
    for _, value in pairs(row) do
      if type(value) == "table" then
        return true
      end
    end
  end
  return false
end

function kind.compute(entry, rows, _)
  local wishes = wishes_of(entry)
  local made = groups.collect(entry, needs_of(entry, wishes), rows)
  if not made then
    return nil
  end
  wishes = wishes or found_wishes(made)
  local columns = columns_of(entry, wishes, made)
  local block = { title = title_of(entry, wishes), columns = {}, rows = {},
    notes = notes_of(entry, wishes, made) }
  for i, column in ipairs(columns) do
    block.columns[i] = { name = column.name, align = column.align, exact = column.exact,
      missing = column.missing }
  end
  for i, group in ipairs(made.list) do
    block.rows[i] = {}
    for j, column in ipairs(columns) do
      block.rows[i][j] = column.get(group)
    end
  end
  block.plots = table_plots.of(entry, columns, made, block)
  if has_intervals(block.rows) then
    table.insert(block.notes, ("In parentheses: the interval of %g %% confidence."):format(
      100 * entry.confidence))
  end
  if entry.unit then
    table.insert(block.notes, ("A unit is one %s: its points are averaged first."):format(
      listed(entry.unit)))
  end
  return block
end

return kind
