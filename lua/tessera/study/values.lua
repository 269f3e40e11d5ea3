--- Points and results: flat tables of numbers, texts and booleans. Checks them, and writes them as
--- JSON with every digit.

local usage = require "tessera.base.usage"

local values = {}

local text_max = 1024 * 1024
local fields_max = 200
-- The names that the columns of all results have.
local reserved = { id = true, key = true, message = true, number = true, run = true,
  seconds = true, status = true }

--- A number with all of its digits, so that reading the text gives the same number, of the same
--- type; or a boolean.
---@param number number|boolean
---@return string
function values.digits(number)
  if type(number) == "boolean" then
    return tostring(number)
  elseif math.type(number) == "integer" then
    return ("%d"):format(number)
  end
  local text = ("%.14g"):format(number)
  text = tonumber(text) == number and text or ("%.17g"):format(number)
  return text:find "[.e]" and text or text .. ".0"
end

--- What is wrong with a value of a point or a result; nil if nothing is.
---@param value any
---@return string|nil
function values.fault(value)
  if math.type(value) == "float" and (value ~= value or value - value ~= 0) then
    return ("%s is no finite number"):format(value)
  elseif type(value) == "string" and #value > text_max then
    return "the text has more than 1 MB"
  elseif type(value) == "string" and not utf8.len(value) then
    return "the text is no UTF-8"
  elseif type(value) == "string" and value:find "\0" then
    return "the text has a zero byte"
  elseif type(value) ~= "string" and type(value) ~= "number" and type(value) ~= "boolean" then
    return ("expected a number, a text or a boolean, got %s"):format(usage.shown(value))
  end
end

--- What is wrong with the name of a parameter or of a field of results; nil if nothing is.
---@param name any
---@return string|nil
function values.name_fault(name)
  if type(name) ~= "string" or not name:find "^[%a_][%w_]*$" or #name > 40 then
    return ("expected a name of letters, digits and '_', got %s"):format(usage.shown(name))
  elseif reserved[name:lower()] then
    return ("the name '%s' is taken: all results have it"):format(name)
  end
end

--- A copy of a flat table, and the names of its fields, sorted; or nil and what is wrong with it.
---@param what string the table in messages: "point"
---@param t any
---@param taken? table<string, boolean> names that it may not have
---@return table<string, number|string|boolean>|nil copy
---@return string[]|string names
function values.check(what, t, taken)
  if type(t) ~= "table" then
    return nil, ("%s: expected a table, got %s"):format(what, usage.shown(t))
  end
  local copy, names, size = {}, {}, 0
  for name, value in next, t do
    local fault = values.name_fault(name)
    if fault then
      return nil, ("%s: %s"):format(what, fault)
    elseif taken and taken[name] then
      return nil, ("%s: %s is a name of the point"):format(what, name)
    end
    fault = values.fault(value)
    if fault then
      return nil, ("%s: %s: %s"):format(what, name, fault)
    end
    copy[name], names[#names + 1] = value, name
    size = size + (type(value) == "string" and #value or 0)
  end
  if size > text_max then
    return nil, what .. ": its texts have more than 1 MB"
  elseif #names > fields_max then
    return nil, ("%s: it has more than %d fields"):format(what, fields_max)
  end
  table.sort(names)
  return copy, names
end

--- A text as JSON.
---@param text string
---@return string
function values.quote(text)
  return require("dkjson").quotestring(text)
end

local function encoded(value)
  return type(value) == "string" and values.quote(value) or values.digits(value)
end

--- A checked table as a JSON object.
---@param t table<string, number|string|boolean>
---@param names string[] its names, in the order in which they are written
---@return string
function values.encode(t, names)
  local parts = {}
  for i, name in ipairs(names) do
    parts[i] = ('"%s":%s'):format(name, encoded(t[name]))
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

--- What `values.encode` has written, as a table; anything else that is JSON, too.
---@param text string
---@return any
function values.decode(text)
  if text:find(':"', 1, true) or not text:find '^{[%w_":,.+-]*}$' then
    return (require("dkjson").decode(text))
  end
  local t = {} -- without texts, and thus without escapes
  for name, value in text:gmatch '"([%w_]+)":([%w.+-]+)' do
    t[name] = value == "true" or value ~= "false" and tonumber(value)
  end
  return t
end

--- The key of a point: "colours=4 seed=17 size=8".
---@param point table<string, number|string|boolean>
---@param names string[]
---@return string
function values.key(point, names)
  local parts = {}
  for i, name in ipairs(names) do
    local value = point[name]
    local plain = type(value) == "string" and value:find "^%a[%w_.-]*$" and value ~= "true"
      and value ~= "false"
    parts[i] = name .. "=" .. (plain and value or encoded(value))
  end
  return table.concat(parts, " ")
end

--- A hash of a text: FNV-1a, 64 bits (draft-eastlake-fnv).
---@param text string
---@param before? integer the hash of what comes before it
---@return integer
function values.hash(text, before)
  local hash = 0xcbf29ce484222325 ~ (before or 0)
  for i = 1, #text do
    hash = (hash ~ text:byte(i)) * 0x100000001b3
  end
  return hash
end

return values
