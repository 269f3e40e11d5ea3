--- Sokoban's collections in XML (.slc):
---
---     <SokobanLevels>
---       <Title>Two rooms</Title>
---       <LevelCollection Copyright="N. N.">
---         <Level Id="One" Width="5" Height="3">
---           <L>#####</L>
---           <L>#@$.#</L>
---           <L>#####</L>
---         </Level>
---       </LevelCollection>
---     </SokobanLevels>
---
--- A level's title is its Id, its author the nearest Copyright. Width and Height are not needed.

local xsb_rows = require "tessera.levels.xsb_rows"

local slc = {}

-- Whether the first line that is not empty may begin a document. A page gets the reader of XML
-- when one does.
local function may_be_xml(lines)
  for _, line in ipairs(lines) do
    if line ~= "" then
      return line:find("<", 1, true) ~= nil
    end
  end
  return false
end

local function level_of(element, author, rows_of)
  local level = { line = element.line, author = author, numbers = {}, columns = {} }
  local id = element.attributes.Id
  level.name = id and id:find "%S" and id or nil
  for _, part in ipairs(element) do
    for _, row in ipairs(part.name == "L" and (rows_of(part.text) or { part.text }) or {}) do
      level.rows = level.rows or {}
      table.insert(level.rows, row)
      table.insert(level.numbers, part.text_line)
      table.insert(level.columns, part.text_column - 1)
    end
  end
  return level
end

local function collect(element, author, rows_of, list)
  author = element.attributes.Copyright or author
  if element.name == "Level" then
    list[#list + 1] = element.text and level_of(element, author, rows_of) or nil
    return
  end
  for _, part in ipairs(element) do
    collect(part, author, rows_of, list)
  end
end

--- Reads a text; nil if it is no such XML.
---@param lines string[] without blanks at their ends
---@param game tessera.LevelGame
---@return tessera.Level[]|nil
---@return tessera.PassedOver|nil
function slc.read(lines, game)
  local xml = may_be_xml(lines) and require "tessera.levels.xml"
  if not xml or not xml.has(lines, "SokobanLevels", "LevelCollection") then
    return nil
  end
  local list, document, wrong = {}, xml.read(lines)
  collect(document, nil, xsb_rows.reader(game), list)
  if wrong then
    list[#list + 1] = { line = wrong[1], numbers = {}, wrong = wrong }
  end
  return list, { notes = 0, unknown = {} }
end

return slc
