--- Specifies the rules of Robots, one after the other, with pictures of the boards before and
--- after.

local oracle = require "spec.oracle.robots"
local picture = require "spec.support.picture"
local robots = require "tessera.robots"
local with_teleports = require "spec.support.robots_play"

local play = with_teleports()

-- The action that the strategy takes on a board, and the board after it.
local function chooses(map, action, after, outcome, teleports)
  map = picture(map)
  local options = { teleports = teleports }
  local state, twin = robots.new(map, options), oracle.new(map, options)
  local before = state:clone()
  assert.equal(action, state:choose())
  assert.equal(action, twin:choose())
  assert.is_true(state == before, "choosing changes nothing")
  assert.same({ true, outcome }, { state:apply(action) })
  assert.equal(picture(after), tostring(state))
  return state
end

describe("a walk", function()
  it("leads to a neighbouring cell, or stays (rule 1)", function()
    local before = [[
      .....
      .....
      ..@..
      .....
      .....
      .....
      ....+ ]]
    play:carried(before, "NW", "...../.@.../...../...../...../...+./.....")
    play:carried(before, "N", "...../..@../...../...../...../...+./.....")
    play:carried(before, "NE", "...../...@./...../...../...../...+./.....")
    play:carried(before, "W", "...../...../.@.../...../...../...+./.....")
    play:carried(before, "STAY", "...../...../..@../...../...../...+./.....")
    play:carried(before, "E", "...../...../...@./...../...../...+./.....")
    play:carried(before, "SW", "...../...../...../.@.../...../...+./.....")
    play:carried(before, "S", "...../...../...../..@../...../...+./.....")
    play:carried(before, "SE", "...../...../...../...@./...../...+./.....")
  end)

  it("does not leave the board (rule 1)", function()
    play:ignored("@../.../..+", "N", "row 0, column 1 is off the board")
    play:ignored("@../.../..+", "SW", "row 2, column 0 is off the board")
    play:ignored("+../.../..@", "SE", "row 4, column 4 is off the board")
    play:ignored("+../.../..@", "NE", "row 2, column 4 is off the board")
  end)

  it("does not lead onto a robot (rule 1)", function()
    play:ignored([[
      ...
      .@.
      .+. ]], "S", "a robot is at row 3, column 2")
  end)

  it("pushes one cell of debris (rule 1)", function()
    play:carried([[
      .......
      .@*....
      .......
      .......
      +...... ]], "E", [[
      .......
      ..@*...
      .......
      .+.....
      ....... ]])
    play:carried([[
      ....+
      .....
      ..@..
      .*...
      ..... ]], "SW", [[
      .....
      ...+.
      .....
      .@...
      *.... ]])
  end)

  it("does not push debris onto debris (rule 1)", function()
    play:ignored("+..../...../@**..", "E", "there is more debris behind that at row 3, column 2")
  end)

  it("does not push debris off the board (rule 1)", function()
    play:ignored("+.../..../..@*", "E", "the debris at row 3, column 4 is at the edge of the board")
    play:ignored("+.../..../..@./...*", "SE",
      "the debris at row 4, column 4 is at the edge of the board")
  end)

  it("may push debris onto a robot, which is crushed before it moves (rule 1)", function()
    play:carried([[
      .....+
      ......
      @*+... ]], "E", [[
      ......
      ....+.
      .@*... ]])
    -- The crush saves the player: the robot would have caught him.
    play:carried("@*+", "E", ".@*", "Won")
    play:carried([[
      ...
      @*+
      ... ]], "STAY", [[
      ...
      @*.
      ... ]], "Won")
  end)

  it("may lose, if a person wants it (rule 6)", function()
    play:carried("@.+", "E", ".@.", "Lost")
    play:carried("@.+", "STAY", "@+.")
  end)
end)

describe("the robots", function()
  it("move by the signs of the differences, the diagonal first (rule 5)", function()
    play:carried([[
      +...+...+
      .........
      ........+
      .........
      +...@....
      .........
      .........
      .........
      +...+...+ ]], "STAY", [[
      .........
      .+..+..+.
      .........
      .......+.
      .+..@....
      .........
      .........
      .+..+..+.
      ......... ]])
  end)

  it("destroy each other where two or more meet, and leave one debris (rule 5)", function()
    local state = play:carried([[
      ...+.
      @..+.
      ...+. ]], "STAY", [[
      .....
      @.*..
      ..... ]], "Won")
    assert.same({ 0, 1, 1, 2, 1 }, { state:counts() })
    state = play:carried([[
      ..+.+.
      ..+...
      ......
      @..... ]], "STAY", [[
      ......
      .+.+..
      .+....
      @..... ]])
    assert.same({ 3, 0, 1, 4, 1 }, { state:counts() })
    state = play:carried([[
      .....+
      @....+
      .....+
      .....+ ]], "STAY", [[
      ......
      @...*.
      ....+.
      ...... ]])
    assert.same({ 1, 1, 1, 2, 1 }, { state:counts() })
  end)

  it("enter cells that others leave, all at the same time (rule 5)", function()
    play:carried("@..++", "STAY", "@.++.")
    play:carried([[
      @.....
      ......
      ..+...
      ...+..
      ....+. ]], "STAY", [[
      @.....
      .+....
      ..+...
      ...+..
      ...... ]])
  end)

  it("are destroyed by debris, which stays (rule 5)", function()
    local state = play:carried([[
      @.*++
      .....
      ..+.. ]], "STAY", [[
      @.*+.
      .+...
      ..... ]])
    assert.same({ 2, 1, 1, 1, 1 }, { state:counts() })
  end)
end)

describe("the end", function()
  it("is a win when no robot is left (rule 6)", function()
    local state = play:carried("@.*+", "STAY", "@.*.", "Won")
    assert.same({ 0, 1, 1, 1, 1 }, { state:counts() })
    assert.is_nil(state:turn())
    assert.equal(1, state:score())
    assert.same({}, state:actions())
    assert.same({}, state:walks())
    assert.equal(1, state:moves())
    assert.is_nil(state:choose())
    assert.equal("STAY: the game is over (Won)", state:why "STAY")
    assert.same({ nil, "NE: the game is over (Won)" }, { state:apply "NE" })
  end)

  it("is a win before the first move if there are no robots (rule 7)", function()
    local function is_won(map, options)
      local state, outcome = robots.new(map, options)
      assert.equal("Won", outcome)
      assert.equal("Won", state:play())
      assert.equal(0, state:moves())
    end
    is_won "@"
    is_won "@*"
    is_won()
    is_won(nil, { teleports = { { 1, 1 } } })
  end)

  it("is a loss when a robot reaches the player; that robot remains (rule 6)", function()
    local state = play:carried("@+...", "STAY", "@....", "Lost")
    assert.same({ 1, 0, 1, 1, 1 }, { state:counts() })
    assert.same({ { 1, 1 } }, state:robots())
    assert.equal(-2, state:score())
    assert.equal("@", state:cell(1, 1))
    assert.equal("STAY: the game is over (Lost)", state:why "STAY")
  end)

  it("is a loss even if all robots die in his cell: debris there counts (rule 6)", function()
    local state = play:carried([[
      +.+
      .@.
      ... ]], "STAY", [[
      ...
      .@.
      ... ]], "Lost")
    assert.same({ 0, 1, 1, 2, 2 }, { state:counts() })
    assert.same({}, state:robots())
    assert.equal(-1, state:score())
  end)
end)

describe("a teleport", function()
  local before = [[
    +....
    .....
    ..@..
    .*...
    ....+ ]]

  it("leads to an empty cell of the list (rule 3)", function()
    with_teleports { { 5, 1 }, { 1, 5 } }:carried(before, "TELEPORT 1,5", [[
      .+..@
      .....
      .....
      .*..+
      ..... ]])
  end)

  it("does not lead to any other cell (rule 3)", function()
    local list = with_teleports { { 1, 1 }, { 3, 3 }, { 4, 2 }, { 2, 2 } }
    list:ignored(before, "TELEPORT 1,1", "a robot is at row 1, column 1")
    list:ignored(before, "TELEPORT 3,3", "the player is there already")
    list:ignored(before, "TELEPORT 4,2", "debris is at row 4, column 2")
    list:ignored(before, "TELEPORT 1,2", "no teleport to row 1, column 2 is left")
    local state = robots.new(picture(before))
    for _, place in ipairs { "6,1", "0,1", "1,6", "999999,999999" } do
      local row, column = place:match "(%d+),(%d+)"
      local why = ("TELEPORT %s: row %s, column %s is off the board"):format(place, row, column)
      assert.equal(why, state:why("TELEPORT " .. place))
      assert.same({ nil, why }, { state:apply("TELEPORT " .. place) })
    end
  end)

  it("uses up the first unused entry for this cell (rule 3)", function()
    local state = robots.new(picture [[
      @...........
      ............
      ............
      ...........+ ]], { teleports = { { 2, 3 }, { 1, 1 }, { 2, 3 }, { 4, 1 } } })
    assert.same({ { 2, 3 }, { 1, 1 }, { 2, 3 }, { 4, 1 } }, state:teleports())
    assert.is_true((state:teleport(2, 3)))
    assert.same({ { 1, 1 }, { 2, 3 }, { 4, 1 } }, state:teleports())
    assert.is_true((state:step "N"))
    assert.is_true((state:teleport(2, 3)))
    assert.same({ { 1, 1 }, { 4, 1 } }, state:teleports())
    assert.is_true((state:step "N"))
    assert.same({ nil, "TELEPORT 2,3: no teleport to row 2, column 3 is left" },
      { state:teleport(2, 3) })
    assert.same({ { 2, 3, 1 }, { 2, 3, 3 } }, state:taken())
    assert.same({ "W", "STAY", "E", "SW", "S", "SE", "TELEPORT 1,1", "TELEPORT 4,1" },
      state:actions())
  end)

  it("may win (rule 6)", function()
    with_teleports { { 3, 1 } }:carried([[
      .....@
      ......
      ...*+. ]], "TELEPORT 3,1", [[
      ......
      ......
      @..*.. ]], "Won")
  end)

  it("may lose, if a person wants it (rule 6)", function()
    with_teleports { { 3, 1 } }:carried([[
      .....@
      ......
      .+.... ]], "TELEPORT 3,1", [[
      ......
      ......
      @..... ]], "Lost")
  end)
end)

describe("the strategy", function()
  it("prefers the fewest robots left (rule 2)", function()
    -- In row 3 both robots move to the same cell.
    chooses([[
      .......
      ......+
      @......
      ......+
      ....... ]], "STAY", [[
      .......
      .......
      @....*.
      .......
      ....... ]], "Won")
  end)

  it("then the largest distance to the nearest robot (rule 2)", function()
    chooses([[
      .......
      .......
      ..@....
      .......
      ......+ ]], "NW", [[
      .......
      .@.....
      .......
      .....+.
      ....... ]])
    -- Only the nearest robot counts; the player may come closer to a far one.
    chooses([[
      +............
      .............
      .............
      .............
      .............
      .......@..+..
      .............
      ............. ]], "NW", [[
      .............
      .+...........
      .............
      .............
      ......@..+...
      .............
      .............
      ............. ]])
  end)

  it("then the least row (rule 2)", function()
    -- NW, W and SW all leave a distance of 4.
    chooses([[
      ......
      ......
      .@...+
      ......
      ...... ]], "NW", [[
      ......
      @...+.
      ......
      ......
      ...... ]])
  end)

  it("then the least column (rule 2)", function()
    -- NW, N and NE all leave a distance of 4.
    chooses([[
      .....
      ..@..
      .....
      .....
      .....
      ..+.. ]], "NW", [[
      .@...
      .....
      .....
      .....
      .+...
      ..... ]])
  end)

  it("rates all walks that leave no robot equal (rule 2)", function()
    -- W, STAY and E win; the distances after E and W do not matter.
    chooses([[
      .......
      ......+
      .@.....
      ......+
      ....... ]], "W", [[
      .......
      .......
      @....*.
      .......
      ....... ]], "Won")
  end)

  it("stays where that is best, without preferring it (rule 1)", function()
    chooses([[
      @...
      ....
      ....
      ...+ ]], "STAY", [[
      @...
      ....
      ..+.
      .... ]])
  end)

  it("sees that crushing a robot saves the player (rule 1)", function()
    chooses([[
      ....
      +@*+
      .... ]], "E", [[
      ....
      .+@*
      .... ]])
  end)

  it("takes no walk that loses, if there is another one (rule 2)", function()
    -- Only SW, S and SE are out of reach; with SE two robots meet.
    chooses([[
      ..+++++
      .@.....
      .......
      ....... ]], "SE", [[
      .......
      ..*+++.
      ..@....
      ....... ]])
  end)
end)

describe("the strategy, if all nine walks lose", function()
  local surrounded = [[
    +.+....
    .@.....
    +.+....
    .......
    .......
    .......
    ....... ]]

  it("takes the first teleport to an empty cell that does not lose (rule 3)", function()
    -- A robot's cell, the player's own, a cell beside a robot; then two good cells.
    local list = { { 3, 3 }, { 2, 2 }, { 4, 4 }, { 7, 7 }, { 6, 6 } }
    local state = chooses(surrounded, "TELEPORT 7,7", [[
      .......
      .+.+...
      .......
      .+.+...
      .......
      .......
      ......@ ]], nil, list)
    assert.same({ { 3, 3 }, { 2, 2 }, { 4, 4 }, { 6, 6 } }, state:teleports())
    assert.same({ { 7, 7, 1 } }, state:taken())
  end)

  it("does not teleport onto debris (rule 3)", function()
    chooses([[
      +.+....
      .@.....
      +.+....
      .......
      .......
      ......*
      ....... ]], "TELEPORT 7,7", [[
      .......
      .+.+...
      .......
      .+.+...
      .......
      ......*
      ......@ ]], nil, { { 6, 7 }, { 7, 7 } })
  end)

  it("stays and loses if no teleport helps (rule 4)", function()
    local lost = [[
      .......
      .@.....
      .......
      .......
      .......
      .......
      ....... ]]
    chooses(surrounded, "STAY", lost, "Lost")
    chooses(surrounded, "STAY", lost, "Lost", { { 4, 4 }, { 1, 1 } })
  end)

  it("does not teleport if it can walk (rule 3)", function()
    chooses("@..+", "STAY", "@.+.", nil, { { 1, 3 } })
  end)
end)

describe("the games of the statement", function()
  local function played(options)
    local state = robots.new(nil, options)
    local outcome, taken = state:play()
    local twin = oracle.new(nil, options)
    assert.equal(twin:play(), outcome)
    assert.equal(tostring(twin), tostring(state))
    local left, debris, moves, row, column = state:counts()
    return { outcome, moves, row, column, debris, left }, taken
  end

  it("end as the statement says", function()
    assert.same({ "Won", 5, 14, 16, 1, 0 },
      played { robots = { { 17, 18 }, { 13, 18 }, { 8, 12 }, { 10, 12 } } })
    assert.same({ "Lost", 2, 15, 15, 1, 0 },
      played { robots = { { 17, 17 }, { 13, 17 }, { 13, 13 }, { 17, 13 } } })
    local result, taken = played {
      robots = { { 17, 18 }, { 13, 18 }, { 5, 31 } },
      teleports = { { 15, 16 }, { 16, 15 }, { 3, 7 } },
    }
    assert.same({ "Lost", 114, 1, 29, 1, 1 }, result)
    -- The first entry is skipped at first and taken later (rule 3).
    assert.same({ { 16, 15, 30 }, { 15, 16, 58 }, { 3, 7, 86 } }, taken)
  end)

  it("may be played in parts: the count of moves goes on (rule 7)", function()
    local state = robots.new(nil, {
      robots = { { 17, 18 }, { 13, 18 }, { 8, 12 }, { 10, 12 } } })
    assert.same({ nil, {} }, { state:play(3) })
    assert.equal(3, state:moves())
    assert.same({ nil, {} }, { state:play(0) })
    assert.same({ "Won", {} }, { state:play(2) })
    assert.same({ "Won", {} }, { state:play(2) })
    assert.equal(5, state:moves())
  end)
end)

describe("a big board", function()
  it("may be full of robots", function()
    local side = 200
    local row = ("+"):rep(side) .. "\n"
    local middle = ("+"):rep(99) .. "@" .. ("+"):rep(100) .. "\n"
    local map = row:rep(99) .. middle .. row:rep(100)
    local state, twin = robots.new(map), oracle.new(map)
    assert.equal(side * side - 1, (state:counts()))
    assert.same({ "STAY" }, state:actions())
    assert.equal("Lost", state:play())
    twin:step "STAY"
    assert.equal(tostring(twin), tostring(state))
    assert.same({ twin:counts() }, { table.unpack({ state:counts() }, 1, 2) })
  end)

  it("may have a hole in the crowd", function()
    local lines = {}
    for row = 1, 200 do
      local hole = row > 90 and row <= 110
      lines[row] = hole and ("+"):rep(90) .. ("."):rep(20) .. ("+"):rep(90) or ("+"):rep(200)
    end
    lines[100] = ("+"):rep(90) .. ".........@.........." .. ("+"):rep(90)
    local map = table.concat(lines, "\n")
    local state, twin = robots.new(map), oracle.new(map)
    for _ = 1, 2 do
      local choice = twin:choose()
      assert.equal(choice, state:choose())
      state:apply(choice)
      twin:command(choice)
      assert.equal(tostring(twin), tostring(state))
    end
  end)

  it("may be 1000 x 1000, or 1 x 1000, or a single cell", function()
    local state = robots.new(nil, {
      rows = 1000, columns = 1000, player = { 500, 500 },
      robots = { { 1, 1 }, { 1000, 1000 }, { 1000, 1 }, { 1, 1000 } },
    })
    assert.equal("Lost", (state:play()))
    state = robots.new(nil, { rows = 1, columns = 1000, player = { 1, 1 },
      robots = { { 1, 1000 } } })
    assert.equal("Lost", (state:play()))
    assert.equal(999, state:moves())
    assert.equal("Won", select(2, robots.new(nil, { rows = 1, columns = 1, player = { 1, 1 } })))
  end)
end)
