--- Specifies the searches of single games: perfect play of Horizontally, clearing and scoring grids
--- of SameGame, planning in Robots.

local horizontally = require "tessera.horizontally"
local oracle = require "spec.oracle.search"
local rng = require "tessera.rng"
local robots = require "tessera.robots"
local robots_games = require "spec.support.robots_games"
local samegame = require "tessera.samegame"
local samegames = require "spec.support.samegames"
local search = require "tessera.search"
local seeds = require "spec.support.seeds"
local tessera = require "tessera"

-- Who wins an empty board. V, H: the player who places vertically (Left) or horizontally (Right),
-- whoever starts. 1, 2: the player who moves first or second. There is a text for each number of
-- rows; its first letter is for as many columns.
local winners = {
  [2] = { "2HHHHH", "11HV1", "1HHH", "1V1", "2H", "1" },
  [3] = { "22HHH", "2HHH", "111", "11", "1" },
  [4] = { "222HH", "22HH", "2HH", "11", "1" },
}

local function empty(fields, rows, columns, first)
  return horizontally.new(nil, { fields = fields, rows = rows, columns = columns, first = first })
end

-- The winner by the table, for a board and the player who starts.
local function expected(kind, first)
  if kind == "V" or kind == "H" then
    return kind == "V" and "left" or "right"
  end
  local second = first == "left" and "right" or "left"
  return kind == "1" and first or second
end

describe("perfect play of Horizontally", function()
  it("gives the winners of the table on small boards, whoever starts, also transposed", function()
    local swapped = { V = "H", H = "V", ["1"] = "1", ["2"] = "2" }
    for fields, rows in pairs(winners) do
      for r, line in ipairs(rows) do
        for i = 1, #line do
          local c, kind = r + i - 1, line:sub(i, i)
          for _, first in ipairs { "left", "right" } do
            local name = ("%d fields, %d x %d, %s first"):format(fields, r, c, first)
            assert.equal(expected(kind, first), (empty(fields, r, c, first):winner()), name)
            assert.equal(expected(swapped[kind], first), (empty(fields, c, r, first):winner()),
              name)
          end
        end
      end
    end
  end)

  it("agrees with the twin on positions of all kinds", function()
    local wins = { left = 0, right = 0 }
    for seed in seeds(400) do
      local random = rng.new(seed)
      local state = empty(1 + random:below(3), 2 + random:below(3), 2 + random:below(3),
        random:below(2) == 0 and "left" or "right")
      for _ = 1, random:below(4) do
        local codes = state:codes()
        state:apply(codes[1 + random:below(math.max(#codes, 1))] or 0)
      end
      local value = oracle.value(state, {})
      local winner, info = state:winner()
      local move = info.move
      assert.equal("done", info.ended)
      assert.equal(value > 0 and "left" or "right", winner, state:save())
      local best, how = state:best_move { perfect = true }
      assert.same({ winner, "done", info.nodes }, { how.winner, how.ended, how.nodes })
      local mover = state:turn() == 1 and "left" or state:turn() == 2 and "right"
      assert.equal(mover == winner, move ~= nil)
      if move then
        assert.equal(move, best)
        state:apply(move)
        assert.equal(value, oracle.value(state, {}))
      end
      wins[winner] = wins[winner] + 1
    end
    assert.is_true(seeds.often(wins.left, 100, wins.right, 100))
  end)

  it("has the same canonical positions as the twin", function()
    local counted, met, same = 0, {}, 0
    for seed in seeds(1500, 300) do
      local random = rng.new(seed)
      local fields = seed % 5 == 0 and 3 or 2
      local rows, columns = 4 + random:below(7), 4 + random:below(7)
      local state = empty(fields, rows, columns)
      for _ = 1, random:below(rows * columns // 2) do
        local codes, next = state:codes(), state:clone()
        next:apply(codes[1 + random:below(#codes)])
        state = next:turn() and next or state
      end
      local position, moves = oracle.position(state)
      local key = state:canonical()
      local shape = { rows, columns, fields }
      local r, c, f, _, high = ("<BBBI8I8"):unpack(key)
      assert.same(shape, { r, c, f })
      assert.equal(moves, (high >> 49 & 127) - 64, state:save())
      local board = table.concat(shape, " ") .. " "
      assert.equal(met[key] or position, position, state:save())
      assert.equal(met[board .. position] or key, key, state:save())
      same = same + (met[key] and 1 or 0)
      met[key], met[board .. position] = position, key
      counted = counted + (moves ~= 0 and 1 or 0)
    end
    assert.is_true(seeds.often(counted, 300, same, 20), counted .. " " .. same)
    assert.is_string(empty(2, 8, 14):canonical())
    assert.is_nil((empty(2, 6, 19):canonical()))
  end)

  it("names the limit that was reached, and still gives a move", function()
    local state = empty(2, 9, 9, "right")
    local winner, info = state:winner { nodes = 100 }
    assert.same({ nil, "nodes", 100, nil }, { winner, info.ended, info.nodes, info.move })
    local move, how = state:best_move { perfect = true, nodes = 100 }
    assert.same({ state:best_move(), "nodes", nil }, { move, how.ended, how.winner })
    assert.same({ state:best_move(3) }, { state:best_move { select = 3, perfect = false } })
    assert.equal(state:best_move(3), (state:best_move { select = 3, perfect = true, nodes = 0 }))
    local calls = 0
    local _, stopped = state:winner { progress = function()
      calls = calls + 1
      return true
    end }
    assert.same({ "stopped", 1 }, { stopped.ended, calls })
  end)

  it("names wrong arguments in its errors", function()
    local state = empty(2, 4, 4)
    for message, try in pairs {
      ["unknown key 'perfct' %(did you mean 'perfect'%?%)"] = function()
        state:best_move { perfct = true }
      end,
      ["perfect: expected a value of type boolean, got 1"] = function()
        state:best_move { perfect = 1 }
      end,
      ["nodes must be an integer of 0..%d+, not %-1"] = function()
        state:best_move { nodes = -1 }
      end,
      ["horizontally:best_move: select must be an integer of 0..2147483647, not '1'"] = function()
        state:best_move { select = "1" }
      end,
      ["horizontally:winner: nodes must be an integer of 0..%d+, not 1.5"] = function()
        state:winner { nodes = 1.5 }
      end,
      ["'select' %(expected one of disk memory nodes progress seconds threads%)"] = function()
        state:winner { select = 1 }
      end,
      ["robots:plan: options: expected a value of type table, got 'x'"] = function()
        robots.new("+..@"):plan(1, "x")
      end,
      ["bad argument #1 to 'plan' %(expected 0..6, got 7%)"] = function()
        robots.new("+..@"):plan(7)
      end,
      ["samegame:best: seed must be an integer of %S+, not 1.5"] = function()
        samegame.new("11"):best { seed = 1.5 }
      end,
      ["samegame:clear: unknown key 'seed'"] = function() samegame.new("11"):clear { seed = 1 } end,
    } do
      local fine, fault = pcall(try)
      assert.is_false(fine)
      assert.is_truthy(fault:find(message), fault)
      assert.is_truthy(fault:find "^spec/search/solvers_spec.lua:%d+: ", fault)
    end
  end)

  it("takes the limits of every search", function()
    local state = empty(2, 9, 9)
    for _, seconds in ipairs { 0, 0.01 } do
      local winner, info = state:winner { seconds = seconds }
      assert.same({ nil, "seconds" }, { winner, info.ended })
    end
    assert.equal("left", (empty(2, 4, 4):winner { seconds = 1e9, memory = 1 << 26 }))
    -- The limits hold before the first node, while tables are made; after 0 seconds there are
    -- fewer.
    local _, prepared = state:winner { nodes = 0 }
    assert.same({ "nodes", 0 }, { prepared.ended, prepared.nodes })
    local _, started = state:winner { seconds = 0 }
    assert.same({ "seconds", 0 }, { started.ended, started.nodes })
    assert.not_equal(prepared.memory, started.memory)
  end)
end)

local function random_grid(...)
  return (samegame.new(samegames.full(...)))
end

describe("clearing a grid of SameGame", function()
  it("is possible if the twin finds it possible", function()
    local cleared = 0
    for seed in seeds(500) do
      local random = rng.new(seed)
      local state = random_grid(random, 2 + random:below(3), 2 + random:below(3),
        2 + random:below(2))
      local length = oracle.length(state, function(position)
        return position:won()
      end)
      local actions, info = state:clear()
      assert.equal("done", info.ended)
      assert.equal(length ~= nil, actions ~= nil, tostring(state))
      if actions then
        assert.same({ #actions, "Game Won", #actions }, { state:apply_all(actions) })
        cleared = cleared + 1
      end
    end
    assert.is_true(seeds.often(cleared, 50, seeds.part(500) - cleared, 50), tostring(cleared))
  end)

  it("ends at its limits", function()
    local state = random_grid(rng.new(1), 15, 15, 5)
    local actions, info = state:clear { nodes = 1000 }
    assert.same({ nil, "nodes" }, { actions, info.ended })
  end)
end)

describe("scoring on SameGame", function()
  it("is perfect on small grids, and the moves lead to the score", function()
    local best_possible, tried = 0, 60
    for seed in seeds(tried) do
      local state = random_grid(rng.new(seed), 3, 4, 3)
      local actions, info = state:best { nodes = 20000, seed = seed }
      local most = oracle.score(state, {})
      assert.is_true(info.score <= most)
      best_possible = best_possible + (info.score == most and 1 or 0)
      state:apply_all(actions)
      assert.equal(info.score, state:score())
    end
    assert.is_true(best_possible >= 0.95 * seeds.part(tried), tostring(best_possible))
  end)

  it("is the same with the same seed and nodes, from any state", function()
    for seed = 1, 5 do
      local state = random_grid(rng.new(seed), 15, 15, 5)
      state:apply_all(state:clone():actions())
      local options = { nodes = 20000, seed = seed }
      local actions, info = state:best(options)
      assert.same({ actions, info }, { state:best(options) })
      local before = state:score()
      state:apply_all(actions)
      assert.equal(info.score, state:score())
      assert.is_true(info.score > before)
    end
  end)
end)

describe("search.best", function()
  it("uses the state's own method if there is one", function()
    local state = random_grid(rng.new(7), 9, 9, 4)
    local own = { state:best { nodes = 5000, seed = 3 } }
    assert.same({ "own", false }, { own[2].method, own[2].exact })
    assert.same(own, { search.best(state, { nodes = 5000, seed = 3 }) })
    assert.same(own, { search.best(state, { nodes = 5000, seed = 3, method = "own" }) })
    local _, other = search.best(state, { nodes = 5000, value = function() return 0 end })
    assert.equal("nrpa", other.method)
    _, other = search.best(state, { nodes = 5000, method = "beam" })
    assert.equal("beam", other.method)
  end)

  it("does not take a field of a game in Lua for such a method", function()
    local game = tessera.game { name = "bests", legend = { ["."] = "empty" }, map = ".",
      fields = { best = 0 }, moves = { "go" }, score = function(state) return state.best end,
      apply = function(state) state.best = state.best + 1 end,
      outcome = function(state) return state.best == 3 and "Over" or nil end }
    local actions, info = search.best(game.new(), { nodes = 100 })
    assert.same({ 3, 3, "nrpa" }, { #actions, info.score, info.method })
  end)
end)

describe("the planner of Robots", function()
  local function board(seed)
    local all = robots_games.places(rng.new(seed), 30)
    return (robots.new(nil, { robots = all, teleports = { { 3, 3 }, { 30, 20 } } }))
  end

  it("wins more than the strategy; a win that it announces is sure", function()
    local won, by_strategy = 0, 0
    for seed in seeds(40) do
      local start = board(seed)
      local before = start:save()
      local strategy = start:clone():play() == "Won"
      local state, sure = start:clone(), false
      while not state:outcome() do
        local action, info = state:plan()
        assert.is_true(not sure or info.wins)
        assert.is_true(info.nodes > 0 and info.ended == "done")
        sure = info.wins
        assert.is_true(state:apply(action))
      end
      assert.equal(before, start:save())
      assert.is_true(not sure or state:outcome() == "Won")
      assert.is_true(not strategy or state:outcome() == "Won")
      won = won + (state:outcome() == "Won" and 1 or 0)
      by_strategy = by_strategy + (strategy and 1 or 0)
      local action, info = state:plan()
      assert.same({ nil, state:outcome() == "Won", 0, "done" },
        { action, info.wins, info.nodes, info.ended })
    end
    assert.is_true(seeds.often(won - by_strategy, 1), won .. " to " .. by_strategy)
  end)

  it("follows the strategy if that wins", function()
    for seed in seeds(40) do
      local state = board(seed)
      if state:clone():play() == "Won" then
        assert.equal(state:choose(), (state:plan(0)))
      end
    end
    assert.is_false((pcall(board(1).plan, board(1), 7)))
  end)

  it("ends at a limit with the last plan", function()
    local state = board(3)
    local function planned(position, ...)
      local action, info = position:plan(...)
      return { action, info.wins, info.nodes, info.ended }
    end
    assert.is_true(planned(state, 6, { nodes = 100000 })[3] <= 100000)
    assert.same({ state:choose(), false, 1, "nodes" }, planned(state, 6, { nodes = 1 }))
    assert.equal("seconds", planned(state, 6, { seconds = 0 })[4])
    assert.same({ state:choose(), false, 0, "memory" }, planned(state, 6, { memory = 0 }))
    local winner = robots.new "......+/.+...@./......+/.+..+.."
    local won = planned(winner, 0)
    assert.same({ true, "done" }, { won[2], won[4] })
    assert.same({ winner:choose(), false, 1, "nodes" }, planned(winner, 0, { nodes = 1 }))
    assert.equal("stopped", planned(state, 6, { progress = function() return true end })[4])
    assert.error_matches(function()
      state:plan(6, { progress = function() error("mine", 0) end })
    end, "^mine$")
  end)
end)
