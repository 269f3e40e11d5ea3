--- Draws the cells of a frame larger, for a terminal with much room: several lines high, with the
--- sprites of the look. A line of a terminal shows two rows of dots, by the character of the upper
--- half of a cell.

local enlarge = {}

local upper_half = "▀"

-- Whether the terminal has enough colours for sprites.
local function shows_sprites(depth)
  return depth == "truecolor" or depth == "256"
end

local function has_sprite(frame)
  for i = 1, math.min(#frame, 4096) do
    for _, part in ipairs(frame[i].parts) do
      if part.sprite then
        return true
      end
    end
  end
  return false
end

--- How many lines a cell should take: as many as there is room for. Sprites have 8 x 8 dots, which
--- four lines show as they are, and two lines at half their size.
---@param sample tessera.Frame a part of the board
---@param rows integer of the board
---@param columns integer
---@param width integer of the screen
---@param height integer
---@param depth tessera.Depth
---@return integer
function enlarge.scale(sample, rows, columns, width, height, depth)
  if depth == "none" then
    return 1
  end
  local most = math.min(width // (2 * columns), height // rows)
  for _, scale in ipairs(shows_sprites(depth) and has_sprite(sample) and { 4, 2 } or { 3, 2 }) do
    if scale <= most then
      return scale
    end
  end
  return 1
end

-- ---- dots ----

-- The colour of a dot of a smaller picture: the one that most of the sprite's dots below it have.
local function reduced(sprite, size, row, column)
  local count, best = {}, false
  local from, to = (row * sprite.size) // size + 1, ((row + 1) * sprite.size - 1) // size + 1
  local left, right = (column * sprite.size) // size + 1,
    ((column + 1) * sprite.size - 1) // size + 1
  for i = from, to do
    for k = left, right do
      local colour = sprite[i][k]
      count[colour] = (count[colour] or 0) + 1
      if count[colour] > (count[best] or 0) then
        best = colour
      end
    end
  end
  return best
end

-- The dots of a cell by rows and columns from 0, and the part whose glyph stands on them, if the
-- topmost part has no sprite.
local function dots_of(cell, back, size)
  local dots, letter = {}, nil
  for row = 0, size - 1 do
    dots[row] = {}
    for column = 0, size - 1 do
      local colour = back
      for _, part in ipairs(cell.parts) do
        colour = part.back or colour
        colour = part.sprite and reduced(part.sprite, size, row, column) or colour
      end
      dots[row][column] = colour
    end
  end
  for _, part in ipairs(cell.parts) do
    if part.sprite then
      letter = nil
    elseif part.glyph:find "%S" then
      letter = part
    end
  end
  return dots, letter
end

-- ---- cells ----

-- The characters of a cell, by line and column from 0: two dots each, or those of the glyph.
local function characters_of(cell, back, scale, sprites)
  local lines = {}
  local dots, letter = dots_of(sprites and cell or { parts = {} }, sprites and back or cell.back,
    2 * scale)
  for row = 0, scale - 1 do
    lines[row] = {}
    for column = 0, 2 * scale - 1 do
      local upper, lower = dots[2 * row][column], dots[2 * row + 1][column]
      lines[row][column] = { glyph = upper == lower and " " or upper_half, fore = upper,
        back = lower, label = cell.label, parts = {} }
    end
  end
  letter = sprites and letter or not sprites and cell or nil
  local at, line = scale - 1, lines[(scale - 1) // 2]
  for _, code in utf8.codes(letter and letter.glyph or "") do
    if line[at] and code ~= 32 then
      line[at] = { glyph = utf8.char(code), fore = letter.fore, back = line[at].back,
        label = cell.label, parts = {} }
    end
    at = at + 1
  end
  return lines
end

--- A frame of single characters, in which each cell of the board is `scale` lines high and twice as
--- many columns broad.
---@param frame tessera.Frame
---@param scale integer
---@param depth tessera.Depth
---@return tessera.Frame
function enlarge.frame(frame, scale, depth)
  local result = { rows = frame.rows * scale, columns = frame.columns * 2 * scale,
    back = frame.back }
  local sprites, known = shows_sprites(depth), {}
  for row = 0, result.rows - 1 do
    for column = 0, result.columns - 1 do
      local cell = frame[row // scale * frame.columns + column // (2 * scale) + 1]
      known[cell] = known[cell] or characters_of(cell, frame.back, scale, sprites)
      result[#result + 1] = known[cell][row % scale][column % (2 * scale)]
    end
  end
  return result
end

return enlarge
