--- Draws frames as SVG. A cell is a square of 16 units, or a hexagon in the middle of one
--- (hexagon.lua). What a kind looks like stands once in the file; the backgrounds of squares are
--- merged into few rectangles.

local hexagon = require "tessera.draw.hexagon"
local markup = require "tessera.draw.markup"
local shapes = require "tessera.draw.shapes"

local svg = {}

local unit = 16
local margin = 8 -- around the board, in units
local width_wished = 960 -- of a picture, in pixels
local font = "ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace"

local texts = ('font-family="%s" font-weight="700" text-anchor="middle"'):format(font)

--- A cell with its background, in a square of 16 units.
---@param cell tessera.FrameCell
---@return string
function svg.tile(cell)
  if cell.hexagon then
    return hexagon.tile(cell, shapes.content(cell))
  elseif not cell.back then
    return shapes.content(cell)
  end
  return ('<rect width="%d" height="%d" fill="%s"/>'):format(unit, unit, cell.back)
    .. shapes.content(cell)
end

--- The definitions of tiles: symbols t1, t2, ...
---@param tiles tessera.FrameCell[]
---@param whole? boolean with their backgrounds; otherwise tiles that show nothing get no symbol
---@return string definitions
---@return table<integer, boolean> visible which tiles have one
function svg.tiles(tiles, whole)
  local parts, visible = {}, {}
  for i, cell in ipairs(tiles) do
    local inside = (whole or cell.hexagon or cell.bare) and svg.tile(cell) or shapes.content(cell)
    visible[i] = inside ~= ""
    if visible[i] then
      parts[#parts + 1] = ('<symbol id="t%d" viewBox="0 0 %d %d">%s</symbol>\n'):format(i, unit,
        unit, inside)
    end
  end
  return table.concat(parts), visible
end

-- ---- boards ----

---@class tessera.SvgOptions
---@field title? string
---@field desc? string the board in words, for people who hear it
---@field sprites? tessera.Sprite[] what lies over the board, the lowest first

---@class tessera.Sprite a piece on its way
---@field tile integer
---@field x number in units of a 16th of a cell, from the corner of the board
---@field y number
---@field opacity number

-- The head of a picture of a board, up to its frame.
local function head(made, options, style)
  local wide, high = made.columns * unit, made.rows * unit
  if made.hexagons then
    wide, high = hexagon.size(made.rows, made.columns)
  end
  wide, high = wide + 2 * margin, high + 2 * margin
  local scale = math.max(1, math.min(3, width_wished // wide))
  return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="%d %d %d %d"'
    .. ' role="img" aria-labelledby="title desc" shape-rendering="crispEdges" %s>\n'
    .. '<title id="title">%s</title>\n<desc id="desc">%s</desc>\n%s'
    .. '<rect x="%d" y="%d" width="%d" height="%d" rx="6" fill="%s"/>\n'):format(wide * scale,
      high * scale, -margin, -margin, wide, high, texts, markup.text(options.title or "A board"),
      markup.lines(options.desc or ""), style or "", -margin, -margin, wide, high, made.back)
end

-- Where the square of a cell begins, by its number.
local function place(made, cell)
  local row, column = (cell - 1) // made.columns, (cell - 1) % made.columns
  if made.hexagons then
    return hexagon.place(row, column)
  end
  return column * unit, row * unit
end

-- Draws the cells with these numbers: `tile_at` says the tile of each.
local function draw(made, numbers, tiles, visible, tile_at, back)
  local rows, columns = made.rows, made.columns
  local grid, uses = {}, {}
  for row = 1, rows do
    grid[row] = {}
  end
  for _, i in ipairs(numbers) do
    local row, column, tile = (i - 1) // columns + 1, (i - 1) % columns + 1, tile_at(i)
    local x, y = place(made, i)
    if not made.hexagons then
      grid[row][column] = tiles[tile].back ~= back and tiles[tile].back
    end
    if visible[tile] then
      uses[#uses + 1] = ('<use href="#t%d" x="%d" y="%d" width="%d" height="%d"/>'):format(tile,
        x, y, unit, unit)
    end
  end
  return shapes.paths(grid, rows, columns, unit, 0, 0) .. "\n" .. table.concat(uses, "\n") .. "\n"
end

local function sprite(number, x, y, attributes)
  return ('<use href="#t%d" x="%s" y="%s" width="%d" height="%d"%s/>\n'):format(number, x, y, unit,
    unit, attributes)
end

local function all(count)
  local numbers = {}
  for i = 1, count do
    numbers[i] = i
  end
  return numbers
end

--- A picture of a board: the tiles of its cells, row by row.
---@param made { rows: integer, columns: integer, back: string, hexagons: true|nil }
---@param cells integer[]
---@param tiles tessera.FrameCell[]
---@param options? tessera.SvgOptions
---@return string
function svg.of_tiles(made, cells, tiles, options)
  options = options or {}
  local used, list, numbers, over = {}, {}, {}, {}
  local function number_of(tile)
    if not used[tile] then
      list[#list + 1] = tiles[tile]
      used[tile] = #list
    end
    return used[tile]
  end
  for i, tile in ipairs(cells) do
    numbers[i] = number_of(tile)
  end
  for i, each in ipairs(options.sprites or {}) do
    over[i] = sprite(number_of(each.tile), ("%.2f"):format(each.x), ("%.2f"):format(each.y),
      (' opacity="%.2f"'):format(each.opacity))
  end
  local definitions, visible = svg.tiles(list)
  return head(made, options) .. "<defs>\n" .. definitions
    .. "</defs>\n" .. draw(made, all(#cells), list, visible, function(i)
      return numbers[i]
    end, made.back) .. table.concat(over) .. "</svg>\n"
end

-- What is seen of the last cells of pieces while they are on their ways: tiles by cells.
local function covers(step)
  local covered, cells = {}, {}
  for _, each in ipairs(step.moved) do
    local last = each.path[#each.path]
    if each.under then
      cells[#cells + 1] = not covered[last] and last or nil
      covered[last] = each.under
    end
  end
  return covered, cells
end

--- A picture between two steps of a film, of which the second one has moved something.
---@param made tessera.Film
---@param cells integer[] the tiles after the step
---@param step tessera.FilmStep
---@param share number how much of the way the pieces have gone, from 0 to 1
---@param tiles tessera.FrameCell[]
---@param options? tessera.SvgOptions
---@return string
function svg.between(made, cells, step, share, tiles, options)
  local shown, sprites = setmetatable((covers(step)), { __index = cells }), {}
  for i = #step.moved, 1, -1 do -- what is told first lies upon the others
    local each = step.moved[i]
    local way, gone = #each.path - 1, #each.path > 2 and share or 1 - (1 - share) ^ 2
    local from = math.min(way - 1, gone * way // 1)
    local x, y = place(made, each.path[math.max(1, from + 1 | 0)])
    local x2, y2 = place(made, each.path[math.max(1, from + 2 | 0)])
    local part = way > 0 and gone * way - from or 0
    sprites[#sprites + 1] = { tile = each.tile, x = x + (x2 - x) * part, y = y + (y2 - y) * part,
      opacity = each.comes and share or each.goes and 1 - share or 1 }
  end
  local list = {}
  for i = 1, #cells do
    list[i] = shown[i]
  end
  return svg.of_tiles(made, list, tiles, { title = options and options.title,
    desc = options and options.desc, sprites = sprites })
end

--- A picture of a frame.
---
--- ```lua
--- local frame, svg = require "tessera.draw.frame", require "tessera.draw.svg"
--- local text = svg.of(frame.of(tower.new "...G/S.##/####"), { title = "A tower" })
--- print(text:match "<title[^>]*>[^<]*")  --> <title id="title">A tower
--- ```
---@param frame tessera.Frame
---@param options? tessera.SvgOptions
---@return string
function svg.of(frame, options)
  local tiles, numbers, known = {}, {}, {}
  for i, cell in ipairs(frame) do
    if not known[cell] then
      tiles[#tiles + 1] = cell
      known[cell] = #tiles
    end
    numbers[i] = known[cell]
  end
  return svg.of_tiles(frame, numbers, tiles, options)
end

-- ---- moving pictures ----

-- When a group is shown: from its step to the end of the round.
local function rule(number, count, seconds)
  local at = ("%.2f"):format(100 * number / (count + 3))
  return ("@keyframes k%d{0%%{visibility:hidden}%s%%{visibility:visible}}"
    .. ".k%d{animation:k%d %.2fs step-end infinite}\n"):format(number, at, number, number, seconds)
end

-- A piece that goes its way, at the same time in every round: its rule and its picture.
local function sliding(made, each, name, from, to, seconds)
  local path, stops = each.path, {}
  local x, y = place(made, path[#path])
  local count = math.max(2, #path)
  for i = 1, count do
    local left, top = place(made, path[math.min(i, #path)])
    local at = ("%.3f%%"):format(from + (to - from) * (i - 1) / (count - 1))
    local opacity = (each.comes and i == 1 or each.goes and i == count) and 0 or 1
    stops[i] = ("%s%s%s{transform:translate(%dpx,%dpx);opacity:%d%s}"):format(
      i == 1 and "0%," or "", at, i == count and ",100%" or "", left - x, top - y, opacity,
      i == 1 and count == 2 and ";animation-timing-function:ease-out" or "")
  end
  return ("@keyframes %s{%s}.%s{animation:%s %.2fs linear infinite}\n"):format(name,
    table.concat(stops), name, name, seconds),
    sprite(each.tile, x, y, (' class="%s"'):format(name))
end

-- What slides over the board for a while after a step, and what is seen below: rules and a group.
-- Programs that do not know animations do not show it.
local function slide(made, number, step, tiles, visible, seconds, options)
  local covered, cells = covers(step)
  local share = 100 * options.delay / seconds
  local from, to = share * number, share * number + 100 * options.smooth / seconds
  local rules = { ("@keyframes m%d{0%%{visibility:hidden}%.3f%%{visibility:visible}"
    .. "%.3f%%{visibility:hidden}}.m%d{animation:m%d %.2fs step-end infinite}\n"):format(number,
    from, to, number, number, seconds) }
  local parts = {}
  for i, each in ipairs(step.moved) do
    local name = ("m%d_%d"):format(number, i)
    rules[i + 1], parts[#step.moved + 1 - i] = sliding(made, each, name, from, to, seconds)
  end
  return table.concat(rules), ('<g class="m%d" visibility="hidden">'):format(number)
    .. draw(made, cells, tiles, visible, function(i)
      return covered[i]
    end, nil) .. table.concat(parts) .. "</g>\n"
end

--- A moving picture of a film, with one group for each step, which draws the cells that change. It
--- begins again three steps after its end. Where people wish for less motion, and in programs that
--- do not know animations, the last position stands still.
---@param made tessera.Film
---@param tiles tessera.FrameCell[]
---@param options { title?: string, desc?: string, delay: number, smooth?: number } delay: seconds
---for each step; smooth: seconds in which what a step has moved slides, if the film says that
---@return string
function svg.animated(made, tiles, options)
  local definitions, visible = svg.tiles(tiles)
  local style, groups, now = {}, {}, table.move(made.cells, 1, #made.cells, 1, {})
  local seconds = options.delay * (#made.steps + 3)
  local function tile_at(i)
    return now[i]
  end
  local board = draw(made, all(#now), tiles, visible, tile_at, made.back)
  for number, step in ipairs(made.steps) do
    local changed = {}
    for i = 1, #step.cells, 2 do
      now[step.cells[i]] = step.cells[i + 1]
      changed[#changed + 1] = step.cells[i]
    end
    if changed[1] then
      style[#style + 1] = rule(number, #made.steps, seconds)
      groups[#groups + 1] = ('<g class="k%d">'):format(number)
        .. draw(made, changed, tiles, visible, tile_at, nil) .. "</g>\n"
    end
    if step.moved and options.smooth then
      style[#style + 1], groups[#groups + 1] = slide(made, number, step, tiles, visible, seconds,
        options)
    end
  end
  return head(made, options, "<style>\n" .. table.concat(style)
    .. "@media (prefers-reduced-motion:reduce){g,use{animation:none!important}}\n</style>\n")
    .. "<defs>\n" .. definitions .. "</defs>\n" .. board .. table.concat(groups) .. "</svg>\n"
end

return svg
