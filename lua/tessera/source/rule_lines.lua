--- The lines of rules as pictures in the source of their game.

local syntax = require "tessera.source.syntax"
local tokens = require "tessera.source.tokens"

local rule_lines = {}

local function lines_of(text, made, fields)
  local lines, line, at = {}, 1, 1
  for i, field in ipairs(fields) do
    local from = made.tokens[field.first].from
    line = line + select(2, text:sub(at, from - 1):gsub("\n", ""))
    lines[i], at = line, from
  end
  return lines
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
---@param text string
---@param made tessera.syntax.Syntax of this text
---@param role "rules"|"after"|"ends"
---@param count integer how many there are
---@return integer[]
function rule_lines.of(text, made, role, count)
  local t = find(made, role, count)
  return t and lines_of(text, made, t.fields) or {}
end

--- The same of the rules of a sweep, a step of the definition.
---@param text string
---@param made tessera.syntax.Syntax
---@param steps integer how many steps there are
---@param step integer
---@param count integer how many rules the sweep has
---@return integer[]
function rule_lines.of_sweep(text, made, steps, step, count)
  local t = find(made, "after", steps)
  local inner = t and t.fields[step].value.table
  for _, field in ipairs(inner and inner.fields or {}) do
    local sweep = field.key == "sweep" and field.value.table
    if sweep and #sweep.fields == count then
      return lines_of(text, made, sweep.fields)
    end
  end
  return {}
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
local function entry_of(made, list, number)
  for i = 1, list and #list.fields >= number and number or 0 do
    local field = list.fields[i]
    if not field.listed or not field.value.table and field.first ~= field.last then
      return nil
    elseif i == number then
      return field
    end
  end
end

-- The rule of this number in the sweep of a step.
local function entry_of_sweep(made, step, number)
  for _, field in ipairs(step and step.value.table and step.value.table.fields or {}) do
    if field.key == "sweep" and field.value.table then
      return entry_of(made, field.value.table, number)
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
  local entry = entry_of(made, list_of(made, roles[what], name), math.tointeger(number))
  local inner = rest:match "^, rule (%d+)"
  entry = inner and entry_of_sweep(made, entry, math.tointeger(inner)) or entry
  local shown, caret = shown_in(message)
  if not entry then -- made elsewhere: where its text stands, if it does
    return shown and line_of_text(made, 1, #made.tokens, shown, caret)
  end
  return shown and line_of_text(made, entry.first, entry.last, shown, caret)
    or line_of_word(made, entry.first, entry.last, rest) or made.tokens[entry.first].line
end

return rule_lines
