--- Cuts a Lua source text into tokens.

local known = require "tessera.base.keywords"

local tokens = {}

local keywords = {}
for _, word in ipairs(known.list) do
  keywords[word] = true
end

local operators = { "^%.%.%.", "^%.%.", "^==", "^~=", "^<=", "^>=", "^<<", "^>>", "^//", "^::",
  "^." }

---@class tessera.source.Token
---@field kind "name"|"keyword"|"number"|"string"|"operator"|"end"
---@field text string as it stands in the source
---@field from integer its first byte, from 1
---@field to integer its last byte
---@field line integer

-- The end of a long bracket that begins at `from`: "[[ ... ]]"; nil if none begins there.
local function long_end(text, from)
  local level = text:match("^%[(=*)%[", from)
  return level and (select(2, text:find("]" .. level .. "]", from, true)) or #text)
end

-- The first byte at or behind `at` that is neither blank nor comment.
local function skip_blanks(text, at)
  while true do
    at = text:find("%S", at) or #text + 1
    if text:find("^%-%-", at) then
      local last = long_end(text, at + 2) or (text:find("[\r\n]", at) or #text + 1) - 1
      at = last + 1
    else
      return at
    end
  end
end

local function number_end(text, at)
  local hex = text:find("^0[xX]", at)
  local last = select(2, text:find(hex and "^0[xX][%x.]*" or "^[%d.]*", at))
  local exponent = select(2, text:find(hex and "^[pP][+-]?%d+" or "^[eE][+-]?%d+", last + 1))
  return exponent or last
end

-- The end of a text in quotes.
local function quoted_end(text, at)
  local quote, from = text:sub(at, at), at + 1
  while true do
    local found = text:find("[\\" .. quote .. "]", from)
    if not found then
      return #text
    elseif text:sub(found, found) == quote then
      return found
    end
    from = found + 2
  end
end

local function read(text, at)
  local first = text:sub(at, at)
  if first:find "[%a_]" then
    local word = text:match("^[%w_]+", at)
    return keywords[word] and "keyword" or "name", at + #word - 1
  elseif text:find("^%.?%d", at) then
    return "number", number_end(text, at)
  elseif first == '"' or first == "'" then
    return "string", quoted_end(text, at)
  elseif long_end(text, at) then
    return "string", long_end(text, at)
  end
  for _, operator in ipairs(operators) do
    local _, last = text:find(operator, at)
    if last then
      return "operator", last
    end
  end
end

--- The tokens of a text that Lua can load; the last one is of the kind "end".
---@param text string
---@return tessera.source.Token[]
function tokens.of(text)
  local list = {}
  local head = select(2, text:find "^\xEF\xBB\xBF") or 0
  head = select(2, text:find("^#[^\r\n]*", head + 1)) or head
  local at, line, counted = skip_blanks(text, head + 1), 1, 1
  local function add(kind, last)
    line = line + select(2, text:sub(counted, at - 1):gsub("\n", ""))
    counted = at
    list[#list + 1] = { kind = kind, text = text:sub(at, last), from = at, to = last, line = line }
  end
  while at <= #text do
    local kind, last = read(text, at)
    add(kind, last)
    at = skip_blanks(text, last + 1)
  end
  add("end", at - 1)
  return list
end

--- The first and the last byte between the quotes of a token of the kind "string".
---@param token tessera.source.Token
---@return integer from
---@return integer to
function tokens.inside(token)
  local width = token.text:find "^%[" and #token.text:match "^%[=*%[" or 1
  return token.from + width, token.to - width
end

return tokens
