--- A map of Tiled in JSON (.tmj, .json). tiled.lua says what its tiles become.

local tiled = require "tessera.levels.tiled"
local values = require "tessera.base.values"

local tmj = {}

local function integer(value)
  return math.tointeger(tonumber(value)) or 0
end

local function table_of(value)
  return type(value) == "table" and value or {}
end

-- A number for each cell; what is none becomes 0.
local function data_of(data)
  if type(data) ~= "table" then
    return type(data) == "string" and data or {}
  end
  local list = {}
  for i, tile in ipairs(data) do
    list[i] = integer(tile)
  end
  return list
end

local function chunk_of(part, layer)
  return { x = integer(part.x), y = integer(part.y), width = integer(part.width),
    height = integer(part.height), encoding = layer.encoding, compression = layer.compression,
    data = data_of(part.data), line = 1, column = 1 }
end

local function collect(list, visible, layers)
  for _, part in ipairs(table_of(list)) do
    part = table_of(part)
    local shown, chunks = visible and part.visible ~= false, {}
    for i, chunk in ipairs(table_of(part.chunks)) do
      chunks[i] = chunk_of(table_of(chunk), part)
    end
    if part.type == "tilelayer" then
      chunks[1] = chunks[1] or chunk_of(part, part)
      layers[#layers + 1] = { name = tostring(part.name), visible = shown, chunks = chunks }
    elseif part.type == "group" then
      collect(part.layers, shown, layers)
    end
  end
end

local function map_of(given)
  local map = { line = 1, column = 1, tilesets = {}, layers = {} }
  for i, tileset in ipairs(table_of(given.tilesets)) do
    tileset = table_of(tileset)
    map.tilesets[i] = { first = integer(tileset.firstgid),
      name = tiled.name(tileset.name, tileset.source) }
  end
  collect(given.layers, true, map.layers)
  return map
end

-- Whether a text is an object of JSON with layers.
local function is_ours(lines)
  local begun = false
  for _, line in ipairs(lines) do
    begun = begun or line:find "^[\xEF\xBB\xBF%s]*{" ~= nil
    if not begun and line ~= "" then
      return false
    elseif line:find('"layers"', 1, true) then
      return true
    end
  end
  return false
end

--- Reads a text; nil if it is no such JSON.
---@param lines string[] without blanks at their ends
---@param game tessera.LevelGame
---@param options { cells?: table, layers?: table<string, table> }
---@return tessera.Level[]|nil
---@return tessera.PassedOver|nil
function tmj.read(lines, game, _, options)
  if not is_ours(lines) then
    return nil
  end
  local level
  if not pcall(require, "dkjson") then
    level = { wrong = { 1, 1, "JSON needs dkjson: install lua-dkjson (LuaRocks: dkjson)" } }
  else
    local given = values.table(table.concat(lines, "\n"))
    level = given and tiled.level(map_of(given), game, options)
      or { wrong = { 1, 1, "this is no JSON, or tables are more than 16 deep in it" } }
  end
  level.line, level.numbers = 1, level.numbers or {}
  return { level }, { notes = 0, unknown = {} }
end

return tmj
