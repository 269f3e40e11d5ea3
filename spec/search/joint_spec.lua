--- Specifies searches of games whose players act together: games whose answers can be worked out by
--- hand, and plain twins in Lua that try everything.

local rng = require "tessera.rng"
local search = require "tessera.search"
local seeds = require "spec.support.seeds"
local tessera = require "tessera"

local commons = dofile "samples/games/commons.lua"

-- A game of one step: `rows[a][b]` is what the first player wins of the second one with their
-- actions number a and b. The field `cell` counts the cells of these rows from 0.
local function matrix(moves, rows)
  local n = #moves
  local definition = { name = "matrix", players = 2, together = true, legend = { ["."] = "floor" },
    map = ".", fields = { cell = 0, left = { value = 1, timer = true } }, moves = moves,
    rules = { { moves[1] } }, ends = {} }
  for a = 2, n do
    table.insert(definition.rules, { moves[a], when = "turn = 1", add = { cell = n * (a - 1) } })
    table.insert(definition.rules, { moves[a], add = { cell = a - 1 } })
  end
  for a = 1, n do
    for b = 1, n do
      table.insert(definition.ends, { { "First wins", "Second wins" },
        ("left = 0 and turn = %d and cell = %d"):format(rows[a][b] < 0 and 2 or 1,
          n * (a - 1) + b - 1), score = math.abs(rows[a][b]) })
    end
  end
  return tessera.game(definition)
end

local pennies = matrix({ "heads", "tails" }, { { 1, -1 }, { -1, 1 } })

-- Who gives has nothing of it, and the other one has 3; who takes has 1. So whatever the other one
-- does, it is best to take: 1 or 4, against 0 or 3. Both would have more if both gave.
local dilemma = tessera.game {
  name = "dilemma", players = 2, together = true, map = "12",
  legend = { ["."] = "floor" }, groups = { prisoner = { each = "player" } },
  fields = { left = { value = 2, timer = true } },
  moves = { "give", "take", "wait" },
  rules = {
    { "give", "[ mine | theirs ] -> [ mine | theirs ]", reward = { theirs = 3 } },
    { "take", "[ mine ] -> [ mine ]", reward = 1 },
    { "wait" },
  },
  ends = { { "Over", "left = 0" } },
}

-- Both win if they meet in the same corner; nobody scores.
local meeting = tessera.game {
  name = "meeting", players = 2, together = true, map = "1../.../..2", goal = "Met",
  legend = { ["."] = "empty" }, groups = { friend = { each = "player" } },
  fields = { left = { value = 3, timer = true } },
  moves = { "<direction>", "wait" },
  rules = { { "<direction>", "[ mine | empty ] -> [ | mine ]" }, { "wait" } },
  ends = { { "Met", "[ friend1 | friend2 ]" }, { "Late", "left = 0" } },
}

local function near(expected, found, most)
  assert.is_true(math.abs(expected - found) <= most, ("%s, not %s"):format(found, expected))
end

local function fails(text, ...)
  local fine, message = pcall(...)
  assert.is_false(fine)
  assert.equal(text, (tostring(message):gsub("^.-:%d+: ", "")))
end

-- What a player has at the end of a game of one step.
local function result(game, player, first, second)
  local state = game.new()
  state:apply(first)
  state:apply(second)
  return state:score(player)
end

describe("a search for players who act together", function()
  it("mixes where every sure choice loses: matching pennies", function()
    for seed = 1, 5 do
      local actions, info = search.best(pennies.new(), { nodes = 4000, seed = seed })
      assert.truthy(actions[1] == "1: heads" or actions[1] == "1: tails")
      assert.is_nil(actions[2])
      near(0.5, info.shares["1: heads"], 0.05)
      near(0.5, info.shares["1: tails"], 0.05)
      near(0, info.mean, 0.1)
      assert.same({ 4000, 4000, "nodes", "mcts", false },
        { info.games, info.nodes, info.ended, info.method, info.exact })
    end
  end)

  it("finds what dominates, although all would have more of something else", function()
    for seed = 1, 5 do
      local actions, info = search.best(dilemma.new(), { nodes = 4000, seed = seed, length = 1 })
      assert.same({ "1: take" }, actions)
      assert.is_true(info.shares["1: take"] > 0.7)
      near(1, info.mean, 0.3)
    end
  end)

  it("does not see what has been chosen in the step", function()
    for _, method in ipairs { "mcts", "best-reply" } do
      local answers = {}
      for i, chosen in ipairs { "heads", "tails" } do
        local state = pennies.new()
        state:apply(chosen)
        local actions, info = search.best(state, { nodes = 500, method = method })
        info.memory = nil
        answers[i] = { actions, info }
        assert.equal("2: ", actions[1]:sub(1, 3))
        assert.equal(2, state:turn())
      end
      assert.same(answers[1], answers[2])
    end
  end)

  it("finds the saddle point of a matrix, where there is one", function()
    local found = 0
    for seed in seeds(400, 60) do
      local dice, rows = rng.new(seed), {}
      for a = 1, 3 do
        rows[a] = { dice:below(19) - 9, dice:below(19) - 9, dice:below(19) - 9 }
      end
      -- A cell that is alone the least of its row and the greatest of its column, by 3 at least.
      for a = 1, 3 do
        for b = 1, 3 do
          local is = true
          for k = 1, 3 do
            is = is and (k == b or rows[a][k] >= rows[a][b] + 3)
              and (k == a or rows[k][b] <= rows[a][b] - 3)
          end
          if is then
            found = found + 1
            local state = matrix({ "a1", "a2", "a3" }, rows).new()
            local actions, info = search.best(state, { nodes = 4000, seed = seed })
            assert.same({ "1: a" .. a }, actions)
            near(rows[a][b], info.mean, 2.5)
            state:apply "a1"
            assert.same({ "2: a" .. b }, (search.best(state, { nodes = 4000, seed = seed })))
          end
        end
      end
    end
    assert.is_true(seeds.often(found, 20))
  end)

  it("answers players whose choices are given with the best reply", function()
    for seed in seeds(100, 10) do
      local dice, rows, moves = rng.new(seed), {}, { "a1", "a2", "a3", "a4" }
      for a = 1, 4 do
        rows[a] = {}
        for b = 1, 4 do
          rows[a][b] = 10 * dice:below(5) + a + b - 20 -- no two of a row or a column are equal
        end
      end
      local game = matrix(moves, rows)
      for player = 1, 2 do
        local given, best, most = moves[1 + dice:below(4)], nil, nil
        for _, move in ipairs(moves) do
          local has = player == 1 and result(game, 1, move, given) or player == 2
            and result(game, 2, given, move)
          if not most or has > most then
            best, most = move, has
          end
        end
        local state = game.new()
        if player == 2 then
          state:apply(moves[1 + dice:below(4)]) -- which is not seen
        end
        local actions, info = search.best(state, { method = "best-reply", nodes = 2000,
          seed = seed, others = function(seen, who)
            assert.equal(3 - player, who)
            assert.equal(who, seen:turn())
            return who == 1 and given or seen:code(given)
          end })
        assert.same({ ("%d: %s"):format(player, best) }, actions)
        near(most, info.mean, 2)
      end
    end
  end)

  it("replies to players at random, and to greedy ones", function()
    -- The mean of a row is 1 or 4.5.
    local game = matrix({ "safe", "bold" }, { { 1, 1 }, { -3, 12 } })
    local function reply(others)
      local actions, info = search.best(game.new(), { method = "best-reply", nodes = 3000,
        others = others })
      return actions[1], info.mean
    end
    local action, mean = reply "random"
    assert.equal("1: bold", action)
    near(4.5, mean, 0.7)
    assert.equal("1: bold", (reply()))
    action, mean = reply(function() return "safe" end)
    assert.equal("1: safe", action)
    near(1, mean, 0.1)
    -- A greedy one in the dilemma takes, always.
    local _, info = search.best(dilemma.new(), { method = "best-reply", nodes = 2000,
      others = "greedy" })
    near(2, info.mean, 0.2)
  end)

  it("replies to greedy ones who see no dice", function()
    -- The second one flips if a coin falls in what he tries: one of four. Then one of four
    -- falls. If he saw how it falls, it were all of them, and the mean 1.75.
    local game = tessera.game {
      name = "coins", players = 2, together = true, map = "1.2.",
      legend = { ["."] = "floor", c = "coin" }, groups = { body = { each = "player" } },
      moves = { "take", "flip", "wait" },
      rules = {
        { "take", "[ mine ] -> [ mine ]", reward = 1 },
        { "flip", "right [ mine | floor ] -> [ mine | coin 25% or floor ]" },
        { "wait" },
      },
      after = { { "first right [ body2 | coin ] -> [ body2 | floor ]", reward = { all = 3 } } },
      ends = { { "Over", "no body" } },
    }
    local actions, info = search.best(game.new(), { method = "best-reply", others = "greedy",
      length = 1, nodes = 4000 })
    assert.equal("1: take", actions[1])
    near(1 + 3 / 16, info.mean, 0.15)
  end)

  it("looks for the goal where nobody scores", function()
    -- They are four steps apart, and three are left: each goes towards the other one.
    local actions, info = search.best(meeting.new(), { nodes = 20000 })
    assert.truthy(actions[1] == "1: right" or actions[1] == "1: down", actions[1])
    assert.is_true(info.mean > 0.3)
  end)

  it("takes what a function says a position is worth to each", function()
    local asked = {}
    local actions = search.best(pennies.new(), { nodes = 500, value = function(state, player)
      asked[player] = true
      return state.cell == 3 and 1 or 0 -- both want tails
    end })
    assert.same({ "1: tails" }, actions)
    assert.same({ true, true }, asked)
  end)

  it("holds the greatest losses", function()
    local game = tessera.game { name = "loss", players = 2, together = true, map = ".",
      legend = { ["."] = "floor" }, moves = { "lose", "wait" },
      rules = { { "lose", reward = { all = -1000000000000 } }, { "wait" } } }
    local actions, info = search.best(game.new(), { nodes = 40000, length = 10000 })
    assert.same({ 4, -1000000000000000, 1 }, { info.games, info.score, #actions })
  end)

  it("looks so many steps ahead", function()
    local function worth(length)
      local _, info = search.best(commons.new(nil, { seed = 1 }), { nodes = 400, length = length })
      return info.games
    end
    assert.same({ 400, 40, 20 }, { worth(1), worth(10), worth() })
  end)

  it("has the same answer for the same seed, and others for others", function()
    local state, seen = commons.new(nil, { seed = 5 }), {}
    for seed = 1, 4 do
      local _, info = search.best(state, { nodes = 600, seed = seed })
      local _, again = search.best(state, { nodes = 600, seed = seed, seconds = 1000 })
      assert.same(info, again)
      seen[info.mean] = true
    end
    assert.truthy(next(seen, (next(seen))))
    local actions = search.best(state, { nodes = 600, threads = 2 })
    assert.same(actions, (search.best(state, { nodes = 600, threads = 2 })))
    assert.equal("1: ", actions[1]:sub(1, 3))
  end)

  it("plays Commons harvest better than at random", function()
    local words, mine, others = { "forward", "left", "right", "zap", "wait" }, 0, 0
    for seed = 1, seeds.all and 8 or 3 do
      local state, dice = commons.new(nil, { seed = seed }), rng.new(seed)
      for _ = 1, 40 do
        for player = 1, 8 do
          state:apply(player == 1 and search.best(state, { nodes = 1600 })[1]
            or words[1 + dice:below(5)])
        end
      end
      mine = mine + state.earned[1]
      for player = 2, 8 do
        others = others + state.earned[player] / 7
      end
    end
    assert.is_true(mine >= 2 * others, ("%d, not %g"):format(mine, others))
  end)

  it("ends at its limits", function()
    local state = commons.new()
    local actions, info = search.best(state, { nodes = 0 })
    assert.same({ 0, "nodes", 0 }, { #actions, info.ended, info.nodes })
    assert.is_nil(info.games)
    for _, memory in ipairs { 0, 60000 } do
      local _, least = search.best(state, { memory = memory })
      assert.equal("memory", least.ended)
    end
    local stopped = 0
    local _, until_then = search.best(state, { progress = function()
      stopped = stopped + 1
      return stopped > 1
    end })
    assert.equal("stopped", until_then.ended)
  end)

  it("names what it is not for", function()
    local state = pennies.new()
    for _, method in ipairs { "alpha-beta", "proof-number", "nrpa", "beam", "expectimax" } do
      fails(("search.best: players act together in matrix, so %s would see what the others have "
        .. "chosen: say mcts or best-reply"):format(method), search.best, state,
        { method = method })
    end
    fails("search.best: `others` is for the method best-reply", search.best, state,
      { others = "random" })
    fails("search.best: others: expected \"random\", \"greedy\" or a function, got 'gredy' "
      .. "(did you mean 'greedy'?)", search.best, state,
      { method = "best-reply", others = "gredy" })
    fails("search.best: `range` is for two players who take turns", search.best, state,
      { range = { -1, 1 } })
    fails("search.best: threads cannot call `others`", search.best, state, { method = "best-reply",
      threads = 2, others = function() return "heads" end })
    fails("search.best: best-reply is for players who act together", search.best,
      require("spec.support.nim").new(), { method = "best-reply" })
    for got, answer in pairs { ["'fly'"] = "fly", ["'1: heads'"] = "1: heads", ["a table"] = {},
      ["'-1'"] = -1, ["a number"] = 1.5 } do
      fails("search.best: others: expected an action of player 2, got " .. got, search.best, state,
        { method = "best-reply", others = function() return answer end })
    end
    fails("oh", search.best, state, { method = "best-reply", others = function() error "oh" end })
    local endless = tessera.game { name = "endless", players = 2, together = true, map = ".",
      legend = { ["."] = "floor" }, moves = { "wait" }, rules = { { "wait" } } }
    fails("search.best: endless has no score: tell with `value` what a position is worth",
      search.best, endless.new())
  end)
end)

describe("a hint for players who act together", function()
  it("is the most promising action, and says so", function()
    local action, info = search.hint(dilemma.new(), nil, { nodes = 20000 })
    assert.equal("1: take", action)
    assert.truthy(info.why:find "^the most promising in 10,000 games$",
      info.why)
  end)

  it("leads to a goal that is asked for", function()
    local action, info = search.hint(pennies.new(), function(state)
      return state.cell == 3
    end, { nodes = 1000 })
    assert.equal("1: tails", action)
    assert.equal("the goal was reached in 50 % of its games, with others at random",
      (info.why:gsub("[45]%d", "50")))
    action, info = search.hint(meeting.new "1......../........2", "Met", { nodes = 1000 })
    assert.is_nil(action)
    assert.equal("the goal was reached in no game", info.why)
  end)

  it("has nothing to say of a game without rewards, score and end", function()
    local endless = tessera.game { name = "endless", players = 2, together = true, map = ".",
      legend = { ["."] = "floor" }, moves = { "wait" }, rules = { { "wait" } } }
    local action, info = search.hint(endless.new())
    assert.is_nil(action)
    assert.equal("the game has no score to look for", info.why)
  end)
end)
