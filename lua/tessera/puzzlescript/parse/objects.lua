--- The section OBJECTS: blocks of a name, colours and a sprite.

local colours = require "tessera.puzzlescript.parse.colours"
local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local lines = require "tessera.puzzlescript.parse.lines"
local names = require "tessera.puzzlescript.parse.names"

local objects = {}

local objects_max = 4096
local colours_max = 10
local size = 5 -- rows and columns of a sprite; others are drawn, too, with a warning
local size_max = 64

local report, shown = diagnostics.report, diagnostics.shown

-- The further words of the line of the name: more names for the object.
local function read_aliases(state, text, from, name)
  local game = state.game
  for at, alias in text:gmatch("()(%S+)", from) do
    if names.define(state, alias, "synonym", at) then
      game.synonyms[alias] = name
    end
  end
end

local function read_name(state, text, at)
  local last = lines.name_end(text, at)
  if not last then
    return report(state, "warning", at,
      "expected the name of an object, got %s: the line is left out", shown(text:match("^%S+", at)))
  end
  local name = text:sub(at, last)
  local block = { name = name, colours = nil, rows = {}, places = {}, line = state.number,
    column = diagnostics.column(state, at) }
  if #state.blocks == objects_max then
    if not diagnostics.is_fatal(state.game) then
      report(state, "fatal", at, "a game has at most %d objects", objects_max)
    end
  elseif names.define(state, name, "object", at) then
    state.blocks[#state.blocks + 1] = block
    state.block_of[name] = block
  end
  read_aliases(state, text, last + 1, name)
  state.block = block
end

local function read_colours(state, block, text)
  block.colours = {}
  for at, word in lines.words(text) do
    local values, whole = colours.split(word, state.palette)
    if not whole then
      report(state, "error", at, "expected a colour, got %s%s", shown(word),
        diagnostics.guess(state, word, (colours.names())))
      values[#values + 1] = colours.missing
    end
    for _, value in ipairs(values) do
      if #block.colours == colours_max then
        return report(state, "error", at, "an object has at most %d colours", colours_max)
      end
      table.insert(block.colours, value)
    end
  end
end

-- A row without the blanks in it, and where each of its characters stands.
local function packed(text, from)
  local row, places = {}, {}
  for at, character in text:sub(1, from + 1000):gmatch("()(%S)", from) do
    row[#row + 1], places[#places + 1] = character, at
  end
  return table.concat(row), places
end

local function read_sprite_row(state, block, text, at)
  local row, places = packed(text, at)
  if #row > size_max then
    report(state, "warning", places[size_max + 1],
      "a row of a sprite has at most %d characters, got more", size_max)
  end
  row = row:sub(1, size_max)
  local junk = row:find "[^.%d]"
  if junk then
    report(state, "error", places[junk], "a sprite is made of digits and '.', got %s",
      shown(lines.characters(text:sub(places[junk]))[1]))
  end
  for place, digit in row:gmatch "()(%d)" do
    local index = tonumber(digit) + 1
    if index > #block.colours then
      report(state, "error", places[place], "%s has no colour number %s", shown(block.name), digit)
      for i = #block.colours + 1, index do
        block.colours[i] = colours.missing
      end
    end
  end
  row = row:gsub("[^.%d]", ".")
  table.insert(block.rows, row)
  table.insert(block.places, { state.number, diagnostics.column(state, at) })
end

-- How long the rows of a sprite are: most of them; if they are at odds, the longer ones.
local function width_of(rows)
  local counts, width = {}, 0
  for _, row in ipairs(rows) do
    counts[#row] = (counts[#row] or 0) + 1
    local more = counts[#row] - (counts[width] or 0)
    width = (more > 0 or more == 0 and #row > width) and #row or width
  end
  return width
end

-- Makes all rows of a sprite equally long; one of less than 5 x 5 gets these.
local function fill_up(state, block)
  local game, rows, width = state.game, block.rows, width_of(block.rows)
  local least = (#rows == width or math.max(#rows, width) > size) and 0 or size
  local wide = math.max(width, least)
  for i, row in ipairs(rows) do
    if #row ~= width then
      diagnostics.warning(game, block.places[i][1], block.places[i][2],
        ("the row is too %s: it has %d characters, not %d"):format(
          #row < width and "short" or "long", #row, width))
    end
    row = row:sub(1, width)
    rows[i] = row .. ("."):rep(wide - #row)
  end
  if #rows ~= size or width ~= size then
    diagnostics.warning(game, block.line, block.column,
      ("the sprite of %s is %d wide and %d high, not %d and %d"):format(shown(block.name), width,
        #rows, size, size))
  end
  for i = #rows + 1, least do
    rows[i] = ("."):rep(wide)
  end
end

-- Whether a name may follow at once, without a blank line.
local function is_complete(block)
  return #block.rows >= size or #block.rows == width_of(block.rows)
end

-- Whether the next row would be one too many. With rows of five characters there are five.
local function is_full(block)
  return #block.rows == size_max or #block.rows == size and width_of(block.rows) == size
end

--- Ends the block of an object, as a blank line does.
---@param state tessera.puzzlescript.State
function objects.blank(state)
  local block, game = state.block, state.game
  state.block = nil
  if not block then
    return
  elseif not block.colours then
    diagnostics.error(game, block.line, block.column, shown(block.name) .. " has no colours")
    block.colours = { colours.missing }
  end
  if block.rows[1] then
    fill_up(state, block)
  end
end

--- Reads a line.
---@param state tessera.puzzlescript.State
---@param text string the line in small letters, without comments
function objects.line(state, text)
  local block = state.block
  local at = text:find "%S"
  if block and block.colours then
    local is_row = text:find("^[.%d]", at)
    if is_full(block) or is_complete(block) and not is_row then
      objects.blank(state)
      block = nil
    elseif not is_row then
      return report(state, "error", at, "expected a row of the sprite of %s, got %s",
        shown(block.name), shown(text:match("^%S+", at)))
    else
      return read_sprite_row(state, block, text, at)
    end
  end
  if block then
    read_colours(state, block, text)
  else
    read_name(state, text, at)
  end
end

return objects
