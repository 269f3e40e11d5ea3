--- Specifies the module tessera.samegame: maps, regions, pictures, events, lists of actions,
--- misuse, saving, and boards of the largest size.

local grid = require "tessera.grid"
local raised = require "spec.support.raised"
local samegame = require "tessera.samegame"
local trace = require "tessera.base.trace"

describe("a map of SameGame", function()
  local function wrong(map, options)
    return raised(function() samegame.new(map, options) end)
  end

  it("is rows of cells, the top row first, with lines or slashes between", function()
    local state = samegame.new "1../23./456"
    assert.equal("1..\n23.\n456\n", tostring(state))
    assert.same({ 3, 3 }, { state:rows(), state:columns() })
    assert.same({ 6, 0, 0, 0 }, { state:left(), state:pairs(), state:moves(), state:score() })
    assert.is_true(state == samegame.new "\r\n  1..\r\n\r\n  23.\r\n  456")
    assert.is_true(state == samegame.new(grid.new "1../23./456"))
    assert.is_true(state == samegame.new(tostring(state)))
  end)

  it("may begin with the bottom row", function()
    assert.is_true(samegame.new "1../23./456" == samegame.new("456/23./1..", { order = "upward" }))
    assert.is_true(samegame.new "1../23./456" == samegame.new("1../23./456",
      { order = "downward" }))
    local map = grid.new "456/23./1.."
    assert.is_true(samegame.new "1../23./456" == samegame.new(map, { order = "upward" }))
    assert.equal("456\n23.\n1..\n", tostring(map))
    assert.equal("bad argument #2 to 'new' (option 'order': unknown value 'upwards' "
      .. "(did you mean 'upward'?))", wrong("11", { order = "upwards" }))
    assert.equal("bad argument #2 to 'new' (option 'order': expected a value of type string, "
      .. "got 1)", wrong("11", { order = 1 }))
    assert.equal("bad argument #2 to 'new' (unknown option 'oder' (did you mean 'order'?))",
      wrong("11", { oder = "upward" }))
    assert.equal("bad argument #2 to 'new' (table expected, got string)", wrong("11", "upward"))
  end)

  it("has cells and sides that the module names", function()
    assert.same({ "0123456789.", 1, 2000 },
      { samegame.cells, samegame.side_min, samegame.side_max })
  end)

  it("must be 1..2000 cells high and wide", function()
    local message = "bad argument #1 to 'new' (the number of %s is %d, expected 1..2000)"
    assert.equal(message:format("rows", 0), wrong "")
    assert.equal(message:format("rows", 0), wrong " \n / ")
    assert.equal(message:format("columns", 2001), wrong(("1"):rep(2001)))
    assert.equal(message:format("rows", 2001), wrong(("1/"):rep(2001)))
    assert.equal(message:format("rows", 2001), wrong(grid.new(2001, 1, "1")))
    assert.equal(message:format("columns", 2001), wrong(grid.new(1, 2001, "1")))
  end)

  it("has rows of one length, and no other cells", function()
    assert.equal("bad argument #1 to 'new' (line 2, column 3: the row has 2 cells, not 3)",
      wrong "123/12")
    assert.equal("bad argument #1 to 'new' (line 2, column 4: the row has more than 3 cells)",
      wrong "123/1234")
    local unknown = "bad argument #1 to 'new' (line %d, column %d: unknown cell '%s' "
      .. "(expected one of 0 1 2 3 4 5 6 7 8 9 .))"
    assert.equal(unknown:format(1, 3, "a"), wrong "12a")
    assert.equal(unknown:format(2, 1, "\\x00"), wrong "123/\0")
    assert.equal("bad argument #1 to 'new' (a cell is none of 0123456789.)",
      wrong(grid.new "12:"))
    assert.equal("bad argument #1 to 'new' (a cell is none of 0123456789.)",
      wrong(grid.new(1, 1, "\0")))
  end)

  it("must be at rest: no cell would fall, no column would close", function()
    local above = "bad argument #1 to 'new' (a block lies above an empty cell)"
    local left = "bad argument #1 to 'new' (an empty column lies left of one with blocks)"
    assert.equal(above, wrong "1/.")
    assert.equal(above, wrong "11/1.")
    assert.equal(above, wrong "1/./2")
    assert.equal(left, wrong ".1")
    assert.equal(left, wrong "1.1")
    assert.equal(left, wrong "1.../1..1")
    assert.is_nil(wrong "1.")
    assert.is_nil(wrong "../..")
  end)
end)

describe("a state of SameGame", function()
  it("lists each region once, by its first cell, column by column from the bottom", function()
    local state = samegame.new [[
      2113.
      21333
      12223
      11442 ]]
    assert.same({ "1 1", "3 1", "2 2", "3 2", "1 3", "3 3" }, state:actions())
    assert.same({ "2 1" }, samegame.new("1../1../2.."):actions())
    assert.same({}, samegame.new("12/21"):actions())
    for _, action in ipairs(state:actions()) do
      local row, column = action:match "(%d+) (%d+)"
      assert.same({ tonumber(row), tonumber(column) },
        state:region(tonumber(row), tonumber(column))[1])
    end
  end)

  it("takes any text of two numbers with a blank between as an action", function()
    local state = samegame.new "11/23"
    for _, text in ipairs { "2 1", "2 2", "0 0", "-3 99", "2147483647 -2147483648" } do
      assert.equal(text, state:text(text))
      assert.equal(state:code(text), state:code(state:code(text)))
    end
    assert.equal("2147483647 -2147483648", state:text "999999999999999 -999999999999999")
    for _, text in ipairs { "", " ", "1", "1 ", " 1 1", "1 1 ", "1  1", "1 1 1", "a 1", "1 b",
      "+1 1", "- 1", "1 -", "1\0 1", "1,1", "1 1\n", ("1"):rep(16) .. " 1" } do
      local fine, message = pcall(state.apply, state, text)
      assert.is_false(fine)
      assert.is_truthy(message:find("' is no action of samegame", 1, true), text)
    end
  end)

  it("takes any integer as a code", function()
    local state = samegame.new "11/23"
    for _, code in ipairs { math.mininteger, math.maxinteger, 0, -1, 1, 1 << 32, (1 << 32) - 1 } do
      assert.equal(code, state:code(state:text(code)))
      assert.is_nil((state:apply(code)))
    end
    assert.is_true((state:apply(2 << 32 | 1)))
  end)

  it("returns a region as a list of cells, or why there is none", function()
    local state = samegame.new [[
      1....
      22...
      23455 ]]
    assert.same({ { 1, 1 }, { 2, 1 }, { 2, 2 } }, state:region(2, 2))
    assert.same({ { 1, 4 }, { 1, 5 } }, state:region(1, 5))
    assert.same({ nil, "3 1: the cell is a single 1", n = 2 }, table.pack(state:region(3, 1)))
    assert.same({ nil, "2 3: the cell is empty", n = 2 }, table.pack(state:region(2, 3)))
    assert.same({ nil, "4 1: the board has no row 4", n = 2 }, table.pack(state:region(4, 1)))
    assert.same({ nil, "0 0: the board has no row 0", n = 2 }, table.pack(state:region(0, 0)))
    assert.same({ nil, "1 0: the board has no column 0", n = 2 }, table.pack(state:region(1, 0)))
    assert.equal("1 1: the cell is a single 1", select(2, samegame.new("12"):region(1, 1)))
    assert.equal("1 1: the cell is empty", select(2, samegame.new("."):region(1, 1)))
  end)

  it("is not changed by questions", function()
    local state = samegame.new "1.../22../2345"
    local saved, key, copy = state:save(), state:key(), state:clone()
    state:actions()
    state:region(1, 1)
    state:region(3, 1)
    state:picture("a", "b", "c")
    state:why "1 1"
    assert.is_nil((state:remove(1, 4)))
    assert.same({ saved, key }, { state:save(), state:key() })
    assert.is_true(state == copy)
  end)

  it("draws itself with a margin and gaps", function()
    local state = samegame.new "1../234"
    assert.equal("1..\n234\n", state:picture())
    assert.equal("    1    \n    2 3 4\n", state:picture("    ", " ", " "))
    assert.equal("|1, -, -\n|2, 3, 4\n", state:picture("|", ", ", "-"))
    assert.equal("7\n", samegame.new("7"):picture("", "gap"))
    assert.matches("a NUL in the margin", raised(state.picture, state, "a\0b"))
    assert.matches("a NUL in the gap", raised(state.picture, state, "", "\0"))
    assert.matches("expected one character", raised(state.picture, state, "", "", "ab"))
    assert.matches("expected one character", raised(state.picture, state, "", "", ""))
  end)

  it("has equal keys for equal boards, whatever moves led to them", function()
    local one, other = samegame.new "11223/44556", samegame.new "55223/44556"
    one:remove(2, 1)
    other:remove(2, 1)
    assert.equal(one:key(), other:key())
    assert.equal(one:hash(), other:hash())
    assert.is_true(one == other)
    one = samegame.new "12233"
    one:remove(1, 2)
    assert.equal(samegame.new("133.."):key(), one:key())
    assert.is_false(one == samegame.new "133..")
    assert.are_not.equal(samegame.new("1/1"):key(), samegame.new("11"):key())
  end)

  it("raises errors for misuse", function()
    local state = samegame.new "11/23"
    assert.matches("number expected, got no value", raised(state.remove, state, 1))
    assert.matches("number expected, got string", raised(state.remove, state, 1, "x"))
    assert.matches("number has no integer representation", raised(state.remove, state, 1.5, 1))
    assert.matches("table expected, got number", raised(state.remove, state, 1, 1, 1))
    assert.equal("11\n23\n", tostring(state))
    assert.matches("expected 1..2, got 0", raised(state.cell, state, 0, 1))
    assert.matches("expected 1..2, got 3", raised(state.cell, state, 1, 3))
    assert.matches("number expected, got nil", raised(state.region, state, nil, 1))
    assert.matches("tessera.samegame expected, got table", raised(state.won, {}))
    assert.matches("expected 1, got 2", raised(state.score, state, 2))
    for _, big in ipairs { math.maxinteger, math.mininteger } do
      assert.is_nil((state:remove(big, 1)))
      assert.is_nil((state:remove(1, big)))
      assert.is_nil((state:region(big, big)))
    end
  end)
end)

describe("the events of SameGame", function()
  local function events_of(map, row, column)
    local events, lines = {}, {}
    samegame.new(map):remove(row, column, events)
    for i, event in ipairs(events) do
      lines[i] = trace.event(event)
    end
    return lines
  end

  it("are tables with kind, what, from and to", function()
    local events = { "before" }
    assert.is_true(samegame.new("2./11"):remove(1, 2, events))
    assert.same({
      "before",
      { kind = "removed", what = "1", from = { 1, 1 } },
      { kind = "removed", what = "1", from = { 1, 2 } },
      { kind = "fell", what = "2", from = { 2, 1 }, to = { 1, 1 } },
    }, events)
  end)

  it("are that blocks are removed, fall, and move with their columns", function()
    assert.same({
      "removed 1 from row 1, column 1",
      "removed 1 from row 1, column 2",
      "removed 1 from row 2, column 2",
      "fell 3 from row 2, column 1 to row 1, column 1",
      "fell 4 from row 3, column 1 to row 2, column 1",
      "moved 5 from row 1, column 3 to row 1, column 2",
      "moved 6 from row 2, column 3 to row 2, column 2",
    }, events_of([[
      4..
      316
      115 ]], 1, 1))
  end)

  it("are none if nothing is removed", function()
    assert.same({}, events_of("12/12", 3, 1))
    assert.same({}, events_of("123/132", 1, 2))
  end)

  it("may be more than the buffer of the binding holds", function()
    local events = {}
    assert.is_true(samegame.new((("1"):rep(30) .. "2/"):rep(30)):remove(30, 30, events))
    assert.equal(900 + 30, #events)
  end)
end)

describe("a saved state of SameGame", function()
  local saved = "tessera samegame 1\nrows 2\ncolumns 3\nmoves 4\nscore 25\nmap\n1..\n223\n"

  it("is the map, the moves and the score", function()
    local state = samegame.load(saved)
    assert.same({ 4, 25, 4, 1 }, { state:moves(), state:score(), state:left(), state:pairs() })
    assert.equal("1..\n223\n", tostring(state))
    assert.equal(saved, state:save())
    assert.equal(samegame.new("1../223"):key(), state:key())
    assert.is_true(state:remove(1, 1))
    assert.equal("tessera samegame 1\nrows 2\ncolumns 3\nmoves 5\nscore 25\nmap\n...\n13.\n",
      state:save())
  end)

  it("is checked like any input", function()
    local function wrong(pattern, replacement)
      local damaged, count = saved:gsub(pattern, replacement)
      assert.equal(1, count)
      return raised(samegame.load, damaged)
    end
    assert.equal("line 2, column 6: the rows must be 1..2000, not 0", wrong("rows 2", "rows 0"))
    assert.equal("line 3, column 9: the columns must be 1..2000, not 2001",
      wrong("columns 3", "columns 2001"))
    assert.equal("line 9, column 1: the input ends where row 3 of 3 is expected",
      wrong("rows 2", "rows 3"))
    assert.equal("line 9, column 1: expected the end of the saved state", wrong("$", "1"))
    assert.matches("^line 4, column 7: the moves must be 0..%d+, not %-1$",
      wrong("moves 4", "moves -1"))
    assert.matches("^line 4, column 7: the moves must be 0..%d+, not 9223372036854775807$",
      wrong("moves 4", "moves " .. math.maxinteger))
    assert.matches("^line 5, column 7: the score must be 0..%d+, not %-1$",
      wrong("score 25", "score -1"))
    assert.matches("^line 7, column 2: unknown cell 'x'", wrong("1%.%.", "1x."))
    assert.matches(": a block lies above an empty cell$", wrong("1%.%.\n223", "1..\n.23"))
    assert.matches(": an empty column lies left of one with blocks$",
      wrong("1%.%.\n223", "1..\n2.3"))
    assert.matches("expected 'samegame' here", wrong("samegame", "tower"))
  end)

  it("can be played to the end, whatever its numbers are", function()
    local most = 10 ^ 15 // 1 | 0
    local state = samegame.load(saved:gsub("moves 4", "moves " .. most):gsub("25", most))
    state:remove(1, 1)
    assert.same({ most, most }, { state:moves(), state:score() })
    assert.is_true(samegame.load(state:save()) == state)
  end)
end)

describe("a large board of SameGame", function()
  local side = 1000

  it("can be removed at once", function()
    local state = samegame.new((("7"):rep(2000) .. "/"):rep(2000))
    assert.equal(2000 * 1999 * 2, state:pairs())
    assert.same({ "1 1" }, state:actions())
    assert.same({ true, "Game Won" }, { state:remove(1234, 567) })
    assert.equal((4000000 - 2) ^ 2 // 1 | 0, state:score() - 1000)
    assert.equal(0, state:left())
  end)

  it("can be a single region so long that a recursion would overflow the stack", function()
    local rows = {}
    for row = 1, side do
      local turn = row % 4 == 0 and 1 or side
      rows[row] = row % 2 == 1 and ("1"):rep(side)
        or ("2"):rep(turn - 1) .. "1" .. ("2"):rep(side - turn)
    end
    local state = samegame.new(table.concat(rows, "/"))
    local snake = side // 2 * side + side // 2
    assert.equal(snake, #state:region(1, 1))
    assert.is_true(state:remove(side, side))
    assert.equal(side * side - snake, state:left())
  end)

  it("closes columns in its middle", function()
    local state = samegame.new((("12321"):rep(side // 5) .. "/"):rep(side))
    assert.is_true(state:remove(1, 3))
    assert.equal(side * side - side, state:left())
    assert.equal("1221" .. ("12321"):rep(side // 5 - 1) .. ".\n",
      tostring(state):sub(1, side + 1))
    assert.equal(samegame.new(tostring(state)):pairs(), state:pairs())
  end)

  it("has sides of one cell", function()
    for _, map in ipairs { ("1"):rep(2000), ("1/"):rep(2000), ("1122"):rep(500) } do
      local state = samegame.new(map)
      for _ = 1, 1000 do
        if state:outcome() then break end
        assert.is_true((state:apply(state:actions()[1])))
      end
      assert.equal("Game Won", state:outcome())
    end
  end)
end)
