--- Specifies the module tessera.robots: maps, options, events, actions as texts and codes, misuse,
--- keys and saving.

local grid = require "tessera.grid"
local raised = require "spec.support.raised"
local rng = require "tessera.rng"
local robots = require "tessera.robots"
local trace = require "tessera.base.trace"

local function wrong(map, options)
  return raised(function() robots.new(map, options) end)
end

local function argument(message)
  return ("bad argument #1 to 'new' (%s)"):format(message)
end

-- The error for options, without a map.
local function wrong_option(message, options)
  assert.equal(("bad argument #2 to 'new' (%s)"):format(message), wrong(nil, options))
end

describe("a map of robots", function()
  it("is rows of cells, with lines or slashes between", function()
    local state = robots.new "+.*/@../..+"
    assert.equal("+.*\n@..\n..+\n", tostring(state))
    assert.same({ 3, 3, 2, 1 }, { state:rows(), state:columns(), state:player() })
    assert.same({ 2, 1, 0, 2, 1 }, { state:counts() })
    assert.same({ { 1, 1 }, { 3, 3 } }, state:robots())
    assert.same({ "+", ".", "*", "@" },
      { state:cell(1, 1), state:cell(1, 2), state:cell(1, 3), state:cell(2, 1) })
    assert.is_true(state == robots.new(grid.new "+.*/@../..+"))
    assert.is_true(state == robots.new "\n +.*\n @..\n ..+\n")
    assert.is_true(state == robots.new(grid.new "+.*/@../..+", { teleports = {} }))
  end)

  it("has cells that robots.cells lists", function()
    assert.same({ "@+*.", "@", 1, 1000, 10000, 1000000 }, { robots.cells, robots.once,
      robots.side_min, robots.side_max, robots.teleports_max, robots.play_moves })
  end)

  it("has 1..1000 rows and columns of one length, one @ and no other cells", function()
    assert.equal(argument "the number of rows is 0, expected 1..1000", wrong "")
    assert.equal(argument "the number of columns is 1001, expected 1..1000",
      wrong("@" .. ("."):rep(1000)))
    assert.equal(argument "the number of rows is 1001, expected 1..1000",
      wrong("@/" .. ("./"):rep(1000)))
    assert.equal(argument "line 2, column 2: the row has 1 cell, not 2", wrong "@./+")
    assert.equal(argument "line 1, column 2: unknown cell 'x' (expected one of @ + * .)",
      wrong "@x")
    assert.equal(argument "line 1, column 1: no '@' in the 1 row from here", wrong "+.")
    assert.equal(argument "line 2, column 1: a second '@' (the first is in line 1, column 1)",
      wrong "@./@.")
    assert.equal(argument "a cell is none of @+*.", wrong(grid.new "@./#."))
    assert.equal(argument "there must be exactly one @", wrong(grid.new "../.."))
    assert.equal(argument "there must be exactly one @", wrong(grid.new "@./.@"))
  end)
end)

describe("the options of robots", function()
  it("have no other names", function()
    local names = "(expected one of columns player robots rows teleports)"
    wrong_option("unknown option 'robot' (did you mean 'robots'?)", { robot = { { 2, 2 } } })
    wrong_option("unknown option 'picture' " .. names, { picture = "@.+" })
    wrong_option("unknown option 1 " .. names, { "@" })
    wrong_option("unknown option 'rows\\x00' (did you mean 'rows'?)", { ["rows\0"] = 3 })
    assert.equal("bad argument #2 to 'new' (table expected, got string)", wrong("@.+", "+"))
  end)

  it("may leave out everything", function()
    for _, options in ipairs { false, {} } do
      local state, outcome = robots.new(nil, options or nil)
      assert.equal("Won", outcome)
      assert.same({ 31, 31, 15, 15 }, { state:rows(), state:columns(), state:player() })
    end
  end)

  it("are sides, a player, robots and teleports", function()
    local state = robots.new(nil, {
      rows = 2, columns = 3, player = { 2, 3 }, robots = { { 2, 1 }, { 1, 1 } },
      teleports = { { 1, 2 }, { 2, 3 }, { 1, 2 } },
    })
    assert.equal("+..\n+.@\n", tostring(state))
    assert.same({ { 1, 2 }, { 2, 3 }, { 1, 2 } }, state:teleports())
    assert.same({}, state:taken())
  end)

  it("mean the same in whatever order the robots are named", function()
    local one = robots.new(nil, { robots = { { 1, 2 }, { 3, 4 }, { 3, 1 } } })
    local other = robots.new(nil, { robots = { { 3, 4 }, { 3, 1 }, { 1, 2 } } })
    assert.is_true(one == other)
    assert.equal(one:key(), other:key())
    assert.equal(one:hash(), other:hash())
  end)

  it("are checked, entry by entry", function()
    wrong_option("option 'rows': expected 1..1000, got 0", { rows = 0 })
    wrong_option("option 'rows': expected 1..1000, got 1001", { rows = 1001 })
    wrong_option("option 'rows': expected a value of type integer, got 2.5", { rows = 2.5 })
    wrong_option("option 'rows': expected a value of type integer, got 'many'", { rows = "many" })
    wrong_option("option 'rows': expected a value of type integer, got '3'", { rows = "3" })
    wrong_option("option 'columns': expected 1..1000, got -1", { columns = -1 })
    local place = "expected {row, column}, two integers"
    wrong_option("option 'player': " .. place, { player = 1 })
    wrong_option("option 'player': " .. place, { player = { 1 } })
    wrong_option("option 'player': " .. place, { rows = 14 })
    wrong_option("option 'player': row 3, column 1 is off the board of 2 x 2",
      { rows = 2, columns = 2, player = { 3, 1 } })
    wrong_option("option 'robots': expected a value of type table, got 3", { robots = 3 })
    wrong_option("option 'robots[2]': " .. place, { robots = { { 1, 1 }, { 1, "x" } } })
    wrong_option("option 'robots[1]': row 0, column 32 is off the board of 31 x 31",
      { robots = { { 0, 32 } } })
    wrong_option(
      "option 'robots[1]': row 9223372036854775807, column 1 is off the board of 31 x 31",
      { robots = { { math.maxinteger, 1 } } })
    wrong_option("option 'robots[2]': row 1, column 1 is not empty",
      { robots = { { 1, 1 }, { 1, 1 } } })
    wrong_option("option 'robots[1]': row 15, column 15 is not empty", { robots = { { 15, 15 } } })
    wrong_option("option 'robots': more than 4 entries",
      { rows = 2, columns = 2, player = { 1, 1 }, robots = { 1, 2, 3, 4, 5 } })
    wrong_option("option 'teleports[1]': " .. place, { teleports = { false } })
    wrong_option("option 'teleports[1]': row 1, column 0 is off the board of 31 x 31",
      { teleports = { { 1, 0 } } })
    local many = {}
    for i = 1, 10001 do many[i] = { 1, 1 } end
    wrong_option("option 'teleports': more than 10000 entries", { teleports = many })
  end)

  it("may not repeat what the map determines", function()
    for name, value in pairs { rows = 1, columns = 2, player = { 1, 1 }, robots = {} } do
      assert.equal(("bad argument #2 to 'new' (option '%s': the map says this already)"):format(
        name), wrong("@+", { [name] = value }))
    end
    assert.equal("bad argument #2 to 'new' (option 'teleports[1]': row 2, column 1 is off the "
      .. "board of 1 x 2)", wrong("@+", { teleports = { { 2, 1 } } }))
  end)

  it("are the argument after the map", function()
    assert.equal(argument "a map is a text or a grid; options come behind it", wrong { rows = 2 })
    assert.matches("^bad argument #1 to 'new' %(string expected, got boolean%)$", wrong(true))
    assert.matches("^bad argument #1 to 'new' %(string expected, got function%)$", wrong(print))
  end)
end)

describe("the events of robots", function()
  local function events_of(map, options, ...)
    local state, lines = robots.new(map, options), {}
    for _, text in ipairs { ... } do
      local events = {}
      assert.is_true((state:apply(text, events)))
      for _, event in ipairs(events) do
        lines[#lines + 1] = trace.event(event)
      end
    end
    return lines
  end

  it("are tables with kind, what, becomes, from and to", function()
    local events = {}
    assert.is_true((robots.new("@...+/....+/....."):step("STAY", events)))
    assert.same({
      { kind = "stayed", what = "@", from = { 1, 1 }, to = { 1, 1 } },
      { kind = "moved", what = "+", from = { 1, 5 }, to = { 1, 4 } },
      { kind = "moved", what = "+", from = { 2, 5 }, to = { 1, 4 } },
      { kind = "destroyed", what = "+", becomes = "*", from = { 1, 4 }, to = { 1, 4 } },
      { kind = "destroyed", what = "+", becomes = "*", from = { 1, 4 }, to = { 1, 4 } },
    }, events)
  end)

  it("begin with pushed and crushed, before the player has walked", function()
    assert.same({
      "pushed * from row 1, column 2 to row 1, column 3",
      "crushed + at row 1, column 3",
      "walked @ from row 1, column 1 to row 1, column 2",
    }, events_of("@*+", nil, "E"))
  end)

  it("include teleported and caught", function()
    assert.same({
      "teleported @ from row 1, column 1 to row 1, column 4",
      "moved + from row 2, column 6 to row 1, column 5",
      "stayed @ at row 1, column 4",
      "moved + from row 1, column 5 to row 1, column 4",
      "caught @ at row 1, column 4",
    }, events_of("@...../.....+", { teleports = { { 1, 4 } } }, "TELEPORT 1,4", "STAY"))
  end)
end)

describe("an action of robots", function()
  local state = robots.new("@..../...../....+", { teleports = { { 1, 3 }, { 1, 2 } } })

  it("is listed with its cell, if it is a teleport", function()
    assert.same({ "STAY", "E", "S", "SE", "TELEPORT 1,3", "TELEPORT 1,2" }, state:actions())
    assert.same({
      { direction = "STAY", row = 1, column = 1 }, { direction = "E", row = 1, column = 2 },
      { direction = "S", row = 2, column = 1 }, { direction = "SE", row = 2, column = 2 },
    }, state:walks())
  end)

  it("is listed once for all entries of its cell", function()
    local list = {}
    for i = 1, 100 do list[i] = { 1, 2 + i % 2 } end
    local again = robots.new("@.../...+", { teleports = list })
    assert.same({ "STAY", "E", "S", "SE", "TELEPORT 1,3", "TELEPORT 1,2" }, again:actions())
    assert.same(again:actions(), again:clone():actions())
  end)

  it("has a text and a code", function()
    for _, text in ipairs { "NW", "N", "NE", "W", "STAY", "E", "SW", "S", "SE", "TELEPORT 0,0",
      "TELEPORT 31,7", "TELEPORT 999999,999999" } do
      assert.equal(text, state:text(state:code(text)))
    end
  end)

  it("has no other text", function()
    for _, text in ipairs { "", "n", "NN", "STAYS", "STA", "TELEPORT", "TELEPORT ", "TELEPORT 1",
      "TELEPORT 1,", "TELEPORT ,1", "TELEPORT 1,1 ", "TELEPORT 1, 1", "TELEPORT -1,1",
      "TELEPORT 1000000,1", "TELEPORT 1,10000000000", "TELEPORT 1;1", "STAY\0" } do
      assert.matches("is no action of robots%)$", raised(state.apply, state, text), 1, text)
    end
  end)

  it("has no other code", function()
    local random = rng.new(5)
    for _, code in ipairs { -1, 9, 10, 15, math.mininteger, math.maxinteger, 16 + 1000000,
      16 + (1000000 << 20), 1 << 62 } do
      assert.equal("?: there is no such action", state:why(code))
      assert.equal("?", state:text(code))
      assert.same({ nil, "?: there is no such action" }, { state:apply(code) })
    end
    for _ = 1, 2000 do
      assert.is_string(state:why(random:next() >> random:below(64) | 16) or "")
    end
  end)
end)

describe("misuse of robots", function()
  local state = robots.new "@.+"

  it("is an error that names the argument", function()
    assert.equal("bad argument #1 to 'step' (invalid option 'UP')",
      raised(function() state:step "UP" end))
    assert.matches("^bad argument #1 to 'step' %(string expected, got no value%)$",
      raised(function() state:step() end))
    assert.equal("bad argument #1 to 'teleport' (expected 1, got 2)",
      raised(function() state:teleport(2, 1) end))
    assert.equal("bad argument #2 to 'teleport' (expected 1..3, got 0)",
      raised(function() state:teleport(1, 0) end))
    assert.equal("bad argument #2 to 'cell' (expected 1..3, got 4)",
      raised(function() state:cell(1, 4) end))
    assert.matches("^bad argument #1 to 'play' %(expected 0%.%.%d+, got %-1%)$",
      raised(function() state:play(-1) end))
    assert.matches("number has no integer representation",
      raised(function() state:play(1.5) end))
    assert.matches("tessera.robots expected, got table", raised(state.choose, {}))
  end)
end)

describe("a saved game of robots", function()
  local saved = [[
tessera robots 1
rows 3
columns 4
robots 2
teleports 2
moves 3
player_row 1
player_column 1
teleport_row 1
teleport_column 2
teleport_row 3
teleport_column 4
taken 1
taken_entry 2
taken_move 3
map
....
..+.
..*.
]]

  it("is text that has everything needed to play on", function()
    local state = robots.load(saved)
    assert.equal("@...\n..+.\n..*.\n", tostring(state))
    assert.same({ 1, 1, 3, 1, 1 }, { state:counts() })
    assert.same({ { 1, 2 } }, state:teleports())
    assert.same({ { 3, 4, 3 } }, state:taken())
    assert.equal(1, state:score())
    assert.equal(saved, state:save())
  end)

  it("may be over", function()
    assert.equal("Lost", robots.load((saved:gsub("%.%.%.%.\n", "*...\n"))):outcome())
    assert.equal("Lost", robots.load((saved:gsub("%.%.%.%.\n", "+...\n"))):outcome())
    assert.equal("Won", robots.load((saved:gsub("%+", "."))):outcome())
  end)

  it("is checked, line by line", function()
    local function refused(from, to)
      local text, count = saved:gsub(from, to)
      assert.is_true(count > 0, from)
      return raised(robots.load, text)
    end
    assert.equal("line 2, column 6: the rows must be 1..1000, not 0", refused("rows 3", "rows 0"))
    assert.equal("line 4, column 8: the robots must be 0..1000000, not -1",
      refused("robots 2", "robots -1"))
    assert.equal("line 5, column 11: the teleports must be 0..10000, not 10001",
      refused("teleports 2", "teleports 10001"))
    assert.equal("line 6, column 7: the moves must be 0..1000000000000000, not -1",
      refused("moves 3", "moves -1"))
    assert.equal("line 8, column 15: the player_column must be 1..4, not 5",
      refused("player_column 1", "player_column 5"))
    assert.equal("line 9, column 14: the teleport_row must be 1..3, not 4",
      refused("teleport_row 1", "teleport_row 4"))
    assert.equal("line 13, column 7: the taken must be 0..2, not 3", refused("taken 1", "taken 3"))
    assert.equal("line 14, column 13: the taken_entry must be 1..2, not 0",
      refused("entry 2", "entry 0"))
    assert.equal("line 15, column 12: the taken_move must be 1..3, not 4",
      refused("taken_move 3", "taken_move 4"))
    assert.equal("line 17, column 1: unknown cell '@' (expected one of + * .)",
      refused("\n%.%.%.%.", "\n@..."))
    assert.matches("an entry of the teleport list is taken twice$",
      refused("taken 1\n", "taken 2\ntaken_entry 2\ntaken_move 2\n"))
    assert.matches("the board has more robots than there were at the start$",
      refused("%.%.%.%.", ".+++"))
    assert.matches("the board has fewer cells than there were robots$",
      refused("robots 2", "robots 13"))
    assert.matches("expected the end of the saved state$", refused("%*%.\n", "*.\nmore"))
    assert.matches("^line 1, column 1: ", raised(robots.load, ""))
    for n = 0, #saved - 2 do
      assert.is_string(raised(robots.load, saved:sub(1, n)))
    end
  end)

  it("goes on counting moves at the largest number", function()
    local state = robots.load((saved:gsub("moves 3", "moves 1000000000000000")))
    assert.is_true((state:teleport(1, 2)))
    assert.same({ 3, 4, 3 }, state:taken()[1])
    assert.same({ 1, 2, 1000000000000000 }, state:taken()[2])
    assert.is_true(state == robots.load(state:save()))
  end)
end)

describe("the key of robots", function()
  it("does not depend on the moves that led to the position", function()
    local early, late = robots.new "@.....+", robots.new "@....+"
    assert.is_false(early:key() == late:key())
    early:step "STAY"
    late = robots.new "@....+."
    assert.equal(late:key(), early:key())
    assert.equal(late:hash(), early:hash())
    assert.is_false(late == early)
  end)

  it("depends on which teleports are used", function()
    local list = { { 1, 1 }, { 1, 2 } }
    local one = robots.new("@......+", { teleports = list })
    local other = robots.new(".@.....+", { teleports = list })
    one:teleport(1, 2)
    other:step "STAY"
    assert.equal(tostring(one), tostring(other))
    assert.is_false(one:key() == other:key())
  end)
end)

describe("a map that is changed while it is read", function()
  it("is refused", function()
    local map = grid.new "..+../...../..@../+...."
    local options = setmetatable({}, { __index = function(_, name)
      if name == "teleports" then
        map:set(1, 1, "+")
      end
    end })
    assert.equal("bad argument #1 to 'new' (the map changes while it is read)",
      wrong(map, options))
    assert.are.same({ { 1, 1 }, { 1, 3 }, { 4, 1 } }, robots.new(map):robots())
  end)
end)
