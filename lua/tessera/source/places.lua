--- Where in a source something stands that a message names: a word in quotes, or the place in a
--- text that it shows with a caret. As bytes of the source; nil where it does not show them for
--- certain.

local characters = require "tessera.base.characters"
local errors = require "tessera.base.errors"
local tokens = require "tessera.source.tokens"

local places = {}

--- The text of a token of the kind "string" without its quotes, and the byte where it begins; nil
--- if it has escapes, or line ends that are not those of the text.
---@param token tessera.source.Token
---@return string|nil
---@return integer|nil
function places.literal(token)
  local from, to = tokens.inside(token)
  local text = token.text:sub(from - token.from + 1, to - token.from + 1)
  if text:find "\r" then
    return nil
  elseif token.text:find "^%[" then
    local break_off = text:match "^\n?"
    return text:sub(#break_off + 1), from + #break_off
  elseif not text:find "\\" then
    return text, from
  end
end

--- The only entry of a list.
---@generic T
---@param list T[]
---@return T|nil
function places.only(list)
  return #list == 1 and list[1] or nil
end

-- The token's value as messages show it.
local function shown(token)
  local text = token.text
  if token.kind == "string" then
    text = places.literal(token)
  elseif token.kind ~= "name" then
    text = nil
  end
  return text and errors.shown(text)
end

--- The last word in quotes of a message, with its quotes; what stands in parentheses is advice.
---@param message string
---@return string|nil
function places.word_of(message)
  local last
  for word in message:match("^[^\n]*"):gsub(" %(.*$", ""):gmatch "'[^']+'" do
    last = word
  end
  return last
end

--- The byte of the only token of a span that is this word; unless it has to be the whole of it, of
--- the only one that has it inside.
---@param made tessera.syntax.Syntax
---@param span tessera.syntax.Span
---@param word string in its quotes
---@param is_whole? boolean
---@return integer|nil
function places.of_word(made, span, word, is_whole)
  local whole, part = {}, {}
  for i = span.first, span.last do
    local token = made.tokens[i]
    if shown(token) == word then
      whole[#whole + 1] = token.from
    elseif token.kind == "string" and not is_whole then
      local text, from = places.literal(token)
      local at = text and text:find(word:sub(2, -2), 1, true)
      part[#part + 1] = at and from + at - 1
    end
  end
  return places.only(whole) or not whole[1] and places.only(part) or nil
end

-- The byte of the caret's place, if a token of a span is the text that a message shows.
local function of_caret(made, span, message)
  local column = tonumber(message:match "^[^\n]-, column (%d+): ")
  local part, blanks = message:match "\n  ([^\n]+)\n  ( *)%^"
  local before = part and part:match "^%.%.%." or ""
  local body = part and part:sub(#before + 1):gsub("%.%.%.$", "")
  for i = span.first, column and part and span.last or 0 do
    local token = made.tokens[i]
    local text, from = nil, nil
    if token.kind == "string" then
      text, from = places.literal(token)
    end
    local line = text and characters.line((text:gsub("%c", " ")))
    local first = line and line:find(body, 1, true)
    local at = first and utf8.len(text) and utf8.offset(text, column)
    -- The caret tells whether it is the same place of the same text.
    if at and at >= first and (part ~= body or line == body)
      and characters.columns(line:sub(first, at - 1)) == #blanks - #before then
      return from + at - 1
    end
  end
end

--- The byte of what a message says of a span: of the place of its caret, if it shows a text that
--- stands there, or else of a word.
---@param made tessera.syntax.Syntax
---@param span tessera.syntax.Span
---@param message string ", column 4: there is no kind...", with the text below, and the caret
---@return integer|nil
---@return boolean is_caret
function places.of_text(made, span, message)
  local byte, word = of_caret(made, span, message), places.word_of(message)
  return byte or word and places.of_word(made, span, word), byte ~= nil
end

--- The line of a byte, and the number of its character there.
---@param text string
---@param byte integer
---@return integer line
---@return integer column
function places.of_byte(text, byte)
  local before = text:sub(1, byte - 1)
  return 1 + select(2, before:gsub("\n", "")), 1 + characters.count(before:match "[^\n]*$")
end

return places
