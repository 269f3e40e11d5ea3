--- Specifies the second wall: what native code can do in the child that runs somebody's file
--- (spec/wall/attempts.c), and that all commands work behind it.

local document = require "spec.support.document"
local run = require "spec.support.run"
local terminal = require "spec.support.terminal"

local build = os.getenv "TESSERA_BUILD" or "build"

-- The numbers of the attempts.
local numbers, count = {}, 0
local listed = run.read_file "spec/wall/attempts.c":match "attempts%[%] = {(.-)\n};"
for name in listed:gmatch '{"([%w_]+)",' do
  count = count + 1
  numbers[name] = count
end

-- Whether there is a wall here, of all its layers.
local function stands()
  local _, stderr, status = run.shell(("printf '' >/tmp/w$$.lua; lua5.4 run.lua /tmp/w$$.lua"
    .. " --wall required; status=$?; rm -f /tmp/w$$.lua; exit $status"))
  return status == 0 and stderr == ""
end

-- A game at whose head the attempts of these names are made; it prints what comes of each.
local function game(...)
  local parts = {}
  for i, name in ipairs { ... } do
    parts[i] = ('print("%s", os.time { year = 1900 + %d, month = 1, day = 1 })\n'):format(name,
      assert(numbers[name], name))
  end
  return table.concat(parts) .. [[
    return require("tessera").game { name = "game", legend = { ["."] = "floor", o = "stone" },
      map = "o..", moves = { "go" }, players = 1,
      apply = function(state)
        state.n = state.n + 1
      end,
      fields = { n = 0 }, outcomes = { "Won" }, goal = "Won",
      outcome = function(state) return state.n == 2 and "Won" or nil end }
  ]]
end

describe("the second wall", function()
  if not stands() then
    it("stands on Linux with glibc, on x86-64 and arm64", function()
      pending "not here: the kernel, the C library, or a sanitizer"
    end)
    return
  end

  local folder, preloaded

  -- A path in LD_PRELOAD has no blanks.
  setup(function()
    assert.equal(0, select(3, run.shell(("env -u MAKEFLAGS make -s BUILD=%s %s/attempts.so"):format(
      build, build))))
    preloaded = run.shell("mktemp -d"):match "[^\n]+"
    assert.equal(0, select(3, run.shell(("cp %s/attempts.so %s"):format(build, preloaded))))
  end)

  teardown(function()
    os.execute("rm -rf " .. run.quote(preloaded))
  end)

  before_each(function()
    folder = run.shell("mktemp -d"):match "[^\n]+"
  end)

  after_each(function()
    os.execute("rm -rf " .. run.quote(folder))
  end)

  local function command(args)
    local env = "SECRET=hidden TESSERA_BUILD=%s LD_PRELOAD=%s/attempts.so timeout 60"
    return run.command(args, { script = run.root .. "/run.lua", folder = folder,
      env = env:format(run.quote(run.build), preloaded) })
  end

  -- Makes one attempt in a script; nothing of the wall is in its way if it is `off`.
  local function attempt(name, option)
    run.write_file(folder .. "/game.lua", game(name))
    run.write_file(folder .. "/levels.txt", "o..\n")
    return run.shell("bash -c " .. run.quote("ulimit -n 4096; exec 9</etc/passwd 2000</etc/passwd\n"
      .. command { "game.lua", "levels.txt", option }))
  end

  local KILLED = "run.lua: game.lua: ended by the kernel: it made a system call that no game needs"
    .. " (--wall off leaves this wall out)\n"
  local killed = { "execute", "internet", "local_socket", "trace_parent", "write_parent",
    "kill_parent", "new_process", "map_code", "make_code", "memory_file", "remove_file",
    "rename_file", "change_mode", "raise_limit", "namespace", "cut_itself", "old_numbers",
    "x32_numbers", "duplicate" }
  local refused = { open_outside = "EACCES", open_outside_again = "ENOSYS", write_beside = "EACCES",
    write_itself = "EACCES", new_process_again = "ENOSYS", uring = "ENOSYS", dump = "EINVAL" }
  local at_play = { "compute_on", "leave_the_screen" }
  local at_terminal = { write_to_input = "EBADF", type_into_terminal = "ENOTTY" }
  local errno = { EACCES = 13, EBADF = 9, EINVAL = 22, ENOSYS = 38, ENOTTY = 25 }

  for _, name in ipairs(killed) do
    it("ends native code that tries: " .. name, function()
      local stdout, stderr, status = attempt(name)
      assert.same({ "", KILLED, 5 }, { stdout, stderr, status })
    end)
  end

  for name, why in pairs(refused) do
    it("refuses native code: " .. name, function()
      local stdout, stderr, status = attempt(name)
      assert.same({ ("%s\t%d"):format(name, 1000 + errno[why]), "", 0 },
        { stdout:match "[^\n]*", stderr, status })
    end)
  end

  for _, name in ipairs { "environment", "environment_in_memory", "open_descriptor",
    "open_descriptor_far" } do
    it("leaves native code nothing of: " .. name, function()
      assert.matches("^" .. name .. "\t10%d%d\n", (attempt(name)))
      if name:find "env" then
        assert.matches("^" .. name .. "\t1\n", (attempt(name, "--wall=off")))
      end
    end)
  end

  it("is what stops these attempts: without it they succeed", function()
    for _, name in ipairs { "open_outside", "write_beside", "write_itself", "internet", "map_code",
      "memory_file", "new_process", "dump" } do
      assert.matches("^" .. name .. "\t1\n", (attempt(name, "--wall=off")))
    end
    assert.matches("^executed\n", (attempt("execute", "--wall=off")))
  end)

  -- What a damaged child may say to its parent: the run goes on, and nothing is written.
  local lies = { "promise_much", "promise_a_long_name", "write_a_path", "damage_a_request",
    "read_no_answer" }
  for _, name in ipairs(lies) do
    it("has a parent that believes nothing: " .. name, function()
      local stdout, stderr, status = attempt(name)
      assert.same({ "", 0 }, { stderr, status })
      assert.matches("^" .. name .. "\t1", stdout) -- it was sent, or the parent has hung up
      assert.same("", (run.shell("ls " .. run.quote(folder) .. " | grep attempt")))
    end)
  end

  it("has a parent that counts what is written, and has a clock of its own", function()
    local stdout, stderr, status = attempt("write_much", "--max-output=1")
    assert.same({ 1 << 20, "run.lua: game.lua: stopped at 1 MB of output (--max-output)\n", 3 },
      { #stdout, stderr, status })
    stdout, stderr, status = attempt("stop_the_clock", "--max-wall=1")
    assert.same({ "", "run.lua: game.lua: stopped after 1 s on the clock (--max-wall)\n", 3 },
      { stdout, stderr, status })
  end)

  it("counts numbers of all attempts in the C of this spec", function()
    local tried = #killed + 4 + #lies + 2 + #at_play
    for _, list in ipairs { refused, at_terminal } do
      for _ in pairs(list) do
        tried = tried + 1
      end
    end
    assert.equal(count, tried)
  end)

  local screen

  -- Makes an attempt in the first action of a game that is played.
  local function try_in_play(name, environment, ...)
    run.write_file(folder .. "/game.lua", ([[
      return require("tessera").game { name = "game", legend = { ["."] = "floor" }, map = "..",
        moves = { "go" }, keys = { g = "go" }, fields = { n = 0 },
        apply = function(state)
          state.n = state.n + 1
          print("%s", os.time { year = 1900 + %d, month = 1, day = 1 })
        end }]]):format(name, numbers[name]))
    screen = terminal.open()
    run.write_file(folder .. "/play", ("export %s\n%s; echo status=$?"):format(
      environment or "TRIED=1", command { "play", "game.lua", ... }:gsub("timeout 60", "")))
    screen:tmux("send-keys", "-l", "clear; . " .. folder .. "/play")
    screen:keys "Enter"
    screen:wait "moves 0"
    screen:keys "g"
  end

  after_each(function()
    if screen then
      screen:close()
      screen = nil
    end
  end)

  for name, why in pairs(terminal.possible() and at_terminal or {}) do
    it("keeps native code from the terminal: " .. name, function()
      run.write_file(folder .. "/game.lua", game(name))
      screen = terminal.open()
      screen:tmux("send-keys", "-l", "clear; " .. command { "game.lua" })
      screen:keys "Enter"
      screen:wait(("%s +%d%%f[%%D]"):format(name, 1000 + errno[why]))
    end)
  end

  if terminal.possible() then
    it("keeps native code from a terminal that cannot be opened again", function()
      try_in_play("write_to_input", "NO_TTYNAME=1")
      screen:wait "write_to_input +1009"
    end)

    it("gives back the screen that native code has left", function()
      try_in_play "leave_the_screen"
      screen:wait "status=0"
      assert.equal("alternate, cursor, mouse: 0 1 0; icanon isig", screen:modes())
    end)

    it("has a parent that ends native code at the terminal that computes on", function()
      try_in_play("compute_on", nil, "--max-seconds", "1")
      screen:wait "stopped after 1 s of CPU time %(%-%-max%-seconds%)%s+status=3"
      assert.equal("alternate, cursor, mouse: 0 1 0; icanon isig", screen:modes())
    end)
  end

  -- Whether the file of each command runs behind the wall.
  local OPEN = "open_outside\t1013\n"
  local tests_of_game = [[
    local tessera = require "tessera"
    return { tessera.scenario { name = "goes", game = require "game", map = "o..", play = { "go" },
      expect = { moves = 1 } } }]]

  local function commands(list)
    run.write_file(folder .. "/game.lua", game "open_outside")
    run.write_file(folder .. "/levels.txt", "o..\n\ngo\n")
    run.write_file(folder .. "/game_scenarios.lua", tests_of_game)
    run.write_file(folder .. "/session.lua", [[
      local play = require("tessera").session.new(require("game").new("o.."))
      play:apply "go"
      print((play:record()))]])
    for _, args in ipairs(list) do
      local stdout, stderr, status = run.shell(command(args))
      assert.same({ true, "", 0 }, { stdout:find(OPEN, 1, true) ~= nil, stderr, status },
        table.concat(args, " ") .. stdout)
    end
  end

  it("stands around runs, solutions, checks, explanations and scenarios", function()
    commands { { "game.lua", "levels.txt" }, { "game.lua", "levels.txt", "--trace" },
      { "solve", "game.lua", "levels.txt" }, { "check", "game.lua", "--games", "2" },
      { "check", "game.lua", "levels.txt", "--levels" }, { "explain", "rules", "game.lua" },
      { "game_scenarios.lua" },
      { "session.lua" }, { "game.lua", "levels.txt", "--html", "page.html" } }
    assert.matches("<title>", run.read_file(folder .. "/page.html"))
  end)

  it("stands around the games in C, whose inputs are levels", function()
    for _, name in ipairs { "jewelry", "robots", "samegame", "tower" } do
      local stdout, stderr, status = run { "check", name, "--games", "1", "--wall", "required",
        ("samples/%s/statement.in"):format(name) }
      assert.same({ "", 0 }, { stderr, status }, stdout)
    end
    local plain = run { "solve", "samegame", "samples/samegame/statement.in" }
    assert.same({ plain, "", 0 }, { run { "solve", "samegame", "samples/samegame/statement.in",
      "--wall", "required" } })
    if terminal.possible() then
      screen = terminal.open()
      screen:run "play tower samples/tower/statement.in --wall required"
      screen:wait "level 1/3"
      screen:keys "q"
      screen:wait "status=0"
    end
  end)

  it("stands around recordings and what is written of them", function()
    commands { { "session.lua" } }
    local play = run.shell(command { "session.lua" }):match "(tessera play 1.*)\n$"
    run.write_file(folder .. "/a.play", play)
    commands { { "replay", "a.play", "--game", "game.lua", "--svg", "a.svg" },
      { "spec", "a.play", "--game", "game.lua", "--output", "b_scenarios.lua" },
      { "replay", "a.play", "--game", "game.lua", "--update" }, { "b_scenarios.lua" } }
    assert.matches("<svg", run.read_file(folder .. "/a.svg"))
  end)

  it("stands around the tests of a game", function()
    run.write_file(folder .. "/game.lua", game "write_beside")
    run.write_file(folder .. "/game_scenarios.lua", tests_of_game)
    run.write_file(folder .. "/levels.txt", "o..\n")
    for _, task in ipairs { "--mutate", "--coverage" } do
      local stdout, stderr, status = run.shell(command { "check", "game.lua", task })
      assert.same({ "", 0 }, { stderr, status }, stdout)
    end
    assert.same("", (run.shell("ls " .. run.quote(folder) .. " | grep attempt")))
    run.shell(command { "check", "game.lua", "--mutate", "--wall", "off" })
    assert.same("attempt.txt\n", (run.shell("ls " .. run.quote(folder) .. " | grep attempt")))
  end)

  it("stands around the points of a study", function()
    run.write_file(folder .. "/study.lua", ([[
      local tessera = require "tessera"
      return tessera.study { name = "tries", points = { n = { 1, 2 } }, run = function()
        return { came = os.time { year = 1900 + %d, month = 1, day = 1 } }
      end }]]):format(numbers.write_beside))
    for _, option in ipairs { "--wall=on", "--wall=required" } do
      local stdout = run.shell(command { "study", "study.lua", "--jobs", "1", "--again", "--csv",
        "-", option })
      assert.matches("\n1,n=1,1,1013,done,.*\n2,n=2,2,1013,done,", stdout)
    end
    local _, stderr, status = run.shell(command { "study", "study.lua", "--wall=required",
      "--trust" })
    assert.matches("none around a worker that is trusted", stderr)
    assert.not_equal(0, status)
  end)

  it("leaves the points of a study no file that the shell had open", function()
    run.write_file(folder .. "/study.lua", ([[
      return require("tessera").study { name = "tries", points = { n = { 1 } }, run = function()
        return { came = os.time { year = 1900 + %d, month = 1, day = 1 } }
      end }]]):format(numbers.open_descriptor))
    local stdout = run.shell(command { "study", "study.lua", "--csv", "-" } .. " 9<study.lua")
    assert.matches("\n1,n=1,1,10%d%d,done,", stdout)
  end)

  it("stands around a tournament with programs, which the process around it starts", function()
    run.write_file(folder .. "/cup.lua", ([[
      local function tries(state)
        print("came", os.time { year = 1900 + %d, month = 1, day = 1 })
        return state:actions()[1]
      end
      return require("tessera").tournament { name = "cup", game = "horizontally",
        options = { fields = 2, rows = 6, columns = 6 }, seeds = 1,
        players = { tries = tries, other = "program" } }]]):format(numbers.write_beside))
    local out, err, status = run.shell(command { "study", "cup.lua", "--jobs", "1", "--csv", "-",
      "--wall=required", "--program",
      "other=while read -r line; do case $line in actions*) read -r first;; go) echo $first;"
        .. " echo x >>told;; esac; done" })
    assert.same({ 0, "came 1013\n" }, { status, err:match "came[^\n]*\n" }, err)
    assert.matches("\n1,.*,done,.*\n2,.*,done,", out)
    assert.matches("^x\nx\n", (run.shell("cat " .. run.quote(folder) .. "/told")))
  end)

  it("stands around workers, which the study stops if they stop their clock", function()
    run.write_file(folder .. "/study.lua", ([[
      return require("tessera").study { name = "tries", points = { n = { 1 } }, run = function()
        return { came = os.time { year = 1900 + %d, month = 1, day = 1 } }
      end }]]):format(numbers.stop_the_clock))
    local stdout = run.shell(command { "study", "study.lua", "--max-wall=1", "--csv", "-" })
    assert.matches("\n1,n=1,1,time,stopped after 1 s on the clock,", stdout)
  end)

  it("stands around each command of README, which prints what it prints without", function()
    local _, count_of, _, walled = document.run("README.md", "--wall required")
    assert.same({ 7, 5 }, { count_of, walled })
  end)

  it("stands around a game at the terminal", function()
    if terminal.possible() then
      run.write_file(folder .. "/game.lua", game "write_beside")
      screen = terminal.open()
      screen:tmux("send-keys", "-l", command { "play", "game.lua" })
      screen:keys "Enter"
      screen:wait "? keys"
      screen:keys "q"
      screen:wait "%$ *$"
      assert.same("", (run.shell("ls " .. run.quote(folder) .. " | grep attempt")))
    end
  end)
end)
