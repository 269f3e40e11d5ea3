--- Reads the structure of a Lua source text: its statements, functions and tables, as spans of
--- tokens. The text must be one that Lua can load; it is not checked again.

local tokens = require "tessera.source.tokens"

local syntax = {}

---@class tessera.syntax.Span
---@field first integer the number of its first token, from 1
---@field last integer

---@class tessera.syntax.Statement: tessera.syntax.Span
---@field kind "call"|"assignment"|"local"|"return"
---@field names? string[] what a `local` declares
---@field inside boolean whether it stands in a function
---@field values? tessera.syntax.Value[] of a `return`

---@class tessera.syntax.Field: tessera.syntax.Span an entry of a table
---@field key? string nil for an entry of a list, or a key that is computed
---@field listed boolean whether it is an entry of a list
---@field value tessera.syntax.Value

---@class tessera.syntax.Value: tessera.syntax.Span
---@field table? tessera.syntax.Table if the value is a table alone

---@class tessera.syntax.Table: tessera.syntax.Span
---@field fields tessera.syntax.Field[]
---@field role? string the key or the local variable that holds it
---@field parent? tessera.syntax.Table

---@class tessera.syntax.Syntax
---@field tokens tessera.source.Token[]
---@field statements tessera.syntax.Statement[]
---@field conditions tessera.syntax.Span[] of `if` and `elseif`
---@field functions tessera.syntax.Span[] from the parenthesis to `end`
---@field tables tessera.syntax.Table[]
---@field binary table<integer, boolean> the tokens that are operators between two values

local read = {}
read.__index = read

local unary = { ["not"] = true, ["-"] = true, ["#"] = true, ["~"] = true }
local binary, block_ends = {}, {}
for word in ("+ - * / // % ^ .. == ~= < <= > >= and or & | ~ << >>"):gmatch "%S+" do
  binary[word] = true
end
for word in ("end else elseif until"):gmatch "%a+" do
  block_ends[word] = true
end

function read:text()
  return self.tokens[self.at].text
end

function read:step()
  self.at = self.at + 1
end

-- Steps over the token if it has this text.
function read:take(text)
  local found = self:text() == text
  self.at = found and self.at + 1 or self.at
  return found
end

-- ---- values ----

function read:field(owner)
  local field = { first = self.at, listed = false }
  local token, behind = self.tokens[self.at], self.tokens[self.at + 1]
  if token.kind == "name" and behind.text == "=" then
    field.key = token.text
    self.at = self.at + 2
  elseif self:take "[" then
    local key = self:value()
    local sole = key.first == key.last and self.tokens[key.first]
    field.key = sole and sole.kind == "string" and sole.text:sub(2, -2) or nil
    self:step()
    self:step()
  else
    field.listed = true
  end
  field.value = self:value(owner, field.key)
  field.last = self.at - 1
  return field
end

function read:table(parent, role)
  local made = { first = self.at, fields = {}, parent = parent, role = role }
  table.insert(self.tables, made)
  self:step()
  while self:text() ~= "}" do
    table.insert(made.fields, self:field(made))
    if not self:take "," then
      self:take ";"
    end
  end
  made.last = self.at
  self:step()
  return made
end

function read:values()
  local list = { self:value() }
  while self:take "," do
    list[#list + 1] = self:value()
  end
  return list
end

-- From the parenthesis behind the name to `end`.
function read:body()
  local span = { first = self.at }
  table.insert(self.functions, span)
  while not self:take ")" do
    self:step()
  end
  self.depth = self.depth + 1
  self:block()
  self.depth = self.depth - 1
  span.last = self.at
  self:step()
end

-- The arguments of a call; false if none stand here.
function read:arguments()
  if self:take "(" then
    if not self:take ")" then
      self:values()
      self:step()
    end
  elseif self:text() == "{" then
    self:table()
  elseif self.tokens[self.at].kind == "string" then
    self:step()
  else
    return false
  end
  return true
end

-- A variable or a call, such as `a.b[c]:d(e)`. True for a call.
function read:suffixed()
  local called = false
  if self:take "(" then
    self:value()
  end
  self:step()
  while true do
    if self:take "." then
      self:step()
      called = false
    elseif self:take "[" then
      self:value()
      self:step()
      called = false
    elseif self:take ":" then
      self:step()
    elseif self:arguments() then
      called = true
    else
      return called
    end
  end
end

function read:simple(parent, role)
  local token = self.tokens[self.at]
  if token.text == "{" then
    return self:table(parent, role)
  elseif token.text == "function" then
    self:step()
    self:body()
  elseif token.kind == "name" or token.text == "(" then
    self:suffixed()
  else
    self:step()
  end
end

-- A value: operands with operators between them.
function read:value(parent, role)
  local value, count = { first = self.at }, 0
  repeat
    while unary[self:text()] do
      self:step()
    end
    value.table = self:simple(parent, role)
    count = count + 1
    local more = binary[self:text()]
    if more then
      self.binary[self.at] = true
      self:step()
    end
  until not more
  value.last = self.at - 1
  value.table = value.table and value.table.first == value.first and count == 1 and value.table
    or nil
  return value
end

-- ---- statements ----

local statement = {}

statement["if"] = function(self)
  repeat
    self:step()
    table.insert(self.conditions, self:value())
    self:step()
    self:block()
  until self:text() ~= "elseif"
  if self:take "else" then
    self:block()
  end
  self:step()
end

statement["while"] = function(self)
  self:step()
  self:value()
  self:step()
  self:block()
  self:step()
end

statement["do"] = function(self)
  self:step()
  self:block()
  self:step()
end

statement["for"] = function(self)
  repeat
    self:step()
  until self:text() == "=" or self:text() == "in"
  self:step()
  self:values()
  statement["do"](self)
end

statement["repeat"] = function(self)
  self:step()
  self:block()
  self:step()
  self:value()
end

statement["function"] = function(self)
  repeat
    self:step()
  until self:text() == "("
  self:body()
end

statement["local"] = function(self, made)
  self:step()
  made.kind, made.names = "local", {}
  if self:take "function" then
    made.names[1] = self:text()
    self:step()
    self:body()
    return
  end
  repeat
    table.insert(made.names, self:text())
    self:step()
    if self:take "<" then
      self.at = self.at + 2
    end
  until not self:take ","
  if self:take "=" then
    local i = 0
    repeat
      i = i + 1
      self:value(nil, made.names[i])
    until not self:take ","
  end
end

statement["return"] = function(self, made)
  made.kind = "return"
  self:step()
  if not block_ends[self:text()] and self:text() ~= ";" and self:text() ~= "" then
    made.values = self:values()
  end
  self:take ";"
end

statement["break"] = read.step
statement[";"] = read.step
statement["goto"] = function(self)
  self.at = self.at + 2
end
statement["::"] = function(self)
  self.at = self.at + 3
end

local function call_or_assignment(self, made)
  made.kind = self:suffixed() and "call" or "assignment"
  while self:take "," do
    self:suffixed()
    made.kind = "assignment"
  end
  if self:take "=" then
    made.kind = "assignment"
    self:values()
  end
end

function read:block()
  while self.tokens[self.at].kind ~= "end" and not block_ends[self:text()] do
    local made = { first = self.at, inside = self.depth > 0 };
    (statement[self:text()] or call_or_assignment)(self, made)
    made.last = self.at - 1
    if made.kind then
      table.insert(self.statements, made)
    end
  end
end

--- The structure of a text that Lua can load.
---@param text string
---@return tessera.syntax.Syntax
function syntax.of(text)
  local self = setmetatable({ tokens = tokens.of(text), at = 1, depth = 0, statements = {},
    conditions = {}, functions = {}, tables = {}, binary = {} }, read)
  self:block()
  return self
end

return syntax
