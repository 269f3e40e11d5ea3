--- The lines of rules as pictures in the source of their game.

local entry_places = require "tessera.source.entry_places"
local errors = require "tessera.base.errors"
local syntax = require "tessera.source.syntax"
local tokens = require "tessera.source.tokens"

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

-- The text of a rule that a message shows, and the caret's place in it.
local function shown_in(message)
  local text, blanks = message:match "\n  ([^\n]+)\n  ( *)%^"
  if not text then
    return nil
  end
  local cut = text:match "^%.%.%." or ""
  return text:sub(#cut + 1):gsub("%.%.%.$", ""), #blanks - #cut
end

-- The line of the caret, if a token among these is a text that has what is shown.
local function line_of_text(made, first, last, shown, caret)
  for i = first, last do
    local token = made.tokens[i]
    if token.kind == "string" then
      local from, to = tokens.inside(token)
      local inside = token.text:sub(from - token.from + 1, to - token.from + 1)
      local at = inside:gsub("[\t\r\n]", " "):find(shown, 1, true)
      if at then
        return token.line + select(2, inside:sub(1, at + caret - 1):gsub("\n", ""))
      end
    end
  end
end

-- The line of the last word in quotes that a message names, if it stands among these tokens.
local function line_of_word(made, first, last, message)
  local word
  for quoted in message:match("[^\n]*"):gsub(" %(.*$", ""):gmatch "'([^']+)'" do
    word = quoted
  end
  for i = first, word and last or 0 do
    local text = made.tokens[i].text
    if text == word or made.tokens[i].kind == "string" and text:sub(2, -2) == word then
      return made.tokens[i].line
    end
  end
end

local roles = { rule = "rules", step = "after", ["end"] = "ends" }
local inside = { step = "again", rule = "sweep" } -- a part of a step

--- The line of the rule, step or end that an error is about; nil if the message is about none, or
--- the source does not show it.
---@param text string that Lua can load
---@param message string such as "game 'pegs': rule 2: unknown key 'ovr'", without a line
---@return integer|nil
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
  local shown, caret = shown_in(message)
  if not entry then -- made elsewhere: where its text stands, if it does
    return shown and line_of_text(made, 1, #made.tokens, shown, caret)
  end
  return shown and line_of_text(made, entry.first, entry.last, shown, caret)
    or line_of_word(made, entry.first, entry.last, rest) or made.tokens[entry.first].line
end

--- A message with the place of what it is about: the line where a user calls, or that of the rule,
--- or line and column of another entry of the definition.
---@param message string
---@return string
function rule_lines.placed(message)
  local where, text = errors.where(), errors.text()
  local called = tonumber(where:match ":(%d+): $")
  local line, column
  if text and called then
    line = rule_lines.of_error(text, message)
    if not line then
      line, column = entry_places.of_error(text, message, called)
    end
  end
  local place = line and line .. (column and ":" .. column or "") .. ": "
  return (place and where:gsub("%d+: $", place) or where) .. message
end

return rule_lines
