--- Specifies `run.lua solve`: its output is piped back into the game.

local rng = require "tessera.rng"
local process = require "tessera.process"
local run = require "spec.support.run"
local samegame = require "tessera.samegame"
local search = require "tessera.search"
local solve = require "tessera.run.solve"

-- What was told, without lines that only a slow machine tells.
local function without_progress(told)
  return (told:gsub("[^\n]*: %d+ positions, depth %d+[^\n]*\n", ""))
end

describe("run.lua solve", function()
  it("clears towers that are piped back", function()
    local input = "4 6\n......\n......\nS#.#.G\n######\n1 CLIMB LEFT\n0 0\n"
    local solved, stderr, status = run({ "solve", "tower" }, input)
    assert.same({ "", 0 }, { stderr, status })
    assert.equal("4 6\n......\n......\nS#.#.G\n######\n", solved:match "^.-######\n")
    assert.equal("Game Over : Cleared\n", (run({ "tower" }, solved)))
  end)

  it("clears the towers of the bench, which take 10 to 60 commands", function()
    local solved, stderr, status = run({ "solve", "tower" }, run.read_file "spec/bench/towers.in")
    assert.same({ "", 0 }, { stderr, status })
    assert.equal(("Game Over : Cleared\n"):rep(30), (run({ "tower" }, solved)))
    for count in solved:gmatch "\n(%d+)\n%u" do
      assert.is_true(tonumber(count) >= 10 and tonumber(count) <= 60)
    end
  end)

  it("clears grids that are piped back, or reports that there is no solution", function()
    local random, grids, clear = rng.new(8), {}, 0
    for i = 1, 20 do
      local cells = {}
      for k = 1, 16 do
        cells[k] = tostring(random:below(3))
      end
      grids[i] = "4 4 " .. table.concat(cells, " ") .. " 1 1 0 0\n"
    end
    local solved, stderr = run({ "solve", "samegame" }, table.concat(grids) .. "0 0\n")
    local played = run({ "samegame" }, solved)
    local number = 0
    for grid in (played .. "\n"):gmatch "Grid %d+%.\n(.-)\n\n" do
      number = number + 1
      local won = grid == "    Game Won"
      local said = stderr:find(("samegame: dataset %d: there is no solution (proven with"):format(
        number), 1, true)
      assert.is_true(won ~= (said ~= nil), "grid " .. number .. "\n" .. stderr)
      clear = clear + (won and 1 or 0)
    end
    assert.equal(20, number)
    assert.is_true(clear > 3 and clear < 20)
  end)

  it("solves a game in C in a process of its own if it is to have limits", function()
    local input = "4 6\n......\n......\nS#.#.G\n######\n0\n0 0\n"
    local plain = run({ "solve", "tower" }, input)
    for _, option in ipairs { "--max-seconds=9", "--max-wall=60", "--max-memory=64",
      "--max-output=1", "--wall=off", "--wall=on" } do
      assert.same({ plain, "", 0 }, { run({ "solve", "tower", option }, input) })
    end
    run.in_folder(function(folder)
      run.write_file(folder .. "/in", input)
      assert.same({ plain, "", 0 }, { run { "solve", "tower", folder .. "/in", "--max-wall=60",
        "--html", folder .. "/page.html" } })
      assert.matches("<title>", run.read_file(folder .. "/page.html"))
    end)
    assert.same({ "", "run.lua: tower: stopped after 1 s on the clock (--max-wall)\n", 3 },
      { run.shell("sleep 5 | lua5.4 run.lua solve tower --max-wall 1") })
    local hard = "samples/tower/statement.in"
    local solved, told, status = run { "solve", "tower", hard, "--max-seconds", "1" }
    assert.same({ "run.lua: tower: stopped after 1 s of CPU time (--max-seconds)\n", 3 },
      { without_progress(told), status })
    assert.matches("^8 8\n.*\nCLIMB RIGHT\n$", solved)
    if process.limits_memory then
      solved, told, status = run { "solve", "tower", hard, "--max-memory", "20" }
      assert.equal(1, status)
      assert.matches("^tower: dataset 3: no solution found: the memory is used up after %d+ "
        .. "positions\n$", without_progress(told))
      assert.matches("\n0 0\n$", solved)
    end
  end)

  it("says which options a game in C has not", function()
    local input = "3 3\n...\nS.G\n###\n0\n0 0\n"
    assert.equal(0, select(3, run({ "solve", "tower", "--disk", "9" }, input)))
    assert.equal(0, select(3, run({ "solve", "tower", "--disk", "9", "--wall", "off" }, input)))
    assert.same({ "", "solve: --disk writes a file, and behind the wall no file is written: --wall"
      .. " off leaves the wall out\n", 2 },
      { run({ "solve", "tower", "--disk", "9", "--max-wall", "9" }, input) })
    for _, option in ipairs { "--seed=1", "--lurd", "--rule-seconds=1", "--trust", "--level=1",
      "--set=a=1", "--by=moves" } do
      assert.same({ "", "solve: --by, --level, --lurd, --set, --seed, --rule-seconds and --trust"
        .. " are for games written in Lua\n", 2 }, { run({ "solve", "tower", option }, input) })
    end
  end)

  it("searches by the method that is asked for, and says how far it came", function()
    local input = "4 6\n......\n......\nS#.#.G\n######\n0\n0 0\n"
    local plain = run({ "solve", "tower" }, input)
    assert.same({ plain, "", 0 }, { run({ "solve", "tower", "--method", "ida-star" }, input) })
    -- Either pair can be removed, then the other one: 1, 2 and 1 positions.
    local grid = "3 2\n1 1\n2 3\n1 1\n0 0\n0 0\n"
    for method, how in pairs { ["breadth-first"] = "4 positions",
      ["ida-star"] = "the expansion of 8 positions" } do
      local _, stderr = run({ "solve", "samegame", "--method", method }, grid)
      assert.equal("samegame: dataset 1: there is no solution (proven with " .. how .. ")\n",
        stderr)
    end
  end)

  it("shows all shortest solutions", function()
    local input = "3 2\n1 1\n2 2\n3 3\n0 0\n0 0\n"
    local solved = run({ "solve", "samegame", "--all-optimal" }, input)
    assert.equal(6, select(2, run({ "samegame" }, solved):gsub("Game Won", "")))
  end)

  it("solves the levels of a game in Lua, and they are piped back", function()
    local game = "samples/games/sokoban.lua"
    local input = run.read_file "samples/games/levels/sokoban.txt"
    local solved, stderr, status = run({ "solve", game }, input)
    assert.same({ "", 0 }, { without_progress(stderr), status })
    assert.equal("; name: Round the corner\n  #####\n###   #\n#.  $ #\n#  #@ #\n#######\n\n"
      .. "right, up, left, left, left\n\n; name: Two", solved:match "^.-Two")
    local played = run({ game }, solved)
    assert.equal(5, select(2, played:gsub("Outcome: Solved", "")))
    assert.equal("5 8 29 22 41 ", (played:gsub(".-Moves: (%d+)\nOutcome: Solved\n", "%1 ")))
    assert.equal(solved, (run({ "solve", game }, solved)))
  end)

  it("leaves large levels to the solver, and says what it has proven", function()
    local game = "samples/games/sokoban.lua"
    local input = [[
; Store
#############
#@   #      #
# $$ #  ..  #
# $     ..  #
# $$ #  ..  #
#  $        #
#    #      #
#############
]]
    local solved, stderr, status = run({ "solve", game, "--limit", "20000" }, input)
    assert.equal(0, status)
    local count, least = stderr:match("^sokoban: level 1 'Store': (%d+) actions %([%a-]+%), not"
      .. " proven to be the fewest: at least (%d+)")
    assert.is_true(tonumber(count) > tonumber(least) and tonumber(least) > 10, stderr)
    assert.matches("Moves: " .. count .. "\nOutcome: Solved\n$", (run({ game }, solved)))
    -- A box that cannot leave the wall: no search is needed.
    input = input:gsub("#  $        #\n#    #", "#           #\n#  $ #")
    solved, stderr, status = run({ "solve", game }, input)
    assert.equal(1, status)
    assert.matches("\n\n$", solved)
    assert.equal("sokoban: level 1 'Store': there is no solution (proven with 1 position): the"
      .. " box at row 7, column 4 reaches no target\n", stderr)
  end)

  it("counts a counter of the game, if it is asked to", function()
    local game = "samples/games/sokoban.lua"
    local input = "#######\n#@ $ .#\n#  $ .#\n#######\n"
    local solved, stderr, status = run({ "solve", game, "--by", "pushes", "--limit", "5000" },
      input)
    assert.equal(0, status)
    local pushes, moves = stderr:match "^sokoban: level 1: (%d+) pushes in (%d+) actions %("
    assert.matches("Moves: " .. tostring(moves) .. "\nOutcome: Solved\n$", (run({ game }, solved)))
    local level = dofile(game).new(input)
    level:apply_all(search.solve(level, { by = "pushes", nodes = 5000 }))
    assert.same({ "Solved", tonumber(pushes), tonumber(moves) },
      { level:outcome(), level.pushes, level.moves })
    assert.matches("^sokoban: level 1: 1 push in 1 action %(", select(2, run({ "solve", game,
      "--by", "pushes" }, "#####\n#@$.#\n#####\n")))
    assert.same({ "", "sokoban: --by: sokoban has no counter 'pushs' (did you mean"
      .. " 'pushes'?)\n", 2 }, { run({ "solve", game, "--by", "pushs" }, input) })
  end)

  it("names the level in which a rule has raised an error", function()
    local trap = [[
      return require("tessera").game {
        name = "trap", legend = { ["."] = "empty", ["@"] = "player", x = "exit" },
        counters = { steps = { min = 0 } }, moves = { "<direction>" },
        rules = {
          { "<direction>", "[ player | empty or exit ] -> [ | player ]", count = "steps",
            call = function(state) if state.steps > 2 then error("bang", 0) end end },
        },
        ends = { { "Out", "no exit" } },
      }
    ]]
    local levels = "@x\n\n; name: Far\n@...x\n"
    local solved, stderr, status = run.with_files({ ["trap.lua"] = trap, ["levels.txt"] = levels },
      { "solve", "@trap.lua", "@levels.txt" })
    assert.same({ "@x\n\nright\n", "run.lua: bang (level 2 'Far')\n", 1 },
      { solved, stderr, status })
  end)

  it("names a counter that shrinks, and the level", function()
    local sinks = [[
      return require("tessera").game {
        name = "sinks", legend = { ["."] = "empty", ["@"] = "player", x = "exit" },
        counters = { coins = 3 }, moves = { "<direction>" }, goal = "Out",
        rules = { { "<direction>", "[ player | empty or exit ] -> [ | player ]",
          add = { coins = -1 } } },
        ends = { { "Out", "no exit" } },
      }
    ]]
    local files = { ["sinks.lua"] = sinks, ["levels.txt"] = "@x\n" }
    local solved, stderr, status = run.with_files(files,
      { "solve", "@sinks.lua", "@levels.txt", "--by", "coins" })
    assert.same({ "", "run.lua: --by: an action lets the counter 'coins' shrink (level 1)\n", 1 },
      { solved, stderr, status })
  end)

  it("names the levels without a solution, and shows all solutions of the others", function()
    local solved, stderr, status = run({ "solve", "samples/games/sokoban.lua", "--all-optimal" },
      "#####\n#$@.#\n#####\n\n######\n#@   #\n# $. #\n#    #\n######\n")
    assert.same({ "sokoban: level 1: there is no solution (proven with 2 positions): the box at"
      .. " row 2, column 2 reaches no target\n", 1 }, { stderr, status })
    assert.equal("#####\n#$@.#\n#####\n\n" .. "\n######\n#@   #\n# $. #\n#    #\n######\n\n"
      .. "down, right\n", solved)
  end)

  it("solves games that always start with the same map, dataset by dataset", function()
    run.in_folder(function(folder)
      local path = folder .. "/clear.lua"
      run.write_file(path, [[
return require("tessera").game {
  name = "clear", legend = { a = "a", ["."] = "empty" }, map = "aaa", goal = "Clear",
  moves = { "clear <column>" },
  apply = function(state, _, column)
    if not state.board:is(1, column, "a") or state.board:columns() < 3 then
      return nil, "nothing to clear"
    end
    state.board:set(1, column, "empty")
  end,
  outcome = function(state)
    return state.board:count "a" == 0 and "Clear" or nil
  end,
}
]])
      local solved, stderr, status = run({ "solve", path }, "aa\n\nclear 1\n\nclear 2\n")
      assert.same({ "clear: level 1: there is no solution (proven with 1 position)\n", 1 },
        { stderr, status })
      assert.equal("aa\n\n\naaa\n\nclear 1, clear 2, clear 3\n", solved)
      assert.equal("aa\nMoves: 0\nOutcome: none\n\n...\nMoves: 3\nOutcome: Clear\n",
        (run({ path }, solved)))
    end)
  end)

  -- A game with a map of its own, where the player walks.
  local walk = [[
return require("tessera").game {
  name = "walk", legend = { ["@"] = "player", ["."] = "empty" }, map = "@..",
  moves = { "right" }, rules = { { "right", "[ player | empty ] -> [ empty | player ]" } },
  %s
}
]]

  it("says that a game has no end to solve for", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/walk.lua", walk:format "")
      assert.same({ "@..\n\n",
        "walk: level 1: there is no solution: the game has no outcome\n", 1 },
        { run({ "solve", folder .. "/walk.lua" }, "") })
    end)
  end)

  it("needs a level in a file that is named, as check does, also if the game has a map", function()
    run.in_folder(function(folder)
      local path, file = folder .. "/walk.lua", folder .. "/levels.txt"
      run.write_file(path, walk:format 'ends = { { "There", "right [ player | edge ]" } }')
      for _, text in ipairs { "", "\n \n", "; a comment\n" } do
        run.write_file(file, text)
        for _, command in ipairs { "solve", "check" } do
          assert.same({ "", "walk: there are no levels in " .. file .. "\n", 1 },
            { run({ command, path, file }, "") })
        end
        assert.equal("@..\nMoves: 0\nOutcome: none\n", (run({ path, file }, "")))
      end
      assert.equal("@..\n\nright, right\n", (run({ "solve", path }, "")))
      run.write_file(file, "right\n")
      assert.equal("@..\n\nright, right\n", (run({ "solve", path, file }, "")))
      assert.equal(0, select(3, run({ "check", path }, "")))
    end)
  end)

  it("guesses at a misspelt goal, and keeps its limits if rules are slow", function()
    run.in_folder(function(folder)
      local path = folder .. "/slow.lua"
      run.write_file(path, [[
return require("tessera").game {
  name = "slow", legend = { ["."] = "empty" }, fields = { n = 0 }, moves = { "wait" }, goal = "Edn",
  apply = function(state)
    for _ = 1, 100000 do end
    state.n = state.n + 1
  end,
  outcome = function(state)
    return state.n == 5 and "End" or nil
  end,
}
]])
      assert.same({ ".\n\n", "slow: level 1: there is no solution (proven with 6 positions),"
        .. " it never ends with 'Edn' (did you mean 'End'?)\n", 1 },
        { run({ "solve", path }, ".\n") })
      assert.same({ ".\n\n", "slow: level 1: no solution found within 3 expanded"
        .. " positions\n", 1 },
        { run({ "solve", path, "--limit", "3" }, ".\n") })
    end)
  end)

  it("says how a game can end that does not reach its goal", function()
    local game = [[
return require("tessera").game {
  name = "halls", moves = { "<direction>" }, goal = "Home",
  legend = { ["."] = "empty", ["@"] = "player", h = "home", x = "hole", ["~"] = "water",
    ["+"] = "grave" },
  rules = { { "<direction>", "[ player | empty ] -> [ | player ]" },
    { "<direction>", "[ player | hole ] -> [ | grave ]" },
    { "<direction>", "[ player | water ] -> [ | water ]" } },
  ends = { { "Home", "no home" }, { "Fallen", "some grave" }, { "Drowned", "no player" } },
}
]]
    for map, ends in pairs { ["@x.h"] = "'Fallen'", ["x@~.h"] = "'Drowned' or 'Fallen'" } do
      local _, stderr = run.with_files({ ["halls.lua"] = game }, { "solve", "@halls.lua" }, map)
      assert.matches("there is no solution %(proven with %d+ positions?%), it can only end with "
        .. ends .. "\n$", stderr)
    end
  end)

  it("refuses games of chance and games for two, and shows errors of rules", function()
    for file, message in pairs {
      ["samples/games/2048.lua"] = "game2048 has chance: no actions are sure to reach a goal",
      ["samples/games/clobber.lua"] = "clobber has 2 players: a game for one can be solved",
      ["samples/scenarios/tower.lua"] = "samples/scenarios/tower.lua returned a table, which is"
        .. " no game",
      ["nowhere.lua"] = "cannot open nowhere.lua: No such file or directory",
    } do
      local input = file:find "clobber" and "oxo\nxox\n" or "left\n"
      assert.same({ "", "run.lua: " .. message .. "\n", 1 }, { run({ "solve", file }, input) })
    end
  end)

  it("reports a limit that was reached, and writes the dataset", function()
    local input = "4 6\n......\n......\nS#.#.G\n######\n0\n0 0\n"
    local solved, stderr, status = run({ "solve", "tower", "--limit", "1" }, input)
    assert.same({ input, "tower: dataset 1: no solution found within 1 expanded position\n", 1 },
      { solved, stderr, status })
  end)

  it("has the exit status 1 if one of several is not solved, and goes on", function()
    local good, bad = "@$.\n", "@.$\n"
    for input, expected in pairs { [good] = 0, [bad .. "\n" .. good] = 1, [good .. "\n" .. bad] = 1,
      [good .. "\n" .. good] = 0 } do
      for _, more in ipairs { false, "--all-optimal", "--method=ida-star" } do
        local solved, _, status = run({ "solve", "samples/games/sokoban.lua", more or nil }, input)
        assert.equal(expected, status)
        assert.equal(select(2, input:gsub("@%$%.", "")), select(2, solved:gsub("right", "")))
      end
    end
    assert.equal(1, select(3, run({ "solve", "samegame" }, "2 2\n1 2\n2 1\n0 0\n0 0\n")))
  end)

  it("keeps to --memory, and reports it", function()
    local rows = {}
    for i = 1, 10 do
      rows[i] = ("%d %d %d %d 1 2 3 1 2 %d"):format(i % 3, i % 2, i % 4, i % 3, i == 1 and 9 or 3)
    end -- the 9 is alone
    local input = "10 10\n" .. table.concat(rows, "\n") .. "\n0 0\n0 0\n"
    local _, stderr, status = run({ "solve", "samegame", "--memory", "1" }, input)
    assert.equal(1, status)
    assert.is_truthy(stderr:find("^samegame: dataset 1: no solution found: the memory is used up"
      .. " after %d+ positions\n$"), stderr)
  end)

  it("shows its progress every ten seconds if there is no terminal", function()
    local now, written = 1000, {}
    local time, stderr, say = os.time, io.stderr, process.say
    local source = { name = "samegame", last = "", write = function() end, each = function()
      now = now + 1
      return now == 1001 and samegame.new "1122334411/2233441122/3344112233/4411223344" or nil
    end }
    -- luacheck: push ignore 122
    os.time = function()
      now = now + 1
      return now
    end
    io.stderr = { write = function(_, text)
      written[#written + 1] = { text = text, at = now }
    end }
    function process.say(text)
      io.stderr:write(text)
    end
    local fine, fault = pcall(solve.run, source, { limit = 20000 })
    os.time, io.stderr, process.say = time, stderr, say
    -- luacheck: pop
    assert.is_true(fine, fault)
    local last, before = table.remove(written), 1000
    assert.matches("^samegame: dataset 1: no solution found within 20000 expanded "
      .. "positions\n$", last.text)
    assert.is_true(#written > 0)
    for _, line in ipairs(written) do
      assert.is_truthy(line.text:find "^dataset 1: %d+ positions, depth %d+\n$", line.text)
      assert.is_true(line.at - before >= 10)
      before = line.at
    end
  end)

  it("shows its progress on a terminal all the time", function()
    if select(3, run.shell "script -qec true /dev/null") ~= 0 then
      return pending "script(1) cannot open a terminal"
    end
    run.in_folder(function(folder)
      local path = folder .. "/tower.in"
      run.write_file(path, "4 6\n......\n......\nS#.#.G\n######\n0\n0 0\n")
      local command = run.command { "solve", "tower", path }
      local shown = run.shell(("script -qec %s /dev/null </dev/null"):format(run.quote(command)))
      assert.equal("\r\27[Kdataset 1: 1 positions, depth 0\r\27[K4 6\r\n",
        shown:match "^.-4 6\r\n")
      assert.same("4 6\n", (run.shell(command)):sub(1, 4))
    end)
  end)

  it("refuses wrong arguments", function()
    for args, message in pairs {
      [{ "towr" }] = "solve: there is no game 'towr' to solve (did you mean 'tower'?)\n",
      [{ "tower", "--method", "ida-star", "--all-optimal" }] =
        "solve: --method is for one shortest solution, not for --all-optimal\n",
      [{ "tower", "--method", "ida-star", "--optimal" }] =
        "solve: --optimal is for the solver, which --method leaves out\n",
      [{ "samples/games/sokoban.lua", "--all-optimal", "--by", "pushes" }] =
        "solve: --by is for the solver, which --all-optimal leaves out\n",
      [{ "tower", "--limit", "0" }] =
        "solve: --limit must be a whole number of 1..1000000000000, not '0' (try --help)\n",
    } do
      assert.same({ "", message, 2 }, { run({ "solve", table.unpack(args) }, "") })
    end
    local _, stderr, status = run({ "solve" }, "")
    assert.is_truthy(stderr:find "missing argument 'game'" and status == 2, stderr)
    stderr, status = select(2, run({ "solve", "tower" }, "4 6\n...x..\n"))
    assert.same({
      "solve: line 2, column 4: unknown cell 'x' (expected one of # I G C B . 1 2 3 S)\n", 1,
    }, { stderr, status })
  end)
end)
