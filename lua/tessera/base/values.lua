--- Points and results: flat tables of numbers, texts and booleans. Checks them, and writes them as
--- JSON with every digit.

local errors = require "tessera.base.errors"

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
    return ("expected a number, a text or a boolean, got %s"):format(errors.shown(value))
  end
end

--- What is wrong with the name of a parameter or of a field of results; nil if nothing is.
---@param name any
---@return string|nil
function values.name_fault(name)
  if type(name) ~= "string" or not name:find "^[%a_][%w_]*$" or #name > 40 then
    return ("expected a name of letters, digits and '_', got %s"):format(errors.shown(name))
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
    return nil, ("%s: expected a table, got %s"):format(what, errors.shown(t))
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

local escapes = { ['"'] = '"', ["\\"] = "\\", ["/"] = "/", b = "\b", f = "\f", n = "\n", r = "\r",
  t = "\t" }

-- A text of JSON that begins at its quote, and the place behind it; nil if it is none.
local function text_at(text, from)
  local parts, at = {}, from + 1
  if text:byte(from) ~= 34 then
    return nil
  end
  while true do
    local stop = text:find('["\\]', at)
    if not stop then
      return nil
    end
    parts[#parts + 1] = text:sub(at, stop - 1)
    if text:byte(stop) == 34 then
      return table.concat(parts), stop + 1
    end
    local code = text:match("^u(%x%x%x%x)", stop + 1)
    local char = code and utf8.char(tonumber(code, 16)) or escapes[text:sub(stop + 1, stop + 1)]
    if not char then
      return nil
    end
    parts[#parts + 1], at = char, stop + (code and 6 or 2)
  end
end

local words, words_known, words_most = {}, 0, 10000 -- rows have few different ones

-- A number or a boolean of JSON as `values.digits` writes it; nil if the word is none.
local function word_value(word)
  local value = words[word]
  if value == nil then
    value = word == "true" or word ~= "false" and word:find "^%-?%d" and tonumber(word)
    if word ~= "false" and (not value or values.digits(value) ~= word) then
      return nil
    elseif words_known == words_most then
      words, words_known = {}, 0
    end
    words[word], words_known = value, words_known + 1
  end
  return value
end

--- What `values.encode` has written, as a table; nil if the text is anything else, wherever it
--- comes from.
---@param text string
---@return table<string, number|string|boolean>|nil
function values.decode(text)
  local t, at = {}, 2
  if text == "{}" then
    return t
  elseif text:byte() ~= 123 or text:find "%c" then
    return nil
  end
  while true do
    local name, word, behind = text:match('^"([%a_][%w_]*)":([%w.+-]*)()', at)
    local value
    if word == "" then
      value, behind = text_at(text, behind)
    elseif word then
      value = word_value(word)
    end
    if value == nil or t[name] ~= nil then
      return nil
    end
    t[name] = value
    local mark = text:byte(behind)
    if mark == 125 then
      return behind == #text and t or nil
    elseif mark ~= 44 then
      return nil
    end
    at = behind + 1
  end
end

local depth_max, json_max = 16, 32 * 1024 * 1024

-- Whether brackets lie at most so deep in each other.
local function is_flat(text, depth)
  local deep, at = 0, 1
  while true do
    at = text:find('["%[%]{}]', at)
    if not at then
      return true
    end
    local mark = text:byte(at)
    if mark == 34 then
      at = select(2, text_at(text, at))
      if not at then
        return false
      end
    else
      deep, at = deep + ((mark == 91 or mark == 123) and 1 or -1), at + 1
      if deep > depth then
        return false
      end
    end
  end
end

--- A table from JSON that anybody may have written, with tables at most 16 deep in each other; nil
--- if the text is anything else.
---@param text string
---@return table|nil
function values.table(text)
  if #text > json_max or not is_flat(text, depth_max) then
    return nil
  end
  local fine, t = pcall(require("dkjson").decode, text)
  return fine and type(t) == "table" and t or nil
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
