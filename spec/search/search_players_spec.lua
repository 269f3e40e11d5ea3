--- Specifies searches of games for two players: scores, compared with a twin, proofs, and hints
--- that hold whatever the opponent does.

local clobber = dofile "samples/games/clobber.lua"
local duels = require "spec.support.duels"
local horizontally = require "tessera.horizontally"
local oracle = require "spec.oracle.search"
local rng = require "tessera.rng"
local search = require "tessera.search"
local seeds = require "spec.support.seeds"
local tessera = require "tessera"

local graph, most = duels.graph, duels.most
local tictactoe, five, misere = duels.lines(3), duels.lines(5), duels.lines(3, true)

-- Asserts that every action of the line keeps the value of the position, to the end of the game.
local function holds(state, memory, actions, info)
  local value, copy = oracle.value(state, memory), state:clone()
  assert.same({ value, true, "done" }, { info.score, info.exact, info.ended })
  for _, action in ipairs(actions) do
    assert.is_true(copy:apply(action))
    assert.equal(value, oracle.value(copy, memory), tostring(state) .. action)
  end
  assert.is_nil(copy:turn())
end

describe("alpha-beta", function()
  it("finds the score of the twin, and a line that keeps it to the end", function()
    local scores = {}
    for seed in seeds(120, 52) do
      local state = graph.new(nil, { seed = seed })
      local actions, info = search.best(state)
      assert.equal("alpha-beta", info.method)
      holds(state, {}, actions, info)
      scores[info.score] = (scores[info.score] or 0) + 1
    end
    for score = -1, most do
      assert.is_true(seeds.often(scores[score], 1), tostring(score))
    end
  end)

  it("does so in a game in which a player can only win or lose", function()
    for seed = 1, 12 do
      local random = rng.new(seed)
      local state = horizontally.new(nil, { fields = 2, rows = 4, columns = 5 })
      for _ = 1, 2 do
        local codes = state:codes()
        state:apply(codes[1 + random:below(#codes)])
      end
      holds(state, {}, search.best(state))
    end
    for _, map in ipairs { "oxox/xoxo/ox..", "oxo/xox/oxo", ".../.../..x" } do
      local game = map:find "%.%.x" and tictactoe or clobber
      local state = game.new(map)
      holds(state, {}, search.best(state))
      holds(state, {}, search.best(state, { range = { -1, 1 } }))
    end
  end)

  it("stops at a proven win, if it knows that no score is better", function()
    local state = tictactoe.new ".xx/.../oo."
    local _, without = search.best(state)
    local actions, with = search.best(state, { range = { -1, 1 } })
    assert.same({ { "1 1" }, 2, true }, { actions, with.score, with.exact })
    assert.same({ 2, true }, { without.score, without.exact })
    assert.equal(1, with.depth)
    assert.is_true(with.nodes < 10 and without.nodes > 50, with.nodes .. " " .. without.nodes)
    -- Horizontally has a range of scores.
    local board = horizontally.new(nil, { fields = 2, rows = 4, columns = 4 })
    local line, own = search.best(board)
    assert.same({ line, own }, { search.best(board, { range = { -1, 1 } }) })
    assert.is_true(own.nodes < select(2, search.best(board, { range = { -9, 9 } })).nodes)
  end)

  it("prefers a win to any value of a position", function()
    local state = tictactoe.new ".xx/.../oo."
    local actions, info = search.best(state, { range = { -1, 1 }, value = function(position)
      return position.board:is(2, 2, "cross") and 1000 or 0
    end })
    assert.same({ { "1 1" }, 2, true }, { actions, info.score, info.exact })
  end)
end)

describe("a hint", function()
  local goals = { "cross wins", "circle wins" }

  it("forces an outcome whatever the opponent does, or says that it cannot", function()
    local forced, open = 0, 0
    for seed in seeds(60) do
      local random, state = rng.new(seed), tictactoe.new ".../.../..."
      for _ = 1, 1 + random:below(5) do
        local codes = state:codes()
        state:apply(codes[1 + random:below(#codes)])
      end
      for player, goal in ipairs(state:outcome() and {} or goals) do
        local function reached(position)
          return position:outcome() == goal
        end
        local me, memory = state:turn(), {}
        local expected = oracle.forces(state, reached, me, memory)
        for _, wanted in ipairs { goal, reached } do
          local action, info = search.hint(state, wanted, { nodes = 200000 })
          local why = info.why
          assert.is_truthy(action)
          assert.equal(expected, why == "it forces the goal, whatever the others do", why)
          assert.equal(not expected, why:find "^the goal cannot be forced; the best" ~= nil, why)
          local after = state:clone()
          after:apply(action)
          assert.equal(expected, oracle.forces(after, reached, me, memory))
        end
        forced = forced + (expected and 1 or 0)
        open = open + (expected and 0 or player == me and 1 or 0)
      end
    end
    assert.is_true(seeds.often(forced, 10, open, 10), forced .. " " .. open)
  end)

  it("says so if it does not know; without a goal it is the best line", function()
    local state = tictactoe.new ".../.../..."
    local action, info = search.hint(state, "cross wins", { nodes = 100 })
    local why = info.why
    assert.is_nil((state:why(action)))
    assert.is_truthy(why:find("^whether the goal can be forced was not found out within the "
      .. "limit of positions; the best found so far: score 0$"), why)
    action, info = search.hint(tictactoe.new "x.o/.../x.o", nil, { nodes = 200000 })
    assert.same({ "2 1", "the best there is: score 2", "done" }, { action, info.why, info.ended })
    local same = search.shortest(state, "cross wins")
    assert.equal(5, #same) -- circle helps
  end)
end)

describe("a hint in a game with a range of scores", function()
  local connect4 = dofile "samples/games/connect4.lua"

  it("says who wins in how many actions, and that every action loses", function()
    -- Red has three in a row with an empty cell beside it; then Yellow has two such cells.
    local wins = connect4.new [[
      .......
      .......
      .......
      .......
      .oo....
      .oxxx..]]
    local action, info = search.hint(wins)
    assert.same({ "drop 6", "it wins in 1 action" }, { action, info.why })
    local loses = connect4.new [[
      .......
      .......
      .......
      .......
      x......
      x.ooo.x]]
    action, info = search.hint(loses)
    assert.is_nil((loses:why(action)))
    assert.equal("every action loses, this one in 2 actions", info.why)
  end)
end)

describe("a tree search", function()
  -- In each position x is to move and has one move that does not lose at once.
  local positions = {
    ["5 8"] = [[
      ...........
      ...........
      ..x........
      .....x.....
      ..xoooo....
      ...........
      ........x..
      ...........
      ...........]],
    ["3 4"] = [[
      .o.........
      ..o........
      ...........
      ....o..x...
      .....o.x...
      .......x...
      ...........
      ....x......
      ...........]],
  }
  for action, map in pairs(positions) do
    positions[action] = map:gsub(" ", "")
  end

  it("never misses the one move that does not lose at once", function()
    for action, map in pairs(positions) do
      for seed = 1, 3 do
        local actions, info = search.best(five.new(map),
          { method = "mcts", nodes = 8000, seed = seed })
        assert.same({ action, "nodes" }, { actions[1], info.ended }, map)
      end
    end
    local actions = search.best(five.new(positions["5 8"]), { method = "mcts", nodes = 60000 })
    assert.equal("5 8", actions[1])
  end)

  it("prefers an untried action to one that is proven to lose", function()
    -- Every reply except the block loses at once: the first one that is tried is soon proven to
    -- lose.
    local state = five.new(positions["5 8"])
    for nodes = 100, 250, 10 do
      local actions = search.best(state, { method = "mcts", nodes = nodes })
      assert.equal(1, #actions, tostring(nodes))
      assert.is_nil((state:why(actions[1])))
    end
  end)

  it("proves who wins, as the twin does, and then ends", function()
    local wins, draws, open, missed = 0, 0, 0, 0
    for seed in seeds(80, 16) do
      local random, game = rng.new(seed), ({ tictactoe, clobber, misere })[1 + seed % 3]
      local state = game.new(game == clobber and "oxox/xoxo/oxo." or ".../.../...")
      for _ = 1, 1 + random:below(4) do
        local codes = state:codes()
        state:apply(codes[1 + random:below(#codes)] or 0)
      end
      local memory = {}
      local value = oracle.value(state, memory)
      local actions, info = search.best(state, { method = "mcts", nodes = 4000, seed = seed })
      if info.exact then
        holds(state, memory, actions, info)
        wins, draws = wins + (value == 0 and 0 or 1), draws + (value == 0 and 1 or 0)
      else
        assert.equal("nodes", info.ended)
        open = open + (value == 0 and 1 or 0)
        missed = missed + (value == 0 and 0 or 1)
      end
    end
    assert.is_true(seeds.often(wins, 40, draws, 5, open, 5) and missed < seeds.part(15, 3) + 1,
      ("%d %d %d %d"):format(wins, draws, open, missed))
  end)

  it("takes the end of the range of scores for a win", function()
    local state = tictactoe.new "xx./oo./..."
    local actions, info = search.best(state, { method = "mcts", nodes = 3000, range = { -1, 1 } })
    assert.same({ { "1 3" }, 2, true, 1 }, { actions, info.score, info.exact, info.nodes })
    local _, wider = search.best(state, { method = "mcts", nodes = 100, range = { -2, 2 } })
    assert.same({ false, "nodes" }, { wider.exact, wider.ended })
  end)

  it("proves nothing in games of chance, or with a `value` of the user", function()
    local dice = tessera.game {
      name = "dice", players = 2, legend = { ["."] = "empty" }, map = ".",
      fields = { thrown = { value = 0, min = 0, max = 6 } }, moves = { "throw" },
      apply = function(state)
        state.thrown = state:chance(6)
      end,
      outcome = function(state)
        return state.thrown > 0 and "thrown" or nil
      end,
      score = function(state, player)
        return state.thrown > 1 and (player == 1 and 1 or -1) or 0
      end,
    }
    local _, info = search.best(dice.new(nil, { seed = 1 }), { nodes = 500 })
    assert.same({ "mcts", false, "nodes" }, { info.method, info.exact, info.ended })
    _, info = search.best(tictactoe.new "xx./oo./...", { method = "mcts", nodes = 500,
      value = function() return 1 end })
    assert.same({ false, "nodes" }, { info.exact, info.ended })
  end)
end)
