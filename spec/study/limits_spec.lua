--- Specifies the limits that the command line sets to all that a study starts.

local process = require "tessera.process"
local run = require "spec.support.run"
local study_runs = require "spec.support.study_runs"

local query, with = study_runs.query, study_runs.with

-- Runs the study in both ways: `study my.lua` and `my.lua`. The results are gone before each.
local function both_ways(file, use, ...)
  for _, words in ipairs { { "study", "my.lua", ... }, { "my.lua", ... } } do
    os.remove(file "my.sqlite")
    use(run(words, nil, { folder = file "", script = run.root .. "/run.lua" }))
  end
end

local greedy = [[
return tessera.study { name = "greedy", points = { n = { 1, 2 } }, SETS
  run = function() return { x = 1 } end }]]

describe("a study that asks for more than the command line allows", function()
  local cases = {
    { "seconds = 100000,", "100000 s of CPU time for a point, and --max-seconds allows 600: give"
      .. " --max-seconds 100000, or lower its `seconds`" },
    { "seconds = 2,", "2 s of CPU time for a point, and --max-seconds allows 1: give"
      .. " --max-seconds 2, or lower its `seconds`", "--max-seconds", "1" },
    { "memory = 100000,", "100000 MB of memory for a point, and --max-memory allows 4096: give"
      .. " --max-memory 100000, or lower its `memory`" },
    { "memory = 65,", "65 MB of memory for a point, and --max-memory allows 64: give"
      .. " --max-memory 65, or lower its `memory`", "--max-memory", "64" },
  }
  for _, case in ipairs(cases) do
    it("is refused: " .. case[1] .. " " .. table.concat(case, " ", 3), function()
      with(greedy:gsub("SETS", case[1]), function(_, file)
        both_ways(file, function(out, err, status)
          assert.are.equal("", out)
          assert.are.equal("my.lua: the study wants " .. case[2] .. "\n",
            (err:gsub("^[%w.]+: ", "", 1)))
          assert.are.equal(1, status)
          assert.is_nil(io.open(file "my.sqlite"))
        end, table.unpack(case, 3))
      end)
    end)
  end

  it("runs if the command line says so", function()
    with(greedy:gsub("SETS", "seconds = 700, memory = 5000,"), function(_, file)
      both_ways(file, function(out, err, status)
        assert.are.same({ "greedy\n2 points: 2 done\nresults: my.sqlite\n", "", 0 },
          { out, err, status })
      end, "--max-seconds", "700", "--max-memory", "5000")
    end)
  end)
end)

describe("a study that asks for nothing", function()
  local function rows_of(text, more, expected)
    with(text, function(_, file)
      both_ways(file, function(_, err, status)
        assert.are.equal(0, status, err)
        assert.are.same(expected, query(file "my.sqlite",
          "SELECT status, message FROM points ORDER BY number"))
      end, table.unpack(more))
    end)
  end

  it("has what the command line allows: time", function()
    rows_of([[return tessera.study { name = "slow", points = { n = { 1 } },
      run = function() while true do end end }]], { "--max-seconds", "1" },
      { "time|stopped after 1 s of CPU time" })
  end)

  it("has what the command line allows: the clock", function()
    rows_of([[return tessera.study { name = "waits", points = { n = { 1 } },
      run = function() os.execute "sleep 100" end }]], { "--max-wall", "1", "--trust" },
      { "time|stopped after 1 s on the clock" })
  end)

  it("has what the command line allows: memory", function()
    if process.limits_memory then
      rows_of([[return tessera.study { name = "large", points = { n = { 1 } },
        run = function() return { size = #("x"):rep(200000000) } end }]],
        { "--max-memory", "64" }, { "memory|not enough memory" })
    end
  end)

  it("also if it is a tournament or a generator", function()
    rows_of([[return tessera.tournament { name = "cup", game = "horizontally", seeds = { 1 },
      options = { fields = 2, rows = 4, columns = 4 }, think = 100,
      players = { a = "random", b = function() while true do end end } }]],
      { "--max-seconds", "1" }, { "time|stopped after 1 s of CPU time: to move: b",
        "time|stopped after 1 s of CPU time: to move: b" })
    rows_of([[return tessera.generator { name = "levels", game = "tower", points = { n = { 1 } },
      generate = function() while true do end end }]], { "--max-seconds", "1" },
      { "time|stopped after 1 s of CPU time" })
  end)

  it("also while its file is loaded", function()
    with("while true do end", function(study)
      local _, err, status = study("my.lua", "--max-seconds", "1")
      assert.are.same({ "study: stopped after 1 s of CPU time\n", 1 }, { err, status })
    end)
  end)
end)

local wordy = [[
return tessera.study { name = "wordy", points = { n = tessera.range(1, 30) },
  run = function(point)
    SAYS
    return { x = ("y"):rep(SIZE) }
  end }]]

describe("what all points write together", function()
  it("ends at the limit of output, and the same command goes on", function()
    with(wordy:gsub("SAYS", ""):gsub("SIZE", "100000"), function(study, file)
      both_ways(file, function(out, err, status)
        assert.are.same({ "", 3 }, { out, status })
        assert.matches("^[%w.]+: my.lua: stopped at 1 MB of output %(%-%-max%-output%); 30 points:"
          .. " 10 done, 20 missing; the same command goes on\n$", err)
        assert.is_true(io.open(file "my.sqlite"):seek "end" < 1300000)
      end, "--max-output", "1")
      assert.matches("30 points: 20 done, 10 missing;", (select(2, study("my.lua", "--max-output",
        "1"))))
      assert.matches("30 points: 30 done\n", (study("my.lua", "--max-output", "1")))
      assert.are.same({ "ok" }, query(file "my.sqlite", "PRAGMA integrity_check"))
    end)
  end)

  it("has what they print in it", function()
    with(wordy:gsub("SAYS", "for _ = 1, 200 do print(('z'):rep(900)) end"):gsub("SIZE", "1"),
      function(study)
        local out, err, status = study("my.lua", "--max-output", "1", "--jobs", "1")
        assert.are.same({ "", 3 }, { out, status })
        assert.is_true(#err > 900000 and #err < 1200000)
        assert.matches("\nstudy: my.lua: stopped at 1 MB of output %(%-%-max%-output%); 30 points:"
          .. " 5 done, 25 missing; the same command goes on\n$", err)
      end)
  end)

  it("has what the file prints while it is loaded", function()
    with("for _ = 1, 2000 do print(('z'):rep(900)) end", function(study)
      local _, err, status = study("my.lua", "--max-output", "1")
      assert.are.equal(3, status)
      assert.is_true(#err > 900000 and #err < 1200000)
      assert.matches("\nstudy: my.lua: stopped at 1 MB of output %(%-%-max%-output%)\n$", err)
    end)
  end)
end)

describe("--status", function()
  it("takes no limits", function()
    with(greedy:gsub("SETS", ""), function(study)
      assert.are.same({ "", "study: --max-seconds is not for --status\n", 2 },
        { study("my.lua", "--status", "--max-seconds", "3") })
    end)
  end)
end)
