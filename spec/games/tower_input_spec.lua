--- Specifies the input of `run.lua tower`. An error gives one line with its place, after the
--- answers to the datasets before it.

local run = require "spec.support.run"

local GOOD = "3 3 ... .S. .G. 0\n" -- one line, answered with ANSWER
local ANSWER = "Game Over : Cleared\n"
local KNOWN_CELLS = "(expected one of # I G C B . 1 2 3 S)"
local KNOWN_COMMANDS = "(expected one of MOVETO CLIMB GETDOWN PUSH PULL)"

-- A tower, in lines 2 to 5, in which the game is not over; the commands begin in line 6.
local TOWER = [[
3 4
....
....
S..G
]]

describe("the input of the Tower", function()
  local function answers(input)
    local stdout, stderr, status = run({ "tower" }, input)
    assert.same({ "", 0 }, { stderr, status })
    return (stdout:gsub("Game Over : ", ""))
  end

  it("is height, width, the rows from the top, and the commands (rule 1)", function()
    assert.equal("Cleared\n", answers [[
      3 4
      ....
      S#..
      ##G.
      2
      CLIMB RIGHT
      GETDOWN RIGHT
      0 0 ]])
  end)

  it("may have any white space between its words (rule 1)", function()
    assert.equal("Cleared\n",
      answers "3\t4 .... S#.. ##G. 2\vCLIMB\fRIGHT GETDOWN\n\n\nRIGHT 0 0")
    assert.equal("Cleared\n",
      answers "\u{FEFF}3 4\r....\rS#..\r##G.\r2\rCLIMB RIGHT\rGETDOWN RIGHT\r0 0\r")
    assert.equal("Cleared\n",
      answers "\r\n3 4\r\n\r\n....\r\nS#..\r\n##G.\r\n2\r\nCLIMB RIGHT\r\nGETDOWN RIGHT\r\n0 0\r\n")
  end)

  it("ends at 0 0 or at the end of the file; there may be no commands (rule 1)", function()
    assert.equal("Gave Up\n", answers "3 3 ... ... S.G 0 0 0 what follows is not read")
    assert.equal("Gave Up\nCleared\n", answers "3 3 ... ... S.G 0 3 3 ... .S. .G. 0")
    assert.equal("", answers "0 0\n")
  end)

  it("may have commands after the end of a game: counted, not checked (rule 20)", function()
    assert.equal("Cleared\nGave Up\n",
      answers "3 3 ... .S. .G. 2 FLY UP 1 2 3 3 ... ... S.G 1 MOVETO 2")
    assert.equal("Cleared\nGave Up\n",
      answers "3 3 ... S.. #G. 3 MOVETO 2 FLY UP MOVETO 3 3 3 ... ... S.G 1 MOVETO 2")
  end)
end)

describe("the input of the Tower", function()
  it("may be empty, or nothing but blanks", function()
    for _, input in ipairs { "", "\n", " \t\r\n\v\f\n  " } do
      assert.same({ "", "", 0 }, { run({ "tower" }, input) })
    end
  end)

  it("may come from a file", function()
    run.in_folder(function(folder)
      local name = folder .. "/a tower's input"
      run.write_file(name, GOOD)
      assert.same({ ANSWER, "", 0 }, { run({ "tower", name }, "not this") })
      local none = folder .. "/none"
      assert.same({ "", "tower: cannot open " .. none .. ": No such file or directory\n", 1 },
        { run { "tower", none } })
    end)
  end)

  it("may not be a folder", function()
    local message = "tower: cannot read the input: Is a directory\n"
    assert.same({ "", message, 1 }, { run { "tower", "spec" } })
    assert.same({ "", message, 1 }, { run.shell(run.command { "tower" } .. " <spec") })
  end)
end)

describe("malformed input of the Tower:", function()
  -- Each case follows a correct dataset of one line, and has a message of one line.
  local function case(name, input, message)
    it(name, function()
      assert.same({ ANSWER, "tower: " .. message .. "\n", 1 },
        { run({ "tower" }, GOOD .. input) })
    end)
  end

  case("a height of 1", "1 4", "line 2, column 1: the height must be 3..2000, not 1")
  case("a height of 2", "2 4", "line 2, column 1: the height must be 3..2000, not 2")
  case("a width of 1", "4 1", "line 2, column 3: the width must be 3..2000, not 1")
  case("a width of 2", "4\n2", "line 3, column 1: the width must be 3..2000, not 2")
  case("a width of 0", "4 0", "line 2, column 3: the width must be 3..2000, not 0")
  case("a width of 2001", "4 2001", "line 2, column 3: the width must be 3..2000, not 2001")
  case("a negative width", "4 -4", "line 2, column 3: the width must be 3..2000, not -4")
  case("a width beyond 64 bits", "4 99999999999999999999999",
    "line 2, column 3: the width must be 3..2000, not a number of so many digits")
  case("half of the end", "0", "line 2, column 2: the input ends where the width after a height "
    .. "of 0 is expected")
  case("a width after a height of 0", "0 5",
    "line 2, column 3: the width after a height of 0 must be 0, not 5")
  case("a word for the height", "\n\n three 4",
    "line 4, column 2: expected the height, a whole number, found 'three'")
  case("a word for the width", "3 four",
    "line 2, column 3: expected the width, a whole number, found 'four'")
  case("a fraction", "3.0 4", "line 2, column 1: expected the height, a whole number, found '3.0'")
  case("both sizes in one word", "3x4",
    "line 2, column 1: expected the height, a whole number, found '3x4'")
  case("a byte order mark", "\u{feff}3 4",
    "line 2, column 1: expected the height, a whole number, found '\\xEF\\xBB\\xBF3'")
  case("a NUL byte for the height", "\0",
    "line 2, column 1: expected the height, a whole number, found '\\x00'")
  case("digits without an end", ("3"):rep(1000000),
    "line 2, column 1: expected the height, a whole number, found '33333333333333333333...'")
  case("no width", "3\n", "line 3, column 1: the input ends where the width is expected")

  case("no rows", "3 4\n", "line 3, column 1: the input ends where row 1 of 3 is expected")
  case("a missing row", "3 4\n....\nS..G\n",
    "line 5, column 1: the input ends where row 3 of 3 is expected")
  case("a missing row before the number of commands", "3 4\n....\nS..G\n2\nMOVETO 2\n",
    "line 5, column 2: the row has 1 cell, not 4")
  case("a short row", "3 4\n....\n...\nS..G\n",
    "line 4, column 4: the row has 3 cells, not 4")
  case("a long row", "3 4\n....\n.....\nS..G\n",
    "line 4, column 5: the row has more than 4 cells")
  case("a letter that is no cell", "3 4\n....\n..x.\nS..G\n",
    "line 4, column 3: unknown cell 'x' " .. KNOWN_CELLS)
  case("a small letter", "3 4\n....\n....\ns..G\n",
    "line 5, column 1: unknown cell 's' " .. KNOWN_CELLS)
  case("a digit that is no cell", "3 4\n0...\n....\nS..G\n",
    "line 3, column 1: unknown cell '0' " .. KNOWN_CELLS)
  case("a control byte", "3 4\n....\n...\27\nS..G\n",
    "line 4, column 4: unknown cell '\\x1B' " .. KNOWN_CELLS)
  case("a NUL byte", "3 4\n....\n.\0..\nS..G\n",
    "line 4, column 2: unknown cell '\\x00' " .. KNOWN_CELLS)
  case("a letter of UTF-8", "3 4\n....\n..\u{e9}.\nS..G\n",
    "line 4, column 3: unknown cell 'é' " .. KNOWN_CELLS)
  case("a row without an end", "3 4\n....\nS..G" .. ("."):rep(1000000),
    "line 4, column 5: the row has more than 4 cells")
  case("no S", "3 4\n....\n....\n...G\n0\n", "line 3, column 1: no 'S' in the 3 rows from here")
  case("no G", "3 4\n....\n....\nS...\n0\n", "line 3, column 1: no 'G' in the 3 rows from here")
  case("two S", "3 4\n...S\n....\nS..G\n0\n",
    "line 5, column 1: a second 'S' (the first is in line 3, column 4)")
  case("two G", "3 4\n....\n.G..\nS..G\n0\n",
    "line 5, column 4: a second 'G' (the first is in line 4, column 2)")

  case("no number of commands", TOWER,
    "line 6, column 1: the input ends where the number of commands is expected")
  case("a negative number of commands", TOWER .. "-1\n",
    "line 6, column 1: the number of commands must be 0..2147483647, not -1")
  case("a word for the number of commands", TOWER .. "MOVETO 2\n",
    "line 6, column 1: expected the number of commands, a whole number, found 'MOVETO'")
  case("too large a number of commands", TOWER .. "2147483648\n",
    "line 6, column 1: the number of commands must be 0..2147483647, not 2147483648")
  case("fewer commands than there should be", TOWER .. "2147483647\nMOVETO 2\n",
    "line 8, column 1: the input ends where the command is expected")

  case("an unknown command", TOWER .. "2\nMOVETO 2\n  FLY UP\n",
    "line 8, column 3: unknown command 'FLY' " .. KNOWN_COMMANDS)
  case("a command in small letters", TOWER .. "1\npush right\n",
    "line 7, column 1: unknown command 'push' " .. KNOWN_COMMANDS)
  case("the beginning of a command", TOWER .. "1\nMOVE 2\n",
    "line 7, column 1: unknown command 'MOVE' " .. KNOWN_COMMANDS)
  case("a direction without a command", TOWER .. "1\nRIGHT PUSH\n",
    "line 7, column 1: unknown command 'RIGHT' " .. KNOWN_COMMANDS)
  case("a command of bytes that cannot be shown", TOWER .. "1\n\127\200x 2\n",
    "line 7, column 1: unknown command '\\x7F\\xC8x' " .. KNOWN_COMMANDS)
  case("a very long command", TOWER .. "1\n" .. ("X"):rep(1000000) .. " UP\n",
    "line 7, column 1: the command is longer than 255 characters")
  case("a long command", TOWER .. "1\n" .. ("X"):rep(200) .. " UP\n",
    "line 7, column 1: unknown command 'XXXXXXXXXXXXXXXXXXXX...' " .. KNOWN_COMMANDS)
  case("a direction that is none", TOWER .. "1\nPUSH UP\n",
    "line 7, column 6: unknown direction 'UP' (expected one of LEFT RIGHT)")
  case("a direction in small letters", TOWER .. "1\nCLIMB\n left\n",
    "line 8, column 2: unknown direction 'left' (expected one of LEFT RIGHT)")
  case("a column for a direction", TOWER .. "1\nPULL 2\n",
    "line 7, column 6: unknown direction '2' (expected one of LEFT RIGHT)")
  case("no direction at the end", TOWER .. "1\nPUSH\n",
    "line 8, column 1: the input ends where the rest of the command is expected")
  case("no direction before another command", TOWER .. "2\nPUSH\nPULL LEFT\n",
    "line 8, column 1: unknown direction 'PULL' (expected one of LEFT RIGHT)")
  case("a direction for a column", TOWER .. "1\nMOVETO LEFT\n",
    "line 7, column 8: expected the column, a whole number, found 'LEFT'")
  case("a column with junk", TOWER .. "1\nMOVETO 2x\n",
    "line 7, column 8: expected the column, a whole number, found '2x'")
  case("a column with a point", TOWER .. "1\nMOVETO 2.0\n",
    "line 7, column 8: expected the column, a whole number, found '2.0'")
  case("no column", TOWER .. "1\nMOVETO\n",
    "line 8, column 1: the input ends where the rest of the command is expected")
  case("a NUL byte in a command", TOWER .. "1\nMOVETO\0002 RIGHT\n",
    "line 7, column 1: unknown command 'MOVETO\\x002' " .. KNOWN_COMMANDS)

  it("a height of -1 or 2001", function()
    for _, height in ipairs { "-1", "2001" } do
      local stdout, stderr, status = run({ "tower" }, GOOD .. height .. " 4")
      assert.same({ ANSWER, 1 }, { stdout, status })
      assert.matches("^tower: line 2, column 1: the height must be %d%.%.2000, not "
        .. height:gsub("%-", "%%-") .. "\n$", stderr)
    end
  end)

  it("more commands than there should be", function()
    assert.same({ ANSWER .. "Game Over : Gave Up\n",
      "tower: line 7, column 1: expected the height, a whole number, found 'MOVETO'\n", 1 },
      { run({ "tower" }, GOOD .. TOWER .. "0\nMOVETO 2\n") })
  end)

  it("a column of any size is ignored; zeros in front of a number do not count", function()
    local input = "3 4 .... S..# .##G 2 MOVETO %s MOVETO 3"
    for _, far in ipairs { "-1", "0", "99999999999999999999999", "-99999999999999999999999" } do
      assert.same({ "Game Over : Gave Up\n", "", 0 }, { run({ "tower" }, input:format(far)) })
    end
    local known = "3 4\n....\nS..#\n##G#\n1\nMOVETO %s\n"
    for _, near in ipairs { "3", "+3", "03", "0000000000000000003" } do
      assert.same({ "Game Over : Cleared\n", "", 0 }, { run({ "tower" }, known:format(near)) })
    end
  end)

  it("the commands of a finished game are counted, not checked", function()
    assert.same({ ANSWER .. ANSWER, "", 0 }, { run({ "tower" },
      "3 3 ... .S. .G. 2 \0 " .. ("X"):rep(1000000) .. " 5 PUSH\n" .. GOOD) })
    assert.same({ ANSWER, "tower: line 1, column 25: the input ends where the command is "
      .. "expected\n", 1 }, { run({ "tower" }, "3 3 ... .S. .G. 1 MOVETO") })
    assert.same({ ANSWER, "tower: line 1, column 28: expected the height, a whole number, "
      .. "found 'left'\n", 1 }, { run({ "tower" }, "3 3 ... .S. .G. 1 MOVETO 2 left over") })
  end)
end)
