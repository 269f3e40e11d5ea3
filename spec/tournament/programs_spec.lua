--- Specifies programs as players of a tournament: the protocol, and what rude programs do.

local nim = require "spec.support.nim"
local external_players = require "tessera.study.external_players"
local run = require "spec.support.run"
local tessera = require "tessera"

local study = tessera.study

local function one(state)
  return state:actions()[1]
end

-- The game of the program `command` as `side` of a game against `one`.
local function game(command, side, changes)
  external_players.allow { other = command }
  local definition = { name = "cup", game = nim, players = { one = one, other = "program" },
    seeds = 1, think = 30 }
  for key, value in pairs(changes or {}) do
    definition[key] = value
  end
  local made = tessera.tournament(definition)
  local row = study.try(made, { first = side == 1 and "other" or "one",
    second = side == 2 and "other" or "one", seed = 1 })
  external_players.allow {}
  assert.equal("done", row.status, row.message)
  return row.result
end

-- The processes that have this word as an argument, by /proc: "/proc/17/cmdline", as soon as there
-- are any, or none, or after ten seconds: a process starts, and ends, some time after it is told
-- to. (The pattern does not match itself.)
local function alive(word, any)
  return (run.shell(([[for i in $(seq 100); do
    found=$(grep -lzx '%s[%s]' /proc/[0-9]*/cmdline)
    [ %s "$found" ] && break
    sleep 0.1
  done
  printf %%s "$found"]]):format(word:sub(1, -2), word:sub(-1), any and "-n" or "-z")))
end

-- Seconds that nobody else on this machine waits.
local long = ("7%d.%d"):format(run.shell "echo $$", os.time())

-- A program that writes what it reads to a file, and always takes one coin.
local function listening(path)
  return ([[while IFS= read -r line; do echo "$line" >>%s; case $line in go) echo take 1;; esac;
    done]]):format(path)
end

describe("a program as a player", function()
  if not package.searchpath("luv", package.cpath) then
    pending "needs luv"
    return
  end

  it("is told all that it needs", function()
    run.in_folder(function(folder)
      local result = game(listening(folder .. "/heard"), 2, { map = "ooo", think = 2.5 })
      assert.equal("one", result.winner)
      local saved = nim.new("ooo"):save()
      local _, lines = saved:gsub("\n", "")
      assert.equal(table.concat {
        "tessera 1\ngame nim\nplayer 2\nthink 2.5\nstart ", lines, "\n", saved,
        "play 1 take 1\n",
        "board 1\n.oo\nactions 2\ntake 1\ntake 2\ngo\n",
        "play 2 take 1\n",
        "play 1 take 1\n",
        "end First wins\n",
      }, run.read_file(folder .. "/heard"))
    end)
  end)

  it("is told the position behind the opening, and every board", function()
    run.in_folder(function(folder)
      local result = game(listening(folder .. "/heard"), 1, { map = "oooo/oooo", opening = 3 })
      local heard = run.read_file(folder .. "/heard")
      assert.equal("Second wins" == result.outcome and "one" or "other", result.winner)
      assert.truthy(heard:find("\nplayer 2\n", 1, true) == nil)
      local _, boards = heard:gsub("board 2\n", "")
      local _, gos = heard:gsub("\ngo\n", "")
      assert.equal(boards, gos)
      assert.is_nil(heard:find("board 2\noooo\noooo\n", 1, true))
    end)
  end)

  it("may write carriage returns, and blanks around the action", function()
    local result = game([[while read -r line; do case $line in go) printf ' take 1 \r\n';; esac;
      done]], 1)
    assert.equal("won", result.reason)
  end)

  it("plays with the sample of a player", function()
    local result = game("lua5.4 samples/studies/player.lua", 1, { game = "horizontally",
      options = { fields = 2, rows = 6, columns = 6 } })
    assert.equal("won", result.reason)
    assert.truthy(result.outcome:find "wins$")
  end)

  it("can play against another program", function()
    external_players.allow { a = "lua5.4 samples/studies/player.lua", b = listening "/dev/null" }
    local made = tessera.tournament { name = "two", game = nim, seeds = 1,
      players = { a = "program", b = "program" } }
    assert.equal("won", study.try(made, 1).result.reason)
    assert.equal("won", study.try(made, 2).result.reason)
    external_players.allow {}
  end)

  -- What the program does; the reason of its loss; what its message has.
  local rude = {
    { "cannot be started", "no_such_program_here", "crash", "it ended with status 127" },
    { "ends at once", "exit 3", "crash", "it ended with status 3" },
    { "says why it ends", "echo bad luck >&2; exit 1", "crash",
      "it ended with status 1 (bad luck)" },
    { "is killed", "kill -KILL $$", "crash", "it ended with signal 9" },
    { "closes its output", "exec >&-; sleep 7001", "crash", "it closed its output" },
    { "closes its input", "exec <&-; exec sleep 7002", "crash", "it closed its input" },
    { "writes rubbish", "echo hello; cat >/dev/null", "illegal", "'hello' is no action of nim" },
    { "writes what no terminal should see", [[printf '\033[2J\n'; cat >/dev/null]], "illegal",
      "\\x1B" },
    { "writes an empty line", "echo; cat >/dev/null", "illegal", "'' is no action of nim" },
    { "writes without end", "yes 'take 3'", "illegal", "" }, -- which of its bytes are read varies
    { "writes a line without end", "yes | tr -d '\\n'", "illegal",
      "it wrote more than 65536 bytes that nobody asked for" },
    { "writes a long line", "head -c 5000 /dev/zero | tr '\\0' a; echo; cat >/dev/null", "illegal",
      "a line of more than 4096 bytes" },
    { "complains without end", "yes >&2 & sleep 0.2; exit 4", "crash", "it ended with status 4" },
  }

  for _, case in ipairs(rude) do
    it("that " .. case[1] .. " loses", function()
      for side = 1, 2 do
        local result = game(case[2], side)
        assert.same({ "one", case[3], side - 1 }, { result.winner, result.reason, result.actions })
        assert.truthy(result.why:find(case[4], 1, true), result.why)
      end
    end)
  end

  it("is found among the processes, as long as it is alive", function()
    local pid = run.shell(("sleep %s >&- 2>&- & echo $!"):format(long)):match "%d+"
    assert.equal(("/proc/%s/cmdline"):format(pid), alive(long, true))
    run.shell("kill " .. pid)
    assert.equal("", alive(long))
  end)

  it("that does not answer loses, and is killed with all that it has started", function()
    local silent = { "sleep N", "trap '' TERM INT HUP; sleep N; sleep N",
      "sleep N & sleep N & wait", "sleep N | cat", "cat >/dev/null; sleep N" }
    for _, command in ipairs(silent) do
      local result = game(command:gsub("%f[%u]N", long), 1, { think = 0.2 })
      assert.same({ "one", "time", "no line within 0.2 s" }, { result.winner, result.reason,
        result.why })
      assert.equal("", alive(long))
    end
  end)

  it("that does not end after the game is killed", function()
    local result = game(("%s; trap '' TERM; sleep %s; sleep %s"):format(listening "/dev/null", long,
      long), 1)
    assert.equal("won", result.reason)
    assert.equal("", alive(long))
  end)

  it("leaves no process and no descriptor behind", function()
    local function open()
      return (run.shell("ls /proc/" .. require("luv").os_getpid() .. "/fd | wc -l"))
    end
    game("exit 3", 1)
    local before = open()
    for _ = 1, 10 do
      game(listening "/dev/null", 1)
      game("exit 3", 2)
    end
    assert.equal(before, open())
    assert.equal("", (run.shell('. "$PROCESSES"; processes Z ' .. require("luv").os_getpid())))
  end)
end)

describe("the process around a worker with programs", function()
  -- Runs a worker that is plain Lua, with `ask` for a request.
  local function worker(code)
    local head = ([[package.cpath, package.path = package.cpath .. ";%s/tessera.so", "lua/?.lua"
      local long = "%s"
    ]]):format(run.build, long)
    return run.shell("lua5.4 -e " .. run.quote(head .. [[
      local broker = require "tessera.userfile.broker"
      local process = require "tessera.process"
      require("tessera.study.external_starter").fork({ max_seconds = 20, max_wall = 20,
        max_memory = 4000, max_output = 1, renewed = true }, nil,
        { bot = "echo hello; cat >&2", dull = "sleep " .. long })
      local function ask(name, ...)
        local done, answer = process.ask(name, broker.packed { ... })
        return done and table.concat(broker.unpacked(answer), "|") or answer
      end
      local function start(name)
        return select(2, process.ask("start", broker.packed { name }))
      end
      local function tell(...)
        process.say(table.concat({ ... }, " ") .. "\n")
      end
    ]] .. code))
  end

  it("starts those that the command line names, so many at a time", function()
    local _, err = worker [[
      tell(start "bot", start "other", start "bot; touch x", start "", ask("start"))
      for i = 2, 64 do
        start "dull"
      end
      tell(start "dull", ask("stop", 64, false), start "dull")]]
    assert.equal("1 the command line names no program 'other' the command line names no program"
      .. " 'bot; touch x' the command line names no program '' the command line names no program"
      .. " nil\n"
      .. "more than 64 programs run  65\n", err)
    assert.equal("", alive(long))
  end)

  it("passes on lines, and believes no request", function()
    local _, err, status = worker [[
      local bot = start "bot"
      tell(ask("hear", bot, 5), ask("send", bot, "text\n"), ask("hear", bot, 0.01))
      tell(ask("hear", bot, "soon"), ask("hear", bot, "nan"), ask("hear", bot), ask("hear", 2, 1))
      tell(ask("stop", bot, true), ask("stop", bot, true), ask("write", "file", "text"))
      tell(tostring((process.ask("hear", "no packed strings"))))
      os.exit(7)]]
    assert.equal("hello  |time|no line within 0.01 s\n"
      .. "the request is damaged the request is damaged the request is damaged no such program"
      .. " runs\n no such program runs the parent knows no 'write'\nfalse\n", err)
    assert.equal(7, status)
  end)

  it("ends as the worker ends", function()
    assert.equal(9, select(3, worker [[start "dull"; process.die(9)]]) % 128)
    assert.equal("", alive(long))
  end)
end)

describe("--program", function()
  local file = [[
    local tessera = require "tessera"
    return tessera.tournament { name = "cup", game = require "nim", seeds = 2, think = 30,
      players = { one = function(state) return state:actions()[1] end, other = "program" } }]]

  local function in_folder(use)
    run.in_folder(function(folder)
      run.write_file(folder .. "/nim.lua", run.read_file "spec/support/nim.lua")
      run.write_file(folder .. "/cup.lua", file)
      use(folder .. "/cup.lua", folder)
    end)
  end

  it("names the command of a player", function()
    in_folder(function(path, folder)
      local out, err, status = run { "study", path, "--program",
        "other=" .. listening(folder .. "/heard"), "--jsonl", folder .. "/rows" }
      assert.same({ "cup\n4 points: 4 done\nresults: " .. path:gsub("lua$", "sqlite\n"), "", 0 },
        { out, err, status })
      local _, won = run.read_file(folder .. "/rows"):gsub('"reason":"won"', "")
      assert.equal(4, won)
    end)
  end)

  it("must name one, and a player that is there", function()
    in_folder(function(path)
      local function refused(message, expected, ...)
        local _, err, status = run { "study", path, ... }
        assert.truthy(err:find(message, 1, true), err)
        assert.equal(expected, status)
      end
      refused("cup.lua:2: tournament: player other: a program is started only if the command line"
        .. " names it: --program other=COMMAND", 1)
      refused("--program othr: no player of this name is \"program\" (did you mean 'other'?)", 1,
        "--program", "othr=x", "--program", "other=x")
      refused("--program must be such as", 2, "--program", "other")
      refused("--program must be such as", 2, "--program", "=x")
      refused("--program must be such as", 2, "--program", "other= ")
      refused("--program other is there twice", 2, "--program", "other=x", "--program", "other=y")
    end)
  end)

  it("is kept with the results: another command does not go on with them", function()
    in_folder(function(path, folder)
      local output = path:gsub("lua$", "sqlite")
      local function with(command, ...)
        return run { "study", path, "--program", "other=" .. command, ... }
      end
      local wrong, right = "echo no such file >&2; exit 2", listening "/dev/null":gsub("\n", "")
      local forfeited = "cup\n4 points: 4 done\n  other has lost 4 games by 'crash'; point 1: it"
        .. " ended with status 2 (no such file)\nresults: " .. output .. "\n"
      assert.same({ forfeited, "", 0 }, { with(wrong) })
      assert.same({ forfeited, "", 0 }, { with(wrong) })
      for _, more in ipairs { { right }, { right, "--retry" } } do
        assert.same({ "", ("study: %s: these results were made with --program other='%s', not '%s';"
          .. " --again drops them, --keep takes them as they are, --output FILE.sqlite begins"
          .. " another file\n"):format(output, wrong, right),
          1 }, { with(table.unpack(more)) })
      end
      assert.equal(forfeited, (run { "study", output })) -- what is there needs no command
      assert.equal(0, (select(3, with(right, "--slice", "1/2"))))
      assert.same({ "", ("study: %s: it holds results that were made with --program other='%s', not"
        .. " '%s', as those of %s\n"):format(output, wrong, right, folder .. "/cup.1of2.sqlite"),
        1 }, { run { "study", "merge", folder .. "/cup.1of2.sqlite", output } })
      assert.same({ "cup\n4 points: 4 done\nresults: " .. output .. "\n", "", 0 },
        { with(right, "--again") })
      assert.equal(0, (select(3, with(wrong, "--keep")))) -- and takes note of the command
      assert.equal(0, (select(3, with(wrong))))
      assert.equal(0, (select(3, with(right, "--keep"))))
      -- The command survives merging.
      run { "study", "merge", folder .. "/all.sqlite", output }
      assert.equal(0, (select(3, with(right, "--output", folder .. "/all.sqlite"))))
      assert.truthy(select(2, with(wrong, "--output", folder .. "/all.sqlite")):find(
        "these results were made with --program other='while", 1, true))
    end)
  end)

  it("cannot be said by the file", function()
    in_folder(function(path)
      run.write_file(path, 'require("tessera.study.external_players").allow { other = "x" }')
      local _, err, status = run { "study", path }
      local refused = "the module 'tessera.study.external_players' is refused"
      assert.truthy(err:find(refused, 1, true), err)
      assert.equal(1, status)
    end)
  end)

  it("has programs end with the study", function()
    in_folder(function(path)
      run.shell(("timeout -s INT 1 %s"):format(run.command { "study", path, "--program",
        ("other=trap '' INT TERM HUP; sleep %s; sleep %s"):format(long, long) }))
      assert.equal("", alive(long))
    end)
  end)
end)

describe("the samples of tournaments", function()
  for path, slice in pairs { ["samples/games/connect4_study.lua"] = "1/200",
    ["samples/studies/horizontally_study.lua"] = "1/60" } do
    it("are played: " .. path, function()
      run.in_folder(function(folder)
        local out, err, status = run { "study", path, "--slice", slice, "--output",
          folder .. "/out.sqlite", "--csv", folder .. "/rows.csv" }
        assert.same({ "", 0 }, { err, status })
        assert.truthy(out:find(": 4 done", 1, true), out)
        local _, won = run.read_file(folder .. "/rows.csv"):gsub(",won,", "")
        local _, drawn = run.read_file(folder .. "/rows.csv"):gsub(",draw,", "")
        assert.is_true(won + drawn >= 4)
      end)
    end)
  end
end)

describe("the limit of a game", function()
  it("is a loss of the player who is to move", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/nim.lua", run.read_file "spec/support/nim.lua")
      run.write_file(folder .. "/cup.lua", [[
        local tessera = require "tessera"
        local function one(state) return state:actions()[1] end
        return tessera.tournament { name = "cup", game = require "nim", seeds = 1, seconds = 1,
          players = { one = one, endless = function()
            xpcall(function() error "now" end, function() while true do end end)
          end } }]])
      local out = run { "study", folder .. "/cup.lua" }
      assert.truthy(out:find("2 failed (2 time)", 1, true), out)
      local _, blamed = out:gsub("stopped after 1 s of CPU time: to move: endless", "")
      assert.equal(2, blamed)
    end)
  end)
end)
