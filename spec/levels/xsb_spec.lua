--- Specifies the formats in which collections of Sokoban are published: where titles stand, what is
--- a solution, what is a map and what is none. The texts are made for this.

local levels = require "tessera.levels.levels"
local lurd = require "tessera.levels.lurd"
local run = require "spec.support.run"

local SOKOBAN = "samples/games/sokoban.lua"
local sokoban = dofile(SOKOBAN)

local A, B, C = "#####\n#@$.#\n#####\n", "######\n#@ $.#\n######\n", "######\n#.$ @#\n######\n"

local function open(text)
  return levels.open(sokoban, levels.lines(text), function(line, column, message)
    error(("line %d, column %d: %s"):format(line, column, message), 0)
  end)
end

-- The levels of a text: their names, what is in them, and what was passed over.
local function read(text)
  local source, names, list = open(text), {}, {}
  for level in source.level do
    local moves = {}
    source.actions(function(action, line, column)
      moves[#moves + 1] = ("%s %d:%d"):format(action, line, column)
    end)
    names[#names + 1], list[#list + 1] = level.name or "-", level
    level.moves = table.concat(moves, ", ")
  end
  return names, list, source.passed
end

describe("titles of levels of Sokoban", function()
  -- What each text has as names.
  local cases = {
    ["in front, with a blank line"] = { "; 1\n\n" .. A .. "\n; 2\n\n" .. B, "1", "2" },
    ["in front, right above"] = { "Anna\n" .. A .. "Berta\n" .. B, "Anna", "Berta" },
    ["in front, behind a header"] = { "A set by N. N.\nfor all\n\n; 1\n\n" .. A .. "\n; 2\n\n" .. B,
      "1", "2" },
    ["in front, with LEVEL among words on the whole set"] = { ";WALLS\n# 0 walls\n\n;MAXLEVEL 2\n"
      .. ";ATOP *$.\n;LEVEL 1\n" .. A .. ";LEVEL 2\n;COMMENT easy\n" .. B, "1", "2" },
    ["in front, of which one stands below"] = { "; 1\n\n" .. A .. "; 2\n\n" .. B .. "\n; 3\n\n"
      .. C, "1", "2", "3" },
    ["numbers alone"] = { "1\n\n" .. A .. "\n2\n\n" .. B, "1", "2" },
    ["`Level 1`"] = { "Level 1\n" .. A .. "\nlevel 2\n" .. B, "1", "2" },
    ["in quotes"] = { "; 1\n'Nice one'\n\n" .. A .. '\n; 2\n"Other"\n\n' .. B, "1", "2" },
    ["behind, with a key"] = { A .. "Title: One\nAuthor: N.\n\n" .. B .. "Author: N.\nTitle:Two\n",
      "One", "Two" },
    ["behind, below a number in front"] = { "1\n" .. A .. "Title: One\n\n2\n" .. B
      .. "Title: Two\n", "One", "Two" },
    ["behind, below a header with a title"] = { "Title: The set\n\n" .. A .. "Title: One\n\n" .. B
      .. "Title: Two\n", "One", "Two" },
    ["in front, with a key"] = { "Title: One\n" .. A .. "\nTitle: Two\n" .. B, "One", "Two" },
    ["in front, the first with a key, the others without"] = { "Title: One\n" .. A .. "\n; 2\n"
      .. B, "One", "2" },
    ["in front, without keys, below a header with a title"] = { "Title: The set\n\n; 1\n" .. A
      .. "\n; 2\n" .. B, "1", "2" },
    ["of the collection alone"] = { "Title: The set\n\n" .. A .. "\n" .. B, "-", "-" },
    ["behind, right below"] = { A .. "; #1\n\n" .. B .. "; #2\n\n" .. C .. "; #3\n", "#1", "#2",
      "#3" },
    ["behind, between blank lines"] = { A .. "\nOne\n\n" .. B .. "\nTwo\n", "One", "Two" },
    ["lines of signs are none"] = { "; =====\n\n" .. A .. "\n; -----\n\n" .. B, "-", "-" },
    ["`; name:` is of the map below"] = { "; name: One\n" .. A .. "Title: Other\n\n; name: Two\n"
      .. B .. "Title: Other\n", "One", "Two" },
    ["in any language"] = { "; name: Größe ☃\n" .. A, "Größe ☃" },
  }
  for name, case in pairs(cases) do
    it(name, function()
      assert.same({ table.unpack(case, 2) }, (read(case[1])))
    end)
  end
end)

describe("maps of Sokoban", function()
  local cases = {
    ["with letters"] = { "#####\n#pbo#\n#PB.#\n#####", "#####", "#@$.#", "#+*.#", "#####" },
    ["with other floors"] = { "__###__\n--#@$.#\n_-#####", "__###__", "--#@$.#", "_-#####" },
    ["with numbers"] = { "5#\n#@$.#\n5#", "#####", "#@$.#", "#####" },
    ["with numbers of groups"] = { "4#\n#@2($.)#\n#4-#\n4#", "####", "#@$.$.#", "#----#", "####" },
    ["in one line"] = { "5#|#@$.#|5#|", "#####", "#@$.#", "#####" },
    ["with tabs"] = { "\t####\n\t#@$.#\n\t#####", "        ####", "        #@$.#",
      "        #####" },
    ["without outer walls"] = { "@$.\n###", "@$.", "###" },
    ["with a tip of one wall"] = { "  #\n###\n#@$.#\n#####", "  #", "###", "#@$.#", "#####" },
    ["below and above rulers"] = { "*********\n\n#####\n#@$.#\n#####\n-----\n", "#####", "#@$.#",
      "#####" },
    ["with a cell that is none"] = { "#####\n#@x.#\n#####", "#####", "#@x.#", "#####" },
  }
  for name, case in pairs(cases) do
    it(name, function()
      local _, list = read(case[1])
      assert.equal(1, #list)
      assert.same({ table.unpack(case, 2) }, list[1].rows)
    end)
  end

  it("know the lines of their rows", function()
    local _, list = read("; 1\n\n" .. A .. "\n5#|#@-$.#\n5#\n")
    assert.same({ { 3, 4, 5 }, { 7, 7, 8 } }, { list[1].numbers, list[2].numbers })
  end)

  it("have no blank line in them, unless both halves are maps", function()
    assert.has_error(function()
      read "#######\n#  @  #\n\n#  $  #\n#  .  #\n#######\n"
    end, "line 3, column 1: a blank line within a map (a row of floor is written with '-')")
    assert.equal(2, #read(A .. "\n" .. B))
  end)

  it("have as many parentheses of one kind as of the other", function()
    local unequal = {
      ["3(#-\n"] = "line 1, column 2: the ')' of this '(' is missing",
      [A .. "\n; Two\n5#\n#--2($#\n7#\n"] = "line 7, column 5: the ')' of this '(' is missing",
      ["5#|#@$.#|2(2(#)#\n"] = "line 1, column 11: the ')' of this '(' is missing",
      ["3(#-))@$.\n"] = "line 1, column 6: there is no '(' in front of this ')'",
      [A .. "Solution: 3(r\n"] = "line 4, column 12: the ')' of this '(' is missing",
      [A .. "Solution:\nrr\nr)2(r)\n" .. B] =
        "line 6, column 2: there is no '(' in front of this ')'",
    }
    for text, wrong in pairs(unequal) do
      assert.has_error(function() read(text) end, wrong)
    end
    local _, list = read("Level 3(a\n" .. A) -- no row, but words
    assert.equal("3(a", list[1].name)
  end)

  it("may not unfold without bound", function()
    for _, text in ipairs { ("9999#"):rep(20000), "#@$.#|" .. ("2000#|"):rep(20000) } do
      local _, list, passed = read(text .. "\n") -- no map, so it is read as paragraphs
      assert.same({ 1, { text } }, { #list, list[1].rows })
      assert.is_nil(passed)
    end
  end)

  it("that are missing are told as in paragraphs", function()
    assert.same({ nil, "unknown cell 'n' (expected one of   # $ * + - . @ _)", 1, 1 },
      { levels.start(sokoban, open("no map\n").level(), {}) })
    assert.has_error(function()
      read("; name: One\n" .. A .. "\n; name: Two\n")
    end, "line 6, column 1: level 2 'Two' has no map")
  end)
end)

describe("a solution of Sokoban", function()
  local cases = {
    ["on a line of its own"] = { A .. "\nR\n", "right 5:1" },
    ["behind its key"] = { A .. "Solution: rR\n", "right 4:11, right 4:12" },
    ["below a head"] = { A .. "\nBest Solution 2/1 (N. N.)\nrR\nL\n\nnotes\n",
      "right 6:1, right 6:2, left 7:1" },
    ["of several the first"] = { A .. "\nSolution\nR\n\nSnapshot 1\nLLLL\n", "right 6:1" },
    ["with numbers"] = { A .. "\n2(r2u)l\n",
      "right 5:3, up 5:5, up 5:5, right 5:3, up 5:5, up 5:5, left 5:7" },
    ["as actions"] = { A .. "\nright, left\nup\n", "right 5:1, left 5:8, up 6:1" },
    ["no title that has its letters alone"] = { "Dull\n" .. A .. "\nLurd\n" .. B, "" },
  }
  for name, case in pairs(cases) do
    it(name, function()
      local _, list = read(case[1])
      assert.equal(case[2], list[1].moves)
    end)
  end

  it("has a bound", function()
    assert.has_error(function()
      read(A .. "\n999999(999999r)\n")
    end, "line 5, column 1: there are more than 1000000 moves")
    for _, text in ipairs { "3", "r3", "(r", "r)", "2()", "0r", "9999999999r", "rx", "" } do
      assert.is_false(lurd.is_line(text), text)
    end
  end)

  it("is checked", function()
    local table_of = "level  length  solutions  positions  dead ends  difficulty\n"
      .. "1           1          1          2        0 %%         0.0"
    for letter, expected in pairs {
      R = "; solved by 1 recorded action\n1 level, 1 as expected, 0 not",
      U = " %(the solution beside it does not solve it%)\n1 level, 0 as expected, 1 not",
    } do
      local out = run.with_files({ ["a.xsb"] = A .. "\n" .. letter .. "\n" },
        { "check", SOKOBAN, "--levels", "@a.xsb" })
      assert.matches("^" .. table_of .. expected .. "\n$", out)
    end
  end)

  it("is written by solve, and played", function()
    local solved = run({ "solve", SOKOBAN, "--lurd" }, "; 1\n\n" .. B)
    assert.equal("; name: 1\n" .. B .. "\nrR\n", solved)
    assert.matches("Moves: 2\nOutcome: Solved\n$", (run({ SOKOBAN }, solved)))
    for letters, expected in pairs {
      ["rR\n"] = { B:gsub("@ %$%.", "  @*") .. "Moves: 2\nOutcome: Solved\n", "", 0 },
      ["r\nx\n"] = { "", "sokoban: PATH: line 2, column 1: expected letters of moves (l u r d), got"
        .. " 'x'\n", 1 },
    } do
      local results = { run.with_files({ ["a.xsb"] = B, ["a.lurd"] = letters },
        { SOKOBAN, "@a.xsb", "@a.lurd" }) }
      results[2] = results[2]:gsub("%S*a%.lurd", "PATH")
      assert.same(expected, results)
    end
  end)
end)

describe("letters of moves", function()
  local function letters_of(rules, map)
    return (run.with_files({ ["trail.lua"] = ([[
return require("tessera").game {
  name = "trail", moves = { "<direction>" }, goal = "Home", ends = { { "Home", "no home" } },
  legend = { ["."] = "empty", x = "trail", o = "box", ["@"] = "player", h = "home" },
  rules = { %s { "<direction>", "[ player | home ] -> [ | player ]" } },
}
]]):format(rules) }, { "solve", "@trail.lua", "--lurd" }, map .. "\n")):match "\n\n(.*)\n"
  end

  it("are capital where a piece moves ahead of another, not where one comes behind it", function()
    local trail = '{ "<direction>", "[ player | empty ] -> [ trail | player ]" },'
    assert.equal("rrr", letters_of(trail, "@..h"))
    local push = '{ "<direction>", "[ player | box | empty ] -> [ trail | player | box ]" },'
      .. '{ "<direction>", "[ player | box | trail ] -> [ trail | player | ]" },'
    assert.equal("Rrrr", letters_of(trail .. push, "@o.xh"))
  end)

  local files = { ["a.xsb"] = A .. "\n" .. B, ["a.lurd"] = "3l\n rR\n", ["b.lurd"] = "r\n 2(x)\n",
    ["c.lurd"] = "999999r\n9r\n", ["d.lurd"] = "900000r", ["e.lurd"] = "99999l" }
  local function replayed(...)
    return { run.with_files(files, { "replay", ... }) }
  end
  local function wrong(message, ...)
    assert.same({ "", message .. "\n" }, { table.unpack(replayed(...), 1, 2) })
  end

  it("are replayed in a level, and written of a recording without what is refused", function()
    assert.same({ "R\n", "", 0 }, replayed(SOKOBAN, "@a.xsb", "@a.lurd", "--lurd", "-"))
    assert.same({ "rR\n", "", 0 },
      replayed(SOKOBAN, "@a.xsb", "@a.lurd", "--level", "2", "--lurd", "-"))
    local svg = replayed(SOKOBAN, "@a.xsb", "@a.lurd", "--level=2", "--svg=-", "--frame=4")[1]
    assert.truthy(svg:find('sokoban: level 2, step 4 of 5</title>\n<desc id="desc">######\n# @$.#',
      1, true))
    assert.same({ ("l"):rep(70) .. "\nL\n", "", 0 }, { run.with_files({ ["a.xsb"] =
      ("#"):rep(75) .. "\n#.$" .. ("-"):rep(70) .. "@#\n" .. ("#"):rep(75) }, { "replay", SOKOBAN,
      "@a.xsb", "-", "--lurd", "-" }, "71L") })
  end)

  it("are played in the levels that play takes, if no others are named", function()
    assert.same({ "ruL\n", "", 0 }, { run({ "replay", SOKOBAN, "-", "--lurd", "-" }, "rul") })
    assert.same({ "rr\n", "", 0 }, { run({ "replay", "samples/puzzlescript/crates.txt", "-",
      "--lurd", "-" }, "9r") })
  end)

  it("are not kept beyond the end, nor without bound", function()
    assert.same({ "R\n", "", 0 }, replayed(SOKOBAN, "@a.xsb", "@d.lurd", "--lurd", "-"))
    wrong("sokoban: e.lurd: line 1, column 6: a replay has 50000 letters at most", SOKOBAN,
      "@a.xsb", "@e.lurd", "--svg", "-")
  end)

  it("have messages with their place", function()
    wrong("sokoban: b.lurd: line 2, column 2: expected letters of moves (l u r d), got '2(x)'",
      SOKOBAN, "@a.xsb", "@b.lurd", "--svg", "-")
    wrong("sokoban: c.lurd: line 2, column 1: there are more than 1000000 moves", SOKOBAN, "@a.xsb",
      "@c.lurd", "--svg", "-")
    wrong("replay: a.lurd: it is no recording (letters of moves stand behind their game and its"
      .. " levels: replay GAME.lua LEVELS LETTERS)", "@a.lurd", "--svg", "-")
    wrong("run.lua: rush has other moves than left, up, right and down", "samples/games/rush.lua",
      "@a.lurd", "--svg", "-")
    wrong("replay: --lurd: 'MOVETO 1' is no move", "samples/tower/cleared.play", "--lurd", "-")
    wrong("sokoban: a.xsb: there is no level 3 (the levels: 1, 2)", SOKOBAN, "@a.xsb", "@a.lurd",
      "--level", "3", "--svg", "-")
  end)
end)

describe("what is no level of Sokoban", function()
  it("is counted, and told by check", function()
    local text = "A set\n:: made for this\n\n" .. A .. "Title: One\nComment:\n" .. B
      .. "Title: none\nComment-End:\nSolution: rx\n"
    local names, _, passed = read(text)
    assert.same({ "One" }, names)
    assert.same({ notes = 8, unknown = { 14 } }, passed)
    local out = run.with_files({ ["a.xsb"] = text }, { "check", SOKOBAN, "--levels", "@a.xsb" })
    assert.matches("\n1 level; 8 lines of notes, 1 line not understood %(line 14%)\n$", out)
  end)

  it("is a level that is over at its start, as every command says", function()
    local over = "####\n#@ #\n####\n"
    assert.same({ over .. "Moves: 0\nOutcome: Solved\n",
      "sokoban: level 1 is over at its start (Solved)\n", 0 }, { run({ SOKOBAN }, over) })
    assert.equal("sokoban: level 1 is over at its start (Solved)\n",
      select(2, run({ "solve", SOKOBAN }, over)))
    assert.matches("\n1 +is over at its start %(expected to be solvable%)\n",
      (run.with_files({ ["a.xsb"] = over }, { "check", SOKOBAN, "--levels", "@a.xsb" })))
  end)
end)
