--- What stands in a cell, as shapes of SVG: the pixels of sprites, and glyphs, in a square of 16
--- units.

local markup = require "tessera.draw.markup"

local shapes = {}

local unit = 16

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

--- Covers the cells of a grid with rectangles: one path for each colour. The grid is used up.
---@param grid (string|false)[][] the colour of each cell, if it has one
---@param rows integer
---@param columns integer
---@param size integer units of a cell
---@param x integer where the first one begins
---@param y integer
---@return string
function shapes.paths(grid, rows, columns, size, x, y)
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
    return shapes.paths(grid, sprite.size, sprite.size, scale, 0, 0)
  end
  return ('<svg width="%d" height="%d" viewBox="0 0 %d %d">%s</svg>'):format(unit, unit,
    sprite.size, sprite.size, shapes.paths(grid, sprite.size, sprite.size, 1, 0, 0))
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
    local drawn, wide = {}, unit // count // 8 -- two of them share the cell
    for _, code in utf8.codes(part.glyph) do
      drawn[#drawn + 1] = block_of(code, #drawn * 8 * wide, wide, part.fore)
    end
    return table.concat(drawn)
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

--- What stands in a cell, from the lowest part that can be seen; "" if nothing does. A glyph is
--- only shown where nothing lies upon it.
---@param cell tessera.FrameCell
---@return string
function shapes.content(cell)
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

return shapes
