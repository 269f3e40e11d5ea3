--- Specifies how the reader reads blocks of cells: a grid, or boards side by side.

local raised = require "spec.support.raised"
local sources = require "spec.support.sources"

local function fault(reader, method, ...)
  return raised(reader[method], reader, ...)
end

local function specify(open)
  describe("grid", function()
    it("is read row by row, with blanks and blank lines between", function()
      local reader = open "\n  ab.\r\n\r\n\tba.\n...x rest"
      local grid = reader:grid(2, 3, "ab.")
      assert.equal("ab.\nba.\n", tostring(grid))
      assert.same({ 2, 3 }, { grid:rows(), grid:columns() })
      assert.equal("...x", reader:word())
      assert.equal("rest", reader:word())
    end)

    it("may end at the end of the input", function()
      local reader = open "ab\nba"
      assert.equal("ab\nba\n", tostring(reader:grid(2, 2, "ab")))
      assert.is_true(reader:at_end())
    end)

    it("has cells of its alphabet only", function()
      local message = "line %d, column %d: unknown cell '%s' (expected one of a b .)"
      for _, case in ipairs {
        { "xb\nab", 1, 1, "x" }, { "ab\n ax", 2, 3, "x" }, { "ab\nabx", 2, 3, "x" },
        { "a\0\nab", 1, 2, "\\x00" }, { "ab\na\u{e9}", 2, 2, "é" },
        { "ab\na\x7f", 2, 2, "\\x7F" }, { "ab\na'", 2, 2, "'" },
      } do
        assert.equal(message:format(case[2], case[3], case[4]),
          fault(open(case[1]), "grid", 2, 2, "ab."))
      end
    end)

    it("has rows of the right length", function()
      assert.equal("line 1, column 3: the row has 2 cells, not 3",
        fault(open "ab\nabb", "grid", 2, 3, "ab"))
      assert.equal("line 2, column 2: the row has 1 cell, not 3",
        fault(open "abb\nb", "grid", 2, 3, "ab"))
      assert.equal("line 2, column 4: the row has more than 3 cells",
        fault(open "abb\nabba", "grid", 2, 3, "ab"))
    end)

    it("has all of its rows", function()
      assert.equal("line 1, column 1: the input ends where row 1 of 2 is expected",
        fault(open "", "grid", 2, 2, "ab"))
      assert.equal("line 3, column 1: the input ends where row 2 of 2 is expected",
        fault(open "ab\n\n", "grid", 2, 2, "ab"))
    end)

    it("has exactly one of certain cells", function()
      assert.equal("S.\n.G\n", tostring(open "S.\n.G":grid(2, 2, "SG.", "SG")))
      assert.equal("line 2, column 2: a second 'S' (the first is in line 1, column 1)",
        fault(open "S.\nGS", "grid", 2, 2, "SG.", "SG"))
      assert.equal("line 2, column 4: no 'G' in the 2 rows from here",
        fault(open "\n   S.\n..", "grid", 2, 2, "SG.", "SG"))
      assert.equal("line 1, column 1: no 'S' in the 1 row from here",
        fault(open "..", "grid", 1, 2, "SG.", "SG"))
    end)

    it("counts these cells again for each grid", function()
      local reader = open "S. S."
      assert.equal("S.\n", tostring(reader:grid(1, 2, "S.", "S")))
      assert.equal("S.\n", tostring(reader:grid(1, 2, "S.", "S")))
    end)

    it("may have blanks between its cells and line ends anywhere", function()
      assert.equal("ab\nba\n", tostring(open "a b\nb a":grid(2, 2, "ab", nil, "spaced")))
      assert.equal("ab\nba\n", tostring(open "\ta\n\nb b\r\na":grid(2, 2, "ab", nil, "spaced")))
      assert.equal("line 2, column 1: expected a single cell, found 'ba'...",
        fault(open "a b\nba", "grid", 2, 2, "ab", nil, "spaced"))
      assert.equal("line 2, column 3: unknown cell 'x' (expected one of a b)",
        fault(open "a b\nb x", "grid", 2, 2, "ab", nil, "spaced"))
      assert.equal("line 2, column 1: a second 'a' (the first is in line 1, column 1)",
        fault(open "a b\na b", "grid", 2, 2, "ab", "a", "spaced"))
      assert.equal("line 2, column 2: the input ends where row 2 of 2 is expected",
        fault(open "a b\nb", "grid", 2, 2, "ab", nil, "spaced"))
    end)

    it("may be large", function()
      local row = ("ab"):rep(2048) .. "\n"
      assert.is_true(row:rep(100) == tostring(open(row:rep(100)):grid(100, 4096, "ab")))
      local reader = open(row:rep(50) .. ("ab"):rep(2047) .. "ax\n")
      assert.equal("line 51, column 4096: unknown cell 'x' (expected one of a b)",
        fault(reader, "grid", 51, 4096, "ab"))
    end)
  end)

  describe("boards", function()
    -- The boards, one after the other, with a line between.
    local function boards(text, ...)
      local shown = {}
      for i, board in ipairs(open(text):boards(...)) do
        shown[i] = tostring(board)
      end
      return table.concat(shown, "-\n")
    end
    local expected = "ab\nbb\n-\nba\naa\n"

    it("stand side by side", function()
      assert.equal("ab\nbb\n", boards("ab\nbb", 2, 2, "ab"))
      assert.equal(expected, boards("ab ba\nbb aa\n", 2, 2, "ab"))
      assert.equal("a\n-\nb\n-\na\n", boards("a b a", 1, 1, "ab"))
    end)

    it("may have blanks between cells, and any number of blanks between boards", function()
      assert.equal(expected, boards("a b b a\nb b a a\n", 2, 2, "ab"))
      assert.equal(expected, boards("a b   b a\nb b   a a\n", 2, 2, "ab"))
      assert.equal(expected, boards("ab b a\nb b aa\n", 2, 2, "ab"))
    end)

    it("may have tabs, CRLF, blank lines, blanks at both ends, no newline at last", function()
      assert.equal(expected, boards("ab\tba\nbb\taa\n", 2, 2, "ab"))
      assert.equal(expected, boards("a\tb\tb\ta\nb\tb\ta\ta", 2, 2, "ab"))
      assert.equal(expected, boards("ab ba\r\nbb aa\r\n", 2, 2, "ab"))
      assert.equal(expected, boards("\n \nab ba\n\r\n\t\nbb aa", 2, 2, "ab"))
      assert.equal(expected, boards("  ab  ba  \n\tbb aa\t", 2, 2, "ab"))
    end)

    it("leave the next line unread", function()
      local reader = open "ab ba\nbb aa\n\nrest"
      assert.equal(2, #reader:boards(2, 2, "ab"))
      assert.equal("rest", reader:word())
      assert.same({ 4, 1 }, { reader:position() })
    end)

    it("have cells of their alphabet only", function()
      local message = "line %d, column %d: unknown cell '%s' (expected one of a b)"
      for _, case in ipairs {
        { "xa ab", 1, 1, "x" }, { "ab ax", 1, 5, "x" }, { "ab ab\nab abx", 2, 6, "x" },
        { "a b a x", 1, 7, "x" }, { "ab a\0", 1, 5, "\\x00" }, { "ab \u{e9}", 1, 4, "é" },
      } do
        assert.equal(message:format(case[2], case[3], case[4]),
          fault(open(case[1]), "boards", 2, 2, "ab"))
      end
    end)

    it("have rows of the right length", function()
      assert.equal("line 1, column 7: the row has 2 cells, not 3",
        fault(open "aba ab\n", "boards", 2, 3, "ab"))
      assert.equal("line 1, column 5: the row has 2 cells, not 3",
        fault(open "a b aba\n", "boards", 2, 3, "ab"))
      assert.equal("line 1, column 8: the row has more than 3 cells",
        fault(open "aba abaa\n", "boards", 2, 3, "ab"))
      assert.equal("line 1, column 6: the row has 1 cell, not 2",
        fault(open "a b a\n", "boards", 2, 2, "ab"))
      assert.equal("line 1, column 6: the row has 1 cell, not 2",
        fault(open "a b a", "boards", 2, 2, "ab"))
    end)

    it("must all have the same number of boards in a row", function()
      assert.matches("^line 2, column %d+: a row of 1 boards? below a row of 2$",
        fault(open "ab ba\nab\n", "boards", 2, 2, "ab"))
      assert.matches("^line 2, column %d+: a row of 3 boards below a row of 2$",
        fault(open "ab ba\nab ab ab\n", "boards", 2, 2, "ab"))
    end)

    it("have all of their rows", function()
      assert.equal("line 1, column 1: the input ends where a row is expected",
        fault(open "", "boards", 1, 2, "ab"))
      assert.equal("line 2, column 1: the input ends where a row is expected",
        fault(open "ab ba\n", "boards", 2, 2, "ab"))
    end)

    it("are at most 256", function()
      assert.equal(256, #open(("a "):rep(256)):boards(1, 1, "ab"))
      assert.equal("line 1, column 513: more than 256 boards side by side",
        fault(open(("a "):rep(257)), "boards", 1, 1, "ab"))
    end)
  end)

  describe("misuse", function()
    local function misused(use)
      return raised(function() use(open "ab\nba") end)
    end

    it("is a size out of range", function()
      assert.equal("bad argument #1 to 'grid' (expected 1..4096, got 0)",
        misused(function(r) r:grid(0, 2, "ab") end))
      assert.equal("bad argument #2 to 'grid' (expected 1..4096, got 4097)",
        misused(function(r) r:grid(2, 4097, "ab") end))
      assert.equal("bad argument #2 to 'boards' (expected 1..256, got 257)",
        misused(function(r) r:boards(2, 257, "ab") end))
      assert.equal("bad argument #1 to 'skip' (expected 0..9223372036854775807, got -1)",
        misused(function(r) r:skip(-1) end))
    end)

    it("is a wrong type, alphabet or layout", function()
      assert.equal("bad argument #1 to 'grid' (number expected, got no value)",
        misused(function(r) r:grid() end))
      assert.equal("bad argument #3 to 'grid' (string expected, got no value)",
        misused(function(r) r:grid(2, 2) end))
      assert.equal("bad argument #3 to 'grid' (too many characters)",
        misused(function(r) r:grid(2, 2, ("a"):rep(101)) end))
      assert.equal("bad argument #4 to 'grid' (too many characters)",
        misused(function(r) r:grid(2, 2, "ab", "123456789") end))
      assert.equal("bad argument #5 to 'grid' (invalid option 'wide')",
        misused(function(r) r:grid(2, 2, "ab", nil, "wide") end))
    end)
  end)
end

for _, source in ipairs(sources) do
  describe("the reader over " .. source.name .. ":", function()
    specify(source.open)
  end)
end
