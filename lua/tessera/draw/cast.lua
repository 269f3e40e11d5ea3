--- Writes a film as a recording of a terminal, in asciinema's format (version 2): a line of JSON as
--- the head, then a line for each change of the screen.

local characters = require "tessera.base.characters"
local ansi = require "tessera.draw.ansi"
local enlarge = require "tessera.draw.enlarge"
local film = require "tessera.draw.film"
local markup = require "tessera.draw.markup"
local wording = require "tessera.base.wording"

local cast = {}

local depth = "truecolor"

local narrow, wide = 40, 120 -- the least columns of the terminal, and the most for texts
local high = 36 -- the most lines of a board with sprites
local dots_most = 10 -- of a cell

local function said(step)
  return not step and "" or step.why and "refused: " .. step.why or step.action
end

local function status_of(list)
  local parts = {}
  for i, entry in ipairs(list) do
    parts[i] = entry[1] .. ": " .. entry[2]
  end
  return table.concat(parts, "   ")
end

-- How many dots a cell has: see enlarge.lua.
local function dots_of(made, tiles)
  return made.sprites and not made.hexagons
    and enlarge.scale(tiles, made.rows, made.columns, wide, high, depth, dots_most) or 2
end

local function width_of(made, dots)
  local width = math.max(narrow, dots * made.columns + (made.hexagons and made.rows or 0))
  for _, step in ipairs(made.steps) do
    width = math.max(width, math.min(wide, #said(step), 2000))
  end
  return width
end

-- The lines of the screen at a step.
local function screen(made, tiles, cells, step, number, width, dots)
  local frame = { rows = made.rows, columns = made.columns, back = made.back,
    hexagons = made.hexagons }
  for i, tile in ipairs(cells) do
    frame[i] = tiles[tile]
  end
  frame = dots > 2 and enlarge.frame(frame, dots, depth) or frame
  local lines = ansi.lines(frame, { depth = depth, wide = dots == 2 })
  lines[#lines + 1] = ""
  lines[#lines + 1] = wording.cut(("%d/%d  %s"):format(number, #made.steps, said(step)), width)
  lines[#lines + 1] = wording.cut(status_of((step or made).status), width)
  return lines
end

-- JSON keeps the escape characters, which `markup.json` would show as \x1B.
local function json(text)
  local parts = {}
  for part in (characters.frame(text) .. "\27"):gmatch "([^\27]*)\27" do
    parts[#parts + 1] = markup.json(part):sub(2, -2)
  end
  return '"' .. table.concat(parts, "\\u001b") .. '"'
end

--- A recording of a terminal in which the film plays.
---
--- ```lua
--- local cast, film = require "tessera.draw.cast", require "tessera.draw.film"
--- local recording = require "tessera.draw.recording"
--- local reel = film.of(recording.of(tower.new "...G/S.##/####", { "MOVETO 2" }), "A walk")
--- local text = cast.of(reel.films[1], reel.tiles, { delay = 0.5 })
--- print(text:match "^[^\n]*")  --> {"height":6,"title":"A walk","version":2,"width":40}
--- ```
---@param made tessera.Film
---@param tiles tessera.FrameCell[]
---@param options { delay: number } seconds for each step
---@return string
function cast.of(made, tiles, options)
  local dots = dots_of(made, tiles)
  local width = width_of(made, dots)
  local parts = { markup.json { version = 2, width = width,
    height = enlarge.lines(made.rows, dots) + 3, title = made.title } .. "\n" }
  local before = {}
  for number, cells, step in film.frames(made) do
    local lines, writes = screen(made, tiles, cells, step, number, width, dots), {}
    for i, line in ipairs(lines) do
      if line ~= before[i] then
        writes[#writes + 1] = ("\27[%d;1H%s\27[K"):format(i, line)
      end
    end
    before = lines
    parts[#parts + 1] = ('[%.3f,"o",%s]\n'):format(number * options.delay,
      json((number == 0 and "\27[?25l\27[2J" or "") .. table.concat(writes)))
  end
  parts[#parts + 1] = ('[%.3f,"o",%s]\n'):format((#made.steps + 3) * options.delay,
    json "\27[?25h")
  return table.concat(parts)
end

return cast
