--- The look of Jewelry: each letter is a jewel, with a shape and a colour of its own.

local colours = require "tessera.draw.colours"

-- How far a place is from the middle of a jewel, which ends at 1. x and y are -7.5..7.5.
local shapes = {
  function(x, y) -- diamond
    return (math.abs(x) + math.abs(y)) / 8
  end,
  function(x, y) -- hexagon
    return math.max(math.abs(y) / 6.6, (math.abs(x) + math.abs(y) / 2) / 8)
  end,
  function(x, y) -- triangle
    return math.max(y / 6.6, (math.abs(x) - (y - 6.5) * 0.55 - 7) / 7.2 + 0.93)
  end,
  function(x, y) -- octagon
    return math.max(math.abs(x) / 6.6, math.abs(y) / 6.6, (math.abs(x) + math.abs(y)) / 9.5)
  end,
  function(x, y) -- square
    return math.max(math.abs(x), math.abs(y)) / 6.6
  end,
  function(x, y) -- star
    return (math.abs(x) ^ 0.7 + math.abs(y) ^ 0.7) / 4.6
  end,
  function(x, y) -- ball
    return math.sqrt(x * x + y * y) / 7.2
  end,
}

local hues = { "#e5484d", "#f28c28", "#ffd23f", "#45b860", "#4a8cf0", "#a06ae8", "#d4d2ca",
  "#52c0dc", "#f07fb0", "#b98548" }

-- The number of the hue and of the shape of the usual jewels; the others take theirs in turn.
local known = { R = { 1, 1 }, O = { 2, 2 }, Y = { 3, 3 }, G = { 4, 4 }, B = { 5, 5 }, P = { 6, 6 },
  W = { 7, 7 } }

-- A table in the middle, facets around it: those above and left are light.
local function letter_at(shape, x, y)
  local far = shape(x, y)
  if far > 1 then
    return "."
  elseif far < 0.55 then
    return x + y < -2 and "h" or "m"
  elseif math.abs(x + y) < 2 then
    return "m"
  end
  return x + y < 0 and "l" or "d"
end

-- Each hue has four shades: a letter from A on, from K on, from a on, and a digit.
local function letters_of(hue)
  return { m = string.char(64 + hue), h = string.char(74 + hue), d = string.char(96 + hue),
    l = tostring(hue - 1) }
end

local function jewel(hue, shape)
  local rows, own = {}, letters_of(hue)
  for row = 1, 16 do
    rows[row] = {}
    for column = 1, 16 do
      local found = letter_at(shape, column - 8.5, row - 8.5)
      rows[row][column] = own[found] or found
    end
    rows[row] = table.concat(rows[row])
  end
  return table.concat(rows, "/")
end

local look = { palette = {}, ["."] = { " ", "grey", label = "empty" } }
for hue, colour in ipairs(hues) do
  local own = letters_of(hue)
  look.palette[own.m], look.palette[own.h] = colour, colours.mix(colour, "#ffffff", 0.3)
  look.palette[own.d] = colours.mix(colour, "#000000", 0.38)
  look.palette[own.l] = colours.mix(colour, "#ffffff", 0.58)
end
for byte = ("A"):byte(), ("Z"):byte() do
  local letter = string.char(byte)
  local hue, shape = table.unpack(known[letter] or { byte % #hues + 1, byte % #shapes + 1 })
  look[letter] = { letter, hues[hue], label = "jewel " .. letter,
    sprite = jewel(hue, shapes[shape]) }
end

return look
