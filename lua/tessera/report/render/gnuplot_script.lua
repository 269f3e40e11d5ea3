--- Scripts for gnuplot, line by line. No text of a user gets into a script, only numbers: a label
--- is a sign that stands for a text there, and others that make it as wide as the text, which takes
--- its place in the finished SVG.

local wording = require "tessera.base.wording"

local gnuplot_script = {}

local label_max = 48 -- signs of a label
local value_max = 1e100 -- a larger number is not drawn
local names_max = 24 -- signs of a name along an axis
local labels_max = 900
local sign_first, sign_width = 0x400, 7.3 -- of two bytes: others count as two columns
local tics_most = 12 -- values that have tics of their own

-- The width of a plot beside others, and alone.
gnuplot_script.wide = 540
gnuplot_script.wide_alone = 640

-- Colours in scripts are numbers, which the SVG's colours are named by.
gnuplot_script.colours = { ink = 1, soft = 2, grid = 3, dark = 4, light = 5, series = 16 }

--- Whether these are numbers that gnuplot can draw.
---@param ... any
---@return boolean
function gnuplot_script.finite(...)
  for i = 1, select("#", ...) do
    local value = select(i, ...)
    local drawable = type(value) == "number" and math.abs(value) < value_max
    if not drawable then
      return false
    end
  end
  return true
end

local finite = gnuplot_script.finite

---@class tessera.study.Script
---@field lines string[]
---@field labels string[] by the numbers of their signs
---@field points integer lines of data
---@field wide integer
---@field size integer[]
local Script = {}
Script.__index = Script

function Script:add(format, ...)
  self.lines[#self.lines + 1] = select("#", ...) > 0 and format:format(...) or format
end

--- A colour as a script has it.
---@param number integer
---@return string
function gnuplot_script.colour(number)
  return ('rgb "#%06x"'):format(number)
end

local colour = gnuplot_script.colour

local ink, soft, grid = colour(1), colour(2), colour(3)

--- The colour of a series.
---@param i integer
---@return string
function gnuplot_script.series(i)
  return colour(gnuplot_script.colours.series + (i - 1) % 8 + 1)
end

-- Makes a label wider.
gnuplot_script.filler = utf8.char(0x7FF)

--- The number of the label that a sign stands for.
---@param sign string
---@return integer
function gnuplot_script.label_of(sign)
  return utf8.codepoint(sign) - sign_first
end

-- A text as a label shows it, and how many columns it takes.
local function shortened(text, most)
  text = wording.line(tostring(text))
  local columns, last = 0, nil
  for at, code in utf8.codes(text) do
    columns = columns + (code >= 0x1100 and 2 or 1)
    if columns > most then
      return text:sub(1, last - 1) .. "…", most
    end
    last = columns < most and at + utf8.offset(text:sub(at), 2) - 1 or last
  end
  return text, columns
end

-- A text in quotes, as a placeholder.
function Script:label(text, most)
  local columns
  if #self.labels >= labels_max then
    return '""'
  end
  text, columns = shortened(text, most or label_max)
  self.labels[#self.labels + 1] = text
  return ('"%s%s"'):format(utf8.char(sign_first + #self.labels),
    gnuplot_script.filler:rep(columns - 1))
end

-- A block of data of numbers. Returns its name.
function Script:data(rows)
  self.blocks = self.blocks + 1
  local name = "$d" .. self.blocks
  self:add("%s << EOD", name)
  for _, row in ipairs(rows) do
    if finite(table.unpack(row)) then
      local parts = {}
      for i, value in ipairs(row) do
        parts[i] = ("%.17g"):format(value)
      end
      self:add(table.concat(parts, " "))
      self.points = self.points + 1
    end
  end
  self:add "EOD"
  return name
end

local function terminal(size)
  return ('set terminal svg size %d,%d dynamic noenhanced font "sans,13"'):format(size[1], size[2])
end

-- How many names stand side by side in the legend; 0: there is none.
local function legend_columns(series, wide)
  local widest = 0
  for _, each in ipairs(series) do
    widest = math.max(widest, select(2, shortened(each.name or "", label_max)))
  end
  local columns = (wide - 90) // (widest * sign_width + 80)
  return widest > 0 and math.max(1, math.tointeger(columns)) or 0
end

function Script:head(plot, high)
  local columns = legend_columns(plot.series, self.wide)
  local lines = columns > 0 and -(-#plot.series // columns) or 1
  high = math.tointeger(high + 17 * (lines - 1))
  self.size = { self.wide, high }
  self:add(terminal(self.size))
  self:add "set encoding utf8"
  self:add("set border 3 lc %s lw 1", soft)
  self:add("set tics nomirror scale 0.5 textcolor %s", soft)
  self:add "set format '%g'"
  self:add("set grid lc %s lw 1 dt solid", grid)
  self:add("set key tmargin left horizontal Left reverse maxcols %d textcolor %s samplen 4",
    math.max(1, columns), ink)
  self:add("set xlabel %s textcolor %s", self:label(plot.x.label), ink)
  self:add("set ylabel %s textcolor %s", self:label(plot.y.label), ink)
  self:add "set bars 0.6"
end

-- Tics at multiples of the powers of ten, where these powers alone would be few.
local function log_tics(low, high)
  local parts, factors = {}, high > 15 * low and { 1, 2, 5 } or { 1, 1.5, 2, 3, 4, 5, 7 }
  for power = math.floor(math.log(low, 10)), math.ceil(math.log(high, 10)) do
    for _, factor in ipairs(factors) do
      local value = factor * 10.0 ^ power
      parts[#parts + 1] = finite(value) and ("%.10g"):format(value) or nil
    end
  end
  return table.concat(parts, ",")
end

-- A logarithmic axis, if all values are above 0: those at the first one of the places. The others
-- are the ends of intervals, which are cut at the end of the axis, `self.floor`.
function Script:scale(axis, wanted, series, places)
  local low, high, least, cut = math.huge, 0, math.huge, false
  for _, each in ipairs(wanted and series or {}) do
    for _, point in ipairs(each.points) do
      least = math.min(least, point[places[1]])
      for i, place in ipairs(places) do
        local value = point[place]
        cut = cut or i > 1 and value ~= nil and value <= 0
        low = math.min(low, value and (i == 1 or value > 0) and value or low)
        high = math.max(high, value or high)
      end
    end
  end
  low = cut and math.min(low, least / 2) or low
  if not wanted or low < 1 / value_max or not finite(low, high) then
    return false
  end
  self:add("set logscale %s", axis)
  self:add("set format %s '%%.10g'", axis)
  if high < 300 * low then
    self:add("set %stics (%s)", axis, log_tics(low, high))
  end
  if axis ~= "cb" then
    local room = math.max(1.02, (high / low) ^ 0.04)
    self:add("set %srange [%.17g:%.17g]", axis, low / room, high * room)
    self.floor = cut and low / room or nil
  end
  return true
end

--- The end of an interval as it is drawn.
---@param low number
---@return number
function Script:cut(low)
  return self.floor and math.max(low, self.floor) or low
end

--- The range of an axis that is not logarithmic: near the numbers at these places. It does not go
--- beyond 0 if none of them does; with `zero` it begins there, if 0 is not far.
---@param axis "x"|"y"
---@param series tessera.study.Series[]
---@param places integer[]
---@param about { zero?: boolean, share?: boolean, more?: number }
function Script:range(axis, series, places, about)
  local low, high = math.huge, -math.huge
  for _, each in ipairs(series) do
    for _, point in ipairs(each.points) do
      for _, place in ipairs(places) do
        local value = point[place]
        low = finite(value) and math.min(low, value) or low
        high = finite(value) and math.max(high, value) or high
      end
    end
  end
  if low > high then
    return
  end
  local span, most = high - low, math.max(math.abs(low), math.abs(high))
  local room = 0.04 * span + (about.more or 0)
  if span < 1e-90 or span < 1e-9 * most then
    room = most > 1e-90 and 0.05 * most or 1
  end
  local from, to = low - room, high + room
  if low > 0 then
    from = about.zero and low < high / 3 and 0 or math.max(0, from)
  elseif low == 0 and about.zero then
    from = 0
  end
  if about.share then
    from, to = math.max(0, from), (from <= 0 and high > 0.7 or to > 1) and 1 or to
  end
  self:add("set %srange [%.17g:%.17g]", axis, from, to)
end

-- Tics at the values themselves, if these are few and far enough from each other.
function Script:tics_at(series, log)
  local values, known = {}, {}
  for _, each in ipairs(series) do
    for _, point in ipairs(each.points) do
      if not known[point[1]] and finite(point[1]) then
        known[point[1]] = true
        values[#values + 1] = point[1]
      end
    end
  end
  table.sort(values)
  if #values < 2 or #values > tics_most then
    return
  end
  local function place(value)
    return log and math.log(value) or value
  end
  local parts = {}
  for i, value in ipairs(values) do
    parts[i] = ("%.17g"):format(value)
    if i > 1 and place(value) - place(values[i - 1]) < (place(values[#values]) - place(values[1]))
      / 20 then
      return
    end
  end
  self:add("set xtics (%s)", table.concat(parts, ","))
end

-- Names along an axis; if they are wider than their places, from below.
function Script:tics_of(axis, values, place)
  local parts, widest = {}, 0
  for i, value in ipairs(values) do
    widest = math.max(widest, select(2, shortened(value, names_max)))
    parts[i] = ("%s %d"):format(self:label(value, names_max), i)
  end
  if place and widest * sign_width > place - 8 then
    self:add "set xtics rotate by 90 right"
    self.size[2] = self.size[2] + math.floor(widest * sign_width * 0.8)
    self.lines[1] = terminal(self.size)
  end
  self:add("set %stics (%s)", axis, table.concat(parts, ","))
end

function Script:title(series)
  return series.name and "title " .. self:label(series.name) or "notitle"
end

function Script:plot(parts)
  self:add("plot " .. table.concat(parts, ", "))
end

--- A script without lines.
---@param alone? boolean whether the plot stands beside no other one
---@return tessera.study.Script
function gnuplot_script.new(alone)
  return setmetatable({ wide = alone and gnuplot_script.wide_alone or gnuplot_script.wide,
    lines = {}, labels = {}, blocks = 0, points = 0 }, Script)
end

return gnuplot_script
