--- Specifies tessera.play.reach: where a tap sends the piece that moves, and what a drag plays.

local puzzlescript = require "tessera.puzzlescript"
local reach = require "tessera.play.reach"
local tessera = require "tessera"

local function sample(name, map)
  local module = dofile("samples/games/" .. name .. ".lua")
  return module.new(map), { game = name, module = module, controls = {} }
end

local function tap(name, map, row, column)
  local way = reach.tap((sample(name, map)), row, column)
  return way and table.concat(way, " ")
end

local function drag(name, map, from, to)
  local state, playable = sample(name, map)
  local action, at = reach.drag(state, playable, from, to)
  return action, at and table.concat(at, ",")
end

describe("a tap", function()
  local yard = "#######\n#@ #  #\n#  $ .#\n#     #\n#######"

  it("sends the piece that moves by the shortest way that pushes nothing", function()
    assert.equal("right", tap("sokoban", yard, 2, 3))
    assert.equal("down down right right right up up", tap("sokoban", yard, 2, 5))
  end)

  it("beside the piece is one step, whatever that does", function()
    assert.equal("right", tap("sokoban", "#####\n#@$.#\n#####", 2, 3))
    assert.equal("right", tap("sokoban", "######\n#@$ .#\n#    #\n######", 2, 3))
  end)

  it("where no way leads plays nothing", function()
    assert.equal("", tap("sokoban", "######\n#@ # #\n#  #$#\n#  #.#\n######", 2, 5))
    assert.equal("", tap("sokoban", yard, 3, 4)) -- the box, which is not beside the piece
    assert.equal("", tap("sokoban", yard, 1, 1))
  end)

  it("moves what lies in the cell, if it can in one way alone", function()
    -- 1 2 3    8 slides to the right, 5 down
    -- 4 5 6
    -- 7 8 .
    local map = "1235/4678/9abc/de.f"
    assert.equal("right", tap("fifteen", map, 4, 2))
    assert.equal("down", tap("fifteen", map, 3, 3))
    assert.is_nil(tap("fifteen", map, 1, 1))
    assert.is_nil(tap("2048", "1.../..../..../..1.", 1, 1)) -- another tile would come
  end)

  it("means nothing where the game shows only what is seen, or is over", function()
    local dark = tessera.game { name = "dark", legend = { ["@"] = "you", ["."] = "floor" },
      moves = { "<direction>" }, view = function() end,
      rules = { { "<direction>", "[ you | floor ] -> [ floor | you ]" } } }
    assert.is_nil(reach.tap(dark.new "@..", 1, 3))
    assert.is_nil(tap("sokoban", "#####\n# @*#\n#####", 2, 2))
  end)

  it("sends the player of a game in PuzzleScript, whatever it is called on its way", function()
    -- # . . . #    the crate is pushed from beside it alone; what lies on the way is not picked up
    -- # * h g #
    local function way(state, row, column)
      local found = reach.tap(state, row, column)
      return found and table.concat(found, " ")
    end
    local game = puzzlescript.read(table.concat({ "title Walk", "", "=====", "OBJECTS", "=====", "",
      "Background", "black", "", "Wall", "grey", "", "East", "white", "", "West", "blue", "",
      "Crate", "brown", "", "Gem", "red", "", "=====", "LEGEND", "=====", "", ". = Background",
      "# = Wall",
      "Player = East or West", "P = East", "* = Crate", "G = Gem", "=====", "SOUNDS", "=====", "",
      "=====", "COLLISIONLAYERS", "=====", "", "Background", "Gem", "Player, Wall, Crate", "",
      "=====", "RULES", "=====", "", "[ > Player | Crate ] -> [ > Player | > Crate ]",
      "[ left East ] -> [ left West ]", "[ right West ] -> [ right East ]",
      "late [ Player Gem ] -> [ Player ]",
      "=====", "WINCONDITIONS", "=====", "", "=====", "LEVELS", "=====", "", "#######", "#.....#",
      "#.*P.G#", "#.###.#", "#.....#", "#######", "" }, "\n"))
    local state = game.new(1)
    assert.equal("up left left down", way(state, 3, 2))
    assert.equal("left", way(state, 3, 3))
    assert.equal("up right right", way(state, 2, 6))
    assert.equal("", way(state, 3, 6)) -- the gem is no longer there then
    assert.equal("right", way(state, 3, 5))
    assert.equal("up left left down down down", way(state, 5, 2))
  end)

  it("goes on hexagons as well", function()
    assert.equal("up-right right", tap("hexoban", table.concat({ "~ ~ ~ # # # #",
      " ~ ~ # . . . #", "  ~ # . . . . #", "   # @ # . . # #", "    # # $ . . # ~",
      "     # . o . # ~ ~", "      # # # # ~ ~ ~" }, "\n"), 3, 4))
  end)
end)

describe("a drag", function()
  it("plays what brings the piece nearest", function()
    -- A A . . B    A can be dragged by either of its cells, as far as B lets it
    -- X X . . B
    local map = "AA..B/XX..B/.....\n"
    assert.same({ "A right", "1,2" }, { drag("rush", map, { 1, 1 }, { 1, 2 }) })
    assert.same({ "A right 2", "1,4" }, { drag("rush", map, { 1, 2 }, { 1, 4 }) })
    assert.same({ "A right 2", "1,4" }, { drag("rush", map, { 1, 2 }, { 1, 5 }) })
    assert.same({ "B down", "3,5" }, { drag("rush", map, { 2, 5 }, { 3, 4 }) })
  end)

  it("plays nothing where nothing brings it nearer", function()
    local map = "AA..B/XX..B/.....\n"
    assert.is_nil(drag("rush", map, { 1, 1 }, { 2, 1 }))
    assert.is_nil(drag("rush", map, { 1, 3 }, { 1, 4 }))
  end)

  it("lets a peg jump", function()
    local map = "##...##/##.o.##/..ooo../...o.../...o.../##...##/##...##"
    assert.same({ "3 4 up", "1,4" }, { drag("peg", map, { 3, 4 }, { 1, 4 }) })
  end)
end)
