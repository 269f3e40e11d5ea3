--- Specifies tessera.grid, the grid library for rules written in Lua, with pictures.

local grid = require "tessera.grid"
local raised = require "spec.support.raised"
require "tessera.base.errors"

local legend = grid.legend { ["."] = "empty", ["#"] = "wall", ["$"] = "box", ["@"] = "player",
  groups = { solid = { "wall", "box" }, moving = { "box", "player" } } }

local function picture(g)
  return (tostring(g):gsub("\n", "/"):gsub("/$", ""))
end

local function collect(...)
  local list = {}
  for row, column, name, direction in ... do
    list[#list + 1] = ("%d,%d %s%s"):format(row, column, name,
      direction and " " .. direction or "")
  end
  return list
end

local function fails(message, f, ...)
  assert.matches(message, raised(f, ...), 1, true)
end

describe("a grid", function()
  it("gets and sets cells; outside of it `get` returns nil", function()
    local g = grid.new "ab/cd"
    assert.are.same({ "a", "d", nil }, { g:get(1, 1), g:get(2, 2), g:get(3, 1) })
    assert.is_nil(g:get(0, 1))
    assert.are.equal("ab/xd", picture(g:set(2, 1, "x")))
    assert.are.same({ true, false, false }, { g:is(1, 1, "za"), g:is(1, 1, "z"), g:is(9, 9, "a") })
    assert.are.same({ true, false }, { g:inside(2, 2), g:inside(2, 3) })
    fails("(expected 1..2, got 3)", g.set, g, 3, 1, "x")
    fails("expected one kind, got 'xy'", g.set, g, 1, 1, "xy")
  end)

  it("has names for its cells, with a legend", function()
    local g = grid.new("#.$/@..", legend)
    assert.are.same({ "wall", "player" }, { g:get(1, 1), g:get(2, 1) })
    assert.are.equal("#.$/@.$", picture(g:set(2, 3, "box")))
    assert.are.equal("#.$/@.#", picture(g:set(2, 3, "#")))
    assert.are.same({ 3, 2, 2 }, { g:count "solid", g:count { "box", "player" }, g:count "wall" })
    fails("no cell is called 'bxo' (did you mean 'box'?)", g.count, g, "bxo")
    fails("no cell is called '?' (expected one of ", g.count, g, "?")
    fails("expected one kind, got 'solid'", g.set, g, 1, 1, "solid")
    fails("expected a list of names", g.count, g, { 7 })
    fails("the legend has no 'x'", grid.new, "x", legend)
    fails("expected a legend", grid.new, "x", {})
  end)

  it("has find, each, count, replace and fill", function()
    local g = grid.new "a.b/.b."
    assert.are.same({ 1, 3 }, { g:find "b" })
    assert.are.same({ 2, 2 }, { g:find("b", 1, 3) })
    assert.are.same({ nil }, { g:find("b", 2, 2) })
    assert.are.same({ "1,1 a", "1,3 b", "2,2 b" }, collect(g:each "ab"))
    for row, column in g:each "b" do
      g:set(row, column, "c")
    end
    assert.are.equal("a.c/.c.", picture(g))
    assert.are.equal(3, g:replace("ac", "x"))
    assert.are.equal("x.x/.x.", picture(g))
    assert.are.equal("ooo/ooo", picture(g:fill "o"))
  end)

  it("knows neighbours and steps", function()
    local g = grid.new "abc/def/ghi"
    assert.are.same({ "1,2 b up", "3,2 h down", "2,1 d left", "2,3 f right" },
      collect(g:neighbours(2, 2)))
    assert.are.same({ "2,1 d down", "1,2 b right" }, collect(g:neighbours(1, 1)))
    assert.are.same({ "1,2 b up", "3,3 i down-right" }, collect(g:neighbours(2, 2, "bi", "all")))
    assert.are.same({ 1, 3 }, { g:step(2, 2, "up-right") })
    assert.is_nil((g:step(1, 1, "left")))
    fails("invalid option 'north'", g.step, g, 1, 1, "north")
    fails("invalid option 'some'", g.neighbours, g, 1, 1, "a", "some")
  end)

  it("finds regions", function()
    local g = grid.new "aab/bab/bba"
    assert.are.same({ { 1, 1 }, { 1, 2 }, { 2, 2 } }, g:region(1, 1))
    assert.are.same({ { 3, 3 } }, g:region(3, 3))
    assert.are.same({}, g:region(1, 1, "b"))
    assert.are.equal(9, #g:region(1, 1, "ab"))
    assert.are.equal(4, #g:regions())
    assert.are.same({ { { 1, 3 }, { 2, 3 } }, { { 2, 1 }, { 3, 1 }, { 3, 2 } } }, g:regions "b")
  end)

  it("has neighbours of hexagons, each row half a cell to the right of the one above", function()
    local g = grid.new "abc/def/ghi"
    assert.are.same({ "1,2 b up", "3,2 h down", "2,1 d left", "2,3 f right", "1,3 c up-right",
      "3,1 g down-left" }, collect(g:neighbours(2, 2, nil, "hex")))
    local stones = grid.new "x.o/.x./o.x/x.."
    assert.are.same({ 1, 3, 1 }, { #stones:region(1, 1), #stones:region(1, 1, nil, "all"),
      #stones:region(1, 1, nil, "hex") })
    assert.are.same({ { 3, 3 } }, stones:region(3, 3, "x", "hex"))
    assert.are.same({ 4, 2, 4 }, { #stones:regions "x", #stones:regions("x", "all"),
      #stones:regions("x", "hex") })
    assert.are.equal(1, #grid.new("..x/.x./x.."):regions("x", "hex"))
    fails("invalid option 'six'", g.region, g, 1, 1, nil, "six")
    fails("invalid option 'hex'", g.line_at, g, 1, 1, "hex")
  end)

  it("finds runs and lines", function()
    local g = grid.new "xxx./.xo./..x#"
    assert.are.same({ 3, 1, 3 }, { g:run(1, 1, "right"), g:run(1, 1, "down"),
      g:run(1, 1, "down-right") })
    assert.are.same({ { row = 1, column = 1, direction = "right", length = 3, name = "x" } },
      g:lines("x", 3))
    assert.are.same({ { row = 1, column = 1, direction = "right", length = 3, name = "x" },
      { row = 1, column = 1, direction = "down-right", length = 3, name = "x" } },
      g:lines("x", 3, "all"))
    local rising = grid.new "..o/.o./o.." -- a line begins at its upper cell
    assert.are.same({ { row = 1, column = 3, direction = "down-left", length = 3, name = "o" } },
      rising:lines("o", 3, "all"))
  end)

  it("lets cells fall in every direction", function()
    local function fall(direction, ...)
      local g = grid.new "a.b/.#./c.."
      return { g:fall(direction, ...), picture(g) }
    end
    assert.are.same({ 3, ".../a../c#b" }, fall "down")
    assert.are.same({ 2, "a#b/c../..." }, fall "up")
    assert.are.same({ 3, ".ab/..#/..c" }, fall "right")
    assert.are.same({ 1, "a../.#./c.b" }, fall("down", "b"))
    assert.are.same({ 0, "a.b/.#./c.." }, fall("left", "ac"))
    fails("expected up, down, left or right", fall, "up-left")
    local g = grid.new("$.$/.#./...", legend)
    assert.are.same({ 2, ".../.#./$.$" }, { g:fall("down", "box"), picture(g) })
  end)

  it("pushes cells and lets them slide", function()
    local g = grid.new "ab.#/...."
    assert.are.same({ 2, ".ab#/...." }, { g:push(1, 1, "right"), picture(g) })
    assert.is_nil(g:push(1, 2, "right"))
    assert.is_nil(g:push(1, 1, "right"))
    assert.is_nil(g:push(1, 4, "right"))
    assert.is_nil(g:push(1, 2, "left", "b"))
    assert.are.same({ 1, "a.b#/...." }, { g:push(1, 2, "left"), picture(g) })
    assert.are.same({ 2, 1 }, { g:slide(1, 1, "down") })
    assert.are.same({ 2, 4 }, { g:slide(2, 1, "right") })
    assert.are.same({ 1, 3 }, { g:slide(1, 3, "right") })
    assert.are.equal("..b#/...a", picture(g))
  end)

  it("has rows and columns", function()
    local g = grid.new "abc/def"
    assert.are.same({ "d", "e", "f" }, g:row(2))
    assert.are.same({ "b", "e" }, g:column(2))
    assert.are.equal("xyz/def", picture(g:set_row(1, { "x", "y", "z" })))
    assert.are.equal("xy1/de2", picture(g:set_column(3, { "1", "2" })))
    fails("expected 3 cells, got 2", g.set_row, g, 1, { "a", "b" })
    fails("string expected, got number", g.set_row, g, 1, { "a", "b", 7 })
    assert.are.equal("xy1/de2", picture(g))
    local named = grid.new("#./$@", legend)
    assert.are.same({ "box", "player" }, named:row(2))
    assert.are.equal("#./.$", picture(named:set_row(2, { "empty", "box" })))
  end)

  it("is turned, copied, pasted and drawn", function()
    local g = grid.new "ab/cd/ef"
    assert.are.equal("eca/fdb", picture(g:rotated(1)))
    assert.are.equal("fe/dc/ba", picture(g:rotated(2)))
    assert.are.equal("bdf/ace", picture(g:rotated(-1)))
    local copy = g:copy()
    assert.is_true(copy == g)
    copy:set(2, 1, "x")
    assert.are.equal("ab/xd/ef", picture(copy))
    assert.are.equal("ab/cx/ey", picture(g:paste(grid.new "x/y", 2, 2)))
    assert.are.equal("> a b\n> c x\n> e y\n", g:draw("> ", " "))
    fails("the grid does not fit there", g.paste, g, grid.new "xx", 1, 2)
    fails("a grid cannot be pasted into itself", g.paste, g, g)
    fails("the grid has another legend", g.paste, g, grid.new(".", legend))
    local named = grid.new("#.", legend):rotated(1)
    assert.are.equal("wall", named:get(1, 1))
  end)

  it("checks its arguments and its legend", function()
    fails("expected single characters and groups as keys", grid.legend, { ab = "x" })
    fails("expected names of kinds", grid.legend, { a = 7 })
    fails("two characters are called 'x'", grid.legend, { a = "x", b = "x" })
    fails("no cell is called 'y'", grid.legend, { a = "x", groups = { g = { "y" } } })
    fails("expected groups = { name = { kind, ... } }", grid.legend, { a = "x", groups = { 7 } })
    fails("tessera.grid expected, got table", grid.new("a").copy, {})
  end)
end)

describe("a legend", function()
  it("takes the kind called 'empty' for empty cells, but no group of that name", function()
    local kinds = grid.legend { ["."] = "floor", _ = "pit", a = "apple",
      groups = { empty = { "floor", "pit" } } }
    local g = grid.new("a._", kinds)
    assert.are.equal(1, g:fall "right") -- '.' is empty where no kind is called so
    assert.are.equal(".a_", picture(g))
    fails("expected one kind, got 'empty'", g.fall, g, "right", "apple", "empty")
  end)

  it("has groups whose order is that in which cells join", function()
    local kinds = grid.legend { ["."] = "empty", a = "two", b = "four", c = "eight",
      groups = { up = { "two", "four", "eight" }, down = { "eight", "four", "two" } } }
    local g = grid.new("aab./b.b./c.c.", kinds)
    assert.are.same({ 4, 12 }, { g:squash("left", "up", { 2, 4, 8 }) })
    assert.are.equal("bb../c.../cc..", picture(g))
    assert.are.same({ 5, 0 }, { g:squash("right", "down") })
    assert.are.equal("...a/...c/...b", picture(g))
    fails("no cell is called 'upp' (did you mean 'up'?)", g.squash, g, "left", "upp")
    fails("expected for each kind an integer of 32 bits", g.squash, g, "left", "up", { 2, 4 })
    local bare = grid.new "aab."
    assert.are.same({ 2, 0 }, { bare:squash("left", "ab") })
    assert.are.equal("bb..", picture(bare))
  end)
end)

describe("a piece of a grid", function()
  it("moves as one, over its own cells", function()
    local board = grid.new "aa.../.a.b./...../....."
    local piece = board:piece(1, 1)
    assert.are.equal("a", piece:kind())
    assert.are.same({ { 1, 1 }, { 1, 2 }, { 2, 2 } }, piece:cells())
    assert.is_true(piece:shift "right")
    assert.are.equal(".aa..\n..ab.\n.....\n.....\n", tostring(board))
    assert.is_false(piece:moves "right")
    assert.is_false(piece:shift "right")
    assert.are.equal(2, piece:slide "down")
    assert.are.equal(".....\n...b.\n.aa..\n..a..\n", tostring(board))
    assert.is_true(piece:moves "up-left")
    assert.is_true(piece:moves "up")
    assert.is_false(piece:moves "up-right")
    assert.is_true(piece:shift "up")
    assert.are.equal(".....\n.aab.\n..a..\n.....\n", tostring(board))
    assert.are.equal(1, piece:slide "up")
    assert.are.equal(".aa..\n..ab.\n.....\n.....\n", tostring(board))
    assert.is_false(piece:moves "up")
  end)

  it("is shifted in the directions in which each of its cells has room", function()
    local function shifts(map)
      local list = {}
      for _, _, _, direction in grid.new(map):shifts "a" do
        list[#list + 1] = direction
      end
      return table.concat(list, " ")
    end
    assert.are.equal("up down left right", shifts "..../.aa./.a../....")
    assert.are.equal("down left right", shifts "..b./.aa./.a../....")
    assert.are.equal("up left right", shifts "..../.aa./.a../.b..")
    assert.are.equal("up down right", shifts "..../.aa./ba../....")
    assert.are.equal("up left", shifts "..../.aa./.ab./....")
    assert.are.equal("down right", shifts "aa../a.../....")
    local board = grid.new "..../..a./.aa./...."
    assert.is_true(board:shift_piece(3, 2, "up"))
    assert.are.equal("..a./.aa./..../....", picture(board))
    assert.is_false(board:shift_piece(2, 2, "up"))
  end)

  it("is shifted with all of its cells, on large boards, too", function()
    local board = grid.new(40, 40, "x"):set(40, 40, "."):set(39, 40, ".")
    local list = {}
    for row, column, kind, direction in board:shifts "x" do
      list[#list + 1] = ("%d %d %s %s"):format(row, column, kind, direction)
    end
    assert.are.same({}, list)
    board:fill "x"
    for i = 1, 40 do
      board:set(i, 40, ".")
    end
    assert.is_false(board:shift_piece(7, 7, "right", "lengthwise"))
    assert.is_true(board:shift_piece(7, 7, "right"))
    assert.is_true(board:is(1, 1, ".") and board:is(40, 1, ".") and board:is(40, 40, "x"))
    assert.is_false(board:shift_piece(1, 1, "right"))
    assert.are.equal(1560, board:count "x")
  end)

  it("is put where its shape fits, and falls", function()
    local board = grid.new ".../.../..x/x.x"
    local shape = grid.new "oo/.o"
    local piece = board:put(shape, 1, 1, "p")
    assert.are.equal("pp.\n.p.\n..x\nx.x\n", tostring(board))
    assert.is_nil(board:put(shape, 1, 2, "q"))
    assert.is_nil(board:put(shape, 0, 1, "q"))
    assert.is_nil(board:put(shape, 3, 3, "q"))
    assert.are.equal(2, piece:slide "down")
    assert.are.equal("...\n...\nppx\nxpx\n", tostring(board))
    assert.are.equal(2, board:clear_rows "px")
    assert.are.equal("...\n...\n...\n...\n", tostring(board))
  end)

  it("has the cells that its shape had, whatever a finalizer does to the shape", function()
    for _ = 1, 2000 do
      local board, shape = grid.new(20, 20), grid.new(20, 20):set(1, 1, "x")
      setmetatable({}, { __gc = function() shape:fill "x" end })
      local piece = board:put(shape, 1, 1, "p")
      assert.are.equal(board:count "p", #piece:cells())
    end
  end)

  it("cannot be of the empty kind, nor of no cells", function()
    local board = grid.new(2, 2)
    fails("a piece cannot be of the empty kind", board.put, board, grid.new "x", 1, 1, ".")
    fails("the shape has no cells", board.put, board, grid.new "..", 1, 1, "x")
  end)

  it("turns about its middle, and stays on the grid", function()
    local board = grid.new "....../.aaa../..a.../......"
    local piece = board:piece(2, 2)
    assert.is_true(piece:turn())
    assert.are.equal("......\n..a...\n.aa...\n..a...\n", tostring(board))
    assert.are.same({ { 2, 3 }, { 3, 2 }, { 3, 3 }, { 4, 3 } }, piece:cells())
    assert.is_true(piece:turn(-1))
    assert.are.equal("......\n.aaa..\n..a...\n......\n", tostring(board))
    assert.is_true(piece:turn(2))
    assert.are.equal("......\n..a...\n.aaa..\n......\n", tostring(board))
    board = grid.new "aaaa/..../..../...."
    piece = board:piece(1, 1)
    assert.is_true(piece:turn())
    assert.are.equal(".a..\n.a..\n.a..\n.a..\n", tostring(board))
    piece:slide "left"
    assert.is_true(piece:turn())
    assert.are.equal("....\naaaa\n....\n....\n", tostring(board))
    assert.is_false(grid.new("aaaa/..../...."):piece(1, 1):turn())
    board = grid.new "aa/b./b."
    assert.is_false(board:piece(1, 1):turn())
    assert.are.equal("aa\nb.\nb.\n", tostring(board))
  end)

  it("is an error where other calls have changed its cells", function()
    local board = grid.new "aa./..."
    local piece = board:piece(1, 1)
    board:set(1, 2, "b")
    for _, method in ipairs { "moves", "shift", "slide", "turn" } do
      assert.matches("the piece is not there any more: other calls have changed its cells$",
        raised(piece[method], piece, method ~= "turn" and "down" or nil))
    end
    assert.is_nil(board:piece(2, 1))
  end)
end)
