--- Specifies the input of `run.lua robots`. An error gives one line with its place, after the
--- answers to the cases before it.

local run = require "spec.support.run"

local GOOD = "1 0 15 16 0 1 1 1\n" -- one line with two cases, answered with ANSWER
local ANSWER = [[
Case 1:
Lost game after making 15 moves.
Final position: (1,1)
Number of cells with debris: 0
Number of robots remaining: 1

Case 2:
Won game after making 0 moves.
Final position: (15,15)
Number of cells with debris: 0
]]

describe("the input of Robots", function()
  local function answers(input, ...)
    local stdout, stderr, status = run({ "robots", ... }, input)
    assert.same({ "", 0 }, { stderr, status })
    return stdout
  end

  it("is cases of robots and teleports, until 0 0", function()
    assert.equal(ANSWER, answers "1 0\n15 16\n0 1\n1 1\n0 0\nwhat follows is not read")
    assert.equal(ANSWER, answers(GOOD .. "0 0"))
  end)

  it("may end where the file ends (rules)", function()
    assert.equal(ANSWER, answers(GOOD))
    assert.equal(ANSWER, answers "1 0 15 16 0 1 1 1")
    assert.equal("", answers "")
    assert.equal("", answers " \n\n")
    assert.equal("", answers "0 0")
  end)

  it("may have any white space between its words", function()
    assert.equal(ANSWER, answers "\t1\v0\f15\r\n16\r\n\r\n0 1 1\n1\r\n0\n0\r\n")
  end)

  it("may write its numbers with signs and zeros in front", function()
    assert.equal(ANSWER, answers "01 00 +15 016 0 1 001 1")
  end)

  it("may have a robot on every other cell, and 10000 teleports", function()
    local parts = { "960 10000" }
    for row = 1, 31 do
      for column = 1, 31 do
        if row ~= 15 or column ~= 15 then
          parts[#parts + 1] = row .. " " .. column
        end
      end
    end
    local lost = [[
Lost game after making 1 moves.
Final position: (15,15)
Number of cells with debris: %d
Number of robots remaining: %d
]]
    local found = answers(table.concat(parts, "\n") .. ("\n1 1"):rep(10000) .. "\n0 0\n")
    local debris, left = found:match "debris: (%d+)\nNumber of robots remaining: (%d+)\n$"
    assert.equal("Case 1:\n" .. lost:format(debris, left), found)
  end)

  it("is given up after --max-moves", function()
    local stdout, stderr, status = run({ "robots", "--max-moves", "14" }, "0 1 1 1 " .. GOOD)
    assert.equal("robots: case 2: no end after 14 moves (see --max-moves)\n", stderr)
    assert.equal(1, status)
    assert.equal("Case 1:\nWon game after making 0 moves.\nFinal position: (15,15)\n"
      .. "Number of cells with debris: 0\n", stdout)
    assert.equal(ANSWER, answers(GOOD, "--max-moves", "15"))
    for _, wrong in ipairs { "0", "-1", "x", "1.5", "1e3", "0x10", " 7 ", "9999999999999999" } do
      stdout, stderr, status = run({ "robots", "--max-moves=" .. wrong }, GOOD)
      assert.same({ "", ("robots: --max-moves must be a whole number of 1..1000000000000000, "
        .. "not '%s' (try --help)\n"):format(wrong), 2 }, { stdout, stderr, status })
    end
    assert.same({ "", "robots: a value that begins with '-' is written --max-moves=-1 "
      .. "(try --help)\n", 2 }, { run({ "robots", "--max-moves", "-1" }, GOOD) })
    assert.same({ "", "robots: a value that begins with '-' is written --option=-1 "
      .. "(try --help)\n", 2 }, { run({ "robots", "-1" }, GOOD) })
    assert.equal(2, (select(3, run({ "robots", "max-moves", "5" }, GOOD))))
  end)

  it("is shown move by move with --trace", function()
    local found = answers("1 0 15 18 0 0", "--trace")
    local rows = {}
    for i = 1, 31 do rows[i] = ("."):rep(31) end
    rows[15] = ("."):rep(14) .. "@..+" .. ("."):rep(13)
    local start = ("Robots:\n" .. table.concat(rows, "\n") .. "\n\n1. NW\n"
      .. "   walked @ from row 15, column 15 to row 14, column 14\n"
      .. "   moved + from row 15, column 18 to row 14, column 17\n")
    assert.equal(start, found:sub(1, #start))
    assert.matches("\n%d+%. STAY\n   stayed @ at row %d+, column %d+\n   moved %+ [^\n]+\n"
      .. "   caught @ at row %d+, column %d+\n[.@\n]+\nCase 1:\nLost game", found)
    assert.matches("\nNumber of robots remaining: 1\n$", found)
  end)
end)

describe("a wrong input of Robots", function()
  -- After GOOD, the input `text` begins in line 2.
  local function says(message, text)
    local stdout, stderr, status = run({ "robots" }, GOOD .. text)
    assert.equal("robots: " .. message .. "\n", stderr)
    assert.equal(1, status)
    assert.equal(ANSWER, stdout)
  end

  local cases = {
    { "x", "line 2, column 1: expected the number of robots, a whole number, found 'x'" },
    { "-1 0", "line 2, column 1: the number of robots must be 0..960, not -1" },
    { "961 0", "line 2, column 1: the number of robots must be 0..960, not 961" },
    { "99999999999999999999 0",
      "line 2, column 1: the number of robots must be 0..960, not 99999999999999999999" },
    { "1.5 0", "line 2, column 1: expected the number of robots, a whole number, found '1.5'" },
    { "\0 0", "line 2, column 1: expected the number of robots, a whole number, found '\\x00'" },
    { "1", "line 2, column 2: the input ends where the number of teleports is expected" },
    { "0", "line 2, column 2: the input ends where the number of teleports is expected" },
    { "1 x", "line 2, column 3: expected the number of teleports, a whole number, found 'x'" },
    { "1 -1", "line 2, column 3: the number of teleports must be 0..10000, not -1" },
    { "1 10001", "line 2, column 3: the number of teleports must be 0..10000, not 10001" },
    { "1 0\n", "line 3, column 1: the input ends where the robot is expected" },
    { "1 0\n1\n",
      "line 4, column 1: the input ends where the rest of the robot is expected" },
    { "1 0\n0 1", "line 3, column 1: the row of the robot must be 1..31, not 0" },
    { "1 0\n32 1", "line 3, column 1: the row of the robot must be 1..31, not 32" },
    { "1 0\n1 0", "line 3, column 3: the column of the robot must be 1..31, not 0" },
    { "1 0\n1\n  -7", "line 4, column 3: the column of the robot must be 1..31, not -7" },
    { "1 0\n1 y", "line 3, column 3: expected the column of the robot, a whole number, found 'y'" },
    { "1 0\n1,2 3",
      "line 3, column 1: expected the row of the robot, a whole number, found '1,2'" },
    { "1 0\n15 15", "line 3, column 1: a robot at (15,15), where the player starts" },
    { "2 0\n1 1\n 015 +15", "line 4, column 2: a robot at (15,15), where the player starts" },
    { "3 0\n3 4\n4 3\n3 4\n", "line 5, column 1: a second robot at (3,4)" },
    { "2 0\n3 4  3 04\n", "line 3, column 6: a second robot at (3,4)" },
    { "0 2\n1 1", "line 3, column 4: the input ends where the teleport is expected" },
    { "0 1\n1", "line 3, column 2: the input ends where the rest of the teleport is expected" },
    { "0 1\n32 1", "line 3, column 1: the row of the teleport must be 1..31, not 32" },
    { "0 1\n1 32", "line 3, column 3: the column of the teleport must be 1..31, not 32" },
    { "0 1\n1 " .. ("9"):rep(30),
      "line 3, column 3: the column of the teleport must be 1..31, "
        .. "not a number of so many digits" },
  }
  for _, case in ipairs(cases) do
    it(("%q"):format(case[1]):gsub("\\\n", " / "):gsub("\\0", "NUL"), function()
      says(case[2], case[1])
    end)
  end

  it("is answered as far as it goes, case by case", function()
    local stdout, stderr, status = run({ "robots" }, "0 1 1 1 0 2 1 1")
    assert.equal("robots: line 1, column 16: the input ends where the teleport is expected\n",
      stderr)
    assert.equal(1, status)
    assert.equal("Case 1:\nWon game after making 0 moves.\nFinal position: (15,15)\n"
      .. "Number of cells with debris: 0\n", stdout)
  end)
end)

describe("the output of Robots", function()
  it("comes case by case, without waiting for more", function()
    local script = [[
      { printf '0 1 1 1\n'; sleep 0.3; echo 'end of input' >&2; } | ]]
      .. run.command { "robots" }
      .. [[ | { IFS= read -r line; echo "$line" >&2; cat >/dev/null; } ]]
    local _, stderr = run.shell(script)
    assert.equal("Case 1:\nend of input\n", stderr)
  end)
end)
