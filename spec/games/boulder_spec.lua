--- Boulders, the game of samples/games/boulder.lua.

local boulder = require("spec.support.lua_games").boulder
local raised = require "spec.support.raised"

-- A blank is a cell of this game: only the indentation goes.
local function cave(text)
  return (text:gsub("^ +", ""):gsub("\n +", "\n")) .. "\n"
end

local function after(map, ...)
  local state = boulder.new(cave(map))
  local actions = { ... }
  assert.are.equal(#actions, (state:apply_all(actions)))
  return tostring(state), state
end

describe("Boulders", function()
  it("digs, takes gems, and leaves when all are taken", function()
    local board, state = after([[
      #######
      #@.*.E#
      #######]], "right")
    assert.are.equal(cave [[
      #######
      # @*.E#
      #######]], board)
    assert.are.same({ 0, 1 }, { state:score(), state.needed })
    assert.are.equal(3, (state:apply_all { "right", "right", "right" }))
    assert.are.equal(cave [[
      #######
      #    @#
      #######]], tostring(state))
    assert.are.same({ "Escaped", 1, 0 }, { state:outcome(), state:score(), state.needed })
  end)

  it("opens the exit for fewer gems, if it is told", function()
    local state = boulder.new(cave [[
      #####
      #@E*#
      #*..#
      #####]], { needed = 1 })
    assert.are.equal("right: the exit is closed: gems are missing", state:why "right")
    assert.are.equal(2, (state:apply_all { "down", "up" }))
    assert.are.same({ true, "Escaped" }, { state:apply "right" })
  end)

  it("lets rocks and gems fall where a cell is empty", function()
    local fell, state = after([[
      #####
      #o*@#
      # .E#
      # ###
      #.###
      #####]], "wait")
    assert.are.equal(cave [[
      #####
      # *@#
      #O.E#
      # ###
      #.###
      #####]], fell)
    state:apply "wait"
    assert.are.equal(cave [[
      #####
      # *@#
      # .E#
      #O###
      #.###
      #####]], tostring(state))
    state:apply "wait"
    assert.are.equal("#o###", tostring(state):match "[^\n]*\n[^\n]*\n[^\n]*\n([^\n]*)")
  end)

  it("lets them roll off rocks, gems and walls, to the left first", function()
    assert.are.equal(cave [[
      #######
      #@O   #
      #. o ##
      #######]], (after([[
      #######
      #@ o  #
      #. o ##
      #######]], "wait")))
    assert.are.equal(cave [[
      #######
      #@. + #
      #. *  #
      #######]], (after([[
      #######
      #@.*  #
      #. *  #
      #######]], "wait")))
    assert.are.equal(cave [[
      #######
      #@.o. #
      #. o  #
      #######]], (after([[
      #######
      #@.o. #
      #. o  #
      #######]], "wait")))
  end)

  it("moves a stone once in a tick, from the top down", function()
    assert.are.equal(cave [[
      ####
      #@o#
      #. #
      #.O#
      #. #
      ####]], (after([[
      ####
      #@o#
      #.o#
      #. #
      #. #
      ####]], "wait")))
  end)

  it("pushes one rock to a side, into an empty cell", function()
    local state = boulder.new(cave [[
      #######
      #@o oo#
      #o....#
      #######]])
    assert.are.equal("down: something is in the way", state:why "down")
    assert.is_true(state:apply "right")
    assert.are.equal(cave [[
      #######
      # @ooo#
      #o....#
      #######]], tostring(state))
    assert.are.equal("right: the rock is stuck", state:why "right")
  end)

  it("pushes no two rocks at once, and nothing up or down", function()
    local state = boulder.new(cave [[
      ######
      #.oo #
      #@...#
      #o   #
      ######]])
    state:apply "up"
    assert.are.equal(cave [[
      ######
      #@oo #
      # ...#
      #o   #
      ######]], tostring(state))
    assert.are.equal("right: the rock is stuck", state:why "right")
    state:apply "down"
    assert.are.equal("down: something is in the way", state:why "down")
    assert.are.equal("left: something is in the way", state:why "left")
  end)

  it("kills a player that something falls onto, but not one that something lies on", function()
    local board, state = after([[
      #####
      #.o.#
      #.@.#
      #...#
      #####]], "wait", "wait")
    assert.are.equal(cave [[
      #####
      #.o.#
      #.@.#
      #...#
      #####]], board)
    assert.is_nil(state:outcome())
    board, state = after([[
      #######
      #..o..#
      #.. ..#
      #E.@.*#
      #.....#
      #######]], "wait")
    assert.are.equal(cave [[
      #######
      #.. ..#
      #..O..#
      #E.@.*#
      #.....#
      #######]], board)
    assert.are.same({ true, "Dead" }, { state:apply "wait" })
    assert.are.equal(cave [[
      #######
      #.. ..#
      #.   .#
      #E   *#
      #.   .#
      #######]], tostring(state))
  end)

  it("lets flies follow what is at their left", function()
    local state = boulder.new(cave [[
      ######
      #>   #
      #  . #
      #    #
      #.@..#
      ######]])
    for _, row in ipairs { "# >  #", "#  > #", "#   >#", "#   v#" } do
      state:apply "wait"
      assert.matches(row, tostring(state), 1, true)
    end
    assert.are.equal(cave [[
      ######
      #   v#
      #  . #
      #    #
      #.@..#
      ######]], tostring(state))
  end)

  it("explodes a fly beside the player, and what is around it", function()
    local board, state = after([[
      #######
      #.*.o.#
      #.> @E#
      #.....#
      #######]], "wait")
    assert.are.equal(cave [[
      #######
      #.*.o.#
      #. >@E#
      #.....#
      #######]], board)
    assert.are.same({ true, "Dead" }, { state:apply "wait" })
    assert.are.equal(cave [[
      #######
      #.   .#
      #.   E#
      #.   .#
      #######]], tostring(state))
  end)

  it("explodes a fly that something falls onto, but no wall and no exit", function()
    local board, state = after([[
      #######
      #@..O.#
      #...<.#
      #...#E#
      #######]], "wait")
    assert.are.equal(cave [[
      #######
      #@.   #
      #..   #
      #.. #E#
      #######]], board)
    assert.is_nil(state:outcome())
  end)

  it("wants one player, until it is dead", function()
    assert.are.equal("boulder: map: expected one player (@), found 0", raised(boulder.new, "#..#"))
    assert.are.equal("boulder: map: expected one player (@), found 2", raised(boulder.new, "#@@#"))
    local _, dead = after("###\n#O#\n#@#\n###", "wait")
    assert.are.equal("Dead", dead:outcome())
    assert.is_true(boulder.load(dead:save()) == dead)
  end)
end)
