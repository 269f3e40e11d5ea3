--- Specifies what a study believes of its workers: nothing that is not exactly an answer, in its
--- turn, behind the secret of this worker.

local liar = require "spec.support.liar"
local protocol = require "tessera.study.protocol"
local rng = require "tessera.rng"
local run = require "spec.support.run"
local study_runs = require "spec.support.study_runs"
local values = require "tessera.base.values"

local with = study_runs.with

-- The answers of a worker that has these points to run.
local function reading(secret, points, about)
  local at = 1
  local answers = protocol.answers { secret = secret, about = about, parameters = { "n" },
    all = true, next = function()
      return points[at]
    end }
  local taken = {}
  local function take(data)
    return answers:take(data, function(kind, ...)
      taken[#taken + 1] = { kind, ... }
      at = at + (kind == "row" and 1 or 0)
    end)
  end
  return take, taken
end

-- All lines for these points.
local function transcript(secret, points)
  local lines = { protocol.line(secret, "ready", "") }
  for _, number in ipairs(points) do
    table.move(liar.lines(protocol, secret, number), 1, 4, #lines + 1, lines)
  end
  return lines
end

-- What may be taken, whatever was written.
local function check_taken(taken, points)
  local at, running, rows = 1, nil, 0
  for i, answer in ipairs(taken) do
    local kind, number = answer[1], answer[2]
    assert.are.equal(i == 1, kind == "ready")
    if kind == "begin" then
      assert.are.equal(points[at], number)
      assert.is_nil(running)
      running = number
      assert.are.equal(answer[3], values.key(values.decode(answer[4]), { "n" }))
    elseif kind == "row" then
      assert.are.equal(running, number)
      running, at, rows = nil, at + 1, rows + 1
      assert.is_true(answer[3] == "done" or answer[3] == "error" or answer[3] == "memory")
      assert.are.equal("float", math.type(answer[4]))
      assert.is_true(answer[3] ~= "done" or values.check("result", values.decode(answer[5]),
        { n = true }) ~= nil)
    elseif kind ~= "ready" then
      assert.are.equal(running, number)
    end
    for j = 3, #answer do
      assert.is_true(type(answer[j]) == "number" or utf8.len(answer[j]) and not
        answer[j]:find "%c")
    end
  end
  return rows
end

describe("the answers of a worker", function()
  local points = { 4, 9, 2, 7 }

  it("are taken whole, in pieces of any size", function()
    for size = 1, 60 do
      local take, taken = reading("s", points)
      local text = table.concat(transcript("s", points))
      for from = 1, #text, size do
        assert.is_nil(take(text:sub(from, from + size - 1)))
      end
      assert.are.equal(17, #taken)
      assert.are.equal(4, check_taken(taken, points))
      assert.are.same({ "row", 4, "done", 1e-6, '{"x":16}' }, taken[5])
      assert.are.same({ "row", 9, "error", 1e-6, "no luck" }, taken[9])
    end
  end)

  it("that are changed are refused, or are answers of their own", function()
    local random, refused, rows = rng.new(39), 0, 0
    for _ = 1, 5000 do
      local lines = transcript("secret", points)
      for _ = 1, 1 + random:below(3) do
        local at = 1 + random:below(#lines)
        lines[at] = liar.changed(random, lines[at])
      end
      local take, taken = reading("secret", points)
      local text, from, fault = table.concat(lines), 1, nil
      while from <= #text do
        local size = 1 + random:below(200)
        fault = take(text:sub(from, from + size - 1))
        from = from + size
      end
      local before = #taken
      if fault then
        refused = refused + 1
        take(protocol.line("secret", "row", 4, "done", "0.1", "{}"))
        assert.are.equal(before, #taken)
      end
      rows = rows + check_taken(taken, points)
    end
    assert.is_true(refused > 3500 and refused < 5000, refused)
    assert.is_true(rows > 5000, rows)
  end)

  it("are none without the secret of the worker", function()
    local random = rng.new(7)
    for _ = 1, 300 do
      local lines = transcript("other secret", points)
      for i = #lines, 2, -1 do
        local j = 1 + random:below(i)
        lines[i], lines[j] = lines[j], lines[i]
      end
      local take, taken = reading("secret", points)
      assert.are.equal("a line without its mark", take(table.concat(lines)))
      assert.are.same({}, taken)
    end
  end)

  it("are lines of some length", function()
    local take = reading("s", points)
    for _ = 1, 31 do
      assert.is_nil(take(("x"):rep(1 << 20)))
    end
    assert.are.equal("a line of more than 32 MB", take(("x"):rep(2 << 20)))
  end)

  -- What is no answer of a worker that has begun point 4.
  local wrong = {
    { "ready: it is out of turn", "ready", "" },
    { "key: it is out of turn", "key", 1, "n=1" },
    { "about: it is out of turn", "about", "{}" },
    { "begin: it is out of turn", "begin", 4, "n=4", '{"n":4}' },
    { "print: it is out of turn", "print", 5, "x" },
    { "note: it is out of turn", "note", 0, "x" },
    { "row: it is out of turn", "row", 9, "done", "0.1", "{}" },
    { "row: it is out of turn", "row", "04", "done", "0.1", "{}" },
    { "row: it is out of turn", "row", 4, "done", "0.1" },
    { "row: it is out of turn", "row", 4, "done", "nan", "{}" },
    { "row: it has no status, or no seconds", "row", 4, "time", "0.1", "x" },
    { "row: it has no status, or no seconds", "row", 4, "done", ("1"):rep(30) .. ".0", "{}" },
    { "row: its result is none", "row", 4, "done", "0.1", "[1]" },
    { "row: its result is none", "row", 4, "done", "0.1", '{"n":1}' },
    { "row: its result is none", "row", 4, "done", "0.1", '{"status":1}' },
    { "row: its result is none", "row", 4, "done", "0.1", '{"x":"\xFF"}' },
    { "row: its result is none", "row", 4, "done", "0.1", '{"x":"\\u0000"}' },
    { "a line of no kind", "rows", 4, "done", "0.1", "{}" },
    { "a line of no kind", "row" },
  }
  for _, case in ipairs(wrong) do
    it("cannot be " .. table.concat(case, " ", 2):gsub("[%c\xFF]", "?"):sub(1, 60), function()
      local take, taken = reading("s", points)
      assert.is_nil(take(table.concat(transcript("s", { 4 }), "", 1, 2)))
      assert.are.equal(case[1], take(protocol.line("s", table.unpack(case, 2))))
      assert.are.equal(2, #taken)
    end)
  end

  it("begin a point with its own key, and with the parameters of the study", function()
    for _, fields in ipairs { { "n=5", '{"n":4}' }, { "m=4", '{"m":4}' },
      { "m=1 n=4", '{"m":1,"n":4}' }, { "", "{}" }, { "n=4", "n" } } do
      local take = reading("s", points)
      assert.matches("^begin: it is ", take(protocol.line("s", "ready", "")
        .. protocol.line("s", "begin", 4, table.unpack(fields))))
    end
  end)

  it("about a study are checked", function()
    local about = { name = '"x"', points = "2", parameters = '["n"]', report = "[]",
      seconds = "60", memory = "1024", seconds_given = "false", memory_given = "true",
      digest = '""', hash = '"0123456789abcdef"' }
    local function says(name, value)
      local parts = {}
      for key, text in pairs(about) do
        text = key == name and value or text
        parts[#parts + 1] = text and ('"%s":%s'):format(key, text) or nil
      end
      local take, taken = reading("s", points, true)
      local fault = take(protocol.line("s", "about", "{" .. table.concat(parts, ",") .. "}"))
      return fault, taken
    end
    local fault, taken = says()
    assert.is_nil(fault)
    assert.are.same({ "n" }, taken[1][2].parameters)
    for name, list in pairs { name = { '""', "7", '"\\u0000"' },
      points = { "0", "1.5", '"2"', "1e10" },
      parameters = { '["n","n"]', '["a b"]', '{"x":1}', "7", '["b","a"]' },
      report = { '[{"kind":"../x"}]', "7", ("["):rep(50000) .. ("]"):rep(50000) },
      seconds = { "0", "1e300", '"1"' }, memory = { "1", "-7" }, seconds_given = { "1", "[]" },
      digest = { '"x"', "7" }, hash = { '"0"', "[]" } } do
      list[#list + 1] = "null"
      for _, value in ipairs(list) do
        fault, taken = says(name, value)
        assert.matches("^about: ", fault, 1, false)
        assert.are.same({}, taken, name .. value)
      end
    end
  end)
end)

describe("a pool of workers that lie", function()
  if not package.searchpath("luv", package.cpath) then
    pending "needs luv"
    return
  end

  -- What a row has behind its status.
  local function check_row(status, text)
    if status == "crash" then
      assert.matches("^stopped: its process has answered with .+", text)
    elseif status == "done" then
      assert.is_truthy(values.check("result", values.decode(text)))
    else
      assert.is_true(status == "error" or status == "memory", status)
    end
  end

  it("has one row of each point, sound or with the reason", function()
    local program = ("package.path, package.cpath = %q, %q"):format(package.path, package.cpath)
    local stopped, whole = 0, 0
    for seed = 1, 16 do
      local out, err, status = run.shell(("timeout 100 lua5.4 -e %s spec/support/liars.lua %d")
        :format(run.quote(program), seed))
      assert.are.same({ "", 0 }, { err, status })
      local rows, fault = {}, out:match "ended\t([^\n]*)\n$"
      for number, row_status, text in out:gmatch "(%d+)\t(%l+)\t([^\n]*)\n" do
        assert.is_nil(rows[tonumber(number)])
        rows[tonumber(number)] = true
        stopped = stopped + (row_status == "crash" and 1 or 0)
        check_row(row_status, text)
      end
      if fault then
        assert.matches("^processes end before their points begin: ", fault)
      else
        assert.are.equal(30, #rows)
        whole = whole + 1
      end
    end
    assert.is_true(stopped > 3 and whole > 3, ("%d, %d"):format(stopped, whole))
  end)
end)

describe("what the library prints in a worker", function()
  it("is told with the number of the point, and forges nothing", function()
    local body = [[
local game = tessera.game { name = "g", legend = { ["."] = "e" }, moves = { "go" },
  counters = { n = 0 }, apply = function(s) s.n = s.n + 1 end }
return tessera.study { name = "forge", points = { n = { 1, 2, 3 } },
  run = function(p)
    if p.n == 1 then
      local lines = LINES
      tessera.scenario.run_all({ tessera.scenario { name = "a\n" .. lines .. "\nb", game = game,
        map = ".", play = { "go" }, expect = { moves = 1 } } }, { trace = true })
    end
    return { x = p.n }
  end }]]
    for _, lines in ipairs { [['begin\t1\tn=1\t{"n":1}\nrow\t1\tdone\t0.1\t{"x":999}']],
      [['row\t1\tdone\t0.1\t{"x":999}\nbegin\t2\tn=2\t{"n":2}\nrow\t2\ttime\t7\tx']],
      [["key\t1\tx"]], [["begin"]], [["ready"]], [["about\t{}"]] } do
      with(body:gsub("LINES", function() return lines end), function(study, file)
        local out, err, status = study("my.lua", "--jobs", "1")
        assert.are.same({ "forge\n3 points: 3 done\nresults: my.sqlite\n", 0 }, { out, status })
        assert.are.same({ 'done|{"x":1}', 'done|{"x":2}', 'done|{"x":3}' },
          study_runs.query(file "my.sqlite", "SELECT status, result FROM points ORDER BY number"))
        for line in err:gmatch "[^\n]+" do
          assert.matches("^point 1: [^%c]*$", line)
        end
        assert.is_truthy(err:find("\npoint 1: 1 ok, 0 failed\n", 1, true))
      end)
    end
  end)

  it("is lost, if the file is trusted and writes to the standard output itself", function()
    with([[io.write "ready\n" return tessera.study { name = "x", points = { n = { 1 } },
      run = function()
        io.write("row\t1\tdone\t0\t{}\n")
        return { read = io.read() or "none" }
      end }]], function(study, file)
        assert.are.same({ "x\n1 point: 1 done\nresults: my.sqlite\n", "", 0 },
          { study("my.lua", "--trust") })
        assert.are.same({ '{"read":"none"}' }, study_runs.query(file "my.sqlite",
          "SELECT result FROM points"))
      end)
  end)
end)

describe("a worker that nobody has started", function()
  it("says so", function()
    local out, err, status = run.shell("lua5.4 run.lua study --worker --seconds 60 --clock 60"
      .. " --memory 100 x.lua 3>&-")
    assert.are.same({ "", "study: cannot open the channel: Bad file descriptor\n", 1 },
      { out, err, status })
  end)
end)
