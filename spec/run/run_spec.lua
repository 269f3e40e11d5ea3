--- Specifies run.lua: its options, from where and under which Lua it starts, and how it ends.

local run = require "spec.support.run"

local quote = run.quote
local GOOD = "3 3 ... .S. .G. 0\n" -- a dataset, answered with ANSWER
local ANSWER = "Game Over : Cleared\n"
local HOME_SCRIPT = run.root .. "/run.lua"

-- Runs a script with a limit of time: if it waits for ever, its status is 124.
local function guarded(script)
  return run.shell("timeout -k 5 100 sh -c " .. quote(script))
end

describe("run.lua", function()
  it("shows its help", function()
    for _, option in ipairs { "--help", "-h" } do
      local stdout, stderr, status = run { option }
      assert.same({ "", 0 }, { stderr, status })
      assert.matches("^Usage: run%.lua ", stdout)
      for _, word in ipairs { "list", "tower", "--version", "FILE.lua" } do
        assert.is_truthy(stdout:find(word, 1, true), word)
      end
    end
  end)

  it("shows its version", function()
    for _, option in ipairs { "--version", "-v" } do
      local stdout, stderr, status = run { option }
      assert.matches("^tessera %d+%.%d+%.%d+\n$", stdout)
      assert.same({ "", 0 }, { stderr, status })
    end
  end)

  it("lists its commands, each with a help of its own", function()
    local stdout, stderr, status = run { "list" }
    assert.same({ "", 0 }, { stderr, status })
    local names = {}
    for name, summary in stdout:gmatch "([%w_]+) +([^\n]+)\n" do
      names[name] = summary
      local help = run { name, "--help" }
      assert.matches("^Usage: run%.lua " .. name .. " ", help)
      assert.is_truthy(help:find(summary, 1, true), name)
      assert.is_truthy(help:find("\nInput: ", 1, true), name)
    end
    assert.is_string(names.tower)
  end)

  local function misused(args, message)
    assert.same({ "", message .. "\n", 2 }, { run(args) })
  end

  it("requires a command", function()
    misused({ "" }, "run.lua: unknown command '' (try --help)")
  end)

  it("guesses what an unknown command should be", function()
    misused({ "towr" }, "run.lua: unknown command 'towr' (did you mean 'tower'?)")
    misused({ "lst" }, "run.lua: unknown command 'lst' (did you mean 'list'?)")
    misused({ "/" }, "run.lua: '/' is a folder: name a file in it (FILE.lua, FILE.txt), or a "
      .. "command")
    misused({ "something" }, "run.lua: unknown command 'something' (try --help)")
    misused({ "../scripts/tower" }, "run.lua: unknown command '../scripts/tower' (try --help)")
  end)

  it("guesses what an unknown option should be", function()
    misused({ "--versoin" }, "run.lua: unknown option '--versoin' (did you mean '--version'?)")
    misused({ "--xyzzy" }, "run.lua: unknown option '--xyzzy' (try --help)")
    misused({ "tower", "--trase" }, "tower: unknown option '--trase' (did you mean '--trace'?)")
    misused({ "tower", "--xyzzy" }, "tower: unknown option '--xyzzy' (try --help)")
  end)

  it("says where options of a file stand", function()
    local function before(option, ...)
      misused({ option, ... }, ("run.lua: unknown option '%s': options of a file stand behind it:"
        .. " run.lua %s %s"):format(option, select(-1, "FILE.lua", ...), option))
    end
    for _, option in ipairs { "--wall", "--trust", "--trace", "--html", "--update", "--seed",
      "--set", "--level", "--rule-seconds", "--max-seconds", "--max-wall", "--max-memory",
      "--max-output" } do
      before(option)
    end
    before("--wall", "required", "my.lua")
    before("--trace", "my.txt")
    misused({ "--wall=off", "my.lua" }, "run.lua: unknown option '--wall': options of a file stand"
      .. " behind it: run.lua my.lua --wall")
  end)

  it("refuses surplus arguments", function()
    misused({ "tower", "a", "b" }, "tower: too many arguments (try --help)")
    misused({ "list", "a" }, "run.lua: too many arguments (try --help)")
  end)

  it("shows every action with --trace", function()
    local stdout, stderr, status = run({ "tower", "--trace" }, [[
3 4
....
S#..
1#.G
3
PUSH LEFT
PUSH RIGHT
MOVETO 2
]])
    assert.same({ "", 0 }, { stderr, status })
    assert.equal([[
Tower of 3 rows and 4 columns:
....
S#..
1#.G

1. ignored: PUSH LEFT: the tower ends at column 1
....
S#..
1#.G

2. PUSH RIGHT
   pushed # from row 2, column 2 to row 2, column 3
....
S.#.
1#.G

3. MOVETO 2
   walked S from row 2, column 1 to row 2, column 2
   cracked 1 to . at row 1, column 1
....
.S#.
.#.G

Game Over : Gave Up
]], stdout)
  end)
end)

describe("run.lua starts", function()
  it("in any folder", function()
    assert.same({ ANSWER, "", 0 }, { run({ "tower" }, GOOD, { folder = "/",
      script = HOME_SCRIPT }) })
    assert.same({ ANSWER, "", 0 }, { run({ "tower" }, GOOD, { folder = "spec",
      script = "../run.lua" }) })
  end)

  it("through a symbolic link", function()
    run.in_folder(function(folder)
      local link = folder .. "/a link"
      assert.is_true(os.execute("ln -s " .. quote(HOME_SCRIPT) .. " " .. quote(link)))
      assert.same({ ANSWER, "", 0 }, { run({ "tower" }, GOOD, { script = link }) })
      assert.same({ ANSWER, "", 0 }, { run({ "tower" }, GOOD, { folder = folder,
        script = "a link" }) })
    end)
  end)

  it("on a path with blanks and quotes", function()
    run.in_folder(function(folder)
      local place = folder .. "/it's \"my\" $HOME *"
      assert.is_true(os.execute("ln -s " .. quote(run.root) .. " " .. quote(place)))
      local options = { script = place .. "/run.lua" }
      assert.same({ ANSWER, "", 0 }, { run({ "tower" }, GOOD, options) })
      assert.same({ (run { "list" }), "", 0 }, { run({ "list" }, "", options) })
    end)
  end)

  -- Writes modules of these names that print a line when they are loaded.
  local function write_evil(folder)
    os.execute(("cd %s && mkdir -p tessera/run tessera/base"):format(quote(folder)))
    for _, name in ipairs { "tessera", "tessera/process", "tessera/run/cli", "tessera/tower",
      "tessera/base/errors" } do
      run.write_file(("%s/%s.lua"):format(folder, name), "error 'evil'")
    end
    run.write_file(folder .. "/tessera.so", "evil")
  end

  it("with its own modules, whatever LUA_PATH and LUA_CPATH name", function()
    run.in_folder(function(folder)
      write_evil(folder)
      run.write_file(folder .. "/mine.lua", "print(require('tessera').tower ~= nil)")
      local name = folder:match "[^/]+$"
      for _, place in ipairs { folder .. "/", "", "./", "../" .. name .. "/" } do
        local options = { folder = folder, script = HOME_SCRIPT,
          env = ("LUA_PATH_5_4='%s?.lua;;' LUA_CPATH_5_4='%s?.so;;'"):format(place, place) }
        assert.same({ ANSWER, "", 0 }, { run({ "tower" }, GOOD, options) })
        assert.same({ "true\n", "", 0 }, { run({ "mine.lua" }, "", options) })
        assert.same({ "true\n", "", 0 }, { run({ "mine.lua", "--trust" }, "", options) })
      end
    end)
  end)

  it("with its own modules before those beside a trusted file", function()
    run.in_folder(function(folder)
      write_evil(folder)
      run.write_file(folder .. "/argparse.lua", "return 'mine'")
      run.write_file(folder .. "/mine.lua", [[
        print(require("tessera").tower ~= nil, type(require "argparse"), require "beside")]])
      run.write_file(folder .. "/beside.lua", "return 'beside'")
      local path = folder .. "/mine.lua"
      assert.same({ "true\ttable\tbeside\t" .. folder .. "/beside.lua\n", "", 0 },
        { run({ path, "--trust" }) })
    end)
  end)

  it("with argparse from the absolute folders of LUA_PATH alone", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/argparse.lua", "error { evil = true }")
      local options = { folder = folder, script = HOME_SCRIPT, env = "LUA_PATH_5_4='?.lua;;'" }
      assert.same({ "", 0 }, { select(2, run({ "tower", "--help" }, "", options)) })
      options.env = ("LUA_PATH_5_4='%s/?.lua;;'"):format(folder)
      assert.same({ "", "run.lua: the options cannot be read: argparse cannot be loaded: "
        .. "an error that is no text\n", 1 },
        { run({ "tower", "--help" }, "", options) })
      for code, why in pairs {
        ["x ="] = "unexpected symbol near <eof>",
        ["error 'a\\nb'"] = [[a\x0Ab]],
        ["return {}"] = "attempt to call a table value",
        ["return function() return {} end"] = "attempt to call a nil value",
        ["return function() return setmetatable({}, { __index = function() return function(self)"
          .. " return self end end }) end"] = "what is found as argparse is something else",
      } do
        run.write_file(folder .. "/argparse.lua", code)
        for _, args in ipairs { { "list" }, { "tower", "--trace" }, { "mine.lua", "--trace" } } do
          local stdout, stderr, status = run(args, "", options)
          assert.same({ "", 1 }, { stdout, status })
          assert.matches("^run%.lua: the options cannot be read: [^\n]*\n$", stderr)
          assert.is_truthy(stderr:find(why, 1, true), stderr)
        end
      end
    end)
  end)

  it("only after `make`, and otherwise says so", function()
    local stdout, stderr, status = run({ "tower" }, GOOD, {
      env = "TESSERA_BUILD=/none LUA_CPATH= LUA_CPATH_5_4='/none/?.so'",
    })
    assert.same({ "", "run.lua: there is no tessera.so in /none: run `make` in ./\n", 1 },
      { stdout, stderr, status })
  end)
end)

describe("run.lua under another Lua:", function()
  for _, lua in ipairs { "lua5.1", "lua5.3", "luajit" } do
    describe(lua, function()
      local test = run.installed(lua) and it or function(name)
        pending(name .. " (" .. lua .. " is not installed)")
      end

      test("can read the file", function()
        local stdout, stderr, status = run.shell(lua .. [[ -e 'assert(loadfile "run.lua")']])
        assert.same({ "", "", 0 }, { stdout, stderr, status })
      end)

      test("hands over to lua5.4: the input, the output, the exit status", function()
        assert.same({ ANSWER, "", 0 }, { run({ "tower" }, GOOD, { lua = lua }) })
        assert.same({ ANSWER, "tower: line 2, column 1: expected the height, a whole number, "
          .. "found 'x'\n", 1 }, { run({ "tower" }, GOOD .. "x", { lua = lua }) })
        assert.same({ "", "tower: unknown option '--xyzzy' (try --help)\n", 2 },
          { run({ "tower", "--xyzzy" }, "", { lua = lua }) })
        assert.same({ ANSWER, "", 0 },
          { run({ "tower" }, GOOD, { lua = lua, folder = "/", script = HOME_SCRIPT }) })
      end)

      test("hands over arguments as they are", function()
        run.in_folder(function(folder)
          local name = folder .. "/it's mine.lua"
          run.write_file(name, [[
            for i, word in ipairs { ... } do io.write(i, ":", word, ";") end
            io.write(_VERSION)
            os.exit(7)]])
          local args = { name, "--trust", "a b", "", "it's", '"$HOME" `ls` \\', "*", "two\nlines" }
          assert.same({
            "1:a b;2:;3:it's;4:\"$HOME\" `ls` \\;5:*;6:two\nlines;Lua 5.4", "", 7,
          }, { run(args, "", { lua = lua }) })
        end)
      end)

      test("hands the death by a signal on", function()
        run.in_folder(function(folder)
          run.write_file(folder .. "/dies.lua", [[os.execute "kill -TERM $PPID; sleep 100"]])
          local args = { folder .. "/dies.lua", "--trust" }
          local _, _, status = guarded(run.command(args, { lua = lua }))
          assert.equal(128 + 15, status)
        end)
      end)

      test("is followed by lua5.4 if it is killed", function()
        run.in_folder(function(folder)
          run.write_file(folder .. "/waits.lua", [[
            os.execute("echo $PPID >" .. arg[0]:gsub("[^/]*$", "pid") .. "; exec sleep 100")]])
          local started = run.command({ folder .. "/waits.lua", "--trust" }, { lua = lua })
          assert.same({ "gone\n", "", 0 }, { run.shell(([[. "$PROCESSES"; cd %s; %s & pid=$!
            wait_until '[ -s %s/pid ]'; child=$(cat %s/pid); sleeper=$(children $child)
            kill -KILL $pid; wait_until 'gone $child'; kill $sleeper; echo gone]]):format(
            run.quote(run.root), started, folder, folder)) })
        end)
      end)

      test("says what is missing where there is no lua5.4", function()
        run.in_folder(function(folder)
          local function link(name, as)
            local command = ("ln -s \"$(command -v %s)\" %s/%s"):format(name, folder, as)
            assert.is_true(os.execute(command))
          end
          link(lua, "lua")
          link("sh", "sh")
          local stdout, stderr, status = run({ "tower" }, GOOD,
            { lua = folder .. "/lua", env = "PATH=" .. quote(folder) })
          assert.same({ "", 1 }, { stdout, status })
          assert.matches("^run%.lua: needs Lua 5%.4, and this is Lua 5%.[13]: install lua5%.4\n$",
            stderr)
        end)
      end)
    end)
  end

  for _, version in ipairs { "5.1", "5.3", "5.4" } do
    local luac = "luac" .. version
    if run.installed(luac) then
      it(luac .. " can compile it", function()
        assert.same({ "", "", 0 }, { run.shell(luac .. " -p run.lua") })
      end)
    else
      pending(luac .. " can compile it (not installed)")
    end
  end
end)

describe("run.lua ends", function()
  it("without a message when the reader of its output has gone", function()
    run.in_folder(function(folder)
      local status = quote(folder .. "/status")
      run.write_file(folder .. "/input", GOOD:rep(100000))
      local stdout, stderr = run.shell(("{ %s <%s; echo $? >%s; } | head -n 1"):format(
        run.command { "tower" }, quote(folder .. "/input"), status))
      assert.same({ ANSWER, "" }, { stdout, stderr })
      assert.equal("141\n", run.read_file(folder .. "/status"))
    end)
  end)

  it("with a message when the disk is full", function()
    if not io.open("/dev/full", "w") then
      pending "there is no /dev/full"
      return
    end
    for _, count in ipairs { 1, 100000 } do
      assert.same({ "", "tower: cannot write the output: No space left on device\n", 1 },
        { run.shell(run.command { "tower" } .. " >/dev/full", GOOD:rep(count)) })
    end
    assert.same({ "", "tower: cannot write the output: No space left on device\n", 1 },
      { run.shell(run.command { "tower", "--trace" } .. " >/dev/full", "3 3 ... ... S.G 0") })
  end)

  it("with a message when the disk is full, for every other output as well", function()
    if not io.open("/dev/full", "w") then
      pending "there is no /dev/full"
      return
    end
    for _, args in ipairs { { "list" }, { "--help" }, { "--version" }, { "tower", "--help" } } do
      local _, stderr, status = run.shell(run.command(args) .. " >/dev/full")
      assert.same({ "run.lua: cannot write the output: No space left on device\n", 1 },
        { stderr, status })
    end
    run.in_folder(function(folder)
      run.write_file(folder .. "/mine.lua", "print 'hello'")
      local _, stderr, status = run.shell(run.command { folder .. "/mine.lua" } .. " >/dev/full")
      assert.equal(1, status)
      assert.matches("^run%.lua: cannot write the output: [^\n]*\n$", stderr)
    end)
  end)

  it("with a traceback after a bug of its own", function()
    local _, stderr, status = run.shell(([[lua5.4 -e '
      package.path, package.cpath = "lua/?.lua;" .. package.path, "%s/?.so"
      require("tessera.run.cli").run("x", { run = function() error "a\27\nb" end }, {})']]):format(
      run.build))
    assert.equal(1, status)
    assert.matches("^x: [^\n]*a\\x1B\\x0Ab\nstack traceback:\n\t.*\n\t.*\n$", stderr)
  end)

  it("with a message if argparse is missing, but only if there are options", function()
    local env = "LUA_PATH=/none/?.lua LUA_PATH_5_4=/none/?.lua"
    local _, stderr, status = run({ "list" }, "", { env = env })
    assert.same({ "run.lua: options need argparse: install lua-argparse, or run `make deps`\n", 1 },
      { stderr, status })
    assert.same({ ANSWER, "", 0 }, { run({ "tower" }, GOOD, { env = env }) })
  end)

  it("at once by Ctrl-C, also while it waits for input", function()
    run.in_folder(function(folder)
      local stdout, stderr, status = guarded(([[
        cd %s && mkfifo in out
        (cd %s && exec %s) <in >out &
        exec 3>in 4<out
        printf '%s' >&3
        read -r answer <&4
        kill -INT $!
        wait $!
        echo "$answer, $?"
      ]]):format(quote(folder), quote(run.root), run.command { "tower" }, GOOD))
      assert.same({ "Game Over : Cleared, 130\n", "", 0 }, { stdout, stderr, status })
    end)
  end)
end)

describe("run.lua in a dialogue", function()
  it("answers a dataset before the next one is sent", function()
    run.in_folder(function(folder)
      local stdout, stderr, status = guarded(([[
        cd %s && mkfifo in out
        (cd %s && exec %s) <in >out &
        exec 3>in 4<out
        ask() { printf "$1" >&3; read -r answer <&4; echo "$answer"; }
        ask '3 3\n...\n.S.\n.G.\n0\n'
        ask '3 3 ... ... S.G 2 MOVETO 2\nMOVETO 1\n'
        ask '3 3 ... SB. #.G 3 MOVETO 1 PUSH RIGHT CLIMB LEFT\n'
        # The game is over before all of its commands have been sent.
        ask '3 3 ... .S. .G. 2 MOVETO 1\n'
        ask 'MOVETO 2 3 3 ... .S# #BG 1\nMOVETO 1\n'
        exec 3>&-
        wait $!
        echo "$?"
      ]]):format(quote(folder), quote(run.root), run.command { "tower" }))
      assert.same({ "", 0 }, { stderr, status })
      assert.equal([[
Game Over : Cleared
Game Over : Gave Up
Game Over : Gave Up
Game Over : Cleared
Game Over : Death by Hole
0
]], stdout)
    end)
  end)
end)

describe("run.lua with a file of the user's", function()
  local function run_script(text, args, input)
    local results
    run.in_folder(function(folder)
      run.write_file(folder .. "/mine.lua", text)
      results = { run({ folder .. "/mine.lua", table.unpack(args or {}) }, input) }
    end)
    return table.unpack(results)
  end

  it("runs it, with its arguments, its input and the library at hand", function()
    local stdout, stderr, status = run_script([[
      local tower = require "tessera.tower"
      local state = tower.new "..../..../S#.G"
      print(#arg, arg[1], arg[0]:match "[^/]+$", ...)
      print(io.read "l", (state:climb "right"))
      io.write(tostring(state))]], { "--trust", "one", "two words" }, "a line\n")
    assert.same({ "", 0 }, { stderr, status })
    assert.equal("2\tone\tmine.lua\tone\ttwo words\na line\ttrue\n....\n.S..\n.#.G\n", stdout)
  end)

  it("shows the user's line where it fails, after what it has printed", function()
    local stdout, stderr, status = run_script 'print "before"\n\nlocal x = nil\nx.y = 1\n'
    assert.same({ "before\n", 1 }, { stdout, status })
    assert.matches("^run%.lua: [^\n]*mine%.lua:4: attempt to index a nil value %(local 'x'%)\n",
      stderr)
  end)

  it("shows the user's line if the file cannot be compiled", function()
    local stdout, stderr, status = run_script "local x = 1\nx = = 2\n"
    assert.same({ "", 1 }, { stdout, status })
    assert.matches("^run%.lua: [^\n]*mine%.lua:2: unexpected symbol near '='\n$", stderr)
  end)

  it("names the file that is nested too deeply, and the line of a wrong setup", function()
    local function refused(text, message)
      local _, err, status = run.with_files({ ["mine.lua"] = text }, { "@mine.lua" }, "\n")
      assert.same({ "run.lua: mine.lua:" .. message .. "\n", 1 }, { err, status })
    end
    refused("x = " .. ("("):rep(300) .. "1" .. (")"):rep(300),
      " too many brackets, blocks or functions inside of each other (C stack overflow)")
    refused([[
return require("tessera").game { name = "mine", legend = { o = "stone" }, map = "o",
  moves = { "go" }, rules = { { "go" } },
  setup = function() return {} end }]],
      "3: setup must return a string or nothing, got a table (level 1)")
  end)

  it("shows an error in the input as one line", function()
    local _, stderr, status = run_script([[
      require("tessera.reader").new(io.stdin):integer("height", 1, 9)]], { "--trust" }, "\n 10")
    assert.same({ "run.lua: line 2, column 2: the height must be 1..9, not 10\n", 1 },
      { stderr, status })
  end)

  it("shows the place of an error in a map", function()
    local _, stderr, status = run_script('require("tessera.tower").new "S.G/.../..x"')
    assert.equal(1, status)
    assert.matches("mine%.lua:1: bad argument #1 to 'new' %(line 3, column 3: unknown cell 'x'",
      stderr)
  end)

  it("shows errors that are no strings, too", function()
    for code, pattern in pairs {
      ["error(setmetatable({}, { __tostring = function() return 'mine' end }))"] = "mine",
      ["error { code = 1 }"] = "table",
      ["error()"] = "an error without a message",
    } do
      local _, stderr, status = run_script(code)
      assert.equal(1, status)
      assert.matches("^run%.lua: [^\n]*" .. pattern, stderr)
      assert.is_nil(stderr:find("bad argument", 1, true), code)
    end
  end)

  it("ends with its exit status", function()
    assert.equal(7, (select(3, run_script("os.exit(7)", { "--trust" }))))
    assert.equal(0, (select(3, run_script "return")))
    local _, stderr, status = run_script "return 5"
    assert.equal(1, status)
    assert.matches("mine%.lua returned 5, which is no scenario, no list of scenarios and no game\n",
      stderr)
  end)

  it("reports a file that cannot be opened", function()
    assert.same({ "", "run.lua: cannot open none.lua: No such file or directory\n", 1 },
      { run { "none.lua" } })
  end)
end)
