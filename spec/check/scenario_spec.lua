--- Specifies scenarios: their definition, playing them, their output, and their errors.

local run = require "spec.support.run"
local scenario = require "tessera.scenario"

-- Runs a scenario file of this text, beside other files.
local function play(text, args, files)
  local beside = { ["my.lua"] = 'local tessera = require "tessera"\n' .. text }
  for name, content in pairs(files or {}) do
    beside[name] = content
  end
  return run.with_files(beside, { "@my.lua", table.unpack(args or {}) })
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
  it("prints a line for each scenario; the exit status is 1 if one fails", function()
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
    ....
    S.#G
    ####
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

  it("passes map and options to any game, or options alone", function()
    local function of(game, lines)
      return (play(([[return tessera.scenario { name = "mine", game = "%s", %s }]]):format(game,
        lines)))
    end
    local fine = "ok      mine\n1 ok, 0 failed\n"
    assert.equal(fine, of("robots", [[map = "@...+", options = { teleports = { { 1, 3 } } },
      play = { "TELEPORT 1,3" }, expect = { outcome = false, board = "..@+." } ]]))
    assert.equal(fine, of("robots", [[options = { rows = 1, columns = 3, player = { 1, 1 } },
      expect = { outcome = "Won", board = "@.." } ]]))
    assert.equal(fine, of("horizontally", [[options = { fields = 2, rows = 2, columns = 3 },
      play = { "Aa" }, expect = { outcome = false, board = "#../#.." } ]]))
    assert.equal(fine, of("samegame", [[map = "12/1.", options = { order = "upward" },
      expect = { board = "1./12" } ]]))
    local wrong = "failed  mine (my.lua:2)\n  %s\n0 ok, 1 failed\n"
    assert.equal(wrong:format "options: unknown option 'feilds' (did you mean 'fields'?)",
      of("horizontally", [[map = "...", options = { feilds = 2 }, expect = { moves = 0 } ]]))
    assert.equal(wrong:format "options: option 'rows': the map says this already",
      of("robots", [[map = "@.+", options = { rows = 1 }, expect = { moves = 0 } ]]))
    assert.equal(wrong:format "options: tower has no options",
      of("tower", [[map = "..G/.S./###", options = { rows = 3 }, expect = { moves = 0 } ]]))
  end)

  it("reads a level of a game in Lua from a file, in the format of the game's input", function()
    local files = { ["sokoban.lua"] = run.read_file "samples/games/sokoban.lua",
      ["levels.txt"] = "; a comment\n; name: Easy\n#####\n#@$.#\n#####\n\nright\n\n"
        .. "level Hard\n######\n#@ $.#\n######\n\nlevel Wrong\n####\n#@x#\n" }
    local function level(lines)
      return play([[return tessera.scenario { name = "mine", game = require "sokoban",
        file = "levels.txt", expect = { ]] .. lines .. " }", {}, files)
    end
    assert.equal("ok      mine\n1 ok, 0 failed\n", (level [[board = "#####/#@$.#/#####" }]]))
    assert.equal("ok      mine\n1 ok, 0 failed\n",
      (level [[board = "#####/#@$.#/#####", moves = 0 }, level = "Easy"]]))
    for _, number in ipairs { "2", "'Hard'" } do
      assert.equal("ok      mine\n1 ok, 0 failed\n", (level([[outcome = "Solved" },
        play = { "right", "right" }, level = ]] .. number)))
    end
    for number, message in pairs {
      ["3"] = "levels.txt: line 16, column 3: unknown cell 'x' (expected one of   # $ * + - . @ _)",
      ["4"] = "levels.txt: there is no level 4 (the levels: 1 'Easy', 2 'Hard', 3 'Wrong')",
      ["'Hrd'"] = "levels.txt: there is no level 'Hrd' (did you mean 'Hard'?)",
    } do
      assert.equal("failed  mine (my.lua:2)\n  " .. message .. "\n0 ok, 1 failed\n",
        (level("moves = 0 }, level = " .. number)))
    end
  end)

  it("lists the first ten refused actions and why, if it fails", function()
    assert.equal("failed  mine (my.lua:2)\n  moves: expected 2, got 1\n"
      .. "  refused: 1. PUSH LEFT: the tower ends at column 1\n"
      .. "  refused: 3. PUSH LEFT: the tower ends at column 1\n0 ok, 1 failed\n",
      (play(tower(MAP .. [[play = { "PUSH LEFT", "PUSH RIGHT", "PUSH LEFT" },
        expect = { moves = 2, refused = 2 }]]))))
    local stdout = play(tower(MAP .. [[play = function(state)
        for _ = 1, 15 do
          state:push "left"
        end
        error "mine"
      end, expect = { moves = 0 }]]))
    assert.equal("failed  mine (my.lua:2)\n  my.lua:8: mine\n  refused: 1. PUSH LEFT: the tower"
      .. " ends at column 1\n", stdout:match "^.-\n.-\n.-\n")
    assert.is_truthy(stdout:find("  refused: 10. PUSH LEFT: the tower ends at column 1\n"
      .. "  refused: and 5 more\n0 ok", 1, true), stdout)
    assert.equal("ok      mine\n1 ok, 0 failed\n", (play(tower(MAP
      .. 'play = { "PUSH LEFT" }, expect = { refused = 1 }'))))
  end)

  it("begins from a saved state, which may be indented", function()
    local saved = [[saved = [=[
      tessera tower 1
      rows 3
      columns 4
      moves 7
      player_row 2
      player_column 2
      goal_row 2
      goal_column 4
      map
      ....
      ...G
      ####
    ]=], ]]
    assert.same({ "ok      mine\n1 ok, 0 failed\n", "", 0 }, { play(tower(saved
      .. [[expect = { board = "..../.S.G/####", check = function(state)
        return select(2, state:player()) == 2
      end }]])) })
    assert.equal("failed  mine (my.lua:2)\n  saved: line 3, column 1: expected 'columns' here\n"
      .. "0 ok, 1 failed\n",
      (play((tower(saved .. "expect = { moves = 0 }"):gsub("columns", "\27columns")))))
    assert.equal("failed  mine (my.lua:2)\n  saved: line 1, column 9: expected 'tower' here\n"
      .. "0 ok, 1 failed\n", (play(tower 'saved = "tessera robots 1", expect = { moves = 0 }')))
  end)

  it("compares boards on the way with those of `boards`", function()
    assert.equal("ok      mine\n1 ok, 0 failed\n", (play(tower(MAP .. [[
      play = { "PUSH LEFT", "PUSH RIGHT" }, expect = { boards = {
        [0] = "..../S#.G/####", "..../S#.G/####", "..../S.#?/####" } }]]))))
    assert.equal([[
failed  mine (my.lua:2)
  boards[0] (the start): 1 cell is not as expected
    expected   found
    ....       ....
    S#.B       S#.G
       ^          ^
    ####       ####
  boards[2] (PUSH RIGHT): 2 cells are not as expected
    expected   found
    ....       ....
    S#.G       S.#G
     ^^         ^^
    ####       ####
  outcome: expected Cleared, got a running game
    ....
    S.#G
    ####
  refused: 1. PUSH LEFT: the tower ends at column 1
0 ok, 1 failed
]], (play(tower(MAP .. [[
      play = { "PUSH LEFT", "PUSH RIGHT" }, expect = { outcome = "Cleared", boards = {
        [0] = "..../S#.B/####", [2] = "..../S#.G/####" } }]]))))
  end)

  it("claims what a search proves of the position at the end", function()
    assert.equal("ok      mine\n1 ok, 0 failed\n", (play(tower(MAP .. [[expect = {
      solvable = true, unique_solution = true, optimal = 2, wins = 1, reachable = "Cleared",
      never = function(state) return state:outcome() == "Death by Hole" end, goal = "Cleared",
      limits = { nodes = 1000, seconds = 10, memory = 1000000 } }]]))))
    assert.equal("ok      mine\n1 ok, 0 failed\n", (play(tower(MAP
      .. [[play = { "MOVETO 3" }, expect = { solvable = "Cleared", optimal = 1 }]]))))
    assert.equal("ok      mine\n1 ok, 0 failed\n", (play [[return tessera.scenario {
      name = "mine", game = "samegame", map = "12211",
      expect = { forced = "1 2", solvable = true } }]]))
    assert.equal([[
failed  mine (my.lua:2)
  unsolvable: Cleared is reached in 1 action
    start   1. CLIMB RIGHT
    ....    ...S
    .#SG    .#.G
    ####    ####
  optimal: expected 2 actions, but Cleared is reached in 1 action
    start   1. CLIMB RIGHT
    ....    ...S
    .#SG    .#.G
    ####    ####
  forced: the action is refused: MOVETO 3: the player is there already
    ....
    .#SG
    ####
  reachable: Death by Hole cannot be reached
    ....
    .#SG
    ####
  never: Cleared is reached in 1 action
    start   1. CLIMB RIGHT
    ....    ...S
    .#SG    .#.G
    ####    ####
0 ok, 1 failed
]], (play(tower(MAP .. [[play = { "MOVETO 3" }, expect = { solvable = false, optimal = 2,
      forced = "MOVETO 3", wins = 1, reachable = "Death by Hole", never = "Cleared" }]]))))
    assert.equal([[
failed  mine (my.lua:2)
  solvable: goal: tower has no outcome 'Claered' (did you mean 'Cleared'?)
  undecided: 1 node was not enough to find out whether Cleared can be reached
    ....
    S#.G
    ####
0 ok, 1 failed
]], (play(tower(MAP .. [[expect = { never = "Cleared", limits = { nodes = 1 },
      solvable = "Claered" }]]))))
  end)

  -- A tail that leaves its heading behind, below whatever is there then.
  local function slip(board, more)
    return ([[
local game = tessera.game { name = "slip", layers = { "path", "things" }, legend = {
    ["."] = { things = "empty" }, [">"] = { things = "tail", path = "east" },
    o = { things = "body", path = "east" } }, moves = { "tick" }, counters = { n = 0 },
  rules = { { "tick", count = "n" } }, after = { "first right [ tail | body ] -> [ | tail ]" },
  %s }
return tessera.scenario { name = "mine", game = game, map = ">oo", play = { "tick" },
  expect = { board = "%s", boards = { [1] = "%s" } } }]]):format(more or "", board, board)
  end

  it("compares all layers of a board: '?' is a cell for which no character stands", function()
    assert.equal("ok      mine\n1 ok, 0 failed\n", (play(slip "?>o")))
    assert.equal([[
failed  mine (my.lua:7)
  boards[1] (tick): 1 cell is not as expected
    expected   found
    .>o        ?>o
    ^          ^
    row 1, column 1: no character stands for path 'east', things 'empty'
  board: 1 cell is not as expected
    expected   found
    .>o        ?>o
    ^          ^
    row 1, column 1: no character stands for path 'east', things 'empty'
0 ok, 1 failed
]], (play(slip ".>o")))
  end)

  it("compares nothing below a kind that covers it by a background", function()
    local cover = 'look = { empty = { " ", "grey", back = "black" } }'
    assert.equal("ok      mine\n1 ok, 0 failed\n", (play(slip(".>o", cover))))
    assert.is_truthy(play(slip(".o>", cover)):find("2 cells are not as expected", 1, true))
  end)

  it("says which characters of a picture the legend lacks", function()
    assert.equal([[
failed  mine (my.lua:7)
  boards[1] (tick): 2 cells are not as expected
    expected   found
    ?Ox        ?>o
     ^^         ^^
    row 1, column 2: the legend has no 'O' (did you mean 'o'?)
    row 1, column 3: the legend has no 'x' (expected one of . > o)
    row 1, column 1: no character stands for path 'east', things 'empty'
  board: 2 cells are not as expected
    expected   found
    ?Ox        ?>o
     ^^         ^^
    row 1, column 2: the legend has no 'O' (did you mean 'o'?)
    row 1, column 3: the legend has no 'x' (expected one of . > o)
    row 1, column 1: no character stands for path 'east', things 'empty'
0 ok, 1 failed
]], (play(slip "?Ox")))
  end)

  it("refuses '?' in the picture of a game whose legend has it", function()
    local cup = [[
local game = tessera.game { name = "cup", legend = { ["?"] = "cup", o = "ball" },
  moves = { "lift" }, rules = { { "lift", "first [ cup ] -> [ ball ]" } } }
return tessera.scenario { name = "mine", game = game, map = "??", play = { "lift" },
  expect = { %s } }]]
    local why = ": '?' stands for any cell, but the legend of cup has it: ask for that cell in a"
      .. " function\n"
    assert.same({ "", "run.lua: my.lua:4: scenario 'mine': expect.board" .. why, 1 },
      { play(cup:format 'board = "o?"') })
    assert.same({ "", "run.lua: my.lua:4: scenario 'mine': expect.boards[1]" .. why, 1 },
      { play(cup:format 'boards = { [0] = "oo", "o?" }') })
    assert.equal("ok      mine\n1 ok, 0 failed\n", (play(cup:format [[
      check = function(state) return state.board:get(1, 2) == "cup" end]])))
    assert.equal([[
failed  mine (my.lua:4)
  board: 1 cell is not as expected
    expected   found
    oo         o?
     ^          ^
0 ok, 1 failed
]], (play(cup:format 'board = "oo"', { "--update" })))
  end)

  it("leaves an empty line between boards that need several bands", function()
    local stdout = play [[
local game = tessera.game { name = "walker", legend = { ["."] = "empty", ["@"] = "player" },
  moves = { "<direction>" },
  rules = { { "<direction>", "[ player | empty ] -> [ | player ]" } },
  ends = { { "Out", "player at column -1" } } }
return tessera.scenario { name = "mine", game = game, map = "@" .. ("."):rep(30),
  expect = { solvable = false } }]]
    assert.is_nil(stdout:find("\\x0A", 1, true))
    assert.is_truthy(stdout:find("\n    @%.+   %.@%.+\n\n    2%. right "))
  end)

  it("claims what is refused, and what the last action did", function()
    assert.equal("ok      mine\n1 ok, 0 failed\n", (play(tower(MAP .. [[
      play = { "PUSH RIGHT" }, expect = { refuses = { ["PUSH LEFT"] = "the tower ends",
        ["PUSH RIGHT"] = true }, events = { { kind = "pushed", from = { 2, 2 } } } }]]))))
    assert.equal([[
failed  mine (my.lua:2)
  events: MOVETO 2: event 1 is not as expected
    expected
    > (no more)
    found
    > 1. walked S from row 2, column 1 to row 2, column 2
  refuses: MOVETO 1 is carried out
    start   1. MOVETO 1
    ....    ....
    .S#G    S.#G
    ####    ####
  refuses: action: 'PULL LEFTY' is no action of tower (did you mean 'PULL LEFT'?)
  refuses: expected 'wall' in the words of the refusal: 'PUSH LEFT: no block at row 2, column 1 to push'
    ....
    .S#G
    ####
0 ok, 1 failed
]], (play(tower(MAP .. [[play = { "PUSH RIGHT", "MOVETO 2" }, expect = { events = {},
      refuses = { ["PUSH LEFT"] = "wall", ["PULL LEFTY"] = true, ["MOVETO 1"] = true } }]]))))
    assert.equal([[
failed  mine (my.lua:2)
  events: the action is refused: PUSH LEFT: the tower ends at column 1
  refused: 1. PUSH LEFT: the tower ends at column 1
0 ok, 1 failed
]], (play(tower(MAP .. 'play = { "PUSH LEFT" }, expect = { events = {} }'))))
  end)

  it("names the place of an error in its map", function()
    assert.equal("failed  mine (my.lua:2)\n  map: line 2, column 3: unknown cell 'x' (expected"
      .. " one of # I G C B . 1 2 3 S)\n0 ok, 1 failed\n",
      (play(tower 'map = "..../S#xG/####", expect = { moves = 0 }')))
  end)

  it("names an action that the game does not have; the next scenario is played", function()
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

  it("compares fields and counters, and gives `check` the last action", function()
    local counting = require "tessera.game" {
      name = "counting",
      legend = { ["."] = "floor" },
      counters = { steps = 0 },
      moves = { "step <1..9>" },
      apply = function(state, _, count)
        state.steps = state.steps + count
      end,
    }
    local function wrong(expect)
      return scenario.run(scenario { name = "x", game = counting, map = ".", expect = expect,
        play = { "step 2", "step 3" } })
    end
    assert.same({}, wrong { fields = { steps = 5 }, check = function(state, before, action)
      return state.steps == 5 and before.steps == 2 and action == "step 3"
    end })
    assert.same({ "fields.steps: expected 6, got 5" }, wrong { fields = { steps = 6 } })
    local fine, message = pcall(wrong, { fields = { step = 6 } })
    assert.is_false(fine)
    assert.matches("scenario 'x': expect.fields: there is no field 'step' %(did you mean 'steps'"
      .. "%?%)$", message)
  end)

  it("shows no control characters of a game", function()
    local stdout = play [[
      local game = tessera.game { name = "rude", legend = { ["."] = "a" }, moves = { "go" },
        apply = function() return nil, "no\27[31m" end }
      return tessera.scenario { name = "a\27[2Jb", game = game, map = ".", play = { "go" },
        expect = { check = function() return nil, "why\27]0;x\7" end } }]]
    assert.is_nil(stdout:find "[\27\7]")
    assert.matches("^failed  a\\x1B%[2Jb ", stdout)
    assert.matches("check: why\\x1B%]0;x\\x07\n", stdout)
    assert.matches("refused: 1. go: no\\x1B%[31m\n", stdout)
  end)

  it("shows the user's line if one of its functions raises an error", function()
    local stdout = play(tower(MAP .. [[
      play = function(state)
        state:push "rihgt"
      end, expect = { moves = 1 }]]))
    assert.equal("failed  mine (my.lua:2)\n  my.lua:5: bad argument #1 to 'push' (expected \"left\""
      .. " or \"right\")\n0 ok, 1 failed\n", stdout)
    stdout = play(tower(MAP .. [[play = { "PUSH RIGHT" }, on_action = function()
        error "mine"
      end, expect = { moves = 1 }]]))
    assert.equal("failed  mine (my.lua:2)\n  my.lua:5: mine (action 1:"
      .. " 'PUSH RIGHT')\n0 ok, 1 failed\n", stdout)
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

  -- Wrong definitions, and the error message at the user's line.
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
    ["map = '', saved = '', expect = { moves = 1 }"] =
      "scenario 'mine': map and saved are both given",
    ["saved = '', options = {}, expect = { moves = 1 }"] =
      "scenario 'mine': options: a saved state has its own",
    ["play = { 'A' }, expect = { boards = { '', '' } }"] =
      "scenario 'mine': expect.boards: expected the number of an action, 0..1, got the key 2",
    ["expect = { boards = { [0] = 1 } }"] =
      "scenario 'mine': expect.boards[0]: expected a value of type string, got 1",
    ["play = print, expect = { boards = { '' } }"] =
      "scenario 'mine': expect.boards: play is a function: only the actions of a list have numbers",
    ["expect = { goal = 'Cleared', limits = {} }"] =
      "scenario 'mine': expect is empty: nothing would be tested",
    ["expect = { solvable = 1 }"] =
      "scenario 'mine': expect.solvable: expected a value of type boolean or string, got 1",
    ["expect = { unique_solution = false }"] =
      "scenario 'mine': expect.unique_solution: expected true, got false",
    ["expect = { never = true }"] =
      "scenario 'mine': expect.never: expected a value of type string or function, got true",
    ["play = print, expect = { events = {} }"] =
      "scenario 'mine': expect.events: these are the events of the last action of a list `play`",
    ["play = {}, expect = { events = {} }"] =
      "scenario 'mine': expect.events: these are the events of the last action of a list `play`",
    ["expect = { refuses = { 'PUSH LEFT' } }"] =
      "scenario 'mine': expect.refuses: expected the text of an action as key, got 1",
    ["expect = { refuses = { ['PUSH LEFT'] = 7 } }"] =
      "scenario 'mine': expect.refuses['PUSH LEFT']: expected a value of type string, got 7",
    ["expect = { optimal = 1, limits = { node = 1 } }"] =
      "scenario 'mine': expect.limits: unknown key 'node' (did you mean 'nodes'?)",
    ["expect = { optimal = 1, limits = { progress = print } }"] =
      "scenario 'mine': expect.limits: unknown key 'progress' (expected one of memory nodes"
        .. " seconds)",
    ["map = 7, expect = { moves = 1 }"] =
      "scenario 'mine': map: expected a value of type string, got 7",
    ["file = 'a', level = {}, expect = { moves = 1 }"] =
      "scenario 'mine': level: expected a value of type integer or string, got a table",
    ["map = '', level = 1, expect = { moves = 1 }"] =
      "scenario 'mine': level: there is no file that it could be in",
    ["file = 'a', level = 1, expect = { moves = 1 }"] =
      "scenario 'mine': level: files of levels are for games written in Lua",
  } do
    it("is refused: " .. message, function()
      local stdout, stderr, status = play(tower(lines))
      assert.same({ "", 1 }, { stdout, status })
      assert.matches("^run%.lua: my%.lua:%d: ", stderr)
      assert.equal(message .. "\n", (stderr:gsub("^run%.lua: my%.lua:%d: ", "")))
    end)
  end

  it("fails alone if it is wrong and in a list: the others are played", function()
    assert.same({ [[
ok      a
failed  b (my.lua)
  scenario 'b': unknown key 'mpa' (did you mean 'map'?)
failed  number 3 (my.lua)
  scenario: name is missing (expected a value of type string)
failed  number 4 (my.lua)
  scenario: expected a value of type table, got 7
1 ok, 3 failed
]], "", 1 }, { play [[return {
      { name = "a", game = "samegame", map = "11/22", expect = { moves = 0 } },
      { name = "b", game = "samegame", mpa = "11/22", expect = { moves = 0 } },
      { game = "samegame", map = "11/22", expect = { moves = 0 } },
      7,
    }]] })
    assert.same({ "", "run.lua: my.lua returned a table, which is no scenario, no list of"
      .. " scenarios and no game\n", 1 }, { play "return { { 1, 2 }, { 3, 4 } }" })
  end)

  it("is a copy: changing it or its definition changes nothing", function()
    local actions, expect, chance = { "throw" }, { score = 3 }, { 3 }
    local dice = require "tessera.game" { name = "dice", legend = { ["."] = "table" }, map = ".",
      counters = { sum = 0 }, moves = { "throw" },
      apply = function(state) state.sum = state.sum + state:chance(6) end,
      score = function(state) return state.sum end }
    local made = scenario { name = "given", game = dice, play = actions, expect = expect,
      options = { chance = chance } }
    local keys = {}
    for key in pairs(made) do
      keys[#keys + 1] = key
    end
    table.sort(keys)
    assert.same({ "expect", "game", "name", "options", "play" }, keys)
    assert.equal(dice, made.game)
    actions[1], expect.score, chance[1] = "jump", "none", "six"
    assert.same({}, scenario.run(made))
    made.play[1], made.expect.score, made.options.chance[1] = "jump", "none", "six"
    made.name, made.game, made.what, made.module, made.folder = 1, 2, 3, 4, 5
    assert.same({}, scenario.run(made))
    assert.same({ "given" }, { (scenario.place(made)) })
    local harmed = scenario { name = "harmed", game = "tower", map = "..../S#.G/####",
      expect = { moves = 0 } }
    assert.is_nil(harmed.module)
  end)

  it("is required by the functions of the library: the error names the argument", function()
    for message, misuse in pairs {
      ["run: scenario: expected a scenario, got a table"] = function() scenario.run {} end,
      ["run: scenario: expected a scenario, got nil"] = function() scenario.run() end,
      ["place: scenario: expected a scenario, got 7"] = function() scenario.place(7) end,
      ["run: options: expected a value of type table, got 1"] = function()
        scenario.run(scenario { name = "a", game = "tower", expect = { moves = 0 } }, 1)
      end,
      ["run_all: list is missing (expected a value of type table)"] = function()
        scenario.run_all()
      end,
      ["run_all: list[1]: expected a scenario, got 7"] = function() scenario.run_all { 7 } end,
      ["run_all: options: expected a value of type table, got 'x'"] = function()
        scenario.run_all({}, "x")
      end,
      ["list: path is missing (expected a value of type string)"] = function()
        scenario.list {}
      end,
      ["compare: picture is missing (expected a value of type string)"] = function()
        scenario.compare()
      end,
      ["compare: board: expected a value of type string, got a table"] = function()
        scenario.compare("", {})
      end,
    } do
      local fine, said = pcall(misuse)
      assert.is_false(fine)
      assert.matches("^spec/check/scenario_spec%.lua:%d+: ", said)
      assert.equal(message, (said:gsub("^spec/check/scenario_spec%.lua:%d+: ", "")))
    end
    assert.is_nil(scenario.list(setmetatable({}, { __index = error }), "a.lua"))
    assert.is_false(scenario.is(nil))
  end)

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
  it("takes ? for any cell, and ignores indentation", function()
    assert.is_nil(scenario.compare("a?c/???", "abc\ndef\n"))
    assert.is_nil(scenario.compare("\n    a?c\n    def\n  ", "abc\ndef\n"))
    assert.is_nil(scenario.compare("#  #\n####", "#  #\n####\n"))
  end)

  it("takes a state for its board, whose hexagons may stand with blanks or without", function()
    local hexoban = require("spec.support.lua_games").hexoban
    local state = hexoban.new "#####/#@$o#/#####"
    assert.is_nil(scenario.compare("#####/#@?o#/#####", state))
    assert.is_nil(scenario.compare("# # # # #/ # @ $ o #/  # # # # #", state))
    assert.matches("^board: 1 cell is not as expected\n",
      scenario.compare("#####/#@.o#/#####", state))
  end)

  it("says when sizes differ", function()
    assert.equal([[
board: expected 1 row of 2, found 2 rows of 3
    expected   found
    ab         abc
               def]], (scenario.compare("ab", "abc\ndef\n")))
    assert.matches("^board: expected 2 rows of 4, found 2 rows of 3\n",
      scenario.compare("abcd/defg", "abc\ndef\n"))
    -- Cells that are missing at the end of a row may be blanks.
    assert.matches("^board: 2 cells are not as expected\n", scenario.compare("# #/#", "# #\n# @\n")
      and scenario.compare("# /# ", "# #\n# @\n"))
  end)

  -- With string patterns that take quadratic time this would take minutes.
  it("is linear in the size of the boards", function()
    local stdout, stderr, status = play([[
      local compare, n = tessera.scenario.compare, 400000
      local wide, blanks = ("."):rep(n), (" "):rep(n)
      print(compare(wide .. "x", wide .. "yy"):match "^[^\n]*")
      print(compare("a" .. blanks .. "b" .. blanks, "a" .. blanks .. "b\n"))
      print(compare(("\n"):rep(n) .. "a\n", "a" .. ("/"):rep(n)))
      print(compare("a" .. ("/a"):rep(n), "a\n"):match "^[^\n]*")]], { "--max-seconds", "30" })
    assert.same({ "board: expected 1 row of 400001, found 1 row of 400002\nnil\nnil\n"
      .. "board: expected 400001 rows of 1, found 1 row of 1\n", "", 0 },
      { stdout, stderr, status })
  end)

  it("marks cells that differ, but not where sizes differ", function()
    assert.equal([[
board: 2 cells are not as expected
    expected   found
    abc        axc
     ^          ^
    d?f        deg
      ^          ^]], (scenario.compare("abc/d?f", "axc\ndeg\n")))
    assert.equal([[
board: expected 3 rows of 3, found 2 rows of 3
    expected   found
    abc        axc
    d?         de
    gh]], (scenario.compare("abc/d?/gh", "axc\nde\n")))
  end)
end)

describe("the sample scenarios", function()
  require("tessera.busted").scenarios "samples/scenarios"

  it("run from the command line", function()
    local files <close> = assert(io.popen "ls samples/scenarios/*.lua")
    local count = 0
    for file in files:lines() do
      count = count + 1
      local stdout, stderr, status = run { file }
      assert.same({ "", 0 }, { stderr, status }, stdout)
      assert.matches("%d ok, 0 failed\n$", stdout)
    end
    assert.is_true(count >= 5)
  end)
end)

describe("tessera.busted", function()
  local function of_guide(name)
    return assert(run.read_file("docs/guide.md"):match("\n```lua\n(%-%- " .. name
      .. "%.lua\n.-)```"), name)
  end

  -- The output of busted for a spec of the scenarios in folders with these files.
  local function specs(files, text)
    local stdout, status, _
    run.in_folder(function(folder)
      os.execute("mkdir " .. run.quote(folder .. "/a") .. " " .. run.quote(folder .. "/b"))
      for name, content in pairs(files) do
        run.write_file(folder .. "/" .. name, content)
      end
      run.write_file(folder .. "/my_spec.lua", text)
      stdout, _, status = run.busted(folder, "my_spec.lua")
    end)
    return stdout, status
  end

  local ok = [[return { { name = "fine", game = "samegame", map = "11/22",
    expect = { moves = 0 } } }]]

  it("reports a table of scenarios that is no list", function()
    local stdout, status = specs({ ["a/named.lua"] = [[
      local tessera = require "tessera"
      return { mine = tessera.scenario { name = "x", game = "samegame", map = "11/22",
        expect = { moves = 1 } } }]] }, 'require("tessera.busted").scenarios "a"')
    assert.is_true(status ~= 0)
    assert.is_truthy(stdout:find("a/named.lua returns a table with scenarios that is no list", 1,
      true), stdout)
  end)

  it("reports failures at the scenario's own line", function()
    local stdout, status = specs({ ["a/wrong.lua"] = [[
local tessera = require "tessera"

return {
  tessera.scenario {
    name = "wrong", game = "samegame", map = "11/22",
    play = { "9 9" }, expect = { moves = 1 },
  },
  { name = "listed", game = "samegame", map = "11/22", expect = { moves = 2 } },
}
]] }, 'require("tessera.busted").scenarios "a"')
    assert.is_true(status ~= 0)
    assert.equal([[
not ok 1 - a/wrong.lua wrong
# a/wrong.lua @ 4
# Failure message: a/wrong.lua:4: moves: expected 1, got 0
# refused: 1. 9 9: the board has no row 9
not ok 2 - a/wrong.lua listed
# a/wrong.lua @ 1
# Failure message: a/wrong.lua:1: moves: expected 2, got 0
1..2
]], stdout)
  end)

  it("reports a failed scenario as a failure, a file that cannot be loaded as an error", function()
    local stdout = specs({
      ["a/wrong.lua"] = ok:gsub("moves = 0", "moves = 1"),
      ["a/broken.lua"] = "\nreturn = 1\n",
    }, [[
      local busted = require "busted"
      for _, kind in ipairs { "failure", "error" } do
        busted.subscribe({ kind, "it" }, function(element)
          io.write(kind, " ", element.name, "\n")
          return nil, true
        end)
      end
      require("tessera.busted").scenarios "a"
    ]])
    assert.matches("failure fine\n", stdout)
    assert.matches("error can be loaded\n", stdout)
  end)

  it("reads a folder: the guide's two files, and files of every other kind", function()
    local stdout, status = specs({
      ["a/pegs.lua"] = of_guide "pegs",
      ["a/pegs_scenario.lua"] = of_guide "pegs_scenario",
      ["a/broken.lua"] = "return {\n  name = = 1\n}\n",
      ["a/data.lua"] = "return { { 1, 2 }, { 3, 4 } }",
      ["a/list.lua"] = [[return {
        { name = "one", game = "samegame", map = "11/22", expect = { moves = 0 } },
        { name = "two", game = "samegame", mpa = "11/22", expect = { moves = 0 } },
        { name = "three", game = "samegame", map = "11/22", expect = { moves = 0 } } }]],
      ["a/nothing.lua"] = "global = 1",
      ["a/raises.lua"] = "local x = 1\nerror 'mine'",
      ["a/misses.lua"] = "require 'tower_of_none'",
      ["b/lights.lua"] = "assert(global == nil)\nreturn { name = 'no game' }",
      ["b/uses.lua"] = "assert(require('lights').name == 'no game')\n"
        .. "assert(require 'lights' == require 'lights')\n" .. ok,
    }, [[
      local path = package.path
      require("tessera.busted").scenarios "a"
      require("tessera.busted").scenarios "b/"
      it("leaves no trace", function()
        assert.equal(path, package.path)
        assert.is_nil(package.loaded.lights)
        assert.is_nil(global)
      end)
    ]])
    assert.is_true(status ~= 0)
    assert.equal([[
not ok 1 - a/broken.lua can be loaded
# a/broken.lua @ 2
# Failure message: a/broken.lua:2: unexpected symbol near '='
ok 2 - a/list.lua one
not ok 3 - a/list.lua two
# a/list.lua @ 1
# Failure message: a/list.lua:1: scenario 'two': unknown key 'mpa' (did you mean 'map'?)
ok 4 - a/list.lua three
not ok 5 - a/misses.lua can be loaded
# a/misses.lua @ 1
# Failure message: a/misses.lua:1: module 'tower_of_none' not found:
ok 6 - a/pegs_scenario.lua two pegs with a hole between them are stuck
not ok 7 - a/raises.lua can be loaded
# a/raises.lua @ 2
# Failure message: a/raises.lua:2: mine
ok 8 - b/uses.lua fine
ok 9 - leaves no trace
1..9
]], (stdout:gsub("not found:\n#.-(\nok 6)", "not found:%1")))
  end)

  it("raises an error if there are no scenarios", function()
    for path, message in pairs { ["/none"] = "there is no Lua file in '/none'",
      a = "there are no scenarios in 'a'", ["a/pegs.lua"] = "there are no scenarios in" } do
      local stdout = specs({ ["a/pegs.lua"] = of_guide "pegs" },
        ('\nrequire("tessera.busted").scenarios %q'):format(path))
      assert.is_truthy(stdout:find("my_spec.lua:2: " .. message, 1, true), stdout)
    end
  end)
end)
