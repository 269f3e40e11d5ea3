--- Films: all there is to see of plays, step by step, as the cells that change from one frame to
--- the next. Pages and moving pictures are drawn from them.
---
--- A film keeps no states, so a run of any length is filmed while it is played; it is bounded by
--- `cells_most` and `changes_most`.

local directions = require "tessera.base.directions"
local errors = require "tessera.base.errors"
local frame = require "tessera.draw.frame"
local games = require "tessera.base.games"
local labels = require "tessera.base.labels"
local motion = require "tessera.draw.motion"
local text_lines = require "tessera.base.text_lines"
local tiles = require "tessera.draw.tiles"

local film = {}

---@class tessera.Film what there is to see of one play
---@field title string
---@field game string
---@field rows integer
---@field columns integer
---@field back string the colour behind the board
---@field hexagons? true its cells are hexagons
---@field sprites? boolean glyphs only stand in for its sprites
---@field cells integer[] the first frame: the number of each cell's tile
---@field lines string[] the first board as text
---@field status { [1]: string, [2]: string|integer }[] at the beginning
---@field steps tessera.FilmStep[]
---@field result? string[] what is to be said at the end, such as why a scenario has failed
---@field report? tessera.LevelReport

---@class tessera.FilmStep
---@field action string as a person reads it
---@field why? string why it was refused
---@field events string[]
---@field cells integer[] the cells that have changed: number of the cell, number of its tile, ...
---@field lines table<integer, string> the lines of the board's text that have changed
---@field status { [1]: string, [2]: string|integer }[]
---@field moved? tessera.TileMotion[] what has moved, if that was asked for and is not too much

--- Films that share their tiles.
---@class tessera.Reel
---@field films tessera.Film[]
---@field tiles tessera.FrameCell[] all the different cells
---@field area? tessera.Area what is shown of the board of the last film
local Reel = {}
Reel.__index = Reel

--- No board with more cells is filmed, and no play with more changes. (16 bytes of text count as a
--- change.)
film.cells_most = 40000
film.changes_most = 4000000

--- A reel without films.
---
--- ```lua
--- local film = require "tessera.draw.film"
--- local state = tower.new "...G/S.##/####"
--- local reel = film.reel()
--- reel:start("a walk", state)
--- state:apply "MOVETO 2"
--- reel:step("MOVETO 2", nil, {}, state)
--- local walk = reel.films[1]
--- print(walk.lines[2], walk.steps[1].lines[2], #walk.steps[1].cells // 2)  --> S.## .S## 2
--- ```
---@return tessera.Reel
function film.reel()
  local known = tiles.new()
  return setmetatable({ films = {}, known = known, tiles = known.list, size = 0 }, Reel)
end

local function lines_of(state, area)
  local lines = text_lines.of(frame.text(state, nil, area))
  while lines[#lines] == "" do
    lines[#lines] = nil
  end
  return lines
end

local function grow(self, count)
  self.size = self.size + count
  if self.size > film.changes_most then
    errors.raise("the plays are too long to be drawn: more than %d cells change", film.changes_most)
  end
end

--- Begins a film.
---
--- Errors: a fault, if the board is too large.
---@param title string
---@param state tessera.State
function Reel:start(title, state)
  self.area = frame.area(state)
  local rows, columns = self.area.rows, self.area.columns
  if rows * columns > film.cells_most then
    errors.raise("a board of %d x %d cells is too large to be drawn (at most %d cells)", rows,
      columns, film.cells_most)
  end
  local drawn = frame.of(state, nil, self.area)
  grow(self, #drawn)
  self.now = self.known:numbers(drawn)
  self.text = lines_of(state, self.area)
  self.films[#self.films + 1] = { title = title, game = state:game(), rows = rows,
    columns = columns, back = drawn.back, hexagons = drawn.hexagons,
    sprites = frame.has_sprites(state) or nil,
    cells = table.move(self.now, 1, #self.now, 1, {}), lines = self.text,
    status = frame.status(state), steps = {} }
end

local function changed_lines(before, after)
  local list = {}
  for i = 1, math.max(#before, #after) do
    if before[i] ~= after[i] then
      list[i] = after[i] or ""
    end
  end
  return list
end

-- How long the texts of a table are together.
local function bytes_of(texts)
  local count = 0
  for _, text in pairs(texts) do
    count = count + #text
  end
  return count
end

--- Adds a step to the last film.
---
--- Errors: a fault, if the films become too long.
---@param action string
---@param why string|nil why it was refused
---@param events string[] what happened, in words
---@param state tessera.State after it
function Reel:step(action, why, events, state)
  local last, module = self.films[#self.films], games.of(state)
  self.area = frame.area(state, self.area)
  local numbers = self.known:numbers(frame.of(state, nil, self.area))
  local lines = lines_of(state, self.area)
  local step = { action = labels.action(module, action),
    why = labels.refusal(module, action, why), events = events,
    cells = tiles.changes(self.now, numbers), lines = changed_lines(self.text, lines),
    status = frame.status(state) }
  grow(self, #step.cells // 2 + 1 + (bytes_of(step.lines) + bytes_of(events)) // 16)
  self.now, self.text = numbers, lines
  last.steps[#last.steps + 1] = step
end

--- Says how the last film has ended, such as why a scenario has failed.
---@param texts string[] each may have several lines
function Reel:result(texts)
  self.films[#self.films].result = text_lines.of(table.concat(texts, "\n"))
end

-- What a step of the recording has moved; nil if it is nothing, or too much.
local function moved(reel, playable, before, number, recording)
  local action, first = recording.steps[number].action, recording:state(number - 1)
  local events = motion.again(first, action)
  local after = frame.of(recording:state(number), nil, reel.area)
  local list = reel.known:motions(events and motion.of(before, after, events, playable,
    { heading = directions.named(action) }))
  return list[1] and list, after
end

---@class tessera.FilmOptions
---@field smooth? boolean the steps say what has moved
---@field upward? boolean the events of the game count rows from below

--- The film of a recording, on a reel of its own.
---@param recording tessera.Recording
---@param title string
---@param options? tessera.FilmOptions
---@return tessera.Reel
function film.of(recording, title, options)
  local reel, first = film.reel(), recording:state(0)
  options = options or {}
  local playable = { game = recording.game, module = games.of(first),
    controls = { upward = options.upward } }
  playable.module = type(playable.module) == "table" and playable.module or nil
  reel:start(title, first)
  local before = options.smooth and frame.of(first, nil, reel.area)
  for i, step in ipairs(recording.steps) do
    reel:step(step.action, step.why, step.events, recording:state(i))
    if before then
      reel.films[1].steps[i].moved, before = moved(reel, playable, before, i, recording)
    end
  end
  return reel
end

--- The tiles after each step, from 0 on: `for number, cells, step in film.frames(made)`. The list
--- is the same one every time.
---@param made tessera.Film
---@return fun(): integer|nil, integer[], tessera.FilmStep|nil
function film.frames(made)
  local cells, number = table.move(made.cells, 1, #made.cells, 1, {}), -1
  return function()
    number = number + 1
    local step = made.steps[number]
    if number > #made.steps then
      return nil
    end
    for i = 1, step and #step.cells or 0, 2 do
      cells[step.cells[i]] = step.cells[i + 1]
    end
    return number, cells, step
  end
end

return film
