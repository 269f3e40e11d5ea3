--- Frames: what there is to see of a state, cell by cell. The terminal, SVG, pages and recordings
--- of a terminal are drawn from frames and from nothing else.
---
---     state:view(player) -> its look -> a frame: glyph, colours, label, parts of each cell
---                                       -> ansi, svg, tiles
---
--- **A frame is what a player may see,** drawn from `state:view(player)`; no module but the looks
--- (looks/NAME.lua) knows a game.

local colours = require "tessera.draw.colours"
local games = require "tessera.base.games"
local labels = require "tessera.base.labels"
local look = require "tessera.draw.look"
local maps = require "tessera.base.maps"
local states = require "tessera.states"
local text_lines = require "tessera.base.text_lines"

local frame = {}

---@class tessera.Frame what there is to see of a state, or of a part of it
---@field row integer the first row of the board that is seen
---@field column integer
---@field rows integer how many rows there are to see
---@field columns integer
---@field back string the colour behind the board, "#rrggbb"
---@field hexagons? true each row begins half a cell to the right of the one above it
---@field [integer] tessera.FrameCell row by row: that of (row, column) has the number
---(row - 1) * columns + column

---@class tessera.FrameCell
---@field glyph string one or two columns wide
---@field fore string "#rrggbb"
---@field back string|false false: that of the terminal (in enlarged frames)
---@field ground? string the colour behind the glyph, if it is not `back`
---@field label string what the topmost thing is called
---@field hexagon? string the colour of the lines around the cell, which is a hexagon
---@field bare? boolean no ground is seen: it is a piece alone
---@field parts tessera.Part[] all there is, from the ground up

---@class tessera.Area the part of a board that is drawn; beyond its edges there is nothing
---@field row integer the first row, from 1
---@field column integer
---@field rows integer how many
---@field columns integer

-- The completed looks, by module.
local kept = setmetatable({}, { __mode = "k" })

-- The kinds of a game in Lua with a character of its legend for each, in a fixed order.
local function kinds_of(about)
  local list, seen = {}, {}
  for _, layer in ipairs(about.kinds) do
    for _, entry in ipairs(layer) do
      if not seen[entry.kind] and entry.kind ~= "nothing" then
        seen[entry.kind] = true
        list[#list + 1] = entry
      end
    end
  end
  return list
end

-- The look of a game in C: that of its file, for the characters of its pictures.
local function look_in_c(name)
  local found, given = pcall(require, "tessera.draw.looks." .. name)
  local kinds, names = {}, {}
  for byte = 32, 126 do
    kinds[#kinds + 1] = { kind = string.char(byte), glyph = string.char(byte) }
    names[#names + 1] = string.char(byte)
  end
  return look.complete(look.read(name, found and given or nil, names), kinds)
end

local function look_of(name, module)
  local about = maps.about(module)
  local key = about and module or name
  if not kept[key] then
    local how = about and look.complete(about.looks, kinds_of(about), about) or look_in_c(name)
    how.outline = about and about.hexagons and colours.beside(how.back) or nil
    kept[key] = how
  end
  return kept[key], about
end

local function viewed(state, player)
  return state:view(player or state:turn())
end

-- Reads the characters of the picture: fits any game, and is what a game in C offers.
local function characters(state)
  local lines = text_lines.of(tostring(state))
  while lines[#lines] == "" do
    lines[#lines] = nil
  end
  return function(row, column)
    local line = lines[row] or ""
    return { column <= #line and line:sub(column, column) or " " }
  end
end

local function kinds_at(state, about)
  if not about then
    return characters(state)
  elseif about.at then
    return function(row, column)
      return about.at(state, row, column)
    end
  end
  local grids = {}
  for i, layer in ipairs(about.layers) do
    grids[i] = state[layer]
  end
  return function(row, column)
    local kinds = {}
    for i, grid in ipairs(grids) do
      local kind = grid:get(row, column)
      if kind ~= "nothing" then
        kinds[#kinds + 1] = kind
      end
    end
    return kinds
  end
end

-- What is drawn for a list of kinds; equal lists share a cell. A kind with a background covers what
-- lies below it, even if its glyph is a blank.
local function cell_of(kinds, how)
  local cell = { glyph = " ", fore = how.back, back = how.back, label = "", hexagon = how.outline,
    parts = {} }
  for i, kind in ipairs(kinds) do
    local part = how.parts[kind]
    cell.parts[i] = part
    cell.back = part.back or cell.back
    cell.label = part.label
    if part.back or part.glyph:find "%S" or cell.glyph == " " then
      cell.glyph, cell.fore = part.glyph, part.fore
    end
  end
  if how.stacked then
    require "tessera.draw.glyph_for_sprite"(cell, how)
  end
  return cell
end

--- A cell in which these kinds lie upon each other.
---@param playable { game: string, module?: tessera.Game } the game's name, and if it is written in
---Lua its module
---@param kinds string[] the lowest first; for a game in C the character of its picture
---@return tessera.FrameCell
function frame.cell(playable, kinds)
  local how = look_of(playable.game, playable.module)
  return cell_of(kinds, how)
end

--- What the things are called that the characters of a game's pictures stand for.
---@param playable { game: string, module?: tessera.Game }
---@return table<string, string>
function frame.names(playable)
  local how, about = look_of(playable.game, playable.module)
  local names = {}
  for _, entry in ipairs(about and kinds_of(about) or {}) do
    names[entry.glyph] = names[entry.glyph] or how.parts[entry.kind].label
  end
  for kind, part in pairs(about and {} or how.parts) do
    names[kind] = part.label
  end
  return names
end

--- The part of the board that the game shows of a state: all of it, unless the game says otherwise.
--- It has the same size in all states of a level.
---
--- ```lua
--- local frame = require "tessera.draw.frame"
--- local area = frame.area(tower.new "...G/S.##/####")
--- print(area.row, area.column, area.rows, area.columns)  --> 1 1 3 4
--- ```
---@param state tessera.State
---@param before? tessera.Area what was shown before: where nothing is followed, it stays
---@return tessera.Area
function frame.area(state, before)
  local about = maps.about(games.of(state))
  return about and about.window and about.window(state, before)
    or { row = 1, column = 1, rows = state:rows(), columns = state:columns() }
end

--- Whether the sprites of a game are what it looks like, and glyphs only stand in for them.
---@param state tessera.State
---@return boolean
function frame.has_sprites(state)
  local about = maps.about(games.of(state))
  return about ~= nil and about.sprites == true
end

--- Draws a state, as the player may see it.
---
--- ```lua
--- local frame = require "tessera.draw.frame"
--- local drawn = frame.of(tower.new "...G/S.##/####")
--- print(drawn.rows, drawn.columns, drawn[5].label, drawn[5].glyph)  --> 3 4 player @
--- ```
---@param state tessera.State
---@param player? integer by default the one to move
---@param area? tessera.Area by default what the game shows
---@return tessera.Frame
function frame.of(state, player, area)
  local how, about = look_of(state:game(), games.of(state))
  local seen = viewed(state, player)
  local at = kinds_at(seen, about)
  area = area or frame.area(state)
  local drawn = { row = area.row, column = area.column, rows = area.rows, columns = area.columns,
    back = how.back, hexagons = how.outline and true }
  local cells, rows, columns = {}, state:rows(), state:columns()
  for row = area.row, area.row + area.rows - 1 do
    for column = area.column, area.column + area.columns - 1 do
      local kinds = row <= rows and column <= columns and at(row, column) or {}
      local key = table.concat(kinds, "\0")
      cells[key] = cells[key] or cell_of(kinds, how)
      drawn[#drawn + 1] = cells[key]
    end
  end
  return drawn
end

-- The part of a line that is in the area.
local function cropped(line, area)
  local first = utf8.offset(line, area.column) or #line + 1
  return line:sub(first, (utf8.offset(line, area.columns + 1, first) or 0) - 1)
end

--- The board as text, as the player may see it.
---@param state tessera.State
---@param player? integer by default the one to move
---@param area? tessera.Area by default what the game shows
---@return string
function frame.text(state, player, area)
  local text = tostring(viewed(state, player))
  area = area or frame.area(state)
  if area.rows == state:rows() and area.columns == state:columns() then
    return text
  end
  local lines, list = text_lines.of(text), {}
  for row = area.row, math.min(area.row + area.rows - 1, state:rows()) do
    list[#list + 1] = cropped(lines[row] or "", area) .. "\n"
  end
  return table.concat(list)
end

--- What is to be said beside the board: pairs of a name and a value, in the order in which they are
--- shown.
---
--- ```lua
--- local frame = require "tessera.draw.frame"
--- for _, entry in ipairs(frame.status(dofile("samples/games/sokoban.lua").new "@$.")) do
---   print(entry[1], entry[2])
--- end
--- --> moves	0
--- --> pushes	0
--- ```
---@param state tessera.State
---@return { [1]: string, [2]: string|integer }[]
function frame.status(state)
  local list = {}
  for i, entry in ipairs(frame.entries(state)) do
    list[i] = { entry.name, entry.value }
  end
  return list
end

---@class tessera.StatusEntry what stands beside a board
---@field is "player"|"field"|"moves"|"score"|"message"|"outcome"
---@field name string as a person reads it
---@field value string|integer
---@field player? integer whose score it is, if there are several players

--- The entries of the status, each with what it is.
---@param state tessera.State
---@return tessera.StatusEntry[]
function frame.entries(state)
  local list = {}
  local function add(is, name, value, player)
    list[#list + 1] = { is = is, name = name, value = value, player = player }
  end
  local module = games.of(state)
  local about, names = maps.about(module), labels.players(module) or {}
  local players, outcome = states.players(state), state:outcome()
  if players > 1 and not outcome then
    add("player", "player", names[state:turn()] or state:turn())
  end
  for _, name in ipairs(about and about.shown or {}) do
    add(name == "moves" and "moves" or "field", labels.field(module, name), state[name])
  end
  if not about and type(state.moves) == "function" then
    add("moves", "moves", state:moves())
  end
  if states.is_scored(state) then
    for player = 1, players do
      add("score", players > 1 and "score " .. (names[player] or player)
        or labels.field(module, "score"), state:score(player), players > 1 and player or nil)
    end
  end
  local said = about and about.message and about.message(state)
  if said then
    add("message", "message", said)
  end
  if outcome then
    add("outcome", "outcome", outcome)
  end
  return list
end

return frame
