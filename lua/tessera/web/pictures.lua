--- Pages and boards of plays: what a page asks for when it saves a play, or runs scenarios.

local film = require "tessera.draw.film"
local film_listener = require "tessera.draw.film_listener"
local page = require "tessera.draw.page"
local scenario = require "tessera.scenario"
local svg = require "tessera.draw.svg"
local trace = require "tessera.base.trace"
local wording = require "tessera.base.wording"

local pictures = {}

--- Runs scenarios: what came of each, and a page of what was filmed of them.
---@param list table[]
---@return table
function pictures.scenarios(list)
  local listener = film_listener.new()
  local items, failed, filmed = {}, 0, pcall(trace.listen, listener, true)
  for i, made in ipairs(list) do
    local fine, wrong = pcall(scenario.run, made, { trace = filmed })
    if not fine then
      trace.listen(nil, false)
      error(wrong, 0)
    end
    local name, place = scenario.place(made)
    items[i] = { name = wording.line(name), line = math.tointeger(tonumber(place:match ":(%d+)$")),
      wrong = wrong }
    failed = failed + (wrong[1] and 1 or 0)
  end
  trace.listen(nil, false)
  local films = listener.reel.films
  return { kind = "scenarios", passed = failed == 0, failed = failed, scenarios = items,
    page = films[1] and page.of(listener.reel, { title = "Scenarios", first = listener.first })
      or nil }
end

local smooth_most = 300 -- steps of a film in which pieces slide

local function film_of(seat, smooth)
  local recording = seat:film()
  return film.of(recording, seat.playable.title, { upward = seat.playable.controls.upward,
    smooth = smooth and recording.count <= smooth_most })
end

--- The play so far as a page.
---@param seat tessera.web.Seat
---@return string
function pictures.page(seat)
  return page.of(film_of(seat))
end

--- The play so far as boards: the tiles of the first one, and what each step changes and moves; in
--- long plays nothing is moved.
---@param seat tessera.web.Seat
---@return table
function pictures.frames(seat)
  local reel = film_of(seat, true)
  local made, drawn, steps, moved = reel.films[1], {}, {}, {}
  for i, cell in ipairs(reel.tiles) do
    drawn[i] = svg.tile(cell)
  end
  for i, step in ipairs(made.steps) do
    steps[i], moved[i] = step.cells, step.moved or {}
  end
  return { rows = made.rows, columns = made.columns, back = made.back, tiles = drawn,
    hexagons = made.hexagons, first = made.cells, steps = steps,
    moved = moved }
end

return pictures
