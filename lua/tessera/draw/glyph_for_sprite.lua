--- The glyph of a cell in a game whose glyphs stand in for sprites.

local colours = require "tessera.draw.colours"

local function is_alike(one, other)
  local a, b = { colours.rgb(one) }, { colours.rgb(other) }
  for i = 1, 3 do
    if math.abs(a[i] - b[i]) >= 16 then
      return false
    end
  end
  return true
end

-- Whether the sprite of a part has the colours of what it stands on: then nobody is to see it.
local function is_hidden(part, below)
  return is_alike(part.ground or part.fore, below) and is_alike(part.fore, below)
end

--- Chooses the glyph of a cell by what can be seen of its sprites.
---@param cell tessera.FrameCell
---@param how table a completed look, which says what glyphs stand for several kinds `stacked`
return function(cell, how)
  local shown, ground = {}, how.back
  local lowest = cell.parts[1] and cell.parts[1].ground or ground
  for _, part in ipairs(cell.parts) do
    local hidden = is_hidden(part, part.back and lowest or ground)
    if part.back and (hidden or not part.glyph:find "%S") then -- as if there were nothing
      shown = {}
    elseif not hidden and part.glyph:find "%S" then
      shown[#shown + 1] = part
    end
    ground = part.ground or ground
  end
  local top, names = shown[#shown], {}
  for i, part in ipairs(shown) do
    names[i] = part.kind
  end
  cell.glyph = top and (how.stacked[table.concat(names, "\0")] or top.glyph) or " "
  cell.ground = ground
  cell.fore = colours.readable(top and top.fore or ground, ground, 4.5)
end
