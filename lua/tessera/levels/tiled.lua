--- Maps of Tiled, whatever they are written in: which character of the legend the tiles of a cell
--- are. `layers` of the format's options has the `cells` of each layer that is read, by its name;
--- without it all visible layers have the same `cells`. There a number is that of a tile within its
--- tileset, -1 is no tile, and the name of a tileset has the numbers of its own tiles. The upper
--- layer counts, unless it has no tile.

local errors = require "tessera.base.errors"

local tiled = {}

local tile_mask = 0x0FFFFFFF -- the bits above say how a tile is turned
local feed = 1024 -- bytes that are unpacked at a time: they become a megabyte at most

---@class tessera.TiledMap
---@field line integer
---@field tilesets { first: integer, name: string }[]
---@field layers tessera.TiledLayer[] the lowest first

---@class tessera.TiledLayer
---@field name string
---@field visible boolean
---@field chunks tessera.TiledChunk[]

---@class tessera.TiledChunk some cells of a layer
---@field x integer
---@field y integer
---@field width integer
---@field height integer
---@field data string|integer[] the numbers of the tiles
---@field encoding? string
---@field compression? string
---@field line integer where the data begins
---@field column integer
---@field place? fun(i: integer): { line: integer, column: integer } where a tile stands

-- ---- data ----

local function raise(place, message, ...)
  error({ place.line, place.column, message:format(...) }, 0)
end

local digits = {}
for i = 1, 64 do
  digits[("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"):byte(i)] = i - 1
end

local function from_base64(chunk, text)
  text = text:gsub("%s", ""):gsub("=*$", "")
  local parts = {}
  for at = 1, #text, 4 do
    local bits, given = 0, math.min(4, #text - at + 1)
    for k = 0, 3 do
      local digit = k < given and text:byte(at + k) or 65
      bits = bits << 6 | (digits[digit] or raise(chunk, "the data is no base64"))
    end
    parts[#parts + 1] = string.pack(">I3", bits):sub(1, given - 1)
  end
  return table.concat(parts)
end

-- Unpacks what has at most this many bytes.
local function unpacked(chunk, bytes, most)
  if chunk.compression ~= "zlib" and chunk.compression ~= "gzip" then
    raise(chunk, "data with the compression %s is not read: save it as CSV",
      errors.shown(chunk.compression))
  end
  local found, zlib = pcall(require, "zlib")
  if not found then
    raise(chunk, "compressed data needs lua-zlib: install it, or save the map with CSV")
  end
  local inflate, parts, length = zlib.inflate(), {}, 0
  for from = 1, #bytes, feed do
    local fine, part, over = pcall(inflate, bytes:sub(from, from + feed - 1))
    if not fine then
      raise(chunk, "the data cannot be unpacked")
    end
    parts[#parts + 1], length = part, length + #part
    if over or length > most then
      break
    end
  end
  return table.concat(parts)
end

local decoders = {}

function decoders.csv(chunk)
  local list = {}
  for text in chunk.data:gmatch "[^%s,]+" do
    list[#list + 1] = text:find "^%d+$" and math.tointeger(tonumber(text))
      or raise(chunk, "expected the number of a tile, got %s", errors.shown(text))
  end
  return list
end

function decoders.base64(chunk, count)
  local bytes, list = from_base64(chunk, chunk.data), {}
  if (chunk.compression or "") ~= "" then
    bytes = unpacked(chunk, bytes, 4 * count)
  end
  for at = 1, #bytes - 3, 4 do
    list[#list + 1] = string.unpack("<I4", bytes, at)
  end
  return list
end

-- Where tile `i` stands; nil if that is not there.
local function place_of(chunk, i)
  if chunk.place then
    return chunk.place(i)
  end
  return chunk
end

-- A list that was read from JSON may have anything.
local function check_tiles(chunk, data, count)
  for i = 1, count do
    local tile = data[i]
    local number = type(tile) == "number" and math.tointeger(tile)
    if number and number >= 0 then
      data[i] = number
    elseif tile ~= nil or chunk.place and place_of(chunk, i) then
      raise(place_of(chunk, i) or chunk, "expected the number of a tile, got %s",
        tile == nil and "null" or errors.shown(tile))
    else
      return
    end
  end
end

-- The numbers of the tiles of a chunk, row by row.
local function tiles_of(chunk)
  local count, data = chunk.width * chunk.height, chunk.data
  if type(data) == "string" then
    local decode = decoders[chunk.encoding or ""]
      or raise(chunk, "data with the encoding %s is not read", errors.shown(chunk.encoding))
    data = decode(chunk, count)
  end
  check_tiles(chunk, data, count)
  if #data ~= count then
    raise(chunk, "expected %d tiles, got %d", count, #data)
  end
  return data
end

-- ---- layers ----

local function tileset_of(map, tile)
  local found
  for _, tileset in ipairs(map.tilesets) do
    if tileset.first <= tile and (not found or tileset.first > found.first) then
      found = tileset
    end
  end
  return found
end

-- The character that a tile is.
local function cell_of(map, layer, cells, tile, place)
  local tileset = tileset_of(map, tile)
  local number = tile - (tileset and tileset.first or 0)
  local own = tileset and cells[tileset.name]
  local cell = type(own) == "table" and own[number] or cells[number]
  if type(cell) ~= "string" then
    raise(place(), "layer %s: no cell is tile %d of %s", errors.shown(layer.name), number,
      tileset and errors.shown(tileset.name) or "no tileset")
  end
  return cell
end

-- The layers that are read, with their cells.
local function chosen(map, options)
  local list = {}
  for _, layer in ipairs(map.layers) do
    local cells = options.layers and options.layers[layer.name]
      or not options.layers and layer.visible and (options.cells or {})
    if cells then
      list[#list + 1] = { layer = layer, cells = cells }
    end
  end
  return list
end

-- The corners of what the layers have: first row and column, last row and column.
local function bounds(map, list, most)
  local top, left, bottom, right = math.huge, math.huge, -math.huge, -math.huge
  for _, entry in ipairs(list) do
    for _, chunk in ipairs(entry.layer.chunks) do
      if chunk.width < 0 or chunk.height < 0 then
        raise(chunk, "a width or a height is less than 0")
      end
      top, left = math.min(top, chunk.y), math.min(left, chunk.x)
      bottom = math.max(bottom, chunk.y + chunk.height - 1)
      right = math.max(right, chunk.x + chunk.width - 1)
    end
  end
  if not (top <= bottom and left <= right) then
    raise(map, "there is no layer with tiles")
  elseif bottom - top >= most or right - left >= most then
    raise(map, "the map has more than %d rows or columns", most)
  end
  return top, left, bottom, right
end

-- Writes the characters of a layer over those of the layers below.
local function draw(map, entry, rows, top, left)
  for _, chunk in ipairs(entry.layer.chunks) do
    local known = {}
    for i, tile in ipairs(tiles_of(chunk)) do
      tile = tile & tile_mask
      if tile ~= 0 then
        local row = rows[chunk.y + (i - 1) // chunk.width - top + 1]
        known[tile] = known[tile] or cell_of(map, entry.layer, entry.cells, tile, function()
          return place_of(chunk, i) or chunk
        end)
        row[chunk.x + (i - 1) % chunk.width - left + 1] = known[tile]
      end
    end
  end
end

local function empty_of(map, list)
  for _, entry in ipairs(list) do
    if entry.cells[-1] then
      return entry.cells[-1]
    end
  end
  raise(map, "no cell is -1, and there are cells without a tile")
end

local function rows_of(map, game, options)
  local list, rows, empty = chosen(map, options), {}, nil
  local top, left, bottom, right = bounds(map, list, game.rows_most)
  for row = 1, bottom - top + 1 do
    rows[row] = {}
  end
  for _, entry in ipairs(list) do
    draw(map, entry, rows, top, left)
  end
  for number, row in ipairs(rows) do
    for column = 1, right - left + 1 do
      if not row[column] then
        empty = empty or empty_of(map, list)
        row[column] = empty
      end
    end
    rows[number] = table.concat(row)
  end
  return rows
end

--- The name of a tileset: its own, or that of its file without folder and ending.
---@param name string|nil
---@param source string|nil
---@return string
function tiled.name(name, source)
  return tostring(name or tostring(source or ""):match("([^/\\]*)$"):gsub("%.%w+$", ""))
end

--- The level that a map is.
---@param map tessera.TiledMap
---@param game tessera.LevelGame
---@param options { cells?: table, layers?: table<string, table> }
---@return tessera.Level
function tiled.level(map, game, options)
  local level = { line = map.line, numbers = {}, columns = {} }
  local fine, rows = pcall(rows_of, map, game, options)
  if fine then
    level.rows = rows
    for row in ipairs(rows) do
      level.numbers[row] = map.line
    end
  elseif type(rows) == "table" then
    level.wrong = rows
  else
    error(rows, 0)
  end
  return level
end

return tiled
