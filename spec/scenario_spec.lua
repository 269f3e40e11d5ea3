--- Scenarios: what they hold, what they print, and what is said of a wrong one.

local run = require "spec.support.run"
local scenario = require "tessera.scenario"

-- Runs a scenario file of this text; the paths in the answers are cut to "my.lua".
local function play(text, args, files)
  local results
  run.in_folder(function(folder)
    run.write_file(folder .. "/my.lua", 'local tessera = require "tessera"\n' .. text)
    for name, content in pairs(files or {}) do
      run.write_file(folder .. "/" .. name, content)
    end
    results = { run({ folder .. "/my.lua", table.unpack(args or {}) }) }
    for i = 1, 2 do
      results[i] = results[i]:gsub(folder:gsub("%p", "%%%0") .. "/", "")
    end
  end)
  return table.unpack(results)
end

-- A scenario of the tower with these lines in it.
local function tower(lines)
  return ([[return tessera.scenario {
  name = "mine", game = "tower",
  %s
}]]):format(lines)
end

local MAP = 'map = "..../S#.G/####", '

describe("a scenario", function()
  it("holds or does not, a line each, and says so by the exit status", function()
    assert.same({ "ok      mine\n1 ok, 0 failed\n", "", 0 },
      { play(tower(MAP .. 'play = { "PUSH RIGHT" }, expect = { moves = 1 }')) })
    assert.same({ "failed  mine (my.lua:2)\n  moves: expected 2, got 1\n0 ok, 1 failed\n", "", 1 },
      { play(tower(MAP .. 'play = { "PUSH RIGHT" }, expect = { moves = 2 }')) })
  end)

  it("expects outcome, moves, refusals, score, a board and a predicate", function()
    local stdout, stderr, status = play(tower(MAP .. [[
      play = { "PUSH RIGHT", "PUSH LEFT" },
      expect = { outcome = "Cleared", moves = 3, refused = 0, score = -5,
        board = "..../S#.G/####", check = function() return false, "never holds" end }]]))
    assert.same({ [[
failed  mine (my.lua:2)
  outcome: expected Cleared, got a running game
  moves: expected 3, got 1
  refused: expected 0, got 1
  score: expected -5, got 0
  check: never holds
  board: 2 cells are not as expected
    expected   found
    ....       ....
    S#.G       S.#G
     ^^         ^^
    ####       ####
  refused: 2. PUSH LEFT: the tower ends at column 1
0 ok, 1 failed
]], "", 1 }, { stdout, stderr, status })
    assert.same({ "ok      mine\n1 ok, 0 failed\n", "", 0 }, { play(tower(MAP .. [[
      play = { "PUSH RIGHT", "PUSH LEFT" },
      expect = { outcome = false, moves = 1, refused = 1, board = "..../S??G/####",
        check = function(state) return state:cell(2, 3) == "#" end }]])) })
  end)

  it("plays with a function, and calls its hooks", function()
    local stdout, stderr, status = play(tower(MAP .. [[
      play = function(state)
        while state:cell(2, 3) ~= "#" do
          state:push "right"
        end
        state:moveto(9)
      end,
      on_action = function(state, action, done, result)
        print("action", action, done, result, (state:player()))
      end,
      on_event = function(state, event) print("event", event.kind, event.to[2]) end,
      on_over = print,
      expect = { moves = 1 }]]))
    assert.same({ "event\tpushed\t3\naction\tPUSH RIGHT\ttrue\tnil\t2\n"
      .. "action\tMOVETO 9\tnil\tMOVETO 9: the tower has no such column\t2\nok      mine\n"
      .. "1 ok, 0 failed\n", "", 0 }, { stdout, stderr, status })
  end)

  it("calls on_over once, when the game ends", function()
    local stdout = play(tower [[map = "..../S.G./####", play = { "MOVETO 2", "CLIMB RIGHT" },
      on_over = function(state, outcome) print("over", outcome, state:turn()) end,
      expect = { outcome = "Cleared" }]])
    assert.equal("over\tCleared\tnil\nok      mine\n1 ok, 0 failed\n", stdout)
  end)

  it("reads its map from a file beside it", function()
    local file = 'file = "levels/1.txt", expect = { moves = 0 }'
    local text = tower(file):gsub("levels/", "")
    assert.same({ "ok      mine\n1 ok, 0 failed\n", "", 0 },
      { play(text, {}, { ["1.txt"] = "....\nS#.G\n####\n" }) })
    assert.same({ "failed  mine (my.lua:2)\n  1.txt: line 2, column 3: unknown cell 'x' (expected"
      .. " one of # I G C B . 1 2 3 S)\n0 ok, 1 failed\n", "", 1 },
      { play(text, {}, { ["1.txt"] = "....\nS#xG\n####\n" }) })
    local stdout = play(text)
    assert.equal("failed  mine (my.lua:2)\n  cannot read '1.txt'\n0 ok, 1 failed\n", stdout)
    stdout = play((text:gsub('"1.txt"', '"../1.txt"')))
    assert.equal("failed  mine (my.lua:2)\n  cannot read '../1.txt'\n0 ok, 1 failed\n", stdout)
  end)

  it("shows where its map is wrong", function()
    assert.equal("failed  mine (my.lua:2)\n  map: line 2, column 3: unknown cell 'x' (expected"
      .. " one of # I G C B . 1 2 3 S)\n0 ok, 1 failed\n",
      (play(tower 'map = "..../S#xG/####", expect = { moves = 0 }')))
  end)

  it("names an action that is none, and goes on with the next scenario", function()
    local stdout, stderr, status = play [[return {
      { name = "one", game = "tower", map = "..../S#.G/####", play = { "PUSH RIGHT", "PUSH RIHGT" },
        expect = { moves = 1 } },
      { name = "two", game = "samegame", map = "11/22", play = { "1 1" }, expect = { moves = 1 } },
    }]]
    assert.same({ [[
failed  one (my.lua)
  action 2: 'PUSH RIHGT' is no action of tower
ok      two
1 ok, 1 failed
]], "", 1 }, { stdout, stderr, status })
  end)

  it("shows the user's line where its functions fail", function()
    local stdout = play(tower(MAP .. [[
      play = function(state)
        state:push "rihgt"
      end, expect = { moves = 1 }]]))
    assert.equal("failed  mine (my.lua:2)\n  my.lua:5: bad argument #1 to 'push' (expected \"left\""
      .. " or \"right\")\n0 ok, 1 failed\n", stdout)
    stdout = play(tower(MAP .. [[play = { "PUSH RIGHT" }, on_action = function()
        error "mine"
      end, expect = { moves = 1 }]]))
    assert.equal("failed  mine (my.lua:2)\n  my.lua:5: mine\n0 ok, 1 failed\n", stdout)
  end)

  it("shows the whole play with --trace", function()
    local stdout, stderr, status = play(tower(MAP
      .. 'play = { "PUSH RIGHT", "PUSH LEFT" }, expect = { moves = 1 }'), { "--trace" })
    assert.same({ [[
mine:
....
S#.G
####

1. PUSH RIGHT
   pushed # from row 2, column 2 to row 2, column 3
....
S.#G
####

2. ignored: PUSH LEFT: the tower ends at column 1
....
S.#G
####

ok      mine
1 ok, 0 failed
]], "", 0 }, { stdout, stderr, status })
  end)

  it("plays a game written in Lua", function()
    assert.same({ "ok      mine\n1 ok, 0 failed\n", "", 0 }, { play([[
      local sokoban = require "sokoban"
      return tessera.scenario { name = "mine", game = sokoban, map = "#####\n#@$.#\n#####",
        play = { "right" }, expect = { outcome = "Solved", board = "#####\n# @*#\n#####" } }]], {},
      { ["sokoban.lua"] = run.read_file "samples/games/sokoban.lua" }) })
  end)

  -- Definitions that are wrong, and what is said of them at the user's line.
  for lines, message in pairs {
    [ [[mpa = "", expect = { moves = 1 }]] ] =
      "scenario 'mine': unknown key 'mpa' (did you mean 'map'?)",
    [""] = "scenario 'mine': expect is missing (expected a value of type table)",
    ["expect = {}"] = "scenario 'mine': expect is empty: nothing would be tested",
    ["expect = { outcom = 1 }"] =
      "scenario 'mine': expect: unknown key 'outcom' (did you mean 'outcome'?)",
    ["expect = { moves = '1' }"] =
      "scenario 'mine': expect.moves: expected a value of type integer, got '1'",
    ["play = 7, expect = { moves = 1 }"] =
      "scenario 'mine': play: expected a value of type table or function, got 7",
    ["play = { {} }, expect = { moves = 1 }"] =
      "scenario 'mine': action 1: expected a value of type string or integer, got a table",
    ["on_over = 1, expect = { moves = 1 }"] =
      "scenario 'mine': on_over: expected a value of type function, got 1",
    ["map = '', file = '', expect = { moves = 1 }"] =
      "scenario 'mine': map and file are both given",
  } do
    it("is refused: " .. message, function()
      local stdout, stderr, status = play(tower(lines))
      assert.same({ "", 1 }, { stdout, status })
      assert.matches("^run%.lua: my%.lua:%d: ", stderr)
      assert.equal(message .. "\n", (stderr:gsub("^run%.lua: my%.lua:%d: ", "")))
    end)
  end

  it("is refused with an unknown game, or none", function()
    local _, stderr = play [[
      return tessera.scenario { name = "a", game = "towr", expect = { moves = 0 } }]]
    assert.equal("run.lua: my.lua:2: scenario 'a': there is no game 'towr' (did you mean"
      .. " 'tower'?)\n", stderr)
    _, stderr = play 'return tessera.scenario { name = "a", game = {}, expect = { moves = 0 } }'
    assert.equal("run.lua: my.lua:2: scenario 'a': game: the table is no game\n", stderr)
    _, stderr = play 'return tessera.scenario { game = "tower" }'
    assert.equal("run.lua: my.lua:2: scenario: name is missing (expected a value of type string)\n",
      stderr)
  end)
end)

describe("the comparison of boards", function()
  it("takes ? for any cell, and no indentation", function()
    assert.is_nil(scenario.compare("a?c/???", "abc\ndef\n"))
    assert.is_nil(scenario.compare("\n    a?c\n    def\n  ", "abc\ndef\n"))
    assert.is_nil(scenario.compare("#  #\n####", "#  #\n####\n"))
  end)

  it("marks cells that differ, also where sizes do", function()
    assert.equal([[
board: expected 3 rows of 3, found 2 rows of 3
    expected   found
    abc        axc
     ^          ^
    d?         de
    gh         (none)
    ^^         ^^]],
      (scenario.compare("abc/d?/gh", "axc\nde\n"):gsub("gh\n", "gh         (none)\n")))
  end)
end)

describe("the sample scenarios", function()
  require("tessera.busted").scenarios "samples/scenarios"

  it("run from the command line", function()
    for _, name in ipairs { "tower", "jewelry", "robots", "horizontally", "samegame" } do
      local stdout, stderr, status = run { "samples/scenarios/" .. name .. ".lua" }
      assert.same({ "", 0 }, { stderr, status }, stdout)
      assert.matches("%d ok, 0 failed\n$", stdout)
    end
  end)
end)

describe("tessera.busted", function()
  it("makes specs that fail with what does not hold", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/a.lua", [[return { { name = "wrong", game = "samegame",
        map = "11/22", expect = { moves = 1 } } }]])
      run.write_file(folder .. "/a_spec.lua", ('require("tessera.busted").scenarios %q'):format(
        folder .. "/a.lua"))
      local stdout, _, status = run.shell("busted -o TAP " .. run.quote(folder .. "/a_spec.lua"))
      assert.is_true(status ~= 0)
      assert.is_truthy(stdout:find("not ok 1 - " .. folder .. "/a.lua wrong", 1, true), stdout)
      assert.is_truthy(stdout:find("moves: expected 1, got 0", 1, true), stdout)
      run.write_file(folder .. "/a_spec.lua", 'require("tessera.busted").scenarios "/none"')
      stdout = run.shell("busted -o TAP " .. run.quote(folder .. "/a_spec.lua"))
      assert.is_truthy(stdout:find("there is no Lua file in '/none'", 1, true), stdout)
    end)
  end)
end)
