--- Updates scenarios after a wanted change of a game: rewrites what they expect in the file that
--- defines them. Only literals are rewritten: of the table in the source that has the scenario's
--- name, and only where they have the value that the scenario has expected.
---
--- The place of a scenario, its file and line, is only a hint, because a script can forge it.
--- `--update` writes the file of the command line and no other, when the script has ended.

local broker = require "tessera.userfile.broker"
local constructors = require "tessera.source.constructors"
local literals = require "tessera.source.literals"
local output = require "tessera.base.output"
local rewrite = require "tessera.userfile.rewrite"
local scenario = require "tessera.scenario"
local tokens = require "tessera.source.tokens"
local wording = require "tessera.base.wording"

local update = {}

---@class tessera.Update what is to be rewritten in a file
---@field path string
---@field text string
---@field tokens tessera.source.Token[] of the text
---@field tables table<integer, tessera.source.Constructor> by the numbers of their first tokens
---@field named table<string, tessera.source.Constructor[]> what looks like definitions, by name
---@field count table<string, integer> how many scenarios have this name and place
---@field owners table<tessera.source.Constructor, tessera.Scenario> whose definition it is
---@field edits table<integer, table> { from, to, text } by the number of the first token
local Update = {}
Update.__index = Update

local shared = "several scenarios are made of one definition"

-- A path as the places of scenarios show it.
local function short(path)
  return debug.getinfo(load("", "@" .. path), "S").short_src
end

-- What scenarios with the same name and line have in common.
local function key_of(made)
  local name, place = scenario.place(made)
  return place .. ": " .. name
end

-- The constructor that is the whole value of a field.
local function table_of(self, field)
  local made = field and self.tables[field.first]
  return made and made.last == field.last and made or nil
end

-- The value of a literal that is the whole value of a field.
local function value_of(self, field)
  if field and field.last - field.first <= 1 then
    return constructors.value(table.unpack(self.tokens, field.first, field.last))
  end
end

--- Begins to update a file.
---@param path string
---@param text string what was loaded from it
---@param list tessera.Scenario[] all scenarios that it has returned
---@return tessera.Update
function update.of(path, text, list)
  local read = tokens.of(text)
  local self = setmetatable({ path = path, text = text, tokens = read, count = {}, edits = {},
    owners = {}, named = {}, tables = constructors.of(read) }, Update)
  for _, made in pairs(self.tables) do
    local name = table_of(self, made.fields.expect) and value_of(self, made.fields.name)
    if name then
      self.named[name] = self.named[name] or {}
      table.insert(self.named[name], made)
    end
  end
  for _, made in ipairs(list) do
    local key = key_of(made)
    self.count[key] = (self.count[key] or 0) + 1
  end
  return self
end

-- The table in the source that defines a scenario; or nil and why it is not known.
local function definition_of(self, made)
  local name, place = scenario.place(made)
  local file, line = place:match "^(.*):(%d+)$"
  if (file or place) ~= (file and short(self.path) or self.path) then
    return nil, "it is defined in another file"
  elseif self.count[key_of(made)] > 1 then
    return nil, shared
  end
  local named, at_line = self.named[name] or {}, {}
  for _, constructor in ipairs(named) do
    at_line[#at_line + 1] = constructor.line == tonumber(line) and constructor or nil
  end
  local found = #named == 1 and named or at_line
  if #found ~= 1 then
    return nil, named[1] and "several definitions have its name"
      or "no table in the source has its name and its expect"
  elseif (self.owners[found[1]] or made) ~= made then
    return nil, shared
  end
  self.owners[found[1]] = made
  return found[1]
end

-- The field of an expectation in the source.
local function field_of(self, definition, difference)
  local fields = table_of(self, definition.fields.expect).fields
  if not difference.at then
    return fields[difference.key]
  end
  local list = table_of(self, fields[difference.key])
  return list and list.fields[difference.at]
end

local function shown_key(difference)
  return difference.at and ("expect.%s[%d]"):format(difference.key, difference.at)
    or "expect." .. difference.key
end

-- Plans to rewrite one expectation. Returns why this is not possible, or nil.
local function plan(self, definition, difference)
  local field, found = field_of(self, definition, difference), difference.found
  local value = value_of(self, field)
  if value == nil or value ~= difference.expected then
    return shown_key(difference) .. " is not written there as a literal"
  end
  if difference.key == "board" or difference.key == "boards" then
    found = literals.picture(value, found, difference.hexagons)
  end
  local from, to = self.tokens[field.first].from, self.tokens[field.last].to
  local text = found ~= nil and literals.of(found, self.text:sub(from, to)) or ""
  local written = tokens.of(text)
  if found == nil or constructors.value(table.unpack(written, 1, #written - 1)) ~= found then
    return shown_key(difference) .. " cannot be written like the literal there"
  end
  self.edits[field.first] = { from = from, to = to, text = text }
end

--- Plans to rewrite what a scenario expects.
---@param made tessera.Scenario
---@param differences tessera.Difference[]
---@return string[] why what cannot be rewritten, and why; empty if all can
function Update:note(made, differences)
  local name, place = scenario.place(made)
  local definition, unknown = definition_of(self, made)
  local left = {}
  for _, difference in ipairs(differences) do
    local why = unknown or plan(self, definition, difference)
    if why and why ~= left.last then
      left[#left + 1], left.last = ("not updated: %s (%s): %s"):format(name, place, why), why
    end
  end
  return left
end

-- The value of a text that is nothing but a literal; nil if it is something else.
local function literal(text)
  local read = tokens.of(text)
  return constructors.value(table.unpack(read, 1, math.min(#read - 1, 3)))
end

--- A text with other literals. It does not matter who has planned them: nothing else changes.
---@param text string
---@param edits { from: integer, to: integer, text: string }[] one behind the other
---@return string|nil new nil if one of them does not put a literal in the place of a literal
function update.edited(text, edits)
  local read, numbers = tokens.of(text), {}
  for i, token in ipairs(read) do
    numbers[token.from] = i
  end
  local parts, from = {}, 1
  for _, edit in ipairs(edits) do
    local first = numbers[edit.from]
    local last = first and read[first].to < edit.to and first + 1 or first
    if not first or edit.from < from or read[last].to ~= edit.to
      or constructors.value(table.unpack(read, first, last)) == nil
      or literal(edit.text) == nil then
      return nil
    end
    parts[#parts + 1] = text:sub(from, edit.from - 1)
    parts[#parts + 1] = edit.text
    from = edit.to + 1
  end
  parts[#parts + 1] = text:sub(from)
  return table.concat(parts)
end

--- Shows and writes what was planned. Does nothing if there is nothing to be written.
---
--- Errors: a fault, if the file cannot be written.
function Update:write()
  local edits, words = {}, { self.text }
  for i in ipairs(self.tokens) do
    local edit = self.edits[i]
    if edit then
      edits[#edits + 1] = edit
      table.move({ edit.from, edit.to, edit.text }, 1, 3, #words + 1, words)
    end
  end
  if edits[1] and not broker.ask("update", broker.packed(words)) then
    rewrite.update(self.path, self.text, update.edited(self.text, edits))
  end
end

--- Plays scenarios, and updates their file.
---@param path string
---@param text string what was loaded from it
---@param list tessera.Scenario[]
---@param options { trace?: boolean }
---@return boolean fine whether all scenarios hold, or hold now
function update.run(path, text, list, options)
  local self, fine, left = update.of(path, text, list), true, {}
  scenario.run_all(list, { trace = options.trace, on_failure = function(made, differences, all)
    local why = self:note(made, differences)
    fine = fine and all and not why[1]
    table.move(why, 1, #why, #left + 1, left)
  end })
  for _, line in ipairs(left) do
    output.write(wording.line(line), "\n")
  end
  self:write()
  return fine
end

return update
