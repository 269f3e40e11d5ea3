--- Specifies `run.lua study`: the pool, points that fail, slices, exports, wrong use.

local process = require "tessera.process"
local run = require "spec.support.run"
local study_runs = require "spec.support.study_runs"

local answers, dice, query, with = study_runs.answers, study_runs.dice, study_runs.query,
  study_runs.with

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
        "5|refused|my.lua:8: io is refused to a script (--trust allows it): print writes lines",
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
        return { n = n, type = type(rawget(_G, "m")), math = math.floor(2.5) }
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
        local out, err, found = study("my.lua", "--max-memory", "100")
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
