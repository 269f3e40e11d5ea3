--- The lines of a PuzzleScript file: characters, small letters, comments, columns. Positions in a
--- line are bytes; columns in messages are characters. Bytes that are no UTF-8 are characters of
--- their own.

local characters = require "tessera.base.characters"

local lines = {}

-- Small letters outside of ASCII: from, to, distance, and whether only every second letter (which
-- lies in front of its small one) has it. Capital and small letter have equally many bytes.
local capitals = {
  { 0xC0, 0xD6, 32 }, { 0xD8, 0xDE, 32 }, { 0x100, 0x12E, 1, true }, { 0x132, 0x136, 1, true },
  { 0x139, 0x147, 1, true }, { 0x14A, 0x176, 1, true }, { 0x178, 0x178, -121 },
  { 0x179, 0x17D, 1, true }, { 0x386, 0x386, 38 }, { 0x388, 0x38A, 37 }, { 0x38C, 0x38C, 64 },
  { 0x38E, 0x38F, 63 }, { 0x391, 0x3A1, 32 }, { 0x3A3, 0x3AB, 32 }, { 0x400, 0x40F, 80 },
  { 0x410, 0x42F, 32 }, { 0x460, 0x480, 1, true }, { 0x48A, 0x4BE, 1, true },
  { 0x4D0, 0x52E, 1, true }, { 0x531, 0x556, 48 }, { 0xFF21, 0xFF3A, 32 },
}

-- Blocks outside of ASCII that hold no letters and digits: punctuation, signs, arrows, pictures.
local signs = {
  { 0x80, 0xA9 }, { 0xAB, 0xB1 }, { 0xB4, 0xB4 }, { 0xB6, 0xB8 }, { 0xBB, 0xBB }, { 0xBF, 0xBF },
  { 0xD7, 0xD7 }, { 0xF7, 0xF7 }, { 0x2C2, 0x2C5 }, { 0x2D2, 0x2DF }, { 0x2000, 0x206F },
  { 0x20A0, 0x20CF }, { 0x2190, 0x245F }, { 0x2500, 0x2775 }, { 0x2794, 0x2BFF },
  { 0x2E00, 0x2FFF }, { 0x3000, 0x3004 }, { 0x3008, 0x3020 }, { 0xD800, 0xF8FF },
  { 0xFE10, 0xFE6F }, { 0xFF01, 0xFF0F }, { 0xFF1A, 0xFF20 }, { 0xFF3B, 0xFF40 },
  { 0xFF5B, 0xFF65 }, { 0xFFE0, 0xFFFF }, { 0x1F000, 0x1FAFF },
}

local separators = {}
for _, code in ipairs { 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF } do
  separators[code] = true
end
for code = 0x2000, 0x200A do
  separators[code] = true
end

local function block_of(code, blocks)
  for _, block in ipairs(blocks) do
    if code >= block[1] and code <= block[2] then
      return block
    end
  end
end

-- How many bytes a character has by its first byte.
local function length_of(byte)
  return byte < 0xC2 and 1 or byte < 0xE0 and 2 or byte < 0xF0 and 3 or byte < 0xF5 and 4 or 1
end

--- The last byte of the character that begins at a byte.
---@param text string
---@param at integer
---@return integer last
function lines.last(text, at)
  local length = length_of(text:byte(at))
  if length > 1 and text:find("^" .. ("[\x80-\xBF]"):rep(length - 1), at + 1) then
    return at + length - 1
  end
  return at
end

-- The code of a character outside of ASCII; nil if its bytes are no UTF-8.
local function code_of(character)
  return utf8.len(character) == 1 and utf8.codepoint(character) or nil
end

-- Letters that have a case, in the blocks that hold most of them.
local cased = {
  { 0x41, 0x5A }, { 0x61, 0x7A }, { 0xC0, 0x24F }, { 0x250, 0x2AF }, { 0x370, 0x52F },
  { 0x531, 0x587 }, { 0x10A0, 0x10FF }, { 0x1E00, 0x1FFF }, { 0xFF21, 0xFF5A },
}

-- Whether a letter stands beside a byte: behind it for step 1, in front of it for step -1.
local function has_letter(line, at, step)
  while at >= 1 and at <= #line do
    while at > 1 and line:find("^[\x80-\xBF]", at) do
      at = at - 1
    end
    local last = lines.last(line, at)
    local character = line:sub(at, last)
    if not character:find "^['.:^`]" then
      local code = code_of(character)
      return code ~= nil and block_of(code, cased) ~= nil and not block_of(code, signs)
    end
    at = step > 0 and last + 1 or at - 1
  end
  return false
end

-- A capital sigma at the end of a word becomes the final one.
local function with_final_sigmas(line)
  return (line:gsub("()\u{3A3}()", function(at, behind)
    local final = has_letter(line, at - 1, -1) and not has_letter(line, behind, 1)
    return final and "\u{3C2}" or nil
  end))
end

local function small(character)
  local code = code_of(character)
  if not code then
    return nil
  elseif separators[code] then
    return (" "):rep(#character)
  end
  local block = block_of(code, capitals)
  if block and not (block[4] and (code - block[1]) % 2 == 1) then
    return utf8.char(code + block[3])
  end
end

--- A line in small letters, with blanks for Unicode's separators. It has as many bytes as before.
---@param line string
---@return string
function lines.lowered(line)
  local low = line:lower()
  if low:find "[\x80-\xFF]" then
    low = with_final_sigmas(low):gsub("[\xC2-\xF4][\x80-\xBF]+", small)
  end
  return low
end

local ascii = {} -- by code
for code = 0, 127 do
  ascii[code] = string.char(code)
end
local unpacked = 4096 -- bytes of a text, at most, of which a list is made at once

--- The list of characters of a text.
---@param text string
---@return string[]
function lines.characters(text)
  local list, at = {}, 1
  if not text:find "[\x80-\xFF]" then
    for from = 1, #text, unpacked do
      local codes = { text:byte(from, from + unpacked - 1) }
      for i = 1, #codes do
        list[from + i - 1] = ascii[codes[i]]
      end
    end
    return list
  end
  while at <= #text do
    local last = lines.last(text, at)
    list[#list + 1] = text:sub(at, last)
    at = last + 1
  end
  return list
end

--- How many characters a text has.
---@param text string
---@return integer
function lines.length(text)
  if not text:find "[\x80-\xFF]" then
    return #text
  end
  local count, at = 0, 1
  while at <= #text do
    at = lines.last(text, at) + 1
    count = count + 1
  end
  return count
end

local function is_letter(character)
  local code = code_of(character)
  return code ~= nil and not block_of(code, signs)
end

--- Where a name that begins at a byte ends: the last byte of its letters, digits and `_`. Nil if
--- none of them is there.
---@param text string
---@param at integer
---@return integer|nil last
function lines.name_end(text, at)
  local from = at
  while at <= #text do
    local _, last = text:find("^[%w_]+", at)
    if not last then
      last = lines.last(text, at)
      if last == at or not is_letter(text:sub(at, last)) then
        break
      end
    end
    at = last + 1
  end
  return at > from and at - 1 or nil
end

--- Whether the whole text is a name.
---@param text string
---@return boolean
function lines.is_name(text)
  return lines.name_end(text, 1) == #text
end

--- The text without the blanks at both ends.
---@param text string
---@return string
function lines.trimmed(text)
  local from, last = text:find "%S", #text
  while from and text:find("^%s", last) do
    last = last - 1
  end
  return from and text:sub(from, last) or ""
end

--- Iterates over the words of a text between blanks: first byte, word.
---@param text string
---@return fun(): integer?, string?
function lines.words(text)
  return text:gmatch "()(%S+)"
end

--- Blanks in place of the comments of a line. Comments nest, and go on over lines.
---@param text string
---@param depth integer how many comments are open at its start
---@return string text with as many bytes as before
---@return integer depth at its end
---@return integer|nil opened the first byte of the first comment
---@return integer|nil stray the first `)` without a `(`
function lines.uncommented(text, depth)
  local opened, stray = depth > 0 and 1 or nil, nil
  local at = text:find "[()]"
  if not at then
    return depth > 0 and (" "):rep(#text) or text, depth, opened, nil
  end
  local kept, from = {}, 1 -- from: the first byte that is not in `kept` yet
  while at do
    if text:sub(at, at) == "(" then
      if depth == 0 then
        kept[#kept + 1] = text:sub(from, at - 1)
        from, opened = at, opened or at
      end
      depth = depth + 1
    elseif depth == 0 then
      stray = stray or at
      kept[#kept + 1] = text:sub(from, at - 1) .. " "
      from = at + 1
    else
      depth = depth - 1
      if depth == 0 then
        kept[#kept + 1] = (" "):rep(at + 1 - from)
        from = at + 1
      end
    end
    at = text:find("[()]", at + 1)
  end
  kept[#kept + 1] = depth == 0 and text:sub(from) or (" "):rep(#text + 1 - from)
  return table.concat(kept), depth, opened, stray
end

--- Iterates over the lines of a text: number, line. CRLF and CR end lines too; a byte order mark in
--- front is left out.
---@param text string
---@return fun(): integer?, string?
function lines.each(text)
  text = characters.unified(text)
  local number, from = 0, 1
  return function()
    if from <= #text then
      local stop = text:find("\n", from, true) or #text + 1
      local line = text:sub(from, stop - 1)
      number, from = number + 1, stop + 1
      return number, line
    end
  end
end

return lines
