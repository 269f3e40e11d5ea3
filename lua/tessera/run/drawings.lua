--- Writes what a command draws: pages, pictures and recordings of a terminal. Loaded only if an
--- option asks for one of them.

local console = require "tessera.base.console"
local errors = require "tessera.base.errors"
local film = require "tessera.draw.film"
local lurd = require "tessera.levels.lurd"
local outputs = require "tessera.run.outputs"
local rewrite = require "tessera.userfile.rewrite"
local trace = require "tessera.base.trace"

local drawings = {}

local fail = errors.raise

local slide_most, slide_pictures = 0.12, 4 -- seconds; pictures of a GIF, of 30 milliseconds each

-- ---- a recording ----

local makers = {}

-- The tiles and the status at a step.
local function at_step(made, wanted)
  for number, cells, step in film.frames(made) do
    if number == wanted then
      return cells, step
    end
  end
end

-- The board and what is to be said beside it, for people who hear it.
local function desc(made, wanted)
  local lines, status = table.move(made.lines, 1, #made.lines, 1, {}), made.status
  for i = 1, wanted do
    for row, text in pairs(made.steps[i].lines) do
      lines[row] = text
    end
    status = made.steps[i].status
  end
  for _, entry in ipairs(status) do
    lines[#lines + 1] = entry[1] .. ": " .. entry[2]
  end
  return table.concat(lines, "\n")
end

local function draw_board(reel, wanted, cells)
  local made = reel.films[1]
  return require("tessera.draw.svg").of_tiles(made, cells, reel.tiles, {
    title = ("%s, step %d of %d"):format(made.title, wanted, #made.steps),
    desc = desc(made, wanted) })
end

local function last_board(reel, options)
  local wanted = options.frame or #reel.films[1].steps
  return draw_board(reel, wanted, (at_step(reel.films[1], wanted)))
end

function makers.html(reel)
  return require("tessera.draw.page").of(reel)
end

makers.svg = last_board

-- Seconds that pieces take to slide: not all of a step, so that it can be looked at.
local function sliding(options)
  return options.smooth and math.min(slide_most, options.delay / 2) or nil
end

function makers.svg_animated(reel, options)
  local made = reel.films[1]
  return require("tessera.draw.svg").animated(made, reel.tiles, { delay = options.delay,
    smooth = sliding(options),
    title = ("%s, %d steps"):format(made.title, #made.steps), desc = desc(made, #made.steps) })
end

function makers.cast(reel, options)
  return require("tessera.draw.cast").of(reel.films[1], reel.tiles, options)
end

function makers.png(reel, options)
  return require("tessera.run.rasterize").png(last_board(reel, options))
end

-- How many pictures there are before that of a step.
local function count_between(step, options)
  return step and step.moved and sliding(options) and slide_pictures or 0
end

-- Gives the pictures of a film one by one, with their seconds; the last one is shown longest.
local function pictures_of(reel, options)
  local made = reel.films[1]
  return coroutine.wrap(function()
    for number, cells, step in film.frames(made) do
      local count = count_between(step, options)
      local each = count > 0 and sliding(options) / count or 0
      for i = 0, count - 1 do
        coroutine.yield(require("tessera.draw.svg").between(made, cells, step, i / count,
          reel.tiles), each)
      end
      local pause = number == #made.steps and 3 * options.delay or options.delay
      coroutine.yield(draw_board(reel, number, cells), pause - count * each)
    end
  end)
end

function makers.gif(reel, options)
  local count = 1
  for _, step in ipairs(reel.films[1].steps) do
    count = count + 1 + count_between(step, options)
  end
  return require("tessera.run.rasterize").gif(count, pictures_of(reel, options))
end

function makers.lurd(_, _, recording)
  local actions = {}
  for i, step in ipairs(recording.steps) do
    actions[i] = step.action
  end
  local text, other = lurd.written(recording:state(0), actions)
  return text or fail("--lurd: %s is no move", errors.shown(other))
end

--- Writes the files that the options ask for.
---
--- Errors: a fault, if one cannot be drawn or written.
---@param recording tessera.Recording
---@param title string
---@param options table those of outputs.lua
function drawings.write(recording, title, options)
  if options.frame and options.frame > recording.count then
    fail("--frame: the recording has %d steps, not %d", recording.count, options.frame)
  end
  local known, controls = pcall(require, "tessera.play.controls." .. recording.game)
  local reel = film.of(recording, title, { smooth = options.smooth,
    upward = known and controls.upward })
  local given = { frame = options.frame, delay = (options.delay or 500) / 1000,
    smooth = options.smooth }
  for output, path in outputs.each(options) do
    rewrite.put(path, makers[output.name](reel, given, recording), true)
  end
end

-- ---- a run ----

--- Films all plays that the command is going to trace. The options then ask for a trace, but it is
--- only shown if they did before.
---
--- Errors: the page would mix with the output.
---@param name string of the command or file, for the page's title
---@param options table with the page's path in `html`
---@return fun() finish writes the page, if there was a play
function drawings.watch(name, options)
  if options.html == "-" then
    console.die(name, "--html: the page needs a file of its own", 2)
  end
  local loss = rewrite.loss(options.html)
  if loss then
    console.die(name, loss, 1)
  end
  local listener = require("tessera.draw.film_listener").new()
  trace.listen(listener, not options.trace)
  options.trace = true
  return function()
    local films = listener.reel.films
    if films[1] then
      rewrite.put(options.html, require("tessera.draw.page").of(listener.reel,
        { title = #films > 1 and name:match "[^/]*$" or films[1].title, first = listener.first }))
    end
  end
end

return drawings
