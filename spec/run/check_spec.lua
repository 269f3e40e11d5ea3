--- Specifies the command `check`: what it prints, which levels it takes, its errors.

local run = require "spec.support.run"
local games = require "spec.support.games"
local seeds = require "spec.support.seeds"

local pegs = [[
local tessera = require "tessera"

return tessera.game {
  name = "pegs",
  legend = { ["."] = "empty", o = "peg", ["#"] = "wall" },
  moves = { "jump <row> <column> <direction>" },
  rules = { { "jump <row> <column> <direction>", "[ peg | peg | empty ] -> [ | | peg ]" } },
  ends = { { "One left", "count peg = 1" }, { "Stuck", "stuck" } },
  goal = "One left",
  symmetries = { "left-right", "transpose" },
  properties = {
    ["a jump takes a peg"] = function(state, before)
      return state.board:count "peg" == before.board:count "peg" - 1
    end,
  },
}
]]

-- Runs `check` in a folder with these files. Returns what it prints, its error and its status.
local function check(files, ...)
  local words, results = { "check", ... }, nil
  run.in_folder(function(folder)
    assert(os.execute(("mkdir %s/levels"):format(folder)))
    for name, text in pairs(files) do
      run.write_file(folder .. "/" .. name, text)
    end
    results = { run(words, nil, { folder = folder, script = run.root .. "/run.lua" }) }
  end)
  return table.unpack(results)
end

local function lines_of(text)
  local lines = {}
  for line in text:gmatch "[^\n]+" do
    lines[#lines + 1] = line
  end
  return lines
end

describe("run.lua check", function()
  it("stops after the first `again` that does not end", function()
    local endless = [[
return require "tessera.game" {
  name = "flip", legend = { ["."] = "empty", o = "rock" }, groups = { all = { "empty", "rock" } },
  moves = { "wait" }, rules = { { "wait" } }, map = "..o/...",
  after = { { again = { "each [ all ] -> [ next all ]" } } },
}]]
    local out = check({ ["flip.lua"] = endless }, "flip.lua")
    assert.matches("^failed  each rule returns\n  flip%.lua:4:13: game 'flip': step 1: 'again' "
      .. "still changes the board after 10000 rounds\n", out)
    assert.matches("\nflip: stopped with 1 broken in 1 game from 1 level, ", out)
  end)

  it("tells the laws that hold, and how much was played", function()
    assert.same({ [[
ok      each action is listed once
ok      what is listed is carried out
ok      what is carried out is listed
ok      a refused action leaves nothing behind
ok      an action does the same when nobody listens
ok      outcome, score, turn, view, why and actions only read
ok      a game that is over has a known outcome and no actions
ok      a state that is saved and loaded goes on in the same way
ok      undo leads back to the start, and redo to the end
ok      a recorded play is replayed
ok      equal positions have equal hashes and the same actions and outcome
ok      images of a board play like the board
ok      a jump takes a peg
ok      no rule raises an error
ok      each rule returns
ok      the same actions lead to the same game, whatever was played before
pegs: 16 laws hold in 10 games from 1 level, 30 positions (seed 3)
]], "", 0 }, { check({ ["pegs.lua"] = pegs, ["levels/pegs.txt"] = "oo.o\n" }, "pegs.lua",
      "--games", "10", "--seed", "3") })
  end)

  it("asks a game for its hints, which must be possible", function()
    local out = check({ ["hinting.lua"] = [[
return require("tessera").game { name = "hinting", legend = { ["."] = "empty", ["@"] = "player" },
  map = "@..", moves = { "<direction>" },
  rules = { { "<direction>", "[ player | empty ] -> [ empty | player ]" } },
  hint = function(view)
    return view.board:is(1, 3, "player") and "up" or "right"
  end }]] }, "hinting.lua", "--games", "5")
    assert.matches("failed  no rule raises an error\n  game 'hinting': hint: it returned an action "
      .. "that is not possible: up: ", out, 1, true)
  end)

  it("tells what is broken, by an example that is a scenario", function()
    local wrong = pegs:gsub("%[ | | peg %]", "[ | peg | peg ]", 1)
    local printed, told, status = check({ ["pegs.lua"] = wrong, ["pegs.txt"] = "level A\n.oo..\n" },
      "pegs.lua", "pegs.txt")
    assert.same({ "", 1 }, { told, status })
    assert.equal([[
failed  a jump takes a peg
  after 'jump 1 1 right' it does not hold
    start   1. jump 1 1 right
    oo.     .oo
  level 1 'A', 1 action, game 1 of seed 1, made smaller: 1 action on 1 x 3 cells
tessera.scenario {
  name = "a jump takes a peg",
  game = require "pegs",
  map = "oo.",
  play = { "jump 1 1 right" },
  expect = { lawful = true },
}

pegs: 15 laws hold, 1 broken in 100 games from 1 level, ]], printed:match "failed.*level, ")
  end)

  it("says of an error at which line of the file it was raised", function()
    local wrong = pegs:gsub("return state.board:count", "return state.bord:count", 1)
    local printed, _, status = check({ ["pegs.lua"] = wrong, ["levels/pegs.txt"] = "oo.\n" },
      "pegs.lua")
    assert.equal(1, status)
    assert.equal("failed  a jump takes a peg\n  pegs.lua:13: pegs has no field or method 'bord'"
      .. " (did you mean 'board'?)", printed:match "failed[^\n]*\n[^\n]*")
  end)

  it("examines levels", function()
    local levels = "level A\noo.o\n\nlevel B\no.oo\n\nlevel C\no...\n\n"
      .. "; expect: unsolvable\n; name: D\n.o.o\n\n; expect: 1\nlevel E\noo.\n\n"
      .. "; expect: 7\nlevel F\noo.\n..o\n...\n"
    local printed, told, status = check({ ["pegs.lua"] = pegs, ["levels/pegs.txt"] = levels },
      "pegs.lua", "--levels")
    assert.same({ "", 1 }, { told, status })
    assert.same({
      "level  length  solutions  positions  dead ends  difficulty",
      "1 'A'       2          1          3        0 %         1.0",
      "2 'B'       2          1          3        0 %         1.0; repeats 1 'A' (left-right)"
        .. " (expected to be another level)",
      "3 'C'  is over at its start (expected to be solvable)",
      "4 'D'  cannot be solved",
      "5 'E'       1          1          2        0 %         0.0",
      "6 'F'       2          1          3        0 %         1.0 (expected 7 actions)",
      "6 levels, 3 as expected, 3 not",
    }, lines_of(printed))
  end)

  it("goes on behind a level that raises an error", function()
    local wrong = pegs:gsub("  moves = { ", [[
  apply = function(state)
    if state.board:count "wall" > 0 then
      error "a wall"
    end
    return nil, "no"
  end,
%0"wait", ]], 1):gsub(', { "Stuck", "stuck" }', "", 1)
    local printed, told, status = check({ ["pegs.lua"] = wrong,
      ["levels/pegs.txt"] = "oo.o#\n\noo.\n" }, "pegs.lua", "--levels")
    assert.same({ "", 1 }, { told, status })
    assert.same({
      "level  length  solutions  positions  dead ends  difficulty",
      "1      raises an error: pegs.lua:8: a wall (expected to be solvable)",
      "2           1          1          2        0 %         0.0",
      "2 levels, 1 as expected, 1 not",
    }, lines_of(printed))
  end)

  it("takes one level, and levels from the standard input", function()
    local printed = check({ ["pegs.lua"] = pegs, ["levels/pegs.txt"] = "oo.\n\nlevel B\n.oo\n" },
      "pegs.lua", "--levels", "--level", "B")
    assert.matches("\n1 level, 1 as expected, 0 not\n$", printed)
    local stdout = run({ "check", "samples/games/peg.lua", "-", "--levels" }, "oo.\n")
    assert.matches("\n1 level, 1 as expected, 0 not\n$", stdout)
  end)

  it("takes a play in the file for no proof of a shortest length", function()
    local level = "; expect: 2\noo.o\n\njump 1 1 right, jump 1 4 left\n"
    local printed, _, status = check({ ["pegs.lua"] = pegs, ["levels/pegs.txt"] = level },
      "pegs.lua", "--levels", "--nodes", "1")
    assert.equal(1, status)
    assert.equal("1         <=2          ?          ?          ?           ? (expected 2 actions)",
      lines_of(printed)[2])
  end)

  it("says that a file returns another game when it is loaded again", function()
    local other = [[
      local tessera = require "tessera"
      return tessera.game { name = "x" .. math.random(1 << 40), legend = { ["."] = "a" },
        map = ".", moves = { "go" }, apply = function() return nil, "no" end }]]
    local printed, told, status = check({ ["other.lua"] = other }, "other.lua", "--games", "2")
    assert.equal("", printed)
    assert.matches("^run.lua: other.lua: loaded again, it returns the game x%d+ and not the game"
      .. " x%d+\n$", told)
    assert.equal(1, status)
  end)

  it("proves who wins a level for two", function()
    local stdout, stderr, status = run({ "check", "samples/games/clobber.lua", "-", "--levels" },
      "; expect: wins 1\noxo\nxox\n\n; expect: wins 2\noxo\nxox\nxxo\n\n; expect: wins 3\nox\n")
    assert.same({ "", 1 }, { stderr, status })
    assert.same({
      "level  length  solutions  positions  dead ends  difficulty",
      "1      is for several players (wins: player 2 wins if both play as well as can be)",
      "2      is for several players; player 2 wins",
      "3      is for several players (player: expected a player, 1..2, got 3)",
      "3 levels, 1 as expected, 2 not",
    }, lines_of(stdout))
  end)

  it("leaves large levels to the solver, and says why one cannot be solved", function()
    local stdout, stderr, status = run({ "check", "samples/games/sokoban.lua", "-", "--levels",
      "--nodes", "20000" }, [[
; name: Large
#############
#@   #      #
# $$ #  ..  #
# $     ..  #
# $$ #  ..  #
#  $        #
#    #      #
#############

; name: Shut
######
#$@ .#
######

; name: Small
######
#@ $.#
######
]])
    local lines = lines_of(stdout)
    assert.same({ "", 1 }, { stderr, status })
    local length, pushes = lines[2]:match
      "^1 'Large'  +<=(%d+) +%? +%? +%? +%?; pushes (%d+)$"
    assert.is_true(tonumber(length) > tonumber(pushes) and tonumber(pushes) >= 40, lines[2])
    assert.same({
      "2 'Shut'   cannot be solved: the box at row 2, column 2 reaches no target (expected to be"
        .. " solvable)",
      "3 'Small'       2          1          3        0 %         1.6; pushes 1",
      "3 levels, 2 as expected, 1 not",
    }, { table.unpack(lines, 3, 5) })
  end)

  it("leaves a level undecided that is too large for its limit", function()
    local levels = "; expect: undecided\nooo.ooo\nooooooo\n.......\n\n"
      .. "ooooooo\nooo.ooo\n.......\n"
    local printed, _, status = check({ ["pegs.lua"] = pegs, ["levels/pegs.txt"] = levels },
      "pegs.lua", "--levels", "--nodes", "50")
    assert.equal(1, status)
    assert.same({
      "level  length  solutions  positions  dead ends  difficulty",
      "1      is undecided: nodes ended the search",
      "2      is undecided: nodes ended the search (expected to be solvable)",
      "2 levels, 1 as expected, 1 not",
    }, lines_of(printed))
  end)

  it("can play every level that comes with a game in C", function()
    for _, game in ipairs(games) do
      if seeds.all or game ~= "samegame" then -- whose levels take ten seconds
        local printed, told, status = run { "check", game, "--levels" }
        assert.same({ "", 0 }, { told, status }, printed)
        assert.matches(" as expected, 0 not\n$", printed)
      end
    end
  end)

  it("takes the inputs of a game's command for levels", function()
    for game, levels in pairs { jewelry = 5, robots = 3, samegame = 3, tower = 3 } do
      local input = ("samples/%s/statement.in"):format(game)
      local printed, told, status = run { "check", game, input, "--games", "1" }
      assert.same({ "", 0 }, { told, status }, printed)
      assert.matches((" laws hold in 1 game from %d levels, "):format(levels), printed)
    end
    local printed, told, status = run { "check", "samegame", "samples/samegame/statement.in",
      "--levels", "--level", "3" }
    assert.same({ "", 0 }, { told, status }, printed)
    assert.matches("level 3       4          2         11       45 %%         3.7\n", printed)
  end)

  it("says where an input is wrong", function()
    for game, example in pairs {
      robots = { "1 0\n99 1\n", "line 2, column 1: the row of the robot must be 1..31, not 99" },
      tower = { "3 3\n...\nS.\n", "line 3, column 3: the row has 2 cells, not 3" },
      jewelry = { "RO\nYG\n", "level 1: the number of rows is 2, expected 3..64" },
    } do
      assert.same({ "", ("%s: /dev/stdin: %s\n"):format(game, example[2]), 1 },
        { run({ "check", game, "/dev/stdin", "--wall", "off" }, example[1]) })
    end
  end)

  it("says what is wrong with its use", function()
    local function misused(message, status, files, ...)
      assert.same({ "", message .. "\n", status }, { check(files, ...) })
    end
    misused("check: there is no game 'towr' (did you mean 'tower'?); one in Lua is named by its"
      .. " file, such as my.lua", 2, {}, "towr")
    misused("check: --set is for games written in Lua", 2, {}, "tower", "--set", "a=b")
    misused("pegs: it has no map of its own: name a file with levels (or make levels/pegs.txt)", 2,
      { ["pegs.lua"] = pegs }, "pegs.lua")
    misused("pegs: levels/pegs.txt: there is no level 'B' (the levels: 1 'A')", 2,
      { ["pegs.lua"] = pegs, ["levels/pegs.txt"] = "level A\noo.\n" }, "pegs.lua", "--level", "B")
    misused("pegs: levels/pegs.txt: line 1, column 3: unknown cell 'x' (expected one of # . o)", 1,
      { ["pegs.lua"] = pegs, ["levels/pegs.txt"] = "oox\n" }, "pegs.lua")
    misused("pegs: levels/pegs.txt: line 1: level 1: expect: 'solvabel' is neither a number of"
      .. " actions, nor `wins 1`, nor one of solvable unsolvable undecided over (did you mean"
      .. " 'solvable'?)", 1,
      { ["pegs.lua"] = pegs, ["levels/pegs.txt"] = "; expect: solvabel\noo.\n" }, "pegs.lua",
      "--levels")
    misused("check: choose one of --levels, --mutate and --coverage", 2, { ["pegs.lua"] = pegs },
      "pegs.lua", "--levels", "--mutate")
    misused("check: --least and --max-mutants are for --mutate", 2, {}, "pegs.lua", "--least", "80")
    misused("check: --tests is for --mutate and --coverage", 2, {}, "pegs.lua", "--tests", "a.lua")
    misused("check: --nodes is for --levels", 2, {}, "pegs.lua", "--nodes", "80")
    misused("run.lua: list.lua returned a table, which is no game", 1, { ["list.lua"] =
      "return {}" }, "list.lua")
  end)
end)
