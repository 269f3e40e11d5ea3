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

-- ---- where a value stands ----

-- Where the text behind a string begins.
local function behind_string(text, at)
  repeat
    at = text:find('["\\]', at + 1) or #text
    local escaped = text:sub(at, at) == "\\"
    at = at + (escaped and 1 or 0)
  until not escaped
  return at + 1
end

-- Goes over a value that begins at a byte, or into it. Returns where the text goes on.
local function enter(text, at, open, on)
  local char = text:sub(at, at)
  if char == "{" or char == "[" then
    open[#open + 1] = { on = on, number = char == "[" and 1 or nil }
    return at + 1
  end
  return char == '"' and behind_string(text, at) or text:find("[%s,%]}]", at)
end

-- The byte at which a value of a text in JSON begins: `path` has the keys and numbers that lead to
-- it. Of each table that is open, `open` has the key or the number that comes next, and whether it
-- is on the path.
local function byte_of(text, path)
  local open, at = {}, text:find "%S"
  while at do
    local char, top = text:sub(at, at), open[#open]
    if char == "," then
      top.number, at = top.number and top.number + 1, at + 1
    elseif char == "}" or char == "]" then
      open[#open], at = nil, at + 1
    elseif top and not top.number and not top.key then
      local stop = behind_string(text, at)
      top.key, at = text:sub(at + 1, stop - 2), stop
    else
      local on = not top or top.on and path[#open] == (top.number or top.key)
      if on and #open == #path then
        return at
      elseif top then
        top.key = nil
      end
      at = enter(text, at, open, on)
    end
    at = at and text:find("[^%s:]", at)
  end
end

-- The line and the column of tile `i` in the table at a path; nil if it is not there.
local function place_of(text, path, i)
  local wanted = table.move(path, 1, #path, 1, {})
  wanted[#wanted + 1], wanted[#wanted + 2] = "data", i
  local at = byte_of(text, wanted)
  if at then
    local before = text:sub(1, at - 1)
    local _, breaks = before:gsub("\n", "")
    return { line = breaks + 1, column = #before:match "[^\n]*$" + 1 }
  end
end

-- ---- layers ----

local function chunk_of(part, layer, text, path)
  local data = part.data
  return { x = integer(part.x), y = integer(part.y), width = integer(part.width),
    height = integer(part.height), encoding = layer.encoding, compression = layer.compression,
    data = (type(data) == "table" or type(data) == "string") and data or {}, line = 1, column = 1,
    place = function(i)
      return place_of(text, path, i)
    end }
end

local function collect(list, visible, layers, text, path)
  for k, part in ipairs(table_of(list)) do
    part = table_of(part)
    local shown, chunks, own = visible and part.visible ~= false, {}, { table.unpack(path) }
    own[#own + 1], own[#own + 2] = "layers", k
    for i, chunk in ipairs(table_of(part.chunks)) do
      local to_chunk = { table.unpack(own) }
      to_chunk[#to_chunk + 1], to_chunk[#to_chunk + 2] = "chunks", i
      chunks[i] = chunk_of(table_of(chunk), part, text, to_chunk)
    end
    if part.type == "tilelayer" then
      chunks[1] = chunks[1] or chunk_of(part, part, text, own)
      layers[#layers + 1] = { name = tostring(part.name), visible = shown, chunks = chunks }
    elseif part.type == "group" then
      collect(part.layers, shown, layers, text, own)
    end
  end
end

local function map_of(given, text)
  local map = { line = 1, column = 1, tilesets = {}, layers = {} }
  for i, tileset in ipairs(table_of(given.tilesets)) do
    tileset = table_of(tileset)
    map.tilesets[i] = { first = integer(tileset.firstgid),
      name = tiled.name(tileset.name, tileset.source) }
  end
  collect(given.layers, true, map.layers, text, {})
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
    local text = table.concat(lines, "\n")
    local given = values.table(text)
    level = given and tiled.level(map_of(given, text), game, options)
      or { wrong = { 1, 1, "this is no JSON, or tables are more than 16 deep in it" } }
  end
  level.line, level.numbers = 1, level.numbers or {}
  return { level }, { notes = 0, unknown = {} }
end

return tmj
