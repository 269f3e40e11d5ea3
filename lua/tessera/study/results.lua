--- The results of a study: a SQLite file with three tables.
---
---     study   name, value: the study's name, file, text, hash, version, created, points,
---             parameters, programs and report (JSON), seconds, memory
---     runs    each start of the study: machine, version, times
---     points  a row for each point that has been run
---
--- and the view `answers` with a column for each parameter and each field of the results. A row is
--- there, or it is not: rows are written in transactions.

local database = require "tessera.study.database"
local errors = require "tessera.base.errors"
local process = require "tessera.process"
local schema = require "tessera.study.schema"
local external_players = require "tessera.study.external_players"
local values = require "tessera.base.values"

local results = {}

local batch_bytes = 256 * 1024
local columns_max = 1000 -- of the view
local fields_max = 10000 -- different ones, of all rows
local quoted = database.quoted

---@class tessera.study.Results: tessera.study.Database
local Results = setmetatable({}, { __index = database.Database })
Results.__index = Results

--- Opens results that are there.
---
--- Errors: there is no such file; it holds no results of a study.
---@param path string
---@return tessera.study.Results
function results.open(path)
  local real, why = process.regular_file(path)
  if not real then
    errors.raise("cannot open %s", why)
  end
  local self = database.connect(path, setmetatable({ pending = {} }, Results))
  if not schema.is_made(self) then
    self:fail("there are no results in it")
  end
  schema.check(self)
  return self
end

--- Opens results, and makes the file if there is none.
---
--- Errors: the file cannot be created; it holds something else.
---@param path string
---@return tessera.study.Results
function results.make(path)
  local self = database.connect(path, setmetatable({ pending = {} }, Results))
  if not schema.is_made(self) then
    schema.make(self)
  end
  schema.check(self)
  return self
end

-- ---- what the study is ----

-- The types of the values that are no texts. Tables are kept as JSON.
local kinds = { created = "integer", memory = "integer", parameters = "table", points = "integer",
  programs = "table", report = "table", seconds = "integer" }

local known = { "created", "file", "hash", "memory", "name", "parameters", "points", "programs",
  "report", "seconds", "text", "version" }

local function is_name(name)
  return type(name) == "string" and name:find "^[%a_][%w_]*$" ~= nil and #name <= 40
end

--- A value of the table `study`; `parameters`, `programs` and `report` are tables. nil if it is
--- not there.
---@param name string
---@return any
function Results:get(name)
  local item, kind = self:value("SELECT value FROM study WHERE name = ?", name), kinds[name]
  if item ~= nil and kind == "table" then
    item = type(item) == "string" and values.table(item) or false
  end
  if item ~= nil and type(item) ~= (kind or "string") and math.type(item) ~= kind then
    self:fail(("the file is damaged (the study's %s)"):format(name))
  end
  if name == "parameters" then
    for i, parameter in ipairs(item or {}) do
      item[i] = is_name(parameter) and parameter or self:fail("the file is damaged (parameters)")
    end
  elseif name == "points" and item and (item < 0 or item > 1000000000) then
    self:fail "the file is damaged (the study's points)"
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
  self:transaction(function()
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
  self:transaction(function()
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
  self.uid, self.run = run.uid, self:value("SELECT id FROM runs WHERE uid = ?", run.uid)
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

-- ---- points ----

--- Adds a row. It is kept by the next `write`.
---@param row tessera.study.Row
function Results:add(row)
  local text = ("(%d,%s,%s,%s,%s,%s,%s,%s)"):format(row.number, quoted(row.key),
    quoted(row.point), quoted(row.status), quoted(row.result), quoted(row.message),
    quoted(row.seconds), quoted(self.run))
  self.pending[#self.pending + 1] = text
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
  self:transaction(function()
    gone = self:value("SELECT count(*) FROM runs WHERE uid = ?", self.uid) == 0
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
  self.pending = {}
  return not gone
end

--- Drops the rows of points that have failed.
function Results:drop_failed()
  self:sql "DELETE FROM points WHERE status <> 'done'"
end

local function check_row(self, fine, number)
  if not fine then
    self:fail(("the file is damaged (the row of %s)"):format(number and "point " .. number
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

--- All rows, in order of number; `point` and `result` are tables, `point_text` and `result_text`
--- are these as JSON.
---@return fun(): tessera.StudyRow|nil
function Results:rows()
  local next_row = self:query("SELECT number, key, point AS point_text, status, result AS"
    .. " result_text, message, seconds FROM points ORDER BY number")
  return function()
    local row = next_row()
    if row then
      row.point = values.decode(row.point_text)
      row.result = row.result_text and values.decode(row.result_text)
      check_row(self, row.point and (row.status ~= "done" or row.result), row.number)
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
    if #names > fields_max then
      self:fail(("its results have more than %d different fields"):format(fields_max))
    end
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
  self:transaction(function()
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
  local difference = external_players.difference(other:get "programs", self:get "programs")
  other:close()
  if hash ~= self:get "hash" then
    other:fail(("it holds results of another study than %s, or of another version of it"):format(
      self.path))
  elseif difference then
    other:fail(("it holds results that were made %s, as those of %s"):format(difference,
      self.path))
  end
  self:sql("ATTACH ? AS part", path:find "^/" and path or "./" .. path)
  local fine, err = pcall(self.transaction, self, function()
    self:sql [[INSERT OR IGNORE INTO runs (uid, host, system, cores, jobs, version, slice, started,
      seen, ended) SELECT uid, host, system, cores, jobs, version, slice, started, seen, ended
      FROM part.runs ORDER BY id]]
    self:sql(insert:format [[SELECT number, key, point, status, result, message, seconds,
      (SELECT mine.id FROM runs AS mine, part.runs AS theirs WHERE theirs.id = p.run
      AND mine.uid = theirs.uid) FROM part.points AS p WHERE true ORDER BY number]])
  end, "DEFERRED") -- the part stays as it is, and needs no journal
  self:sql "DETACH part"
  if not fine then
    error(err, 0)
  end
end

--- Copies what the study is from another file.
---@param other tessera.study.Results
function Results:adopt(other)
  local about = {}
  for _, name in ipairs(known) do
    about[name] = other:get(name)
  end
  self:begin(about)
end

return results
