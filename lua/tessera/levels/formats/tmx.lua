--- A map of Tiled in XML (.tmx). tiled.lua says what its tiles become.

local tiled = require "tessera.levels.tiled"
local xml = require "tessera.levels.xml"

local tmx = {}

local function integer(text, otherwise)
  return math.tointeger(tonumber(text)) or otherwise or 0
end

-- The numbers of <tile gid="1"/>, one for each cell.
local function gids_of(data)
  local list = {}
  for _, element in ipairs(data) do
    if element.name == "tile" then
      list[#list + 1] = integer(element.attributes.gid)
    end
  end
  return list
end

local function chunk_of(part, data, size)
  local attributes, plain = part.attributes, not data.attributes.encoding
  return { x = integer(attributes.x), y = integer(attributes.y),
    width = integer(attributes.width, size.width), height = integer(attributes.height, size.height),
    encoding = data.attributes.encoding, compression = data.attributes.compression,
    data = plain and gids_of(part) or part.text, line = part.text_line, column = part.text_column }
end

local function layer_of(element)
  local attributes, chunks = element.attributes, {}
  local size = { width = integer(attributes.width), height = integer(attributes.height) }
  for _, data in ipairs(element) do
    if data.name == "data" then
      for _, part in ipairs(data) do
        chunks[#chunks + 1] = part.name == "chunk" and chunk_of(part, data, size) or nil
      end
      chunks[1] = chunks[1] or chunk_of(data, data, size)
    end
  end
  return { name = attributes.name or "", chunks = chunks }
end

-- Adds the layers of a map or of a group of them.
local function collect(element, visible, layers)
  for _, part in ipairs(element) do
    local shown = visible and part.attributes.visible ~= "0"
    if part.name == "layer" then
      local layer = layer_of(part)
      layer.visible = shown
      layers[#layers + 1] = layer
    elseif part.name == "group" then
      collect(part, shown, layers)
    end
  end
end

local function map_of(root)
  local map = { line = root.line, column = root.column, tilesets = {}, layers = {} }
  for _, part in ipairs(root) do
    if part.name == "tileset" then
      map.tilesets[#map.tilesets + 1] = { first = integer(part.attributes.firstgid),
        name = tiled.name(part.attributes.name, part.attributes.source) }
    end
  end
  collect(root, true, map.layers)
  return map
end

--- Reads a text; nil if it is no such XML.
---@param lines string[] without blanks at their ends
---@param game tessera.LevelGame
---@param options { cells?: table, layers?: table<string, table> }
---@return tessera.Level[]|nil
---@return tessera.PassedOver|nil
function tmx.read(lines, game, _, options)
  if not xml.has(lines, "map") then
    return nil
  end
  local document, wrong = xml.read(lines)
  local root = document[1]
  if not wrong and root.name ~= "map" then
    wrong = { root.line, root.column, ("expected a map of Tiled, got <%s>"):format(root.name) }
  end
  local level = wrong and { line = wrong[1], numbers = {}, wrong = wrong }
    or tiled.level(map_of(root), game, options)
  return { level }, { notes = 0, unknown = {} }
end

return tmx
