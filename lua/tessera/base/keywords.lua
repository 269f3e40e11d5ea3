--- Lua's keywords, and where one seems to be misspelt.

local keywords = {}

---@type string[]
keywords.list = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat
  return then true until while]]):gmatch "%a+" do
  keywords.list[#keywords.list + 1] = word
end

-- The word before a place where `near` stands by itself, in the line that begins at `from`.
local function word_before(text, from, near)
  local stop = text:find("\n", from, true) or #text
  local at = text:find(near, from, true)
  while at and at <= stop do
    local word = text:sub(1, at - 1):match "%f[%w_]([%a_][%w_]*)%s+$"
    if word then
      return word
    end
    at = text:find(near, at + 1, true)
  end
end

--- The word in front of what Lua stumbled over: "syntax error near 'x'" follows upon `retrun x`.
--- Nil if there is none.
---@param text string the source
---@param message string
---@return string|nil
function keywords.suspect(text, message)
  local number, near = message:match ":(%d+): syntax error near '?(.-)'?$"
  if near == "<eof>" then
    return text:match "%f[%w_]([%a_][%w_]*)%s*$"
  end
  local count, from = 1, 1
  while near and count < tonumber(number) do
    count, from = count + 1, (text:find("\n", from, true) or #text) + 1
  end
  return near and word_before(text, from, near) or nil
end

--- " (is a comma missing in front of it?)", where Lua expects the end of a table or of arguments;
--- else "".
---@param message string
---@return string
function keywords.comma(message)
  return message:find ": '[})]' expected.* near '[%w_\"[{]"
    and " (is a comma missing in front of it?)" or ""
end

return keywords
