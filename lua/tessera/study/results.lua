--- The results of a study: a SQLite file with three tables.
---
---     study   name, value: the study's name, file, text, hash, version, created, points,
---             parameters, programs and report (JSON), seconds, memory
---     runs    each start of the study: machine, version, times
---     points  a row for each point that has been run
---
--- and the view `answers` with a column for each parameter and each field of the results. A row is
--- there, or it is not: rows are written in transactions.

local process = require "tessera.process"
local programs = require "tessera.study.programs"
local usage = require "tessera.base.usage"
local values = require "tessera.study.values"

local results = {}

local APPLICATION = 0x54657373 -- "Tess": PRAGMA application_id
local FORMAT = 1 -- PRAGMA user_version
local busy_milliseconds = 20000
local batch_bytes = 256 * 1024
local columns_max = 1000 -- of the view

local schema = {
  "CREATE TABLE study (name TEXT PRIMARY KEY, value)",
  [[CREATE TABLE runs (id INTEGER PRIMARY KEY, uid TEXT UNIQUE NOT NULL, host TEXT, system TEXT,
    cores INTEGER, jobs INTEGER, version TEXT, slice TEXT, started INTEGER, seen INTEGER,
    ended INTEGER)]],
  [[CREATE TABLE points (id INTEGER PRIMARY KEY, number INTEGER UNIQUE NOT NULL, key TEXT NOT NULL,
    point TEXT NOT NULL, status TEXT NOT NULL, result TEXT, message TEXT, seconds REAL,
    run INTEGER REFERENCES runs)]],
}

---@class tessera.study.Results
---@field path string
local Results = {}
Results.__index = Results

-- ---- SQL ----

local function fail(self, message)
  error({ message = ("%s: %s"):format(self.path, usage.line(message)) }, 0)
end

-- A value as SQL has it.
local function quoted(value)
  if value == nil then
    return "NULL"
  elseif math.type(value) == "integer" then
    return ("%d"):format(value)
  elseif type(value) == "number" then
    return ("%.17g"):format(value)
  end
  return "'" .. value:gsub("'", "''"):gsub("\0", "") .. "'"
end

-- Carries out a statement. If there are values behind it, each ? stands for one of them. A query
-- returns its cursor.
---@param text string
---@param ... any
---@return any
function Results:sql(text, ...)
  local given, at, filled = { ... }, 0, text
  if select("#", ...) > 0 then
    filled = text:gsub("%?", function()
      at = at + 1
      return quoted(given[at])
    end)
  end
  local answer, message = self.connection:execute(filled)
  if not answer then
    fail(self, (message:gsub("^LuaSQL: ", "")))
  end
  return answer
end

--- The rows of a query, as tables by the names of the columns.
---@param text string
---@param ... any
---@return fun(): table|nil
function Results:query(text, ...)
  local cursor = self:sql(text, ...)
  return function()
    local row = cursor:fetch({}, "a")
    if not row then
      cursor:close()
    end
    return row
  end
end

-- The only value of a query.
local function value(self, text, ...)
  local cursor = self:sql(text, ...)
  local row = cursor:fetch({}, "n")
  cursor:close()
  return row and row[1]
end

-- Calls a function inside of a transaction: all that it writes is written, or nothing. One inside
-- of another is a part of that.
local function transaction(self, body)
  if self.inside then
    body()
    return
  end
  self:sql "BEGIN IMMEDIATE"
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

-- ---- opening ----

local function driver()
  local found, luasql = pcall(require, "luasql.sqlite3")
  if not found then
    error({ message = "studies need SQLite for Lua: install lua-sql-sqlite3" }, 0)
  elseif not pcall(require, "dkjson") then
    error({ message = "studies need dkjson: install lua-dkjson" }, 0)
  end
  return luasql.sqlite3()
end

local function connect(path)
  local self = setmetatable({ path = path, pending = {}, bytes = 0 }, Results)
  self.environment = driver()
  local connection, message = self.environment:connect(path:find "^/" and path or "./" .. path)
  if not connection then
    fail(self, "it cannot be opened (" .. tostring(message):gsub("^LuaSQL: ", "") .. ")")
  end
  self.connection = connection
  self:sql(("PRAGMA busy_timeout = %d"):format(busy_milliseconds)):close()
  return self
end

-- Whether the file holds results; an error if it holds anything else. One query, so that nobody can
-- make the tables in between.
local function is_made(self)
  local cursor = self:sql [[SELECT application_id, user_version, (SELECT count(*) FROM
    sqlite_master) FROM pragma_application_id, pragma_user_version]]
  local application, format, tables = cursor:fetch()
  cursor:close()
  if application == APPLICATION then
    if format ~= FORMAT then
      fail(self, ("these results have the format %s, and this version of Tessera knows %d"):format(
        format, FORMAT))
    end
    return true
  elseif application ~= 0 or tables ~= 0 then
    fail(self, "this SQLite file holds no results of a study")
  end
  return false
end

local function make(self)
  transaction(self, function()
    if is_made(self) then
      return -- somebody else was faster
    end
    for _, statement in ipairs(schema) do
      self:sql(statement)
    end
    self:sql(("PRAGMA user_version = %d"):format(FORMAT))
    self:sql(("PRAGMA application_id = %d"):format(APPLICATION))
  end)
end

--- Opens results that are there.
---
--- Errors: there is no such file; it holds no results of a study.
---@param path string
---@return tessera.study.Results
function results.open(path)
  local real, why = process.regular_file(path)
  if not real then
    error({ message = "cannot open " .. why }, 0)
  end
  local self = connect(path)
  if not is_made(self) then
    fail(self, "there are no results in it")
  end
  return self
end

--- Opens results, and makes the file if there is none.
---
--- Errors: the file cannot be made; it holds something else.
---@param path string
---@return tessera.study.Results
function results.make(path)
  local self = connect(path)
  if not is_made(self) then
    make(self)
  end
  return self
end

--- Closes the file.
function Results:close()
  self.connection:close()
  self.environment:close()
end

-- ---- what the study is ----

-- The types of the values that are no texts. Tables are kept as JSON.
local kinds = { created = "integer", memory = "integer", parameters = "table", points = "integer",
  programs = "table", report = "table", seconds = "integer" }

local function is_name(name)
  return type(name) == "string" and name:find "^[%a_][%w_]*$" ~= nil
end

--- A value of the table `study`; `parameters`, `programs` and `report` are tables. nil if it is
--- not there.
---@param name string
---@return any
function Results:get(name)
  local item, kind = value(self, "SELECT value FROM study WHERE name = ?", name), kinds[name]
  if item ~= nil and kind == "table" then
    item = type(item) == "string" and require("dkjson").decode(item) or false
  end
  if item ~= nil and type(item) ~= (kind or "string") and math.type(item) ~= kind then
    fail(self, ("the file is damaged (the study's %s)"):format(name))
  end
  if name == "parameters" then
    for i, parameter in ipairs(item or {}) do
      item[i] = is_name(parameter) and parameter or fail(self, "the file is damaged (parameters)")
    end
  end
  return item
end

-- Writes what the study is.
local function describe(self, about)
  self:sql "DELETE FROM study"
  self:sql "DROP VIEW IF EXISTS answers"
  for name, item in pairs(about) do
    self:sql("INSERT INTO study VALUES (?, ?)", name,
      type(item) == "table" and require("dkjson").encode(item) or item)
  end
end

--- Writes what the study is, and drops all points and runs of another one.
---@param about table<string, any> `parameters`, `programs` and `report` are tables
function Results:begin(about)
  transaction(self, function()
    self:sql "DELETE FROM points"
    self:sql "DELETE FROM runs"
    describe(self, about)
  end)
end

--- Writes what the study is now, and keeps the rows of the points that it still has; they may have
--- other numbers now. A run that is still alive ends, because it has the old ones.
---@param about table<string, any>
---@param keys string[] of all points, by their numbers
function Results:adapt(about, keys)
  transaction(self, function()
    self:sql "CREATE TEMP TABLE place (key TEXT PRIMARY KEY, number INTEGER)"
    for from = 1, #keys, 500 do
      local list = {}
      for number = from, math.min(from + 499, #keys) do
        list[#list + 1] = ("(%s,%d)"):format(quoted(keys[number]), number)
      end
      self:sql("INSERT INTO place VALUES " .. table.concat(list, ","))
    end
    self:sql "UPDATE runs SET uid = 'before:' || uid"
    self:sql "DELETE FROM points WHERE key NOT IN (SELECT key FROM place)"
    self:sql "UPDATE points SET number = -number"
    self:sql [[UPDATE points SET number = (SELECT place.number FROM place WHERE place.key =
      points.key)]]
    self:sql "DROP TABLE place"
    describe(self, about)
  end)
end

-- ---- runs ----

--- Adds a run. It is the one of all rows that are added from now on.
---@param run table<string, any> uid, host, system, cores, jobs, version, slice
function Results:start(run)
  self:sql([[INSERT INTO runs (uid, host, system, cores, jobs, version, slice, started, seen)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)]], run.uid, run.host, run.system, run.cores, run.jobs,
    run.version, run.slice, os.time(), os.time())
  self.uid, self.run = run.uid, value(self, "SELECT id FROM runs WHERE uid = ?", run.uid)
end

--- Runs that have not ended and were seen in the last minute, as tables.
---@return fun(): table|nil
function Results:others()
  return self:query("SELECT * FROM runs WHERE ended IS NULL AND seen > ? AND id IS NOT ?",
    os.time() - 60, self.run)
end

--- Says that the run has ended.
function Results:finish()
  self:sql("UPDATE runs SET ended = ?, seen = ? WHERE uid = ?", os.time(), os.time(), self.uid)
end

--- Calls a function that reads and writes; nobody else writes meanwhile, and if it raises an error,
--- nothing is written.
---@param body fun()
function Results:atomically(body)
  transaction(self, body)
end

-- ---- points ----

--- Adds a row. It is kept by the next `write`.
---@param row tessera.study.Row
function Results:add(row)
  local text = ("(%d,%s,%s,%s,%s,%s,%s,%s)"):format(row.number, quoted(row.key),
    quoted(row.point), quoted(row.status), quoted(row.result), quoted(row.message),
    quoted(row.seconds), quoted(self.run))
  self.pending[#self.pending + 1], self.bytes = text, self.bytes + #text
end

-- A row that is there stays, unless the new one is done and it is not.
local insert = [[INSERT INTO points (number, key, point, status, result, message, seconds, run) %s
  ON CONFLICT (number) DO UPDATE SET status = excluded.status, result = excluded.result,
  message = excluded.message, seconds = excluded.seconds, run = excluded.run
  WHERE excluded.status = 'done' AND points.status <> 'done']]

--- Writes the rows that have been added, in one transaction.
---@return boolean written false if another run has begun the study anew
function Results:write()
  local gone = false
  transaction(self, function()
    gone = value(self, "SELECT count(*) FROM runs WHERE uid = ?", self.uid) == 0
    if gone then
      return
    end
    local from, bytes = 1, 0
    for i, text in ipairs(self.pending) do
      bytes = bytes + #text
      if bytes > batch_bytes or i == #self.pending then
        self:sql(insert:format("VALUES " .. table.concat(self.pending, ",", from, i)))
        from, bytes = i + 1, 0
      end
    end
    self:sql("UPDATE runs SET seen = ? WHERE uid = ?", os.time(), self.uid)
  end)
  self.pending, self.bytes = {}, 0
  return not gone
end

--- Drops the rows of points that have failed.
function Results:drop_failed()
  self:sql "DELETE FROM points WHERE status <> 'done'"
end

local function check_row(self, sound, number)
  if not sound then
    fail(self, ("the file is damaged (the row of %s)"):format(number and "point " .. number
      or "a point"))
  end
end

--- The numbers of the points that have a row newer than `after`, and the id of the newest row.
---@param after integer the id of a row; 0: all
---@param each fun(number: integer, status: string)
---@return integer newest
function Results:numbers(after, each)
  local cursor = self:sql("SELECT id, number, status FROM points WHERE id > ? ORDER BY id", after)
  local id, number, status = cursor:fetch()
  while id do
    check_row(self, math.type(number) == "integer" and type(status) == "string")
    after = id
    each(number, status)
    id, number, status = cursor:fetch()
  end
  cursor:close()
  return after
end

--- How many points there are of each status.
---@return table<string, integer> counts
---@return integer all
function Results:counts()
  local counts, all = {}, 0
  for row in self:query "SELECT status, count(*) AS n FROM points GROUP BY status" do
    counts[row.status], all = row.n, all + row.n
  end
  return counts, all
end

local function is_sound(row)
  return math.type(row.number) == "integer" and type(row.key) == "string"
    and type(row.point) == "string" and type(row.status) == "string"
    and type(row.result or "") == "string" and type(row.message or "") == "string"
    and type(row.seconds) == "number"
end

-- Whether all names are texts, and all values numbers, texts and booleans.
local function is_flat(t)
  if type(t) ~= "table" then
    return false
  end
  for name, item in next, t do
    if type(name) ~= "string" or type(item) == "table" then
      return false
    end
  end
  return true
end

--- All rows, in order of number; `point` and `result` are JSON.
---@return fun(): tessera.study.Row|nil
function Results:lines()
  local next_row = self:query("SELECT number, key, point, status, result, message, seconds"
    .. " FROM points ORDER BY number")
  return function()
    local row = next_row()
    check_row(self, not row or is_sound(row))
    return row
  end
end

--- All rows, in order of number; `point` and `result` are tables.
---@return fun(): tessera.StudyRow|nil
function Results:rows()
  local next_line = self:lines()
  return function()
    local row = next_line()
    if row then
      row.point = values.decode(row.point)
      row.result = row.result and values.decode(row.result)
      check_row(self, is_flat(row.point) and (row.status ~= "done" or is_flat(row.result)),
        row.number)
    end
    return row
  end
end

--- The names of all fields of the results, sorted.
---@return string[]
function Results:fields()
  local names = {}
  for row in self:query [[SELECT DISTINCT field.key AS name FROM points, json_each(points.result)
    AS field WHERE points.result IS NOT NULL ORDER BY 1]] do
    names[#names + 1] = is_name(row.name) and row.name or nil
  end
  return names
end

-- Names as SQL has them. Two that differ in upper and lower case only would be one column.
local function columns(parameters, fields)
  local list, seen = {}, {}
  for place, names in ipairs { parameters, fields } do
    local object = place == 1 and "point" or "result"
    for _, name in ipairs(names) do
      local column = name
      while seen[column:lower()] do
        column = column .. "_"
      end
      seen[column:lower()] = true
      list[#list + 1] = ("json_extract(%s, '$.%s') AS \"%s\""):format(object, name, column)
    end
  end
  return table.move(list, 1, math.min(#list, columns_max), 1, {})
end

--- Makes the view `answers` anew.
function Results:view()
  local list = columns(self:get "parameters" or {}, self:fields())
  transaction(self, function()
    self:sql "DROP VIEW IF EXISTS answers"
    self:sql(("CREATE VIEW answers AS SELECT number, key, %s status, message, seconds FROM points"
      .. " ORDER BY number"):format(table.concat(list, ", ") .. (list[1] and "," or "")))
  end)
end

-- ---- merging ----

--- Takes over the rows of another file of the same study.
---
--- Errors: the other file holds results of another study, or of other commands of players.
---@param path string
function Results:merge(path)
  local other = results.open(path)
  local hash = other:get "hash"
  local difference = programs.difference(other:get "programs", self:get "programs")
  other:close()
  if hash ~= self:get "hash" then
    fail(other, ("it holds results of another study than %s, or of another version of it"):format(
      self.path))
  elseif difference then
    fail(other, ("it holds results that were made %s, as those of %s"):format(difference,
      self.path))
  end
  self:sql("ATTACH ? AS part", path:find "^/" and path or "./" .. path)
  local fine, err = pcall(transaction, self, function()
    self:sql [[INSERT OR IGNORE INTO runs (uid, host, system, cores, jobs, version, slice, started,
      seen, ended) SELECT uid, host, system, cores, jobs, version, slice, started, seen, ended
      FROM part.runs ORDER BY id]]
    self:sql(insert:format [[SELECT number, key, point, status, result, message, seconds,
      (SELECT mine.id FROM runs AS mine, part.runs AS theirs WHERE theirs.id = p.run
      AND mine.uid = theirs.uid) FROM part.points AS p WHERE true ORDER BY number]])
  end)
  self:sql "DETACH part"
  if not fine then
    error(err, 0)
  end
end

--- Copies what the study is from another file.
---@param other tessera.study.Results
function Results:adopt(other)
  local about = {}
  for row in other:query "SELECT name, value FROM study" do
    about[row.name] = kinds[row.name] == "table" and other:get(row.name) or row.value
  end
  self:begin(about)
end

return results
