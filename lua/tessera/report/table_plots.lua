--- The plots of a table of groups: which ones an entry asks for, or what fits the number of its
--- groups, and the numbers that they show.

local bins = require "tessera.report.bins"
local groups = require "tessera.report.groups"
local titles = require "tessera.report.titles"
local wording = require "tessera.base.wording"

local table_plots = {}

local plots_max = 8
local series_max = 8
local names_most = 200 -- along an axis
local points_most = 2000 -- of a line

-- Whether the values at this place of all groups that have one are numbers.
local function numeric(made, place)
  local found = false
  for _, group in ipairs(made.list) do
    local value = group.values[place]
    if value ~= nil and type(value) ~= "number" then
      return false
    end
    found = found or value ~= nil
  end
  return found
end

local function place_of(list, wanted)
  for i, name in ipairs(list) do
    if name == wanted then
      return i
    end
  end
end

--- Whether a histogram is drawn, which needs the numbers themselves.
---@param entry table
---@return boolean
function table_plots.is_histogram(entry)
  return entry.plot == "histogram" or entry.plot == nil and #entry.by == 0
end

-- The kind of plot, if the entry leaves it open.
local function default_kind(entry, made)
  if #entry.by == 0 then
    return "histogram"
  elseif #made.list < 2 or #entry.by > 2 then
    return nil
  elseif #entry.by == 1 then
    return numeric(made, 1) and "line" or "interval"
  end
  local other = numeric(made, 1) and 2 or 1
  return numeric(made, 3 - other) and not numeric(made, other)
    and #groups.values(made, other) <= series_max and "line" or "heatmap"
end

local function is_log(entry, axis)
  return entry.log ~= nil and entry.log:find(axis, 1, true) ~= nil
end

-- The values of the group but one, as the name of a series. A text says by itself what it is.
local function name_of(entry, group, but)
  local parts = {}
  local alone = group.values[but == 1 and 2 or 1]
  if #entry.by == (but and 2 or 1) and type(alone) == "string" then
    return alone
  end
  for i, name in ipairs(entry.by) do
    if i ~= but then
      local value = group.values[i]
      parts[#parts + 1] = ("%s %s"):format(name, value == nil and "(none)" or value)
    end
  end
  return parts[1] and table.concat(parts, ", ")
end

local function parts_of(cell)
  if type(cell) == "table" then
    return cell.value, cell.low, cell.high
  end
  return cell
end

-- ---- lines, intervals, heat maps: a plot for each column ----

-- Adds a point to the series of this name, which is added if it is new.
local function add_point(series, name, point)
  local known = series[name or ""]
  if not known then
    known = { name = name, points = {} }
    series[#series + 1], series[name or ""] = known, known
  end
  table.insert(known.points, point)
end

-- The series as a list alone.
local function finished(series)
  return table.move(series, 1, #series, 1, {})
end

-- Several columns are as many series; then the groups have one name alone.
local function line(entry, made, columns, label)
  local place = place_of(entry.by, entry.x)
  for i = #entry.by, 1, -1 do
    place = entry.x and place or numeric(made, i) and i or place
  end
  if not place or not numeric(made, place) then
    return nil
  end
  local series = {}
  for _, column in ipairs(columns) do
    for _, group in ipairs(made.list) do
      local value, low, high = parts_of(column.get(group))
      if value and group.values[place] ~= nil then
        add_point(series, columns[2] and column.short or name_of(entry, group, place),
          { group.values[place], value, low, high })
      end
    end
  end
  for _, each in ipairs(series) do
    table.sort(each.points, function(a, b)
      return a[1] < b[1]
    end)
  end
  return { kind = "line", x = { label = entry.by[place], log = is_log(entry, "x") },
    y = { label = label, log = is_log(entry, "y") }, series = finished(series) }
end

local function interval(entry, made, columns, label)
  local series = {}
  for _, column in ipairs(columns) do
    for _, group in ipairs(made.list) do
      local value, low, high = parts_of(column.get(group))
      local name = group.values[1]
      if value then
        add_point(series, columns[2] and column.short, { #entry.by > 1 and name_of(entry, group)
          or name == nil and "(none)" or tostring(name), value, low, high })
      end
    end
  end
  return { kind = "interval", x = { label = table.concat(entry.by, ", ") },
    y = { label = label, log = entry.plot ~= "line" and entry.log ~= nil or is_log(entry, "y") },
    series = finished(series) }
end

local function heatmap(entry, made, columns)
  local column = columns[1]
  local across = place_of(entry.by, entry.x) or entry.y == entry.by[1] and 2
    or not entry.y and not numeric(made, 1) and numeric(made, 2) and 2 or 1
  local axes, places, points = {}, { {}, {} }, {}
  for i = 1, 2 do
    axes[i] = groups.values(made, i)
    for place, value in ipairs(axes[i]) do
      places[i][value] = place
    end
  end
  for _, group in ipairs(made.list) do
    local at = {}
    local value, low, high = parts_of(column.get(group))
    for i = 1, 2 do
      at[i] = places[i][group.values[i]]
    end
    if value and at[1] and at[2] then
      points[#points + 1] = { at[across], at[3 - across], value, low, high }
    end
  end
  return { kind = "heatmap", x = { label = entry.by[across], values = axes[across] },
    y = { label = entry.by[3 - across], values = axes[3 - across] }, value = column.name,
    log = entry.log ~= nil, series = { { points = points } } }
end

-- Whether the columns show shares: those of a text, or means and shares of booleans.
local function all_shares(columns, made)
  for _, column in ipairs(columns) do
    for _, group in ipairs(column.statistic ~= "share" and made.list or {}) do
      local field = group.fields[column.field]
      if column.statistic ~= "mean" or field and field.booleans < field.all.n then
        return false
      end
    end
  end
  return true
end

local makers = { line = line, interval = interval, heatmap = heatmap }

local drawn = { mean = true, median = true, quantiles = true, share = true }
local together = { quantiles = true, share = true }

-- The columns that are drawn: all of them if the entry says how, or else means, medians, quantiles
-- and shares, or the others but counts if there are none of these. Columns that are drawn together
-- are one item.
local function items_of(entry, columns, joined)
  local items, others = {}, {}
  for _, column in ipairs(columns) do
    local list = (entry.plot or drawn[column.statistic]) and items or others
    local last = list[#list]
    if joined and last and together[column.statistic] and last[1].field == column.field
      and last[1].statistic == column.statistic then
      last[#last + 1] = column
    elseif column.field and (entry.plot or column.statistic ~= "count") then
      list[#list + 1] = { column }
    end
  end
  return items[1] and items or others
end

local function add_note(block, ...)
  local note = (...):format(select(2, ...))
  if not wording.one_of(note, block.notes) then
    table.insert(block.notes, note)
  end
end

-- Points of groups that have no place along the axes of a plot.
local function note_missing(entry, plot, made, block)
  for i, name in ipairs(entry.by) do
    local points = 0
    for _, group in ipairs(name == plot.x.label and plot.kind == "line" and made.list
      or plot.kind == "heatmap" and made.list or {}) do
      points = points + (group.values[i] == nil and group.points or 0)
    end
    if points > 0 then
      add_note(block, "The plot leaves %s without '%s' out.", wording.count(points, "point"), name)
    end
  end
end

local function by_columns(entry, kind, columns, made, block)
  local plots = {}
  local items = items_of(entry, columns, kind ~= "heatmap" and #entry.by == 1)
  if #items > plots_max then
    add_note(block, "Only the first %d of %d plots are drawn.", plots_max, #items)
  end
  for _, item in ipairs(items) do
    local label = item[2] and ("%s %s"):format(item[1].statistic, item[1].field) or item[1].name
    local plot = #plots < plots_max and makers[kind](entry, made, item, label)
    if plot and plot.series[1] and plot.series[1].points[1] then
      plots[#plots + 1] = plot
      plot.y.share = kind ~= "heatmap" and all_shares(item, made) or nil
      note_missing(entry, plot, made, block)
    end
  end
  return plots
end

-- ---- histograms ----

local function histogram(entry, made, name)
  local all, parts = {}, {}
  for _, group in ipairs(made.list) do
    local field = group.fields[name]
    if field and field.values and #field.values > 0 and field.booleans < field.all.n then
      parts[#parts + 1] = { name = name_of(entry, group), values = field.values }
      table.move(field.values, 1, #field.values, #all + 1, all)
    end
  end
  if not parts[1] then
    return nil
  end
  table.sort(all)
  local log = is_log(entry, "x") and all[1] > 0
  if log then
    for i, value in ipairs(all) do
      all[i] = math.log(value, 10)
    end
  end
  local whole = not log and bins.whole(all)
  local width = bins.width(all, whole)
  local shift = whole and 0.5 or 0
  local first = (all[1] + shift) // width * width - shift
  local count = math.max(1, math.tointeger((all[#all] - first) // width + 1) or 1)
  local series = {}
  for i, part in ipairs(parts) do
    series[i] = { name = part.name, points = bins.of(part.values, width, first, count, log) }
  end
  return { kind = "histogram", x = { label = name, log = log },
    y = { label = entry.unit and "units" or "points", log = is_log(entry, "y") }, series = series }
end

local function histograms(entry, columns, made, block)
  local plots, seen = {}, {}
  for _, column in ipairs(columns) do
    local name = column.field
    if name and not seen[name] and #plots < plots_max then
      seen[name] = true
      local plot = histogram(entry, made, name)
      plots[#plots + 1] = plot
      if plot and not plot.x.log and is_log(entry, "x") then
        add_note(block, "log: '%s' has no logarithmic axis, because not all values are above 0.",
          name)
      end
    end
  end
  return plots
end

-- ---- scatter plots ----

local function scatter(entry, made)
  local series, known = {}, {}
  for _, point in ipairs(made.points) do
    local group = point[3]
    if not known[group] then
      series[#series + 1] = { name = name_of(entry, group), points = {}, group = group }
      known[group] = series[#series]
    end
    table.insert(known[group].points, { point[1], point[2] })
  end
  local order = {}
  for i, group in ipairs(made.list) do
    order[group] = i
  end
  table.sort(series, function(a, b)
    return order[a.group] < order[b.group]
  end)
  for _, each in ipairs(series) do
    each.group = nil
  end
  return series[1] and { { kind = "scatter", x = { label = entry.x, log = is_log(entry, "x") },
    y = { label = entry.y, log = is_log(entry, "y") }, series = series } } or {}
end

-- ---- all ----

-- The values along each axis: places in a point. Ends of intervals need not lie above 0.
local along = { line = { x = 1, y = 2 }, interval = { y = 2 }, scatter = { x = 1, y = 2 },
  heatmap = { value = 3 } }

-- An axis is not logarithmic if one of its values lies at 0 or below.
local function check_log(plot, block)
  for name, place in pairs(along[plot.kind] or {}) do
    local axis, least = name == "value" and plot or plot[name], math.huge
    for _, series in ipairs(axis.log and plot.series or {}) do
      for _, point in ipairs(series.points) do
        least = math.min(least, point[place])
      end
    end
    if least <= 0 then
      axis.log = false
      add_note(block, "log: '%s' has no logarithmic axis, because not all values are above 0.",
        axis.label or plot.value)
    end
  end
end

-- Too many series cannot be told apart, too many names not be read.
local function limit(plot, block)
  local most = plot.kind == "heatmap" and math.max(#plot.x.values, #plot.y.values)
    or plot.kind == "interval" and #plot.series[1].points or 0
  if most > names_most or plot.kind == "line" and #plot.series[1].points > points_most then
    add_note(block, "No plot is drawn of more than %d groups along an axis.",
      most > names_most and names_most or points_most)
    return nil
  elseif #plot.series > series_max then
    add_note(block, "The plot shows the first %d of %d series.", series_max, #plot.series)
    plot.series = table.move(plot.series, 1, series_max, 1, {})
  end
  return plot
end

local function title_of(entry, plot)
  if plot.kind == "histogram" then
    return titles.of(entry, "Histogram of " .. plot.x.label)
  elseif plot.kind == "scatter" then
    return titles.of(entry, ("%s and %s"):format(plot.x.label, plot.y.label))
  end
  return titles.of(entry, plot.value or plot.y.label)
end

--- The plots of an entry.
---@param entry table
---@param columns table[]
---@param made tessera.Groups
---@param block tessera.study.Block gets notes on what is not drawn
---@return tessera.study.Plot[]
function table_plots.of(entry, columns, made, block)
  local kind = entry.plot
  if kind == nil then
    kind = default_kind(entry, made)
  end
  if not kind or not made.list[1] then
    return {}
  end
  local found
  if kind == "histogram" then
    found = histograms(entry, columns, made, block)
  elseif kind == "scatter" then
    found = scatter(entry, made)
    if made.pairs_seen > #made.points then
      add_note(block, "The plot shows %d of %d points, drawn by chance.", #made.points,
        made.pairs_seen)
    end
  else
    found = by_columns(entry, kind, columns, made, block)
    if kind == "line" and not found[1] then
      found = by_columns(entry, "interval", columns, made, block)
      if found[1] then
        add_note(block, "plot: no line is drawn, because %s.",
          entry.x and ("'%s' is not always a number"):format(entry.x)
          or "no name in `by` is always a number")
      end
    end
  end
  local plots = {}
  for _, plot in ipairs(found) do
    plot.title = title_of(entry, plot)
    check_log(plot, block)
    plots[#plots + 1] = limit(plot, block)
  end
  return plots
end

return table_plots
