--- Specifies what becomes of a file of results that somebody has made to do harm: whoever opens it
--- gets one line, and nothing else happens.

local run = require "spec.support.run"
local seeds = require "spec.support.seeds"
local study_runs = require "spec.support.study_runs"
local wording = require "tessera.base.wording"

local with = study_runs.with

local sqlite = require("luasql.sqlite3").sqlite3()

local many = [[
return tessera.study { name = "many", points = { n = tessera.range(1, 400) },
  run = function(point) return { text = ("x"):rep(50) .. point.n } end }
]]

-- All that reads a file of results.
local commands = { { "bad.sqlite" }, { "bad.sqlite", "--csv", "-" },
  { "bad.sqlite", "--jsonl", "-" }, { "report", "bad.sqlite" },
  { "report", "bad.sqlite", "--html", "page.html" },
  { "merge", "new.sqlite", "bad.sqlite" }, { "merge", "bad.sqlite", "my.sqlite" },
  { "my.lua", "--output", "bad.sqlite" }, { "my.lua", "--output", "bad.sqlite", "--keep" } }

local function execute(path, ...)
  local connection = assert(sqlite:connect(path))
  for _, statement in ipairs { ... } do
    assert(connection:execute(statement))
  end
  connection:close()
end

local turn = 0

-- Runs commands on the file, a third of them in turn, or all; each must end soon, with this line.
local function refused(file, expected)
  turn = turn + 1
  for i, words in ipairs(commands) do
    if seeds.takes(i + turn, 3) then
      local out, err, status = run({ "study", table.unpack(words) }, nil, { env = "timeout 100",
        folder = file "", script = run.root .. "/run.lua" })
      local name = table.concat(words, " ")
      assert.are.equal(1, status, name .. ": " .. err)
      assert.matches("^study: bad.sqlite: [^\n]*\n$", err, 1, false)
      assert.is_truthy(err:find(expected, 1, true), name .. ": " .. err)
      assert.is_true(#out < 1000, name)
      os.remove(file "new.sqlite")
    end
  end
end

local endless = "CREATE VIEW %s AS WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t)"
  .. " SELECT %s FROM t"

local deep = ("[%s]"):format(("["):rep(200000) .. ("]"):rep(200000))

describe("a hostile file of results", function()
  -- What was done to it, and what is said.
  local cases = {
    ["an endless view instead of its points"] = { "it has the view 'points'", "DROP VIEW answers",
      "DROP TABLE points", endless:format("points", "n AS id, n AS number, 'k' AS key, '{}' AS"
        .. " point, 'done' AS status, '{}' AS result, NULL AS message, 0.0 AS seconds, 1 AS run") },
    ["an endless view instead of what the study is"] = { "it has the view 'study'",
      "DROP TABLE study", endless:format("study", "'hash' AS name, 'x' AS value") },
    ["a view that nobody asks"] = { "it has the view 'more'", endless:format("more", "n") },
    ["a trigger"] = { "it has the trigger 'later', which results of a study have not (the command"
      .. " sqlite3 can drop it)", "CREATE TRIGGER later AFTER INSERT ON runs BEGIN DELETE FROM"
      .. " points; END" },
    ["an index that computes"] = { "it has the index 'i'",
      "CREATE INDEX i ON points (abs(number))" },
    ["one more table"] = { "it has the table 'more'", "CREATE TABLE more (a)" },
    ["a table with other columns"] = { "it has the table 'runs'", "DROP TABLE runs",
      "CREATE TABLE runs (id INTEGER PRIMARY KEY, uid TEXT)" },
    ["a table with a check"] = { "it has the table 'study'", "DROP TABLE study",
      "CREATE TABLE study (name TEXT PRIMARY KEY, value CHECK (value <> randomblob(1000)))" },
    ["a table less"] = { "the file is damaged (a table is missing)", "DROP TABLE runs" },
    ["a report of JSON that is deep"] = { "the file is damaged (the study's report)",
      ("UPDATE study SET value = '%s' WHERE name = 'report'"):format(deep) },
    ["parameters of JSON that are deep"] = { "the file is damaged (the study's parameters)",
      ("UPDATE study SET value = '%s' WHERE name = 'parameters'"):format(deep) },
    ["a text of the study of 40 MB"] = { "the file is damaged (what it says of the study)",
      "UPDATE study SET value = printf('%.40000000c', 'x') WHERE name = 'text'" },
    ["a result of 40 MB"] = { "the file is damaged (the row of point 7)",
      "UPDATE points SET result = printf('%.40000000c', 'x') WHERE number = 7" },
    ["a key of bytes"] = { "the file is damaged (the row of point 7)",
      "UPDATE points SET key = zeroblob(40000000) WHERE number = 7" },
    ["a number of a point that is none"] = { "the file is damaged (the row of point -1)",
      "UPDATE points SET number = -1 WHERE number = 7" },
  }

  for _, what in ipairs(wording.sorted(cases)) do
    local case = cases[what]
    it("with " .. what .. " is refused", function()
      with(many, function(study, file)
        study "my.lua"
        os.rename(file "my.sqlite", file "bad.sqlite")
        study "my.lua"
        execute(file "bad.sqlite", table.unpack(case, 2))
        refused(file, case[1])
      end)
    end)
  end

  it("with a result of JSON that is deep has a damaged row", function()
    with(many, function(study, file)
      study "my.lua"
      execute(file "my.sqlite", ("UPDATE points SET result = '{\"a\":%s}' WHERE number = 7")
        :format(deep))
      for _, words in ipairs { { "report", "my.sqlite" }, { "my.sqlite", "--jsonl", "-" },
        { "my.sqlite", "--csv", "-" } } do
        local _, err, status = study(table.unpack(words))
        assert.are.equal(1, status)
        assert.matches("^study: my.sqlite: [^\n]*\n$", err)
      end
    end)
  end)

  -- A page of the table that stands for several others: with more levels such a table has no end.
  it("whose pages hang together in a wrong way is refused", function()
    with(many, function(study, file)
      study "my.lua"
      local root = tonumber(study_runs.query(file "my.sqlite",
        "SELECT rootpage FROM sqlite_master WHERE name = 'points'")[1])
      local bytes = run.read_file(file "my.sqlite")
      local size = string.unpack(">I2", bytes, 17)
      local at = (root - 1) * size
      assert.are.equal(5, bytes:byte(at + 1)) -- a page of pages
      local count, last = string.unpack(">I2", bytes, at + 4), bytes:sub(at + 9, at + 12)
      assert.is_true(count >= 2)
      for i = 0, count - 1 do
        local cell = at + string.unpack(">I2", bytes, at + 13 + 2 * i)
        bytes = bytes:sub(1, cell) .. last .. bytes:sub(cell + 5)
      end
      run.write_file(file "bad.sqlite", bytes)
      refused(file, "the file is damaged (")
    end)
  end)

  it("with a journal that names another file leaves that file alone", function()
    with(many, function(study, file)
      study "my.lua"
      local victim, magic = file "victim", "\xD9\xD5\x05\xF9\x20\xA1\x63\xD7"
      local sum = 0
      for i = 1, #victim do
        sum = sum + victim:byte(i)
      end
      local bytes = run.read_file(file "my.sqlite")
      local page = string.unpack(">I2", bytes, 17)
      for _, name in ipairs { "bad.sqlite", "part.sqlite" } do
        run.write_file(file(name), bytes)
        local head = magic .. string.pack(">I4I4I4I4I4", 0, 0, #bytes // page, 512, page)
        run.write_file(file(name .. "-journal"), head .. ("\0"):rep(512 - #head)
          .. string.pack(">I4", (1 << 30) // page + 1) .. victim
          .. string.pack(">I4I4", #victim, sum) .. magic)
      end
      run.write_file(victim, "precious")
      refused(file, "bad.sqlite-journal is not of results: it names another file to be removed")
      local _, err = study("merge", "my.sqlite", "part.sqlite")
      assert.is_truthy(err:find("part.sqlite-journal is not of results", 1, true))
      assert.are.equal("precious", run.read_file(victim))
    end)
  end)

  it("that is a link is not followed, and a pipe is not waited for", function()
    with(many, function(study, file)
      assert(os.execute(("ln -s elsewhere %s; mkfifo %s"):format(run.quote(file "my.sqlite"),
        run.quote(file "pipe.sqlite"))))
      local _, err, status = study "my.lua"
      assert.are.same({ "study: my.sqlite: it is a link: name the file itself\n", 1 },
        { err, status })
      assert.is_nil(io.open(file "elsewhere"))
      _, err, status = run({ "study", "my.lua", "--output", "pipe.sqlite" }, nil,
        { env = "timeout 100", folder = file "", script = run.root .. "/run.lua" })
      assert.are.same({ "study: pipe.sqlite: it is no file\n", 1 }, { err, status })
    end)
  end)

  it("is a usual one, if it has statistics of ANALYZE", function()
    with(many, function(study, file)
      study "my.lua"
      execute(file "my.sqlite", "ANALYZE")
      assert.are.equal("many\n400 points: 400 done\nresults: my.sqlite\n", (study "my.sqlite"))
    end)
  end)
end)

describe("a merge", function()
  -- With a transaction that could write both files, SQLite makes a journal that names a third one.
  it("takes rows from a part that somebody else is writing", function()
    with(many, function(study, file)
      study("my.lua", "--slice", "1/2")
      local connection = assert(sqlite:connect(file "my.1of2.sqlite"))
      assert(connection:execute "BEGIN IMMEDIATE")
      assert.are.equal("many\n400 points: 200 done, 200 missing\nresults: all.sqlite\n",
        (study("merge", "all.sqlite", "my.1of2.sqlite")))
      connection:close()
    end)
  end)
end)
