--- Plots of blocks as SVG inside of a page, drawn by gnuplot. Their colours are those of the page.

local errors = require "tessera.base.errors"
local gnuplot = require "tessera.report.render.gnuplot"
local gnuplot_script = require "tessera.report.render.gnuplot_script"
local markup = require "tessera.draw.markup"
local external_tools = require "tessera.userfile.external_tools"

local plots = {}

local seconds = 60 -- for one plot

--- Whether gnuplot is installed.
---@return boolean
function plots.available()
  return (external_tools.found "gnuplot")
end

local named = { [gnuplot_script.colours.ink] = "ink", [gnuplot_script.colours.soft] = "soft",
  [gnuplot_script.colours.grid] = "line" }

local function colour_of(number)
  local series = number - gnuplot_script.colours.series
  if number == gnuplot_script.colours.dark then
    return "#000"
  elseif number == gnuplot_script.colours.light then
    return "#fff"
  end
  return series > 0 and ("var(--s%d)"):format(series)
    or named[number] and ("var(--%s)"):format(named[number])
end

-- The drawing without what gnuplot writes around it, with names of its own, in the page's colours.
local function clean(text, number, labels)
  text = text:match "<g id=\"gnuplot_canvas\">(.*)</svg>" or ""
  text = text:gsub("<filter.-</filter>", ""):gsub("<title>.-</title>", ""):gsub(
    "<rect x=\"0\" y=\"0\" [^>]*fill=\"none\"/>", "")
  text = text:gsub("(<g) id=\"[^\"]*\" ?", "%1"):gsub("gpPt", ("p%d-"):format(number)):gsub(
    "gpDot", ("p%d-dot"):format(number)):gsub("xlink:href", "href"):gsub(
    "font%-family=\"[^\"]*\" ?", "")
  text = text:gsub("rgb%(%s*0,%s*0,%s*(%d+)%)", function(blue)
    return colour_of(math.tointeger(tonumber(blue)))
  end)
  text = text:gsub("'white'", "'var(--card)'"):gsub("\"black\"", "\"currentColor\""):gsub(
    "\"gray\"", "\"currentColor\""):gsub("\"white\"", "\"currentColor\"")
  local left
  repeat
    text, left = text:gsub("<g[^>]*>%s*</g>\n?", "")
  until left == 0
  text = text:gsub("\t", ""):gsub("\n\n+", "\n")
  text = text:gsub(gnuplot_script.filler, ""):gsub("[\xC2-\xDF][\x80-\xBF]", function(sign)
    return markup.text(labels[gnuplot_script.label_of(sign)] or "")
  end)
  return "<g>" .. text
end

local words = { line = "Line plot", interval = "Points with intervals", histogram = "Histogram",
  heatmap = "Heat map", scatter = "Scatter plot" }

--- A plot as an element `svg`.
---
--- Errors: a fault, if gnuplot is missing or fails.
---@param plot tessera.study.Plot
---@param number integer of the plot on its page: its names begin with it
---@param alone? boolean whether it stands beside no other plot
---@return string
function plots.svg(plot, number, alone)
  external_tools.need "gnuplot"
  local script = gnuplot.script(plot, alone)
  if not script then
    errors.raise "There is nothing to draw."
  end
  local drawn = external_tools.in_folder(function(folder)
    external_tools.write(folder .. "/plot", script.text)
    external_tools.start(folder, ("timeout %d gnuplot"):format(seconds), { "-d", "-e",
      ("set output '%s/svg'"):format((folder:gsub("'", "''"))), folder .. "/plot" })
    return external_tools.read(folder .. "/svg")
  end)
  return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img"'
    .. ' aria-label="%s"><g>%s</svg>'):format(script.size[1], script.size[2],
      markup.text(("%s: %s. %s against %s; its numbers are in the table below."):format(
        words[plot.kind], plot.title, plot.value or plot.y.label, plot.x.label)),
      clean(drawn or "", number, script.labels):sub(4))
end

return plots
