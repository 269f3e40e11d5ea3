--- Writes literals of Lua source anew: a text in the quotes that it had, a picture with the
--- indentation and the separators of its rows.

local hexagons = require "tessera.base.hexagons"
local board_diff = require "tessera.base.board_diff"
local text_lines = require "tessera.base.text_lines"
local wording = require "tessera.base.wording"

local literals = {}

-- ---- texts ----

local short = { ["\n"] = "\\n", ["\t"] = "\\t", ["\\"] = "\\\\" }

local function escape(byte)
  return short[byte] or ("\\x%02X"):format(byte:byte())
end

-- Whether the text can stand in source as it is, but for line ends.
local function is_plain(text)
  for line in text:gsub("\t", ""):gmatch "[^\n]+" do
    if wording.line(line) ~= line then
      return false
    end
  end
  return true
end

local function in_quotes(text, quote)
  local plain = is_plain(text)
  local body = text:gsub(plain and "[%c\\\127]" or "[%c\\\127-\255]", escape)
  return quote .. body:gsub(quote, "\\" .. quote) .. quote
end

-- In long brackets as the old literal; nil if the text cannot stand there.
local function in_brackets(text, old)
  local level, newline = old:match "^%[(=*)%[(\r?\n?)"
  if not level or not is_plain(text) then
    return nil
  end
  while (text .. "]"):find("]" .. level .. "]", 1, true) do
    level = level .. "="
  end
  if newline == "" and text:find "^\n" then
    newline = "\n" -- Lua leaves out the first
  end
  local body = old:find "\r\n" and text:gsub("\n", "\r\n") or text
  return ("[%s[%s%s]%s]"):format(level, newline, body, level)
end

--- The literal of a value that takes the place of another.
---@param value string|integer|false
---@param old string the literal that stands there now
---@return string
function literals.of(value, old)
  if type(value) ~= "string" then
    return tostring(value)
  end
  return in_brackets(value, old) or in_quotes(value, old:match "^[\"']" or '"')
end

-- ---- pictures ----

-- The lines of a picture, each with the separator behind it; the first and the last that are its
-- rows, and their common indentation.
local function parts_of(picture)
  local parts, first, last, indent = {}, nil, nil, math.huge
  for text, separator in (picture .. "\n"):gmatch "([^/\n]*)([/\n])" do
    parts[#parts + 1] = { text = text, separator = separator }
    if text_lines.trimmed(text) ~= "" then
      first, last = first or #parts, #parts
      indent = math.min(indent, text:find "%S" - 1)
    end
  end
  parts[#parts].separator = ""
  return parts, first, last, first and parts[first].text:sub(1, indent)
end

-- A row as it is found, with "?" where that stood before and a cell is found.
local function merged(found, old)
  return (found:gsub("()(.)", function(at, cell)
    return old:sub(at, at) == "?" and "?" or cell
  end))
end

-- The parts first..last as they are.
local function kept(parts, first, last)
  local texts = {}
  for i = first, last do
    texts[#texts + 1] = parts[i].text .. parts[i].separator
  end
  return table.concat(texts)
end

--- A picture with the rows of a board. Indentation, separators and "?" stay as they are.
---@param picture string
---@param board string
---@param hex? boolean whether they are hexagons, which stay without blanks if they have none
---@return string|nil picture nil if it cannot be written in this way
function literals.picture(picture, board, hex)
  local parts, first, last, indent = parts_of(picture)
  local old, found = board_diff.rows(picture, hex), board_diff.rows(board, hex)
  local apart = hex and (picture:find "[^%s/][ \t]+[^%s/]" or not old[1] or #old == 1)
  if not found[1] then
    return nil
  elseif not first then -- a placeholder: ""
    return table.concat(hex and hexagons.rows(found) or found,
      board:find(" ", 1, true) and "\n" or "/")
  elseif #old == 1 and old[1] == "?" and #found > 1 then -- another one
    old = {}
  end
  local usual = parts[first].separator ~= "" and parts[first].separator or "/"
  local texts = { kept(parts, 1, first - 1) }
  for i, row in ipairs(found) do
    local part = first + i - 1 < last and parts[first + i - 1]
    local separator = i == #found and parts[last].separator or part and part.separator or usual
    local cells = merged(row, old[i] or "")
    texts[#texts + 1] = (row ~= "" and indent or "") .. (apart and hexagons.row(cells, i) or cells)
      .. separator
  end
  texts[#texts + 1] = kept(parts, last + 1, #parts)
  local made = table.concat(texts)
  return board_diff.compare(made, board, hex) == nil and made or nil
end

return literals
