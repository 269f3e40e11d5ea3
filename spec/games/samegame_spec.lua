--- Specifies the rules of SameGame, one after the other, with pictures of the boards before and
--- after.

local picture = require "spec.support.picture"
local play = require "spec.support.samegame_play"
local samegame = require "tessera.samegame"

local WON, STUCK = "Game Won", "Game Over"

describe("SameGame: a cell", function()
  it("is named by row and column, counted from 1 at the bottom left (rule 2)", function()
    local state = samegame.new [[
      13522
      22351
      12365 ]]
    assert.equal("1", state:cell(1, 1))
    assert.equal("2", state:cell(2, 1))
    assert.equal("2", state:cell(1, 2))
    assert.equal("6", state:cell(1, 4))
    assert.equal("2", state:cell(3, 5))
  end)

  it("is counted in the current grid (rule 2)", function()
    local state = samegame.new [[
      5..
      331
      224 ]]
    assert.is_true(state:remove(1, 1))
    assert.equal(picture [[
      ...
      5.1
      334 ]], tostring(state))
    assert.is_true(state:remove(1, 1))
    assert.equal(picture [[
      ...
      .1.
      54. ]], tostring(state))
    assert.equal("1", state:cell(2, 2))
  end)
end)

describe("SameGame: a region", function()
  it("is two equal cells side by side, whichever is selected (rule 3)", function()
    play:carried("1223", "1 2", "13..", STUCK)
    play:carried("1223", "1 3", "13..", STUCK)
  end)

  it("is two equal cells, one above the other (rule 3)", function()
    play:carried([[
      13
      14
      21 ]], "2 1", [[
      .3
      .4
      21 ]], STUCK)
  end)

  it("does not extend over corners (rule 3)", function()
    play:ignored([[
      121
      214
      144 ]], "2 2", "the cell is a single 1")
    play:carried([[
      121
      214
      144 ]], "1 3", [[
      1..
      22.
      111 ]])
  end)

  it("has all cells of the value that are connected (rule 3)", function()
    play:carried([[
      111111
      122221
      121121
      121321
      122321
      111321 ]], "6 6", [[
      ......
      ..22..
      2212..
      2132..
      2132..
      2232.. ]])
  end)

  it("leaves another region of the same value alone (rule 3)", function()
    play:carried([[
      11211
      11211 ]], "1 1", [[
      211..
      211.. ]])
  end)

  it("has values 0 to 9, and 0 is a value like the others (rule 3)", function()
    play:carried("1001", "1 2", "11..")
    play:carried("00", "1 1", "..", WON)
    for value = 1, 9 do
      play:carried(("x0x/xxx"):gsub("x", tostring(value)), "1 2", ".../0..", STUCK)
    end
  end)
end)

describe("SameGame: a selection that is not permitted", function()
  local map = [[
    1....
    22...
    23455 ]]

  it("is a single cell (rule 3)", function()
    play:ignored(map, "3 1", "the cell is a single 1")
    play:ignored(map, "1 2", "the cell is a single 3")
    play:ignored(map, "1 3", "the cell is a single 4")
  end)

  it("is an empty cell, whatever is beside it (rule 3)", function()
    play:ignored(map, "3 2", "the cell is empty")
    play:ignored(map, "2 3", "the cell is empty")
    play:ignored(map, "3 5", "the cell is empty")
  end)

  it("is a cell outside of the grid, also row or column 0 (rule 3)", function()
    play:ignored(map, "4 1", "the board has no row 4")
    play:ignored(map, "0 1", "the board has no row 0")
    play:ignored(map, "1 0", "the board has no column 0")
    play:ignored(map, "1 6", "the board has no column 6")
    play:ignored(map, "0 0", "the board has no row 0")
    play:ignored(map, "99 99", "the board has no row 99")
    play:ignored(map, "-1 1", "the board has no row -1")
    play:ignored(map, "1 -2147483648", "the board has no column -2147483648")
  end)

  it("is any cell of a game that is over", function()
    play:ignored("12", "1 1", "the game is over (Game Over)")
    play:ignored("12", "5 5", "the game is over (Game Over)")
    play:ignored("..", "1 1", "the game is over (Game Won)")
  end)

  it("does not end the game (rule 3)", function()
    play:ends("1221", { "1 2", "1 1" }, WON)
    local state = samegame.new "1221"
    assert.is_nil((state:remove(1, 1)))
    assert.is_nil((state:remove(9, 9)))
    assert.is_true(state:remove(1, 2))
    assert.equal(1, state:moves())
  end)
end)

describe("SameGame: after a removal", function()
  it("the cells above drop by the number of removed cells (rule 4)", function()
    play:carried([[
      123
      451
      661
      247 ]], "2 1", [[
      ..3
      121
      451
      247 ]])
  end)

  it("each cell drops by the number of removed cells below itself (rule 4)", function()
    play:carried([[
      5.
      11
      41
      11
      32 ]], "2 1", [[
      ..
      ..
      5.
      4.
      32 ]], STUCK)
  end)

  it("an empty column closes: the columns right of it move to the left (rule 4)", function()
    play:carried([[
      2..4
      31.5
      3125 ]], "1 2", [[
      2.4.
      3.5.
      325. ]])
  end)

  it("the first and the last column close as well (rule 4)", function()
    play:carried([[
      12
      13 ]], "1 1", [[
      2.
      3. ]], STUCK)
    play:carried([[
      21
      31 ]], "1 2", [[
      2.
      3. ]], STUCK)
  end)

  it("columns side by side close at once (rule 4)", function()
    play:carried([[
      21113
      21114 ]], "2 3", [[
      23...
      24... ]])
  end)

  it("columns apart from each other close at once (rule 4)", function()
    play:carried([[
      615..
      41117 ]], "1 2", [[
      6....
      457.. ]], STUCK)
    play:carried([[
      .3...4.
      1111111 ]], "1 7", [[
      .......
      34..... ]], STUCK)
  end)

  it("nothing is removed in a chain (rule 4)", function()
    play:carried([[
      335
      123
      443 ]], "1 1", [[
      ..5
      333
      123 ]])
  end)

  it("cells that have come together can be removed next", function()
    play:ends("1221", { "1 2", "1 1" }, WON)
    play:ends("2/1/1/2", { "2 1", "1 1" }, WON)
  end)
end)

describe("SameGame: the game", function()
  it("is won when all cells are gone (rule 5)", function()
    local state = play:carried([[
      11
      11 ]], "2 2", [[
      ..
      .. ]], WON)
    assert.same({ true, false, 0 }, { state:won(), state:stuck(), state:left() })
    assert.is_nil(state:turn())
    assert.same({}, state:actions())
  end)

  it("is over when cells are left but no region", function()
    local state = play:carried("112", "1 1", "2..", STUCK)
    assert.same({ false, true, 1 }, { state:won(), state:stuck(), state:left() })
    assert.is_nil(state:turn())
    assert.same({}, state:actions())
  end)

  it("goes on while there is a region", function()
    local state = samegame.new "1122"
    assert.same({ false, false, 4 }, { state:won(), state:stuck(), state:left() })
    assert.equal(1, state:turn())
    assert.is_nil(state:outcome())
  end)

  it("may be over before it begins", function()
    assert.equal(STUCK, select(2, samegame.new "12/34"))
    assert.equal(STUCK, select(2, samegame.new "7"))
    assert.equal(WON, select(2, samegame.new "..../...."))
    assert.is_nil(select(2, samegame.new "11"))
  end)

  it("gives (n - 2)^2 points for n cells, and 1000 for the last ones", function()
    local state = samegame.new "221111333"
    assert.equal(0, state:score())
    state:remove(1, 1)
    assert.equal(0, state:score())
    state:remove(1, 1)
    assert.equal(4, state:score())
    state:remove(1, 1)
    assert.equal(4 + 1 + 1000, state:score())
    assert.equal(1005, state:score(1))
    assert.equal(3, state:moves())
  end)

  it("takes no points away when it is stuck", function()
    local state = samegame.new "11112345"
    state:remove(1, 4)
    assert.equal(STUCK, state:outcome())
    assert.equal(4, state:score())
  end)
end)

describe("SameGame: the statement's example", function()
  it("is won in five steps", function()
    local boards = {
      [[
        13522
        22351
        12355 ]],
      [[
        135..
        22351
        12355 ]],
      [[
        ..5..
        1.351
        13355 ]],
      [[
        .....
        1.51.
        1555. ]],
      [[
        .....
        1....
        11... ]],
    }
    local cells = { "3 5", "2 2", "1 2", "1 2" }
    for i, cell in ipairs(cells) do
      play:carried(boards[i], cell, boards[i + 1])
    end
    for _, cell in ipairs { "1 1", "1 2", "2 1" } do
      play:carried(boards[5], cell, ".....\n.....\n.....", WON)
    end
  end)

  it("names the cells that are in no region", function()
    local state = samegame.new "13522/22351/12355"
    for _, cell in ipairs { { 1, 1 }, { 2, 5 }, { 3, 1 }, { 3, 2 }, { 3, 3 } } do
      assert.is_nil((state:region(cell[1], cell[2])))
      assert.is_nil((state:remove(cell[1], cell[2])))
    end
    assert.same({ { 2, 1 }, { 1, 2 }, { 2, 2 } }, state:region(2, 1))
    assert.same({ { 1, 4 }, { 2, 4 }, { 1, 5 } }, state:region(1, 5))
  end)
end)
