--- Writes films as a page: one HTML file that needs no network. It consists of page.html, page.css
--- and page.js, which lie beside this file.
---
--- A page draws a cell by pointing a `<use>` at another tile; going back begins from the first
--- board. page.html is the frame of the playground's films, too (web/playground/film_page.js): its
--- policy names page.js by its hash, and if that is wrong, the build of the site says the right
--- one.

local hexagon = require "tessera.draw.hexagon"
local markup = require "tessera.draw.markup"
local svg = require "tessera.draw.svg"

local page = {}

local folder = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"

local function read(name)
  local file <close> = assert(io.open(folder .. name, "rb"))
  return assert(file:read "a")
end

-- Lines that have changed, as a list of pairs: JSON has no other numbers as keys than lists have.
local function line_pairs(lines)
  local list = {}
  for row, text in pairs(lines) do
    list[#list + 1] = { row, text }
  end
  table.sort(list, function(a, b)
    return a[1] < b[1]
  end)
  return list
end

local function data_of(film)
  local steps = {}
  for i, step in ipairs(film.steps) do
    steps[i] = { action = step.action, why = step.why, events = step.events, cells = step.cells,
      lines = line_pairs(step.lines), status = step.status }
  end
  return { title = film.title, rows = film.rows, columns = film.columns, back = film.back,
    hexagons = film.hexagons and hexagon.steps, cells = film.cells, lines = film.lines,
    status = film.status, steps = steps,
    result = film.result or {}, report = film.report }
end

--- A page of the films of a reel, which has one at least.
---
--- ```lua
--- local film, page = require "tessera.draw.film", require "tessera.draw.page"
--- local recording = require "tessera.draw.recording"
--- local walk = recording.of(tower.new "...G/S.##/####", { "MOVETO 2" })
--- local text = page.of(film.of(walk, "A walk"))
--- print(text:match "<title>[^<]*")  --> <title>A walk
--- ```
---@param reel tessera.Reel
---@param options? { title?: string, first?: integer } title: that of the first film by default;
---first: the number of the film that is shown first
---@return string
function page.of(reel, options)
  options = options or {}
  local films, labels = {}, {}
  for i, film in ipairs(reel.films) do
    films[i] = data_of(film)
  end
  for i, tile in ipairs(reel.tiles) do
    labels[i] = tile.label
  end
  local first = options.first or 1
  local values = { TITLE = markup.text(options.title or reel.films[1].title),
    STYLE = read "page.css", SCRIPT = read "page.js", TILES = (svg.tiles(reel.tiles, true)),
    TEXT = markup.lines(table.concat(reel.films[first].lines, "\n")),
    DATA = markup.json { tiles = labels, films = films, first = first } }
  return (read("page.html"):gsub("%%(%u+)%%", values))
end

return page
