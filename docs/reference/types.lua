--- Finds where a LuaCATS type ends: `string|nil`, `fun(a: integer): string?`,
--- `{ row: integer }[]`.

local types = {}

local scan_type

local function skip(text, at)
  return text:match("^%s*()", at)
end

-- Behind a token, or nil if something else is there.
local function token(text, at, plain)
  at = skip(text, at)
  return text:sub(at, at + #plain - 1) == plain and at + #plain or nil
end

-- Behind items between commas, up to `close`.
local function scan_list(text, at, close, item)
  local past = token(text, at, close)
  while not past do
    at = item(text, at)
    past = at and token(text, at, close)
    at = at and token(text, at, ",")
    if not past and not at then
      return nil
    end
  end
  return past
end

-- `name?: type`, or the name alone.
local function scan_member(text, at)
  local past = text:match("^%s*[%a_][%w_]*%??()", at) or token(text, at, "...")
  local colon = past and token(text, past, ":")
  return colon and scan_type(text, colon) or not colon and past or nil
end

-- The results of a function: types, with names or without.
local function scan_results(text, at)
  local past
  repeat
    past = scan_type(text, text:match("^%s*[%a_][%w_]*:%s()", at) or at)
    at = past and token(text, past, ",")
  until not at
  return past
end

local function scan_primary(text, at)
  at = skip(text, at)
  local past = text:match("^fun%s*%(()", at)
  if past then
    past = scan_list(text, past, ")", scan_member)
    local colon = past and token(text, past, ":")
    return colon and scan_results(text, colon) or not colon and past or nil
  elseif text:find("^[({]", at) then
    local open = text:sub(at, at)
    return scan_list(text, at + 1, open == "(" and ")" or "}", open == "(" and scan_type
      or scan_member)
  end
  past = text:match('^"[^"]*"()', at) or text:match("^%-?%d+()", at) or token(text, at, "...")
    or text:match("^[%a_][%w_.]*%*?()", at)
  local open = past and text:match("^<()", past)
  return open and scan_list(text, open, ">", scan_type) or not open and past or nil
end

-- Behind the type that begins at a place of a text, or nil.
function scan_type(text, at)
  local past
  repeat
    past = scan_primary(text, at)
    local suffix = past
    while suffix do
      past = suffix
      suffix = text:match("^%[%]()", past) or text:match("^%?()", past)
    end
    at = past and token(text, past, "|")
  until not at
  return past
end

--- The type in front of a text, and the rest of the text; nil if no type is there.
---@param text string
---@return string|nil kind
---@return string rest
function types.take(text)
  local past = scan_type(text, 1)
  if not past or not text:find("^%s", past) and past <= #text then
    return nil, text
  end
  return text:sub(1, past - 1), text:sub(skip(text, past))
end

return types
