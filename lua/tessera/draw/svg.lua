--- Draws frames as SVG. A cell is a square of 16 units, or a hexagon in the middle of one
--- (hexagon.lua). What a kind looks like stands once in the file; the backgrounds of squares are
--- merged into few rectangles.

local hexagon = require "tessera.draw.hexagon"
local markup = require "tessera.draw.markup"

local svg = {}

local unit = 16
local margin = 8 -- around the board, in units
local width_wished = 960 -- of a picture, in pixels
local font = "ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace"

-- ---- rectangles ----

-- The end of the run of the same colour that begins at a cell.
local function run_end(grid, row, column, columns, colour)
  local last = column
  while last < columns and grid[row][last + 1] == colour do
    last = last + 1
  end
  return last
end

-- How far down the same run goes on.
local function depth(grid, row, first, last, rows, colour)
  local bottom = row
  while bottom < rows do
    for column = first, last do
      if grid[bottom + 1][column] ~= colour then
        return bottom
      end
    end
    bottom = bottom + 1
  end
  return bottom
end

-- Covers the cells of the grid (a colour or false each) with rectangles. Returns one path for each
-- colour. The grid is used up.
local function paths(grid, rows, columns, size, x, y)
  local parts, colours = {}, {}
  for row = 1, rows do
    for column = 1, columns do
      local colour = grid[row][column]
      if colour then
        local last = run_end(grid, row, column, columns, colour)
        local bottom = depth(grid, row, column, last, rows, colour)
        for r = row, bottom do
          for c = column, last do
            grid[r][c] = false
          end
        end
        if not parts[colour] then
          parts[colour] = {}
          colours[#colours + 1] = colour
        end
        local wide, high = (last - column + 1) * size, (bottom - row + 1) * size
        table.insert(parts[colour], ("M%d %dh%dv%dh-%dz"):format(x + (column - 1) * size,
          y + (row - 1) * size, wide, high, wide))
      end
    end
  end
  for i, colour in ipairs(colours) do
    colours[i] = ('<path fill="%s" d="%s"/>'):format(colour, table.concat(parts[colour]))
  end
  return table.concat(colours)
end

-- ---- tiles ----

-- A sprite fills the cell, whatever its size.
local function sprite_of(sprite)
  local grid = {}
  for row = 1, sprite.size do
    grid[row] = table.move(sprite[row], 1, sprite.size, 1, {})
  end
  local scale = unit // sprite.size
  if scale * sprite.size == unit then
    return paths(grid, sprite.size, sprite.size, scale, 0, 0)
  end
  return ('<svg width="%d" height="%d" viewBox="0 0 %d %d">%s</svg>'):format(unit, unit,
    sprite.size, sprite.size, paths(grid, sprite.size, sprite.size, 1, 0, 0))
end

-- Block elements are drawn as the shapes that they are: fonts make them half as wide as a cell.
-- Their rectangles are x, y, width and height in eighths. Shades let something through.
local blocks, shades = {}, {}
for n = 1, 8 do
  blocks[0x2580 + n] = { { 0, 8 - n, 8, n } } -- from below; eight of them are the full block
  blocks[0x2590 - n] = { { 0, 0, n, 8 } } -- from the left
end
blocks[0x2588] = { { 0, 0, 8, 8 } }
blocks[0x2580], blocks[0x2590] = { { 0, 0, 8, 4 } }, { { 4, 0, 4, 8 } }
blocks[0x2594], blocks[0x2595] = { { 0, 0, 8, 1 } }, { { 7, 0, 1, 8 } }
for n = 1, 3 do
  blocks[0x2590 + n], shades[0x2590 + n] = blocks[0x2588], n / 4
end
-- Quadrants: upper left, upper right, lower left, lower right.
for i, corners in ipairs { "3", "4", "1", "134", "14", "123", "124", "2", "23", "234" } do
  local parts = {}
  for corner in corners:gmatch "%d" do
    parts[#parts + 1] = { (corner - 1) % 2 * 4, (corner - 1) // 2 * 4, 4, 4 }
  end
  blocks[0x2595 + i] = parts
end

-- A block element in the columns from `left`, whose eighths are `wide` units.
local function block_of(code, left, wide, fore)
  local path, shade = {}, shades[code]
  for i, r in ipairs(blocks[code]) do
    path[i] = ("M%d %dh%dv%dh-%dz"):format(left + r[1] * wide, r[2] * unit // 8, r[3] * wide,
      r[4] * unit // 8, r[3] * wide)
  end
  return ('<path fill="%s"%s d="%s"/>'):format(fore,
    shade and (' fill-opacity="%s"'):format(shade) or "", table.concat(path))
end

-- Whether a glyph has only characters for which the function is true.
local function consists(glyph, is)
  for _, code in utf8.codes(glyph) do
    if not is(code) then
      return false
    end
  end
  return true
end

local function is_block(code)
  return blocks[code] ~= nil
end

local function is_line(code)
  return code >= 0x2500 and code < 0x2580
end

local function glyph_of(part)
  local count = utf8.len(part.glyph)
  if count and consists(part.glyph, is_block) then
    local shapes, wide = {}, unit // count // 8 -- two of them share the cell
    for _, code in utf8.codes(part.glyph) do
      shapes[#shapes + 1] = block_of(code, #shapes * 8 * wide, wide, part.fore)
    end
    return table.concat(shapes)
  end
  if count and consists(part.glyph, is_line) then
    -- They meet those of the cells beside them: as wide as the cell, and higher, which is cut.
    return ('<text x="8" y="13.5" font-size="16" textLength="%d" lengthAdjust="spacingAndGlyphs"'
      .. ' fill="%s">%s</text>'):format(unit, part.fore, part.glyph)
  end
  local wide = (count or 1) > 1
  return ('<text x="8" y="%d" font-size="%d" fill="%s">%s</text>'):format(wide and 11 or 12,
    wide and 9 or 13, part.fore, markup.text(part.glyph))
end

-- What stands in a cell, from the lowest part that can be seen; "" if nothing does. A glyph is only
-- shown where nothing lies upon it.
local function content(cell)
  local shown, lowest = {}, 1
  for i, part in ipairs(cell.parts) do
    lowest = part.back and i or lowest
  end
  local covered = false
  for i = #cell.parts, lowest, -1 do
    local part = cell.parts[i]
    if part.sprite then
      table.insert(shown, 1, sprite_of(part.sprite))
      covered = true
    elseif not covered and part.glyph:find "%S" then
      table.insert(shown, 1, glyph_of(part))
      covered = true
    end
  end
  return table.concat(shown)
end

local texts = ('font-family="%s" font-weight="700" text-anchor="middle"'):format(font)

--- A cell with its background, in a square of 16 units.
---@param cell tessera.FrameCell
---@return string
function svg.tile(cell)
  if cell.hexagon then
    return hexagon.tile(cell, content(cell))
  elseif not cell.back then
    return content(cell)
  end
  return ('<rect width="%d" height="%d" fill="%s"/>'):format(unit, unit, cell.back) .. content(cell)
end

--- The definitions of tiles: symbols t1, t2, ...
---@param tiles tessera.FrameCell[]
---@param whole? boolean with their backgrounds; otherwise tiles that show nothing get no symbol
---@return string definitions
---@return table<integer, boolean> visible which tiles have one
function svg.tiles(tiles, whole)
  local parts, visible = {}, {}
  for i, cell in ipairs(tiles) do
    local inside = (whole or cell.hexagon) and svg.tile(cell) or content(cell)
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

-- Draws the cells with these numbers: `tile_at` says the tile of each.
local function draw(made, numbers, tiles, visible, tile_at, back)
  local rows, columns = made.rows, made.columns
  local grid, uses = {}, {}
  for row = 1, rows do
    grid[row] = {}
  end
  for _, i in ipairs(numbers) do
    local row, column, tile = (i - 1) // columns, (i - 1) % columns, tile_at(i)
    local x, y = column * unit, row * unit
    if made.hexagons then
      x, y = hexagon.place(row, column)
    else
      grid[row + 1][column + 1] = tiles[tile].back ~= back and tiles[tile].back
    end
    if visible[tile] then
      uses[#uses + 1] = ('<use href="#t%d" x="%d" y="%d" width="%d" height="%d"/>'):format(tile,
        x, y, unit, unit)
    end
  end
  return paths(grid, rows, columns, unit, 0, 0) .. "\n" .. table.concat(uses, "\n") .. "\n"
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
  local used, list, numbers = {}, {}, {}
  for i, tile in ipairs(cells) do
    if not used[tile] then
      list[#list + 1] = tiles[tile]
      used[tile] = #list
    end
    numbers[i] = used[tile]
  end
  local definitions, visible = svg.tiles(list)
  return head(made, options or {}) .. "<defs>\n" .. definitions
    .. "</defs>\n" .. draw(made, all(#cells), list, visible, function(i)
      return numbers[i]
    end, made.back) .. "</svg>\n"
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

--- A moving picture of a film, with one group for each step, which draws the cells that change. It
--- begins again three steps after its end. Where people wish for less motion, and in programs that
--- do not know animations, the last position stands still.
---@param made tessera.Film
---@param tiles tessera.FrameCell[]
---@param options { title?: string, desc?: string, delay: number } delay: seconds for each step
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
  end
  return head(made, options, "<style>\n" .. table.concat(style)
    .. "@media (prefers-reduced-motion:reduce){g{animation:none!important}}\n</style>\n")
    .. "<defs>\n" .. definitions .. "</defs>\n" .. board .. table.concat(groups) .. "</svg>\n"
end

return svg
