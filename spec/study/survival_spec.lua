--- Specifies `run.lua study`: results survive what ends a study, and are not mixed with others.

local run = require "spec.support.run"
local study_runs = require "spec.support.study_runs"

local answers, dice, header = study_runs.answers, study_runs.dice, study_runs.header
local query, shell, with = study_runs.query, study_runs.shell, study_runs.with

local sqlite = require("luasql.sqlite3").sqlite3()

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
      assert.are.same({ "gone\n", "", 0 }, { shell(file, '. "$PROCESSES"; $study & pid=$!;'
        .. " wait_until '[ -n \"$(children $pid)\" ]'; workers=$(children $pid);"
        .. " kill -9 $pid; wait; for worker in $workers; do wait_until 'gone $worker'; done;"
        .. " echo gone") })
    end)
  end)

  it("leaves no process that begins only after it", function()
    with("while true do end", function(_, file)
      local out, _, status = shell(file, "$study --worker --seconds 60 --clock 60 --memory 100"
        .. " --parent 2147483647 my.lua 3<my.lua") -- its first line passes for the secret
      assert.are.same({ "", 1 }, { out, status })
    end)
  end)

  it("by Ctrl-C says so", function()
    with(counting:format(30000000), function(_, file)
      local _, err, status = shell(file, [[. "$PROCESSES"; $study --trust & pid=$!;
        wait_until '[ -s ran ]'; kill -INT $pid; wait $pid]])
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
      local _, err = shell(file, [[. "$PROCESSES"; $study --trust --jobs 1 &
        wait_until '[ -s ran ]'; $study --trust --jobs 1; wait]])
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
      local _, err = shell(file, [[. "$PROCESSES"; $study --trust --jobs 1 &
        wait_until '[ -s ran ]'; sed -i s/n2/n3/ my.lua; $study --trust --again; wait]])
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
