--- Colours of PuzzleScript: names of a palette, `#rgb`, `#rrggbb`, `transparent`.

local palettes = require "tessera.puzzlescript.parse.palettes"

local colours = {}

local default = "arnecolors"
local longest = 16 -- characters of a name, or more

--- What a sprite without a usable colour gets.
colours.missing = "#ff00ff"

--- A colour as "#rrggbb" or "transparent"; nil if it is none.
---@param word string in small letters
---@param palette? string
---@return string|nil
function colours.value(word, palette)
  local red, green, blue = word:match "^#(%x)(%x)(%x)$"
  if red then
    return "#" .. red:rep(2) .. green:rep(2) .. blue:rep(2)
  elseif word == "transparent" or word:find "^#%x%x%x%x%x%x$" then
    return word
  end
  return (palettes[palette] or palettes[default])[word]
end

-- The colour at the start of a text.
local function first_of(text, palette)
  local hex = text:match "^#%x%x%x%x%x%x" or text:match "^#%x%x%x"
  if hex then
    return hex
  end
  for length = #text, 1, -1 do
    local word = text:sub(1, length)
    if colours.value(word, palette) then
      return word
    end
  end
end

--- The colours of a word: one, or several that are glued together, `bluered`, `#f00#0f0`.
---@param word string in small letters
---@param palette? string
---@return string[] values
---@return boolean whole whether that is all of the word
function colours.split(word, palette)
  local values, at = {}, 1
  while at <= #word do
    local first = first_of(word:sub(at, at + longest), palette)
    if not first then
      return values, false
    end
    values[#values + 1] = colours.value(first, palette)
    at = at + #first
  end
  return values, true
end

--- Whether a palette of this name or number exists.
---@param palette string
---@return boolean
function colours.has_palette(palette)
  return palettes[palette] ~= nil
end

--- The names of colours and of palettes, for guesses.
---@return string[] names
---@return string[] palettes
function colours.names()
  local names, known = { "transparent" }, {}
  for name in pairs(palettes[default]) do
    names[#names + 1] = name
  end
  for name in pairs(palettes) do
    known[#known + 1] = name
  end
  table.sort(names)
  table.sort(known)
  return names, known
end

return colours
