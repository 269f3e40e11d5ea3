--- The words and signs of a line of the section RULES.

local rule_tokens = {}

local brackets = { ["["] = true, ["]"] = true, ["|"] = true }

-- The last byte of the word that begins at a byte: in front of a blank, a bracket or an arrow.
local function word_end(low, at)
  local word = low:match("^[^%s%[%]|(]+", at)
  local arrow = word:find("->", 2, true)
  return at + (arrow and arrow - 1 or #word) - 1
end

--- Iterates over a line: byte, token. A token is a bracket, `|`, `->`, `...`, `+` in front, or a
--- word. It stops at a comment, for which the token is `(`, and behind the word `message`, unless
--- that is the name of an object in brackets.
---@param low string in small letters
---@param named boolean whether `message` is a name of the game
---@return fun(): integer?, string?
function rule_tokens.each(low, named)
  local at, first, done, inside = 1, true, false, false
  return function()
    local from, _, sign = low:find("(%S)", at)
    if not from or done then
      return nil
    end
    local last
    if brackets[sign] or first and sign == "+" then -- most signs are brackets
      last = from
    elseif sign == "-" and low:find("^>", from + 1) then
      last = from + 1
    elseif sign == "." and low:find("^%.%.", from + 1) then
      last = from + 2
    elseif sign == "(" then
      last, done = from, true
    else
      last = word_end(low, from)
    end
    at, first = last + 1, false
    local token = last == from and sign or low:sub(from, last)
    inside = token == "[" or inside and token ~= "]" and token ~= "->"
    done = done or token == "message" and not (named and inside)
    return from, token
  end
end

--- Whether a line has brackets of comments. Those behind `message` are none.
---@param low string
---@param named boolean whether `message` is a name of the game
---@return boolean
function rule_tokens.has_comment(low, named)
  if not low:find("(", 1, true) and not low:find(")", 1, true) then
    return false
  end
  for _, token in rule_tokens.each(low, named) do
    if token == "(" or token:find(")", 1, true) then
      return true
    end
  end
  return false
end

return rule_tokens
