--- Specifies hints that a game gives itself: the function `hint` of a definition.

local search = require "tessera.search"
local searches = require "tessera.play.searches"
local tessera = require "tessera"

-- A treasure lies below one of the stones: who sees the board sees stones alone.
local function treasure(hint)
  return tessera.game { name = "treasure", layers = { "ground", "cover" },
    legend = { ["."] = { ground = "sand", cover = "stone" },
      x = { ground = "gold", cover = "stone" }, [","] = { ground = "sand" } },
    moves = { "lift <row> <column>" }, outcomes = { "Found" }, goal = "Found",
    labels = { actions = { ["lift <row> <column>"] = "lift stone <column>" } },
    apply = function(state, _, row, column)
      if state.cover:is(row, column, "nothing") then
        return nil, "it is lifted"
      end
      state.cover:set(row, column, "nothing")
      if state.ground:is(row, column, "gold") then
        state:over "Found"
      end
    end,
    view = function(state)
      for row, column in state.cover:each "stone" do
        state.ground:set(row, column, "sand")
      end
    end, hint = hint }
end

local function hinted(game, map, goal)
  local action, info = search.hint(game.new(map), goal)
  return { action or false, info.why, info.nodes }
end

describe("the hint of a game", function()
  it("gets what the player sees, and nothing is searched", function()
    local seen
    local game = treasure(function(view, player)
      seen = tostring(view) .. player
      local row, column = view.cover:find "stone"
      return ("lift %d %d"):format(row, column), "it is the first one"
    end)
    assert.same({ "lift 1 1", "it is the first one", 0 }, hinted(game, "..x"))
    assert.equal("...\n1", seen)
    assert.equal("Hint: lift stone 1 (it is the first one)",
      (searches.hint(game.new "..x", function() end)))
  end)

  it("may know none, and need not say why", function()
    assert.same({ false, "all stones look the same", 0 }, hinted(treasure(function()
      return nil, "all stones look the same"
    end), "..x"))
    assert.same({ false, "the game knows none", 0 }, hinted(treasure(function() end), "..x"))
    assert.same({ "lift 1 2", "the game says so", 0 }, hinted(treasure(function()
      return "lift 1 2"
    end), "..x"))
  end)

  it("is not asked for another goal, nor at the end", function()
    local game = treasure(function() error "asked" end)
    assert.same({ "lift 1 3", "the first of 1 to the goal" },
      { table.unpack(hinted(game, "..x", "Found"), 1, 2) })
    local state = game.new "..x"
    state:apply "lift 1 3"
    assert.equal("the game is over (Found)", select(2, search.hint(state)).why)
  end)

  for message, hint in pairs {
    ["game 'treasure': hint: it returned an action that is not possible: lift 1 1: it is lifted"] =
      function() return "lift 1 1" end,
    ["game 'treasure': hint: expected a value of type string, got 3"] =
      function() return 3 end,
    ["game 'treasure': hint: why: expected a value of type string, got a table"] =
      function() return "lift 1 2", {} end,
    ["no stone is like that"] = function() error("no stone is like that", 0) end } do
    it("raises an error of the game: " .. message, function()
      local fine, why = pcall(search.hint, treasure(hint).new ",.x")
      assert.is_false(fine)
      assert.truthy(tostring(why):find(message, 1, true), why)
    end)
  end

  it("is a function", function()
    local fine, why = pcall(treasure, "dig")
    assert.is_false(fine)
    assert.truthy(why:find("game 'treasure': hint: expected a value of type function, got 'dig'",
      1, true), why)
  end)
end)
