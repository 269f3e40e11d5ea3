--- Texts inside of SVG, HTML and JSON. What games say may hold anything; nothing of it can end a
--- text, a tag or a script.
---
--- What a game says is escaped where it is written: here for SVG, HTML and JSON, by the door,
--- base/output.lua, for terminals. Both ask base/characters.lua which characters may be seen.

local wording = require "tessera.base.wording"

local markup = {}

local entities = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;",
  ["'"] = "&#39;" }

--- A text for an element or an attribute of SVG or HTML, as one line. Control characters, and what
--- XML may not hold, are shown as \x1B.
---
--- ```lua
--- local markup = require "tessera.draw.markup"
--- print(markup.text "<b>\27")  --> &lt;b&gt;\x1B
--- ```
---@param text string
---@return string
function markup.text(text)
  return (wording.line(text):gsub("[&<>\"']", entities))
end

--- The lines of a text, each as `markup.text` writes it.
---@param text string
---@return string
function markup.lines(text)
  local lines = {}
  for line in text:gmatch "[^\n]+" do
    lines[#lines + 1] = markup.text(line)
  end
  return table.concat(lines, "\n")
end

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["<"] = "\\u003c", [">"] = "\\u003e",
  ["&"] = "\\u0026" }

local function string_of(text)
  return '"' .. wording.line(text):gsub('[\\"<>&]', escapes) .. '"'
end

-- The keys of a record, sorted, so that the same value gives the same text.
local function record_of(value, write)
  local parts = {}
  for _, key in ipairs(wording.sorted(value)) do
    parts[#parts + 1] = string_of(key) .. ":" .. write(value[key])
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

--- A value as JSON that may stand inside of a script element: texts (as one line each), numbers,
--- booleans, lists, and records with texts as keys. An empty table is a list.
---
--- ```lua
--- local markup = require "tessera.draw.markup"
--- print(markup.json { title = "</script>", steps = { 1, 2, true } })
--- --> {"steps":[1,2,true],"title":"\u003c/script\u003e"}
--- ```
---@param value any
---@return string
function markup.json(value)
  if type(value) == "string" then
    return string_of(value)
  elseif type(value) ~= "table" then
    return tostring(value)
  elseif next(value) ~= nil and value[1] == nil then
    return record_of(value, markup.json)
  end
  local parts = {}
  for i, item in ipairs(value) do
    parts[i] = markup.json(item)
  end
  return "[" .. table.concat(parts, ",") .. "]"
end

return markup
