--- Blocks as a page: one HTML file that needs no network and no script. Its style is page.css,
--- which lies beside this file.

local markup = require "tessera.draw.markup"
local numbers = require "tessera.report.render.numbers"
local plots = require "tessera.report.render.plots"

local page = {}

local folder = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"

-- What a browser lets the page do: show its own styles and its icon, and nothing else, whatever a
-- study's texts were made to hold.
local policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none';"
  .. " base-uri 'none'"

local rows_most = 40 -- of a table that shows all of them at once

local function read(name)
  local file <close> = assert(io.open(folder .. name, "rb"))
  return assert(file:read "a")
end

local function table_of(block)
  local lines = { "<table><thead><tr>" }
  local function class(j)
    return block.columns[j].align == "right" and ' class="right"' or ""
  end
  for j, column in ipairs(block.columns) do
    lines[#lines + 1] = ('<th scope="col"%s>%s</th>'):format(class(j), markup.text(column.name))
  end
  lines[#lines + 1] = "</tr></thead>\n<tbody>"
  for _, row in ipairs(numbers.texts(block, "–")) do
    local cells = {}
    for j, text in ipairs(row) do
      local value, interval = text:match "^([^(]*%S) (%(.*%))$"
      cells[j] = ("<td%s>%s</td>"):format(class(j), markup.text(text))
      if value and block.columns[j].align == "right" then
        cells[j] = ('<td class="right">%s <span class="interval">%s</span></td>'):format(
          markup.text(value), markup.text(interval))
      end
    end
    lines[#lines + 1] = "<tr>" .. table.concat(cells) .. "</tr>"
  end
  lines[#lines + 1] = "</tbody></table>"
  return table.concat(lines, "\n")
end

-- A box that can be scrolled, also by keys; a long one is cut.
local function scrolled(name, content, lines)
  return ('<div class="scroll%s" tabindex="0" role="region" aria-label="%s">%s</div>'):format(
    lines > rows_most and " long" or "", markup.text(name), content)
end

-- ---- the numbers of a plot, as a table ----

local names = {
  histogram = function(plot)
    return { plot.x.label .. " from", "to", plot.y.label }
  end,
  heatmap = function(plot)
    return { plot.x.label, plot.y.label, plot.value or "value", "low", "high" }
  end,
}

local function names_of(plot)
  return names[plot.kind] and names[plot.kind](plot)
    or { plot.x.label, plot.y.label, "low", "high" }
end

-- How many values the points of a plot have.
local function width_of(plot)
  local width = 0
  for _, series in ipairs(plot.series) do
    for _, point in ipairs(series.points) do
      width = math.max(width, #point)
    end
  end
  return width
end

local function numbers_of(plot)
  local block = { columns = {}, rows = {} }
  local named = plot.series[1] and plot.series[1].name ~= nil
  local shift = named and 1 or 0
  block.columns[1] = named and { name = "series" } or nil
  local width = width_of(plot)
  for i, name in ipairs(names_of(plot)) do
    block.columns[i + shift] = i <= width and { name = name, align = "right", exact = i == 1
      or plot.kind == "heatmap" and i == 2 } or nil
  end
  for _, series in ipairs(plot.series) do
    for _, point in ipairs(series.points) do
      local row = table.move(point, 1, width, 1 + shift, { named and series.name or nil })
      if plot.kind == "heatmap" then
        row[1], row[2] = plot.x.values[row[1]], plot.y.values[row[2]]
      end
      block.rows[#block.rows + 1] = row
    end
  end
  return block
end

-- A title that stands above already is left out.
local function figure(plot, above, drawn, why)
  local content = numbers_of(plot)
  local caption = plot.title ~= above and ("<figcaption>%s</figcaption>"):format(
    markup.text(plot.title)) or ""
  return ('<figure>%s%s\n<details><summary>Numbers of this plot</summary>'
    .. '%s</details></figure>'):format(caption, drawn and scrolled(plot.title, drawn, 0)
    or ('<p class="missing">%s</p>'):format(markup.text(why)),
    scrolled("Numbers: " .. plot.title, table_of(content), #content.rows))
end

-- ---- blocks ----

local no_gnuplot = "The plots are left out, because gnuplot is not installed:"
  .. " apt-get install gnuplot-nox."

local function figures_of(block, made)
  local parts = {}
  local alone = #(block.plots or {}) == 1
  for _, plot in ipairs(made.draws and block.plots or {}) do
    made.plots = made.plots + 1
    local fine, drawn = pcall(plots.svg, plot, made.plots, alone)
    parts[#parts + 1] = figure(plot, alone and block.title or nil, fine and drawn or nil,
      fine and "" or type(drawn) == "table" and drawn.message or tostring(drawn))
  end
  return parts[1] and ('<div class="figures%s">%s</div>'):format(#parts > 1 and " many" or "",
    table.concat(parts, "\n")) or ""
end

local function sentences(list, class)
  local parts = {}
  for i, sentence in ipairs(list or {}) do
    parts[i] = ('<p class="%s">%s</p>'):format(class, markup.text(sentence))
  end
  return table.concat(parts, "\n")
end

local function files_of(block)
  local parts = {}
  for i, file in ipairs(block.files or {}) do
    parts[i] = ("<details><summary>%s</summary>%s</details>"):format(markup.text(file.name),
      scrolled(file.name, "<pre>" .. markup.lines(file.text) .. "</pre>", math.huge))
  end
  return table.concat(parts, "\n")
end

local function section(block, number, made)
  local rows = block.columns and block.rows and block.rows[1]
  local level = number == 1 and 1 or 2
  return ('<section id="part%d" aria-labelledby="title%d">\n<h%d id="title%d">%s</h%d>\n%s\n'
    .. '<div class="panel">%s\n%s</div>\n%s\n%s</section>'):format(number, number, level, number,
      markup.text(block.title), level, sentences(block.text, "text"),
      figures_of(block, made), rows and scrolled(block.title, table_of(block), #block.rows) or "",
      sentences(block.notes, "note"), files_of(block))
end

-- Links to the parts, if there are several.
local function contents(blocks)
  if #blocks < 4 then
    return ""
  end
  local parts = {}
  for i = 2, #blocks do
    parts[i - 1] = ('<li><a href="#part%d">%s</a></li>'):format(i, markup.text(blocks[i].title))
  end
  return '<nav aria-label="Parts"><ul>' .. table.concat(parts) .. "</ul></nav>"
end

--- All blocks as a page; the title of the first one is the page's.
---@param blocks tessera.study.Block[]
---@return string html
---@return string|nil why a sentence, if the plots are missing
function page.all(blocks)
  local made, wanted = { plots = 0, draws = plots.available() }, false
  local parts = {}
  for i, block in ipairs(blocks) do
    wanted = wanted or block.plots and block.plots[1] ~= nil
    parts[i] = section(block, i, made)
  end
  local why = wanted and not made.draws and no_gnuplot or nil
  table.insert(parts, 2, (why and sentences({ why }, "missing") or "") .. contents(blocks))
  return ('<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    .. '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    .. '<meta http-equiv="Content-Security-Policy" content="' .. policy .. '">\n'
    .. '<title>%s</title>\n<link rel="icon" href="data:,">\n<style>\n%s</style>\n</head>\n<body>\n'
    .. '<main>\n%s\n</main>\n</body>\n</html>\n'):format(markup.text(blocks[1].title),
      read "page.css", table.concat(parts, "\n")), why
end

return page
