--- Specifies searches in several threads: each is what its parts are one after the other, and the
--- limits hold for all of them together.

local horizontally = require "tessera.horizontally"
local jewelry = require "tessera.jewelry"
local puzzlescript = require "tessera.puzzlescript"
local rng = require "tessera.rng"
local robots = require "tessera.robots"
local samegame = require "tessera.samegame"
local samegames = require "spec.support.samegames"
local search = require "tessera.search"
local seeds = require "spec.support.seeds"

local clobber = dofile "samples/games/clobber.lua"
local falling = dofile "samples/games/falling.lua"
local othello = dofile "samples/games/othello.lua"

local function grid(seed, rows, columns)
  return samegame.new(samegames.full(rng.new(seed), rows, columns, 4))
end

-- The n-th of `count` parts of a number.
local function share(whole, count, n)
  return whole // count + (n <= whole % count and 1 or 0)
end

-- The searches that the threads do, each alone: their answers and infos.
local function alone(state, options)
  local parts = {}
  for n = 1, options.threads do
    local actions, info = search.best(state, { method = options.method, level = options.level,
      nodes = share(options.nodes, options.threads, n), seed = options.seed + n - 1 })
    parts[n] = { actions = actions, info = info }
  end
  return parts
end

-- The counts of all parts together.
local function together(parts)
  local sum = { nodes = 0, generated = 0, depth = 0 }
  for _, part in ipairs(parts) do
    sum.nodes = sum.nodes + part.info.nodes
    sum.generated = sum.generated + part.info.generated
    sum.depth = math.max(sum.depth, part.info.depth)
  end
  return sum
end

local function counts_of(info)
  return { nodes = info.nodes, generated = info.generated, depth = info.depth }
end

describe("several threads", function()
  it("find the best of the single searches, the first of equal ones", function()
    local later, equal = 0, 0
    for seed in seeds(30, 6) do
      local random = rng.new(seed)
      local state = grid(seed, 3 + random:below(5), 3 + random:below(5))
      for _, method in ipairs { "own", "nrpa" } do
        local options = { method = method, level = 2, threads = 2 + random:below(4), seed = seed,
          nodes = 200 + random:below(2000) }
        local parts, best = alone(state, options), 1
        for n, part in ipairs(parts) do
          if part.info.score > parts[best].info.score then
            best = n
          elseif n > best and part.info.score == parts[best].info.score
            and table.concat(part.actions) ~= table.concat(parts[best].actions) then
            equal = equal + 1
          end
        end
        later = later + (best > 1 and 1 or 0)
        local actions, info = search.best(state, options)
        assert.same({ parts[best].actions, parts[best].info.score, "nodes", method, false },
          { actions, info.score, info.ended, info.method, info.exact })
        assert.same(together(parts), counts_of(info))
      end
    end
    assert.is_true(seeds.often(later, 10, equal, 10), later .. " " .. equal)
  end)

  it("of a walk give back what they need of memory that is short", function()
    local slabs = puzzlescript.open "samples/puzzlescript/slabs.txt".new(1)
    local counts, alone_info = search.walk(slabs, 200)
    for percent = 120, 300, seeds.all and 10 or 180 do
      local memory = alone_info.memory * percent // 100
      for _, threads in ipairs { 2, 3, 7 } do
        local same, info = search.walk(slabs, 200, { threads = threads, memory = memory })
        assert.same({ "done", counts }, { info.ended, same })
        assert.is_true(info.memory <= memory)
      end
    end
  end)

  it("vote for an action by Monte-Carlo tree search", function()
    local agreed = 0
    for seed in seeds(20) do
      local random = rng.new(seed)
      for _, state in ipairs { grid(seed, 4, 4),
        jewelry.new("ROYG/YRGO/ORYG/GYOR", { seed = seed }),
        robots.new "......+/.+...@./......+/.+..+.." } do
        local options = { method = "mcts", threads = 2 + random:below(3), seed = seed,
          nodes = 500 + random:below(2000) }
        local parts, low, high, same = alone(state, options), math.huge, -math.huge, true
        for _, part in ipairs(parts) do
          low, high = math.min(low, part.info.score), math.max(high, part.info.score)
          same = same and part.actions[1] == parts[1].actions[1]
        end
        local actions, info = search.best(state, options)
        assert.is_true(low <= info.score and info.score <= high)
        assert.is_not_nil(state:code(actions[1]))
        assert.equal("nodes", info.ended)
        if same then
          agreed = agreed + 1
          assert.equal(parts[1].actions[1], actions[1])
        end
      end
    end
    assert.is_true(seeds.often(agreed, 10), tostring(agreed))
  end)

  it("do not vote for an action that one of them proves to lose", function()
    -- Left wins both, but here no thread has proved it: the others like the action that loses.
    for seed, map in pairs { [1065] = "...../##.../...#.", [2692] = "...../#...#/....." } do
      local state = horizontally.new(map, { fields = 2 })
      local actions, info = search.best(state, { method = "mcts", nodes = 40, threads = 4,
        seed = seed })
      assert.is_false(info.exact)
      assert.is_true(state:apply(actions[1]))
      assert.equal("left", (state:winner()), map)
    end
  end)

  it("have a proof if one of them has it, the first one's", function()
    local proven, later = 0, 0
    for seed in seeds(300, 60) do
      local random = rng.new(seed)
      local state = horizontally.new(nil, { fields = 2, rows = 5, columns = 5 })
      for _ = 1, 3 + random:below(3) do
        local actions = state:actions()
        state:apply(actions[1 + random:below(#actions)])
      end
      local options = { method = "mcts", threads = 2 + seed % 3, seed = seed,
        nodes = 10 + random:below(3000) }
      local first
      for n, part in ipairs(alone(state, options)) do
        first = first or part.info.exact and n or nil
      end
      local actions, info = search.best(state, options)
      assert.equal(first ~= nil, info.exact)
      if first then
        local single = alone(state, options)[first]
        assert.same({ single.actions, single.info.score, "done" },
          { actions, info.score, info.ended })
        proven = proven + 1
        later = later + (first > 1 and 1 or 0)
      end
    end
    assert.is_true(seeds.often(proven, 50, seeds.part(300, 60) - proven, 50, later, 2),
      proven .. " " .. later)
  end)

  it("have the same answer and counts in every run", function()
    for seed = 1, 5 do
      for _, method in ipairs { "own", "nrpa", "mcts" } do
        local options = { method = method, threads = 1 + seed, seed = seed, nodes = 20000 }
        local answer = { search.best(grid(seed, 8, 8), options) }
        for _ = 1, 4 do
          assert.same(answer, { search.best(grid(seed, 8, 8), options) })
        end
      end
    end
  end)

  it("may be as many as 64, with fewer nodes than threads, and with nothing to do", function()
    local state = grid(1, 5, 5)
    for _, method in ipairs { "own", "nrpa", "mcts" } do
      local _, info = search.best(state, { method = method, threads = 64, nodes = 6400 })
      assert.equal("nodes", info.ended)
      assert.is_true(info.nodes > 0 and info.nodes <= 6400)
      for nodes = 0, 3 do
        local actions
        actions, info = search.best(state, { method = method, threads = 3, nodes = nodes })
        assert.equal("nodes", info.ended)
        assert.is_true(info.nodes <= nodes)
        state:clone():apply_all(actions)
      end
      local actions, over = search.best(samegame.new "12", { method = method, threads = 3 })
      assert.same({ {}, "done" }, { actions, over.ended })
    end
  end)
end)

describe("the limits of threads", function()
  local state = grid(7, 10, 10)

  it("hold for the nodes and the memory of all together", function()
    for _, method in ipairs { "own", "nrpa", "mcts" } do
      local seen = {}
      for power = 0, 24 do
        local _, info = search.best(state, { method = method, threads = 3, nodes = 4000,
          memory = 3 << power })
        assert.is_true(info.memory <= 3 << power and info.nodes <= 4000)
        seen[info.ended] = true
      end
      assert.same({ memory = true, nodes = true }, seen)
    end
  end)

  it("hold for the time, and for a progress that has had enough", function()
    for _, method in ipairs { "own", "nrpa", "mcts" } do
      local options = { method = method, threads = 2, nodes = math.maxinteger, seconds = 0.02 }
      assert.equal("seconds", select(2, search.best(state, options)).ended)
      local last, calls = 0, 0
      local _, info = search.best(state, { method = method, threads = 2, nodes = math.maxinteger,
        progress = function(progress)
          assert.is_true(progress.nodes >= last and progress.memory > 0)
          last, calls = progress.nodes, calls + 1
          return calls == 5
        end })
      assert.same({ 5, "stopped" }, { calls, info.ended })
    end
  end)

  it("tell the progress also of a short search", function()
    local seen = 0
    search.best(state, { threads = 2, nodes = 400, progress = function(progress)
      seen = seen + 1
      assert.is_true(progress.generated > 0)
    end })
    assert.is_true(seen > 0)
  end)

  it("end with the error of a progress", function()
    for _, method in ipairs { "own", "nrpa", "mcts" } do
      for last = 1, 3 do
        local mine, calls = {}, 0
        local fine, fault = pcall(search.best, state, { method = method, threads = 3,
          nodes = math.maxinteger, progress = function()
            calls = calls + 1
            if calls == last then
              error(mine)
            end
          end })
        assert.is_false(fine)
        assert.equal(mine, fault)
      end
    end
  end)

  it("hold for searches in a progress", function()
    local inner
    local _, info = search.best(state, { threads = 2, nodes = math.maxinteger,
      progress = function()
        inner = select(2, search.best(state, { threads = 2, nodes = 3000 })).ended
        return true
      end })
    assert.same({ "nodes", "stopped" }, { inner, info.ended })
  end)
end)

describe("several threads breadth first", function()
  local tower = require "tessera.tower"
  local towers = require "spec.support.towers"

  -- States of several games. Those of 8 x 8 blocks have more positions than a round.
  local function starts(seed)
    local random = rng.new(seed)
    return { grid(seed, 3 + seed % 3, 5), grid(seed, 8, 8), tower.new((towers.random(random))),
      puzzlescript.open "samples/puzzlescript/crates.txt".new(1 + seed % 3),
      puzzlescript.open "samples/puzzlescript/lamps.txt".new(1 + seed % 4) }
  end

  -- States of games whose rules are pictures: foreseen ones with ends and counters, one that
  -- foresees nothing, one with dice.
  local function pictures(seed)
    local connect4, peg = dofile "samples/games/connect4.lua", dofile "samples/games/peg.lua"
    local sokoban = dofile "samples/games/sokoban.lua"
    return { connect4.new(), peg.new(), othello.new(), clobber.new "oxoxox/xoxoxo/oxoxox",
      dofile "samples/games/2048.lua".new "1.1./..../..../....",
      sokoban.new(table.concat({ "#########", "#@  $  .#", "# $ #   #", "#   .   #",
        seed % 2 == 0 and "#   #   #" or "#       #", "#########" }, "\n")) }
  end

  -- An info without what threads may change.
  local function info_of(info)
    return { nodes = info.nodes, generated = info.generated, positions = info.positions,
      depth = info.depth, ended = info.ended }
  end

  it("have the answers, the counts and the limits of one", function()
    local long = 0
    for seed in seeds(12) do
      for _, state in ipairs(starts(seed)) do
        for _, nodes in ipairs { 100, 1000 + 37 * seed, 30000 } do
          local threads = 2 + (seed + nodes) % 3
          local one, told = search.shortest(state, nil, { nodes = nodes })
          local same, info = search.shortest(state, nil, { nodes = nodes, threads = threads })
          assert.same({ one, info_of(told) }, { same, info_of(info) })
          one, told = search.walk(state, 30, { nodes = nodes })
          same, info = search.walk(state, 30, { nodes = nodes, threads = threads })
          assert.same({ one, info_of(told) }, { same, info_of(info) })
          long = long + (info.nodes == 30000 and 1 or 0)
        end
      end
    end
    assert.is_true(seeds.often(long, 5))
  end)

  it("search games in pictures as one does", function()
    local ended = {}
    for seed = 1, 2 do
      for _, state in ipairs(pictures(seed)) do
        for _, nodes in ipairs { 300, 9000 + seed } do
          local threads = 2 + (seed + nodes) % 3
          local one, told = search.shortest(state, nil, { nodes = nodes })
          local same, info = search.shortest(state, nil, { nodes = nodes, threads = threads })
          assert.same({ one, info_of(told) }, { same, info_of(info) })
          ended[info.ended] = true
          one, told = search.walk(state, 30, { nodes = nodes })
          same, info = search.walk(state, 30, { nodes = nodes, threads = threads })
          assert.same({ one, info_of(told) }, { same, info_of(info) })
        end
      end
      local state = pictures(seed)[1]
      local function is_done(position)
        return position:outcome() ~= nil
      end
      local one, told = search.shortest(state, is_done)
      local same, info = search.shortest(state, is_done, { threads = 2 })
      assert.same({ one, info_of(told) }, { same, info_of(info) })
      local options = { method = "mcts", nodes = 3000, threads = 2, seed = seed }
      assert.same(search.best(state, options), search.best(state, options))
    end
    assert.same({ done = true, nodes = true }, ended)
  end)

  it("ask a goal that is a function in the calling one", function()
    local state = grid(3, 6, 6)
    local function is_low(position)
      return position:left() <= 12
    end
    local one, told = search.shortest(state, is_low)
    local same, info = search.shortest(state, is_low, { threads = 2 })
    assert.same({ one, info_of(told) }, { same, info_of(info) })
    assert.is_true(told.positions > 1000)
    local mine = {}
    local fine, fault = pcall(search.shortest, state, function() error(mine) end, { threads = 2 })
    assert.is_true(not fine and fault == mine)
  end)

  it("keep the limits of memory and time, and a progress that has had enough", function()
    local state, seen = grid(7, 10, 10), {}
    for power = 8, 24 do
      local _, info = search.shortest(state, nil, { threads = 3, nodes = 4000,
        memory = 3 << power })
      assert.is_true(info.memory <= 3 << power and info.nodes <= 4000)
      seen[info.ended] = true
    end
    assert.same({ memory = true, nodes = true }, seen)
    local options = { threads = 2, nodes = math.maxinteger, seconds = 0.05 }
    assert.equal("seconds", select(2, search.shortest(state, nil, options)).ended)
    local last = 0
    local _, info = search.shortest(state, nil, { threads = 2, nodes = math.maxinteger,
      progress = function(progress)
        assert.is_true(progress.nodes >= last)
        last = progress.nodes
        return last > 20000
      end })
    assert.equal("stopped", info.ended)
    local mine = {}
    local fine, fault = pcall(search.walk, state, 100, { threads = 2, nodes = math.maxinteger,
      progress = function(progress)
        if progress.nodes > 5000 then
          error(mine)
        end
      end })
    assert.is_true(not fine and fault == mine)
  end)

  it("give their memory back where it lacks, and one goes on", function()
    for seed = 1, 4 do
      local state = grid(seed, 8, 8)
      local one, told = search.walk(state, 50, { nodes = 30000 })
      local _, info = search.walk(state, 50, { nodes = 30000, threads = 2 })
      local memory = told.memory * 13 // 10
      assert.is_true(info.memory > memory or info.memory == told.memory) -- no threads
      local same
      same, info = search.walk(state, 50, { nodes = 30000, threads = 2, memory = memory })
      assert.same({ one, info_of(told) }, { same, info_of(info) })
    end
  end)

  it("are refused where they cannot search so", function()
    local state = grid(1, 3, 3)
    for message, call in pairs {
      ["search.shortest: threads are for the method breadth-first, not for a-star"] = function()
        search.shortest(state, nil, { threads = 2, heuristic = function() return 0 end })
      end,
      ["search.shortest: threads are for the method breadth-first, not for ida-star"] = function()
        search.shortest(state, nil, { threads = 2, method = "ida-star" })
      end,
      ["search.walk: threads are for rules in C or pictures, not for falling"] = function()
        search.walk(falling.new(), 3, { threads = 2 })
      end,
      ["search.walk: threads must be an integer of 1..64, not 65"] = function()
        search.walk(state, 3, { threads = 65 })
      end,
    } do
      local fine, wrong = pcall(call)
      assert.is_false(fine)
      assert.match(message, wrong, 1, true)
    end
  end)
end)

describe("several threads for perfect play", function()
  local function board(rows, columns, first)
    return horizontally.new(nil, { fields = 2, rows = rows, columns = columns, first = first })
  end

  it("find the same winner, and a move that wins", function()
    for _, size in ipairs { { 6, 6 }, { 5, 9 }, seeds.all and { 7, 7 } or nil } do
      for _, first in ipairs { "left", "right" } do
        local state = board(size[1], size[2], first)
        local winner, info = state:winner()
        for threads = 2, 4 do
          local same, shared = state:winner { threads = threads }
          assert.same({ winner, "done", info.move ~= nil },
            { same, shared.ended, shared.move ~= nil })
          local move, how = state:best_move { perfect = true, threads = threads }
          assert.same({ winner, "done" }, { how.winner, how.ended })
          for _, winning in ipairs { shared.move, shared.move and move } do
            local after = state:clone()
            after:apply(winning)
            assert.equal(winner, (after:winner()))
          end
        end
      end
    end
  end)

  it("keep the limits", function()
    local large, seen = board(9, 9, "left"), {}
    for power = 8, 28, 4 do
      local winner, info = large:winner { threads = 3, nodes = 2000, memory = 1 << power }
      assert.is_nil(winner)
      assert.is_true(info.nodes <= 2000 and info.memory <= 1 << power)
      seen[info.ended] = true
    end
    assert.same({ memory = true, nodes = true }, seen)
    local options = { threads = 2, nodes = math.maxinteger, seconds = 0.3 }
    assert.equal("seconds", select(2, large:winner(options)).ended)
    local calls = 0
    options = { threads = 2, nodes = math.maxinteger, progress = function(progress)
      calls = calls + 1
      return progress.nodes > 100
    end }
    assert.equal("stopped", select(2, large:winner(options)).ended)
    local mine = {}
    for _, last in ipairs { 1, calls } do
      calls = 0
      options.progress = function()
        calls = calls + 1
        return calls == last and error(mine)
      end
      local fine, fault = pcall(large.winner, large, options)
      assert.same({ false, mine }, { fine, fault })
    end
  end)

  it("serve boards too large for a table, and where nothing is to be searched", function()
    for _, case in ipairs { { ("."):rep(12) .. ("/" .. ("#"):rep(12)):rep(11), 2 }, { "...", 1 },
      { ".", 2 }, { "..../....", 3 } } do
      local state = horizontally.new(case[1], { fields = case[2] })
      local winner, info = state:winner()
      local same, shared = state:winner { threads = 3 }
      assert.same({ winner, info.move, info.ended }, { same, shared.move, shared.ended })
    end
  end)
end)

describe("the errors of threads", function()
  local state = samegame.new "1122/2211"

  it("name what cannot be searched so", function()
    for message, try in pairs {
      ["threads_spec.lua:%d+: search.best: threads are for rules in C or pictures, not for fall"] =
        function()
          search.best(falling.new(), { threads = 2 })
        end,
      ["search.best: threads cannot call the function `score` of othello$"] = function()
        search.best(othello.new(), { threads = 2 })
      end,
      ["search.best: threads cannot call a `value`$"] = function()
        search.best(state, { threads = 2, value = function() return 0 end })
      end,
      ["search.best: threads are for the methods mcts, .* and own, not for beam$"] = function()
        search.best(state, { threads = 2, method = "beam" })
      end,
      ["search.best: threads are for the methods mcts, .*, not for alpha%-beta$"] = function()
        search.best(horizontally.new "..../....", { threads = 2 })
      end,
      ["search.best: threads must be an integer of 1%.%.64, not 0$"] = function()
        search.best(state, { threads = 0 })
      end,
      ["search.best: threads must be an integer of 1%.%.64, not 65$"] = function()
        search.best(state, { threads = 65 })
      end,
      ["samegame:best: threads must be an integer of 1%.%.64, not 'x'$"] = function()
        state:best { threads = "x" }
      end,
      ["search.best: unknown key 'thread' %(did you mean 'threads'%?%)"] = function()
        search.best(state, { thread = 2 })
      end,
      ["horizontally:winner: threads must be an integer of 1%.%.64, not 65$"] = function()
        horizontally.new("..../....", { fields = 2 }):winner { threads = 65 }
      end,
      ["samegame:clear: unknown key 'threads'"] = function() state:clear { threads = 2 } end,
    } do
      local fine, fault = pcall(try)
      assert.is_false(fine)
      assert.is_truthy(tostring(fault):find(message), tostring(fault))
    end
  end)

  it("are none for a single thread", function()
    local value = function(position) return position:left() end
    assert.same({ search.best(state, { nodes = 50, method = "beam", value = value }) },
      { search.best(state, { nodes = 50, method = "beam", value = value, threads = 1 }) })
    assert.equal("done", select(2, search.best(clobber.new "xo/ox", { threads = 1 })).ended)
  end)
end)
