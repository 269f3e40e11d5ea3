--- Which characters of a text may reach a terminal, a page or a file that people read. All others
--- are shown as their bytes, \x1B.
---
--- Those are: what terminals obey (C0, DEL, C1), what is no UTF-8, and every character that shows
--- nothing, or turns what is beside it around. With these, two names that differ look alike, a line
--- of code reads as another one, and the columns of a board, which are counted by characters, move.
--- So variation selectors are among them: a glyph with one behind it may be two columns wide.

local characters = {}

-- First and last: what Unicode calls "default ignorable", the separators of lines and paragraphs,
-- the marks of annotations, and the two that XML has not.
local hidden = {
  0x80, 0x9F, 0xAD, 0xAD, 0x34F, 0x34F, 0x61C, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5,
  0x180B, 0x180F, 0x200B, 0x200F, 0x2028, 0x202E, 0x2060, 0x206F, 0x3164, 0x3164,
  0xFE00, 0xFE0F, 0xFEFF, 0xFEFF, 0xFFA0, 0xFFA0, 0xFFF0, 0xFFFB, 0xFFFE, 0xFFFF,
  0x1BCA0, 0x1BCA3, 0x1D173, 0x1D17A, 0xE0000, 0xE0FFF,
}

-- Blanks other than that of ASCII.
local blanks = { 0xA0, 0xA0, 0x1680, 0x1680, 0x2000, 0x200A, 0x202F, 0x202F, 0x205F, 0x205F }

local function is_in(ranges, code)
  for i = 1, #ranges, 2 do
    if code <= ranges[i + 1] then
      return code >= ranges[i]
    end
  end
  return false
end

-- Where the character that begins at a byte ends; a byte that is no UTF-8 is one of its own.
local function last_of(text, at)
  return utf8.len(text, at, at) and at + #utf8.char(utf8.codepoint(text, at)) - 1 or at
end

--- Where the character begins that a byte is in.
---@param text string
---@param at integer
---@return integer
function characters.first_of(text, at)
  for from = math.min(at, #text), math.max(1, at - 3), -1 do
    if utf8.len(text, from, from) then
      return last_of(text, from) >= at and from or at
    end
  end
  return at
end

--- How many characters a text has; a byte that is no UTF-8 counts as one.
---@param text string
---@return integer
function characters.count(text)
  local count, at = utf8.len(text), 1
  if count then
    return count
  end
  count = 0
  while at <= #text do
    count, at = count + 1, last_of(text, at) + 1
  end
  return count
end

--- The character that begins at a byte.
---@param text string
---@param at integer
---@return string
function characters.at(text, at)
  return text:sub(at, last_of(text, at))
end

--- The beginning of a text, with "..." behind it unless that is all of it.
---@param text string
---@param most integer how many characters
---@return string
function characters.cut(text, most)
  local last = 0
  for _ = 1, most do
    if last == #text then
      break
    end
    last = last_of(text, last + 1)
  end
  return last < #text and text:sub(1, last) .. "..." or text
end

-- Bytes as they are shown: \x1B.
local function in_hexadecimal(bytes)
  return (bytes:gsub(".", function(c)
    return ("\\x%02X"):format(c:byte())
  end))
end

-- Bytes above 127: characters that may be shown stay.
local function beyond_ascii(bytes)
  local parts, at = {}, 1
  while at <= #bytes do
    local whole = utf8.len(bytes, at, at)
    local code = whole and utf8.codepoint(bytes, at) or 0
    local char = characters.at(bytes, at)
    local fine = whole and not is_in(hidden, code)
    parts[#parts + 1] = fine and char or in_hexadecimal(char)
    at = at + #char
  end
  return table.concat(parts)
end

local function visible(text, controls)
  if text:find(controls) then
    text = text:gsub(controls, in_hexadecimal)
  end
  return text:find "[\128-\255]" and text:gsub("[\128-\255]+", beyond_ascii) or text
end

--- A text without a byte order mark in front, and with a line feed where CR or CR LF ends a line.
---@param text string
---@return string
function characters.unified(text)
  text = text:find "^\xEF\xBB\xBF" and text:sub(4) or text
  return text:find("\r", 1, true) and text:gsub("\r\n?", "\n") or text
end

--- What is said of a text in UTF-16.
characters.utf16 = "the text is UTF-16: save it as UTF-8"

--- Whether a text begins as one in UTF-16 does: with a byte order mark, or with two characters
--- below 256, whose other bytes are 0.
---@param text string
---@return boolean
function characters.is_utf16(text)
  return text:find "^\xFF\xFE" ~= nil or text:find "^\xFE\xFF" ~= nil
    or text:find "^[^%z]%z[^%z]%z" ~= nil or text:find "^%z[^%z]%z[^%z]" ~= nil
end

--- A text as a piece of one line.
---@param text string
---@return string
function characters.line(text)
  return (visible(text, "[%c\127]"))
end

--- A text as lines: line feeds and tabs stay.
---@param text string
---@return string
function characters.lines(text)
  return (visible(text, "[\0-\8\11-\31\127]"))
end

-- What the engine itself sends to a terminal: colours, places, and the modes of a screen. By the
-- last byte, what may stand before it.
local sequences = { m = "^[%d;]*$", H = "^%d+;%d+$", G = "^%d+$", K = "^2?$", J = "^2$",
  h = "^%?%d+$", l = "^%?%d+$" }
local modes = { ["7"] = true, ["25"] = true, ["1000"] = true, ["1006"] = true, ["1049"] = true,
  ["2004"] = true }

local function is_own(arguments, last)
  local form = sequences[last]
  return form ~= nil and arguments:find(form) ~= nil
    and (last:find "[hl]" == nil or modes[arguments:sub(2)] == true)
end

--- What the engine has drawn for a terminal: its own sequences stay, also carriage returns.
---@param text string
---@return string
function characters.frame(text)
  local parts, at = {}, 1
  while at <= #text do
    local from, to, arguments, last = text:find("\27%[([%d;?]*)(%a)", at)
    local own = from and is_own(arguments, last)
    parts[#parts + 1] = visible(text:sub(at, from and from - 1), "[\0-\8\11\12\14-\31\127]")
    parts[#parts + 1] = from and (own and text:sub(from, to) or visible(text:sub(from, to), "%c"))
    at = to and to + 1 or #text + 1
  end
  return table.concat(parts)
end

--- How many columns of a screen a text takes.
---@param text string a piece of one line
---@return integer
function characters.columns(text)
  if not text:find "[\128-\255]" then
    return #text
  end
  local widths, columns = require "tessera.base.widths", 0 -- seldom needed
  for _, code in utf8.codes(text) do
    columns = columns + widths.of(code)
  end
  return columns
end

--- A text as a piece of one line, with blanks behind it.
---@param text string
---@param width integer columns
---@return string
function characters.padded(text, width)
  text = characters.line(text)
  return text .. (" "):rep(width - characters.columns(text))
end

--- Whether a text is one character that is seen and takes one column, so that the rows of a map
--- are as wide as they have cells. The blank of ASCII is one.
---@param text string
---@return boolean
function characters.is_cell(text)
  if text:find "^[ -~]$" then
    return true
  elseif utf8.len(text) ~= 1 or characters.line(text) ~= text then
    return false
  end
  local code = utf8.codepoint(text)
  return not is_in(blanks, code) and require("tessera.base.widths").of(code) == 1
end

--- The list of the characters of a text; a byte that is no UTF-8 is one.
---@param text string
---@return string[]
function characters.list(text)
  local list, at = {}, 1
  if not text:find "[\128-\255]" then
    for i = 1, #text do
      list[i] = text:sub(i, i)
    end
    return list
  end
  while at <= #text do
    list[#list + 1] = characters.at(text, at)
    at = at + #list[#list]
  end
  return list
end

--- Whether a text can stand in a cell of a board: every character of it is seen, and none is a mark
--- that stands upon another one.
---@param text string
---@return boolean
function characters.is_glyph(text)
  if characters.line(text) ~= text then
    return false
  end
  for _, code in utf8.codes(text) do
    local may_be_mark = code >= 0x300 and not (code >= 0x2100 and code <= 0x2BFF)
    if may_be_mark and require("tessera.base.widths").of(code) == 0 then -- seldom needed
      return false
    end
  end
  return true
end

return characters
