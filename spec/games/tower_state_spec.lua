--- Specifies the module tessera.tower: maps, events, lists of actions, misuse, saving, and towers
--- of the largest size.

local grid = require "tessera.grid"
local picture = require "spec.support.picture"
local raised = require "spec.support.raised"
local tower = require "tessera.tower"
local trace = require "tessera.base.trace"

local dots = ("."):rep(2001)

describe("a map of a tower", function()
  local function wrong(map)
    return raised(function() tower.new(map) end)
  end

  -- The error for a map.
  local function wrong_inside(map)
    return wrong(map):match "^bad argument #1 to 'new' %((line .*)%)$"
  end

  it("is rows of cells, the top row first, with lines or slashes between", function()
    local state = tower.new "#I../C2.G/S31B"
    assert.equal("#I..\nC2.G\nS31B\n", tostring(state))
    assert.same({ 3, 4 }, { state:rows(), state:columns() })
    assert.same({ 1, 1 }, { state:player() })
    assert.same({ 2, 4 }, { state:goal() })
    assert.equal("#", state:cell(3, 1))
    assert.equal("B", state:cell(1, 4))
    assert.equal(".", state:cell(1, 1))
    assert.is_true(state == tower.new "\r\n  #I..\r\n  C2.G\r\n\r\n  S31B")
    assert.is_true(state == tower.new(grid.new "#I../C2.G/S31B"))
  end)

  it("has cells that the module names, some of them exactly once", function()
    assert.same({ "#IGCB.123S", "SG", 3, 2000 },
      { tower.cells, tower.once, tower.side_min, tower.side_max })
  end)

  it("must be 3..2000 cells high and wide", function()
    local message = "bad argument #1 to 'new' (the number of %s is %d, expected 3..2000)"
    assert.equal(message:format("rows", 0), wrong "")
    assert.equal(message:format("rows", 0), wrong " \n / ")
    assert.equal(message:format("rows", 2), wrong "S.G/...")
    assert.equal(message:format("columns", 2), wrong "S./.G/..")
    assert.equal(message:format("columns", 2001), wrong(dots .. "/S.G/..."))
    assert.equal(message:format("rows", 2001), wrong("S.G/" .. (".../"):rep(2000)))
  end)

  it("has rows of one length", function()
    assert.equal("line 3, column 3: the row has 2 cells, not 3", wrong_inside "S.G\n...\n..\n")
    assert.equal("line 2, column 2: the row has 1 cell, not 3", wrong_inside "S.G/./...")
    assert.equal("line 2, column 4: the row has more than 3 cells", wrong_inside "S.G/..../...")
  end)

  it("has no other cells", function()
    local message = "line %d, column %d: unknown cell '%s' (expected one of # I G C B . 1 2 3 S)"
    assert.equal(message:format(1, 3, "0"), wrong_inside "S.0/.G./...")
    assert.equal(message:format(2, 1, "s"), wrong_inside "S.G/s../...")
    assert.equal(message:format(2, 6, "="), wrong_inside "S.G\n   ..=\n...")
    assert.equal(message:format(3, 1, "\\x00"), wrong_inside "S.G/.../\0..")
    assert.equal(message:format(3, 2, "é"), wrong_inside "S.G/.../.\u{e9}.")
  end)

  it("has exactly one S and one G", function()
    assert.equal("line 1, column 1: no 'S' in the 3 rows from here", wrong_inside ".../.../G..")
    assert.equal("line 2, column 1: no 'G' in the 3 rows from here", wrong_inside "\nS../.../...")
    assert.equal("line 3, column 2: a second 'S' (the first is in line 1, column 1)",
      wrong_inside "S.G/.../.S.")
    assert.equal("line 1, column 3: a second 'G' (the first is in line 1, column 2)",
      wrong_inside "SGG/.../...")
  end)

  it("is checked as a grid, too", function()
    local function wrong_grid(map)
      return wrong(grid.new(map))
    end
    assert.equal("bad argument #1 to 'new' (a cell is none of #IGCB.123S)",
      wrong_grid "S.G/.../..x")
    assert.equal("bad argument #1 to 'new' (there must be exactly one S)", wrong_grid "G../.../...")
    assert.equal("bad argument #1 to 'new' (there must be exactly one S)", wrong_grid "SGS/.../...")
    assert.equal("bad argument #1 to 'new' (there must be exactly one G)", wrong_grid "SGG/.../...")
    assert.equal("bad argument #1 to 'new' (the number of rows is 2, expected 3..2000)",
      wrong_grid "S.G/...")
    assert.equal("bad argument #1 to 'new' (the number of columns is 2, expected 3..2000)",
      wrong_grid "S./.G/..")
  end)
end)

describe("the events of a tower", function()
  -- The events of a command as the lines that --trace shows.
  local function events_of(map, text)
    local events, lines = {}, {}
    tower.new(map):apply(text, events)
    for i, event in ipairs(events) do
      lines[i] = trace.event(event)
    end
    return lines
  end

  it("are tables with kind, what, becomes, from and to", function()
    local events = {}
    assert.is_true((tower.new [[
      ....
      S...
      1#.G ]]:moveto(2, events)))
    assert.same({
      { kind = "walked", what = "S", from = { 2, 1 }, to = { 2, 2 } },
      { kind = "cracked", what = "1", becomes = ".", from = { 1, 1 }, to = { 1, 1 } },
    }, events)
  end)

  it("are appended to the table, so that one table can hold a whole game", function()
    local events, state = { "before" }, tower.new "..../..../S..G"
    state:moveto(2, events)
    state:moveto(1, events)
    assert.equal(3, #events)
    assert.equal("before", events[1])
    assert.same({ 1, 2 }, events[3].from)
  end)

  it("have no `from` or `to` for a place off the board", function()
    local events = {}
    tower.new("..../..../G.S#"):push("right", events)
    assert.same({ { kind = "pushed", what = "#", from = { 1, 4 } } }, events)
  end)

  it("include walked, climbed and got down", function()
    assert.same({ "walked S from row 1, column 1 to row 1, column 3" },
      events_of("..../..../S..G", "MOVETO 3"))
    assert.same({ "climbed S from row 1, column 1 to row 2, column 2" },
      events_of("..../..../S#.G", "CLIMB RIGHT"))
    assert.same({
      "got down S from row 3, column 2 to row 2, column 1",
      "fell S from row 2, column 1 to row 1, column 1",
    }, events_of(".S../.#../.#.G", "GETDOWN LEFT"))
  end)

  it("include pushed and slid, the far block first", function()
    assert.same({
      "pushed I from row 1, column 3 to row 1, column 4",
      "slid I from row 1, column 4 to row 1, column 5",
      "pushed # from row 1, column 2 to row 1, column 3",
    }, events_of("....../....../S#I..G", "PUSH RIGHT"))
    assert.same({
      "pushed I from row 1, column 3 to row 1, column 2",
      "slid I from row 1, column 2 to off the board",
    }, events_of("...../...../..ISG", "PUSH LEFT"))
    assert.same({ "pushed # from row 1, column 1 to off the board" },
      events_of("..../..../#S.G", "PUSH LEFT"))
  end)

  it("include pulled, after the player has walked, and then the crack", function()
    assert.same({
      "walked S from row 2, column 2 to row 2, column 3",
      "pulled # from row 2, column 1 to row 2, column 2",
      "cracked 2 to 1 at row 1, column 2",
    }, events_of("..../#S../12#G", "PULL RIGHT"))
  end)

  it("include erased and fell, round by round", function()
    assert.same({
      "erased I from row 2, column 2",
      "fell # from row 3, column 2 to row 2, column 2",
      "erased # from row 2, column 2",
    }, events_of(".#../.I../.BSG", "MOVETO 3"))
  end)

  it("include fell and crushed", function()
    assert.same({
      "fell S from row 2, column 2 to row 1, column 2",
      "fell # from row 3, column 2 to row 1, column 2",
      "crushed S at row 1, column 2",
    }, events_of(".#../.S../...G", "MOVETO 2"))
  end)

  it("are none when a command is refused", function()
    assert.same({}, events_of("..../..../S..G", "PUSH RIGHT"))
  end)

  it("are reported once, however many they are, and so is why a command was ignored", function()
    local state = tower.new("S" .. ("."):rep(199) .. "/" .. ("#."):rep(100) .. "/"
      .. ("."):rep(200) .. "/" .. ("."):rep(199) .. "G")
    local events = {}
    assert.same({ nil, "MOVETO 1: the player is there already", true },
      { state:apply("MOVETO 1", events) })
    local fell = 0
    for _, event in ipairs(events) do
      fell = fell + (event.kind == "fell" and event.what == "#" and 1 or 0)
    end
    assert.equal(100, fell)
  end)

  it("are appended to a table without its metatable's functions", function()
    local state = tower.new "..../S..#/##G#"
    local events = setmetatable({}, { __len = function() error "boo" end,
      __newindex = function() error "boo" end })
    assert.is_true(state:apply("MOVETO 2", events))
    assert.equal("walked", rawget(events, 1).kind)
  end)
end)

describe("the actions of a tower", function()
  local function actions(map)
    return table.concat(tower.new(map):actions(), ", ")
  end

  it("are the commands that would be carried out, in a fixed order", function()
    assert.equal("MOVETO 2, MOVETO 5, CLIMB RIGHT", actions "....../....../C.SC.G")
    assert.equal("MOVETO 4, CLIMB LEFT, CLIMB RIGHT, PUSH LEFT, PUSH RIGHT",
      actions "...../...../#S#.G")
    assert.equal("CLIMB LEFT, GETDOWN RIGHT, PUSH LEFT, PULL RIGHT", actions [[
      .....
      .#S..
      .##.G ]])
    assert.equal("CLIMB RIGHT, GETDOWN LEFT, PUSH RIGHT, PULL LEFT", actions [[
      .....
      ..S#.
      G.##. ]])
    assert.equal("", actions "C#C/CSC/GCC")
  end)

  it("may be many", function()
    local row = dots:sub(1, 98)
    local list = tower.new(("%s..\n%s..\nS%sG"):format(row, row, row)):actions()
    assert.equal(98, #list)
    assert.same({ "MOVETO 2", "MOVETO 99" }, { list[1], list[98] })
  end)

  it("have codes, which serve as well as their texts", function()
    local state = tower.new "...../.#S../.##.G"
    local texts, codes = state:actions(), state:codes()
    assert.equal(4, #texts)
    assert.equal(#texts, #codes)
    for i, text in ipairs(texts) do
      local by_text, by_code = state:clone(), state:clone()
      assert.equal(text, state:text(codes[i]))
      assert.equal(codes[i], state:code(text))
      assert.same({ by_text:apply(text) }, { by_code:apply(codes[i]) })
      assert.is_true(by_text == by_code)
    end
    assert.same({ nil, "?: there is no such command", n = 2 }, table.pack(state:apply(7)))
    assert.equal("?: there is no such command", state:why(7))
  end)
end)

describe("misuse of a tower", function()
  local state = tower.new ".../.../S.G"
  local function misused(use)
    return raised(use, state)
  end

  it("is a wrong side", function()
    local message = "bad argument #1 to '%s' (expected \"left\" or \"right\")"
    assert.equal(message:format "push", misused(function(s) s:push "up" end))
    assert.equal(message:format "pull", misused(function(s) s:pull "" end))
    assert.equal(message:format "climb", misused(function(s) s:climb "Left" end))
    assert.equal(message:format "getdown", misused(function(s) s:getdown "right " end))
    assert.equal("bad argument #1 to 'push' (string expected, got no value)",
      misused(function(s) s:push() end))
    assert.equal("bad argument #1 to 'push' (string expected, got table)",
      misused(function(s) s:push {} end))
  end)

  it("is a wrong column", function()
    assert.equal("bad argument #1 to 'moveto' (number expected, got no value)",
      misused(function(s) s:moveto() end))
    assert.equal("bad argument #1 to 'moveto' (number expected, got string)",
      misused(function(s) s:moveto "left" end))
    assert.equal("bad argument #1 to 'moveto' (number has no integer representation)",
      misused(function(s) s:moveto(1.5) end))
  end)

  it("is a wrong action", function()
    for _, text in ipairs {
      "", "FLY UP", "PUSH", "PUSH UP", "push right", "PUSH  RIGHT", "PUSH RIGHT ", "MOVETO",
      "MOVETO ", "MOVETO x", "MOVETO 1x", "MOVETO +1", "MOVETO -", "MOVETO 1 2",
      "MOVETO -0", "MOVETO 01",
    } do
      assert.equal(("bad argument #1 to 'apply' ('%s' is no action of tower)"):format(text),
        misused(function(s) s:apply(text) end))
      assert.matches("is no action of tower", misused(function(s) s:why(text) end))
    end
    assert.equal("bad argument #1 to 'apply' (string expected, got nil)",
      misused(function(s) s:apply(nil) end))
    assert.equal("bad argument #1 to 'apply' (number has no integer representation)",
      misused(function(s) s:apply(1.5) end))
  end)

  it("is a wrong table of events", function()
    assert.equal("bad argument #2 to 'push' (table expected, got number)",
      misused(function(s) s:push("right", 5) end))
    assert.equal("bad argument #2 to 'apply' (table expected, got boolean)",
      misused(function(s) s:apply("PUSH RIGHT", true) end))
  end)

  it("is a cell outside of the tower, or a wrong player", function()
    assert.equal("bad argument #1 to 'cell' (expected 1..3, got 0)",
      misused(function(s) s:cell(0, 1) end))
    assert.equal("bad argument #2 to 'cell' (expected 1..3, got 4)",
      misused(function(s) s:cell(1, 4) end))
    assert.equal("bad argument #1 to 'score' (expected 1, got 2)",
      misused(function(s) s:score(2) end))
  end)

  it("is a method called on something that is no tower", function()
    local message = "bad argument #1 to 'push' (tessera.tower expected, got %s)"
    local push = tower.methods.push
    for name, value in pairs {
      table = {}, string = "S", ["tessera.grid"] = grid.new(3, 3), ["FILE*"] = io.stdout,
    } do
      assert.equal(message:format(name), raised(function() push(value, "left") end))
    end
    assert.equal(message:format "no value", raised(function() push() end))
  end)

  it("is a wrong map", function()
    assert.equal("bad argument #1 to 'new' (string expected, got nil)",
      raised(function() tower.new() end))
    assert.equal("bad argument #1 to 'new' (a map is a text or a grid; options come behind it)",
      raised(function() tower.new {} end))
    assert.equal("bad argument #2 to 'new' (tower has no options)",
      raised(function() tower.new("..G/.S./###", { columns = 3 }) end))
  end)

  it("changes nothing", function()
    assert.is_true(state == tower.new ".../.../S.G")
  end)
end)

describe("a tower", function()
  it("has clones that are independent of it", function()
    local state = tower.new "..../..../S..G"
    local clone = state:clone()
    assert.is_true(state == clone and state:hash() == clone:hash() and state:key() == clone:key())
    clone:moveto(2)
    assert.is_false(state == clone)
    assert.are_not.equal(state:hash(), clone:hash())
    assert.equal(picture "..../..../S..G", tostring(state))
    assert.equal(picture "..../..../.S.G", tostring(clone))
  end)

  it("has one key for one position, whatever actions led to it", function()
    local state = tower.new "..../..../S..G"
    local there_and_back = state:clone()
    there_and_back:moveto(2)
    there_and_back:moveto(1)
    assert.equal(state:key(), there_and_back:key())
    assert.equal(state:hash(), there_and_back:hash())
    assert.is_false(state == there_and_back)
    assert.same({ 0, 2 }, { state:moves(), there_and_back:moves() })
  end)

  it("equals no number, no text and no state of another game", function()
    local state = tower.new "..../..../S..G"
    assert.is_false(state == "..../..../S..G")
    assert.is_false(state == grid.new "..../..../S..G")
    assert.is_false(state == nil)
  end)

  it("has a score once the game is over", function()
    assert.equal(0, (tower.new "..../..../S..G"):score())
    assert.equal(1, (tower.new "..../.S../.G.."):score())
    assert.equal(-1, (tower.new "..../.S../.B.G"):score())
  end)

  it("is saved as text, and loaded from it", function()
    local state = tower.new ".#../..../S3.G"
    state:climb "right"
    local text = state:save()
    assert.matches("^tessera tower 1\nrows 3\ncolumns 4\nmoves %d\n", text)
    local loaded = tower.load(text)
    assert.is_true(state == loaded)
    assert.equal(text, loaded:save())
  end)
end)

describe("a tower of the largest size", function()
  local side = tower.side_max
  local empty_row = dots:sub(1, side) .. "\n"

  it("is walked from end to end", function()
    local state = tower.new(empty_row:rep(side - 2) .. "S" .. empty_row:sub(2)
      .. ("#"):rep(side - 1) .. "G")
    assert.is_true((state:moveto(side - 1)))
    assert.same({ 2, side - 1 }, { state:player() })
    assert.same({ true, "Cleared" }, { state:moveto(side) })
  end)

  it("lets a whole row fall to a slope", function()
    local state = tower.new(("#"):rep(side - 1) .. ".\n" .. empty_row:rep(side - 2)
      .. "G" .. dots:sub(1, side - 2) .. "S\n")
    assert.is_false(state:at_rest())
    local events = {}
    assert.is_nil((state:moveto(side, events)))
    local rows = {}
    for row = side, 2, -1 do
      rows[#rows + 1] = dots:sub(1, row - 2) .. "#" .. dots:sub(1, side - row + 1) .. "\n"
    end
    rows[side] = "G" .. dots:sub(1, side - 2) .. "S\n"
    assert.is_true(table.concat(rows) == tostring(state), "the slope")
    assert.is_true(state:at_rest())
    assert.equal(side - 2, #events)
  end)

  it("lets player and blocks fall from the top to the bottom", function()
    local state = tower.new("S#.\n" .. ("...\n"):rep(side - 2) .. "..G\n")
    assert.is_nil((state:pull "left"))
    assert.is_true(("...\n"):rep(side - 2) .. ".#.\nS.G\n" == tostring(state), "all is down")
  end)

  it("lets a run of blocks be pushed, with all events", function()
    local state = tower.new(empty_row:rep(2) .. "S" .. ("#"):rep(side - 4) .. "..G")
    local events = {}
    assert.is_true((state:push("right", events)))
    local expected = empty_row:rep(2) .. "S." .. ("#"):rep(side - 4) .. ".G\n"
    assert.is_true(expected == tostring(state), "the run is one cell further")
    assert.equal(side - 4, #events)
    assert.same({ kind = "pushed", what = "#", from = { 1, side - 3 }, to = { 1, side - 2 } },
      events[1])
    assert.same({ kind = "pushed", what = "#", from = { 1, 2 }, to = { 1, 3 } }, events[side - 4])
    assert.same({ "MOVETO 2", "MOVETO " .. side - 1 }, state:actions())
  end)
end)

describe("a tower that is not at rest", function()
  it("lets its player wait as long as blocks fall", function()
    local state = tower.new "..I.G/S...#/#II##"
    assert.is_false(state:at_rest())
    assert.same({ "MOVETO 1", "MOVETO 2", "MOVETO 3", "MOVETO 4" }, state:actions())
    assert.same({ nil, "MOVETO 1: the player is there already", true },
      { state:apply "MOVETO 1" })
    assert.equal("....G\nS.I.#\n#II##\n", tostring(state))
    assert.same({ "MOVETO 2" }, { state:actions()[1] })
  end)
end)

describe("a column far away", function()
  local state = tower.new "....G/SI..#/#II##"

  it("has a number of up to 15 digits", function()
    for _, column in ipairs { 999999999999999, -999999999999999, 100000000000000 } do
      local text = "MOVETO " .. column
      assert.equal(text, state:text(text))
      assert.equal(state:code(text), state:code(state:text(state:code(text))))
      local done, why = state:clone():apply(text)
      assert.same({ nil, (select(2, state:clone():moveto(column))) }, { done, why })
    end
    for _, text in ipairs { "MOVETO 1000000000000000", "MOVETO -1000000000000000" } do
      assert.equal(("bad argument #1 to 'apply' ('%s' is no action of tower)"):format(text),
        raised(function() state:apply(text) end))
    end
  end)
end)
