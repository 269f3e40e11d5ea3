--- Writes films as a page: one HTML file that needs no network. Its script is page.js, its looks are
--- page.css, both beside this file.

local markup = require "tessera.draw.markup"
local svg = require "tessera.draw.svg"

local page = {}

local folder = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"

local function read(name)
  local file <close> = assert(io.open(folder .. name, "rb"))
  return assert(file:read "a")
end

local frame = [[
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%TITLE%</title>
<link rel="icon" href="data:,">
<style>
%STYLE%</style>
</head>
<body>
<svg class="hidden" aria-hidden="true" shape-rendering="crispEdges"
 font-family="ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace" font-weight="700"
 text-anchor="middle"><defs>
%TILES%</defs></svg>
<main>
<header>
<h1>%TITLE%</h1>
<label id="films-box">Play <select id="films"></select></label>
</header>
<noscript><p>This page steps through a play by a script. Without it, this is the first board:</p>
<pre>%TEXT%</pre></noscript>
<div class="columns">
<div>
<h2 id="board-title"></h2>
<div id="stage"><svg id="board" role="img" shape-rendering="crispEdges"></svg></div>
<div class="controls" role="group" aria-label="Player">
<button id="first" type="button" aria-label="First"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 3h3v14H3zM17 3v14L7 10z"/></svg></button>
<button id="back" type="button" aria-label="Back"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M14 3v14L4 10z"/></svg></button>
<button id="play" type="button" aria-label="Play"><svg viewBox="0 0 20 20" aria-hidden="true"><path class="start" d="M5 2v16l12-8z"/><path class="pause" d="M4 3h4v14H4zM12 3h4v14h-4z"/></svg></button>
<button id="on" type="button" aria-label="Forward"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M6 3v14l10-7z"/></svg></button>
<button id="last" type="button" aria-label="Last"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 3v14l10-7zM14 3h3v14h-3z"/></svg></button>
<label>Speed <select id="speed">
<option value="2000">½</option><option value="1000">1</option><option value="500" selected>2</option><option value="250">4</option><option value="100">10</option><option value="40">25</option>
</select></label>
<span id="place"></span>
</div>
<input id="slider" type="range" min="0" step="1" aria-label="Step">
<p id="now"></p>
<ul id="events"></ul>
<dl id="status"></dl>
<div id="result" hidden></div>
<p id="spoken" class="hidden" aria-live="polite"></p>
</div>
<div>
<section class="card" aria-labelledby="moves-title"><h2 id="moves-title">Moves</h2>
<ol id="moves"></ol></section>
<section id="report" class="card" aria-labelledby="report-title" hidden>
<h2 id="report-title">Positions</h2>
<table id="facts"></table>
<details open><summary>Positions by depth</summary><div class="scroll" tabindex="0">
<table><thead><tr><th>Depth</th><th>Positions</th><td></td></tr></thead><tbody id="depths"></tbody></table>
</div></details></section>
</div>
</div>
<details><summary>Board as text</summary><div class="scroll" tabindex="0"><pre id="text"></pre></div></details>
<details id="words-box"><summary>Board in words, row by row</summary><ol id="words"></ol></details>
<details><summary>Keys</summary><p><kbd>Space</kbd> play and pause, <kbd>←</kbd> <kbd>→</kbd> one step, <kbd>Home</kbd> <kbd>End</kbd> first and last, <kbd>+</kbd> <kbd>-</kbd> speed</p></details>
</main>
<script type="application/json" id="data">%DATA%</script>
<script>
%SCRIPT%</script>
</body>
</html>
]]

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
    cells = film.cells, lines = film.lines, status = film.status, steps = steps,
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
  return (frame:gsub("%%(%u+)%%", values))
end

return page
