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

-- Marks that stand upon the character before them: in words they are letters' parts, in a cell of
-- a board there is nothing before them.
local marks = { 0x300, 0x36F, 0x483, 0x489, 0x1AB0, 0x1AFF, 0x1DC0, 0x1DFF, 0x20D0, 0x20FF,
  0xFE20, 0xFE2F }

local function is_in(ranges, code)
  for i = 1, #ranges, 2 do
    if code <= ranges[i + 1] then
      return code >= ranges[i]
    end
  end
  return false
end

--- Bytes as they are shown: \x1B.
---@param bytes string
---@return string
function characters.bytes(bytes)
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
    local char = whole and utf8.char(code) or bytes:sub(at, at)
    local fine = whole and not is_in(hidden, code)
    parts[#parts + 1] = fine and char or characters.bytes(char)
    at = at + #char
  end
  return table.concat(parts)
end

local function visible(text, controls)
  if text:find(controls) then
    text = text:gsub(controls, characters.bytes)
  end
  return text:find "[\128-\255]" and text:gsub("[\128-\255]+", beyond_ascii) or text
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

--- Whether a text can stand in a cell of a board: every character of it is seen.
---@param text string
---@return boolean
function characters.is_glyph(text)
  if characters.line(text) ~= text then
    return false
  end
  for _, code in utf8.codes(text) do
    if is_in(marks, code) then
      return false
    end
  end
  return true
end

return characters
