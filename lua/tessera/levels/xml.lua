--- Texts in XML, read with LuaExpat, which an installation may lack. Nothing beside the text is
--- opened, and entities of its own are refused, so the elements take no more than the text does.

local errors = require "tessera.base.errors"

local xml = {}

local deep_most = 100

local none = {} -- the attributes of an element without any

local advice = "XML needs LuaExpat: install lua-expat (LuaRocks: luaexpat)"

---@class tessera.Element
---@field name string
---@field attributes table<string, string>
---@field line integer
---@field column integer
---@field text? string the text in it, without that of the elements in it; nil if its end is missing
---@field text_line integer where the text begins
---@field text_column integer
---@field [integer] tessera.Element the elements in it

-- Old programs for Windows write this encoding, which expat does not know: ISO-8859-1, but for
-- these characters, from the byte 128 on. 0: there is none.
local windows = { 0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
  0x2039, 0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
  0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178 }

local function known_encoding(text)
  local known, found = text:gsub("^(<%?xml[^>]-encoding%s*=%s*[\"'])[Ww]indows%-1252",
    "%1iso-8859-1", 1)
  if found == 0 then
    return text
  end
  return (known:gsub("[\x80-\x9F]", function(byte)
    local code = windows[byte:byte() - 127]
    return code > 0 and ("&#%d;"):format(code) or nil
  end))
end

-- The functions that expat calls, and `wrong`: what they find wrong, with its place.
local function builder()
  local document = { name = "", attributes = {}, line = 1, column = 1, text_line = 1,
    text_column = 1 }
  local open, texts, wrong = { document }, { false }, nil
  local calls = {}

  local function refuse(parser, message)
    local line, column = parser:pos()
    wrong = wrong or { line, column, message }
    parser:stop()
  end

  function calls.StartElement(parser, name, attributes)
    local line, column = parser:pos()
    attributes = next(attributes) and attributes or none
    local element = { name = name, attributes = attributes, line = line, column = column,
      text_line = line, text_column = column }
    if #open > deep_most then
      refuse(parser, ("elements are more than %d deep in each other"):format(deep_most))
    end
    table.insert(open[#open], element)
    open[#open + 1], texts[#texts + 1] = element, false
  end

  function calls.CharacterData(parser, text)
    local element, pieces = open[#open], texts[#texts]
    if not pieces then
      element.text_line, element.text_column = parser:pos()
      texts[#texts] = { text }
    else
      pieces[#pieces + 1] = text
    end
  end

  function calls.EndElement()
    local element, pieces = table.remove(open), table.remove(texts)
    element.text = pieces and table.concat(pieces) or ""
  end

  function calls.EntityDecl(parser)
    refuse(parser, "entities of its own are not read")
  end

  return document, calls, function()
    return wrong
  end
end

--- Reads a text. If something is wrong with it, the elements are those in front of that place.
---@param lines string[]
---@return tessera.Element document its first element is the root
---@return { [1]: integer, [2]: integer, [3]: string }|nil wrong
function xml.read(lines)
  local document, calls, refused = builder()
  local found, lxp = pcall(require, "lxp")
  if not found then
    local absent = tostring(lxp):find("module 'lxp' not found", 1, true)
    return document, { 1, 1, absent and advice or errors.message(lxp) }
  end
  local parser = lxp.new(calls, nil, false)
  local fine, message, line, column = parser:parse(known_encoding(table.concat(lines, "\n")))
  if fine then
    fine, message, line, column = parser:parse()
  end
  pcall(parser.close, parser)
  return document, not fine and (refused() or { line, column, "XML: " .. message }) or nil
end

--- Whether a text is XML with one of these elements.
---@param lines string[]
---@param ... string
---@return boolean
function xml.has(lines, ...)
  local first = 1
  while lines[first] == "" do
    first = first + 1
  end
  local head = (lines[first] or ""):sub(1, 8):gsub("%z", ""):gsub("^\xFE\xFF", "")
    :gsub("^\xFF\xFE", "")
  if not head:find "^%s*<" then
    return false
  end
  for i = first, #lines do
    local line = lines[i]:find("\0", 1, true) and lines[i]:gsub("%z", "") or lines[i]
    for _, name in ipairs { ... } do
      if line:find("<" .. name .. "%f[%s/>\0]") then
        return true
      end
    end
  end
  return false
end

return xml
