--- Plots of blocks as scripts for gnuplot.

local gnuplot_script = require "tessera.report.render.gnuplot_script"
local numbers = require "tessera.report.render.numbers"

local gnuplot = {}

local bars_most = 12 -- points of a line with error bars; more get a band
local cells_most = 300 -- of a heat map with numbers in it

-- Filled and open signs; dashes. Series differ without colour.
local filled, open = { 7, 5, 9, 13, 11, 15, 6, 4 }, { 6, 4, 8, 12, 10, 14, 1, 2 }
local dashes = { "solid", "(9,4)", "(2,3)", "(9,3,2,3)", "(4,3)", "(14,3)", "(6,2,2,2,2,2)",
  "(1,4)" }

-- Cividis (Nuñez, Anderton, Renslow, PLOS ONE 13, 2018): even steps of lightness, the same for the
-- colour-blind.
local palette = { "#00224e", "#123570", "#3b496c", "#575d6d", "#707173", "#8a8678", "#a59c74",
  "#c3b369", "#e1cc55", "#fee838" }
local light_until = 0.5 -- on darker cells numbers are light

local colour, colours, finite = gnuplot_script.colour, gnuplot_script.colours,
  gnuplot_script.finite
local ink, grid = colour(colours.ink), colour(colours.grid)
local series_colour = gnuplot_script.series

local function nth(list, i)
  return list[(i - 1) % #list + 1]
end

local kinds = {}

-- How far the error bars of several series are moved apart.
local function dodge(series)
  local low, high, bars = math.huge, -math.huge, false
  for _, each in ipairs(#series > 1 and series or {}) do
    for _, point in ipairs(each.points) do
      low, high = math.min(low, point[1]), math.max(high, point[1])
      bars = bars or point[3] ~= nil
    end
    if #each.points > bars_most then
      return 0
    end
  end
  return bars and high > low and (high - low) * 0.012 or 0
end

function kinds.line(script, plot)
  script:head(plot, 360)
  local log = script:scale("x", plot.x.log, plot.series, { 1 })
  local log_y = script:scale("y", plot.y.log, plot.series, { 2, 3, 4 })
  script:tics_at(plot.series, log)
  local bands, lines, step = {}, {}, log and 0 or dodge(plot.series)
  if not log then
    script:range("x", plot.series, { 1 }, { more = step * (#plot.series - 1) / 2 })
  end
  if not log_y then
    script:range("y", plot.series, { 2, 3, 4 }, { zero = true, share = plot.y.share })
  end
  for i, series in ipairs(plot.series) do
    local rows, sure = {}, false
    local shift = (i - (#plot.series + 1) / 2) * step
    for j, point in ipairs(series.points) do
      rows[j] = { point[1] + shift, point[2], script:cut(point[3] or point[2]),
        point[4] or point[2] }
      sure = sure or point[3] ~= nil
    end
    local data, lc = script:data(rows), "lc " .. series_colour(i)
    if sure and #rows > bars_most then
      bands[#bands + 1] = ("%s using 1:3:4 with filledcurves f%s fs transparent solid 0.2 noborder"
        .. " notitle"):format(data, lc:sub(2))
    elseif sure then
      lines[#lines + 1] = ("%s using 1:2:3:4 with yerrorbars %s lw 1.5 pt -1 notitle"):format(data,
        lc)
    end
    lines[#lines + 1] = ("%s using 1:2 with linespoints %s lw 2 dt %s pt %d ps %g %s"):format(data,
      lc, nth(dashes, i), nth(filled, i), #rows > bars_most and 0.5 or 0.9, script:title(series))
  end
  script:plot(table.move(lines, 1, #lines, #bands + 1, bands))
end

-- Points with error bars beside each other, one line for each name.
function kinds.interval(script, plot)
  local names, places = {}, {}
  for _, series in ipairs(plot.series) do
    for _, point in ipairs(series.points) do
      if not places[point[1]] then
        names[#names + 1] = point[1]
        places[point[1]] = #names
      end
    end
  end
  script:head({ x = plot.y, y = plot.x, series = plot.series }, 90 + math.max(2, #names) * 26)
  if not script:scale("x", plot.y.log, plot.series, { 2, 3, 4 }) then
    script:range("x", plot.series, { 2, 3, 4 }, { share = plot.y.share })
  end
  script:tics_of("y", names)
  script:add("set yrange [%d.6:0.4]", #names)
  local parts, count = {}, #plot.series
  for i, series in ipairs(plot.series) do
    local rows = {}
    for j, point in ipairs(series.points) do
      rows[j] = { point[2], places[point[1]] + (i - (count + 1) / 2) * 0.6 / count,
        script:cut(point[3] or point[2]), point[4] or point[2] }
    end
    parts[i] = ("%s using 1:2:3:4 with xerrorbars lc %s lw 2 pt %d ps 0.9 %s"):format(
      script:data(rows), series_colour(i), nth(filled, i), script:title(series))
  end
  script:plot(parts)
end

function kinds.histogram(script, plot)
  script:head(plot, 320)
  script:scale("x", plot.x.log, plot.series, { 1, 2 })
  local floor = plot.y.log and 0.5 or 0
  if plot.y.log then
    script:add "set logscale y"
  end
  script:add("set yrange [%g:*]", floor)
  local bins = plot.series[1].points
  if bins[1] and finite(bins[1][1], bins[#bins][2]) then
    script:add("set xrange [%.17g:%.17g]", bins[1][1], bins[#bins][2])
  end
  script:add "unset grid"
  script:add("set grid ytics lc %s lw 1 dt solid", grid)
  local parts = {}
  for i, series in ipairs(plot.series) do
    local rows, single = {}, #plot.series == 1
    for j, bin in ipairs(series.points) do
      rows[j] = single and { bin[1], bin[3], bin[1], bin[2], floor, math.max(bin[3], floor) }
        or { bin[1], math.max(bin[3], floor) }
    end
    local last = series.points[#series.points]
    if not single and last then
      table.insert(rows, 1, { series.points[1][1], floor })
      rows[#rows + 1] = { last[2], floor }
    end
    local lc = "lc " .. series_colour(i)
    parts[i] = script:data(rows) .. (single
      and (" using 1:2:3:4:5:6 with boxxyerror %s fs solid 0.55 border notitle"):format(lc)
      or (" using 1:2 with steps %s lw 2 dt %s %s"):format(lc, nth(dashes, i),
        script:title(series)))
  end
  script:plot(parts)
end

-- The numbers in the cells, dark or light.
local function cell_labels(script, points, low, high, log)
  local rows = {}
  for i, point in ipairs(points) do
    rows[i] = { point[4] and { value = point[3], low = point[4], high = point[5] } or point[3] }
  end
  local texts = numbers.texts { columns = { { name = "" } }, rows = rows }
  for i, point in ipairs(points) do
    local share = high <= low and 0 or log and math.log(point[3] / low) / math.log(high / low)
      or (point[3] - low) / (high - low)
    script:add("set label %s at %d,%d center front textcolor %s",
      script:label(texts[i][1]:match "^%S*"), point[1], point[2],
      colour(share < light_until and colours.light or colours.dark))
  end
end

function kinds.heatmap(script, plot)
  local columns, rows, points = plot.x.values, plot.y.values, {}
  local flipped = type(rows[1]) == "string" -- names are read from above
  local names = {}
  for i, name in ipairs(rows) do
    names[flipped and #rows + 1 - i or i] = name
  end
  local low, high = math.huge, -math.huge
  for _, point in ipairs(plot.series[1].points) do
    if finite(point[3]) then
      points[#points + 1] = { point[1], flipped and #rows + 1 - point[2] or point[2], point[3],
        point[4], point[5] }
      low, high = math.min(low, point[3]), math.max(high, point[3])
    end
  end
  script:head(plot, math.max(240, math.min(900, 110 + 34 * #rows)))
  script:add "unset grid\nset border 0\nunset key"
  script:add("set xrange [0.5:%d.5]\nset yrange [0.5:%d.5]", #columns, #rows)
  script:tics_of("x", columns, (script.wide - 170) / #columns)
  script:tics_of("y", names)
  script:add("set palette defined (%s)", (table.concat(palette, ","):gsub("()(#%x+)",
    function(at, text)
      return ("%d '%s'"):format(at // 8, text)
    end)))
  script:add("set cblabel %s textcolor %s offset 1.5", script:label(plot.value or ""), ink)
  script:add "set rmargin at screen 0.78"
  script:add "set colorbox noborder"
  local log = script:scale("cb", plot.log, { { points = points } }, { 3 })
  local cells = {}
  for i, point in ipairs(points) do
    cells[i] = { point[1], point[2], point[1] - 0.5, point[1] + 0.5, point[2] - 0.5,
      point[2] + 0.5, point[3] }
  end
  if #columns <= 12 and #points <= cells_most then
    cell_labels(script, points, low, high, log)
  end
  script:plot { ("%s using 1:2:3:4:5:6:7 with boxxyerror fs solid noborder lc palette notitle")
    :format(script:data(cells)) }
end

function kinds.scatter(script, plot)
  script:head(plot, 360)
  for place, axis in ipairs { "x", "y" } do
    if not script:scale(axis, plot[axis].log, plot.series, { place }) then
      script:range(axis, plot.series, { place }, {})
    end
  end
  local parts = {}
  for i, series in ipairs(plot.series) do
    parts[i] = ("%s using 1:2 with points lc %s lw 1.5 pt %d ps 0.7 %s"):format(
      script:data(series.points), series_colour(i), nth(open, i), script:title(series))
  end
  script:plot(parts)
end

--- The script of a plot, and the texts of its labels, by the number of the sign that stands for
--- each; nil if there is nothing to draw.
---@param plot tessera.study.Plot
---@param alone? boolean whether it stands beside no other plot: then it is wider
---@return { text: string, labels: string[], size: integer[] }|nil
function gnuplot.script(plot, alone)
  local script = gnuplot_script.new(alone)
  kinds[plot.kind](script, plot)
  return script.points > 0 and { text = table.concat(script.lines, "\n") .. "\n",
    labels = script.labels, size = script.size } or nil
end

return gnuplot
