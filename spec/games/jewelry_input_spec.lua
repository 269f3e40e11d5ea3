--- Specifies the input of `run.lua jewelry`. An error gives one line with its place, after the
--- answers to the boards before it.

local run = require "spec.support.run"

local KNOWN = "(expected one of R O Y G B P W)"

-- The first board of the rules page, and its answer.
local ROWS = { "YYBORBWG", "RBPYRORY", "WYGBYPBO", "BBRPBGPW", "PWPYROBP", "PYYRYWWR", "GPBYRYYG",
  "PPWGOGPB" }
local ANSWER = "Norm: P.RT@5,0\n"
-- Another one, without a tip.
local OVER = { "BOBWOPRP", "YORPBGOW", "WWGYWWGB", "RBRBWBOW", "YWWGGRWR", "OGWRGBGB", "BBPPWWOP",
  "WWPBORPB" }
local BOARD = table.concat(ROWS, "\n") .. "\n"

-- The rows of boards side by side.
local function beside(separator, ...)
  local lines = {}
  for row = 1, 8 do
    local words = {}
    for i, board in ipairs { ... } do words[i] = board[row] end
    lines[row] = table.concat(words, separator)
  end
  return table.concat(lines, "\n") .. "\n"
end

local function spaced(text, separator)
  return (text:gsub("%a", "%0" .. separator):gsub(separator .. "\n", "\n"))
end

-- The board with one row replaced.
local function with(number, row)
  local rows = table.move(ROWS, 1, 8, 1, {})
  rows[number] = row
  return table.concat(rows, "\n") .. "\n"
end

describe("the input of Jewelry Tips", function()
  local function answers(expected, input)
    assert.same({ expected, "", 0 }, { run({ "jewelry" }, input) })
  end
  local both = ANSWER .. "Game Over\n"

  it("is one board after the other", function()
    answers(ANSWER, BOARD)
    answers(both, BOARD .. table.concat(OVER, "\n") .. "\n")
    answers(ANSWER:rep(100), BOARD:rep(100))
  end)

  it("is boards side by side, in bands of any widths", function()
    answers(both, beside(" ", ROWS, OVER))
    answers(both, beside("\t", ROWS, OVER))
    answers(both .. ANSWER .. "Game Over\nGame Over\nGame Over\n",
      beside("\t ", ROWS, OVER) .. BOARD .. beside(" ", OVER, OVER, OVER))
  end)

  it("is single letters with blanks or tabs between", function()
    answers(ANSWER, spaced(BOARD, " "))
    answers(ANSWER, spaced(BOARD, "\t"))
    answers(ANSWER .. both, BOARD .. spaced(beside(" ", ROWS, OVER), " "))
    answers(both, spaced(beside("   ", ROWS, OVER), " "))
    answers(both, beside(" ", { spaced(BOARD, " "):match((("(%C+)\n"):rep(8))) }, OVER))
  end)

  it("may have blank lines and blanks anywhere, CRLF, and no newline at the end", function()
    answers(both, "\n\n" .. BOARD:gsub("\n", "\n\n \t\n") .. "\n" .. table.concat(OVER, "\n"))
    answers(both, (beside("\t", ROWS, OVER):gsub("\n", "\r\n")))
    answers(ANSWER, (BOARD:gsub("\n", "  \n  ")))
    answers(ANSWER, BOARD:sub(1, -2))
  end)

  it("may be empty, or nothing but blanks", function()
    answers("", "")
    answers("", "\n")
    answers("", " \t\r\n\v\f\n ")
  end)

  it("may come from a file", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/boards", BOARD)
      assert.same({ ANSWER, "", 0 }, { run({ "jewelry", folder .. "/boards" }, "not this") })
    end)
  end)

  it("is shown with all tips by --trace", function()
    assert.same({ [[
Board 1:
]] .. BOARD .. [[

1. Norm: P.RT@5,0
2. Norm: Y.RT@5,2
3. Norm: Y.RT@6,3
4. Norm: P.UP@7,0
5. Good: Y.DN@4,3
6. Good: Y.DN@5,4
7. Good: P.LT@6,1
8. Good: Y.UP@6,3
9. Excl: R.RT@5,3
10. Excl: Y.LT@5,4
Norm: P.RT@5,0
Board 2:
]] .. table.concat(OVER, "\n") .. "\n\n" .. "Game Over\n", "", 0 },
      { run({ "jewelry", "--trace" }, beside(" ", ROWS, OVER)) })
  end)

  it("is answered as it comes", function()
    local script = ("{ printf '%s'; sleep 1; echo end >&2; } | %s | while read -r line; do "
      .. "echo \"$line\" >&2; done"):format(BOARD:gsub("\n", "\\n"), run.command { "jewelry" })
    local _, stderr = run.shell(script)
    assert.equal(ANSWER .. "end\n", stderr)
  end)
end)

describe("an error in the input of Jewelry Tips", function()
  -- The error follows a correct board; its message names line and column.
  local function wrong(input, line, column, message)
    for before = 0, 1 do
      local stdout, stderr, status = run({ "jewelry" }, BOARD:rep(before) .. input)
      assert.same({
        ANSWER:rep(before),
        ("jewelry: line %d, column %d: %s\n"):format(line + 8 * before, column, message),
        1,
      }, { stdout, stderr, status })
    end
  end

  it("is a letter that is no jewel", function()
    wrong(with(3, "WYGXYPBO"), 3, 4, "unknown cell 'X' " .. KNOWN)
    wrong(with(1, "yYBORBWG"), 1, 1, "unknown cell 'y' " .. KNOWN)
    wrong(with(8, "PPWGOGP."), 8, 8, "unknown cell '.' " .. KNOWN)
    wrong(spaced(with(3, "WYGXYPBO"), " "), 3, 7, "unknown cell 'X' " .. KNOWN)
    wrong(with(2, "RBPYRORY,"), 2, 9, "unknown cell ',' " .. KNOWN)
  end)

  it("is a number of boards in front of them", function()
    wrong("10\n" .. BOARD, 1, 1, "unknown cell '1' " .. KNOWN)
  end)

  it("is a byte that is no letter at all", function()
    wrong(with(3, "WYG\0YPBO"), 3, 4, "unknown cell '\\x00' " .. KNOWN)
    wrong(with(3, "WYG\xC3\xB6PBO"), 3, 4, "unknown cell 'ö' " .. KNOWN)
    wrong(with(2, "\u{FEFF}YBORBW"), 2, 1, "unknown cell '\\xEF\\xBB\\xBF' " .. KNOWN)
  end)

  it("is a row that is too short or too long", function()
    wrong(with(4, "BBRPBGP"), 4, 8, "the row has 7 cells, not 8")
    wrong(with(4, "BBRPBGPWW"), 4, 9, "the row has more than 8 cells")
    wrong(with(8, "P"), 8, 2, "the row has 1 cell, not 8")
    wrong(with(1, "YYBORBWG GWO"), 1, 13, "the row has 3 cells, not 8")
    wrong(with(4, "B B R P B G P"), 4, 14, "the row has 7 cells, not 8")
    wrong(with(4, "B B R P B G P W W"), 4, 18, "the row has 1 cell, not 8")
    wrong(with(4, "BB RP BG PW"), 4, 3, "the row has 2 cells, not 8")
  end)

  it("is a band whose rows hold different numbers of boards", function()
    wrong(with(5, "PWPYROBP GWROGPWG"), 5, 1, "a row of 2 boards below a row of 1")
    wrong((beside(" ", ROWS, OVER):gsub(" OGWRGBGB", "")), 6, 1,
      "a row of 1 board below a row of 2")
  end)

  it("is a band that is cut short", function()
    wrong(BOARD:sub(1, 9 * 7), 8, 1, "the input ends where a row is expected")
    wrong(BOARD:sub(1, 9), 2, 1, "the input ends where a row is expected")
    wrong(BOARD:sub(1, 9 * 7 + 3), 8, 4, "the row has 3 cells, not 8")
  end)

  it("is a board that holds a line already", function()
    local words = "the board holds a line already: "
    wrong(with(1, "YYYORBWG"), 1, 1, words .. "3 Y in row 0, columns 0..2 (counted from 0)")
    wrong(with(8, "PPWGOOOO"), 8, 1, words .. "4 O in row 7, columns 4..7 (counted from 0)")
    wrong(with(5, "PWPPROBP"):gsub("PYYRYWWR", "PYYPYWWR"), 4, 1,
      words .. "3 P in column 3, rows 3..5 (counted from 0)")
    wrong("\n" .. (with(8, "PPWGOOOO"):gsub("\n", "\n\n  ")), 16, 3,
      words .. "4 O in row 7, columns 4..7 (counted from 0)")
  end)

  it("is one of the boards of a band that holds a line already", function()
    local input = beside("  ", ROWS, OVER, { "GGRBYWBB", "RYWWOYWY", "YYOBOPOP", "WGBPBBYP",
      "RWWWWYGW", "BROBOYRB", "OWGWPROP", "RWGWPGOO" }, OVER)
    assert.same({ ANSWER .. "Game Over\n", "jewelry: line 5, column 21: the board holds a line "
      .. "already: 4 W in row 4, columns 1..4 (counted from 0), board 3 of 4\n", 1 },
      { run({ "jewelry" }, input) })
  end)

  it("is more than 256 boards side by side", function()
    wrong(("YYBORBWG "):rep(257), 1, 256 * 9 + 1, "more than 256 boards side by side")
  end)

  it("is garbage of any length", function()
    wrong(("R"):rep(1000000), 1, 9, "the row has more than 8 cells")
    wrong(("\0"):rep(100000), 1, 1, "unknown cell '\\x00' " .. KNOWN)
    wrong((" "):rep(1000000) .. "!", 1, 1000001, "unknown cell '!' " .. KNOWN)
  end)
end)
