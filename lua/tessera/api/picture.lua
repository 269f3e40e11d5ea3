--- Pictures for the C library: pixels, of a board's sprites and colours.

local colours = require "tessera.draw.colours"
local frame = require "tessera.draw.frame"

local picture = {}

local function bytes_of(hex)
  return string.char(colours.rgb(hex))
end

-- The rows of a cell: each a list of colours, as bytes. What has a glyph alone is a square of its
-- colour within the cell, a third of it around left free.
local function rows_of(cell, side, back)
  local rows, margin = {}, side // 4
  for y = 1, side do
    rows[y] = {}
    for x = 1, side do
      local colour = back
      for _, part in ipairs(cell.parts) do
        colour = part.back or colour
        local sprite = part.sprite
        if sprite then
          colour = sprite[(y - 1) * sprite.size // side + 1][(x - 1) * sprite.size // side + 1]
            or colour
        elseif part.glyph:find "%S" and y > margin and y <= side - margin and x > margin
          and x <= side - margin then
          colour = part.fore
        end
      end
      rows[y][x] = bytes_of(colour)
    end
    rows[y] = table.concat(rows[y])
  end
  return rows
end

--- The pixels of a state, as who is to move sees it: three bytes each, row by row from the top.
---@param state tessera.State
---@param side integer the pixels of a cell's side
---@return string
function picture.rgb(state, side)
  local area = { row = 1, column = 1, rows = state:rows(), columns = state:columns() }
  local seen = state:outcome() and 1 or nil
  local drawn = frame.of(state, seen, area)
  local known, lines = {}, {}
  for row = 1, area.rows do
    local cells = {}
    for column = 1, area.columns do
      local cell = drawn[(row - 1) * area.columns + column]
      known[cell] = known[cell] or rows_of(cell, side, drawn.back)
      cells[column] = known[cell]
    end
    for y = 1, side do
      for column = 1, area.columns do
        lines[#lines + 1] = cells[column][y]
      end
    end
  end
  return table.concat(lines)
end

return picture
