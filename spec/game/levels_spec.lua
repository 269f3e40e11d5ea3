--- Specifies the input of games written in Lua: titles of levels, `--level`, `--set`, maps, and
--- `--help` for a game.

local game = require "tessera.game"
local raised = require "spec.support.raised"
local run = require "spec.support.run"

local SOKOBAN = "samples/games/sokoban.lua"

-- A game with an option of each type. "level" may be a row of its maps.
local BELLS = [[
return require("tessera").game {
  name = "bells", summary = "Bells: ring them", help = "One bell is enough.",
  legend = { ["."] = "empty", l = "a", e = "b", v = "c", [" "] = "gap" },
  moves = { "ring <row>", "level <1..3>" }, map = "...", goal = "Rung",
  options = { bells = 1, loud = false, tone = "high" },
  counters = { moves = 0 },
  setup = function(state, options)
    if options.bells > 3 then
      return "there are too many bells"
    end
    for i = 1, options.bells do
      state.board:set(1, i, options.loud and "a" or options.tone == "low" and "b" or "c")
    end
  end,
  apply = function(state) state.moves = state.moves + 1 end,
}]]

-- Runs a game, given as the text of its file, with an input.
local function play(text, args, input, files)
  files = files or {}
  files["my.lua"] = text
  return run.with_files(files, { "@my.lua", table.unpack(args) }, input)
end

local EASY = "#####\n#@$.#\n#####\n\nright\n"
local HARD = "######\n#@ $.#\n######\n\nright\n"
local EASY_OUT = "#####\n# @*#\n#####\nMoves: 1\nOutcome: Solved\n"
local HARD_OUT = "######\n# @$.#\n######\nMoves: 1\nOutcome: none\n"

describe("titles of levels", function()
  it("are comments with a name, or lines that begin with 'level'", function()
    for _, input in ipairs {
      "; name: Easy\n" .. EASY .. "\n; name:  Hard one \n\n" .. HARD,
      "level Easy\n" .. EASY .. "level Hard one\n" .. HARD,
      ";name:Easy\n" .. EASY:gsub("right", "; a comment\nright") .. "  level   Hard one\r\n"
        .. HARD,
    } do
      local stdout, stderr, status = run({ SOKOBAN, "--trace" }, input)
      assert.same({ "", 0 }, { stderr, status })
      assert.matches("^Game 1 'Easy':\n#####\n#@$.#\n#####\n", stdout)
      assert.is_truthy(stdout:find("\n\nGame 2 'Hard one':\n######\n#@ $.#\n######\n", 1, true))
      assert.equal(EASY_OUT .. "\n" .. HARD_OUT, (run({ SOKOBAN }, input)))
    end
  end)

  it("are kept by solve, whose output can be played", function()
    local input = "level Easy\n" .. EASY .. "; name: Hard one\n" .. HARD
    local solved, stderr, status = run({ "solve", SOKOBAN }, input)
    assert.same({ "; name: Easy\n" .. EASY .. "\n; name: Hard one\n" .. HARD:gsub("right",
      "right, right"), "", 0 }, { solved, stderr, status })
    assert.equal(solved, (run({ "solve", SOKOBAN }, solved)))
    assert.equal(2, select(2, run({ SOKOBAN }, solved):gsub("Outcome: Solved", "")))
  end)

  it("are in the message if a level has no solution", function()
    local message = "sokoban: level 2 'Shut': there is no solution (proven with 2 positions): "
      .. "the box at row 2, column 2 reaches no target\n"
    assert.same({ message, 1 },
      { select(2, run({ "solve", SOKOBAN }, EASY .. "level Shut\n#####\n#$@.#\n#####\n")) })
  end)

  it("need a map behind them, unless the game has its own", function()
    for input, message in pairs {
      [EASY .. "; name: Last\n"] = "line 6, column 1: level 2 'Last' has no map",
    } do
      assert.same({ "sokoban: " .. message .. "\n", 1 }, { select(2, run({ SOKOBAN }, input)) })
    end
    assert.same({ [[
Game 1 'One':
v..

1. ring 1
v..

v..
Moves: 1
Outcome: none

Game 2 'Two':
v..

v..
Moves: 0
Outcome: none
]], "", 0 }, { play(BELLS, { "--trace" }, "; name: One\n\nring 1\n; name: Two\n") })
  end)

  it("are no titles if they may be a row or an action", function()
    local out = play(BELLS, { "--trace" }, "level\n.....\n\nlevel 2\n\nlevel 4\nring 1\n")
    assert.matches("^Game 1:\nvevel\n%.%.%.%.%.\n\n1%. level 2\n", out)
    assert.matches("\n\nGame 2 '4':\nv%.%.\n\n1%. ring 1\n", out)
  end)

  it("show control characters as \\xNN", function()
    local stdout = run({ SOKOBAN, "--trace" }, "; name: \27[31mred\n" .. EASY)
    assert.equal("Game 1 '\\x1B[31mred':", stdout:match "^[^\n]*")
  end)
end)

describe("--level", function()
  local INPUT = "; name: Easy\n" .. EASY .. "\n###\n#x#\n###\n\nup\n\nlevel Hard one\n" .. HARD

  it("plays one level, by its number or its name, even if those before it have errors", function()
    for _, args in ipairs { { "--level", "1" }, { "--level=Easy" } } do
      assert.same({ EASY_OUT, "", 0 }, { run({ SOKOBAN, table.unpack(args) }, INPUT) })
    end
    for _, name in ipairs { "3", "Hard one" } do
      assert.same({ HARD_OUT, "", 0 }, { run({ SOKOBAN, "--level", name }, INPUT) })
    end
    assert.equal("Game 3 'Hard one':", (run({ SOKOBAN, "--level", "3", "--trace" }, INPUT)
      :match "^[^\n]*"))
  end)

  it("solves one level", function()
    assert.same({ "; name: Hard one\n" .. HARD:gsub("right", "right, right"), "", 0 },
      { run({ "solve", SOKOBAN, "--level", "Hard one" }, INPUT) })
  end)

  it("lists the levels, or guesses which was meant, if there is no such level", function()
    for _, case in ipairs {
      { "Esy", INPUT, "there is no level 'Esy' (did you mean 'Easy'?)" },
      { "Impossible", INPUT, "there is no level 'Impossible' (the levels: 1 'Easy', 2,"
        .. " 3 'Hard one')" },
      { "4", INPUT, "there is no level 4 (the levels: 1 'Easy', 2, 3 'Hard one')" },
      { "30", EASY:rep(25, "\n"), "there is no level 30 (there are 25 levels)" },
      { "1", "; nothing\n", "there is no level 1 (there are no levels)" },
    } do
      assert.same({ "", "sokoban: " .. case[3] .. "\n", 2 },
        { run({ SOKOBAN, "--level", case[1] }, case[2]) })
    end
  end)

  it("may be missing if the game has a map; the input may be empty, too", function()
    local lamp = [[return require("tessera").game { name = "lamp", legend = { ["."] = "off",
      o = "on" }, map = ".", moves = { "go" }, apply = function(state) state.board:fill "on" end,
      goal = "Bright", outcome = function(state)
        return state.board:count "on" == 1 and "Bright" or nil
      end }]]
    assert.same({ ".\nMoves: 0\nOutcome: none\n", "", 0 }, { play(lamp, {}, "") })
    assert.same({ ".\nMoves: 0\nOutcome: none\n", "", 0 }, { play(lamp, {}, "\n; nothing\n") })
    assert.same({ "o\nMoves: 1\nOutcome: Bright\n", "", 0 }, { play(lamp, {}, "go\n") })
    run.in_folder(function(folder)
      run.write_file(folder .. "/lamp.lua", lamp)
      assert.same({ ".\n\ngo\n", "", 0 }, { run({ "solve", folder .. "/lamp.lua" }, "") })
    end)
  end)

  it("come from one input", function()
    assert.same({ "", "sokoban: one input is enough, what is 'b'? (try --help)\n", 2 },
      { run { SOKOBAN, "a", "b", "c" } })
  end)

  it("and --set are for games", function()
    for args, message in pairs {
      [{ "samples/scenarios/tower.lua", "--level", "1" }] =
        "run.lua: samples/scenarios/tower.lua: --level and --set are for games",
      [{ "samples/scenarios/tower.lua", "--set", "a=1" }] =
        "run.lua: samples/scenarios/tower.lua: --level and --set are for games",
      [{ "solve", "tower", "--set", "a=1" }] =
        "solve: --by, --level, --lurd, --set, --seed, --rule-seconds and --trust are for games"
          .. " written in Lua",
    } do
      assert.same({ "", message .. "\n", 2 }, { run(args) })
    end
  end)
end)

describe("--set", function()
  it("sets options of the game, converted to their types", function()
    for board, args in pairs {
      ["v.."] = {},
      ["vv."] = { "--set", "bells=2" },
      ["lll"] = { "--set", "loud=true", "--set=bells=3" },
      ["e.."] = { "--set", "tone=low", "--set", "loud=false" },
      ["..."] = { "--set", "bells=-1" },
    } do
      assert.same({ board .. "\nMoves: 1\nOutcome: none\n", "", 0 },
        { play(BELLS, args, "ring 1\n") })
    end
  end)

  it("refuses unknown names and wrong values", function()
    for value, message in pairs {
      ["bels=1"] = "--set: bells has no option 'bels' (did you mean 'bells'?)",
      ["seed=1"] = "--set: bells has no option 'seed' (expected one of bells loud tone)",
      ["bells"] = "--set: expected NAME=VALUE, got 'bells'",
      ["bells=1.5"] = "--set: bells must be an integer, not '1.5'",
      ["bells=99999999999999999999"] =
        "--set: bells must be an integer, not '99999999999999999999'",
      ["loud=yes"] = "--set: loud must be true or false, not 'yes'",
    } do
      assert.same({ "", "bells: " .. message .. "\n", 2 }, { play(BELLS, { "--set", value }, "") })
    end
    assert.same({ "", "sokoban: --set: sokoban has no options\n", 2 },
      { run({ SOKOBAN, "--set", "a=1" }, EASY) })
  end)

  it("shows the error message of the game's setup", function()
    assert.same({ "", "bells: there are too many bells\n", 1 },
      { play(BELLS, { "--set", "bells=4" }, "ring 1\n") })
    assert.same({ "", "bells: line 2, column 1: there are too many bells\n", 1 },
      { play(BELLS, { "--set", "bells=4" }, "level One\n....\n") })
  end)
end)

describe("the help of a game", function()
  it("shows its summary, help, actions and options, and the options of the command line", function()
    local stdout, stderr, status = play(BELLS, { "--help" }, "")
    assert.same({ "", 0 }, { stderr, status })
    for _, text in ipairs { "Usage: run.lua my.lua [-h]", "\n\nBells: ring them.\n",
      "\n\nOne bell is enough.\n\nActions:\n   ring <row>\n   level <1..3>\n",
      "\n\nOptions of the game:\n   --set bells=1   (an integer; this is the default)\n"
        .. "   --set loud=false   (true or false; this is the default)\n"
        .. "   --set tone=high   (a text; this is the default)\n\n",
      "Cells: ' ' . e l v. Without a map the game's own is played.", "--level <N|NAME>", "--trace",
      "--seed", "--max-seconds", "\n\nExit status: 0" } do
      assert.is_truthy(stdout:find(text, 1, true), text .. "\nin\n" .. stdout)
    end
    local trusted = play(BELLS, { "--trust", "-h" }, "")
    assert.equal(stdout, trusted)
  end)

  it("is the general help for other files, also for those that cannot be loaded", function()
    local general = run { "samples/scenarios/tower.lua", "--help" }
    assert.matches("^Usage: run%.lua FILE%.lua ", general)
    for text, message in pairs {
      ["print 'hello'"] = "",
      ["x = = 1"] = "run.lua: my.lua:1: unexpected symbol near '='\n",
      ["error 'mine'"] = "run.lua: my.lua:1: mine\n",
      ["return 7"] = "",
      ["while true do end"] = "",
    } do
      assert.same({ general, message, 0 }, { play(text, { "--help", "--max-seconds", "1" }, "") })
    end
    assert.same({ general, "run.lua: cannot open nowhere.lua: No such file or directory\n", 0 },
      { run { "nowhere.lua", "-h" } })
  end)
end)

describe("an error in an input", function()
  it("says that the input is a folder, or UTF-16", function()
    local text = run.read_file(SOKOBAN)
    for _, given in ipairs { {}, { "--wall", "off" } } do
      local stdout, stderr = play(text, { "@.", table.unpack(given) }, "")
      assert.equal("", stdout)
      assert.matches("^sokoban: .*cannot read .*: Is a directory\n$", stderr)
    end
    local wide = EASY:gsub(".", "%0\0")
    for _, mark in ipairs { "\xFF\xFE", "" } do
      assert.same({ "", "sokoban: w.txt: line 1, column 1: the text is UTF-16: save it as UTF-8\n",
        1 }, { play(text, { "@w.txt" }, "", { ["w.txt"] = mark .. wide }) })
    end
    local _, bytes = play(text, { "@w.txt" }, "", { ["w.txt"] = "#\0##" })
    assert.equal("sokoban: w.txt: line 1, column 2: unknown cell '\\x00' (expected one of   # $ * "
      .. "+ - . @ _)\n", bytes)
    assert.same({ "", "run.lua: my.lua: the text is UTF-16: save it as UTF-8\n", 1 },
      { play("\xFF\xFEr\0e\0", {}, "") })
  end)

  it("names the game and the file", function()
    local input = "; a comment\n#####\n; inside\n#@x.#\n#####\n"
    local text = run.read_file(SOKOBAN)
    local where = "line 4, column 3: unknown cell 'x' (expected one of   # $ * + - . @ _)\n"
    assert.same({ "", "sokoban: " .. where, 1 }, { play(text, {}, input) })
    assert.same({ "", "sokoban: " .. where, 1 }, { play(text, { "-" }, input) })
    assert.same({ "", "sokoban: levels.txt: " .. where, 1 },
      { play(text, { "@levels.txt" }, "", { ["levels.txt"] = input }) })
    assert.same({ "", "sokoban: none.txt: there is no level 2 (the levels: 1)\n", 2 },
      { play(text, { "@none.txt", "--level", "2" }, "", { ["none.txt"] = EASY }) })
    local long = "sokoban: long.txt: line 1, column 1: the line is longer than 65536 bytes\n"
    assert.same({ "", long, 1 },
      { play(text, { "@long.txt" }, "", { ["long.txt"] = ("#"):rep(65537) }) })
  end)

  it("tells actions that no blank line parts from their map", function()
    local function refused(input)
      local _, stderr, status = play(BELLS, {}, input)
      assert.equal(1, status)
      return stderr
    end
    local missing = "column %d: a blank line is missing between the map and the actions\n"
    assert.equal("bells: line 2, " .. missing:format(1), refused "...\nring 1\n")
    assert.equal("bells: line 5, " .. missing:format(3), refused "...\n\n...\n...\n  rnig 1\n")
    assert.matches("line 1, column 1: unknown cell 'r'", refused "rang\n...\n", 1, true)
    assert.matches("line 2, column 1: unknown cell 'x'", refused "...\nxx\n", 1, true)
  end)

  it("differs from an error in a rule, which names the script's line", function()
    local text = run.read_file(SOKOBAN):gsub('count = {',
      'call = function() error "mine" end, %0')
    local stdout, stderr, status = play(text, {}, EASY)
    assert.matches("^run%.lua: my%.lua:%d+: mine %(level 1, line 5: right%)\n$", stderr)
    assert.same({ "", 1 }, { stdout, status })
  end)

  it("has its place before the picture of a pattern, and if it is no text, too", function()
    for raise, expected in pairs {
      ["error()"] = "my.lua:29: an error without a message (level 1, line 5: right)\n",
      ["error({})"] = "my.lua: an error that is no text: a table (level 1, line 5: right)\n",
      ["require 'tessera.grid'.new('o', require 'tessera.grid'.legend { o = 'rock' })"
        .. ":matches '[ rokc ]'"] = ": rule, column 3: there is no kind 'rokc' (did you mean "
        .. "'rock'?) (level 1, line 5: right)\n  [ rokc ]\n    ^\n",
    } do
      local text = run.read_file(SOKOBAN):gsub('count = {',
        function(found) return "call = function() " .. raise .. " end, " .. found end)
      local _, stderr = play(text, {}, EASY)
      assert.equal(expected, stderr:sub(-#expected))
    end
  end)
end)

describe("maps", function()
  local fill = game { name = "fill", legend = { ["."] = "empty", o = "stone" }, moves = { "pass" },
    apply = function() end }
  local holes = game { name = "holes", legend = { [" "] = "hole", o = "stone" },
    moves = { "pass" }, apply = function() end }

  local function refused(module, map)
    local message, place = raised(function() module.new(map) end)
    assert.matches("^spec/game/levels_spec%.lua:%d+$", place)
    return (message:gsub("^%w+: map: ", ""))
  end

  it("have rows that '/' or a line end separates, if a blank is no cell", function()
    for _, map in ipairs { "o./.o", "o.\n.o", "/o./.o/", " o. / .o ", "  o.\n  .o\n", "o./\n/.o",
      "\n\n   o. /\r\n\t/ .o\n  " } do
      assert.equal("o.\n.o\n", tostring(fill.new(map)), map)
    end
    assert.equal("line 2, column 2: unknown cell 'x' (expected one of . o)", refused(fill, "o./.x"))
    assert.equal("line 3, column 6: unknown cell 'x' (expected one of . o)",
      refused(fill, "\n    o.\n    .x\n"))
    assert.equal("line 2, column 1: the row has 0 cells, expected 2", refused(fill, "o.\n\n.o"))
  end)

  it("have rows that only line ends separate, if a blank is a cell", function()
    assert.equal("o o\n oo\n", tostring(holes.new "o o\n oo"))
    assert.equal("o o\n oo\n", tostring(holes.new "\n    o o\n     oo\n  "))
    assert.equal("o  \n   \n  o\n", tostring(holes.new "\n    o\n\n      o\n"))
    assert.equal("line 1, column 4: '/' separates no rows where ' ' is a cell",
      refused(holes, "o o/ oo"))
    assert.equal("line 2, column 4: '/' separates no rows where ' ' is a cell",
      refused(holes, "  o o\n  o/o"))
  end)
end)

-- With string patterns that take quadratic time each of these would take minutes.
describe("long inputs", function()
  local N = 60000
  local blanks, map = (" "):rep(N), "#####\n#@$.#\n#####\n"

  it("are read in linear time", function()
    for input, message in pairs {
      [map .. "\nright" .. blanks .. "x"] = "line 5, column 1: 'right" .. (" "):rep(35)
        .. "...' is no action of sokoban (did you mean 'right'?)",
      [map .. "\nright," .. blanks .. "x"] = "line 5, column " .. N + 7
        .. ": 'x' is no action of sokoban",
      ["#####" .. blanks .. "x\n#@$.#\n"] = "line 1, column " .. N + 6
        .. ": unknown cell 'x' (expected one of   # $ * + - . @ _)",
    } do
      assert.same({ "", "sokoban: " .. message .. "\n", 1 },
        { run({ SOKOBAN, "--max-seconds", "60" }, input) })
    end
    local good = table.concat { "; name:", blanks, "Easy\n", map, "\n", blanks, "right\n",
      (","):rep(N), "\n", ("\n"):rep(N), "left", (",left"):rep(N // 5), "\n" }
    local stdout, stderr, status = run({ SOKOBAN, "--max-seconds", "60" }, good)
    assert.same({ "", 0 }, { stderr, status })
    assert.matches("^#####\n# @%*#\n#####\nMoves: 1\n", stdout)
  end)
end)
