--- Specifies what searches for two players prove. Each is compared with a twin that judges all
--- positions. A proven line ends with the game, and each of its actions is a best one.

local clobber = dofile "samples/games/clobber.lua"
local connect4 = dofile "samples/games/connect4.lua"
local core = require "tessera.search_core"
local duels = require "spec.support.duels"
local horizontally = require "tessera.horizontally"
local limits = require "tessera.base.search_limits"
local oracle = require "spec.oracle.search"
local othello = dofile "samples/games/othello.lua"
local rng = require "tessera.rng"
local search = require "tessera.search"
local seeds = require "spec.support.seeds"

local tictactoe, misere = duels.lines(3), duels.lines(3, true)

-- A position of some game for each seed; in a third of them positions may be reached by ways of
-- different lengths, in another third they may repeat.
local function drawn(seed)
  return (({ duels.graph, duels.leaps, duels.loops })[1 + seed % 3].new(nil, { seed = seed }))
end

local boards = {
  function() return tictactoe.new ".../.../...", 2 end,
  function() return misere.new ".../.../...", 2 end,
  function() return clobber.new "oxox/xoxo/oxo.", 1 end,
  function() return horizontally.new(nil, { fields = 2, rows = 3, columns = 5 }), 1 end,
  function() return connect4.new "..../..../..../....", 7 end,
  function() return othello.new "..../.ox./.xo./....", 6 end,
}

-- A position of one of the boards after some random actions.
local function played(seed)
  local random = rng.new(seed)
  local state, least = boards[1 + seed % #boards]()
  for _ = 1, least + random:below(4) do
    local codes = state:codes()
    if codes[1] then
      state:apply(codes[1 + random:below(#codes)])
    end
  end
  return state
end

-- Asserts that every action is a best one, and that the game ends after them with the score.
local function holds(state, bounds, actions, info)
  local copy, score = state:clone(), info.score
  local first = bounds[copy:key()]
  assert.same({ score, score, "done" }, { first.low, first.high, info.ended }, tostring(state))
  for _, action in ipairs(actions) do
    assert.is_true(copy:apply(action))
    local of = bounds[copy:key()]
    assert.same({ score, score }, { of.low, of.high }, tostring(state) .. action)
  end
  assert.is_nil(copy:turn())
  assert.equal(score, copy:score(1) - copy:score(2))
end

-- Asserts that an exact answer of alpha-beta holds, and returns whether it is exact.
local function checked(state, bounds, options)
  options.method = "alpha-beta"
  local actions, info = search.best(state, options)
  if info.exact then
    holds(state, bounds, actions, info)
  end
  return info.exact, info
end

describe("alpha-beta", function()
  it("proves what can be proven, with a line of best actions to the end", function()
    local repeated, open = 0, 0
    for seed in seeds(240, 40) do
      local state = drawn(seed)
      local bounds = oracle.bounds(state)
      local exact = checked(state, bounds, { length = 40, nodes = 20000 })
      if state:game() == "loops" then
        repeated, open = repeated + (exact and 1 or 0), open + (exact and 0 or 1)
      else
        assert.is_true(exact, "seed " .. seed)
      end
    end
    assert.is_true(seeds.often(repeated, 10, open, 10), repeated .. " " .. open)
  end)

  it("does so in real games, draws among them", function()
    local scores = {}
    for seed in seeds(120) do
      local state = played(seed)
      local exact, info = checked(state, oracle.bounds(state), {})
      assert.is_true(exact, tostring(state))
      scores[info.score] = (scores[info.score] or 0) + 1
    end
    assert.is_true(seeds.often(scores[-2], 1, scores[0], 1, scores[2], 1))
  end)

  it("does so with little memory, when its table forgets what it has proven", function()
    local forgot, proven, ended = 0, 0, 0
    for seed in seeds(72) do
      local state = seed % 2 == 0 and drawn(seed) or played(seed)
      local bounds = oracle.bounds(state)
      local _, ample = checked(state, bounds, { length = 24, nodes = 60000 })
      for memory = 19000, 44000, 5000 do
        local exact, info = checked(state, bounds,
          { length = 24, nodes = 60000, memory = memory })
        forgot = forgot + (exact and info.nodes > ample.nodes and 1 or 0)
        proven = proven + (exact and 1 or 0)
        ended = ended + (info.ended == "memory" and 1 or 0)
      end
    end
    assert.is_true(seeds.often(forgot, 30, proven, 150, ended, 5),
      forgot .. " " .. proven .. " " .. ended)
  end)

  it("keeps the limit of nodes while it completes a line", function()
    local state = clobber.new "oxox/xoxo/oxo."
    local bounds, cut = oracle.bounds(state), 0
    local options = { length = 24, memory = 30000 }
    local _, all = checked(state, bounds, options)
    assert.is_true(all.exact)
    for nodes = 100, all.nodes, 97 do
      options.nodes = nodes
      local exact, info = checked(state, bounds, options)
      assert.is_true(info.nodes <= nodes)
      assert.equal(exact and "done" or "nodes", info.ended)
      -- Proven, but the line is not complete.
      cut = cut + (not exact and info.depth == all.depth and 1 or 0)
    end
    assert.is_true(cut > 0)
  end)

  it("else returns the line of the deepest complete iteration", function()
    for seed in seeds(100) do
      local state, memory = duels.graph.new(nil, { seed = seed }), {}
      local depth = 1 + seed % 6
      local actions, info = search.best(state, { length = depth })
      local value = oracle.ahead(state, depth, memory)
      assert.same({ value, false, depth, depth, "done" },
        { info.score, info.exact, info.depth, #actions, info.ended })
      local copy = state:clone()
      for left = depth, 1, -1 do
        local _, after = oracle.ahead(copy, left, memory)
        local code = copy:code(actions[depth - left + 1])
        assert.equal(value, after[code])
        assert.is_true(copy:apply(code))
      end
    end
  end)
end)

describe("a goal that is to be forced", function()
  it("is reached by the line, or missed by it at the end of the game", function()
    local reached, missed = 0, 0
    for seed in seeds(150) do
      local state, cells = played(seed * 6), {}
      local me, goal = state:turn(), 1 + seed % 3
      local function is_goal(position)
        return position:outcome() == ({ "cross wins", "circle wins", "draw" })[goal]
      end
      for memory = 70000, me and 90000 or 0, 5000 do
        local actions, info = core.force(state, limits.full { memory = memory }, is_goal)
        local forced = oracle.forces(state, is_goal, me, cells)
        if info.ended == "done" then
          assert.equal(forced, info.forced)
          local copy = state:clone()
          for _, action in ipairs(actions) do
            assert.is_true(copy:apply(action))
            assert.equal(forced, oracle.forces(copy, is_goal, me, cells))
          end
          assert.is_nil(copy:turn())
          assert.equal(forced, is_goal(copy))
          reached, missed = reached + (forced and 1 or 0), missed + (forced and 0 or 1)
        end
      end
    end
    assert.is_true(seeds.often(reached, 40, missed, 40), reached .. " " .. missed)
  end)
end)

describe("a tree search", function()
  local function sign(number)
    return number > 0 and 1 or number < 0 and -1 or 0
  end

  -- Asserts that an exact answer tells who wins, and the score where neither does, by a line on
  -- which that never changes; returns whether it is exact.
  local function proves(state, options)
    options.method = "mcts"
    local bounds = oracle.bounds(state)
    local actions, info = search.best(state, options)
    if not info.exact then
      assert.equal("nodes", info.ended)
      return false, info
    end
    local copy, who = state:clone(), sign(info.score)
    for i = 0, #actions do
      assert.is_true(i == 0 or copy:apply(actions[i]))
      local of = bounds[copy:key()]
      if who == 0 or options.range then
        assert.same({ info.score, info.score }, { of.low, of.high }, tostring(state))
      else
        assert.is_true(who > 0 and of.low > 0 or who < 0 and of.high < 0, tostring(state))
      end
    end
    assert.is_nil(copy:turn())
    assert.same({ info.score, "done" }, { copy:score(1) - copy:score(2), info.ended })
    return true, info
  end

  it("proves wins, losses and draws of small games, and then ends", function()
    local scores = { [-1] = 0, [0] = 0, [1] = 0 }
    for seed in seeds(120) do
      local state = played(seed)
      local exact, info = proves(state, { nodes = 150000, seed = seed })
      assert.is_true(exact, tostring(state))
      scores[sign(info.score)] = scores[sign(info.score)] + 1
    end
    assert.is_true(seeds.often(scores[-1], 20, scores[0], 20, scores[1], 20))
  end)

  it("claims nothing that is not true, also where positions repeat", function()
    local proven, open = 0, 0
    for seed in seeds(150) do
      local exact = proves(drawn(seed), { nodes = 1500, seed = seed })
      proven, open = proven + (exact and 1 or 0), open + (exact and 0 or 1)
    end
    assert.is_true(seeds.often(proven, 20, open, 20), proven .. " " .. open)
  end)

  it("proves the score where no result is at the end of the range", function()
    local proven = 0
    for n in seeds(80) do
      local seed = 3 * n
      local random, state = rng.new(seed), duels.leaps.new(nil, { seed = seed })
      for _ = 1, 3 do
        local codes = state:codes()
        state:apply(codes[1 + random:below(#codes)])
      end
      local exact = proves(state, { nodes = 30000, range = { -9, 9 } })
      proven = proven + (exact and 1 or 0)
    end
    assert.is_true(seeds.often(proven, 20), tostring(proven))
  end)

  it("takes a proven draw rather than what loses more often than not", function()
    -- Circle must block, and has a draw then; all else loses.
    local state = tictactoe.new "x../.o./..."
    state:apply "1 2"
    for seed = 1, 20 do
      for nodes = 150, 1500, 150 do
        local actions, info = search.best(state, { method = "mcts", nodes = nodes, seed = seed })
        assert.equal("1 3", actions[1])
        assert.is_true(info.exact and info.score == 0 or info.ended == "nodes")
      end
    end
  end)
end)
