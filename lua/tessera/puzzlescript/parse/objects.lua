--- The section OBJECTS: blocks of a name, colours and a sprite.

local colours = require "tessera.puzzlescript.parse.colours"
local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local lines = require "tessera.puzzlescript.parse.lines"
local names = require "tessera.puzzlescript.parse.names"

local objects = {}

local objects_max = 4096
local colours_max = 10
local size = 5 -- rows and columns of a sprite

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
  local block = { name = name, colours = nil, rows = {}, line = state.number,
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
  if #row > size then
    report(state, "warning", places[size + 1], "a row of a sprite has %d characters, got more",
      size)
  end
  row = row:sub(1, size)
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
  block.ragged = block.ragged or #row < size
  row = row:gsub("[^.%d]+", ".")
  table.insert(block.rows, row .. ("."):rep(size - #row))
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
  if block.ragged or #block.rows % size ~= 0 then
    diagnostics.warning(game, block.line, block.column,
      ("the sprite of %s has not %d rows of %d characters"):format(shown(block.name), size, size))
  end
  for i = #block.rows + 1, #block.rows > 0 and size or 0 do
    block.rows[i] = ("."):rep(size)
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
    if #block.rows == size or #block.rows == 0 and not is_row then
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
