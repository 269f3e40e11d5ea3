--- The lines of rules as pictures in the source of their game.

local entry_places = require "tessera.source.entry_places"
local errors = require "tessera.base.errors"
local places = require "tessera.source.places"
local syntax = require "tessera.source.syntax"

local rule_lines = {}

local function lines_of(made, list)
  local lines = {}
  for i, field in ipairs(list and list.fields or {}) do
    lines[i] = made.tokens[field.first].line
  end
  return lines
end

-- The list in this key of an entry.
local function list_in(entry, key)
  for _, field in ipairs(entry and entry.value.table and entry.value.table.fields or {}) do
    if field.key == key and field.value.table then
      return field.value.table
    end
  end
end

-- The first table of this role with so many entries.
local function find(made, role, count)
  for _, t in ipairs(made.tables) do
    if t.role == role and #t.fields == count then
      return t
    end
  end
end

--- The line of each entry of a definition's list; nothing if they do not stand there one by one.
---@param made tessera.syntax.Syntax
---@param role "rules"|"after"|"ends"
---@param count integer how many there are
---@return integer[]
function rule_lines.of(made, role, count)
  return lines_of(made, find(made, role, count))
end

--- The line of each step of a compiled program, and those of the rules of its sweep.
---@param made tessera.syntax.Syntax
---@param about tessera.About
---@return { line?: integer, sweep: integer[] }[]
function rule_lines.of_steps(made, about)
  local list, lines = find(made, "after", about.steps), {}
  for i, part in ipairs(list and about.program_steps or {}) do
    local entry = list.fields[part.step]
    if part.inner then
      local again = list_in(entry, "again")
      entry = again and again.fields[part.inner]
    end
    local sweep = list_in(entry, "sweep")
    lines[i] = { line = entry and made.tokens[entry.first].line,
      sweep = sweep and #sweep.fields == part.sweep and lines_of(made, sweep) or {} }
  end
  return lines
end

-- ---- errors ----

-- Whether it is the definition of the game of this name.
local function is_named(made, definition, name)
  for _, field in ipairs(definition and definition.fields or {}) do
    if field.key == "name" then
      return made.tokens[field.value.last].text:sub(2, -2) == name
    end
  end
  return false
end

-- The list of the game of this name; else the only one of this role.
local function list_of(made, role, name)
  local found, count = nil, 0
  for _, t in ipairs(made.tables) do
    if t.role == role then
      if is_named(made, t.parent, name) then
        return t
      end
      found, count = t, count + 1
    end
  end
  return count == 1 and found or nil
end

-- The entry of this number. A call in front of it may stand for several.
local function entry_of(list, number)
  for i = 1, list and #list.fields >= number and number or 0 do
    local field = list.fields[i]
    if not field.listed or not field.value.table and field.first ~= field.last then
      return nil
    elseif i == number then
      return field
    end
  end
end

local roles = { rule = "rules", step = "after", ["end"] = "ends" }
local inside = { step = "again", rule = "sweep" } -- a part of a step

--- The place of the rule, step or end that an error is about; nil if the message is about none, or
--- the source does not show it. Without a column if the message shows a text that stands nowhere.
---@param text string that Lua can load
---@param message string such as "game 'pegs': rule 2: unknown key 'ovr'", without a line
---@return integer|nil line
---@return integer|nil column
---@return boolean|nil is_caret whether it is the place of the message's caret
function rule_lines.of_error(text, message)
  local name, what, number, rest = message:match "^game '([^']*)': (%l+) (%d+)(.*)$"
  if not roles[what] then
    return nil
  end
  local made = syntax.of(text)
  local entry = entry_of(list_of(made, roles[what], name), math.tointeger(number))
  for part, which in rest:match("^[^:]*"):gmatch ", (%l+) (%d+)" do
    entry = entry_of(list_in(entry, inside[part]), math.tointeger(which)) or entry
  end
  local everything = { first = 1, last = #made.tokens }
  local byte, is_caret = places.of_text(made, entry or everything, rest)
  if not entry and not is_caret then -- it is made elsewhere, and so is its text
    return nil
  end
  local line, column = places.of_byte(text, byte or made.tokens[entry.first].from)
  return line, (is_caret or not rest:find "\n  *%^") and column or nil, is_caret
end

--- A message with the place of what it is about: line and column of the rule, or of another entry
--- of the definition, or the line where a user calls.
---@param message string
---@return string
function rule_lines.placed(message)
  local where, text = errors.where(), errors.text()
  local called = tonumber(where:match ":(%d+): $")
  local line, column, is_caret
  if text and called then
    line, column, is_caret = rule_lines.of_error(text, message)
    if not line then
      line, column, is_caret = entry_places.of_error(text, message, called)
    end
    local first, picture = message:match "^([^\n]*)(.*)$"
    message = first .. entry_places.twice(text, message, called) .. picture
  end
  if is_caret then -- the place in the file is said instead of that in the text
    message = message:gsub("^([^\n]-), column %d+: ", "%1: ", 1)
  end
  local place = line and line .. (column and ":" .. column or "") .. ": "
  return (place and where:gsub("%d+: $", place) or where) .. message
end

return rule_lines
