--- Specifies tessera.search for every game, compared with twins that use the protocol alone.

local clobber = dofile "samples/games/clobber.lua"
local games = require "spec.support.games"
local horizontally = require "tessera.horizontally"
local lua_games = require "spec.support.lua_games"
local maps = require "tessera.base.maps"
local oracle = require "spec.oracle.search"
local rng = require "tessera.rng"
local run = require "spec.support.run"
local samegame = require "tessera.samegame"
local samegames = require "spec.support.samegames"
local search = require "tessera.search"
local robots = require "tessera.robots"
local core = require "tessera.search_core"
local seeds = require "spec.support.seeds"
local states = require "tessera.states"
local sokoban = dofile "samples/games/sokoban.lua"
local tower = require "tessera.tower"
local tessera = require "tessera"

local starts = {}
for _, name in ipairs(games) do
  starts[name] = require("spec.conformance." .. name)
end
for _, game in ipairs(lua_games) do -- no search plays for those who act together
  starts[game.name] = not maps.about(game.module).together
    and require("spec.conformance." .. game.name) or nil
end

local function over(state)
  return state:outcome() ~= nil
end

-- Without seconds, so that a slow machine finds the same.
local function hinted(state, goal, options)
  local action, info = search.hint(state, goal, options or { nodes = 200000 })
  return action, info.why
end

-- A tower of one or two floors with a few things in it.
local function small_tower(random)
  local cells = {}
  for i = 1, 12 do
    local n = 1 + random:below(8)
    cells[i] = ("...#IB1."):sub(n, n)
  end
  cells[1 + random:below(6)], cells[7 + random:below(6)] = "S", "G"
  local map = table.concat(cells)
  return (tower.new(map:sub(1, 6) .. "\n" .. map:sub(7) .. "\n######"))
end

local function small_samegame(...)
  return (samegame.new(samegames.full(...)))
end

-- A small tower or grid, its goal, and the report of the twin.
local function puzzle(seed)
  local state = seed % 2 == 0 and small_tower(rng.new(seed))
    or small_samegame(rng.new(seed), 3, 3, 2)
  local goal = seed % 2 == 0 and "Cleared" or "Game Won"
  return state, goal, oracle.report(state, function(position)
    return position:outcome() == goal
  end)
end

for name, start in pairs(starts) do
  describe("searches over " .. name, function()
    it("count positions like the twin", function()
      for seed = 1, 12 do
        local state = start(rng.new(seed))
        local before = state:save()
        local counts, info = search.walk(state, 2, { nodes = 5000 })
        if search.traits(state).chance then
          assert.equal("done", info.ended) -- the search throws its own dice
        elseif info.ended == "done" then
          assert.are.same(oracle.walk(state, 2), counts)
        else
          assert.are.equal("nodes", info.ended)
        end
        assert.are.equal(before, state:save())
      end
    end)

    it("give the same answer every time, in actions that the rules carry out", function()
      for seed = 1, seeds.all and 6 or 2 do
        local state = start(rng.new(seed))
        local options = { nodes = 1000, seed = seed, length = 30 }
        options.value = not states.is_scored(state) and function(position)
          return #position:actions()
        end or nil
        local actions, info = search.best(state, options)
        assert.are.same({ actions, info }, { search.best(state, options) })
        assert.is_true(info.nodes <= 1000)
        local action = actions[1]
        assert.are.equal(#state:actions() > 0, action ~= nil)
        local offered = {}
        for _, text in ipairs(state:actions()) do
          offered[text] = true
        end
        assert.is_true(not action or offered[action])
      end
    end)
  end)
end

describe("a function that search has not", function()
  it("is an error with what may be meant", function()
    assert.matches("^spec/search/search_spec.lua:%d+: search has no function 'shortset' %(did you "
      .. "mean 'shortest'%?%)$", select(2, pcall(function() return search.shortset end)))
    assert.matches("search has no function 'fly'$", select(2, pcall(function()
      return search.fly
    end)))
  end)
end)

describe("walk", function()
  it("counts the positions that are first reached after 0, 1, 2 ... actions", function()
    local state = sokoban.new("#####\n#@$.#\n#   #\n#####")
    assert.are.same({ 1, 2, 1, 1 }, { table.unpack((search.walk(state, 30)), 1, 4) })
    local counts, info = search.walk(samegame.new "11/22", 3)
    assert.are.same({ 1, 2, 1, 0 }, counts)
    assert.are.equal("done", info.ended)
  end)

  it("gives only depths that are complete when a limit is reached", function()
    local state = samegame.new "1122/2211/1122/2211"
    local all = search.walk(state, 5)
    local short = 0
    for nodes = 0, 60 do
      local counts, info = search.walk(state, 5, { nodes = nodes })
      assert.equal("nodes", info.ended)
      assert.is_true(info.nodes <= nodes)
      assert.same({ table.unpack(all, 1, #counts) }, counts)
      short = short + (#counts == 2 and 1 or 0)
    end
    assert.is_true(short > 5 and short < 60, tostring(short))
    local counts, info = search.walk(state, 5, { memory = 0 })
    assert.same({ { 1 }, "memory", 0 }, { counts, info.ended, info.memory })
  end)
end)

describe("the shortest list of actions", function()
  it("is as short as the twin's; the twin also finds none if there is none", function()
    local found, none = 0, 0
    for seed in seeds(1000) do
      local state = small_tower(rng.new(seed))
      local function cleared(position)
        return position:outcome() == "Cleared"
      end
      local length = oracle.length(state, cleared)
      local actions, info = search.shortest(state, "Cleared")
      assert.are.equal("done", info.ended)
      assert.are.equal(length, actions and #actions, tostring(state))
      assert.are.same(actions, (search.shortest(state, cleared)))
      local informed = search.shortest(state, cleared, {
        heuristic = function(position)
          return position:outcome() and 0 or 1
        end,
      })
      assert.are.equal(length, informed and #informed)
      if actions then
        local copy = state:clone()
        copy:apply_all(actions)
        assert.is_true(cleared(copy))
      end
      found, none = found + (actions and 1 or 0), none + (actions and 0 or 1)
    end
    assert.is_true(seeds.often(found, 150, none, 150), found .. " found")
  end)

  it("is empty if the goal is reached already", function()
    local actions, info = search.shortest(tower.new("..../S..G/####"), function()
      return true
    end)
    assert.are.same({}, actions)
    assert.are.equal("done", info.ended)
  end)

  it("takes fewer positions with a heuristic", function()
    local state = sokoban.new [[
      #########
      #@      #
      # $     #
      #       #
      #     . #
      #########]]
    local function rest(position)
      local row, column = position.things:find "box"
      if not row then
        return 0
      end
      return math.abs(row - 5) + math.abs(column - 7)
    end
    local plain, blind = search.shortest(state, over)
    local informed, seeing = search.shortest(state, over, { heuristic = rest })
    assert.are.equal(#plain, #informed)
    assert.is_true(seeing.nodes < blind.nodes)
  end)

  it("takes a shorter way to a position that A* has met by a longer one", function()
    local walk = tessera.game { name = "walk",
      legend = { ["."] = "floor", ["#"] = "wall", ["@"] = "walker", x = "flag" },
      moves = { "<direction>" }, goal = "There", ends = { { "There", "no flag" } },
      rules = { { "<direction>", "[ walker | floor or flag ] -> [ floor | walker ]" } } }
    local state = walk.new "@.....x/...####"
    -- The cell behind the start promises least: its other neighbour is reached over the lower row.
    local actions = search.shortest(state, nil, { method = "a-star", heuristic = function(position)
      return position.board:is(1, 2, "walker") and 5 or 0
    end })
    assert.same({ "right", "right", "right", "right", "right", "right" }, actions)
  end)

  it("says which limit was reached", function()
    local state = small_samegame(rng.new(1), 8, 8, 3)
    local function never()
      return false
    end
    for limit, value in pairs { nodes = 5000, memory = 10000, seconds = 0 } do
      local actions, info = search.shortest(state, never, { [limit] = value })
      assert.is_nil(actions)
      assert.are.equal(limit, info.ended)
    end
    local calls = 0
    local _, info = search.shortest(state, never, {
      progress = function(sofar)
        calls = calls + 1
        for _, name in ipairs { "nodes", "depth", "best", "memory" } do
          assert.are.equal("integer", math.type(sofar[name]), name)
        end
        return calls == 3
      end,
    })
    assert.are.equal("stopped", info.ended)
    assert.is_true(calls == 3 and info.nodes > 0 and info.memory > 0)
  end)
end)

describe("the goal", function()
  it("is the game's own by default, or any end", function()
    local state = tower.new "......./......./S#.#..G/#######"
    local function same(name, goal, ...)
      local given, default = { search[name](state, goal, ...) }, { search[name](state, nil, ...) }
      assert.same(given, default)
      return given
    end
    for name in pairs { shortest = 1, all_shortest = 1, report = 1, hint = 1 } do
      assert.is_truthy(same(name, "Cleared")[1])
    end
    state = samegame.new "112/221/112"
    assert.same(same("shortest", "Game Won")[1], (search.shortest(state)))
    state = clobber.new "oxo"
    same("shortest", over)
    same("report", over)
  end)
end)

describe("all shortest lists of actions", function()
  it("are as many as the twin counts; all differ and lead to the goal", function()
    local several = 0
    for seed in seeds(200) do
      local state, goal, expected = puzzle(seed)
      local lists, info = search.all_shortest(state, goal)
      assert.are.same({ expected.solutions, false, "done" },
        { info.count, info.saturated, info.ended })
      assert.are.equal(math.min(info.count, 1000), #lists)
      local seen = {}
      for _, actions in ipairs(lists) do
        local copy, text = state:clone(), table.concat(actions, "\n")
        copy:apply_all(actions)
        assert.is_true(copy:outcome() == goal and #actions == expected.length and not seen[text])
        seen[text] = true
      end
      several = several + (#lists > 1 and 1 or 0)
    end
    assert.is_true(seeds.often(several, 20), tostring(several))
  end)

  it("are no more than the option `most`", function()
    local lists, info = search.all_shortest(samegame.new "11/22/33", "Game Won", { most = 2 })
    assert.are.same({ { "1 1", "1 1", "1 1" }, { "1 1", "2 1", "1 1" } }, lists)
    assert.are.equal(6, info.count)
  end)

  it("may be too many to count, which info and report say (saturated)", function()
    local steps = tessera.game {
      name = "steps", legend = { ["."] = "empty" }, map = ".", fields = { n = 0 },
      moves = { "left", "right" },
      apply = function(state)
        state.n = state.n + 1
      end,
      outcome = function(state)
        return state.n == 60 and "there" or nil
      end,
    }
    local state = steps.new()
    local _, info = search.all_shortest(state, "there", { most = 1 })
    assert.same({ 1000000000000000, "done", true }, { info.count, info.ended, info.saturated })
    local report = search.report(state, "there")
    assert.same({ 1000000000000000, true, 60 },
      { report.solutions, report.saturated, report.length })
    state:apply_all(("left\n"):rep(20))
    _, info = search.all_shortest(state, "there", { most = 1 })
    assert.same({ 1 << 40, "done", false }, { info.count, info.ended, info.saturated })
    report = search.report(state)
    assert.same({ 1 << 40 }, { report.solutions, report.saturated })
  end)
end)

describe("a search with chance", function()
  it("knows that there is some, however seldom it comes", function()
    for right, chance in pairs { ["player 99.99% or gold 0.01%"] = true, player = false } do
      local rare = tessera.game { name = "rare", map = "@.", moves = { "go" },
        legend = { ["."] = "empty", ["@"] = "player", x = "gold" },
        rules = { { "go", "[ player | empty ] -> [ empty | " .. right .. " ]" },
          { "go", "[ empty | player ] -> [ player | empty ]" } } }
      local traits, info = search.traits(rare.new())
      assert.same({ chance, chance }, { traits.chance, info.generated > 0 })
    end
  end)

  it("sees neither the seed of the game nor given dice", function()
    local dice = tessera.game {
      name = "dice", legend = { ["."] = "empty" }, map = ".", fields = { thrown = 0 },
      moves = { "throw" },
      apply = function(state)
        state.thrown = state:chance(1000000)
      end,
      outcome = function(state)
        return state.thrown > 0 and "Over" or nil
      end,
    }
    local function seen(start, search_in)
      local all = {}
      search_in(start, function(state)
        all[#all + 1] = state.thrown
        return false
      end)
      return all
    end
    for _, name in ipairs { "shortest", "all_shortest", "report", "hint" } do
      local first = seen(dice.new(nil, { seed = 1 }), search[name])
      assert.is_true(first[#first] > 0)
      assert.same(first, seen(dice.new(nil, { seed = 2 }), search[name]))
      assert.same(first, seen(dice.new(nil, { chance = { 77 } }), search[name]))
    end
  end)
end)

describe("the memory of a search", function()
  it("is freed when the search is over", function()
    local script = [[
local search, samegame = require "tessera.search", require "tessera.samegame"
local state = samegame.new "112233441/223344112/334411223/441122334/123412341/234123412"
local first
for _ = 1, 12 do
  local _, info = search.shortest(state, "Game Won", { memory = 4 << 20 })
  first = first or info.nodes
  assert(info.ended == "memory" and info.nodes == first)
end
print "free"
]]
    run.in_folder(function(folder)
      run.write_file(folder .. "/my.lua", script)
      assert.same({ "free\n", "", 0 }, { run { folder .. "/my.lua", "--max-memory", "40" } })
    end)
  end)

  it("is enough for a short way over a large board", function()
    local rows = { "SG" .. ("."):rep(998), ("#"):rep(1000) }
    for _ = 3, 1000 do
      table.insert(rows, 1, ("."):rep(1000))
    end
    local state = tower.new(table.concat(rows, "\n"))
    assert.same({ "CLIMB RIGHT" }, (search.shortest(state, "Cleared")))
  end)

  it("may be any number of bytes: a search ends, or uses less", function()
    local horizontally_end = horizontally.new(nil, { fields = 2, rows = 4, columns = 4 })
    local robots_start = robots.new "......+/.+...@./......+/.+..+.."
    local grid, game = samegame.new "1122/2211/1331", clobber.new "oxo/xox"
    local searches = {
      function(options) return search.walk(grid, 20, options) end,
      function(options) return search.shortest(grid, nil, options) end,
      function(options) return search.all_shortest(grid, nil, options) end,
      function(options) return search.report(grid, nil, options) end,
      function(options) return grid:clear(options) end,
      function(options) return horizontally_end:winner(options) end,
      function(options) return robots_start:plan(2, options) end,
      function(options) return search.best(horizontally_end, options) end,
    }
    for _, method in ipairs { "beam", "expectimax", "mcts", "nrpa", "own" } do
      searches[#searches + 1] = function(options)
        options.method = method
        return search.best(grid, options)
      end
    end
    searches[#searches + 1] = function(options)
      options.method = "mcts"
      return search.best(game, options)
    end
    for i, try in ipairs(searches) do
      local seen = {}
      for power = 0, 22 do
        local _, info = try { memory = 3 << power, nodes = 3000 }
        seen[info.ended] = true
        assert.is_true(info.memory <= 3 << power)
      end
      assert.is_true(seen.memory and (seen.done or seen.nodes), tostring(i))
    end
    assert.equal("done", select(2, search.shortest(grid, nil, { memory = 1 << 46 })).ended)
  end)

  it("limits the lists as well", function()
    local rows = {}
    for i = 1, 40 do
      local digit = (i <= 20 and i or 41 - i) % 4
      rows[i] = digit + 1 .. digit + 5
    end
    local lists, info = search.all_shortest(samegame.new(table.concat(rows, "\n")),
      "Game Won", { most = 1000000, memory = 10000000 })
    assert.equal("memory", info.ended)
    assert.is_true(#lists > 0 and #lists < info.count, #lists .. " of " .. info.count)
  end)
end)

describe("the limit of time", function()
  it("holds if a position takes long", function()
    local slow = tessera.game {
      name = "slow", legend = { ["."] = "empty" }, map = ".", fields = { n = { max = 100000 } },
      moves = { "wait" }, score = function(state) return state.n end,
      apply = function(state)
        local n = 0
        for i = 1, 200000 do
          n = n + i % 2
        end
        state.n = state.n + n // n
      end,
    }
    local state = slow.new()
    for _, try in ipairs {
      function(options) return search.walk(state, 100000, options) end,
      function(options) return search.best(state, options) end,
    } do
      local polls = 0
      local _, info = try { progress = function(progress)
        polls = polls + 1
        return progress.nodes > 0 or polls > 1000
      end }
      assert.equal("stopped", info.ended)
      assert.equal("seconds", select(2, try { seconds = 0 }).ended)
    end
  end)
end)

describe("a report", function()
  it("is equal to the twin's", function()
    local solvable, losing, bottlenecks = 0, 0, {}
    for seed in seeds(60, 20) do
      local state, goal, expected = puzzle(seed)
      local report, info = search.report(state, goal)
      assert.are.equal("done", info.ended)
      for name, value in pairs(expected) do
        assert.are.equal(value, report[name], name .. "\n" .. tostring(state))
      end
      assert.is_true(report.branching >= 0)
      solvable = solvable + (report.solvable and 1 or 0)
      losing = losing + ((report.losing or 0) > 0 and 1 or 0)
      local number = report.bottlenecks or 0
      bottlenecks[number] = (bottlenecks[number] or 0) + 1
    end
    assert.is_true(seeds.often(solvable, 10, seeds.part(60, 20) - solvable, 5), tostring(solvable))
    assert.is_true(seeds.often(losing, 10, bottlenecks[0], 1, bottlenecks[1], 1, bottlenecks[2], 1))
  end)

  it("counts as branching only the actions that lead to another position", function()
    local walk = tessera.game { name = "walk", legend = { ["."] = "floor", ["@"] = "walker" },
      counters = { waited = 0 }, moves = { "right", "wait" },
      rules = { { "right", "right [ walker | floor ] -> [ floor | walker ]" },
        { "wait", count = "waited" } }, ends = { { "There", "walker at column -1" } } }
    local report = search.report(walk.new "@...")
    assert.same({ 3, 4, 1.0 }, { report.length, report.positions, report.branching })
  end)

  it("has only what is proven when a limit is reached", function()
    local state = small_samegame(rng.new(3), 8, 8, 3)
    local report, info = search.report(state, "Game Won", { nodes = 1000 })
    assert.are.same({ {}, "nodes", 1000 }, { report, info.ended, info.nodes })
  end)
end)

describe("the best score", function()
  it("is the twin's on small grids, and the line leads to it", function()
    for seed = 1, 20 do
      local state = small_samegame(rng.new(seed), 3, 4, 3)
      local score = oracle.score(state, {})
      for _, method in ipairs { "beam", "nrpa" } do
        local actions, info = search.best(state, { method = method, nodes = 20000, level = 2 })
        assert.are.equal(score, info.score, method .. "\n" .. tostring(state))
        local copy = state:clone()
        copy:apply_all(actions)
        assert.are.equal(score, copy:score())
      end
    end
  end)

  it("of expectimax is the twin's if there is no chance", function()
    for seed = 1, 20 do
      local state = small_samegame(rng.new(seed), 3, 3, 2)
      local actions, info = search.best(state, { method = "expectimax", depth = 8 })
      assert.are.equal(oracle.score(state, {}), info.score, tostring(state))
      local copy = state:clone()
      copy:apply(actions[1] or 0)
      assert.are.equal(info.score, oracle.score(copy, {}))
    end
  end)

  it("of expectimax is the better bet, by the mean of the throws", function()
    local bets = tessera.game {
      name = "bets", legend = { ["."] = "empty" }, map = ".", counters = { sum = { min = 0 } },
      fields = { left = 2 }, moves = { "sure", "risky" },
      apply = function(state, bet)
        state.left = state.left - 1
        state.sum = state.sum + (bet == "sure" and 10 or state:chance(6) == 6 and 90 or 0)
      end,
      outcome = function(state)
        return state.left == 0 and "spent" or nil
      end,
      score = function(state)
        return state.sum
      end,
    }
    local actions, info = search.best(bets.new(nil, { seed = 1 }),
      { method = "expectimax", width = 60 })
    assert.are.same({ "risky" }, actions)
    assert.is_true(info.score > 22 and info.score < 40, tostring(info.score))
  end)

  it("of expectimax throws the same dice for each action", function()
    local bets = tessera.game { name = "bets", legend = { ["."] = "empty" }, map = ".",
      counters = { points = 0 }, score = "points", moves = { "<poor|good>" },
      apply = function(state, bet)
        state.points = state.points + state:chance(1000) + (bet == "good" and 1 or 0)
      end }
    for seed = 1, 10 do
      assert.same({ "good" }, (search.best(bets.new(), { method = "expectimax", depth = 1,
        width = 2, seed = seed })))
    end
  end)

  it("of two players is the twin's, with proof", function()
    local positions = { (horizontally.new(nil, { fields = 2, rows = 3, columns = 4 })),
      (clobber.new "oxo/xox"), (clobber.new "oxox/xoxo") }
    for seed = 1, 10 do
      local state = horizontally.new(nil, { fields = 2, rows = 4, columns = 4 })
      local random = rng.new(seed)
      for _ = 1, 2 do
        local codes = state:codes()
        state:apply(codes[1 + random:below(#codes)])
      end
      positions[#positions + 1] = state
    end
    for _, state in ipairs(positions) do
      local actions, info = search.best(state)
      assert.are.equal("alpha-beta", info.method)
      assert.is_true(info.exact)
      assert.are.equal(oracle.value(state, {}), info.score)
      local copy = state:clone()
      copy:apply(actions[1])
      assert.are.equal(info.score, oracle.value(copy, {}))
    end
  end)

  it("of a tree search finds the only move that wins", function()
    local state = clobber.new "ox.../xo..."
    local memory, winning = {}, {}
    for _, action in ipairs(state:actions()) do
      local copy = state:clone()
      copy:apply(action)
      winning[action] = oracle.value(copy, memory)
    end
    local actions = search.best(state, { method = "mcts", nodes = 20000 })
    assert.are.equal(oracle.value(state, memory), winning[actions[1]])
  end)

  it("does not know the game's future dice", function()
    local dice = tessera.game {
      name = "dice", legend = { ["."] = "empty" }, map = ".", counters = { sum = { min = 0 } },
      moves = { "roll" },
      apply = function(state)
        state.sum = state.sum + (state:chance(1000000))
      end,
      outcome = function(state)
        return state.sum > 0 and "rolled" or nil
      end,
      score = function(state)
        return state.sum
      end,
    }
    local state = dice.new(nil, { seed = 5 })
    local _, info = search.best(state, { nodes = 4000 })
    assert.are.equal("mcts", info.method)
    assert.is_true(info.score > 400000 and info.score < 600000, tostring(info.score))
  end)

  it("is the position's own if no line was finished, or if there are no actions", function()
    local won = samegame.new "11"
    won:apply "1 1"
    for _, method in ipairs { "mcts", "nrpa", "beam", "expectimax", "own" } do
      local actions, info = search.best(won, { method = method })
      assert.same({ 1000, 0 }, { info.score, #actions }, method)
      actions, info = search.best(samegame.new "1122/2211", { method = method, nodes = 0 })
      assert.same({ 0, 0, 0 }, { info.score, #actions, info.nodes }, method)
    end
    local lost = clobber.new "o./.x"
    assert.equal(-2, select(2, search.best(lost)).score)
    assert.equal(-2, select(2, search.best(lost, { method = "mcts" })).score)
    assert.equal("nodes", select(2, search.best(samegame.new "13522/22351", { nodes = 0 })).ended)
    -- Alpha-beta is chosen even if a limit is reached before chance is ruled out.
    assert.equal("nodes", select(2, search.best(clobber.new "oxox/xoxo", { method = "alpha-beta",
      nodes = 5 })).ended)
    local _, huge = search.best(samegame.new "13522/22351", { nodes = math.maxinteger,
      progress = function() return true end })
    assert.equal("stopped", huge.ended)
  end)

  it("can be that of the option `value`", function()
    local state = small_samegame(rng.new(4), 4, 4, 3)
    for _, method in ipairs { "nrpa", "beam" } do
      local actions, info = search.best(state, { method = method, nodes = 20000, level = 2,
        value = function(position)
          return -position:left()
        end })
      local copy = state:clone()
      copy:apply_all(actions)
      assert.are.equal(-info.score, copy:left(), method)
      assert.is_true(copy:left() < 4, method)
    end
  end)

  it("of a game that has none is that of `value`", function()
    local state = sokoban.new "########\n#@ $  .#\n########"
    local function boxed(position)
      local _, column = position.things:find "box"
      return column or 7
    end
    for _, method in ipairs { "nrpa", "beam" } do
      local actions, info = search.best(state, { method = method, nodes = 2000, length = 20,
        value = boxed })
      assert.same({ 7, { "right", "right", "right", "right" } }, { info.score, actions }, method)
    end
    local none, info = search.best(state, { method = "beam", length = 2, value = function(position)
      return -boxed(position)
    end })
    assert.same({ -4, {} }, { info.score, none })
  end)
end)

describe("a hint", function()
  it("is the first action to the goal, or the best one, or why there is none", function()
    local state = sokoban.new "######\n#@ $.#\n######"
    assert.are.same({ "right", "the first of 2 to the goal" }, { hinted(state, over) })
    state = sokoban.new "######\n#@ .$#\n######"
    assert.are.same({ nil, "the goal cannot be reached any more" }, { hinted(state, over) })
    assert.are.same({ "1 1", "the first of 2 to the goal" }, { hinted(samegame.new "11/22") })
    assert.are.same({ "1 1 right", "it wins in 1 action" },
      { hinted(clobber.new "ox.") })
    -- If there is no way to the game's own goal, an action that raises the score.
    local board = samegame.new "1122/2213"
    local action, why = hinted(board, nil, { nodes = 5000 })
    assert.is_nil((board:why(action)))
    assert.is_truthy(why:find("^the goal cannot be reached any more; the best found so far: "
      .. "score [1-9]%d*$"), why)
    assert.are.same({ nil, "the goal cannot be reached any more" },
      { hinted(board, "Game Won") })
    assert.are.same({ nil, "the goal cannot be reached any more" },
      { hinted(tower.new "...G/S.##/####", nil, { nodes = 20000 }) })
    action, why = hinted(samegame.new "11223344/44332211/12341234", nil, { nodes = 200 })
    assert.is_truthy(action)
    assert.is_truthy(why:find("^no way to the goal was found within the limit of positions; "
      .. "the best found so far: score %-?%d+$"), why)
  end)

  it("has an info over all searches that it took", function()
    local grid = samegame.new "11223344/44332211/12341234"
    local _, info = search.hint(grid, nil, { nodes = 200 })
    local _, shortest = search.shortest(grid, nil, { nodes = 100 })
    local _, best = search.best(grid, { nodes = 100 })
    assert.same({ "nodes", shortest.nodes + best.nodes }, { info.ended, info.nodes })
    assert.is_true(info.nodes > 100 and info.nodes <= 200, tostring(info.nodes))
    _, info = search.hint(samegame.new "11/22", nil, { nodes = 1000 })
    _, shortest = search.shortest(samegame.new "11/22")
    assert.same({ "done", shortest.nodes, shortest.depth, shortest.memory },
      { info.ended, info.nodes, info.depth, info.memory })
    _, info = search.hint(samegame.new "12/21", nil, { nodes = 1000 })
    assert.same({ "done", 0, 0, 0 }, { info.ended, info.nodes, info.depth, info.memory })
  end)

  it("takes two seconds if no limits are given", function()
    local state, limits = tower.new "......./......./S#.#..G/#######", nil
    local shortest = core.shortest
    function core.shortest(position, given, ...)
      limits = { given.nodes, given.seconds }
      return shortest(position, given, ...)
    end
    local fine, fault = pcall(function()
      -- Half of it is for a list to the goal, and half of that for the shortest one.
      search.hint(state)
      assert.equal(50000, limits[1])
      assert.is_true(limits[2] <= 0.5)
      search.hint(state, nil, { nodes = 5000 })
      assert.same({ 1250 }, limits)
      search.hint(state, nil, { seconds = 10 })
      assert.is_true(limits[1] > 50000 and limits[2] > 0.5 and limits[2] <= 2.5)
    end)
    core.shortest = shortest
    assert.is_true(fine, fault)
    assert.are.same({ nil, "the game is over (Game Over)" }, { hinted(samegame.new "12/21") })
    assert.are.same({ nil, "nothing was found within the limit of positions" },
      { hinted(tower.new "...G/S.##/####", nil, { nodes = 0 }) })
    assert.are.same({ nil, "nothing was found in time" },
      { hinted(tower.new "...G/S.##/####", "Cleared", { seconds = 0 }) })
  end)
end)

describe("a hint if a goal depends on chance", function()
  local walk_or_gamble = tessera.game { name = "gamble", legend = { ["."] = "table" }, map = ".",
    fields = { n = 0 }, outcomes = { "Dead", "Won" }, goal = "Won", moves = { "gamble", "walk" },
    apply = function(state, action)
      state.n = action == "walk" and state.n + 1 or state:chance(3) == 1 and 3 or -1
    end,
    outcome = function(state)
      return state.n < 0 and "Dead" or state.n >= 3 and "Won" or nil
    end }
  local words = "the most promising: with chance no way to the goal is sure"

  it("is the action that leads there most often", function()
    for seed = 1, seeds.all and 5 or 2 do
      local state = walk_or_gamble.new(nil, { seed = seed })
      assert.same({ "walk", words }, { hinted(state) })
      assert.same({ "gamble", words }, { hinted(state, "Dead") })
      assert.same({ "gamble", words }, { hinted(state, function(position)
        return position.n == -1
      end) })
    end
  end)

  it("names the limit if there is neither a goal nor a score", function()
    local endless = tessera.game { name = "endless", legend = { ["."] = "table" }, map = ".",
      fields = { n = 0 }, moves = { "walk" }, apply = function(state) state.n = state.n + 1 end }
    assert.same({ nil, "no way to an end was found within the limit of positions" },
      { hinted(endless.new()) })
    local function below(state)
      return state.n < 0
    end
    assert.same({ nil, "no way to the goal was found within the limit of positions" },
      { hinted(endless.new(), below, { nodes = 100 }) })
  end)

  it("leads to any end of a game that has ends, but neither goal nor score", function()
    local leave = tessera.game { name = "leave",
      legend = { ["."] = "floor", ["@"] = "player", ["#"] = "wall" }, moves = { "<direction>" },
      rules = { { "<direction>", "[ player | floor ] -> [ floor | player ]" } },
      ends = { { "Out", "player at column -1" } } }
    assert.same({ "right", "the first of 3 to an end" }, { hinted(leave.new "@...") })
    local action, info = search.hint(leave.new "@...", nil, { nodes = 3 })
    assert.same({ "no way to an end was found within the limit of positions", "nodes" },
      { action or info.why, info.ended })
    assert.same({ nil, "an end cannot be reached any more: `player at column -1` can never hold" },
      { hinted(leave.new "@#.") })
  end)
end)

describe("every search", function()
  local functions = {}
  for name, value in pairs(search) do
    functions[#functions + 1] = type(value) == "function" and name or nil
  end
  table.sort(functions)
  -- Their arguments between the state and the options.
  local between = { walk = { 2 }, shortest = { n = 1 }, all_shortest = { n = 1 },
    report = { n = 1 }, hint = { n = 1 } }

  local function call(name, state, options)
    local arguments = { table.unpack(between[name] or {}) }
    local n = between[name] and (between[name].n or #between[name]) or 0
    arguments[n + 1] = options
    return pcall(search[name], state, table.unpack(arguments, 1, n + 1))
  end

  local function refused(name, state, options)
    local fine, fault = call(name, state, options)
    assert.is_false(fine, name)
    assert.is_truthy(tostring(fault):find("^spec/search/search_spec.lua:%d+: search%."
      .. name .. ": "),
      name .. ": " .. tostring(fault))
  end

  it("takes states of every game; its info says how it ended and how far it came", function()
    for game, start in pairs(starts) do
      for seed = 1, 3 do
        local state = start(rng.new(seed))
        for _, name in ipairs(functions) do
          local function value() return 0 end
          local fine, fault, info = call(name, state, { nodes = 10,
            value = name == "best" and not states.is_scored(state) and value or nil })
          assert.is_true(fine, game .. " " .. name .. ": " .. tostring(fault))
          assert.is_true(info.ended == "done" or info.ended == "nodes")
          assert.is_true(info.nodes <= 10 and info.depth >= 0 and info.memory >= 0)
        end
      end
    end
  end)

  it("takes nothing but states and options", function()
    local all = { 7, 0.5, "oxo", true, {}, samegame, io.stdout, print, false }
    for _, name in ipairs(functions) do
      for _, wrong in ipairs(all) do
        refused(name, wrong)
        refused(name, wrong, { nodes = 10 })
        if wrong ~= false and type(wrong) ~= "table" then
          refused(name, tower.new "....G/S...#/#II##", wrong)
        end
      end
      refused(name, nil)
      refused(name, tower.new "....G/S...#/#II##", { 1 })
    end
  end)
end)

describe("a game that is over", function()
  it("has no best line, and the search ends with 'done'", function()
    local over_already = samegame.new "12/21"
    for _, method in ipairs { "beam", "expectimax", "mcts", "nrpa", "own" } do
      local actions, info = search.best(over_already, { method = method, level = 5 })
      assert.same({ {}, 0, "done" }, { actions, info.generated, info.ended }, method)
    end
  end)
end)

describe("an error", function()
  local state = sokoban.new "######\n#@ $.#\n#    #\n######"

  it("of a callback is raised unchanged", function()
    local mine = { "mine" }
    local function raise()
      error(mine)
    end
    local function zero()
      return 0
    end
    for _, try in ipairs {
      function() search.shortest(state, raise) end,
      function() search.shortest(state, over, { heuristic = raise }) end,
      function() search.shortest(state, over, { progress = raise }) end,
      function() search.report(state, raise) end,
      function() search.best(state, { value = raise }) end,
      function() search.best(state, { value = raise, method = "expectimax" }) end,
      function()
        search.best(state, { progress = raise, method = "expectimax", depth = 4, value = zero })
      end,
      function() search.best(state, { progress = raise, method = "mcts", value = zero }) end,
      function() search.best(state, { progress = raise, method = "beam", value = zero }) end,
      function() search.walk(state, 9, { progress = raise }) end,
    } do
      local fine, fault = pcall(try)
      assert.is_false(fine)
      assert.are.equal(mine, fault)
    end
  end)

  it("is raised though the goal was found just before", function()
    local trap = tessera.game { name = "trap", legend = { ["."] = "empty" }, map = ".",
      fields = { at = 0 }, moves = { "win", "trap" },
      apply = function(position, word)
        position.at = word == "win" and 1 or error "caught"
      end,
      outcome = function(position)
        return position.at == 1 and "Won" or nil
      end }
    for _, method in ipairs { "breadth-first", "a-star" } do
      local fine, fault = pcall(search.shortest, trap.new(), nil, { method = method,
        heuristic = method == "a-star" and function() return 0 end or nil })
      assert.is_true(not fine and tostring(fault):find "caught" ~= nil, tostring(fault))
    end
  end)

  it("inside a rule names its line, from deep inside a search", function()
    local broken = tessera.game {
      name = "broken", legend = { ["."] = "empty", x = "x" }, map = "....", moves = { "go" },
      score = function() return 0 end,
      apply = function(position)
        local n = position.board:count "x"
        assert(n < 3, "three are too many")
        position.board:set(1, n + 1, "x")
      end,
    }
    for _, name in ipairs { "walk", "best" } do
      local fine, fault = pcall(search[name], broken.new(), name == "walk" and 9 or nil)
      assert.is_false(fine)
      assert.is_truthy(tostring(fault):find "three are too many", tostring(fault))
    end
  end)

  it("tells that an action of the line leads elsewhere when it is made again", function()
    local right
    local swerving = tessera.game { name = "swerving", legend = { ["."] = "empty", x = "x" },
      map = "....", moves = { "go" }, goal = "There",
      apply = function(position)
        position.board:set(1, position.board:count "x" + (right and 2 or 1), "x")
      end,
      outcome = function(position)
        return position.board:is(1, 3, "x") and "There" or nil
      end }
    local function goal(position)
      right = over(position)
      return right
    end
    for _, name in ipairs { "shortest", "all_shortest" } do
      right = false
      local fine, fault = pcall(search[name], swerving.new(), goal)
      assert.is_false(fine, name)
      assert.is_truthy(fault:find("the rules of swerving depend on something outside of the state",
        1, true), fault)
    end
  end)

  it("of wrong use names the argument", function()
    for message, try in pairs {
      ["the state must be a state of a game, not 7"] = function() search.walk(7, 1) end,
      ["depth must be an integer of 0..1000000, not 1.5"] = function() search.walk(state, 1.5) end,
      ["unknown key 'node' %(did you mean 'nodes'%?%)"] = function()
        search.walk(state, 1, { node = 1 })
      end,
      ["nodes must be an integer"] = function() search.walk(state, 1, { nodes = -1 }) end,
      ["there is no method 'nrp' %(did you mean 'nrpa'%?%)"] = function()
        search.best(state, { method = "nrp" })
      end,
      ["alpha%-beta is for two players"] = function()
        search.best(state, { method = "alpha-beta" })
      end,
      ["sokoban has no score: tell with `value` what a position is worth"] = function()
        search.best(state)
      end,
      ["there is no method 7 %(expected one of alpha%-beta"] = function()
        search.best(state, { method = 7 })
      end,
      ["sokoban has no method `best` of its own"] = function()
        search.best(state, { method = "own" })
      end,
      ["the method own looks for the score, not for a `value`"] = function()
        search.best(samegame.new "11", { method = "own", value = function() return 0 end })
      end,
      ["seed must be an integer"] = function() search.best(samegame.new "11", { seed = "x" }) end,
      ["beam is for one player"] = function()
        search.best(clobber.new "ox", { method = "beam" })
      end,
      ["goal: expected a value of type string or function, got a table %(options stand "
        .. "behind the goal, which may be nil%)"] = function()
        search.shortest(state, { nodes = 3 })
      end,
      ["goal: expected a value of type string or function, got 7"] = function()
        search.shortest(state, 7)
      end,
      ["range must be the least and the most score"] = function()
        search.best(clobber.new "ox", { range = { 1, 1 } })
      end,
      ["samegame has no outcome 'Gmae Won' %(did you mean 'Game Won'%?%)"] = function()
        search.shortest(samegame.new "11", "Gmae Won")
      end,
      ["tower has no outcome 'Game Won'"] = function()
        search.report(tower.new "...G/S.##/####", "Game Won")
      end,
      ["the state must be a state of a game, not nil"] = function() search.hint(nil) end,
      ["heuristic must return an integer of 0%.%.%d+, got a string"] = function()
        search.shortest(state, over, { heuristic = function() return "5" end })
      end,
      ["heuristic must return an integer of 0%.%.%d+, got %-1"] = function()
        search.shortest(state, over, { heuristic = function() return -1 end })
      end,
    } do
      local fine, fault = pcall(try)
      assert.is_false(fine)
      assert.is_truthy(tostring(fault):find(message), tostring(fault))
      assert.is_truthy(tostring(fault):find("search_spec.lua:%d+: "), tostring(fault))
    end
  end)

  it("does not come from a callback that changes its position", function()
    local plain = search.shortest(state, over)
    assert.are.same(plain, (search.shortest(state, function(position)
      local is = over(position)
      position:apply "right"
      return is
    end)))
    assert.are.same(plain, (search.shortest(state, coroutine.wrap(function(position)
      while true do
        position = coroutine.yield(over(position:clone()))
      end
    end))))
  end)
end)
