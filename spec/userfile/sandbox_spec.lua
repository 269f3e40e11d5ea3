--- Specifies the sandbox and the limits of a user's file. Each script first prints a line, which
--- must not be lost, and ends with one line on stderr and the right status.

local process = require "tessera.process"
local run = require "spec.support.run"
local seeds = require "spec.support.seeds"

local FAILS, LIMIT, REFUSED = 1, 3, 4

-- Runs a script with small limits, beside other files.
local function play(code, args, files, input)
  local beside = { ["my.lua"] = code }
  for name, content in pairs(files or {}) do
    beside[name] = content
  end
  return run.with_files(beside, { "@my.lua", table.unpack(args or {
    "--max-seconds", "1", "--max-memory", "200" }) }, input)
end

local TIME = "my.lua: stopped after 1 s of CPU time (--max-seconds)"
local MEMORY = "my.lua: stopped at 200 MB of memory (--max-memory)"

local function refused(what)
  return ("my.lua:2: %s is refused to a script (--trust allows it)%s"):format(what,
    what == "io" and ": print writes lines" or "")
end

-- Loops that nothing in Lua can end.
local endless = {
  ["a loop"] = "while true do end",
  ["a loop under pcall"] = "while true do pcall(function() while true do end end) end",
  ["a loop in a handler of xpcall"] = "xpcall(error, function() while true do end end)",
  ["a loop in __close"] = [[
    local x <close> = setmetatable({}, { __close = function() while true do end end })]],
  ["a loop in __index"] = [[
    local t = setmetatable({}, { __index = function() while true do end end }) return t.x]],
  ["a loop in __tostring of an error"] = [[
    error(setmetatable({}, { __tostring = function() while true do end end }))]],
  ["a loop in a coroutine"] = "coroutine.wrap(function() while true do end end)()",
  ["coroutines without end"] = "while true do coroutine.wrap(function() end)() end",
  ["a runaway pattern"] = 'return (("a"):rep(50000)):find((".-"):rep(50) .. "b")',
  ["a comparison that lies"] = [[
    while true do pcall(table.sort, { 5, 3, 1, 2, 4 }, function() return true end) end]],
  ["a playout without end"] =
    'require("tessera.tower").new("..../S#.G/####"):playout(1, 1000000000000)',
  ["one long game"] = [[
    local game = require("tessera").game { name = "g", legend = { x = "y" }, fields = { n = 0 },
      moves = { "go" }, apply = function(state) state.n = 1 - state.n end }
    game.new("x"):playout(1, 1, 1000000000000000)]],
  ["a rule that does not end"] = [[
    local game = require("tessera").game { name = "g", legend = { x = "y" }, moves = { "go" },
      apply = function() while true do end end }
    game.new("x"):actions()]],
  ["a listener that does not end"] = [[
    require("tessera.tower").new("..../S#.G/####"):watched(function() while true do end end)
      :push "right"]],
  ["a loop in a file beside it"] = 'require "loop"',
}

local bombs = {
  ["a text of a gigabyte"] = 'return ("x"):rep(1 << 30)',
  ["a text that doubles"] = 'local s = "x" while true do s = s .. s end',
  ["a table that grows"] = "local t = {} while true do t[#t + 1] = {} end",
  ["functions"] = "local t = {} while true do t[#t + 1] = function() return t end end",
  ["coroutines"] = [[
    local t = {} while true do t[#t + 1] = coroutine.create(function() end) end]],
  ["table.concat"] = [[
    local t = {} for i = 1, 1000 do t[i] = ("x"):rep(1000000) end return table.concat(t)]],
  ["string.format"] = [[
    local s = ("x"):rep(50000000) return ("%s%s%s%s%s"):format(s, s, s, s, s)]],
  ["gsub"] = 'return (("x"):rep(10000000)):gsub("x", ("y"):rep(1000))',
  ["states"] = [[
    local s, t = require("tessera.samegame").new("11/11"), {}
    while true do t[#t + 1] = s:clone() end]],
}

-- Forbidden functions, each with its message.
local refusals = {
  { "io", "return io.open('/etc/passwd')", refused "io" },
  { "os.execute", "os.execute 'true'", refused "os.execute" },
  { "os.exit", "os.exit(0)", refused "os.exit" },
  { "os.getenv", "return os.getenv 'HOME'", refused "os.getenv" },
  { "os.remove", "os.remove 'x'", refused "os.remove" },
  { "debug", "return debug.getregistry()", refused "debug" },
  { "package", "return package.loaded.io", refused "package" },
  { "dofile", "dofile 'x'", refused "dofile" },
  { "loadfile", "loadfile 'x'", refused "loadfile" },
  { "string.dump", "return string.dump(print)", refused "string.dump" },
  { "load of bytecode", "load('x', 'x', 'b')", refused "bytecode" },
  { "require of io", "require 'io'", refused "the module 'io'" },
  { "require of the library's inside", "require 'tessera.process'",
    refused "the module 'tessera.process'" },
  { "require of the command line", "require 'tessera.run.cli'",
    refused "the module 'tessera.run.cli'" },
  { "require from above", "require '../x'", refused "the module '../x'" },
  { "require from the root", "require '/etc/passwd'", refused "the module '/etc/passwd'" },
  { "tessera.busted", "require('tessera').busted.scenarios '/'",
    refused "tessera.busted.scenarios" },
  { "stopping the collector", "collectgarbage 'stop'", refused "collectgarbage 'stop'" },
  { "finalizers", "setmetatable({}, { __gc = print })", refused "__gc" },
  { "warnings", "warn('@on')", refused "warn" },
  { "globals through _G", "return _G.io", refused "io" },
  { "globals in a loaded text", "load('return io')()",
    "[string \"return io\"]:1: io is refused to a script (--trust allows it)"
      .. ": print writes lines" },
}

-- Places in which the script might catch a refusal, or confuse it with another error; each runs
-- `nosy`.
local catchers = {
  ["pcall"] = "pcall(nosy)",
  ["pcall under pcall"] = "pcall(pcall, nosy)",
  ["xpcall"] = "xpcall(nosy, print)",
  ["a handler of xpcall"] = "xpcall(error, nosy)",
  ["coroutine.resume"] = "coroutine.resume(coroutine.create(nosy))",
  ["coroutine.wrap"] = "pcall(coroutine.wrap(nosy))",
  ["__close"] = "pcall(function() local x <close> = setmetatable({}, { __close = nosy }) end)",
  ["coroutine.close"] = [[
    local co = coroutine.create(function()
      local x <close> = setmetatable({}, { __close = nosy })
      coroutine.yield()
    end)
    coroutine.resume(co)
    coroutine.close(co)]],
  ["__tostring of an error"] = "error(setmetatable({}, { __tostring = nosy }))",
  ["load with a function"] = "pcall(load, nosy)",
  ["a goal of a search"] = [[
    pcall(require("tessera.search").shortest, require("tessera.samegame").new "11/22", nosy)]],
  ["progress of a search"] = [[
    pcall(require("tessera.search").walk, require("tessera.samegame").new "11/22", 3,
      { progress = nosy })]],
  ["a listener"] = [[
    pcall(function() require("tessera.samegame").new("11/22"):watched(nosy):remove(1, 1) end)]],
  ["a rule"] = [[
    local game = require("tessera").game { name = "g", legend = { x = "y" }, moves = { "go" },
      apply = nosy }
    pcall(function() game.new("x"):apply "go" end)]],
  ["a rule, when a scenario is played"] = [[
    local game = require("tessera").game { name = "g", legend = { x = "y" }, moves = { "go" },
      apply = nosy }
    return { { name = "s", game = game, map = "x", play = { "go" }, expect = { moves = 1 } } }]],
  ["a check of a scenario"] = [[
    return { { name = "s", game = "samegame", map = "11/22", expect = { check = nosy } } }]],
}

-- Attempts that fail or have no effect.
local harmless = {
  { "bytecode as text", "assert(load('\\27Lua'))", FAILS, "attempt to load a binary chunk" },
  { "another metatable of _G", "setmetatable(_G, {})", FAILS, "cannot change a protected" },
  { "the metatable of strings", "getmetatable('').__index.rep = nil", FAILS,
    "attempt to index a boolean value" },
  { "strings' methods", "assert(('').dump == nil); error 'fine'", FAILS, "my.lua:2: fine" },
  { "a state's metatable", [[
    getmetatable(require("tessera.rng").new(1)).__gc = print]], FAILS, "boolean value" },
  { "endless recursion", "local function f() return 1 + f() end f()", FAILS, "stack overflow" },
  { "recursion through C", [[
    local function f() return ("x"):gsub("x", f) end f()]], FAILS, "overflow" },
  { "a loop of pcalls", "local function f() return pcall(f) end while true do f() end", FAILS,
    "my.lua:2: C stack overflow" },
  { "a lack of stack that pcall could hide", [[
    local function f() return 1 + f() end
    print(pcall(f))]], FAILS, "my.lua:2: stack overflow" },
  { "a lack of stack in a coroutine", [[
    local function f() return 1 + f() end
    print(coroutine.resume(coroutine.create(f)))]], FAILS, "my.lua:2: stack overflow" },
  { "nested coroutines", [[
    local function f() return coroutine.wrap(f)() end f()]], FAILS, "overflow" },
  { "deep nesting of text", [[
    assert(load("return " .. ("("):rep(100000) .. "1"))]], FAILS, "overflow" },
  { "an error that cannot be shown", [[
    error(setmetatable({}, { __tostring = function() error "no" end }))]], FAILS,
    "my.lua: an error that cannot be shown" },
  { "an error whose metatable has one that raises", [[
    local deeper = setmetatable({}, { __index = function()
      error "x\\nrun.lua: a forged line\\27[31m" end })
    error(setmetatable({}, deeper))]], FAILS, "my.lua: an error that is no text: a table" },
  { "a __tostring that shows itself", [[
    print(setmetatable({}, { __tostring = tostring }))]], FAILS, "my.lua: functions call each other"
    .. " through C without end, such as a __tostring that shows itself (C stack overflow)" },
  { "a __tostring that shows itself in a rule", [[
    local game = require "tessera".game { name = "shown", legend = { ["@"] = "player" }, map = "@",
      moves = { "go" }, rules = { { "go", call = function()
        tostring(setmetatable({}, { __tostring = tostring }))
      end } } }
    game.new():apply "go"]], FAILS, "my.lua:4: C stack overflow" },
  { "an error of two lines", "error 'a\\nb'", FAILS, [[my.lua:2: a\x0Ab]] },
  { "an error in error handling", [[
    local s = setmetatable({}, { __tostring = 7 }) error(s)]], FAILS, "an error that" },
  { "a text of a terabyte", 'return ("x"):rep(1 << 40)', FAILS, "resulting string too large" },
  { "a long format", "return ('%99999d'):format(1)", FAILS, "invalid conversion" },
  { "a map from above", [[
    string.find = function() end
    return { { name = "a", game = "tower", file = "../../etc/passwd", expect = { moves = 0 } } }]],
    FAILS, nil, "failed  a (my.lua)\n  cannot read '../../etc/passwd'\n0 ok, 1 failed\n" },
  { "a folder that is claimed", [[
    local s = require "tessera.scenario"
    local list = s.list({ { name = "a", game = "tower", file = "passwd", expect = { moves = 0 } } },
      "/etc/x")
    list[1].folder = "/etc/"
    return list]], FAILS, nil, "failed  a (/etc/x)\n  cannot read 'passwd'\n0 ok, 1 failed\n" },
  { "requiring in a circle", "require 'circle'", FAILS, "circle.lua:1: 'circle' requires itself" },
  { "wrong arguments", "local _ = setmetatable(1, {})", FAILS,
    "my.lua:2: bad argument #1 to 'setmetatable' (table expected, got number)" },
  { "wrong arguments of load", "load({})", FAILS,
    "my.lua:2: bad argument #1 to 'load' (function expected, got table)" },
  { "wrong arguments of collectgarbage", "collectgarbage('step', {})", FAILS,
    "my.lua:2: bad argument #2 to 'collectgarbage' (number expected, got table)" },
  { "requiring nothing", "require 'nothing'", FAILS,
    "there is no module 'nothing' beside the script" },
}

local beside = { ["loop.lua"] = "while true do end", ["circle.lua"] = "require 'circle'",
  ["good.lua"] = "return { value = 7, name = ... }" }

describe("a user's file", function()
  local names = {}
  for name in pairs(endless) do
    names[#names + 1] = name
  end
  table.sort(names)
  for n, name in ipairs(names) do
    if seeds.takes(n) then
      it("is stopped: " .. name, function()
        assert.same({ "before\n", "run.lua: " .. TIME .. "\n", LIMIT },
          { play("print 'before'\n" .. endless[name], nil, beside) })
      end)
    end
  end

  for name, code in pairs(process.limits_memory and bombs or {}) do
    it("is stopped at its limit of memory: " .. name, function()
      assert.same({ "before\n", "run.lua: " .. MEMORY .. "\n", LIMIT },
        { play("print 'before'\n" .. code, { "--max-seconds", "20", "--max-memory", "200" }) })
    end)
  end

  for _, case in ipairs(refusals) do
    it("is refused " .. case[1], function()
      assert.same({ "before\n", "run.lua: " .. case[3] .. "\n", REFUSED },
        { play("print 'before'\n" .. case[2]) })
    end)
  end

  for name, code in pairs(catchers) do
    it("is refused a forbidden function, also in " .. name, function()
      assert.same({ "before\n", "run.lua: " .. refused "io" .. "\n", REFUSED },
        { play("print 'before' local function nosy()\nio.open 'x' end " .. code) })
    end)
  end

  for _, case in ipairs(harmless) do
    it("has no effect with " .. case[1], function()
      local stdout, stderr, status = play("print 'before'\n" .. case[2], nil, beside)
      assert.same({ "before\n" .. (case[5] or ""), case[3] }, { stdout, status })
      if case[4] then
        assert.is_truthy(stderr:find(case[4], 1, true), stderr)
        assert.matches("^run%.lua: [^\n]*\n$", stderr)
      end
    end)
  end

  it("has the safe part of the library", function()
    local stdout, stderr, status = play([[
      assert(("x"):rep(3) == "xxx" and string.format("%d", 7) == "7")
      assert(table.concat({ 1, 2 }) == "12" and math.max(1, 2) == 2 and utf8.len "x" == 1)
      assert(os.time() > 0 and os.clock() >= 0 and os.date "%Y")
      assert(load "return 7"() == 7 and load("return x", "x", "t", { x = 8 })() == 8)
      assert(select("#", pcall(error)) == 2 and collectgarbage "count" > 0)
      global = 5
      assert(_G.global == 5 and rawget(_G, "unknown") == nil and arg[0]:find "my.lua$")
      local good = require "good"
      assert(good.value == 7 and good.name == "good" and require "good" == good)
      print(coroutine.wrap(function(...) return ... end)(1, nil, "x"))]], nil, beside)
    assert.same({ "1\tnil\tx\n", "", 0 }, { stdout, stderr, status })
  end)

  it("cannot change the tables that the library itself uses", function()
    local stdout, stderr, status = play([[
      local tessera = require "tessera"
      local function evil(...)
        print("evil", ...)
      end
      for _, name in ipairs { "grid", "reader", "rng", "session" } do
        for key in pairs(require("tessera." .. name)) do
          require("tessera." .. name)[key] = evil
        end
      end
      tessera.grid.legend = evil
      return tessera.game { name = "mine", legend = { ["."] = "empty" }, map = "..",
        moves = { "go" }, apply = function(state) return nil, state.board:count "empty" .. "" end,
      }]], nil, {}, "\ngo\n")
    assert.same({ "..\nMoves: 0\nOutcome: none\n", "", 0 }, { stdout, stderr, status })
  end)

  it("finds no module in the current folder", function()
    run.in_folder(function(folder)
      os.execute("mkdir " .. folder .. "/tessera")
      for _, name in ipairs { "process", "tower", "evil" } do
        run.write_file(folder .. "/tessera/" .. name .. ".lua", "print 'evil' return {}")
      end
      run.write_file(folder .. "/my.lua", [[
        print((require("tessera").tower.new("..../S#.G/####")))
        print(pcall(require("tessera").game, { name = "evil", legend = { ["."] = "x" },
          moves = { "a" }, apply = print }))
        print(require("tessera").game.named("evil").new ".")
        print(require("tessera").session.replay "tessera play 1\ntessera evil 1\nend\n")]])
      local stdout, stderr, status = run({ "my.lua" }, nil, { folder = folder,
        script = run.root .. "/run.lua" })
      assert.same({ "", 0 }, { stderr, status })
      assert.is_nil((stdout:find "^evil") or stdout:find "\nevil\n")
      assert.matches("^%.%.%.%.\nS#%.G\n", stdout)
    end)
  end)

  it("reads no pipe, and nothing outside of its folder through a link", function()
    run.in_folder(function(folder)
      os.execute(("cd %s && mkfifo pipe.lua && ln -s /etc/hostname link.lua && ln -s /etc etc")
        :format(folder))
      for name, why in pairs { pipe = "it is no file", link = "outside of the script's folder",
        ["etc.hostname"] = "No such file" } do
        run.write_file(folder .. "/my.lua", ("require %q"):format(name))
        local stdout, stderr, status = run { folder .. "/my.lua" }
        assert.same({ "", 1 }, { stdout, status })
        assert.is_truthy(stderr:find(why, 1, true), stderr)
      end
      run.write_file(folder .. "/my.lua", [[return require("tessera").scenario { name = "x",
        game = "tower", file = "etc/hostname", expect = { moves = 1 } }]])
      assert.matches("cannot read 'etc/hostname'", (run { folder .. "/my.lua" }))
    end)
  end)

  it("may require a module again after it has failed", function()
    local stdout = play([[
      for _ = 1, 2 do print(pcall(require, "bad")) end]], nil, { ["bad.lua"] = "error 'mine'" })
    assert.matches("^(false\t[^\n]*bad.lua:1: mine\n)%1$", stdout)
  end)

  it("loses no output, whatever ends it", function()
    local stdout, stderr, status = play "for i = 1, 3 do print(i) end while true do end"
    assert.same({ "1\n2\n3\n", "run.lua: " .. TIME .. "\n", LIMIT }, { stdout, stderr, status })
  end)

  it("is reported as crashed if a signal ends its process", function()
    if not io.open "/proc/self/stat" then
      pending "finds the process in /proc"
      return
    end
    run.in_folder(function(folder)
      run.write_file(folder .. "/my.lua", "print 'before' while true do end")
      local stdout, stderr, status = run.shell(([[
        . "$PROCESSES"
        at=%s
        %s --max-seconds 60 >$at/out 2>$at/err &
        parent=$!
        wait_until 'grep -qs before $at/out'
        kill -ABRT $(children $parent)
        wait $parent
        status=$?
        cat $at/out; cat $at/err >&2; exit $status
      ]]):format(folder, run.command { folder .. "/my.lua" }))
      assert.same({ "before\n", "run.lua: " .. folder .. "/my.lua: crashed (signal 6)\n", 5 },
        { stdout, stderr, status })
    end)
  end)

  it("is stopped at its limit of output", function()
    local over = "run.lua: my.lua: stopped at 1 MB of output (--max-output)\n"
    local stdout, stderr, status = play("while true do print(('x'):rep(99)) end",
      { "--max-output", "1" })
    assert.same({ over, LIMIT }, { stderr, status })
    assert.is_true(stdout == (("x"):rep(99) .. "\n"):rep(1 << 20):sub(1, 1 << 20))

    stdout, stderr, status = play([[
      local game = require("tessera").game { name = "g", legend = { x = "y" }, fields = { n = 0 },
        moves = { "go" }, apply = function(state) state.n = 1 - state.n end }
      return { { name = "s", game = game, map = "x", expect = { moves = 0 },
        play = function(state) while true do state:apply "go" end end } }]],
      { "--max-output", "1", "--trace" })
    assert.same({ over, LIMIT, 1 << 20 }, { stderr, status, #stdout })

    stdout, stderr, status = play("error { message = 'begun' .. ('x'):rep(1e7) .. 'ended' }")
    assert.same({ "", FAILS }, { stdout, status })
    assert.matches("^run%.lua: begunxxx+ %.%.%. x+ended\n$", stderr)
    assert.is_true(#stderr < 5000)
  end)

  it("is stopped if it waits too long", function()
    run.in_folder(function(folder)
      local over = "stopped after 1 s on the clock (--max-wall)\n"
      run.write_file(folder .. "/my.lua", "return require('tessera').game { name = 'g', "
        .. "legend = { x = 'y' }, moves = { 'go' }, apply = print }")
      os.execute(("cd %s && mkfifo pipe.lua"):format(folder))
      for name, script in pairs {
        ["my.lua"] = "timeout -k 5 100 %s <>%s/pipe.lua", -- a game whose input does not come
        ["pipe.lua"] = "timeout -k 5 100 %s",
      } do
        local path = folder .. "/" .. name
        local stdout, stderr, status = run.shell(script:format(run.command { path,
          "--max-wall", "1" }, folder))
        assert.same({ "", "run.lua: " .. path .. ": " .. over, LIMIT }, { stdout, stderr, status })
      end
    end)
  end)

  it("may not be a folder, nor too large", function()
    if not io.open "/dev/zero" then
      pending "there is no /dev/zero"
      return
    end
    run.in_folder(function(folder)
      os.execute(("cd %s && mkdir a.lua && ln -s /dev/zero b.lua"):format(folder))
      for name, why in pairs { a = "Is a directory", b = "it has more than 64 MB" } do
        local path = ("%s/%s.lua"):format(folder, name)
        assert.same({ "", ("run.lua: cannot read %s: %s\n"):format(path, why), FAILS },
          { run { path } })
      end
    end)
  end)

  it("cannot forge messages", function()
    local bytes = "a\nrun.lua: b\r\27[31m\0\127 \xC2\x9B31m \xE2\x80\xAE caf\xC3\xA9 \xFF\xC3"
    local shown = [[a\x0Arun.lua: b\x0D\x1B[31m\x00\x7F \xC2\x9B31m \xE2\x80\xAE café \xFF\xC3]]
    assert.same({ "", "run.lua: " .. shown .. "\n", FAILS },
      { play(("error { message = %q }"):format(bytes)) })
    for _, code in ipairs { "load('io.open()', '=a\\n\\27b')()", "load('x.x()', '=a\\n\\27b')()",
      "assert(load('= x', '=a\\n\\27b'))", "require('tessera').game { name = '\\n\\27' }",
      "error(setmetatable({}, { __tostring = function() return 'a\\27\\n' end }))" } do
      local _, stderr = play(code)
      assert.matches("^run%.lua: [ -~]*\n$", stderr)
    end
    run.in_folder(function(folder)
      local path = folder .. "/a\n\27.lua"
      run.write_file(path, "return 5")
      local _, stderr = run { path }
      assert.matches("^run%.lua: [ -~]*/a\\x0A\\x1B%.lua returned 5[ -~]*\n$", stderr)
      _, stderr = run { folder .. "/none\27.lua" }
      assert.matches("^run%.lua: cannot open [ -~]*/none\\x1B%.lua: [ -~]*\n$", stderr)
    end)
  end)

  it("may do everything with --trust, in the same process", function()
    assert.same({ "true\n", "", 7 }, { play([[
      print(io ~= nil and debug ~= nil and string.dump ~= nil)
      io.stdout:flush()
      os.exit(7)]], { "--trust" }) })
    local _, stderr, status = play("local x\nx.y = 1", { "--trust" })
    assert.same({ "run.lua: my.lua:2: attempt to index a nil value (local 'x')\n", 1 },
      { stderr, status })
  end)

  it("has limits in sensible ranges", function()
    for option, message in pairs {
      ["--max-seconds=0"] = "--max-seconds must be a whole number of 1..1000000, not '0'",
      ["--max-memory=x"] = "--max-memory must be a whole number of 16..1000000, not 'x'",
      ["--max-wall=-1"] = "--max-wall must be a whole number of 1..1000000, not '-1'",
      ["--max-output=0"] = "--max-output must be a whole number of 1..1000000, not '0'",
      ["--max-secnds=1"] = "unknown option '--max-secnds' (did you mean '--max-seconds'?)",
    } do
      local stdout, stderr, status = play("print 1", { option })
      assert.same({ "", 2 }, { stdout, status })
      assert.is_truthy(stderr:find(message, 1, true), stderr)
    end
  end)

  it("explains its options", function()
    local stdout = play("print 1", { "--help" })
    for _, word in ipairs { "FILE.lua", "--trust", "--max-seconds", "--max-wall", "--max-memory",
      "--max-output", "--seed", "--trace", "4 if the file was refused" } do
      assert.is_truthy(stdout:find(word, 1, true), word)
    end
  end)
end)
