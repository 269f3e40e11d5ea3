--- Klotski, the game of samples/games/klotski.lua.

local klotski = require("spec.support.lua_games").klotski
local picture = require "spec.support.picture"
local search = require "tessera.search"

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
    assert.are.same({ { kind = "slid", what = "C", from = { 2, 1 }, to = { 2, 2 } } }, events)
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
    local actions, info = search.shortest(klotski.new [[
      ######
      #^AB^#
      #vCDv#
      #^<>^#
      #voov#
      #o..o#
      ##==##]])
    assert.are.equal(116, #actions)
    assert.are.equal("done", info.ended)
  end)
end)
