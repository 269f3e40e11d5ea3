--- Klotski, the game of samples/games/klotski.lua.

local klotski = require("spec.support.lua_games").klotski
local picture = require "spec.support.picture"
local search = require "tessera.search"
local tessera = require "tessera"
local twin = require "spec.support.twin"

local donkey = [[
  ######
  #^AB^#
  #vCDv#
  #^<>^#
  #voov#
  #o..o#
  ##==##]]

-- The same blocks, which slide as far as they can in one move, also around a corner.
local function by_moves()
  local own = twin.definition "klotski"
  local move = own.rules[1].move
  own.name, own.labels, own.sounds = "klotski_moves", nil, nil
  own.moves = { "slide <row> <column> <direction> <1..2>",
    "turn <row> <column> <up-left|up-right|down-left|down-right>" }
  own.rules = { { own.moves[1], move = move }, { own.moves[2], move = move } }
  return tessera.game(own)
end

describe("Klotski", function()
  it("slides each block as a whole, whichever of its cells is named", function()
    local state = klotski.new [[
      ######
      #^AB.#
      #vCD.#
      #.o<>#
      #....#
      ##==##]]
    assert.are.equal(4, (state:apply_all { "slide 2 4 right", "slide 3 2 down", "slide 4 4 down",
      "slide 4 3 up" }))
    assert.are.equal(picture [[
      ######
      #..AB#
      #^oCD#
      #v...#
      #..<>#
      ##==##]], tostring(state))
    assert.are.equal(3, (state:apply_all { "slide 5 5 left", "slide 4 2 up", "slide 5 4 up" }))
    assert.are.equal(picture [[
      ######
      #^.AB#
      #voCD#
      #.<>.#
      #....#
      ##==##]], tostring(state))
  end)

  it("has blocks of the same shape beside each other", function()
    local state = klotski.new "<><>./^^.../vv.o."
    assert.are.equal(3, (state:apply_all { "slide 1 4 right", "slide 3 4 right",
      "slide 2 2 right" }))
    assert.are.equal(picture "<>.<>/^.^../v.v.o", tostring(state))
  end)

  it("says why a block does not slide", function()
    local state = klotski.new [[
      ######
      #AB^.#
      #CDv.#
      ##==##]]
    for _, action in ipairs { "slide 2 2 right", "slide 3 4 down", "slide 2 5 left",
      "slide 1 1 down", "slide 4 3 up", "slide 3 2 down" } do
      assert.are.equal(action .. ": there is no room", state:why(action))
    end
    assert.are.equal("slide 5 1 up: the board has only 4 rows", state:why "slide 5 1 up")
  end)

  it("tells of a block once, by the cell that was named", function()
    local events = {}
    klotski.new("AB./CD."):apply("slide 2 1 right", events)
    assert.are.same({ { kind = "slid", what = "C", from = { 2, 1 }, to = { 2, 2 } },
      { kind = "heard slid" } }, events)
  end)

  it("is over when the large block lies above the exit", function()
    local state = klotski.new "AB../CD../^.../v.../#==#"
    assert.are.equal(2, (state:apply_all { "slide 1 1 right", "slide 2 2 down" }))
    assert.is_nil(state:outcome())
    assert.are.same({ true, "Out" }, { state:apply "slide 3 3 down" })
    assert.are.equal("Out", select(2, klotski.new "AB/CD/=="))
    assert.is_nil(select(2, klotski.new "AB/CD/=#"))
  end)

  it("takes 116 steps from the classic start", function()
    local actions, info = search.shortest(klotski.new(donkey))
    assert.are.equal(116, #actions)
    assert.are.equal("done", info.ended)
  end)

  it("takes 81 moves, if a block slides as far as it can in one", function()
    local game = by_moves()
    local state = game.new "o../.#./AB./CD."
    assert.is_nil((state:apply "turn 1 1 down-right")) -- a wall is in both ways
    assert.are.equal(1, (state:apply_all { "slide 1 1 right 2", "turn 1 3 down-left" }))
    assert.are.equal(picture "..o/.#./AB./CD.", tostring(state))
    state = game.new "AB../CD../...."
    assert.is_nil((state:apply "slide 1 1 down 2"))
    assert.are.equal(2, (state:apply_all { "slide 2 2 right 2", "turn 1 3 down-left" }))
    assert.are.equal(picture "..../.AB./.CD.", tostring(state))
    local actions, info = search.shortest(game.new(donkey))
    assert.are.equal(81, #actions)
    assert.are.equal("done", info.ended)
  end)
end)
