--- Where in its source the entry of a definition stands that an error is about: its line and its
--- column. Only what the source shows for certain: a definition that is written down, and keys that
--- stand there once.

local errors = require "tessera.base.errors"
local places = require "tessera.source.places"
local syntax = require "tessera.source.syntax"

local entry_places = {}

-- What messages call an entry of a key: "move 2: ..." stands for "moves: 2: ...".
local keys_of = { counter = "counters", field = "fields", group = "groups", legend = "legend",
  move = "moves", option = "options" }

-- The text of a field's key; nil without one, or if it is computed.
local function key_of(made, field)
  local token = made.tokens[field.first]
  if field.listed then
    return nil
  elseif token.kind == "name" then
    return token.text
  end
  local key = made.tokens[field.first + 1]
  return key.kind == "string" and made.tokens[field.first + 2].text == "]"
    and places.literal(key) or nil
end

-- ---- the definition ----

-- The literal that a table has as its name: "" if it is none, or nil if it has no name.
local function name_of(made, t)
  local name
  for _, field in ipairs(t.fields) do
    if field.key == "name" then
      local value = made.tokens[field.value.first]
      local alone = field.value.first == field.value.last and value.kind == "string"
      name = alone and places.literal(value) or ""
    end
  end
  return name
end

-- The definition of the game: the table that the call at this line has, or else the only one that
-- has this name.
local function definition_of(made, name, line)
  local called, named = {}, {}
  for _, t in ipairs(made.tables) do
    local own = name_of(made, t) or not name and ""
    if own and not t.parent and not t.role and made.tokens[t.first].line == line
      and (own == name or own == "" or not name) then
      called[#called + 1] = t
    end
    if own and own == name then
      named[#named + 1] = t
    end
  end
  return places.only(called) or places.only(named)
end

-- ---- the entry ----

local function field_with(made, t, key)
  local found = {}
  for _, field in ipairs(t.fields) do
    if key_of(made, field) == key then
      found[#found + 1] = field
    end
  end
  return places.only(found)
end

local function field_of_number(t, number)
  local count = 0
  for _, field in ipairs(t.fields) do
    count = count + (field.listed and 1 or 0)
    if count == number then
      return field
    elseif not field.listed and not field.key then
      return nil
    end
  end
end

-- The field of a table that a message begins with, by its key or number, and the rest behind it.
local function step(made, t, message)
  local number, after = message:match "^entry (%d+)%f[^%d](.*)$"
  if number then
    return field_of_number(t, math.tointeger(tonumber(number))), after
  end
  message = message:gsub("^that of ", "")
  for _, field in ipairs(t.fields) do
    local key = key_of(made, field)
    for _, text in ipairs { key and errors.shown(key), key } do
      if message:sub(1, #text) == text and not message:find("^[%w_]", #text + 1) then
        return field_with(made, t, key), message:sub(#text + 1)
      end
    end
  end
end

-- The first byte of a row's column in a map's text, whose rows end at line ends and, if these
-- separate, at slashes.
local function byte_of_cell(text, row, column, separates)
  local at = 1
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    local from, body = at, separates and (line:match "^.*[^/ \t]" or "") or line
    local start = separates and #body:match "^[/ \t]*" + 1 or 1
    repeat
      local stop = separates and body:find("/", start, true)
      if row == 1 then
        local before = utf8.offset(body:sub(from - at + 1), column) -- nil if it is no UTF-8
        return before and from + before - 1
      end
      row = row - 1
      from, start = at + (stop or 0), (stop or 0) + 1
    until not stop
    at = at + #line + 1
  end
end

-- The byte of a cell in the map that this token is.
local function byte_in_map(token, message, separates)
  local row, column = message:match "^: line (%d+), column (%d+): "
  if not row or token.kind ~= "string" then
    return nil
  end
  local text, from = places.literal(token)
  local at = text and byte_of_cell(text, math.tointeger(tonumber(row)),
    math.tointeger(tonumber(column)), separates)
  return at and at <= #text + 1 and from + at - 1
end

-- The byte of what a message about an entry says: an unknown key, a cell of the map, or a word; and
-- whether it is the place of the message's caret.
local function byte_in(made, definition, entry, message)
  local value, own = entry.value, entry.value.table
  local key = message:match "^: unknown key '([^']+)'"
  local wrong = key and own and field_with(made, own, key)
  if wrong then
    return made.tokens[wrong.first].from
  elseif entry.key == "map" then
    local legend = field_with(made, definition, "legend")
    local known = legend and value.first == value.last and legend.value.table
    local separates = known and not field_with(made, known, " ")
    return known and byte_in_map(made.tokens[value.first], message, separates)
  end
  return places.of_text(made, value, message)
end

-- The byte of what a message about a definition says, and whether it is that of its caret.
local function byte_of(made, definition, message)
  local t, entry, rest = definition, nil, message
  while t do
    local field, behind = step(made, t, rest)
    if not field then
      break
    end
    entry, message, rest = field, behind, behind:match "^: (.*)$"
    t = rest and field.value.table
  end
  if entry then
    local byte, is_caret = byte_in(made, definition, entry, message)
    return byte or made.tokens[entry.first].from, is_caret
  end
  local unknown = message:match "^unknown key '([^']+)'"
  local field = unknown and field_with(made, definition, unknown)
  if field then
    return made.tokens[field.first].from
  end
  local word = message:match "^'[^']+'"
  return word and places.of_word(made, definition, word, true)
end

--- The line and the column of the entry that an error is about; nil if the source does not show it.
---@param text string that Lua can load
---@param message string such as "game 'pegs': goal: there is no outcome 'Wom'", without a line
---@param line integer where the game is made
---@return integer|nil line
---@return integer|nil column
---@return boolean|nil is_caret whether it is the place of the message's caret
function entry_places.of_error(text, message, line)
  local name, rest = message:match "^game '([^']*)': (.*)$"
  rest = rest or message:match "^game: (.*)$"
  if not rest then
    return nil
  end
  rest = rest:gsub("^(%l+) (['%d])", function(word, mark)
    local key = keys_of[word]
    return key and key .. ": " .. (mark == "'" and "" or "entry ") .. mark
  end)
  local made = syntax.of(text)
  local definition = definition_of(made, name, line)
  if not definition then
    return nil
  end
  local byte, is_caret = byte_of(made, definition, rest)
  if byte then
    local row, column = places.of_byte(text, byte)
    return row, column, is_caret
  end
end

--- " (the legend has '@' twice)", if a message misses a kind and the source shows that; else "".
---@param text string that Lua can load
---@param message string such as "game 'pegs': rule 2: there is no kind 'hole'", without a line
---@param line integer where the game is made
---@return string
function entry_places.twice(text, message, line)
  local name = message:match "^game '([^']*)': [^\n]*there is no kind "
  local made = name and syntax.of(text)
  local definition = made and definition_of(made, name, line)
  local legend = definition and field_with(made, definition, "legend")
  local seen = {}
  for _, field in ipairs(legend and legend.value.table and legend.value.table.fields or {}) do
    local key = key_of(made, field)
    if key and seen[key] then
      return (" (the legend has %s twice)"):format(errors.shown(key))
    end
    seen[key or ""] = true
  end
  return ""
end

return entry_places
