--- Specifies `run.lua replay --update`, which records plays again.

local run = require "spec.support.run"
local session = require "tessera.session"

-- A game in which a step costs so much.
local function hall(cost, more)
  return ([[
return require("tessera").game {
  name = "hall", legend = { ["."] = "empty", ["@"] = "player" }, counters = { cost = 0 },
  moves = { "<direction>"%s },
  rules = { { "<direction>", "[ player | empty ] -> [ | player ]", add = { cost = %d } } },
}
]]):format(more or "", cost)
end

local function play(cost, extra)
  return ([[
tessera play 1
tessera hall 1
rows 1
columns 3
dice 0
cost 0
rng 0
next_die 0
board
@..
> right
< ok
tessera hall 1
rows 1
columns 3
dice 0
cost %d
rng 0
next_die 0
board
.@.
%s> up
< no: up: the board ends before 'empty'
end
]]):format(cost, extra or "")
end

local function in_hall(use)
  run.in_folder(function(folder)
    run.write_file(folder .. "/hall.lua", hall(1))
    run.write_file(folder .. "/a.play", play(1))
    use(folder, folder .. "/a.play")
  end)
end

local function replayed(folder, ...)
  return run({ "replay", "--update", ... }, nil,
    { folder = folder, script = run.root .. "/run.lua" })
end

describe("replay --update", function()
  it("shows the lines that differ and records the play again", function()
    in_hall(function(folder, path)
      run.write_file(folder .. "/hall.lua", hall(2))
      run.shell("chmod 604 " .. path)
      assert.same({ [[
--- a.play
+++ a.play
@@ -14,7 +14,7 @@
 rows 1
 columns 3
 dice 0
-cost 1
+cost 2
 rng 0
 next_die 0
 board
a.play: updated
]], "", 0 }, { replayed(folder, "a.play") })
      assert.equal(play(2), run.read_file(path))
      assert.equal("604\n", (run.shell("stat -c %a " .. path)))
      assert.same({ "a.play: unchanged\n", "", 0 }, { replayed(folder, "a.play") })
    end)
  end)

  it("does not touch a recording that is right", function()
    in_hall(function(folder, path)
      for _, text in ipairs { play(1), (play(1):gsub("\n", "\r\n")) } do
        run.write_file(path, text)
        local old = run.shell("stat -c '%i %y' " .. path)
        assert.same({ "a.play: unchanged\n", "", 0 }, { replayed(folder, "a.play") })
        assert.equal(old, (run.shell("stat -c '%i %y' " .. path)))
        assert.equal(text, run.read_file(path))
      end
    end)
  end)

  it("writes nothing if the game has lost an action, or a recording is wrong", function()
    in_hall(function(folder, path)
      local jump, slip = play(1, "> jump\n< ok\n"), play(1, "> rihgt\n< ok\n")
      for text, why in pairs { [jump] = "line 22: 'jump' is no action of hall",
        [slip] = "line 22: 'rihgt' is no action of hall %(did you mean 'right'%?%)",
        [play(1):gsub("rows 1", "rows 9", 1)] = "the saved state: line 10, .*" } do
        run.write_file(path, text)
        local stdout, stderr, status = replayed(folder, "a.play")
        assert.same({ "", 1 }, { stdout, status })
        assert.matches("^replay: a%.play: " .. why .. "\n$", (stderr:gsub("^run%.lua", "replay")))
        assert.equal(text, run.read_file(path))
      end
    end)
  end)

  it("takes several files, and goes on after an error", function()
    in_hall(function(folder)
      run.write_file(folder .. "/b.play", play(7))
      run.write_file(folder .. "/c.play", "nothing")
      run.write_file(folder .. "/d.play", run.read_file "samples/tower/cleared.play")
      local stdout, stderr, status = replayed(folder, "a.play", "no.play", "b.play", "c.play",
        "d.play")
      assert.same({ "a.play: unchanged", "b.play: updated", "d.play: unchanged" },
        { stdout:match "^[^\n]*", stdout:match "(b[^\n]*)\nd", stdout:match "([^\n]*)\n$" })
      assert.same({ "replay: cannot open no.play: No such file or directory\nreplay: c.play: it is"
        .. " no recording (expected the lines 'tessera play 1' and 'tessera GAME 1')\n", 1 },
        { stderr, status })
      assert.equal(play(1), run.read_file(folder .. "/b.play"))
    end)
  end)

  it("says that a game does something else each time", function()
    in_hall(function(folder, path)
      run.write_file(folder .. "/hall.lua", [[
local count = 0
return require("tessera").game {
  name = "hall", legend = { ["."] = "empty", ["@"] = "player" }, counters = { cost = 0 },
  moves = { "<direction>" },
  apply = function(state)
    count = count + 1
    state.cost = count
  end,
}
]])
      local stdout, stderr, status = replayed(folder, "a.play")
      assert.same({ "", "run.lua: a.play: the game does something else each time: line 17: expected"
        .. " 'cost 1', found 'cost 3'\n", 1 }, { stdout, stderr, status })
      assert.equal(play(1), run.read_file(path))
    end)
  end)

  it("runs a game in the sandbox, within limits", function()
    in_hall(function(folder)
      run.write_file(folder .. "/b.play", run.read_file "samples/tower/cleared.play")
      for head, wrong in pairs {
        ["io.open 'x'\n"] = {
          "run.lua: hall.lua:1: io is refused to a script (--trust allows it): print writes"
            .. " lines\n", 4 },
        ["while true do end\n"] = {
          "run.lua: hall.lua: stopped after 1 s of CPU time (--max-seconds)\n", 3 },
      } do
        run.write_file(folder .. "/hall.lua", head .. hall(2))
        local stdout, stderr, status = replayed(folder, "--game", "hall.lua", "--max-seconds", "1",
          "a.play", "b.play")
        assert.same({ "b.play: unchanged\n", wrong[1], wrong[2] }, { stdout, stderr, status })
      end
      run.write_file(folder .. "/hall.lua", "assert(io.open 'a.play')\n" .. hall(2))
      local stdout, stderr, status = replayed(folder, "--trust", "a.play", "b.play")
      assert.same({ "", 0 }, { stderr, status })
      assert.matches("a%.play: updated\nb%.play: unchanged\n$", stdout)
    end)
  end)

  it("shows only the first of many lines", function()
    in_hall(function(folder, path)
      run.write_file(folder .. "/hall.lua", hall(2))
      local text = play(1):match "^.-board\n@%.%.\n"
      run.write_file(path, text .. ("> up\n< ok\n"):rep(500) .. "end\n")
      local stdout, _, status = replayed(folder, "a.play")
      assert.equal(0, status)
      local _, lines = stdout:gsub("\n", "")
      assert.same({ 64, "...\na.play: updated\n" }, { lines, stdout:match "[^\n]*\n[^\n]*\n$" })
    end)
  end)

  it("needs files, and draws nothing", function()
    local function refused(message, ...)
      assert.same({ "", "replay: " .. message .. "\n", 2 }, { run { "replay", ... } })
    end
    refused("--update needs files of recordings, which it can write", "--update")
    refused("--update needs files of recordings, which it can write", "--update", "-")
    refused("--update draws nothing: a recording is drawn without it", "--update", "--svg", "x",
      "samples/tower/hole.play")
    refused("one recording at a time is replayed (with --update several are recorded again)",
      "samples/tower/hole.play", "samples/tower/hole.play")
  end)
end)

describe("the recordings of the samples", function()
  it("are what the games do now", function()
    run.in_folder(function(folder)
      run.shell("cp -r samples " .. folder)
      local stdout, stderr, status = run.shell(("cd %s && lua5.4 %s replay --update"
        .. " samples/*/*.play samples/*/*/*.play"):format(folder,
        run.quote(run.root .. "/run.lua")))
      assert.same({ "", 0 }, { stderr, status })
      local count = 0
      for line in stdout:gmatch "[^\n]+" do
        assert.matches("^samples/[%w/_]+%.play: unchanged$", line)
        count = count + 1
      end
      assert.is_true(count >= 45)
    end)
  end)
end)

describe("session.renew", function()
  it("returns a playthrough with what the game does now", function()
    local text = run.read_file "samples/tower/hole.play"
    local now, last = session.renew((text:gsub("moves 2\n", "moves 7\n"):gsub("\n", "\r\n")))
    assert.equal(text, now)
    assert.is_true(last == session.replay(text))
    assert.same({ nil, "line 1: expected 'tessera play 1'" }, { session.renew "" })
    local fine, err = pcall(session.renew, nil)
    assert.same({ false, "bad argument #1 to 'renew' (string expected, got nil)" }, { fine,
      (err:gsub("^[^:]*:%d+: ", "")) })
  end)
end)
