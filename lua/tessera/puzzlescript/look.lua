--- How the objects of a game look: their sprites, and for terminals a character with the colours
--- that the sprite has most of.

local look = {}

local clear = "transparent"
local full = { "00000", "00000", "00000", "00000", "00000" } -- of an object without a sprite

-- The sprite as rows of colours or false, and how often it has each colour. What is no square lies
-- in the middle of one.
local function read_sprite(object)
  local rows = object.sprite or full
  local size = math.max(#rows, #rows[1])
  local sprite, counts, filled = { size = size }, {}, 0
  local shown = setmetatable({}, { __index = function(known, code)
    local digit = string.char(code)
    local colour = digit ~= "." and object.colours[(tonumber(digit) or 0) + 1]
    known[code] = colour and colour ~= clear and colour or false
    return known[code]
  end })
  local above, left = (size - #rows) // 2, (size - #rows[1]) // 2
  for i = 1, size do
    local row, line = rows[i - above] or "", {}
    sprite[i] = line
    for k = 1, size do
      local code = k > left and row:byte(k - left)
      local colour = code and shown[code] or false
      line[k] = colour
      if colour then
        counts[colour] = (counts[colour] or 0) + 1
        filled = filled + 1
      end
    end
  end
  return sprite, counts, filled
end

-- The colours of a sprite, those of most cells first; of equal ones the one that is named first.
local function ranked(object, counts)
  local list, place = {}, {}
  for i, colour in ipairs(object.colours) do
    if counts[colour] and not place[colour] then
      place[colour] = i
      list[#list + 1] = colour
    end
  end
  table.sort(list, function(a, b)
    if counts[a] ~= counts[b] then
      return counts[a] > counts[b]
    end
    return place[a] < place[b]
  end)
  return list
end

-- One object. Whatever fills its cell colours it from behind; so does its glyph where it fills most
-- of it.
local function part_of(object, glyph, is_background)
  local sprite, counts, filled = read_sprite(object)
  local colours, cells = ranked(object, counts), sprite.size * sprite.size
  local part = { kind = object.name, label = object.name:gsub("_", " "), sprite = sprite,
    glyph = filled == 0 and " " or glyph, fore = colours[1] or "#808080" }
  if 2 * filled > cells then
    part.ground, part.fore = colours[1], colours[2] or colours[1]
    part.back = filled == cells and colours[1] or nil
  end
  if is_background then
    part.glyph = " "
  end
  return part
end

--- The looks of all objects, as `tessera.draw.look` has them.
---@param game table what the parser has read
---@param glyphs table<string, string> a character for each object
---@return table<string, table>
function look.of(game, glyphs)
  local looks, background = {}, game.default_background
  local layer = background and game.objects[game.id_of[background] + 1].layer
  for _, object in ipairs(game.objects) do
    looks[object.name] = part_of(object, glyphs[object.name], object.layer == layer)
  end
  return looks
end

return look
