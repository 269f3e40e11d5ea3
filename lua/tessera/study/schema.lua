--- The tables of a file of results, and whether a file that somebody gives has them and no others.

local errors = require "tessera.base.errors"

local schema = {}

local APPLICATION = 0x54657373 -- "Tess": PRAGMA application_id
local FORMAT = 1 -- PRAGMA user_version
local text_most = 32 * 1024 * 1024

local statements = {
  "CREATE TABLE study (name TEXT PRIMARY KEY, value)",
  [[CREATE TABLE runs (id INTEGER PRIMARY KEY, uid TEXT UNIQUE NOT NULL, host TEXT, system TEXT,
    cores INTEGER, jobs INTEGER, version TEXT, slice TEXT, started INTEGER, seen INTEGER,
    ended INTEGER)]],
  [[CREATE TABLE points (id INTEGER PRIMARY KEY, number INTEGER UNIQUE NOT NULL, key TEXT NOT NULL,
    point TEXT NOT NULL, status TEXT NOT NULL, result TEXT, message TEXT, seconds REAL,
    run INTEGER REFERENCES runs)]],
}

local tables = {} -- by the names of the tables
for _, statement in ipairs(statements) do
  tables[statement:match "TABLE (%l+)"] = statement
end

--- Whether the file holds results; an error if it holds anything else. One query, so that nobody
--- can make the tables in between.
---@param self tessera.study.Database
---@return boolean
function schema.is_made(self)
  local cursor = self:sql [[SELECT application_id, user_version, (SELECT count(*) FROM
    sqlite_master) FROM pragma_application_id, pragma_user_version]]
  local application, format, entries = cursor:fetch()
  cursor:close()
  if application == APPLICATION then
    if format ~= FORMAT then
      self:fail(("these results have the format %s, and this version of Tessera knows %d"):format(
        format, FORMAT))
    end
    return true
  elseif application ~= 0 or entries ~= 0 then
    self:fail("this SQLite file holds no results of a study")
  end
  return false
end

-- Whether the file may have this: the tables of `statements`, their indices, the view `answers`,
-- from which nobody here reads, and what ANALYZE makes.
local function is_ours(kind, name, text)
  return kind == "table" and tables[name] == text or kind == "index" and text == nil
    or kind == "view" and name == "answers" or kind == "table" and name:find "^sqlite_stat%d$"
end

-- A view or a trigger that somebody has added would be run by what is asked of the tables.
local function check_schema(self)
  local found, cursor = 0, self:sql "SELECT type, name, sql FROM sqlite_master"
  local kind, name, text = cursor:fetch()
  while kind do
    if not is_ours(kind, tostring(name), text) then
      self:fail(("it has the %s %s, which results of a study have not (the command sqlite3 can drop"
        .. " it)"):format(kind, errors.shown(name)))
    end
    found = found + (tables[name] and 1 or 0)
    kind, name, text = cursor:fetch()
  end
  cursor:close()
  if found < 3 then
    self:fail "the file is damaged (a table is missing)"
  end
end

-- What a row must be so that it can be read: a text of gigabytes, for instance, cannot.
local sound = ([[typeof(number) = 'integer' AND number BETWEEN 1 AND 1000000000
  AND typeof(key) = 'text' AND typeof(point) = 'text' AND typeof(status) = 'text'
  AND typeof(result) IN ('text', 'null') AND typeof(message) IN ('text', 'null')
  AND typeof(seconds) IN ('real', 'integer') AND length(key) <= MOST AND length(point) <= MOST
  AND length(status) <= 100 AND ifnull(length(result), 0) <= MOST
  AND ifnull(length(message), 0) <= MOST]]):gsub("MOST", text_most)

-- The pages of the file are as they should be (some hang together so that a table has no end
-- otherwise), and so are its rows and what it says of the study.
local function check_content(self)
  local said = self:value "PRAGMA quick_check(1)"
  if said ~= "ok" then
    self:fail(("the file is damaged (%s)"):format(said))
  end
  local number = self:value("SELECT ifnull(number, 0) FROM points WHERE NOT (" .. sound
    .. ") LIMIT 1")
  if number then
    self:fail(("the file is damaged (the row of point %s)"):format(number))
  elseif self:value("SELECT 1 FROM study WHERE length(value) > " .. text_most) then
    self:fail "the file is damaged (what it says of the study)"
  end
end

--- Makes the tables.
---@param self tessera.study.Database
function schema.make(self)
  self:transaction(function()
    if schema.is_made(self) then
      return -- somebody else was faster
    end
    for _, statement in ipairs(statements) do
      self:sql(statement)
    end
    self:sql(("PRAGMA user_version = %d"):format(FORMAT))
    self:sql(("PRAGMA application_id = %d"):format(APPLICATION))
  end)
end

--- Checks a file that holds results; what the study is must be there as a whole.
---@param self tessera.study.Results
function schema.check(self)
  check_schema(self)
  check_content(self)
  for _, name in ipairs(self:get "hash" and { "name", "points", "parameters", "report" } or {}) do
    if self:get(name) == nil then
      self:fail(("the file is damaged (the study's %s)"):format(name))
    end
  end
end

return schema
