--- Minesweeper, the game of samples/games/mines.lua.

local frame = require "tessera.draw.frame"
local mines = require("spec.support.lua_games").mines
local picture = require "spec.support.picture"
local raised = require "spec.support.raised"
local run = require "spec.support.run"
local search = require "tessera.search"

local field = [[
  *....
  .....
  ...*.
  .....]]

describe("a hint in Minesweeper", function()
  local function hinted(map, ...)
    local state = mines.new(picture(map))
    state:apply_all { ... }
    local action, info = search.hint(state)
    return { action or false, info.why }
  end

  it("clears every level after its first action, without a guess", function()
    local count, text = 0, run.read_file "samples/games/levels/mines.txt"
    for map, first in text:gmatch "\n([.*\n]+)\n\n(dig %d+ %d+)," do
      local state = mines.new(map)
      count = count + 1
      assert.is_true(state:apply(first))
      while not state:outcome() do
        local action, info = search.hint(state)
        assert.equal("no mine can be there", info.why)
        assert.is_true(state:apply(action))
      end
      assert.equal("Cleared", state:outcome())
    end
    assert.equal(6, count)
  end)

  it("knows no more than the player: it is the same wherever the mines are that fit", function()
    local why = "no cell is safe for sure, you must guess"
    assert.same({ false, why }, hinted("*....", "dig 1 2"))
    assert.same(hinted("*....", "dig 1 2"), hinted("..*..", "dig 1 2"))
    assert.same({ false, "nothing is open yet, begin in the middle" }, hinted ".*../....")
  end)

  it("supposes a mine, and sees that none can be there", function()
    -- ?????  11 in front: one mine is below the two first, so none is below the third, ...
    -- 11211
    assert.same({ "dig 1 1", "no mine can be there" },
      hinted(".*.*./.....", "dig 2 1", "dig 2 2", "dig 2 3", "dig 2 4", "dig 2 5"))
  end)

  it("takes away a flag where no mine can be", function()
    assert.same({ "flag 1 1", "no mine can be there" }, hinted(".*.*./.....", "dig 2 1", "dig 2 2",
      "dig 2 3", "dig 2 4", "dig 2 5", "flag 1 1"))
  end)
end)

describe("Minesweeper", function()
  it("shows how many mines are around a cell that is dug", function()
    local state = mines.new(picture(field))
    assert.is_true(state:apply "dig 2 2")
    assert.is_true(state:apply "dig 2 3")
    assert.equal(picture [[
      *....
      .11..
      ...*.
      .....]], tostring(state))
  end)

  it("digs around a cell without mines around it, up to the numbers", function()
    local state = mines.new(picture(field))
    assert.is_true(state:apply "dig 4 1")
    assert.equal(picture [[
      *....
      111..
      001*.
      001..]], tostring(state))
    assert.is_nil(state:outcome())
    assert.same({ true, "Cleared" }, { (function()
      state:apply_all { "dig 1 5", "dig 2 4", "dig 2 5", "dig 3 5", "dig 4 4" }
      return state:apply "dig 4 5"
    end)() })
    assert.equal(picture [[
      *1000
      11111
      001*1
      00111]], tostring(state))
  end)

  it("ends when a mine is dug", function()
    local state = mines.new(picture(field))
    assert.same({ true, "Blown up" }, { state:apply "dig 3 4" })
    assert.equal(picture [[
      *....
      .....
      ...X.
      .....]], tostring(state))
  end)

  it("takes flags, under which nobody digs", function()
    local state = mines.new(picture(field))
    assert.equal(2, (state:apply_all { "flag 1 1", "flag 4 1" }))
    assert.equal("F....", tostring(state):match "^[^\n]*")
    assert.equal("dig 1 1: a flag is on the cell", state:why "dig 1 1")
    assert.is_true(state:apply "dig 3 1")
    assert.equal(picture [[
      F....
      111..
      001*.
      f01..]], tostring(state))
    assert.equal("flag 3 1: the cell is open already", state:why "flag 3 1")
    assert.is_true(state:apply "flag 1 1")
    assert.equal("*....", tostring(state):match "^[^\n]*")
  end)

  it("hides mines and the numbers below covered cells from the view", function()
    local state = mines.new(picture(field))
    state:apply_all { "flag 1 1", "dig 4 1" }
    local view = state:view()
    assert.equal(picture [[
      f....
      111..
      001..
      001..]], tostring(view))
    assert.equal(0, view.ground:count "mine")
    for row, column in view.cover:each { "covered", "flag" } do
      assert.equal("0", view.ground:get(row, column))
    end
    assert.equal(2, state.ground:count "mine")
    state:apply "dig 3 4"
    assert.equal(tostring(state), tostring(state:view()))
  end)

  it("is drawn as the view", function()
    local state = mines.new(picture(field))
    state:apply_all { "flag 1 1", "dig 2 2" }
    local drawn = frame.of(state)
    for i = 1, #drawn do
      for _, part in ipairs(drawn[i].parts) do
        assert.is_true(part.kind == "covered" or part.kind == "flag"
          or part.kind == (i == 7 and "1" or "0"), i .. " " .. part.kind)
      end
    end
  end)

  it("is drawn with the mine that was dug apart from the others", function()
    local state = mines.new "*.*"
    state:apply "dig 1 3"
    local drawn = frame.of(state)
    local function top(i)
      return drawn[i].parts[#drawn[i].parts].kind
    end
    assert.same({ "mine", "covered", "hit" }, { top(1), top(2), top(3) })
  end)

  it("has the same view wherever the mines are", function()
    local views = {}
    for seed = 1, 20 do
      views[tostring(mines.new(nil, { seed = seed }):view())] = true
    end
    assert.same({ [(("."):rep(9) .. "\n"):rep(9)] = true }, views)
  end)

  it("puts mines by chance into a map without any", function()
    local state = mines.new(".../...", { mines = 2, chance = { 6, 1 } })
    assert.equal("*..\n..*\n", tostring(state))
    assert.equal(10, mines.new().ground:count "mine")
    assert.equal("mines: map: there are more mines than covered cells",
      raised(mines.new, "..", { mines = 3 }))
    assert.equal("Cleared", select(2, mines.new("..", { mines = 2 })))
  end)
end)
