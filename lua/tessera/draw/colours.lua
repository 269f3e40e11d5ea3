--- Colours: names, numbers, and how a terminal writes them.

local colours = {}

-- The names that a look may use. Each is told from the others by people who confuse red and green
-- through its brightness.
local named = {
  black = "#14171c", white = "#f4f1ea", grey = "#8a8f98", light_grey = "#c3c7cd",
  dark_grey = "#3f4650", red = "#e5484d", dark_red = "#8f1d21", orange = "#f28c28",
  brown = "#8d5a2b", yellow = "#ffd23f", gold = "#d4a017", green = "#58c06d",
  dark_green = "#2d6a4f", teal = "#2a9d8f", cyan = "#6fd3ee", blue = "#4a8cf0",
  dark_blue = "#22406f", purple = "#9a6ae0", pink = "#f49ac1", stone = "#6b7280",
  sand = "#e6d3a3",
}

--- The names of colours, sorted.
---@return string[]
function colours.names()
  local names = {}
  for name in pairs(named) do
    names[#names + 1] = name
  end
  table.sort(names)
  return names
end

--- A colour as "#rrggbb"; nil if it is none.
---@param colour any a name, or "#rrggbb"
---@return string|nil
function colours.hex(colour)
  if type(colour) ~= "string" then
    return nil
  end
  return named[colour] or colour:find "^#%x%x%x%x%x%x$" and colour:lower() or nil
end

--- The parts of a colour, 0..255.
---@param hex string
---@return integer red
---@return integer green
---@return integer blue
function colours.rgb(hex)
  local r, g, b = hex:match "^#(%x%x)(%x%x)(%x%x)$"
  return tonumber(r, 16), tonumber(g, 16), tonumber(b, 16)
end

-- The brightness of a colour, 0..1 (the relative luminance of WCAG 2.1).
local function brightness(hex)
  local sum = 0
  for i, part in ipairs { colours.rgb(hex) } do
    local x = part / 255
    x = x <= 0.04045 and x / 12.92 or ((x + 0.055) / 1.055) ^ 2.4
    sum = sum + x * ({ 0.2126, 0.7152, 0.0722 })[i]
  end
  return sum
end

--- How well two colours can be told apart, 1..21 (the contrast ratio of WCAG 2.1).
---@param one string "#rrggbb"
---@param other string "#rrggbb"
---@return number
function colours.contrast(one, other)
  local a, b = brightness(one), brightness(other)
  return (math.max(a, b) + 0.05) / (math.min(a, b) + 0.05)
end

--- A colour between two: lighter or darker shades of a colour are between it and white or black.
---
--- ```lua
--- local colours = require "tessera.draw.colours"
--- print(colours.mix("#000000", "#ff8000", 0.5))  --> #804000
--- ```
---@param one string a name, or "#rrggbb"
---@param other string
---@param share number 0: the first one, 1: the other one
---@return string
function colours.mix(one, other, share)
  local from, to = { colours.rgb(colours.hex(one)) }, { colours.rgb(colours.hex(other)) }
  for i = 1, 3 do
    from[i] = math.floor(from[i] + (to[i] - from[i]) * share + 0.5)
  end
  return ("#%02x%02x%02x"):format(table.unpack(from))
end

-- Any background has this contrast to black or to white.
local least_contrast = 2.5

--- The colour; where it could not be read on this background, a shade of it that is nearer to black
--- or white.
---@param hex string
---@param back string
---@param least? number the contrast that is enough, 4.5 at most; 2.5 by default
---@return string
function colours.readable(hex, back, least)
  local far = colours.contrast(named.black, back) > colours.contrast(named.white, back) and "black"
    or "white"
  local shade, share = hex, 0
  while colours.contrast(shade, back) < (least or least_contrast) and share < 1 do
    share = share + 0.1
    shade = colours.mix(hex, far, math.min(share, 1))
  end
  return shade
end

--- A shade beside a background, for lines that part cells.
---@param back string "#rrggbb"
---@return string
function colours.beside(back)
  local far = colours.contrast(named.black, back) > colours.contrast(named.white, back) and "black"
    or "white"
  return colours.mix(back, far, 0.25)
end

-- The colours of a terminal with 16 of them, as xterm shows them.
local sixteen = {
  { 0, 0, 0 }, { 205, 0, 0 }, { 0, 205, 0 }, { 205, 205, 0 }, { 0, 0, 238 }, { 205, 0, 205 },
  { 0, 205, 205 }, { 229, 229, 229 }, { 127, 127, 127 }, { 255, 0, 0 }, { 0, 255, 0 },
  { 255, 255, 0 }, { 92, 92, 255 }, { 255, 0, 255 }, { 0, 255, 255 }, { 255, 255, 255 },
}

local function distance(r, g, b, other)
  return (r - other[1]) ^ 2 + (g - other[2]) ^ 2 + (b - other[3]) ^ 2
end

local function nearest16(r, g, b)
  local best = 1
  for i, other in ipairs(sixteen) do
    if distance(r, g, b, other) < distance(r, g, b, sixteen[best]) then
      best = i
    end
  end
  return best - 1
end

local function step6(x)
  return x < 48 and 0 or x < 115 and 1 or (x - 35) // 40
end

-- The nearest of the 6 x 6 x 6 colours, or of the 24 greys.
local function nearest256(r, g, b)
  local levels = { [0] = 0, 95, 135, 175, 215, 255 }
  local i, j, k = step6(r), step6(g), step6(b)
  local grey = math.max(0, math.min(23, ((r + g + b) // 3 - 3) // 10))
  local value = 8 + 10 * grey
  if distance(r, g, b, { value, value, value }) < distance(r, g, b,
    { levels[i], levels[j], levels[k] }) then
    return 232 + grey
  end
  return 16 + 36 * i + 6 * j + k
end

---@alias tessera.Depth "truecolor"|"256"|"16"|"none" what colours a terminal can show

local written = { truecolor = {}, ["256"] = {}, ["16"] = {}, none = {} }

local function write(hex, depth, back)
  local r, g, b = colours.rgb(hex)
  if depth == "truecolor" then
    return ("\27[%d;2;%d;%d;%dm"):format(back and 48 or 38, r, g, b)
  elseif depth == "256" then
    return ("\27[%d;5;%dm"):format(back and 48 or 38, nearest256(r, g, b))
  elseif depth == "16" then
    local n = nearest16(r, g, b)
    return ("\27[%dm"):format((n < 8 and 30 + n or 82 + n) + (back and 10 or 0))
  end
  return ""
end

--- The escape sequence that sets a colour.
---@param hex string
---@param depth tessera.Depth
---@param back? boolean the background
---@return string
function colours.ansi(hex, depth, back)
  local kept, key = written[depth], back and "b" .. hex or hex
  local sequence = kept[key]
  if not sequence then
    sequence = write(hex, depth, back)
    kept[key] = sequence
  end
  return sequence
end

return colours
