--- Finds literals in Lua source: reads it as tokens, and lists the tables that it writes down, each
--- with its fields. The source must compile; nothing of it is run.

local source = {}

---@class tessera.Token
---@field kind "name"|"number"|"string"|"symbol" keywords are names
---@field from integer
---@field to integer
---@field line integer
---@field text string

---@class tessera.Field the tokens of a field's value, from the number `first` to `last`
---@field first integer
---@field last integer

---@class tessera.Constructor a table between braces
---@field line integer
---@field last integer the number of the token that closes it
---@field fields table<string|integer, tessera.Field|false> by their keys; false: the key is written
---several times

-- ---- tokens ----

-- Where the comment, if one begins at this place, ends; or else nil.
local function comment_end(text, at)
  if text:sub(at, at + 1) ~= "--" then
    return nil
  end
  local level = text:match("^%[(=*)%[", at + 2)
  if level then
    local _, close = text:find("]" .. level .. "]", at + 2, true)
    return close
  end
  return (text:find("\n", at, true) or #text + 1) - 1
end

-- Where the string that begins at this place ends; nil if none does.
local function string_end(text, at)
  local level = text:match("^%[(=*)%[", at)
  if level then
    return select(2, text:find("]" .. level .. "]", at, true))
  end
  local quote = text:match("^[\"']", at)
  local from = at + 1
  while quote do
    local found = text:find("[\\" .. quote .. "]", from)
    if not found or text:sub(found, found) == quote then
      return found
    end
    from = found + 2 -- behind what is escaped
  end
end

local function number_end(text, at)
  local hex = text:find("^0[xX]", at)
  if not text:find("^%.?%d", at) then
    return nil
  end
  local last = at - 1
  repeat
    local more = text:match(hex and "^[pP][+-]" or "^[eE][+-]", last + 1)
      or text:match("^[%w_.]", last + 1)
    last = last + #(more or "")
  until not more
  return last
end

local function symbol_end(text, at)
  for _, symbol in ipairs { "...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>" } do
    if text:sub(at, at + #symbol - 1) == symbol then
      return at + #symbol - 1
    end
  end
  return at
end

local function token_at(text, at)
  local last = string_end(text, at)
  if last then
    return "string", last
  end
  last = number_end(text, at)
  if last then
    return "number", last
  end
  last = select(2, text:find("^[%a_][%w_]*", at))
  if last then
    return "name", last
  end
  return "symbol", symbol_end(text, at)
end

--- The tokens of a source, without comments.
---@param text string
---@return tessera.Token[]
function source.tokens(text)
  local tokens, line, counted = {}, 1, 1
  local at = #(text:match "^\xEF\xBB\xBF" or "") + 1
  at = text:sub(at, at) == "#" and (text:find("\n", at, true) or #text + 1) or at
  while true do
    at = text:find("%S", at)
    if not at then
      return tokens
    end
    local comment = comment_end(text, at)
    if not comment then
      local kind, last = token_at(text, at)
      local _, newlines = text:sub(counted, at - 1):gsub("\n", "")
      line, counted = line + newlines, at
      tokens[#tokens + 1] = { kind = kind, from = at, to = last, line = line,
        text = text:sub(at, last) }
      at = last + 1
    else
      at = comment + 1
    end
  end
end

--- The value of the literal that these tokens are: a string, a whole number, or `false`.
---@param token tessera.Token|nil
---@param ... tessera.Token the tokens behind it
---@return string|integer|false|nil value nil if they are no such literal
function source.value(token, ...)
  local second, more = ...
  if token and second and not more and token.text == "-" and second.kind == "number" then
    local value = source.value(second)
    return value and -value
  elseif not token or second then
    return nil
  elseif token.kind == "string" then
    local chunk = load("return " .. token.text, "=literal", "t", {})
    return chunk and chunk() or nil
  elseif token.kind == "number" then
    return math.tointeger(tonumber(token.text))
  elseif token.kind == "name" and token.text == "false" then
    return false
  end
end

-- ---- tables ----

-- What opens a part of the source that is not the table around it, and what closes one.
local opens = { ["("] = true, ["["] = true, ["function"] = true, ["if"] = true, ["do"] = true,
  ["repeat"] = true }
local closes = { [")"] = true, ["]"] = true, ["end"] = true, ["until"] = true, ["}"] = true }

-- The key of the field that begins at token i, and the number of its value's first token. A field
-- without a key has the next number.
local function field_at(tokens, i, count)
  local function text(offset)
    return tokens[i + offset] and tokens[i + offset].text
  end
  if tokens[i].kind == "name" and text(1) == "=" then
    return tokens[i].text, i + 2, count
  elseif tokens[i].text == "[" and text(2) == "]" and text(3) == "=" then
    return source.value(tokens[i + 1]), i + 4, count
  elseif tokens[i].text == "[" then
    return nil, i, count -- a key that is computed
  end
  return count + 1, i, count + 1
end

--- The tables that a source writes down, by the numbers of the tokens that are their braces.
---@param tokens tessera.Token[]
---@return table<integer, tessera.Constructor>
function source.constructors(tokens)
  local found, stack = {}, {}
  local function begin_field(frame, i)
    frame.key, frame.first, frame.count = field_at(tokens, i, frame.count)
  end
  local function end_field(frame, i)
    if frame.key and frame.first < i then
      local fields = frame.made.fields
      fields[frame.key] = fields[frame.key] == nil and { first = frame.first, last = i - 1 }
    end
    frame.key = nil
  end
  for i, token in ipairs(tokens) do
    local frame, text = stack[#stack], token.kind ~= "string" and token.text
    local own = frame and frame.made
    if own and text == "}" then
      end_field(frame, i)
      frame.made.last = i
    elseif own and (text == "," or text == ";") then
      end_field(frame, i)
      frame.starts = true
    elseif own and frame.starts then
      begin_field(frame, i)
      frame.starts = false
    end
    if text == "{" then
      found[i] = { line = token.line, fields = {} }
      stack[#stack + 1] = { made = found[i], count = 0, starts = true }
    elseif opens[text] then
      stack[#stack + 1] = {}
    elseif closes[text] then
      stack[#stack] = nil
    end
  end
  return found
end

return source
