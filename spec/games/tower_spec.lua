--- Specifies the commands of the Tower (rules 2 to 10), with pictures of the boards before and
--- after. The automated operations that follow a command are in tower_time_spec.lua.

local play = require "spec.support.tower_play"

local CLEARED, HOLE, GOAL = "Cleared", "Death by Hole", "Death by Walking Goal"

-- The board with this kind of block instead of each x.
local function with(kind, board)
  return (board:gsub("x", kind))
end

describe("MOVETO", function()
  local on_fragile = [[
    ....
    .S..
    #3#G ]]

  it("ignores a column outside of the tower; no fragile block is counted down (rule 2)", function()
    for _, column in ipairs { 0, -1, 5, -99999, 2147483647 } do
      play:ignored(on_fragile, "MOVETO " .. column, "the tower has no such column")
    end
  end)

  it("ignores the player's own column; no fragile block is counted down (rule 2)", function()
    play:ignored(on_fragile, "MOVETO 2", "the player is there already")
  end)

  it("needs a space as its target (rule 3)", function()
    play:ignored([[
      ....
      S.#.
      ###G ]], "MOVETO 3", "a block is at row 2, column 3")
    play:ignored([[
      ....
      ....
      S.#G ]], "MOVETO 3", "a block is at row 1, column 3")
  end)

  it("may pass blocks in between (rule 3)", function()
    play:carried([[
      ...
      S#.
      ##G ]], "MOVETO 3", [[
      ...
      .#S
      ##G ]], CLEARED)
  end)

  it("needs nothing below the player in row 1 (rule 4)", function()
    play:carried([[
      ......
      ......
      .G.#.S ]], "MOVETO 1", [[
      ......
      ......
      SG.#.. ]])
  end)

  it("needs a block under every column of its way above row 1 (rule 4)", function()
    play:carried([[
      .....
      S...G
      ##### ]], "MOVETO 4", [[
      .....
      ...SG
      ##### ]])
    play:ignored([[
      .....
      S...G
      ##.## ]], "MOVETO 4", "no block at row 1, column 3 under the route")
  end)

  it("needs a block under its target, too, and never goes a part of the way (rule 4)", function()
    play:ignored([[
      .S.
      .#.
      G.. ]], "MOVETO 1", "no block at row 2, column 1 under the route")
    play:ignored([[
      .....
      S...G
      ##..# ]], "MOVETO 3", "no block at row 1, column 3 under the route")
  end)

  it("needs a block under the player, too (rule 4)", function()
    play:idled([[
      .S..
      ..#.
      G.#. ]], "MOVETO 3", "no block at row 2, column 2 under the route", [[
      ....
      ..#.
      GS#. ]])
  end)

  it("passes over a B, and loses where it ends over one (rule 4)", function()
    play:carried([[
      ....
      S...
      #BG# ]], "MOVETO 3", [[
      ....
      ..S.
      #BG# ]], CLEARED)
    play:carried([[
      S.G
      #B.
      .#. ]], "MOVETO 2", [[
      .SG
      #B.
      .#. ]], HOLE)
  end)

  it("moves as the statement draws it", function()
    play:carried([[
      .....
      .#S..
      ###.G ]], "MOVETO 1", [[
      .....
      S#...
      ###.G ]])
  end)
end)

describe("CLIMB", function()
  it("moves as the statement draws it", function()
    play:carried([[
      .....
      .....
      3S#.G ]], "CLIMB LEFT", [[
      .....
      S....
      3.#.G ]])
  end)

  it("needs a row above the player (rule 5)", function()
    play:ignored([[
      S#..
      ##..
      ##.G ]], "CLIMB RIGHT", "the player is in the top row")
  end)

  it("needs a block beside him, inside the tower (rule 5)", function()
    local map = [[
      ....
      ....
      S..G ]]
    play:ignored(map, "CLIMB RIGHT", "no block at row 1, column 2 to climb")
    play:ignored(map, "CLIMB LEFT", "the tower ends at column 1")
    play:ignored([[
      ....
      ....
      G..S ]], "CLIMB RIGHT", "the tower ends at column 4")
  end)

  it("needs a space above him, and one on the diagonal (rule 5)", function()
    play:ignored([[
      ......
      .#....
      #S#..G ]], "CLIMB RIGHT", "a block at row 2, column 2 is in the way")
    play:ignored([[
      .....
      ..#..
      .S#.G ]], "CLIMB RIGHT", "a block at row 2, column 3 is in the way")
  end)

  it("climbs every kind of block (rule 5)", function()
    local before = [[
      ....
      ....
      .xSG ]]
    local after = [[
      ....
      .S..
      .x.G ]]
    for kind in ("#IC123"):gmatch "." do
      play:carried(with(kind, before), "CLIMB LEFT", with(kind, after))
    end
    play:carried(with("B", before), "CLIMB LEFT", with("B", after), HOLE)
    play:carried([[
      ....
      ....
      .GS. ]], "CLIMB LEFT", [[
      ....
      .S..
      .G.. ]], CLEARED)
  end)
end)

describe("GETDOWN", function()
  it("moves as the statement draws it", function()
    play:carried([[
      .....
      S....
      3.#.G ]], "GETDOWN RIGHT", [[
      .....
      .....
      2S#.G ]])
  end)

  it("needs a row below the player (rule 6)", function()
    play:ignored([[
      ....
      ....
      S..G ]], "GETDOWN RIGHT", "the player is in the bottom row")
  end)

  it("needs a space beside him, and one on the diagonal, in the tower (rule 6)", function()
    local map = [[
      ....
      S#..
      ##.G ]]
    play:ignored(map, "GETDOWN LEFT", "the tower ends at column 1")
    play:ignored(map, "GETDOWN RIGHT", "a block at row 2, column 2 is in the way")
    play:ignored([[
      ....
      S...
      ##.G ]], "GETDOWN RIGHT", "a block at row 1, column 2 is in the way")
  end)

  it("needs nothing that holds him where he lands: he falls (rule 6)", function()
    play:carried([[
      .S.
      .#.
      ..#
      G.# ]], "GETDOWN LEFT", [[
      ...
      .#.
      S.#
      G.# ]], CLEARED)
  end)
end)

describe("PUSH", function()
  it("moves as the statement draws it: blocks on ice", function()
    play:carried([[
      ............
      .#S#####....
      ###II.I.I..G ]], "PUSH RIGHT", [[
      ............
      .#S.####.#..
      ###II.I.I..G ]])
  end)

  it("moves as the statement draws it: a block of ice, out of the tower", function()
    play:carried([[
      .........
      ...#SI...
      G.###.### ]], "PUSH RIGHT", [[
      .........
      ...#S....
      G.###.### ]])
  end)

  it("moves as the statement draws it: a block at the edge, out of the tower", function()
    play:carried([[
      .........
      ...#...S#
      G.###.### ]], "PUSH RIGHT", [[
      .........
      ...#...S.
      G.###.### ]])
  end)

  it("needs a block beside the player, inside the tower (rule 7)", function()
    local map = [[
      .....
      .....
      S.#.G ]]
    play:ignored(map, "PUSH RIGHT", "no block at row 1, column 2 to push")
    play:ignored(map, "PUSH LEFT", "the tower ends at column 1")
  end)

  it("is ignored with a C anywhere in the run (rule 7)", function()
    play:ignored([[
      ......
      ......
      S##C.G ]], "PUSH RIGHT", "the block at column 4 is fixed")
    play:ignored([[
      ......
      ......
      G.C#S. ]], "PUSH LEFT", "the block at column 3 is fixed")
  end)

  it("is not ignored for a C behind a gap (rule 7)", function()
    play:carried([[
      .G..
      ..#.
      SB.C ]], "PUSH RIGHT", [[
      ....
      .G..
      S.BC ]], GOAL)
  end)

  it("lets the player stay, and counts no fragile block down (rule 7)", function()
    play:carried([[
      .....
      .S#..
      .1#.G ]], "PUSH RIGHT", [[
      .....
      .S.#.
      .1#.G ]])
  end)

  it("moves the far block first, and each one to the end of its way (rule 8)", function()
    play:carried([[
      ...
      .G.
      SI# ]], "PUSH RIGHT", [[
      ...
      ...
      SG. ]], GOAL)
    play:carried([[
      .......
      .......
      G...IIS ]], "PUSH LEFT", [[
      .......
      .......
      GII...S ]])
  end)

  it("moves a block one cell where there is no ice, and out at the edge (rule 9)", function()
    play:carried([[
      .....
      .....
      S##.G ]], "PUSH RIGHT", [[
      .....
      .....
      S.##G ]])
    play:carried([[
      .....
      .....
      ##S.G ]], "PUSH LEFT", [[
      .....
      .....
      #.S.G ]])
  end)

  it("lets a block on ice slide to the end of the ice, or to a block (rule 9)", function()
    play:carried([[
      .......
      S#.....
      ##II#.G ]], "PUSH RIGHT", [[
      .......
      S...#..
      ##II#.G ]])
    play:carried([[
      .......
      S#..#..
      ##III.G ]], "PUSH RIGHT", [[
      .......
      S..##..
      ##III.G ]])
  end)

  it("lets ice slide over any block, B too, and stop where there is none (rule 9)", function()
    play:carried([[
      .......
      SI.....
      ##3B.CG ]], "PUSH RIGHT", [[
      .......
      S...I..
      ##3B.CG ]])
    play:ends("....../.....G/SI...#/##B###",
      { "PUSH RIGHT", "MOVETO 4", "CLIMB RIGHT", "CLIMB RIGHT" }, CLEARED)
  end)

  it("lets only ice slide in row 1 (rule 9)", function()
    local before = [[
      ......
      ......
      Sx...G ]]
    play:carried(with("I", before), "PUSH RIGHT", [[
      ......
      ......
      S...IG ]])
    for kind in ("#B123"):gmatch "." do
      play:carried(with(kind, before), "PUSH RIGHT", with(kind, [[
        ......
        ......
        S.x..G ]]))
    end
  end)
end)

describe("PULL", function()
  it("moves as the statement draws it", function()
    play:carried([[
      ............
      ..S#####....
      ###.#.#.#..G ]], "PULL LEFT", [[
      ............
      .S#.####....
      ###.#.#.#..G ]])
  end)

  it("takes a block of any kind but C (rule 10)", function()
    local before = [[
      ....
      ....
      xS.G ]]
    for kind in ("#IB123"):gmatch "." do
      play:carried(with(kind, before), "PULL RIGHT", with(kind, [[
        ....
        ....
        .xSG ]]))
    end
    play:ignored(with("C", before), "PULL RIGHT", "the block at column 1 is fixed")
    play:ignored(with(".", before), "PULL RIGHT", "no block at row 1, column 1 to pull")
  end)

  it("needs a space for the player, inside the tower (rule 10)", function()
    play:ignored([[
      ....
      ....
      #S#G ]], "PULL RIGHT", "a block at row 1, column 3 is in the way")
    play:ignored([[
      ....
      ....
      G.#S ]], "PULL RIGHT", "the tower ends at column 4")
    play:ignored([[
      ....
      ....
      S#.G ]], "PULL RIGHT", "the tower ends at column 1")
  end)

  it("needs no floor for the player (rule 10)", function()
    play:carried([[
      #S.
      .#.
      ..G ]], "PULL RIGHT", [[
      .#.
      .#S
      ..G ]], CLEARED)
  end)

  it("does not let the block slide (rule 10)", function()
    play:carried([[
      ......
      IS....
      IIIIIG ]], "PULL RIGHT", [[
      ......
      .IS...
      IIIIIG ]])
  end)
end)
