--- A SQLite file: statements, queries and transactions, with errors that name the file. The file
--- may be somebody else's: opening it runs nothing that it brings along, and touches no other file.

local errors = require "tessera.base.errors"
local optional = require "tessera.userfile.optional"
local process = require "tessera.process"
local wording = require "tessera.base.wording"

local database = {}

local busy_milliseconds = 20000
local heap_max = 512 * 1024 * 1024 -- bytes of memory for SQLite
local NOT_THERE = 2 -- ENOENT
-- The end of a journal that names a further file, which SQLite removes when it rolls back.
local naming_journal = "\xD9\xD5\x05\xF9\x20\xA1\x63\xD7"

---@class tessera.study.Database
---@field path string
---@field connection table of LuaSQL
---@field environment table of LuaSQL
---@field inside? boolean a transaction is under way
local Database = {}

database.Database = Database

--- A value as SQL has it.
---@param value string|number|nil
---@return string
function database.quoted(value)
  if value == nil then
    return "NULL"
  elseif math.type(value) == "integer" then
    return ("%d"):format(value)
  elseif type(value) == "number" then
    return ("%.17g"):format(value)
  end
  return "'" .. value:gsub("'", "''"):gsub("\0", "") .. "'"
end

--- Raises an error that names the file.
---@param message string
function Database:fail(message)
  errors.raise("%s: %s", self.path, wording.line(message))
end

--- Carries out a statement. If there are values behind it, each ? stands for one of them. A query
--- returns its cursor.
---
--- Errors: SQLite's, such as a full disk.
---@param text string
---@param ... string|number|nil
---@return any
function Database:sql(text, ...)
  local given, at, filled = { ... }, 0, text
  if select("#", ...) > 0 then
    filled = text:gsub("%?", function()
      at = at + 1
      return database.quoted(given[at])
    end)
  end
  local answer, message = self.connection:execute(filled)
  if not answer then
    self:fail((message:gsub("^LuaSQL: ", "")))
  end
  return answer
end

--- The rows of a query, as tables by the names of the columns.
---@param text string
---@param ... string|number|nil
---@return fun(): table|nil
function Database:query(text, ...)
  local cursor = self:sql(text, ...)
  return function()
    local row = cursor:fetch({}, "a")
    if not row then
      cursor:close()
    end
    return row
  end
end

--- The only value of a query.
---@param text string
---@param ... string|number|nil
---@return any
function Database:value(text, ...)
  local cursor = self:sql(text, ...)
  local row = cursor:fetch({}, "n")
  cursor:close()
  return row and row[1]
end

--- Calls a function that reads and writes. Nobody else writes meanwhile; if it raises an error,
--- nothing is written. A transaction inside of another is a part of that.
---@param body fun()
---@param kind? string "DEFERRED": it begins with the first writing, in that file alone
function Database:transaction(body, kind)
  if self.inside then
    body()
    return
  end
  self:sql("BEGIN " .. (kind or "IMMEDIATE"))
  self.inside = true
  local fine, err = pcall(body)
  self.inside = false
  if fine then
    fine, err = pcall(self.sql, self, "COMMIT")
  end
  if not fine then
    self.connection:execute "ROLLBACK"
    error(err, 0)
  end
end

--- Closes the file.
function Database:close()
  self.connection:close()
  self.environment:close()
end

local function driver()
  local luasql = optional.need("luasql.sqlite3",
    "studies need SQLite for Lua: install lua-sql-sqlite3")
  optional.need("dkjson", "studies need dkjson: install lua-dkjson")
  return luasql.sqlite3()
end

-- SQLite would follow a link to another folder, and wait for a pipe. A journal of results names no
-- further file: there is no transaction that writes two of them.
local function check_place(self)
  local real, why, code = process.regular_file(self.path)
  if process.is_link(self.path) then
    self:fail "it is a link: name the file itself"
  elseif not real and code ~= NOT_THERE then
    errors.raise("%s", why)
  end
  local journal <close> = io.open(self.path .. "-journal", "rb")
  if journal and journal:seek("end", -#naming_journal) and journal:read "a" == naming_journal then
    self:fail(("%s-journal is not of results: it names another file to be removed"):format(
      self.path))
  end
end

local function set(self, pragma)
  local cursor = self:sql("PRAGMA " .. pragma)
  if type(cursor) ~= "number" then
    cursor:close()
  end
end

--- Opens a file, and makes it if there is none.
---
--- Errors: it cannot be opened, or is a link; a library is missing.
---@generic T: tessera.study.Database
---@param path string
---@param self T an object whose class extends Database
---@return T self
function database.connect(path, self)
  self.path, self.environment = path, driver()
  check_place(self)
  local connection, message = self.environment:connect(path:find "^/" and path or "./" .. path)
  if not connection then
    self:fail("it cannot be opened (" .. tostring(message):gsub("^LuaSQL: ", "") .. ")")
  end
  self.connection = connection
  set(self, ("busy_timeout = %d"):format(busy_milliseconds))
  set(self, ("hard_heap_limit = %d"):format(heap_max))
  set(self, "trusted_schema = OFF")
  set(self, "cell_size_check = ON")
  return self
end

return database
