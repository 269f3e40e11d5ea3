--- Draws the cells of a frame larger, for a terminal with much room, with the sprites of the look.
--- A cell is a square of dots, and a line of a terminal shows two rows of them, by the character of
--- the upper half. So the sprite of 5 x 5 dots takes five columns and two and a half lines.
---
--- A sprite that has to be shrunk stays a picture, but its digits would become smudges. So a thing
--- that is called by a number, such as "128" or "tile 12", is then shown as characters.

local colours = require "tessera.draw.colours"

local enlarge = {}

local upper_half = "▀"

-- Whether the terminal has enough colours for sprites.
local function shows_sprites(depth)
  return depth == "truecolor" or depth == "256"
end

-- The rows of the largest sprite; nil if there is none.
local function largest(frame)
  local size
  for i = 1, math.min(#frame, 4096) do
    for _, part in ipairs(frame[i].parts) do
      size = part.sprite and math.max(size or 0, part.sprite.size) or size
    end
  end
  return size
end

local shrunk_most, glyph_most, sprite_most = 8, 12, 40 -- dots of a cell

-- How many dots a cell may have, the most first: whole dots of the sprites, and else less than they
-- have. Without sprites only the cell gets larger, and its glyph stands in the middle.
local function scales(size)
  local list, whole = {}, size and (8 % size == 0 and 8 or size)
  for times = whole and sprite_most // whole or 0, 1, -1 do
    list[#list + 1] = times * whole
  end
  local below = not whole and glyph_most or whole > 10 and 10
    or math.min(shrunk_most, whole - 1)
  for dots = below // 2 * 2, 4, -2 do
    list[#list + 1] = dots
  end
  return list
end

--- How many dots the sides of a cell should have: as many as there is room for. 2: the cell is a
--- glyph.
---@param sample tessera.Frame a part of the board
---@param rows integer of the board
---@param columns integer
---@param width integer of the screen
---@param height integer
---@param depth tessera.Depth
---@param most? integer
---@return integer
function enlarge.scale(sample, rows, columns, width, height, depth, most)
  if sample.hexagons then
    return 2
  end
  for _, dots in ipairs(scales(shows_sprites(depth) and largest(sample) or nil)) do
    if dots <= (most or dots) and dots * columns <= width
      and enlarge.lines(rows, dots) <= height then
      return dots
    end
  end
  return 2
end

--- How many lines so many rows of cells take.
---@param rows integer
---@param dots integer
---@return integer
function enlarge.lines(rows, dots)
  return (rows * dots + 1) // 2
end

-- ---- dots ----

-- The dot of a sprite of `size` rows that a dot of the whole picture shows.
local function dot_of(sprite, size, row, column)
  return sprite[row * sprite.size // size + 1][column * sprite.size // size + 1]
end

-- The colours of a cell at full size: the parts from the ground up.
local function whole_of(cell, back, dots)
  local size = 1
  for _, part in ipairs(cell.parts) do
    size = math.max(size, part.sprite and part.sprite.size or 1)
  end
  size = math.max(8 % size == 0 and 8 or size, dots)
  local whole = { size = size }
  for row = 0, size - 1 do
    whole[row] = {}
    for column = 0, size - 1 do
      local colour = back
      for _, part in ipairs(cell.parts) do
        colour = part.back or colour
        colour = part.sprite and dot_of(part.sprite, size, row, column) or colour
      end
      whole[row][column] = colour
    end
  end
  return whole
end

-- The colour of a dot of a smaller picture: the mean of the dots below it.
local function reduced(whole, size, row, column)
  local red, green, blue, count = 0, 0, 0, 0
  for i = row * whole.size // size, math.max(row, ((row + 1) * whole.size - 1) // size) do
    for k = column * whole.size // size, math.max(column, ((column + 1) * whole.size - 1) // size)
    do
      local r, g, b = colours.rgb(whole[i][k])
      red, green, blue, count = red + r, green + g, blue + b, count + 1
    end
  end
  return ("#%02x%02x%02x"):format(red // count, green // count, blue // count)
end

-- The number that a thing is called by; nil if it is called by none.
local function number_of(part)
  return part.label and (part.label:match "^%d+$" or part.label:match "^%a+ (%d+)$")
end

-- A part as it is seen in so many dots: one that is called by a number has no sprite where that
-- would have to be shrunk.
local function part_in(part, size)
  local number = part.sprite and part.sprite.size > size and number_of(part)
  return number and { glyph = number, label = part.label, fore = part.fore, back = part.back }
    or part
end

-- The dots of a cell by rows and columns from 0, and the part whose glyph stands on them, if the
-- topmost part has no sprite.
local function dots_of(cell, back, size, sprites)
  local dots, letter, seen = {}, nil, { parts = {} }
  for i, part in ipairs(cell.parts) do
    seen.parts[i] = part_in(part, size)
  end
  local whole = whole_of(sprites and seen or { parts = {} }, sprites and back
    or cell.ground or cell.back, size)
  for row = 0, size - 1 do
    dots[row] = {}
    for column = 0, size - 1 do
      dots[row][column] = reduced(whole, size, row, column)
    end
  end
  for _, part in ipairs(seen.parts) do
    if not part.sprite and part.glyph:find "%S" then
      letter = part
    elseif part.sprite or part.back then
      letter = nil
    end
  end
  return dots, sprites and letter or not sprites and cell or nil
end

-- ---- cells ----

-- Glyphs that fill their cell do so in a larger one; of the shades each cell stays one of its own.
local fills = { ["█"] = 0, ["#"] = 0, ["▓"] = 1, ["▒"] = 1, ["░"] = 1 }

local function character(glyph, fore, back, cell)
  return { glyph = glyph, fore = fore, back = back, label = cell.label, parts = {} }
end

-- Puts the glyph of a cell over its dots: into its middle, or all over the lines that are its own.
-- If the cell has room for the number that it is called by, that is there instead.
local function put_letter(result, letter, cell, top, left, dots)
  local glyph, number = letter.glyph, letter.glyph:find "%w" and number_of(letter)
  local gap = fills[glyph]
  if gap then
    for row = (top + 1) // 2, (top + dots) // 2 - 1 - (dots > 4 and gap or 0) do
      for column = left, left + dots - 1 - gap do
        result[row * result.columns + column + 1] = character(glyph, letter.fore, cell.back, cell)
      end
    end
    return
  end
  glyph = number and #number <= dots and number or glyph
  local at = ((top + 1) // 2 + (dots // 2 - 1) // 2) * result.columns + left
    + (dots - utf8.len(glyph)) // 2
  for _, code in utf8.codes(glyph) do
    at = at + 1
    if code ~= 32 then
      result[at] = character(utf8.char(code), letter.fore, result[at].back, cell)
    end
  end
end

-- The character of an upper and a lower dot.
local function halves(known, upper, lower, cell)
  local key = upper .. (lower or "")
  known[key] = known[key] or character(upper == lower and " " or upper_half, upper, lower, cell)
  return known[key]
end

--- A frame of single characters, in which each cell of the board is a square of so many dots.
---@param frame tessera.Frame
---@param dots integer
---@param depth tessera.Depth
---@return tessera.Frame
function enlarge.frame(frame, dots, depth)
  local result = { rows = enlarge.lines(frame.rows, dots), columns = frame.columns * dots,
    back = frame.back }
  local sprites, drawn, letters, known = shows_sprites(depth), {}, {}, {}
  for _, cell in ipairs(frame) do
    if not drawn[cell] then
      drawn[cell], letters[cell] = dots_of(cell, frame.back, dots, sprites)
    end
  end
  local function dot(row, column)
    local cell = frame[row // dots * frame.columns + column // dots + 1]
    return cell and drawn[cell][row % dots][column % dots], cell
  end
  for row = 0, result.rows - 1 do
    for column = 0, result.columns - 1 do
      local upper, cell = dot(2 * row, column)
      result[#result + 1] = halves(known, upper, dot(2 * row + 1, column) or false, cell)
    end
  end
  for i, cell in ipairs(frame) do
    if letters[cell] then
      put_letter(result, letters[cell], cell, (i - 1) // frame.columns * dots,
        (i - 1) % frame.columns * dots, dots)
    end
  end
  return result
end

return enlarge
