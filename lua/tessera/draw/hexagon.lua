--- Hexagons in pictures: each is 14 units wide and 16 high and stands on a corner, in the middle of
--- a square of 16 units. All corners are whole numbers:
---
---        8,0           a row lies 12 units below the one above it, and 7 to the right
---      1,4  15,4
---      1,12 15,12
---        8,16

local hexagon = {}

--- Units to the next cell, to the next row, and how far that lies to the right.
hexagon.steps = { across = 14, down = 12, slant = 7 }

local across, down, slant = hexagon.steps.across, hexagon.steps.down, hexagon.steps.slant
local outer, inner = "M8 0 15 4V12L8 16 1 12V4z", "M8 .6 14.5 4.3V11.7L8 15.4 1.5 11.7V4.3z"

-- Glyphs that fill their cell, and how much of it.
local shades = { ["█"] = 1, ["▓"] = 0.75, ["▒"] = 0.5, ["░"] = 0.25 }

--- Where the square of a cell begins.
---@param row integer from 0
---@param column integer
---@return integer x
---@return integer y
function hexagon.place(row, column)
  return column * across + row * slant - 1, row * down
end

--- How many units a board measures.
---@param rows integer
---@param columns integer
---@return integer wide
---@return integer high
function hexagon.size(rows, columns)
  return columns * across + (rows - 1) * slant, (rows - 1) * down + 16
end

-- The colour of the last part that is a block, if it is on top.
local function filled(cell)
  local top = cell.parts[#cell.parts]
  local shade = top and not top.sprite and shades[top.glyph:match(utf8.charpattern)]
  return shade and ('<path fill="%s" fill-opacity="%s" d="%s"/>'):format(top.fore, shade, inner)
end

local function has_sprite(cell)
  for _, part in ipairs(cell.parts) do
    if part.sprite then
      return true
    end
  end
  return false
end

--- A cell with its background and the lines around it. Where nothing lies, not even a ground, there
--- is no hexagon to see: so a board may have any outline.
---@param cell tessera.FrameCell
---@param content string what lies in it, in a square of 16 units
---@return string
function hexagon.tile(cell, content)
  if not cell.parts[1] then
    return ('<path fill="%s" d="%s"/>'):format(cell.back, outer)
  end
  local ground = ('<path fill="%s" d="%s"/><path fill="%s" d="%s"/>'):format(cell.hexagon, outer,
    cell.back, inner)
  local whole = filled(cell)
  if whole or content == "" then
    return ground .. (whole or "")
  elseif has_sprite(cell) then -- the largest square in a hexagon
    content = ('<svg x="3" y="3" width="10" height="10" viewBox="0 0 16 16">%s</svg>'):format(
      content)
  end
  return ground .. content
end

return hexagon
