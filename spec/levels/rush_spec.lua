--- Specifies how the boards of databases of Rush Hour are read.

local levels = require "tessera.levels.levels"
local lua_games = require "spec.support.lua_games"
local read = require "spec.support.read_levels"
local run = require "spec.support.run"
local tessera = require "tessera"

local rush = lua_games.rush

local easy, walled = "ooooooooooooAAoBoooooBoooooooooooooo", "......BB.x..AA..C..#..C.......DDD..."

describe("boards of Rush Hour", function()
  it("are lines with counts of moves, and with other words behind them", function()
    assert.same({ "1, line 1 (2): ....../....../XX.B../...B../....../......; ",
      "2, line 4 (13): ....../BB.#../XX..C./.#..C./....../DDD...; " },
      read(rush, ("02 %s 14\n\n; more\n13 %s\n"):format(easy, walled)))
  end)

  it("may stand alone, and be square in other sizes", function()
    assert.same({ "1, line 1: ....../....../XX.B../...B../....../......; ",
      "2, line 2: XXX#/..../..../.A.A; " }, read(rush, easy .. "\n AAAxooooooooo" .. "XoX\n"))
    assert.same({ "1, line 1 (0): XX.../...../...../...../.....; " },
      read(rush, "0 AA" .. ("o"):rep(23)))
  end)

  it("are told from rows of maps", function()
    for _, map in ipairs { "....\n.XX.\n....\n....\n", "AA.......\nXX.......\n", "XX..\n" } do
      local first = map:match "^[^\n]*"
      assert.equal(first, levels.open(rush, levels.lines(map), error).level().rows[1])
    end
  end)

  it("have counts of moves that can be counted", function()
    local text = easy .. "\n" .. ("9"):rep(20) .. " " .. easy
    local fine, why = pcall(read, rush, text)
    assert.same({ false, "line 2, column 1: the count of moves is too large" }, { fine,
      why:match "line.*" })
  end)

  it("keep the letters where a game names no others", function()
    local own = tessera.game { name = "cars", formats = { "rush" },
      legend = { ["."] = "empty", ["#"] = "wall", A = "A", B = "B" }, moves = { "wait" },
      apply = function() end }
    assert.same({ "1, line 1 (1): AA#/.../.BB; " }, read(own, "1 AAxooooBB"))
  end)

  it("say where they are wrong", function()
    for text, message in pairs {
      ["1 " .. easy .. "\n2 " .. easy .. "o 3\n"] =
        "line 2, column 3: a board of 37 cells is no square",
      ["1 " .. easy .. "\nBBoo?AAoo\n"] =
        "line 2, column 1: expected a count of moves and the cells of a board",
    } do
      assert.error(function()
        read(rush, text)
      end, message)
    end
    local source = levels.open(rush, levels.lines("; a\n5 oooBoyAAo 3\n"), error)
    local _, wrong, line, column = levels.start(rush, source.level(), {})
    assert.matches("^unknown cell 'y'", wrong)
    assert.same({ 2, 8 }, { line, column })
  end)

  it("are as long as the database says", function()
    local output, _, status = run({ "check", "samples/games/rush.lua", "--levels", "-" },
      ("2 %s 14\n3 %s\n"):format(easy, walled))
    assert.equal(1, status)
    assert.matches("2 levels, 1 as expected, 1 not\n$", output)
  end)
end)

describe("the options of a format", function()
  local function message_of(formats)
    local _, message = pcall(tessera.game, { name = "walk", legend = { ["@"] = "player",
      ["."] = "floor" }, moves = { "wait" }, apply = function() end, formats = formats })
    return (message:gsub("^.-: ", "", 1):gsub("^game 'walk': ", ""))
  end

  it("are checked", function()
    for message, formats in pairs {
      ["formats: entry 1 must be a function or the name of a format, not 'rash' (did you mean "
        .. "'rush'?)"] = { { "rash" } },
      ["formats: entry 1 (rush): unknown key 'cell' (did you mean 'cells'?)"] =
        { { "rush", cell = {} } },
      ["formats: entry 2 (rush): cells: ['A']: expected a character of the legend (one of . @), "
        .. "got 'x'"] = { "xsb", { "rush", cells = { A = "x" } } },
      ["formats: entry 1 (rush): cells: expected a value of type table, got 3"] =
        { { "rush", cells = 3 } },
      ["formats: entry 1 (rush): cells: ['A']: expected a value of type string, got a table"] =
        { { "rush", cells = { A = {} } } },
    } do
      assert.equal(message, message_of(formats))
    end
  end)
end)
