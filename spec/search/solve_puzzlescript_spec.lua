--- The solver in games of PuzzleScript whose walks are no regions: how few positions it
--- expands where a search breadth first expands thousands. Every line is played.

local core = require "tessera.search_core"
local puzzlescript = require "tessera.puzzlescript"

local without_shortening = 16 -- of enum solve_without

local head = [[
title Yard
OBJECTS
Background .
Black

Mark o
Yellow

Lever l
Green

Lamp a
Blue

Player p
White

Crate *
Orange

Mat m
Gray

Wall #
Brown

LEGEND
SOUNDS
COLLISIONLAYERS
Background
Mark, Lever
Lamp
Mat
Player, Crate, Wall
RULES
]]

-- A rule without the player: no regions are told.
local out = "\nlate [ Lamp ] -> [ ]"

local function yard(rules, win, rows)
  local game = assert(puzzlescript.read(head .. rules .. "\nWINCONDITIONS\n" .. win ..
    "\nLEVELS\n" .. rows))
  return game.new(1)
end

-- The solver alone expands at most so many positions.
local function assert_soon(state, most)
  local limits = { nodes = 10000, memory = 1 << 30, disk = 0 }
  local actions, info = core.solve(state, limits, nil, nil, true, false, nil, without_shortening)
  assert(actions, "no line is found")
  local copy = state:clone()
  for _, action in ipairs(actions) do
    assert(copy:apply(action))
  end
  assert.equal("Won", copy:outcome())
  assert(info.nodes <= most, ("%d positions"):format(info.nodes))
end

describe("the solver in PuzzleScript", function()
  -- The first action wins, whatever it is, a step too.
  it("sees that a step wins where the goal holds from the start", function()
    local push = "[ > Player | Crate ] -> [ > Player | > Crate ]"
    for map, win in pairs { ["p..#"] = "No Crate", ["p*.#"] = "No Mark",
      ["#p.o"] = "All Crate on Mark" } do
      assert_soon(yard(push, win, map), 1)
    end
  end)

  it("walks to the pieces that are not where they are wanted", function()
    assert_soon(yard("[ > Player | Crate ] -> [ > Player | > Crate ]" .. out,
      "All Crate on Mark", [[
############
#p........a#
#..........#
#....*....o#
#..........#
#..*......o#
#..........#
#......*..o#
############
]]), 100)
  end)

  it("brings together what both moves", function()
    assert_soon(yard([[
[ > Player | Crate ] -> [ > Player | > Crate ]
[ > Player | Mat ] -> [ > Player | > Mat ]
[ > Crate | Mat ] -> [ > Crate | Mat ] ]] .. out, "All Crate on Mat", [[
############
#p........a#
#..*....m..#
#..........#
#.....m....#
#..*.......#
#..........#
############
]]), 60)
  end)

  it("does not believe a way that says there is no hope at the start", function()
    assert_soon(yard([[
[ > Player | Crate ] -> [ > Player | > Crate ]
[ action Player Lever ] [ Crate ] -> [ action Player Lever ] [ right Crate ]
]], "All Crate on Mark", [[
############
#*.......o.#
############
#p.........#
#..........#
#....*....o#
#..........#
#.......l..#
############
]]), 100)
  end)
end)
