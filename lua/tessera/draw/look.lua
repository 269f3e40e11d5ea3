--- Looks: how the kinds of a game are drawn. A game in Lua says so in its definition; one in C in
--- tessera/draw/looks/NAME.lua, by the characters of its picture. What neither says is derived.
---
--- ```lua
--- look = {
---   wall = { "#", "stone", back = "dark_grey" },
---   player = { "@", "yellow", label = "you",
---     sprite = "..yy../..yy../yyyyyy/..yy../.y..y./.y..y." },
---   palette = { y = "yellow" },
--- }
--- ```

local characters = require "tessera.base.characters"
local colours = require "tessera.draw.colours"
local errors = require "tessera.base.errors"
local wording = require "tessera.base.wording"

local look = {}

---@class tessera.Look how one kind is drawn; a list of these by kind is the `look` of a game
---@field [1] string|nil the glyph, one or two columns wide; without it the legend's character
---@field [2] string|nil its colour: a name such as "yellow", or "#rrggbb"
---@field back? string the colour behind it
---@field label? string what it is called, for people who hear the board; without it the kind's name
---@field sprite? string a square picture for pages: rows of letters, separated by lines or "/".
---The letters stand in `palette`; "." shows what lies below

---@class tessera.Part how a kind in a cell is drawn
---@field kind string
---@field glyph string
---@field fore string "#rrggbb"
---@field back? string
---@field ground? string the colour behind the glyph, if not that behind the sprite
---@field label string
---@field sprite? tessera.Sprite

---@class tessera.Sprite rows of columns of "#rrggbb" or false
---@field size integer

---@class tessera.ResolvedLook
---@field parts table<string, tessera.Part> by kind, or by character
---@field back string the colour behind the board
---@field stacked? table<string, string> glyphs of kinds that lie upon each other, by these kinds
---(the lowest first, without those whose glyph is a blank), with "\0" between them

look.background = "#20252d"
local sprite_most = 32
local part_keys = { "back", "label", "sprite" }

-- Kinds that many games have, and how people expect them.
local usual = {
  wall = { nil, "stone", back = "dark_grey" }, floor = { " ", "grey" }, empty = { " ", "grey" },
  player = { nil, "yellow" }, box = { nil, "orange" }, target = { nil, "green" },
  goal = { nil, "green" }, exit = { nil, "green" }, dirt = { nil, "brown" },
  rock = { nil, "light_grey" }, gem = { nil, "cyan" }, water = { nil, "blue" },
  black = { nil, "black" }, white = { nil, "white" }, red = { nil, "red" },
  yellow = { nil, "yellow" }, green = { nil, "green" }, blue = { nil, "blue" },
}

-- For the other kinds, in turn.
local cycle = { "yellow", "cyan", "red", "green", "pink", "blue", "orange", "white", "purple",
  "gold", "teal", "light_grey", "sand" }

-- ---- sprites ----

-- Counts columns of a glyph: each code point one; nil if it is no such text.
local function width_of(glyph)
  return characters.is_glyph(glyph) and utf8.len(glyph) or nil
end

local function read_sprite(place, text, palette)
  local rows = {}
  for line in text:gsub("%s+$", ""):gmatch "[^\n/]+" do
    rows[#rows + 1] = line
  end
  local sprite = { size = #rows }
  if #rows < 1 or #rows > sprite_most then
    errors.fail("%s: sprite: expected 1..%d rows, got %d", place, sprite_most, #rows)
  end
  for i, line in ipairs(rows) do
    if #line ~= #rows then
      errors.fail("%s: sprite: row %d has %d letters, but there are %d rows", place, i, #line,
        #rows)
    end
    sprite[i] = {}
    for k = 1, #line do
      local letter = line:sub(k, k)
      sprite[i][k] = letter ~= "." and palette[letter] or false
      if letter ~= "." and not palette[letter] then
        errors.fail("%s: sprite: row %d, column %d: the letter %s is not in the palette", place, i,
          k, errors.shown(letter))
      end
    end
  end
  return sprite
end

local function read_colour(place, colour)
  local hex = colours.hex(colour)
  if not hex then
    local near = errors.near(colour, colours.names())
    errors.fail("%s: there is no colour %s%s", place, errors.shown(colour),
      near and errors.meant(near) or (" (expected '#rrggbb' or one of %s)"):format(
        table.concat(colours.names(), " ")))
  end
  return hex
end

local function read_palette(what, given)
  local palette = {}
  for _, letter in ipairs(wording.sorted(errors.type(what, given or {}, "table"))) do
    if type(letter) ~= "string" or not letter:find "^[%w]$" then
      errors.fail("%s: expected letters and digits, got %s", what, errors.shown(letter))
    end
    palette[letter] = read_colour(("%s '%s'"):format(what, letter), given[letter])
  end
  return palette
end

-- ---- reading ----

local function read_part(place, kind, given, palette)
  errors.type(place, given, "table")
  for key in pairs(given) do
    if key ~= 1 and key ~= 2 and not wording.one_of(key, part_keys) then
      errors.fail("%s: unknown key %s%s", place, errors.shown(key),
        type(key) == "string" and errors.hint(key, part_keys) or "")
    end
  end
  local glyph = errors.type(place .. ": the glyph", given[1], "string", "nil")
  local width = glyph and width_of(glyph)
  if glyph and (not width or width < 1 or width > 2) then
    errors.fail("%s: the glyph: expected one or two characters, none of them combining,"
      .. " got %s", place, errors.shown(glyph))
  end
  local label = errors.type(place .. ": label", given.label, "string", "nil")
  if label and (label == "" or #label > 60 or characters.line(label) ~= label) then
    errors.fail("%s: label: expected a printable text of 1..60 bytes, got %s", place,
      errors.shown(label))
  end
  local sprite = errors.type(place .. ": sprite", given.sprite, "string", "nil")
  return { kind = kind, glyph = glyph, label = label,
    fore = given[2] ~= nil and read_colour(place .. ": the colour", given[2]) or nil,
    back = given.back ~= nil and read_colour(place .. ": back", given.back) or nil,
    sprite = sprite and read_sprite(place, sprite, palette) }
end

--- Checks the look of a game and reads it: a table of parts by kind, whose fields may be missing.
---
--- Errors: what is wrong, at the user's line.
---@param what string names the game in errors: "game 'sokoban'"
---@param given table|nil
---@param kinds string[] the kinds that it may name
---@return table<string, table>
function look.read(what, given, kinds)
  local parts = {}
  errors.type(what .. ": look", given, "table", "nil")
  if not given then
    return parts
  end
  local palette = read_palette(what .. ": look: palette", given.palette)
  for _, kind in ipairs(wording.sorted(given)) do
    if kind ~= "palette" then
      if not wording.one_of(kind, kinds) then
        errors.fail("%s: look: there is no kind %s%s", what, errors.shown(kind),
          type(kind) == "string" and errors.hint(kind, kinds) or "")
      end
      parts[kind] = read_part(("%s: look: %s"):format(what, kind), kind, given[kind], palette)
    end
  end
  return parts
end

-- ---- completing ----

-- The colours for kinds that nobody has given one, in turn, without those that usual kinds of the
-- game have. Dots are ground, and stay behind what lies there.
local function others(parts, kinds)
  local taken, turn = {}, 0
  for _, entry in ipairs(kinds) do
    local known = usual[entry.kind]
    if known and not (parts[entry.kind] and parts[entry.kind].fore) then
      taken[known[2]] = true
    end
  end
  return function(glyph)
    if glyph == "." then
      return colours.hex "grey"
    end
    for _ = 1, #cycle do
      turn = turn % #cycle + 1
      if not taken[cycle[turn]] then
        break
      end
    end
    return colours.hex(cycle[turn])
  end
end

--- A look that says everything: what is missing in `parts` is derived.
---@param parts table<string, table> as `look.read` returns them
---@param kinds { kind: string, glyph: string }[] all kinds, with the characters of the legend
---@param screen? { back?: string, stacked?: table<string, string> } the colour behind the board;
---glyphs of kinds that lie upon each other
---@return tessera.ResolvedLook
function look.complete(parts, kinds, screen)
  local whole = { parts = {}, back = screen and screen.back or look.background,
    stacked = screen and screen.stacked }
  local next_colour = others(parts, kinds)
  for _, entry in ipairs(kinds) do
    local kind = entry.kind
    local given, known = parts[kind] or {}, usual[kind] or {}
    local part = { kind = kind, glyph = given.glyph or known[1] or entry.glyph,
      label = given.label or (kind:gsub("_", " ")), sprite = given.sprite, ground = given.ground,
      fore = given.fore or colours.hex(known[2]),
      back = given.back or not given.fore and colours.hex(known.back) or nil }
    part.fore = part.fore or next_colour(part.glyph)
    part.fore = whole.stacked and part.fore
      or colours.readable(part.fore, part.back or whole.back)
    whole.parts[kind] = part
  end
  return whole
end

return look
