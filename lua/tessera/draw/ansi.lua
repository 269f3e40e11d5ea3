--- Draws frames for a terminal.

local colours = require "tessera.draw.colours"

local ansi = {}

---@class tessera.AnsiOptions
---@field depth? tessera.Depth "none" by default
---@field wide? boolean a cell takes two columns, so that it looks about square

-- Glyphs that fill their cell: in two columns they stand twice.
local fills = { ["█"] = true, ["▓"] = true, ["▒"] = true, ["░"] = true }

-- The glyph in its one or two columns.
local function padded(glyph, wide)
  local width = utf8.len(glyph) or 1
  if wide then
    return width < 2 and glyph .. (fills[glyph] and glyph or " ") or glyph
  end
  return width < 2 and glyph or glyph:match(utf8.charpattern)
end

--- The lines of a frame, one for each row. Those of hexagons are one column further to the right
--- each, half a cell.
---
--- ```lua
--- local ansi, frame = require "tessera.draw.ansi", require "tessera.draw.frame"
--- print(table.concat(ansi.lines(frame.of(tower.new "...G/S.##/####"), {}), "\n"))
--- -->    G
--- --> @ ##
--- --> ####
--- ```
---@param frame tessera.Frame
---@param options tessera.AnsiOptions
---@return string[]
function ansi.lines(frame, options)
  local depth, wide = options.depth or "none", options.wide or frame.hexagons
  local coloured = depth ~= "none"
  local lines = {}
  for row = 1, frame.rows do
    local parts, fore, back = { frame.hexagons and (" "):rep(row - 1) or "" }, nil, nil
    for i = (row - 1) * frame.columns + 1, row * frame.columns do
      local cell = frame[i]
      local ground = cell.ground or cell.back
      if coloured and ground ~= back then
        back = ground
        parts[#parts + 1] = back and colours.ansi(back, depth, true) or "\27[49m"
      end
      if coloured and cell.fore ~= fore then
        fore = cell.fore
        parts[#parts + 1] = colours.ansi(fore, depth)
      end
      parts[#parts + 1] = padded(cell.glyph, wide)
    end
    lines[row] = table.concat(parts) .. (coloured and "\27[0m" or "")
  end
  return lines
end

return ansi
