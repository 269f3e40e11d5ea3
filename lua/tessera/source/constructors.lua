--- Finds the tables that a Lua source writes down, each with its fields, and the values of
--- literals. The source must compile; nothing of it is run.

local constructors = {}

---@class tessera.source.Field the tokens of a field's value, from the number `first` to `last`
---@field first integer
---@field last integer

---@class tessera.source.Constructor a table between braces
---@field line integer
---@field last integer the number of the token that closes it
---@field fields table<string|integer, tessera.source.Field|false> by their keys; false: the key is
---written several times

--- The value of the literal that these tokens are: a string, a whole number, or `false`.
---@param token tessera.source.Token|nil
---@param ... tessera.source.Token the tokens behind it
---@return string|integer|false|nil value nil if they are no such literal
function constructors.value(token, ...)
  local second, more = ...
  if token and second and not more and token.text == "-" and second.kind == "number" then
    local value = constructors.value(second)
    return value and -value
  elseif not token or second then
    return nil
  elseif token.kind == "string" then
    local chunk = load("return " .. token.text, "=literal", "t", {})
    return chunk and chunk() or nil
  elseif token.kind == "number" then
    return math.tointeger(tonumber(token.text))
  elseif token.kind == "keyword" and token.text == "false" then
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
    return constructors.value(tokens[i + 1]), i + 4, count
  elseif tokens[i].text == "[" then
    return nil, i, count -- a key that is computed
  end
  return count + 1, i, count + 1
end

--- The tables that a source writes down, by the numbers of the tokens that are their braces.
---@param tokens tessera.source.Token[]
---@return table<integer, tessera.source.Constructor>
function constructors.of(tokens)
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

return constructors
