--- Specifies the automated operations of the Tower after a command, and how games end (rules 11 to
--- 20).

local play = require "spec.support.tower_play"
local picture = require "spec.support.picture"
local tower = require "tessera.tower"

local CLEARED, HOLE = "Cleared", "Death by Hole"
local BLOCK, GOAL = "Death by Block", "Death by Walking Goal"

-- Boards that are not at rest are played with a command that only lets time pass.
local function wait(before, column, after, outcome)
  return play:idled(before, "MOVETO " .. column, "the player is there already", after, outcome)
end

local function with(kind, board)
  return (board:gsub("x", kind))
end

describe("a fragile block that the player leaves", function()
  it("loses one by MOVETO, but not a block that he only passes over (rule 11)", function()
    play:carried([[
      .....
      S....
      31##G ]], "MOVETO 3", [[
      .....
      ..S..
      21##G ]])
  end)

  it("loses one by CLIMB (rule 11)", function()
    play:carried([[
      .....
      .....
      .S#.G
      .2### ]], "CLIMB RIGHT", [[
      .....
      ..S..
      ..#.G
      .1### ]])
  end)

  it("loses one by GETDOWN (rule 11)", function()
    play:carried([[
      .....
      .S...
      .2#.G ]], "GETDOWN LEFT", [[
      .....
      .....
      S1#.G ]])
  end)

  it("loses one by PULL (rule 11)", function()
    play:carried([[
      .....
      #S...
      #3##G ]], "PULL RIGHT", [[
      .....
      .#S..
      #2##G ]])
  end)

  it("is gone after the last one (rule 11)", function()
    play:carried([[
      .....
      S....
      1##.G ]], "MOVETO 2", [[
      .....
      .S...
      .##.G ]])
  end)

  it("loses nothing by PUSH (rule 11)", function()
    play:carried([[
      .....
      .S#..
      .3#.G ]], "PUSH RIGHT", [[
      .....
      .S.#.
      .3#.G ]])
  end)

  it("loses nothing by falling away under him (rule 11)", function()
    wait([[
      .S..
      .3..
      ....
      ...G ]], 2, [[
      ....
      ....
      .S..
      .3.G ]])
  end)

  it("loses one at every command, not at every automated round (rules 11, 12)", function()
    play:carried([[
      ..#...
      ......
      S.....
      3###.G ]], "MOVETO 2", [[
      ......
      ......
      .S#...
      2###.G ]])
  end)
end)

describe("the automated operations after a command", function()
  it("repeat until nothing changes (rule 12)", function()
    wait([[
      .#..
      .#..
      .#..
      .BSG ]], 3, [[
      ....
      ....
      ....
      .BSG ]])
  end)

  it("erase each kind of block that lies on a B, and leave the B (rule 13)", function()
    for kind in ("#IC123"):gmatch "." do
      wait(with(kind, [[
        ....
        .x..
        SB.G ]]), 1, [[
        ....
        ....
        SB.G ]])
    end
    wait([[
      ....
      .G..
      SB.# ]], 1, [[
      ....
      ....
      SB.# ]], GOAL)
  end)

  it("find all blocks that lie on a B before they erase any (rule 13)", function()
    wait([[
      ..#...
      .#B...
      #.B.SG ]], 5, [[
      ......
      .#....
      #.B.SG ]])
  end)

  it("let the player fall as the statement draws it (rule 14)", function()
    wait([[
      .#S#..
      .#.#..
      .#.#..
      .#.#.G ]], 3, [[
      .#.#..
      .#.#..
      .#.#..
      .#S#.G ]])
  end)

  it("let the player fall onto a block (rule 14)", function()
    wait([[
      .S..
      ....
      ....
      .#.G ]], 2, [[
      ....
      ....
      .S..
      .#.G ]])
  end)

  it("let blocks fall as the statement draws it (rule 15)", function()
    wait([[
      .###....
      #...#...
      #...#...
      #...#...
      .#.#..SG ]], 7, [[
      .#.#....
      #...#...
      #...#...
      #.#.#...
      .#.#..SG ]])
  end)

  it("let a block fall only while the three cells below are spaces (rule 15)", function()
    wait([[
      .........
      ###.#....
      .#.....SG ]], 8, [[
      .........
      ###......
      .#..#..SG ]])
  end)

  it("treat cells outside of the tower as spaces (rule 15)", function()
    wait([[
      #....#
      ......
      ..SG.. ]], 3, [[
      ......
      ......
      #.SG.# ]])
  end)

  it("let lower blocks fall first (rule 15)", function()
    wait([[
      .#...
      .#...
      .....
      ...SG ]], 4, [[
      .....
      .....
      .#...
      .#.SG ]])
  end)

  it("let the left block of a row fall first, all the way (rule 15)", function()
    wait([[
      .##....
      .......
      .......
      ....S.G ]], 5, [[
      .......
      .......
      ..#....
      .#..S.G ]])
  end)

  it("let every kind of block fall (rule 15)", function()
    for kind in ("#ICB123"):gmatch "." do
      wait(with(kind, [[
        x...
        ....
        ..SG ]]), 3, with(kind, [[
        ....
        ....
        x.SG ]]))
    end
    wait([[
      G...
      ....
      ..S. ]], 3, [[
      ....
      ....
      G.S. ]], GOAL)
  end)

  it("let a block stop in the player's cell (rule 15)", function()
    wait([[
      .#..
      ....
      .S.G ]], 2, [[
      ....
      ....
      .S.G ]], BLOCK)
  end)

  it("let a block fall through the player's cell, and he survives (rules 15, 17)", function()
    wait([[
      .#..
      .S..
      .#..
      ....
      ...G ]], 2, [[
      ....
      ....
      .S..
      .#..
      .#.G ]])
  end)
end)

describe("a game of the Tower", function()
  it("is judged before the first command (rule 16)", function()
    for map, outcome in pairs {
      [".../.S./.G."] = CLEARED,
      ["..S/..B/G##"] = HOLE,
    } do
      local state, result = tower.new(map)
      assert.equal(outcome, result)
      assert.equal(outcome, state:outcome())
      assert.is_nil(state:turn())
      assert.same({}, state:actions())
    end
  end)

  it("is judged right after a command; once it is over, nothing else runs (rule 16)", function()
    play:carried([[
      ...
      ..#
      G#S ]], "PUSH LEFT", [[
      ...
      ..#
      #.S ]], GOAL)
    play:carried([[
      ....
      S...
      1G#. ]], "MOVETO 2", [[
      ....
      .S..
      1G#. ]], CLEARED)
  end)

  it("is judged again when all has come to rest (rule 16)", function()
    play:carried([[
      .S..
      .#..
      .#..
      .#BG ]], "GETDOWN RIGHT", [[
      ....
      .#..
      .#S.
      .#BG ]], HOLE)
  end)

  it("is cleared on the goal block, wherever that is now (rule 17)", function()
    wait([[
      .S.
      ...
      .G.
      ... ]], 2, [[
      ...
      ...
      .S.
      .G. ]], CLEARED)
  end)

  it("is judged in the order A, B, C, D (rules 16, 17)", function()
    wait([[
      .S.G
      ....
      .B.. ]], 2, [[
      ....
      .S..
      .B.G ]], HOLE)
    wait([[
      .#.G
      ....
      .S.. ]], 2, [[
      ....
      ....
      .S.G ]], BLOCK)
  end)

  it("is lost when the goal block leaves its cell: pushed or pulled (rule 17)", function()
    play:carried([[
      ....
      ....
      SG.. ]], "PUSH RIGHT", [[
      ....
      ....
      S.G. ]], GOAL)
    play:carried([[
      ....
      ....
      ..SG ]], "PUSH RIGHT", [[
      ....
      ....
      ..S. ]], GOAL)
    play:carried([[
      ....
      ....
      GS.. ]], "PULL RIGHT", [[
      ....
      ....
      .GS. ]], GOAL)
  end)

  it("is given up when the commands are used up (rule 16)", function()
    local state = tower.new "..../..../S..G"
    assert.is_nil(state:outcome())
    assert.equal(1, state:turn())
  end)

  it("refuses every command after its end (rules 16, 20)", function()
    local state = tower.new ".../.S./#G."
    for _, text in ipairs { "MOVETO 1", "MOVETO 9", "PUSH LEFT", "GETDOWN RIGHT" } do
      assert.same({ nil, text .. ": the game is over (Cleared)", n = 2 },
        table.pack(state:apply(text)))
      assert.equal(text .. ": the game is over (Cleared)", state:why(text))
    end
    assert.equal(picture ".../.S./#G.", tostring(state))
    assert.equal(0, state:moves())
  end)

  it("starts as it is drawn: nothing settles before the first command (rule 18)", function()
    local map = [[
      .#..S
      .....
      ....#
      G.... ]]
    local state, outcome = tower.new(map)
    assert.is_nil(outcome)
    assert.equal(picture(map), tostring(state))
    assert.is_false(state:at_rest())
  end)

  it("lets time pass by an ignored command, if the tower is not at rest (rule 19)", function()
    local before = [[
      .#....
      ......
      ...S.G ]]
    local state = tower.new(before)
    assert.is_false(state:at_rest())
    assert.same({ "MOVETO 1", "MOVETO 2", "MOVETO 3", "MOVETO 4", "MOVETO 5" }, state:actions())
    state = wait(before, 4, [[
      ......
      ......
      .#.S.G ]])
    assert.is_true(state:at_rest())
    assert.same({ "MOVETO 1", "MOVETO 3", "MOVETO 5" }, state:actions())
    assert.equal(0, state:moves())
  end)

  it("lets time pass by any ignored command (rule 19)", function()
    play:idled([[
      .#...
      .....
      ...SG ]], "CLIMB LEFT", "no block at row 1, column 3 to climb", [[
      .....
      .....
      .#.SG ]])
  end)
end)
