--- Specifies the input and the output of `run.lua samegame`. An error gives one line with its
--- place, after the answers to the grids before it.

local run = require "spec.support.run"

local GOOD = "1 2 7 7 1 1 0 0\n" -- one line, answered with ANSWER
local ANSWER = "Grid 1.\n    Game Won\n"

local function lines(...)
  return table.concat({ ... }, "\n") .. "\n"
end

describe("the input of SameGame", function()
  local function answers(input, ...)
    local stdout, stderr, status = run({ "samegame", ... }, input)
    assert.same({ "", 0 }, { stderr, status })
    return stdout
  end

  it("is rows and columns, the cells from the bottom row on, and pairs (rule 1)", function()
    assert.equal(lines("Grid 1.", "    3 4", "    1 2"), answers "2 2\n1 2\n3 4\n0 0\n0 0\n")
    assert.equal(lines("Grid 1.", "      4  ", "    2 3  "),
      answers "2 3\n1 1 3\n2 1 4\n1 1\n0 0\n")
  end)

  it("may have any white space between its numbers (rule 1)", function()
    local expected = lines("Grid 1.", "    3 4", "    1 2")
    assert.equal(expected, answers "2 2 1 2 3 4 0 0")
    assert.equal(expected, answers "2\t2\v1\f2\r\n\r\n3 \n 4\n0\n0\n0")
    assert.equal(expected, answers "\n2 2 1\n2 3\n4 0 0")
  end)

  it("ends where the rows or the columns are 0, or with the file (rule 1)", function()
    local expected = "Grid 1.\n    1\n"
    local grid = "1 1 1 0 0 "
    assert.equal(expected, answers(grid))
    assert.equal(expected, answers(grid .. "0"))
    assert.equal(expected, answers(grid .. "0 0 what follows is not read"))
    assert.equal(expected, answers(grid .. "0 5 1 1"))
    assert.equal(expected, answers(grid .. "5 0 1 1"))
    assert.equal("", answers "")
    assert.equal("", answers " \n\t\n")
    assert.equal("", answers "0 0\n")
  end)

  it("ignores pairs that are not permitted, whatever integers they are (rule 3)", function()
    for _, pair in ipairs { "1 1", "0 1", "1 0", "3 1", "1 3", "-1 -1", "+9 99", "007 1",
      "99999999999999999999999999 1", "1 -99999999999999999999999999" } do
      assert.equal("Grid 1.\n    3 4\n    1 2\n", answers("2 2 1 2 3 4 " .. pair .. " 0 0"), pair)
    end
    assert.equal(lines("Grid 1.", "    3  ", "    1  "), answers "2 2 1 2 3 2 9 9 1 2 0 3 0 0")
  end)

  it("may go on after a win: the pairs up to 0 0 are skipped (rule 5)", function()
    assert.equal("Grid 1.\n    Game Won\n\nGrid 2.\n    1 2\n",
      answers "1 2 5 5 1 1 1 1 2 2 0 1 1 0 0 0 1 2 1 2 0 0 0 0")
  end)

  it("may go on when no region is left", function()
    assert.equal("Grid 1.\n    2    \n", answers "1 3 5 5 2 1 1 1 1 2 2 0 1 1 0 0 0")
  end)

  it("may be a file", function()
    local name = os.tmpname()
    run.write_file(name, GOOD)
    assert.equal(ANSWER, (run({ "samegame", name })))
    os.remove(name)
  end)
end)

describe("the output of SameGame", function()
  local function answers(input)
    return (run({ "samegame" }, input))
  end

  it("has rows of 4 + 2 N - 1 characters: emptied cells are blanks (rule 6)", function()
    assert.equal(lines("Grid 1.", "           ", "    1      ", "    3 4 5  "),
      answers [[
        3 4
        2 2 2 2
        3 4 5 2
        1 2 2 2
        1 1
        0 0 ]])
    assert.equal("Grid 1.\n    0\n", answers "1 1 0 0 0")
    assert.equal("Grid 1.\n     \n     \n    1\n", answers "3 1 1 2 2 2 1 0 0")
  end)

  it("has a blank line between two grids, and none after the last (rule 6)", function()
    assert.equal("Grid 1.\n    1\n\nGrid 2.\n    Game Won\n\nGrid 3.\n    2\n",
      answers "1 1 1 0 0 1 2 3 3 1 2 0 0 1 1 2 0 0")
  end)

  it("is played step by step with --trace", function()
    local stdout, stderr, status = run({ "samegame", "--trace" }, "2 3 1 1 3 2 1 4 9 9 1 2 0 0")
    assert.same({ "", 0 }, { stderr, status })
    assert.equal([[
Grid of 2 rows and 3 columns:
214
113

1. ignored: 9 9: the board has no row 9
214
113

2. 1 2: 3 removed
   removed 1 from row 1, column 1
   removed 1 from row 1, column 2
   removed 1 from row 2, column 2
   fell 2 from row 2, column 1 to row 1, column 1
   moved 3 from row 1, column 3 to row 1, column 2
   moved 4 from row 2, column 3 to row 2, column 2
.4.
23.

Grid 1.
]] .. "      4  \n    2 3  \n", stdout)
  end)
end)

describe("the input of SameGame, malformed,", function()
  -- The input follows a correct grid in line 1. The error message, and the output before it.
  local function wrong(expected, input)
    it("gives the message: " .. expected, function()
      local stdout, stderr, status = run({ "samegame" }, GOOD .. input)
      assert.same({ "samegame: " .. expected .. "\n", ANSWER, 1 }, { stderr, stdout, status })
    end)
  end

  local cells = "(expected one of 0 1 2 3 4 5 6 7 8 9)"

  -- The sides.
  wrong("line 2, column 1: expected the number of rows, a whole number, found 'x'", "x 3")
  wrong("line 2, column 3: expected the number of columns, a whole number, found '3.5'", "3 3.5")
  wrong("line 2, column 1: the number of rows must be 0..2000, not 2001", "2001 1")
  wrong("line 2, column 3: the number of columns must be 0..2000, not 2001", "1 2001")
  wrong("line 2, column 1: the number of rows must be 0..2000, not -1", "-1 3")
  wrong("line 2, column 1: the number of rows must be 0..2000, not a number of so many digits",
    "123456789012345678901 3")
  wrong("line 2, column 3: expected the number of columns, a whole number, found '\\x00'", "3 \0")
  wrong("line 3, column 1: the input ends where the number of columns is expected", "3\n")
  -- The cells.
  wrong("line 2, column 5: unknown cell 'x' " .. cells, "1 1 x 0 0")
  wrong("line 2, column 5: unknown cell '-' " .. cells, "1 1 -1 0 0")
  wrong("line 2, column 5: unknown cell '.' " .. cells, "1 1 . 0 0")
  wrong("line 2, column 5: unknown cell 'é' " .. cells, "1 1 \u{e9} 0 0")
  wrong("line 2, column 5: expected a single cell, found '10'...", "1 1 10 0 0")
  wrong("line 2, column 5: expected a single cell, found '05'...", "1 1 05 0 0")
  wrong("line 4, column 3: expected a single cell, found '12'...", "2 2\n1 2\n3 123\n0 0\n")
  wrong("line 2, column 4: the input ends where row 1 of 1 is expected", "1 1")
  wrong("line 4, column 1: the input ends where row 2 of 2 is expected", "2 2\n1 2\n")
  wrong("line 3, column 2: the input ends where row 1 of 1 is expected", "1 2\n1")
  -- The pairs.
  local missing = "the input ends where the row or column of a cell is expected"
  local found = "expected the row or column of a cell, a whole number, found "
  wrong("line 3, column 1: " .. missing, "1 1 1\n")
  wrong("line 2, column 8: " .. missing, "1 1 1 5")
  wrong("line 2, column 12: " .. missing, "1 1 1 0 1 1")
  wrong("line 3, column 1: " .. missing, "1 2 5 5 1 1\n")
  wrong("line 2, column 7: " .. found .. "'x'", "1 1 1 x 1")
  wrong("line 2, column 9: " .. found .. "'1,'", "1 1 1 1 1,")
  wrong("line 3, column 3: " .. found .. "'aaaaaaaaaaaaaaaaaaaa...'",
    "1 1 1\n1 " .. ("a"):rep(300) .. " 0 0")
  wrong("line 2, column 15: " .. found .. "'two'", "1 2 5 5 1 1 1 two 0 0")
  wrong("line 2, column 7: " .. found .. "'0x1'", "1 1 1 0x1 1")
  wrong("line 2, column 7: " .. found .. "'-'", "1 1 1 - 1")
end)
