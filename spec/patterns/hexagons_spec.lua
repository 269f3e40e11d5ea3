--- Specifies boards of hexagons: which cell lies in which direction, what is read and printed, and
--- the messages for what they have not.

local game = require "tessera.game"
local grid = require "tessera.grid"
local literals = require "tessera.source.literals"
local maps = require "tessera.base.maps"
local raised = require "spec.support.raised"
local scenario = require "tessera.scenario"
local search = require "tessera.search"
local symmetry = require "tessera.base.symmetry"

local function definition(more)
  local d = { name = "hive", geometry = "hex",
    legend = { ["."] = "empty", ["#"] = "wall", ["@"] = "bee", o = "stone", x = "red", y = "blue" },
    groups = { thing = { "stone", "wall" } },
    moves = { "<direction>" }, rules = { { "<direction>", "[ bee | empty ] -> [ | bee ]" } } }
  for key, value in pairs(more or {}) do
    d[key] = value
  end
  return d
end

local function message(more)
  local text = raised(game, definition(more))
  return text and text:gsub("^game 'hive': ", "") or "it is accepted"
end

describe("a board of hexagons", function()
  local hive = game(definition())
  local start = [[
    . . . .
     . . . .
      . @ . .
       . . . .]]

  for direction, expected in pairs {
    left = ". . . .\n . . . .\n  @ . . .\n   . . . .\n",
    right = ". . . .\n . . . .\n  . . @ .\n   . . . .\n",
    ["up-left"] = ". . . .\n . @ . .\n  . . . .\n   . . . .\n",
    ["up-right"] = ". . . .\n . . @ .\n  . . . .\n   . . . .\n",
    ["down-left"] = ". . . .\n . . . .\n  . . . .\n   @ . . .\n",
    ["down-right"] = ". . . .\n . . . .\n  . . . .\n   . @ . .\n",
  } do
    it("has a neighbour " .. direction, function()
      local state = hive.new(start)
      assert(state:apply(direction))
      assert.equal(expected, tostring(state))
    end)
  end

  it("lists its actions in the order of the directions", function()
    local start_of = hive.new(start)
    assert.same({ "left", "right", "up-left", "up-right", "down-left", "down-right" },
      start_of:actions())
    assert.matches("'up' is no action of hive", raised(start_of.apply, start_of, "up"), 1, true)
  end)

  it("is read with blanks and without", function()
    local state = hive.new(start)
    for _, map in ipairs { tostring(state), "..../..../.@../....",
      ". . . ./ . . . ./ . @ . ./ . . . .", "  . . . .\n  . . . .\n  . @ . .\n  . . . .\n",
      ". .. .\n ....\n\t. @..\n.  . . ." } do
      assert.equal(state, hive.new(map), map)
    end
  end)

  it("names the place of what it cannot read", function()
    for map, wrong in pairs {
      [". . .\n . ? ."] = "line 2, column 4: unknown cell '?' (expected one of # . @ o x y)",
      [". . .\n . ."] = "line 2, column 5: the row has 2 cells, expected 3",
      [".../.."] = "line 2, column 3: the row has 2 cells, expected 3",
    } do
      assert.equal("hive: map: " .. wrong, raised(hive.new, map))
    end
  end)

  it("with several layers tells cells that a map cannot say, too", function()
    local low = game(definition { layers = { "ground", "things" }, legend = {
      ["."] = { ground = "floor", things = "empty" },
      ["@"] = { ground = "floor", things = "bee" }, _ = { ground = "mark", things = "empty" } },
      groups = {} })
    local state = low.new "_@/.."
    assert(state:apply "left")
    assert.equal("? .\n . .\n", maps.about(low).exact(state))
  end)
end)

describe("words of directions on hexagons:", function()
  -- What a rule makes of a board of 3 x 3 with a stone in the middle of gems' places.
  local function after(rule)
    local state = game(definition { moves = { "wait" }, rules = { { "wait", rule } } })
      .new ".../.o./..."
    assert(state:apply "wait")
    return (tostring(state):gsub("[ \n]", function(c) return c == "\n" and "/" or "" end))
  end

  for words, expected in pairs {
    ["every all"] = ".xx/xox/xx./", ["every horizontal"] = ".../xox/.../",
    ["every up-left or down-left"] = ".x./.o./x../", ["up-right"] = "..x/.o./.../",
    ["down-right or left"] = ".../.o./.x./", ["all"] = ".../xo./.../", [""] = ".../xo./.../",
  } do
    it("'" .. words .. "'", function()
      assert.equal(expected, after("first " .. words .. " [ stone | empty ] -> [ stone | red ]"))
    end)
  end

  it("a group is not sought among none", function()
    assert.matches("there is no group 'flx'\n", message { groups = {}, after = {
      "each ahead of flx [ red ] -> [ ]" } }, 1, true)
  end)

  it("a run goes along them", function()
    local state = game(definition { rules = { { "<direction>",
      "[ 1+ stone | empty ] -> [ | 1+ stone ]" } } }).new "..../..o./.o../...."
    assert(state:apply "up-right")
    assert.equal(". . . o\n . . o .\n  . . . .\n   . . . .\n", tostring(state))
  end)

  it("a piece of several cells goes along them, one step at a time", function()
    local function pushed(map, action)
      local state = game(definition { moves = { "push <row> <column> <direction> <1..2>" },
        rules = { { "push <row> <column> <direction> <1..2>", move = "stone" } } }).new(map)
      return state:apply(action) and tostring(state):gsub("[ \n]", "") or "refused"
    end
    -- No corner is in the way of up-right, as it would be of a diagonal on squares.
    assert.equal(".#o#.#...", pushed(".#./#o#/...", "push 2 2 up-right 1"))
    assert.equal("..o.o....", pushed(".../.o./o..", "push 3 1 up-right 1"))
    assert.equal("..o......", pushed(".../.../o..", "push 3 1 up-right 2"))
    assert.equal("refused", pushed(".../.#./o..", "push 3 1 up-right 2"))
    -- It hangs together with what lies up-right, and not with what lies up-left of a square.
    assert.equal("o....o.o.", pushed("o.o/.o./...", "push 2 2 down-right 1"))
    local joined = { moves = { "push <row> <column> <direction>" }, rules = {
      { "push <row> <column> <direction>", move = { "stone", joins = { right = { "stone" } } } } } }
    assert.equal("rule 1: joins is not for hexagons", message(joined))
  end)

  it("a sweep goes outward in their rings", function()
    local spread = game(definition { moves = { "put <row> <column>" },
      rules = { { "put <row> <column>", "[ empty ] -> [ red ]" } },
      after = { { sweep = { "[ stone near 1 red ] -> [ red ]" }, from = "anchor" } } })
    -- Three steps from (2, 2) is (3, 4), and on squares only two: before (2, 5) has become red.
    local state = spread.new "...oo/..ooo/...oo"
    assert(state:apply "put 2 2")
    assert.equal(". . . x x\n . x x o x\n  . . . x o\n", tostring(state))
  end)

  it("a line lies along three axes", function()
    for map, long in pairs { ["..x/.x./x.."] = true, [".x./.x./.x."] = true,
      [".../.x./xx."] = false, [".../xxx/..."] = true, ["x../.x./..x"] = false } do
      local state = game(definition { ends = { { "Long", "line 3 red" } } }).new(map)
      assert.equal(long and "Long" or nil, (state:outcome()), map)
    end
    local wide = ("."):rep(90)
    local rows = { wide, wide, wide }
    local state = game(definition { ends = { { "Long", "line 3 red" } } })
    for column, long in pairs { [1] = true, [-1] = false } do
      for i = 1, 3 do -- beyond 64 cells
        local at = column > 0 and 40 - i or 40 + i
        rows[i] = wide:sub(1, at - 1) .. "x" .. wide:sub(at + 1)
      end
      assert.equal(long and "Long" or nil, (state.new(table.concat(rows, "/")):outcome()))
    end
  end)
end)

describe("what hexagons have not is refused:", function()
  for text, expected in pairs {
    ["up [ bee | empty ] -> [ | bee ]"] =
      "column 1: hexagons have no 'up': say up-left or up-right",
    ["left or down [ bee | empty ] -> [ | bee ]"] =
      "column 9: hexagons have no 'down': say down-left or down-right",
    ["vertical [ bee | empty ] -> [ | bee ]"] = "column 1: hexagons have no 'vertical': say which "
      .. "of up-left, up-right, down-left, down-right",
    ["every orthogonal [ bee | empty ] -> [ | bee ]"] =
      "column 7: hexagons have no 'orthogonal': all six directions are all",
    ["diagonal [ bee | empty ] -> [ | bee ]"] =
      "column 1: hexagons have no 'diagonal': all six directions are all",
    ["dwn-left [ bee | empty ] -> [ | bee ]"] =
      "column 1: 'dwn-left' is no direction (did you mean 'down-left'?)",
    ["left [ bee | empty / | ] -> [ | bee / | ]"] =
      "column 1: a pattern on hexagons has one row",
    ["ahead of thing [ thing | empty ] -> [ | ]"] =
      "column 10: 'thing' is no group with headings",
    ["[ thing | empty ] -> [ | thing turned left ]"] =
      "column 26: only a group with headings can be turned",
  } do
    it(text, function()
      assert.equal("rule 1, " .. expected, (message { rules = { { "<direction>", text } } })
        :match "[^\n]*")
    end)
  end

  for expected, more in pairs {
    ["geometry: expected 'hex', got 'hexagon'"] = { geometry = "hexagon" },
    ["move 1: '<direction8>' is for squares: the six directions of hexagons are <direction>"] =
      { moves = { "<direction8>" } },
    ["move 1: '<up|down>': hexagons have no direction 'up' (expected one of 'left', 'right', "
      .. "'up-left', 'up-right', 'down-left', 'down-right')"] = { moves = { "<up|down>" } },
    ["group 'fly': expected a list: on hexagons no kind has a heading"] =
      { groups = { fly = { up = "bee", down = "stone", left = "red", right = "blue" } } },
    ["legend: on hexagons ' ' is no cell: it stands between cells"] =
      { legend = { [" "] = "empty", ["@"] = "bee" }, groups = {} },
    ["rule 1: squash: it is not for hexagons"] =
      { rules = { { "<direction>", squash = { "thing" } } } },
    ["symmetries: hexagons have no symmetry 'left-right' (expected one of 'half turn', "
      .. "'transpose')"] = { symmetries = { "left-right" } },
  } do
    it(expected, function()
      assert.equal(expected, message(more))
    end)
  end
end)

describe("symmetries of hexagons", function()
  local walk = { moves = { "<direction>" }, symmetries = { "half turn", "transpose" },
    ends = { { "Home", "bee at row 1 column 1" } } }

  it("mirror the six directions", function()
    local hive = game(definition(walk))
    for name, words in pairs {
      ["half turn"] = { left = "right", ["up-left"] = "down-right", ["up-right"] = "down-left" },
      transpose = { left = "up-left", right = "down-right", ["up-right"] = "down-left" },
    } do
      local image, image_of = symmetry.image(hive, name, hive.new "@../.../.o.")
      assert.equal(name == "transpose" and "@ . .\n . . o\n  . . .\n" or ". o .\n . . .\n  . . @\n",
        tostring(image))
      for word, other in pairs(words) do
        assert.equal(other, image_of(word))
        assert.equal(word, image_of(other))
      end
    end
  end)

  it("let a search meet fewer positions, and find as short a way", function()
    local pegs = game { name = "pegs", geometry = "hex", legend = { ["."] = "empty", o = "peg" },
      moves = { "<row> <column> <direction>" }, symmetries = { "half turn", "transpose" },
      rules = { { "<row> <column> <direction>", "[ peg | peg | empty ] -> [ | | peg ]" } },
      ends = { { "One", "count peg = 1" } } }
    local state = pegs.new "....o/.oo../..oo./..oo./o...."
    local plain, info = search.shortest(state, nil, { method = "breadth-first" })
    local less, fewer = search.shortest(state, nil, { method = "breadth-first", symmetric = true })
    assert.equal(#plain, #less)
    assert.is_true(fewer.nodes < info.nodes)
  end)
end)

describe("a grid of hexagons", function()
  local names = grid.legend { ["."] = "empty", o = "stone", ["#"] = "wall", geometry = "hex" }
  local board = grid.new("..o/.o./o.#", names)

  it("knows the six words", function()
    local found = {}
    for row, column, _, direction in board:neighbours(2, 2) do
      found[direction] = row .. " " .. column
      assert.same({ row, column }, { board:step(2, 2, direction) })
    end
    assert.same({ left = "2 1", right = "2 3", ["up-left"] = "1 2", ["up-right"] = "1 3",
      ["down-left"] = "3 1", ["down-right"] = "3 2" }, found)
    assert.equal(3, #board:region(1, 3))
    assert.equal(3, board:line_at(2, 2))
    assert.equal(3, board:run(3, 1, "up-right"))
    assert.same({ "up-right" }, { board:path(3, 1, 2, 2, "stone")[1] })
    assert.same({ 1, 3, "up-right" }, { board:nearer(2, 2, board:distances(1, 3, "stone")) })
    assert.same({ 2, 2, "up-left" }, { board:matches "up-left [ stone | empty ]" })
    local line = board:lines("stone", 3)[1]
    assert.same({ 1, 3, "down-left", 3 }, { line.row, line.column, line.direction, line.length })
  end)

  it("is what the state's board is", function()
    local state = game(definition()).new ".../.@./..."
    assert.same({ 1, 2 }, { state.board:step(2, 2, "up-left") })
    local count = 0
    for _ in state.board:copy():neighbours(2, 2) do
      count = count + 1
    end
    assert.equal(6, count)
  end)

  it("refuses what is for squares", function()
    local piece = board:piece(2, 2)
    for call, expected in pairs {
      [function() board:step(1, 1, "up") end] = "hexagons have no direction 'up'",
      [function() board:fall "down-right" end] = "this method is not for grids of hexagons",
      [function() board:rotated(1) end] = "this method is not for grids of hexagons",
      [function() board:shifts "stone" end] = "this method is not for grids of hexagons",
      [function() board:drop(1, "stone") end] = "this method is not for grids of hexagons",
      [function() piece:turn() end] = "this method is not for grids of hexagons",
      [function() piece:moves "down" end] = "hexagons have no direction 'down'",
      [function() board:matches "up [ stone | empty ]" end] =
        "hexagons have no 'up': say up-left or up-right",
      [function() grid.legend { x = "stone", geometry = "square" } end] =
        "expected geometry = 'hex'",
    } do
      assert.matches(expected, raised(call), 1, true)
    end
    assert.equal("#.o\n.o.\no..\n", tostring(board:rotated(2)))
  end)
end)

describe("a scenario on hexagons", function()
  local hive = game(definition())

  local function failures(board)
    return scenario.run(scenario { name = "a walk", game = hive, map = "../.@", play = { "left" },
      expect = { board = board } })
  end

  it("expects a board with blanks or without", function()
    for _, board in ipairs { "../@.", ". .\n @ .", ". ./@ ?" } do
      assert.same({}, failures(board), board)
    end
  end)

  it("shows where boards differ", function()
    local wrong = failures("../.@")[1]
    assert.equal([[
board: 2 cells are not as expected
    expected   found
    . .        . .
     . @        @ .
     ^ ^        ^ ^]], wrong)
  end)

  it("is written anew as it stood there", function()
    local found = ". x\n . .\n"
    for old, new in pairs { ["../.."] = ".x/..", ["?./.."] = "?x/..", [". .\n . ."] = ". x\n . .",
      ["\n  . .\n   . ?\n"] = "\n  . x\n   . ?\n", [""] = ". x\n . ." } do
      assert.equal(new, literals.picture(old, found, true))
    end
  end)
end)
