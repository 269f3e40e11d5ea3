--- Specifies search.solve: its lines are played, its proofs are held against breadth-first search,
--- and its options, limits and errors.

local claims = require "tessera.check.claims"
local game2048 = dofile "samples/games/2048.lua"
local lua_games = require "spec.support.lua_games"
local rng = require "tessera.rng"
local samegame = require "tessera.samegame"
local search = require "tessera.search"
local searches = require "tessera.play.searches"
local seeds = require "spec.support.seeds"
local sokoban = dofile "samples/games/sokoban.lua"
local states = require "tessera.states"
local tessera = require "tessera"
local tower = require "tessera.tower"

local starts = { samegame = require "spec.conformance.samegame",
  tower = require "spec.conformance.tower" }
for _, game in ipairs(lua_games) do
  starts[game.name] = game.module.players == 1 and require("spec.conformance." .. game.name) or nil
end

-- Whether the goal is reached behind the last action. (One of a tower may be ignored, and time
-- passes.)
local function leads_to(state, actions, goal)
  local last = state:clone()
  for _, action in ipairs(actions) do
    if last:outcome() then
      return false
    end
    last:apply(action)
  end
  if type(goal) == "function" then
    return goal(last)
  end
  return last:outcome() ~= nil and (not goal or last:outcome() == goal)
end

-- The message of the error that a call raises, without its place.
local function message_of(f, ...)
  local fine, fault = pcall(f, ...)
  assert.is_false(fine)
  return (fault:gsub("^[^ ]+:%d+: ", ""))
end

local two = sokoban.new [[
#######
#@ $ .#
#  $ .#
#######]]

describe("search.solve", function()
  for name, start in pairs(starts) do
    it("finds what can be played, and proves what breadth-first search proves, in " .. name,
      function()
        local nodes = 300
        for seed in seeds(400) do
          local state = start(rng.new(seed))
          local shortest, plain = search.shortest(state, nil, { nodes = nodes })
          local actions, info = search.solve(state, { nodes = 2 * nodes })
          if not info.chance then
            assert.is_true(not actions or leads_to(state, actions, states.goal(state)))
          end
          if shortest then
            assert.is_nil(info.proven == "unsolvable" or nil, tostring(state))
          end
          if shortest and actions and info.proven == "optimal" then
            assert.equal(#shortest, #actions)
          end
          if not shortest and plain.ended == "done" and not info.chance then
            assert.is_nil(actions)
            assert.same({ "done", "unsolvable" }, { info.ended, info.proven }, tostring(state))
          end
          local best, proof = search.solve(state, { nodes = 4 * nodes, optimal = true })
          if shortest and not proof.chance then
            assert.is_true(best == nil or leads_to(state, best, states.goal(state)))
            assert.is_true(proof.proven ~= "unsolvable" and proof.lower <= #shortest)
            assert.is_true(proof.proven ~= "optimal" or #best == #shortest, tostring(state))
          end
          assert.is_true(info.nodes <= 2 * nodes and proof.nodes <= 4 * nodes)
          assert.is_true(not actions or not shortest or info.lower <= #shortest)
        end
      end)
  end

  it("reaches goals that are functions, other outcomes, or any end", function()
    local state = tower.new "..../S#.G/####"
    local function is_high(position)
      return position:player() == 3
    end
    assert.same({ "CLIMB RIGHT" }, (search.solve(state, { goal = is_high })))
    assert.is_true(leads_to(state, search.solve(state), "Cleared"))
    assert.is_true(leads_to(two, search.solve(two, { goal = function(position)
      return position:outcome() == "Solved"
    end }), "Solved"))
    local actions, info = search.solve(state, { goal = "Death by Hole" })
    assert.same({ nil, "done", "unsolvable" }, { actions, info.ended, info.proven })
    local position = lua_games.peg.new "oooo./....o/....."
    assert.is_true(leads_to(position, search.solve(position, { goal = "Stuck" }), "Stuck"))
    assert.same({}, (search.solve(two, { goal = function() return true end })))
  end)

  it("lets all players help, and takes the dice of its own", function()
    local clobber = lua_games.clobber
    local duel = clobber.new "xo/ox"
    local actions, info = search.solve(duel, { goal = "White wins" })
    local shortest = search.shortest(duel, "White wins")
    assert.equal(shortest ~= nil, actions ~= nil)
    assert.is_true(not actions or leads_to(duel, actions, "White wins"))
    assert.equal(not actions, info.proven == "unsolvable")

    local state = game2048.new "1.1./..../..../...."
    local before = state:save()
    actions, info = search.solve(state, { nodes = 50, goal = function(position)
      return position:score() > 4
    end })
    assert.is_true(info.chance and #actions > 0)
    assert.is_nil(info.proven)
    assert.equal(before, state:save())
    actions, info = search.solve(state, { nodes = 3, goal = function() return false end })
    assert.same({ nil, "nodes", nil }, { actions, info.ended, info.proven })
  end)

  it("searches small levels breadth first, if it is asked to", function()
    local actions, info = search.solve(two, { small = 1000 })
    assert.same((search.shortest(two)), actions)
    assert.same({ "breadth-first", "optimal", #actions, #actions },
      { info.method, info.proven, info.cost, info.lower })
    -- Half of the nodes are for that: with 20 of them it comes to 10, and the solver goes on.
    local _, short = search.shortest(two, nil, { nodes = 10 })
    assert.equal("nodes", short.ended)
    for _, options in ipairs { { small = 10, nodes = 5000 }, { small = 1000, nodes = 20 } } do
      local found, more = search.solve(two, options)
      assert.is_true(more.nodes >= 10 and more.nodes <= options.nodes)
      assert.is_true(more.lower >= short.depth and more.lower <= 8)
      assert.is_true(not found or leads_to(two, found, "Solved"))
    end
    local nothing, lost = search.solve(sokoban.new "#####\n#$ @#\n#  .#\n#####", { small = 100 })
    assert.same({ nil, "done", "unsolvable" }, { nothing, lost.ended, lost.proven })
    -- With one node nothing is left for the solver.
    local _, one = search.solve(two, { small = 1000, nodes = 1 })
    assert.same({ "nodes", 1 }, { one.ended, one.nodes })
  end)

  it("searches breadth first beside, unless nothing shall be", function()
    local actions, info = search.solve(two)
    assert.same({ "breadth-first", "optimal", 8, 8 }, { info.method, info.proven, #actions,
      info.lower })
    local _, none = search.solve(sokoban.new "#####\n#$ @#\n#  .#\n#####")
    assert.same({ "unsolvable", "the box at row 2, column 2 reaches no target" },
      { none.proven, none.why })
    local found, alone = search.solve(two, { small = 0 })
    assert.is_true(alone.method ~= "breadth-first" and leads_to(two, found, "Solved"))
    -- Half of the nodes are left for the solver.
    _, info = search.solve(two, { nodes = 12, goal = function() return false end })
    assert.same({ "nodes", 12 }, { info.ended, info.nodes })
    assert.is_true(info.lower > 1 and info.lower <= 8)
  end)

  it("says which kind the goal asks for is not there and cannot come", function()
    local function why(condition, map)
      local row = tessera.game { name = "row", legend = { ["."] = "empty", a = "red", b = "blue",
        x = "crossed" }, moves = { "<direction>" }, goal = "Row",
        rules = { { "<direction>", "[ red | empty ] -> [ | red ]" },
          { "<direction>", "[ red | blue ] -> [ empty | crossed ]" } },
        ends = { { "Row", condition } } }
      local _, info = search.solve(row.new(map), { nodes = 100000 })
      return info.proven, info.why, info.positions
    end
    local none = "there is no crossed, and none can come"
    assert.same({ "unsolvable", none, 1 }, { why("some crossed", "a.a") })
    assert.same({ "unsolvable", none, 1 }, { why("count crossed > 0", "a.a") })
    assert.same({ "unsolvable", none, 1 }, { why("[ red | crossed ]", "a.a") })
    assert.same({ "unsolvable", "`some crossed on blue` can never hold", 1 },
      { why("some crossed on blue", "a.a/x..") })
    assert.same({ "unsolvable", "`count crossed = 2` can never hold", 1 },
      { why("count crossed = 2", "a.b") })
    assert.equal("optimal", (why("[ red | crossed ]", "a.a.b")))
  end)

  it("goes on to a proof, and tells the line that it has if a limit ends that", function()
    local _, info = search.solve(two, { optimal = true })
    assert.same({ "optimal", 8, 8, "done" }, { info.proven, info.cost, info.lower, info.ended })
    local actions
    actions, info = search.solve(two, { optimal = true, by = "pushes" })
    assert.same({ "optimal", 4, 4 }, { info.proven, info.cost, info.lower })
    assert.is_true(leads_to(two, actions, "Solved"))
    actions, info = search.solve(two, { optimal = true, nodes = 20 })
    assert.same({ "nodes", nil }, { info.ended, info.proven })
    assert.is_true(leads_to(two, actions, "Solved") and info.lower <= 8 and info.cost == #actions)
  end)

  it("has the same answer for the same question, and keeps to its limits", function()
    local grid = samegame.new "112233441122/223344112233/334411223344/441122334411"
    for _, nodes in ipairs { 0, 1, 7, 50 } do
      local actions, info = search.solve(grid, { nodes = nodes })
      local again, same = search.solve(grid, { nodes = nodes })
      assert.same({ actions, info.nodes, info.generated, info.method, info.lower },
        { again, same.nodes, same.generated, same.method, same.lower })
      assert.is_true(info.nodes <= nodes)
      assert.is_true(actions ~= nil or info.ended == "nodes")
    end
    local _, info = search.solve(grid, { memory = 1000 })
    assert.equal("memory", info.ended)
    _, info = search.solve(grid, { goal = function() return false end, seconds = 0 })
    assert.equal("seconds", info.ended)
    local calls, left = 0, nil
    _, info = search.solve(two, { progress = function()
      calls = calls + 1
      return true
    end })
    assert.same({ "stopped", 1 }, { info.ended, calls })
    search.solve(lua_games.peg.new "..ooo../..ooo../ooooooo/ooo.ooo/ooooooo/..ooo../..ooo..", {
      nodes = 3000, progress = function(progress)
        left = progress.best
      end })
    assert.is_true(left > 0)
  end)

  it("takes a heuristic", function()
    local asked = 0
    local actions, info = search.solve(two, { heuristic = function(position)
      asked = asked + 1
      return 2 - position.things:count "box" + position.ground:count "floor"
    end })
    assert.is_true(asked > 0 and leads_to(two, actions, "Solved") and info.nodes > 0)
    local grid = samegame.new "1122/1122"
    assert.is_true(leads_to(grid, search.solve(grid, { heuristic = "own" }), "Game Won"))
    for _, returned in ipairs { -1, "5", 1.5 } do
      assert.matches("heuristic must return an integer of 0..1000000000000000",
        message_of(search.solve, two, { heuristic = function() return returned end }))
    end
  end)

  it("raises what callbacks and rules raise", function()
    local mine = { "mine" }
    local function raise()
      error(mine)
    end
    for _, name in ipairs { "goal", "heuristic", "progress" } do
      for _, small in ipairs { 0, 1 } do
        local fine, fault = pcall(search.solve, two, { [name] = raise, small = small })
        assert.same({ false, mine }, { fine, fault })
      end
    end
    local trap = tessera.game { name = "trap", legend = { ["."] = "empty" }, map = ".",
      moves = { "trap" }, apply = raise, outcomes = { "Won" }, outcome = function() end }
    assert.is_false(pcall(search.solve, trap.new()))
  end)

  it("says what is wrong with its arguments", function()
    for message, options in pairs {
      ["search.solve: by: sokoban has no counter 'pushs' (did you mean 'pushes'?)"] =
        { by = "pushs" },
      ["search.solve: by: expected a value of type string, got 3"] = { by = 3 },
      ["search.solve: optimal: expected a value of type boolean, got 1"] = { optimal = 1 },
      ["search.solve: small must be an integer of 0..9223372036854775807, not -1"] = { small = -1 },
      ["search.solve: sokoban has no outcome 'Solvd' (did you mean 'Solved'?)"] =
        { goal = "Solvd" },
      ["search.solve: unknown key 'gaol' (did you mean 'goal'?)"] = { gaol = "Solved" },
      ["search.solve: sokoban has no heuristic of its own"] = { heuristic = "own" },
      ['search.solve: heuristic: expected a function or "own", got 4'] = { heuristic = 4 },
    } do
      assert.equal(message, message_of(search.solve, two, options))
    end
    assert.equal("search.solve: by: tower has no counter 'moves' (it has none)",
      message_of(search.solve, tower.new "..../S#.G/####", { by = "moves" }))
    assert.equal("search.solve: the state must be a state of a game, not nil",
      message_of(search.solve, nil))
  end)
end)

describe("a hint", function()
  -- Behind the push the box lies at the upper wall, where no target is.
  local before, behind = "#######\n#     #\n# $  .#\n# @   #\n#######",
    "#######\n# $   #\n# @  .#\n#     #\n#######"
  local why = "the box at row 2, column 3 reaches no target"

  it("says nothing of other dice than those that fell", function()
    local dig = tessera.game {
      name = "dig", legend = { d = "dust", g = "gem", s = "sand" }, moves = { "dig" },
      rules = { { "dig", "[ dust ] -> [ gem 1% or sand ]" } },
      ends = { { "Rich", "some gem" } }, goal = "Rich",
    }
    for _, options in ipairs { {}, { optimal = true }, { small = 100 } } do
      local actions, info = search.solve(dig.new "d", options)
      assert.same({ nil, true, nil, 0 }, { actions, info.chance, info.proven, info.lower })
    end
    local action, info = search.hint(dig.new "d")
    assert.same({ nil, "with the dice of the search no way leads to the goal" },
      { action, info.why })
  end)

  it("names the actions that lose, and why", function()
    local action, info = search.hint(sokoban.new(before), nil, { nodes = 5000 })
    assert.same({ "left", "the first of 5 to the goal", { { action = "up", why = why } } },
      { action, info.why, info.losing })
    local nothing, lost = search.hint(sokoban.new(behind), nil, { nodes = 5000 })
    assert.same({ nil, "the goal cannot be reached any more: " .. why, {} },
      { nothing, lost.why, lost.losing })
  end)

  it("tells a player of the first of them", function()
    local function go_on() end
    assert.equal("Hint: left (the first of 5 to the goal); up loses: " .. why,
      (searches.hint(sokoban.new(before), go_on)))
    assert.equal("No hint: the goal cannot be reached any more: " .. why,
      (searches.hint(sokoban.new(behind), go_on)))
    local actions, told = searches.solve(sokoban.new(behind), go_on)
    assert.is_nil(actions)
    assert.matches("^Not solved: there is no solution from here %(proven with %d+ positions?%)",
      told)
  end)

  it("says nothing of actions where the goal is a function, or the rules are", function()
    local _, info = search.hint(sokoban.new(before), function(position)
      return position:outcome() == "Solved"
    end, { nodes = 5000 })
    assert.same({ "the first of 5 to the goal", {} }, { info.why, info.losing })
    _, info = search.hint(tower.new "..../S#.G/####")
    assert.same({}, info.losing)
    _, info = search.hint(samegame.new "12/21")
    assert.same({}, info.losing)
  end)

  it("comes soon in a level that is too large to be searched breadth first", function()
    local store = sokoban.new [[
#############
#@   #      #
# $$ #  ..  #
# $     ..  #
# $$ #  ..  #
#  $        #
#    #      #
#############]]
    local action, info = search.hint(store, nil, { nodes = 40000 })
    assert.matches("^the first of %d+ to the goal$", info.why)
    assert.is_true(info.nodes <= 40000 and store:apply(action))
  end)
end)

describe("a claim", function()
  local lost = sokoban.new "#######\n#$@ $.#\n#  .  #\n#######"

  it("has the reason why nothing can be solved", function()
    local text = claims.solvable(lost, nil, { nodes = 5 })
    assert.matches("^solvable: Solved cannot be reached: the box at row 2, column 2 reaches no"
      .. " target\n", text)
    assert.is_nil((claims.unsolvable(lost, nil, { nodes = 10 })))
  end)
end)
