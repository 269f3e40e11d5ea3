--- Specifies `run.lua study`: the pool, results that survive what ends a study, slices, exports.

local process = require "tessera.process"
local run = require "spec.support.run"

local sqlite = require("luasql.sqlite3").sqlite3()

-- The rows of a query, as lines of values between bars.
local function query(path, text)
  local connection = assert(sqlite:connect(path))
  local cursor = assert(connection:execute(text))
  local lines, row = {}, cursor:fetch({}, "n")
  while row do
    for i = 1, #cursor:getcolnames() do
      row[i] = tostring(row[i])
    end
    lines[#lines + 1] = table.concat(row, "|")
    row = cursor:fetch({}, "n")
  end
  connection:close()
  return lines
end

-- All that does not depend on time and place.
local function answers(path)
  return query(path, "SELECT number, key, point, status, result, message FROM points"
    .. " ORDER BY number")
end

-- Runs a script of the shell in the folder of a study; there, `study` runs the study.
local function shell(file, script)
  return run.shell(("cd %s; study='lua5.4 %s/run.lua study my.lua'; %s"):format(
    run.quote(file ""), run.root, script))
end

local header = 'local tessera = require "tessera"\n'

-- Calls `use(study, file)` in a new folder that has the study's file. `study(...)` runs the command
-- with words behind "study"; `file(name)` is a path in the folder.
local function with(text, use)
  run.in_folder(function(folder)
    local function file(name)
      return folder .. "/" .. name
    end
    run.write_file(file "my.lua", header .. text)
    use(function(...)
      local words = { "study", ... }
      return run(words, nil, { folder = folder, script = run.root .. "/run.lua" })
    end, file)
  end)
end

local dice = [[
return tessera.study { name = "dice", points = { sides = { 6, 20 }, seed = tessera.range(1, 20) },
  run = function(point, random)
    local sum = random:below(point.sides) + math.random(point.sides)
    return { sum = sum, half = sum / 2, even = sum % 2 == 0, word = ("x"):rep(sum % 3) }
  end }
]]

describe("a study", function()
  it("runs all points, and says what has come of them", function()
    with(dice, function(study, file)
      local out, err, status = study "my.lua"
      assert.are.equal("dice\n40 points: 40 done\nresults: my.sqlite\n", out)
      assert.are.equal("", err)
      assert.are.equal(0, status)
      local rows = answers(file "my.sqlite")
      assert.are.equal(40, #rows)
      assert.matches('^1|seed=1 sides=6|{"seed":1,"sides":6}|done|'
        .. '{"even":%a+,"half":[%d.]+,"sum":%d+,"word":"x*"}|nil$', rows[1])
      assert.are.same({ "file|my.lua", "name|dice", 'parameters|["seed","sides"]', "points|40" },
        query(file "my.sqlite", "SELECT name, value FROM study WHERE name IN ('name', 'points',"
        .. " 'parameters', 'file') ORDER BY name"))
      assert.are.same({ "40" }, query(file "my.sqlite", "SELECT count(*) FROM answers"
        .. " WHERE sides IN (6, 20) AND half * 2 = sum AND even = (sum % 2 = 0)"
        .. " AND length(word) = sum % 3"))
    end)
  end)

  it("has the same results with one process, with two, and in slices", function()
    with(dice, function(study, file)
      study("my.lua", "--jobs", "1", "--output", "one.sqlite")
      study("my.lua", "--jobs", "2", "--output", "two.sqlite")
      assert.are.equal("dice\n40 points: 14 done, 26 missing\nresults: my.1of3.sqlite\n",
        (study("my.lua", "--slice", "1/3")))
      study("my.lua", "--slice", "2/3")
      study("my.lua", "--slice", "3/3", "--output", "third.sqlite")
      assert.are.equal("dice\n40 points: 27 done, 13 missing\nresults: all.sqlite\n",
        (study("merge", "all.sqlite", "my.1of3.sqlite", "third.sqlite")))
      for _ = 1, 2 do -- a part may be merged again
        assert.are.equal("dice\n40 points: 40 done\nresults: all.sqlite\n",
          (study("merge", "all.sqlite", "my.1of3.sqlite", "my.2of3.sqlite")))
      end
      local one = answers(file "one.sqlite")
      assert.are.equal(40, #one)
      assert.are.same(one, answers(file "two.sqlite"))
      assert.are.same(one, answers(file "all.sqlite"))
      assert.are.same({ "1/3|14", "2/3|13", "3/3|13" }, query(file "all.sqlite", "SELECT slice,"
        .. " count(*) FROM points, runs WHERE runs.id = points.run GROUP BY slice ORDER BY slice"))
    end)
  end)

  it("is also run by its file's name alone", function()
    with(dice, function(_, file)
      local out = run { file "my.lua" }
      assert.are.equal("dice\n40 points: 40 done\nresults: " .. file "my.sqlite" .. "\n", out)
      assert.are.equal(out, (run { file "my.lua", "--trust" }))
    end)
  end)
end)

-- Takes all memory; a sanitizer cannot limit that.
local bomb = process.limits_memory
  and "local t = {} while true do t[#t + 1] = ('x'):rep(100000) .. #t end"
  or "error('not enough memory', 0)"

local failing = ([[
local kept
return tessera.study { name = "failing", points = { n = tessera.range(1, 8) },
  run = function(point)
    if point.n == 2 then error "bad\tluck" end
    if point.n == 3 then while true do end end
    if point.n == 4 then BOMB end
    if point.n == 5 then local _ = io.open end
    if point.n == 6 then return { n = 1 } end
    if point.n == 7 then error {} end
    return { fine = true }
  end, seconds = 1, memory = 64 }
]]):gsub("BOMB", bomb)

describe("a point that fails", function()
  it("is a result with its reason", function()
    with(failing, function(study, file)
      local out, _, status = study("my.lua", "--jobs", "2")
      assert.are.equal(0, status)
      assert.matches("\n8 points: 2 done, 6 failed %(3 error, 1 memory, 1 refused, 1 time%)\n", out)
      assert.matches("\n  point 3 %(n=3%): time: stopped after 1 s of CPU time\n", out)
      assert.matches("\n  point 6 .*\n  and 1 more\nresults: ", out)
      assert.are.same({ "1|done|nil", "2|error|my.lua:5: bad\\x09luck",
        "3|time|stopped after 1 s of CPU time", "4|memory|not enough memory",
        "5|refused|my.lua:8: io is refused to a script (--trust allows it)",
        "6|error|result: n is a name of the point",
        "7|error|an error that is no text: a table", "8|done|nil" },
        query(file "my.sqlite", "SELECT number, status, message FROM points ORDER BY number"))
      assert.are.same({ "3|n=3|{\"n\":3}" }, query(file "my.sqlite",
        "SELECT number, key, point FROM points WHERE status = 'time'"))
    end)
  end)

  it("is run again by --retry alone", function()
    with([[return tessera.study { name = "slow", points = { n = tessera.range(1, 4) },
      run = function(point)
        if point.n == 3 then while true do end end
        return { fine = true }
      end, seconds = 1 }]], function(study, file)
      study "my.lua"
      study "my.lua"
      assert.are.same({ "1|3", "1|1" }, query(file "my.sqlite",
        "SELECT run, count(*) FROM points GROUP BY run, status = 'done' ORDER BY 2 DESC"))
      study("my.lua", "--retry")
      assert.are.same({ "1|1", "1|2", "1|4", "3|3" }, query(file "my.sqlite",
        "SELECT run, number FROM points ORDER BY run, number"))
    end)
  end)

  it("that eats memory or crashes is tried again alone before it is told so", function()
    with([[local kept = {}
    return tessera.study { name = "leaks", points = { n = tessera.range(1, 40) },
      run = function(point)
        kept[#kept + 1] = ("x"):rep(5000000) .. point.n -- one of these fits, ten do not
        return { size = #kept[#kept] }
      end, memory = 64 }]], function(study)
      assert.are.equal("leaks\n40 points: 40 done\nresults: my.sqlite\n",
        (study("my.lua", "--jobs", "1")))
    end)
  end)

  it("cannot leave a global behind", function()
    with([[n = 0
    local function set(name, value) _ENV[name] = value end
    return tessera.study { name = "globals", points = { a = { 1, 2, 3 } },
      run = function(point)
        if point.a == 1 then n = n + 1 elseif point.a == 2 then set("m", 1) end
        return { n = n, type = type(m), math = math.floor(2.5) }
      end }]], function(study, file)
      study "my.lua"
      assert.are.same({ "error|nil", "error|nil",
        'done|{"math":2,"n":0,"type":"nil"}' }, query(file "my.sqlite",
        "SELECT status, result FROM points ORDER BY number"))
    end)
  end)
end)

describe("what a study prints", function()
  it("is told with the number of the point", function()
    with([[print "loading"
    return tessera.study { name = "talks", points = { a = { 1, 2 } },
      run = function(point)
        print("a is", point.a, "\27[31m\trow\t1\tdone")
        return {}
      end }]], function(study)
      local out, err = study("my.lua", "--jobs", "1")
      assert.are.equal("talks\n2 points: 2 done\nresults: my.sqlite\n", out)
      assert.are.equal([[
loading
point 1: a is 1 \x1B[31m\x09row\x091\x09done
point 2: a is 2 \x1B[31m\x09row\x091\x09done
]], err)
    end)
  end)
end)

-- Each point makes a file, so that one can count how often it was run; the file needs --trust.
local counting = [[
return tessera.study { name = "counting", points = { n = tessera.range(1, 60) },
  run = function(point)
    local file = io.open("ran", "a")
    file:write(point.n, "\n")
    file:close()
    local n = 0
    for i = 1, %d do n = n + i end
    return { n2 = n }
  end }
]]

-- How often each point was run.
local function ran(path)
  local times, file = {}, io.open(path)
  for line in file and file:lines() or function() end do
    times[line] = (times[line] or 0) + 1
  end
  return times
end

describe("a study that was killed", function()
  it("goes on, and repeats nothing that was finished", function()
    with(counting:format(3000000), function(study, file)
      -- SIGKILL at ten different moments
      shell(file, "for i in 1 2 3 4 5 6 7 8 9 10; do $study --trust & pid=$!; touch ran; while"
        .. " kill -0 $pid 2>/dev/null && [ $(cat ran | wc -l) -lt $((i * 5)) ]; do sleep 0.01;"
        .. " done; kill -9 $pid; wait; done")
      local before = query(file "my.sqlite", "SELECT number, run, id FROM points ORDER BY number")
      local runs = #query(file "my.sqlite", "SELECT id FROM runs")
      local out = study("my.lua", "--trust")
      assert.are.equal("counting\n60 points: 60 done\nresults: my.sqlite\n", out)
      assert.is_true(#before > 0 and #before < 60 and runs > 1)
      assert.are.same(before, query(file "my.sqlite", "SELECT number, run, id FROM points"
        .. " WHERE run <= " .. runs .. " ORDER BY number"))
      local times, most = ran(file "ran"), 0
      for n = 1, 60 do
        most = math.max(most, times[tostring(n)])
      end
      -- what was running or not yet written when the process was killed is run again
      assert.is_true(most <= 11)
      assert.are.same({ "ok" }, query(file "my.sqlite", "PRAGMA integrity_check"))
    end)
  end)

  it("leaves no process behind", function()
    with("while true do end", function(_, file)
      local out = shell(file, "pgrep='" .. run.pgrep .. "'; $study & pid=$!;"
        .. " until env $pgrep -P $pid >/dev/null; do sleep 0.01; done;"
        .. " worker=$(env $pgrep -P $pid); kill -9 $pid; wait; n=0;"
        .. " while kill -0 $worker 2>/dev/null && [ $n -lt 1000 ]; do sleep 0.01; n=$((n + 1));"
        .. " done; kill -0 $worker 2>/dev/null && echo alive || echo gone")
      assert.are.equal("gone\n", out)
    end)
  end)

  it("by Ctrl-C says so", function()
    with(counting:format(30000000), function(_, file)
      local _, err, status = shell(file, "$study --trust & pid=$!; until [ -s ran ]; do sleep 0.01;"
        .. " done; kill -INT $pid; wait $pid")
      assert.matches("^study: 60 points: %d+ done, %d+ missing; the same command goes on\n$", err)
      assert.are.equal(130, status)
    end)
  end)

  it("by a full disk keeps what was written", function()
    with(dice:gsub("20%)", "20000)"), function(study, file)
      local _, err, status = shell(file, "trap '' XFSZ; ulimit -f 200; exec $study")
      assert.are.equal(1, status)
      assert.matches("^study: my.sqlite: .+; what was written is kept: the same command goes on\n$",
        err)
      assert.are.same({ "ok" }, query(file "my.sqlite", "PRAGMA integrity_check"))
      assert.matches("^dice\n40000 points: %d+ done, %d+ missing\n", (study "my.sqlite"))
    end)
  end)
end)

describe("two runs of the same study at the same time", function()
  it("help each other", function()
    with(counting:format(2000000), function(study, file)
      local _, err = shell(file, "$study --trust --jobs 1 & until [ -s ran ]; do sleep 0.01; done;"
        .. " $study --trust --jobs 1; wait")
      assert.are.equal("study: this study is under way already (1 run), and this run helps\n", err)
      assert.are.equal("counting\n60 points: 60 done\nresults: my.sqlite\n", (study "my.sqlite"))
      assert.are.same({ "60|2" }, query(file "my.sqlite",
        "SELECT count(*), count(DISTINCT run) FROM points"))
    end)
  end)
end)

describe("results", function()
  it("are not mixed with those of a run before --again", function()
    with(counting:format(3000000), function(study, file)
      local _, err = shell(file, "$study --trust --jobs 1 & until [ -s ran ]; do sleep 0.01; done;"
        .. " sed -i s/n2/n3/ my.lua; $study --trust --again; wait")
      assert.are.equal("study: my.sqlite: another run has begun this study anew (--again)\n", err)
      assert.are.same({ "60" }, query(file "my.sqlite",
        "SELECT count(*) FROM points WHERE json_extract(result, '$.n3') > 0"))
      assert.are.equal("counting\n60 points: 60 done\nresults: my.sqlite\n", (study "my.sqlite"))
    end)
  end)

  it("are not mixed with those of a changed file", function()
    with(dice, function(study, file)
      study "my.lua"
      run.write_file(file "my.lua", header .. dice:gsub("20", "10"))
      local out, err, status = study "my.lua"
      assert.are.equal("", out)
      assert.are.equal("study: my.sqlite: these results were made before the study's file has"
        .. " changed; --again drops them, --keep takes them as they are, --output FILE.sqlite"
        .. " begins another file\n", err)
      assert.are.equal(1, status)
      assert.are.equal(40, #answers(file "my.sqlite"))
      assert.are.equal("dice\n20 points: 20 done\nresults: my.sqlite\n",
        (study("my.lua", "--again")))
      assert.are.equal(20, #answers(file "my.sqlite"))
      run.write_file(file "my.lua", header .. dice:gsub('"dice"', '"other dice"'))
      assert.matches("my.sqlite: these are the results of another study, 'dice'; ",
        (select(2, study "my.lua")))
      assert.are.equal("other dice\n40 points: 20 done, 20 missing\nresults: my.1of2.sqlite\n",
        (study("my.lua", "--slice", "1/2")))
      out, err, status = study("merge", "my.sqlite", "my.1of2.sqlite")
      assert.are.same({ "", "study: my.1of2.sqlite: it holds results of another study than"
        .. " my.sqlite, or of another version of it\n", 1 }, { out, err, status })
    end)
  end)

  it("are kept if that is wanted, under the new numbers of their points", function()
    with(dice, function(study, file)
      study "my.lua"
      local before = query(file "my.sqlite", "SELECT key, result, run, id FROM points WHERE"
        .. " json_extract(point, '$.seed') <= 15 ORDER BY key")
      assert.are.equal(30, #before)
      run.write_file(file "my.lua", header .. dice:gsub("{ 6, 20 }", "{ 6, 12, 20 }"):gsub(
        "range%(1, 20%)", "range(0, 15)"))
      assert.are.equal("dice\n48 points: 48 done\nresults: my.sqlite\n",
        (study("my.lua", "--keep")))
      assert.are.same(before, query(file "my.sqlite", "SELECT key, result, run, id FROM points"
        .. " WHERE run = 1 ORDER BY key"))
      study("my.lua", "--output", "fresh.sqlite")
      assert.are.same(answers(file "fresh.sqlite"), answers(file "my.sqlite"))
      assert.are.equal("dice\n48 points: 48 done\nresults: my.sqlite\n", (study "my.lua"))
      assert.are.equal("study: --again drops all results: there is nothing to keep or to run"
        .. " again\n", (select(2, study("my.lua", "--again", "--keep"))))
    end)
  end)

  it("depend on the files that the study requires", function()
    with('local sides = require "sides"\n' .. dice:gsub("6, 20", "sides"), function(study, file)
      run.write_file(file "sides.lua", "return 6")
      assert.are.equal("dice\n20 points: 20 done\nresults: my.sqlite\n", (study "my.lua"))
      run.write_file(file "sides.lua", "return 8")
      local _, err = study "my.lua"
      assert.matches("before the study's file has changed", err)
    end)
  end)

  it("are exported as CSV and as lines of JSON", function()
    with([[return tessera.study { name = "export", points = { a = { 1, "x,\"y\"\n" } },
      run = function(point)
        if point.a == 1 then return { big = math.maxinteger, third = 1 / 3, yes = true } end
        error("no, \"never\"", 0)
      end }]], function(study, file)
      study("my.lua", "--csv", "out.csv", "--jsonl", "out.jsonl")
      local csv = run.read_file(file "out.csv"):gsub(",0%.[%de.-]+\n", ",SECONDS\n")
      assert.are.equal([[
number,key,a,big,third,yes,status,message,seconds
1,a=1,1,9223372036854775807,0.33333333333333331,true,done,,SECONDS
2,"a=""x,\""y\""\n""","x,""y""
",,,,error,"no, ""never""",SECONDS
]], csv)
      local jsonl = run.read_file(file "out.jsonl"):gsub(',"seconds":[%d.e-]+}', "}")
      assert.are.equal([[
{"number":1,"key":"a=1","point":{"a":1},"status":"done",]]
        .. [["result":{"big":9223372036854775807,"third":0.33333333333333331,"yes":true}}
{"number":2,"key":"a=\"x,\\\"y\\\"\\n\"","point":{"a":"x,\"y\"\n"},"status":"error",]]
        .. [["message":"no, \"never\""}
]], jsonl)
      assert.are.equal(run.read_file(file "out.csv"), (study("my.sqlite", "--csv", "-")))
      local _, err, status = study("my.sqlite", "--csv", "no/such/folder")
      assert.are.equal("study: cannot write no/such/folder: No such file or directory\n", err)
      assert.are.equal(1, status)
    end)
  end)

  it("that cannot be opened are told in one line", function()
    with(dice, function(study, file)
      local function refused(expected, ...)
        local out, err, status = study(...)
        assert.are.same({ "", "study: " .. expected .. "\n", 1 }, { out, err, status })
      end
      refused("cannot open none.sqlite: No such file or directory", "none.sqlite")
      run.write_file(file "text.sqlite", ("no SQLite file\n"):rep(100))
      refused("text.sqlite: file is not a database", "text.sqlite")
      refused("text.sqlite: file is not a database", "my.lua", "--output", "text.sqlite")
      run.write_file(file "empty.sqlite", "")
      refused("empty.sqlite: there are no results in it", "empty.sqlite")
      local other = assert(sqlite:connect(file "other.sqlite"))
      other:execute "CREATE TABLE t (a)"
      other:close()
      refused("other.sqlite: this SQLite file holds no results of a study", "other.sqlite")
      refused("other.sqlite: this SQLite file holds no results of a study", "my.lua", "--output",
        "other.sqlite")
      refused("no/such.sqlite: it cannot be opened (unable to open database file)", "my.lua",
        "--output", "no/such.sqlite")
      refused("cannot open none.sqlite: No such file or directory", "merge", "out.sqlite",
        "none.sqlite")
    end)
  end)
end)

describe("points that are not the same everywhere", function()
  it("are the same if they are drawn by math.random", function()
    for _, points in ipairs { "local n = math.random(1000000) local points = { a = { n, n + 1 } }",
      [[local function points(add)
        math.randomseed(1)
        for i = 1, 30 do add { i = i, a = math.random(1000000) } end
      end]] } do
      with(points .. [[ return tessera.study { name = "drawn", points = points,
        run = function(point) return { b = math.random(1000) + point.a } end }]],
        function(study, file)
          study("my.lua", "--jobs", "1", "--output", "one.sqlite")
          study("my.lua", "--jobs", "2", "--output", "two.sqlite")
          study("my.lua", "--slice", "1/2")
          study("my.lua", "--slice", "2/2")
          study("merge", "all.sqlite", "my.1of2.sqlite", "my.2of2.sqlite")
          local one = answers(file "one.sqlite")
          assert.is_true(#one >= 2)
          assert.are.same(one, answers(file "two.sqlite"))
          assert.are.same(one, answers(file "all.sqlite"))
        end)
    end
  end)

  it("are an error", function()
    for _, points in ipairs { "{ a = { os.clock(), 5 } }",
      "function(add) add { a = 2 } add { a = os.clock() } end" } do
      with("return tessera.study { name = 'late', run = function() return {} end, points = "
        .. points .. "}",
        function(study)
          local out, err, status = study "my.lua"
          assert.are.same({ "", "study: late: its points are others in every process (os.time,"
            .. " os.clock and the order of `pairs` differ from one to the next)\n", 1 },
            { out, err, status })
        end)
    end
  end)

  it("cannot be forged by a function that adds points", function()
    local function refused(body, expected)
      with("local later return tessera.study { name = 'x', run = print, points = function(add)"
        .. body .. " end }", function(study)
          local out, err, status = study "my.lua"
          assert.are.same({ "", "study: " .. expected .. "\n", 1 }, { out, err, status })
        end)
    end
    refused([[ add { n = 1 } coroutine.yield({ ["a\nrow\t2\tdone\t0\t{}"] = 1 }, { "a" })]],
      "points: the function yields: it must call `add`")
    refused(" coroutine.wrap(function() add { n = 1 } end)()", "my.lua:2: my.lua:2: points: `add`"
      .. " is for the function that it was given to, while that runs")
  end)
end)

describe("texts", function()
  it("are kept as they are", function()
    with([[return tessera.study { name = "why?", points = { t = { "a?b'c" } },
      run = function() return { said = "really? 'yes' \\ \"%d\"" } end }]], function(study)
      assert.are.equal("why?\n1 point: 1 done\nresults: my.sqlite\n", (study "my.lua"))
      assert.is_truthy(study("my.sqlite", "--csv", "-"):find(
        [[1,"t=""a?b'c""",a?b'c,"really? 'yes' \ ""%d""",done]], 1, true))
    end)
  end)
end)

describe("closed files", function()
  it("are no reason to crash", function()
    with(dice, function(study, file)
      for _, closed in ipairs { ">&- 2>&-", "2>&- <&-", ">&- 2>&- <&-" } do
        local _, _, status = shell(file, "$study --again " .. closed)
        assert.is_true(status == 0 or status == 1, status)
      end
      assert.matches("40 done", (study "my.sqlite"))
    end)
  end)
end)

describe("several runs that begin at once", function()
  it("share the work from the start", function()
    with(counting:format(100000), function(study, file)
      for _ = 1, 5 do
        local _, err = shell(file, "rm -f my.sqlite*; $study --trust --jobs 1 & $study --trust"
          .. " --jobs 1 & $study --trust --jobs 1 & wait")
        assert.are.equal("", (err:gsub("study: this study is under way already[^\n]*\n", "")))
        assert.are.equal("counting\n60 points: 60 done\nresults: my.sqlite\n", (study "my.sqlite"))
      end
    end)
  end)
end)

describe("a damaged file of results", function()
  it("is told in one line", function()
    with(dice, function(study, file)
      study "my.lua"
      for _, damage in ipairs { "UPDATE points SET number = 'a' WHERE number = 3",
        "UPDATE points SET point = '[[1],2]' WHERE number = 3",
        "UPDATE points SET result = '[1,2,3]' WHERE number = 3",
        "UPDATE points SET status = 7 WHERE number = 3", "UPDATE study SET value = 7",
        "UPDATE study SET value = '[1]'", "DELETE FROM study WHERE name = 'name'",
        "DELETE FROM study WHERE name = 'points'", "DELETE FROM study WHERE name = 'report'",
        "DELETE FROM study", "UPDATE study SET value = 'x'",
        "UPDATE points SET seconds = 'x'", "UPDATE points SET key = x'00FF'" } do
        shell(file, "cp my.sqlite bad.sqlite")
        local connection = assert(sqlite:connect(file "bad.sqlite"))
        connection:execute(damage)
        connection:close()
        for _, words in ipairs { { "bad.sqlite" }, { "bad.sqlite", "--csv", "-" },
          { "bad.sqlite", "--jsonl", "-" }, { "report", "bad.sqlite" },
          { "my.lua", "--output", "bad.sqlite" }, { "merge", "new.sqlite", "bad.sqlite" } } do
          local _, err, status = study(table.unpack(words))
          assert.is_true(status == 0 or status == 1, damage)
          assert.is_true(err == "" or err:find "^study: [^\n]*\n$" ~= nil, damage .. err)
          os.remove(file "new.sqlite")
        end
      end
    end)
  end)
end)

describe("wrong use of the command", function()
  it("is told in one line", function()
    with("return 7", function(study)
      local function refused(status, expected, ...)
        local out, err, found = study(...)
        assert.are.same({ "", expected .. "\n", status }, { out, err, found })
      end
      refused(1, "study: my.lua returned 7, which is no study", "my.lua")
      refused(1, "run.lua: cannot open none.lua: No such file or directory", "none.lua")
      refused(2, "study: the file of a study is required (try --help)")
      refused(2, "study: one study at a time is run", "my.lua", "my.lua")
      refused(2, "study: merge needs the file to write, and those to take results from", "merge",
        "my.sqlite")
      refused(2, "study: --slice must be such as 3/8, not '9/8' (try --help)", "my.lua", "--slice",
        "9/8")
      refused(2, "study: --jobs must be a whole number of 1..1024, not '0' (try --help)", "my.lua",
        "--jobs", "0")
    end)
  end)

  it("also in the study's file", function()
    local function refused(text, expected, status)
      with(text, function(study)
        local out, err, found = study "my.lua"
        assert.are.same({ "", "study: " .. expected .. "\n", status or 1 }, { out, err, found })
      end)
    end
    refused("return tessera.study {", "my.lua:2: unexpected symbol near <eof>")
    refused("return tessera.study { name = 'x', points = { a = { 1 } } }",
      "my.lua:2: study: run is missing (expected a value of type function)")
    refused("error 'no'", "my.lua:2: no")
    refused("local _ = os.execute",
      "my.lua:2: os.execute is refused to a script (--trust allows it)")
    refused(bomb, "not enough memory")
    refused([[return tessera.study { name = "x", run = print, points = function(add)
      add { a = 1 } add { a = 2 } add { a = 1 } end }]], "points 1 and 3 are alike: a=1")
    refused([[return tessera.study { name = "x", run = print, points = function() end }]],
      "the study has no points")
    refused([[return tessera.study { name = "x", run = print, points = function(add)
      add { 7 } end }]],
      "my.lua:3: point 1: expected a name of letters, digits and '_', got 1")
  end)
end)
