--- Specifies `run.lua study report`.

local dkjson = require "dkjson"
local process = require "tessera.process"
local run = require "spec.support.run"
local studies = require "spec.support.studies"
local values = require "tessera.base.values"

local some = {
  { { size = 6, seed = 1 }, { solved = true, length = 4 } },
  { { size = 6, seed = 2 }, { solved = false } },
  { { size = 8, seed = 1 }, { solved = true, length = 9 } },
  { { size = 8, seed = 2 }, "error", "my.lua:3: too | large" },
  { { size = 8, seed = 3 }, "error", "my.lua:3: too | large" },
  { { size = 8, seed = 4 }, "time", "stopped after 60 s\27[31m" },
}

-- Calls `use(report, file)` in a new folder with results. `report(...)` runs the command with words
-- behind "my.sqlite".
local function with(about, rows, use)
  run.in_folder(function(folder)
    studies.write(folder .. "/my.sqlite", about, studies.rows(rows))
    use(function(...)
      return run({ "study", "report", "my.sqlite", ... }, nil,
        { folder = folder, script = run.root .. "/run.lua" })
    end, function(name)
      return folder .. "/" .. name
    end)
  end)
end

local about = { name = "how hard", points = 8, parameters = { "seed", "size" },
  report = { { by = "size", mean = "solved", max = "length" } } }

local text = studies.picture [[
  how hard
  ========
  3 of 8 points are done. 3 failed. 2 are missing.

  failed  points  the first one  message
  ------  ------  -------------  --------------------------
  error        2  seed=2 size=8  my.lua:3: too | large
  time         1  seed=4 size=8  stopped after 60 s\x1B[31m

  Mean solved and max length by size
  ==================================

  size  points  failed    mean solved  max length
  ----  ------  ------  -------------  ----------
     6       2       0  0.5 (0.1-0.9)           4
     8       1       3  1.0 (0.2-1.0)           9

  length: 2 of 3 points have it.
  In parentheses: the interval of 95 % confidence.
]]

describe("run.lua study report", function()
  it("shows how far the study is, and its tables", function()
    with(about, some, function(report)
      assert.are.same({ text, "", 0 }, { report() })
    end)
  end)

  it("writes Markdown, CSV and a page instead", function()
    with(about, some, function(report, file)
      local out, _, status = report("--markdown", "my.md", "--csv", "my.csv", "--html", "my.html")
      assert.are.same({ "", 0 }, { out, status })
      assert.are.equal(studies.picture [[
        # how hard

        3 of 8 points are done. 3 failed. 2 are missing.

        | failed | points | the first one | message |
        | --- | ---: | --- | --- |
        | error | 2 | seed=2 size=8 | my.lua:3: too \| large |
        | time | 1 | seed=4 size=8 | stopped after 60 s\\x1B\[31m |

        ## Mean solved and max length by size

        | size | points | failed | mean solved | max length |
        | ---: | ---: | ---: | ---: | ---: |
        | 6 | 2 | 0 | 0.5 (0.1–0.9) | 4 |
        | 8 | 1 | 3 | 1.0 (0.2–1.0) | 9 |

        length: 2 of 3 points have it.

        In parentheses: the interval of 95 % confidence.
      ]], run.read_file(file "my.md"))
      local title = "Mean solved and max length by size"
      assert.are.equal("table,size,points,failed,mean solved,mean solved low,mean solved high,"
        .. "max length\r\n" .. title .. ",6,2,0,0.5,0.09453,0.90547,4\r\n" .. title
        .. ",8,1,3,1,0.20655,1,9\r\n", (run.read_file(file "my.csv"):gsub("0%.%d%d%d%d%d+",
          function(number)
            return ("%.5f"):format(number)
          end)))
      local page = run.read_file(file "my.html")
      assert.are.equal("how hard", page:match "<title>(.-)</title>")
      assert.is_truthy(page:find('0.5 <span class="interval">(0.1–0.9)</span></td>', 1, true))
    end)
  end)

  it("writes to the standard output, too", function()
    with(about, some, function(report)
      assert.are.equal("# how hard\n", (report("--markdown", "-")):match "^[^\n]*\n")
    end)
  end)

  it("has the tables alone, and says so, where gnuplot is missing", function()
    with(about, some, function(report, file)
      local pipe = assert(io.popen "command -v lua5.4")
      local lua = pipe:read "l"
      pipe:close()
      local _, err, status = run({ "study", "report", "my.sqlite", "--html", "my.html" }, nil,
        { folder = file "", script = run.root .. "/run.lua", env = "PATH=/nowhere", lua = lua })
      local why = "The plots are left out, because gnuplot is not installed: apt-get install"
        .. " gnuplot-nox."
      assert.are.same({ "study: " .. why .. "\n", 0 }, { err, status })
      local page = run.read_file(file "my.html")
      assert.is_truthy(page:find('<p class="missing">' .. why .. "</p>", 1, true))
      assert.is_nil(page:find("<svg", 1, true))
      assert.are.equal(2, select(2, page:gsub("<table>", "")))
    end)
  end)

  it("has tables for a study without a report", function()
    with({ name = "plain", parameters = { "seed", "size" } }, { some[1], some[2], some[3] },
      function(report)
        assert.are.equal(studies.picture [[
          plain
          =====
          3 of 3 points are done.

          Mean length, median length and mean solved
          ==========================================

          points    mean length  median length    mean solved
          ------  -------------  -------------  -------------
               3  6 (-25 to 38)            6.5  0.7 (0.2-0.9)

          length: 2 of 3 points have it.
          In parentheses: the interval of 95 % confidence.

          Mean length, median length and mean solved by seed
          ==================================================

          seed  points    mean length  median length    mean solved
          ----  ------  -------------  -------------  -------------
             1       2  6 (-25 to 38)            6.5  1.0 (0.3-1.0)
             2       1                                0.0 (0.0-0.8)

          length: 2 of 3 points have it.
          In parentheses: the interval of 95 % confidence.

          Mean length, median length and mean solved by size
          ==================================================

          size  points  mean length  median length    mean solved
          ----  ------  -----------  -------------  -------------
             6       2            4              4  0.5 (0.1-0.9)
             8       1            9              9  1.0 (0.2-1.0)

          length: 2 of 3 points have it.
          In parentheses: the interval of 95 % confidence.
        ]], (report()))
      end)
  end)

  it("says what is done of a study without rows", function()
    with({ name = "new", points = 1, parameters = { "n" }, report = { by = "n", mean = "x" } }, {},
      function(report)
        assert.are.equal(studies.picture [[
          new
          ===
          0 of 1 point is done. 1 is missing.

          Mean x by n
          ===========

          There are no points.
        ]], (report()))
      end)
  end)

  it("takes the report of the file as it is now", function()
    with(about, some, function(report, file)
      run.write_file(file "my.lua", [[
        local tessera = require "tessera"
        return tessera.study { name = "how hard", points = { n = { 1 } }, run = print,
          report = { title = "All\27", sum = "length" } }
      ]])
      assert.are.equal(studies.picture [[
        All\x1B
        =======

        points  failed  sum length
        ------  ------  ----------
             3       3          13
      ]], (report("--from", "my.lua")):match "All.-13\n")
      run.write_file(file "my.lua", "return require 'tessera'.study { name = 'a',\n"
        .. "points = { n = { 1 } }, run = print, report = { { meen = 'x' } } }")
      assert.are.same({ "", "my.lua:1: study: report: entry 1: unknown key 'meen'"
        .. " (did you mean 'mean'?)", 1 }, { (report("--from", "my.lua")),
        (select(2, report("--from", "my.lua")):gsub("^study: ", ""):gsub("\n$", "")),
        select(3, report("--from", "my.lua")) })
    end)
  end)

  it("refuses the file of another study", function()
    with(about, some, function(report, file)
      local function from(name, names)
        run.write_file(file "other.lua", ("return require 'tessera'.study { name = '%s', points = {"
          .. " %s = { 1 } }, run = print, report = { sum = 'length' } }"):format(name, names))
        return report("--from", "other.lua")
      end
      assert.are.same({ "", "study: other.lua: this is another study, 'easy' with n; my.sqlite has"
        .. " the results of 'how hard' with seed, size\n", 1 }, { from("easy", "n") })
      assert.are.equal(0, (select(3, from("easy", "seed = { 1 }, size"))))
    end)
  end)

  it("runs the file in the sandbox", function()
    with(about, some, function(report, file)
      run.write_file(file "my.lua", "io.open('stolen', 'w')")
      local _, err, status = report("--from", "my.lua")
      assert.is_truthy(err:find("io is refused to a script", 1, true), err)
      assert.are_not.equal(0, status)
      assert.is_nil(process.regular_file(file "stolen"))
    end)
  end)
end)

describe("values of a row", function()
  it("are read as dkjson reads them", function()
    for _, json in ipairs { "{}", '{"a":1}', '{"a":-1.5e+300,"b_2":true,"C":false}', '{"a":"x"}',
      '{"a":"\\"b\\":1","b":2}', '{"a":3.0,"b":9223372036854775807}', '{"a":":"}',
      '{"a":-0.0,"b":0,"c":-7}', '{"a":1,"b":"\\u0041\\n\\/\\\\u0041"}', '{"a":""}' } do
      local got, expected = values.decode(json), dkjson.decode(json)
      assert.are.same(expected, got, json)
      for name, value in pairs(got) do
        assert.are.equal(math.type(expected[name]), math.type(value), json)
      end
    end
  end)

  it("are nothing if they are not what a study writes", function()
    for _, json in ipairs { "", "7", "[1,2]", "nonsense", "{", "{,}", '{"a"}', '{"a":}', '{"a":1',
      '{"a":1}}', '{"a":1}\n', '{"a":1,}', '{"a":1,"a":2}', '{"a":{"b":1}}', '{"a":[1]}',
      '{"a":null}', '{ "a":1}', '{"a":0x10}', '{"a":01}', '{"a":1.}', '{"a":.5}', '{"a":1e400}',
      '{"a":nan}', '{"a":inf}', '{"a":9223372036854775808}', '{"a":"\n"}', '{"a":"\\x"}',
      '{"a":"\\u12"}', '{"a":"x}', '{"a":"x\\"}', '{"1":1}', '{"a b":1}',
      ('{"a":'):rep(100000) .. "1" .. ("}"):rep(100000) } do
      assert.is_nil(values.decode(json), json:sub(1, 40))
    end
  end)

  it("of what a study is are tables of JSON that is not deep", function()
    assert.are.same({ { kind = "a[[[", by = { "x" } } },
      values.table '[{"kind":"a[[[","by":["x"]}]')
    for _, json in ipairs { "", "7", "[", '["', "[1", ("["):rep(17) .. ("]"):rep(17),
      ("["):rep(1000000), ('{"a":'):rep(1000000), "[" .. (" "):rep(33 << 20) .. "]" } do
      assert.is_nil(values.table(json), json:sub(1, 40))
    end
  end)
end)

describe("run.lua study report, used wrongly,", function()
  local function fails(words, message, status)
    local out, err, got = run { "study", table.unpack(words) }
    assert.are.same({ "", "study: " .. message .. "\n", status }, { out, err, got })
  end

  it("names what is wrong with the file", function()
    run.in_folder(function(folder)
      local path = folder .. "/a.sqlite"
      fails({ "report", path }, ("cannot open %s: No such file or directory"):format(path), 1)
      fails({ "report", folder }, ("cannot open %s: it is no file"):format(folder), 1)
      run.write_file(folder .. "/a.lua", "")
      local made = folder .. "/a.lua: this is a study's file; its results are "
      fails({ "report", folder .. "/a.lua" }, ("%smade with `run.lua study %s/a.lua`"):format(made,
        folder), 1)
      run.write_file(path, "")
      fails({ "report", folder .. "/a.lua" }, made .. path, 1)
      fails({ "report", path }, path .. ": there are no results in it", 1)
      run.write_file(path, ("no database "):rep(100))
      fails({ "report", path }, path .. ": file is not a database", 1)
      studies.write(folder .. "/b.sqlite", {}, {})
      local connection = require("luasql.sqlite3").sqlite3():connect(folder .. "/b.sqlite")
      connection:execute "UPDATE study SET value = '[{\"kind\":\"../x\"}]' WHERE name = 'report'"
      connection:close()
      fails({ "report", folder .. "/b.sqlite" }, folder .. "/b.sqlite: report: entry 1: there is no"
        .. " kind '../x' (expected one of cross levels ratings table)", 1)
    end)
  end)

  it("names what is wrong with a row", function()
    for column, value in pairs { point = "7", result = "nonsense", point2 = "" } do
      run.in_folder(function(folder)
        local path = folder .. "/a.sqlite"
        studies.write(path, {}, studies.rows { some[1] })
        local connection = require("luasql.sqlite3").sqlite3():connect(path)
        connection:execute(("UPDATE points SET %s = '%s'"):format(column:gsub("2", ""), value))
        connection:close()
        fails({ "report", path }, path .. ": the file is damaged (the row of point 1)", 1)
      end)
    end
  end)

  it("names what is wrong with the words", function()
    fails({ "report" }, "report needs one file of results", 2)
    fails({ "report", "a.sqlite", "b.sqlite" }, "report needs one file of results", 2)
    fails({ "a.sqlite", "--html", "a.html" },
      "--markdown, --html, --levels and --from are for report FILE.sqlite", 2)
  end)
end)
