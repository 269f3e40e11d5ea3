--- Specifies `run.lua spec`: scenarios, and specs for busted, that are made of recordings.

local run = require "spec.support.run"
local session = require "tessera.session"
local tower = require "tessera.tower"


-- A row of boxes, of which the player pushes the first; they move so far.
local function boxes(far)
  return ([[
return require("tessera").game {
  name = "boxes", legend = { ["."] = "empty", ["@"] = "player", o = "box" },
  counters = { points = 0 }, score = "points", moves = { "<direction>", "wait" },
  rules = {
    { "<direction>", "[ player | empty ] -> [ | player ]" },
    { "<direction>", "[ player | box%s | empty ] -> [ | player%s | box ]", add = { points = 10 } },
    { "wait", add = { points = 0 } },
  },
}
]]):format((" | empty"):rep(far - 1), (" |"):rep(far - 1))
end

local function in_folder(use)
  run.in_folder(function(folder)
    run.write_file(folder .. "/boxes.lua", boxes(1))
    run.write_file(folder .. "/make.lua", [[
local start = require("boxes").new "@.o..../......."
print((require("tessera.session").record(start, { "right", "up", "right", "right", "down", "left" })
  :gsub("\n$", "")))
]])
    local text, stderr = run { folder .. "/make.lua" }
    assert.equal("", stderr)
    run.write_file(folder .. "/push.play", text)
    use(folder, function(...)
      return run({ ... }, nil, { folder = folder, script = run.root .. "/run.lua" })
    end)
  end)
end

local function busted(folder, file, from)
  return run.busted(from or folder, folder .. "/" .. file)
end

local SCENARIO = [[
tessera.scenario {
    name = "push",
    game = require "boxes",
    map = [=[
      @.o....
      .......
    ]=],
    play = { "right", "up", "right", "right", "down", "left" },
    expect = {
      outcome = false,
      moves = 5,
      refused = 1,
      score = 20,
      boards = {
        [3] = [=[
          ..@o...
          .......
        ]=],
        [4] = [=[
          ...@o..
          .......
        ]=],
      },
      board = [=[
        ....o..
        ..@....
      ]=],
    },
  }]]
SCENARIO = SCENARIO:gsub("%[=%[", "[["):gsub("%]=%]", "]]")

local FILE = [[
--- Plays as scenarios, written by `run.lua spec`. After a wanted change of the game
--- `run.lua FILE.lua --update` renews what they expect.

local tessera = require "tessera"

return {
  ]] .. SCENARIO .. ",\n}\n"

local BUSTED = [[
--- Plays as specs, written by `run.lua spec --busted`.

require "tessera.busted"
local tessera = require "tessera"

local folder = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
package.path = folder .. "?.lua;" .. package.path

describe("the recorded play", function()
  it("push", function()
    assert.passes(]] .. SCENARIO:gsub("\n", "\n  ") .. [[)
  end)
end)
]]

describe("run.lua spec", function()
  it("writes a scenario: the start, the actions, and the boards where most happens", function()
    in_folder(function(folder, tessera)
      assert.same({ FILE, "", 0 }, { tessera("spec", "push.play") })
      assert.same({ "", "", 0 }, { tessera("spec", "push.play", "--output", "push.lua") })
      assert.equal(FILE, run.read_file(folder .. "/push.lua"))
      assert.same({ "ok      push\n1 ok, 0 failed\n", "", 0 }, { tessera "push.lua" })
    end)
  end)

  it("writes a spec for busted, which can be run from anywhere", function()
    in_folder(function(folder, tessera)
      assert.same({ BUSTED, "", 0 }, { tessera("spec", "--busted", "push.play") })
      assert.same({ "", "", 0 }, { tessera("spec", "--busted", "push.play", "--output",
        "push_spec.lua") })
      local expected = { "ok 1 - the recorded play push\n1..1\n", 0 }
      for _, from in ipairs { folder, "/" } do
        local stdout, _, status = busted(folder, "push_spec.lua", from)
        assert.same(expected, { stdout, status })
      end
    end)
  end)

  it("writes scenarios that fail when a rule has changed", function()
    in_folder(function(folder, tessera)
      tessera("spec", "push.play", "--output", "push.lua")
      tessera("spec", "--busted", "push.play", "--output", "push_spec.lua")
      run.write_file(folder .. "/boxes.lua", boxes(2))
      local stdout, _, status = tessera "push.lua"
      assert.equal(1, status)
      assert.equal([[
failed  push (push.lua:7)
  boards[3] (right): 2 cells are not as expected
    expected   found
    ..@o...    ..@.o..
       ^^         ^^
    .......    .......
  score: expected 20, got 10
  refused: 2. up: the board ends before 'empty'
0 ok, 1 failed
]], stdout)
      stdout, _, status = busted(folder, "push_spec.lua")
      assert.equal(1, status)
      assert.truthy(stdout:find("not ok 1 - the recorded play push", 1, true))
    end)
  end)

  it("names recordings apart that have one name", function()
    in_folder(function(folder, tessera)
      run.shell(("cd %s && mkdir a b && cp push.play a && cp push.play b && cp push.play c.play")
        :format(folder))
      local stdout, stderr, status = tessera("spec", "a/push.play", "c.play", "b/push.play",
        "--game", "boxes.lua")
      assert.same({ "", 0 }, { stderr, status })
      local names = {}
      for name in stdout:gmatch 'name = ("[^\n]*),\n' do
        names[#names + 1] = name
      end
      assert.same({ '"a/push"', '"c"', '"b/push"' }, names)
      assert.truthy(stdout:find("  },\n\n  tessera.scenario {\n", 1, true))
    end)
  end)

  it("requires a game by its path from the folder of the output", function()
    in_folder(function(folder, tessera)
      run.shell(("cd %s && mkdir -p games/deep other && mv boxes.lua push.play games/deep")
        :format(folder))
      for output, name in pairs { ["x.lua"] = "games.deep.boxes", ["games/x.lua"] = "deep.boxes",
        ["games/deep/x.lua"] = "boxes" } do
        assert.same({ "", "", 0 }, { tessera("spec", "games/deep/push.play", "--output", output) })
        assert.truthy(run.read_file(folder .. "/" .. output):find(
          ('    game = require "%s",\n'):format(name), 1, true))
        assert.same({ "ok      push\n1 ok, 0 failed\n", "", 0 }, { tessera(output) })
      end
      assert.same({ "", "run.lua: games/deep/push.play: other/x.lua cannot require"
        .. " games/deep/boxes.lua, which must lie in its folder or below it and have a path of"
        .. " letters, digits and _ (--output FILE writes elsewhere)\n", 1 },
        { tessera("spec", "games/deep/push.play", "--output", "other/x.lua") })
      run.shell(("cd %s/games && mv deep/boxes.lua deep/b-o.lua"):format(folder))
      local _, stderr, status = tessera("spec", "games/deep/push.play")
      assert.same({ "run.lua: games/deep/push.play: a file in this folder cannot require"
        .. " games/deep/b-o.lua, which must lie in its folder or below it and have a path of"
        .. " letters, digits and _ (--output FILE writes elsewhere)\n", 1 }, { stderr, status })
    end)
  end)

  it("writes nothing if a recording does not replay", function()
    in_folder(function(folder, tessera)
      run.write_file(folder .. "/boxes.lua", boxes(2))
      local stdout, stderr, status = tessera("spec", "no.play", "push.play", "--output", "x.lua")
      assert.same({ "", "spec: cannot open no.play: No such file or directory\nrun.lua: push.play:"
        .. " line 36: expected '..@o...', found '..@.o..' (replay --update records it again)\n",
        1 },
        { stdout, stderr, status })
      assert.equal("boxes.lua\nmake.lua\npush.play\n", (run.shell("ls " .. folder)))
    end)
  end)

  it("overwrites a file only with --force", function()
    in_folder(function(folder, tessera)
      run.write_file(folder .. "/x.lua", "mine")
      assert.same({ "", "spec: x.lua: the file is there already (--force overwrites it, --update"
        .. " shows first how it changes)\n", 1 },
        { tessera("spec", "push.play", "--output", "x.lua") })
      assert.equal("mine", run.read_file(folder .. "/x.lua"))
      assert.same({ "", "", 0 }, { tessera("spec", "push.play", "--output", "x.lua", "--force") })
      assert.equal(FILE, run.read_file(folder .. "/x.lua"))
    end)
  end)

  it("writes a file anew with --update, and shows first how it changes", function()
    in_folder(function(folder, tessera)
      local args = { "spec", "push.play", "--update", "--output", "x.lua" }
      assert.same({ "", "", 0 }, { tessera(table.unpack(args)) })
      assert.same({ "x.lua: unchanged\n", "", 0 }, { tessera(table.unpack(args)) })
      run.write_file(folder .. "/boxes.lua", boxes(2))
      local stdout, stderr, status = tessera(table.unpack(args))
      assert.same({ "", 0 }, { stderr, status })
      assert.equal([[
--- x.lua
+++ x.lua
@@ -16,16 +16,12 @@
       outcome = false,
       moves = 5,
       refused = 1,
-      score = 20,
+      score = 10,
       boards = {
         [3] = [=[
-          ..@o...
+          ..@.o..
           .......
         ]=],
-        [4] = [=[
-          ...@o..
-          .......
-        ]=],
       },
       board = [=[
         ....o..
x.lua: updated
]], (stdout:gsub("%[%[", "[=["):gsub("%]%]", "]=]")))
      assert.same({ "ok      push\n1 ok, 0 failed\n", "", 0 }, { tessera "x.lua" })
    end)
  end)

  it("runs a game in the sandbox, within limits", function()
    in_folder(function(folder, tessera)
      for head, wrong in pairs {
        ["io.open 'x'\n"] = { "run.lua: ./boxes.lua:1: io is refused to a script (--trust allows"
          .. " it): print writes lines\n", 4 },
        ["while true do end\n"] = {
          "run.lua: ./boxes.lua: stopped after 1 s of CPU time (--max-seconds)\n", 3 } } do
        run.write_file(folder .. "/boxes.lua", head .. boxes(1))
        assert.same({ "", wrong[1], wrong[2] }, { tessera("spec", "push.play", "--max-seconds",
          "1") })
      end
    end)
  end)

  it("reports wrong usage", function()
    assert.same({ "", "spec: a recording is required (try --help)\n", 2 }, { run { "spec" } })
    assert.same({ "", "spec: --update needs the file that it renews: --output FILE\n", 2 },
      { run { "spec", "x.play", "--update" } })
  end)

  it("takes a recording from the standard input, and writes to the standard output", function()
    local text = session.record(tower.new "...G/S.##/####", { "MOVETO 2" })
    local stdout, stderr, status = run({ "spec", "-", "--output", "-" }, text)
    assert.same({ "", 0 }, { stderr, status })
    assert.truthy(stdout:find([[

  tessera.scenario {
    name = "a recording",
    game = "tower",
    map = ]], 1, true))
  end)

  it("shows few boards of large games and of long ones", function()
    local actions = {}
    for i = 1, 200 do
      actions[i] = "MOVETO " .. i % 60 + 1
    end
    local function written(rows)
      local start = tower.new((("."):rep(82) .. "/"):rep(rows - 2) .. "S" .. ("."):rep(80) .. "G/"
        .. ("#"):rep(82))
      return (run({ "spec", "-" }, (session.record(start, actions))))
    end
    assert.is_nil(written(60):find("boards", 1, true))
    local stdout = written(3)
    local _, boards = stdout:gsub("\n        %[%d+%] = ", "")
    assert.equal(7, boards)
    for line in stdout:gmatch "[^\n]+" do
      assert.is_true(#line <= 100)
    end
  end)
end)

describe("the recordings of the samples", function()
  it("become scenarios and specs that hold", function()
    run.in_folder(function(folder)
      run.shell("cp -r samples " .. folder)
      local paths = {}
      for path in run.shell "ls samples/*/*.play samples/games/levels/*.play":gmatch "[^\n]+" do
        paths[#paths + 1] = path
      end
      local function write(...)
        local args = table.move(paths, 1, #paths, 2, { "spec" })
        table.move({ ... }, 1, select("#", ...), #args + 1, args)
        assert.same({ "", "", 0 }, { run(args, nil,
          { folder = folder, script = run.root .. "/run.lua" }) })
      end
      write("--output", "all.lua")
      local stdout, stderr, status = run { folder .. "/all.lua" }
      assert.same({ "", 0 }, { stderr, status })
      assert.matches(("\n%d ok, 0 failed\n$"):format(#paths), stdout)
      write("--busted", "--output", "all_spec.lua")
      stdout, stderr, status = busted(folder, "all_spec.lua")
      assert.same({ "", 0 }, { stderr, status })
      assert.matches(("\n1..%d\n$"):format(#paths), stdout)
    end)
  end)
end)
