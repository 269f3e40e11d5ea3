--- Specifies that all who read levels read the same: `solve`, `check --levels`, a plain input,
--- `play` and the page.

local page = require "spec.support.page"
local run = require "spec.support.run"
local terminal = require "spec.support.terminal"

local SOKOBAN = "samples/games/sokoban.lua"
local A, B = "#####\n#@$.#\n#####\n", "######\n#@ $.#\n######\n"

-- The texts, and the names of their levels ("-": none), or the line, the column and what is wrong.
local cases = {
  ["a title behind each map"] = { A .. "Title: One\nAuthor: N. N.\n\n" .. B .. "Title: Two\n",
    "One", "Two" },
  ["a header"] = { "Title: A set\nAuthor: N. N.\n\n" .. A, "A set" },
  ["lines of sok"] = { "::: a note\n\n" .. A, "-" },
  ["a comment"] = { A .. "Comment:\ntwo lines\nof text\nComment-End:\n", "-" },
  ["a solution"] = { A .. "Solution\nR\n", "-" },
  ["letters alone"] = { A .. "\nR\n", "-" },
  ["lengths of runs"] = { "5#\n#@$.#\n5#\n", "-" },
  ["rows in a line"] = { "5#|#@$.#|5#\n", "-" },
  ["a title in quotes"] = { A .. "\n'A title'\n\n" .. B, "-", "A title" },
  ["numbers"] = { "1\n\n" .. A .. "\n2\n\n" .. B, "1", "2" },
  ["a title with a capital"] = { "Level 1\n" .. A, "1" },
  ["XML"] = { '<?xml version="1.0"?>\n<SokobanLevels><LevelCollection><Level Id="1"><L>#####</L>\n'
    .. "<L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>\n", "1" },
  ["a blank line in a map"] = { "#####\n# @ #\n\n# $.#\n#####\n", 3, 1,
    "a blank line within a map (a row of floor is written with '-')" },
  ["a long solution"] = { A .. "Solution: " .. ("rl"):rep(1500) .. "\n", "-" },
  ["a byte order mark"] = { "\xEF\xBB\xBF" .. A, "-" },
  ["CR alone"] = { (A:gsub("\n", "\r")), "-" },
  ["a name in UTF-8"] = { "; name: Größe ☃\n" .. A, "Größe ☃" },
  ["an unknown cell"] = { "#####\n#@?.#\n#####\n", 2, 3,
    "unknown cell '?' (expected one of   # $ * + - . @ _)" },
}

-- The names that a command has written.
local function names_in(text, pattern)
  local names = {}
  for line in text:gmatch "[^\n]+" do
    local name = line:match(pattern)
    names[#names + 1] = name
  end
  return names
end

-- What the page reads: the names, or place and words of an error.
local function on_page(text)
  local game = page.talk { call = "load", path = "sokoban.lua", source = run.read_file(SOKOBAN),
    levels = text }
  if game.problem then
    return { game.problem.line, game.problem.column, game.problem.message }
  end
  local names = {}
  for i, level in ipairs(game.levels) do
    names[i] = level.name
  end
  return names
end

describe("a text with", function()
  for name, case in pairs(cases) do
    it(name .. " is the same for all", function()
      local text, wrong, titled = case[1], type(case[2]) == "number", {}
      local expected = { table.unpack(case, 2) }
      local function answer(...)
        return run.with_files({ ["a.xsb"] = text }, { ... })
      end
      local solved, why = answer("solve", SOKOBAN, "@a.xsb")
      local plain, second = answer(SOKOBAN, "@a.xsb")
      local table_of, third = answer("check", SOKOBAN, "--levels", "@a.xsb")
      if wrong then
        local line = ("sokoban: a.xsb: line %d, column %d: %s\n"):format(table.unpack(expected))
        assert.same({ line, line, line }, { why, second, third })
        assert.same(expected, on_page(text))
        return
      end
      for _, title in ipairs(expected) do
        titled[#titled + 1] = title ~= "-" and title or nil
      end
      assert.same(titled, names_in(solved, "^; name: (.*)$"))
      assert.equal(#expected, select(2, plain:gsub("Moves:", "")))
      assert.same(titled, names_in(table_of, "^%d+ '(.-)' "))
      assert.equal(#expected, #names_in(table_of, "^(%d+) .*%d+%.%d"))
      for i, title in ipairs(expected) do
        expected[i] = title == "-" and "level " .. i or title
      end
      assert.same(expected, on_page(text))
    end)
  end
end)

describe("the terminal", function()
  local screen = terminal.each(_ENV)
  if not screen then
    return
  end

  it("has the same levels", function()
    local path = screen.folder .. "/a.xsb"
    for name, shown in pairs { ["a title behind each map"] = "1/2 One", ["CR alone"] = "level 1",
      ["XML"] = "1", ["a name in UTF-8"] = "Größe ☃" } do
      run.write_file(path, cases[name][1])
      screen:run("play " .. SOKOBAN .. " " .. path)
      screen:wait("Sokoban +" .. shown .. "\n")
      screen:wait "@ +■ +·"
      screen:keys "q"
      screen:wait "status=0"
    end
    run.write_file(path, cases["a blank line in a map"][1])
    screen:run("play " .. SOKOBAN .. " " .. path)
    screen:wait "line 3, column 1: a blan"
    screen:wait "status=1"
  end)
end)
