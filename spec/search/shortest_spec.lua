--- Specifies the methods of search.shortest, compared with breadth-first search.

local core = require "tessera.search_core"
local oracle = require "spec.oracle.search"
local rng = require "tessera.rng"
local samegame = require "tessera.samegame"
local samegames = require "spec.support.samegames"
local search = require "tessera.search"
local seeds = require "spec.support.seeds"
local sokoban = dofile "samples/games/sokoban.lua"
local tessera = require "tessera"
local tower = require "tessera.tower"

local function never()
  return false
end

local function over(state)
  return state:outcome() ~= nil
end

-- IDA* with a table of so many bytes.
local function ida_star(state, goal, heuristic, bytes)
  local limits = { nodes = 100000, memory = 1 << 24, disk = 0 }
  return core.ida_star(state, limits, goal, heuristic, nil, bytes)
end

local function leads_to(state, actions, goal)
  local copy = state:clone()
  copy:apply_all(actions)
  return goal(copy)
end

-- Twelve cells of a tower, whose positions lead back to each other; or a small grid, where none
-- does.
local function puzzle(seed)
  local random, cells = rng.new(seed), {}
  if seed % 3 == 0 then
    return samegame.new((samegames.full(random, 3, 3, 2))), "Game Won"
  end
  for i = 1, 12 do
    local n = 1 + random:below(8)
    cells[i] = ("...#IB1."):sub(n, n)
  end
  cells[1 + random:below(6)], cells[7 + random:below(6)] = "S", "G"
  local map = table.concat(cells)
  return tower.new(map:sub(1, 6) .. "\n" .. map:sub(7) .. "\n######"), "Cleared"
end

describe("IDA*", function()
  -- Three lamps, each of which can be lit once: 1, 3, 3 and 1 positions at depths 0 to 3.
  local lamps = tessera.game { name = "three_lamps", legend = { ["."] = "dark", o = "lit" },
    moves = { "light <column>" }, goal = "Bright",
    apply = function(state, _, column)
      if state.board:is(1, column, "lit") then
        return nil, "it is lit"
      end
      state.board:set(1, column, "lit")
    end,
    outcome = function(state)
      return state.board:count "dark" == 0 and "Bright" or nil
    end }

  -- A way of cells to the right, without an end for those who go down.
  local way = tessera.game { name = "way", legend = { ["."] = "empty" }, map = ".",
    fields = { at = 0, down = 0 }, moves = { "left", "right", "down" }, goal = "There",
    apply = function(state, word)
      if word == "down" then
        state.down = state.down + 1
      else
        state.at = math.max(state.at + (word == "left" and -1 or 1), 0)
      end
    end,
    outcome = function(state)
      return state.at == 500 and state.down == 0 and "There" or nil
    end }

  it("expands in each iteration what lies above its bound, once", function()
    local actions, info = search.shortest(lamps.new "...", never, { method = "ida-star" })
    -- Bounds of 1, 2, 3 and 4 actions: 1, 1 + 3, 1 + 3 + 3 and all 8 positions.
    assert.same({ nil, 1 + 4 + 7 + 8, "done", 3 }, { actions, info.nodes, info.ended, info.depth })
    assert.is_nil(info.positions)
    local exact = 0
    for seed in seeds(60) do
      local state = puzzle(seed)
      local above, nodes = 0, 0
      for _, count in ipairs((search.walk(state, 1000))) do
        above = above + count
        nodes = nodes + (count > 0 and above or 0)
      end
      local _, all = search.shortest(state, never, { method = "ida-star" })
      -- A few positions share their places in the table and are lost.
      assert.is_true(all.ended == "done" and all.nodes >= nodes and all.nodes <= 1.1 * nodes,
        all.nodes .. " not " .. nodes)
      exact = exact + (all.nodes == nodes and 1 or 0)
    end
    assert.is_true(seeds.often(exact, 30), tostring(exact))
  end)

  it("finds a list as short as the twin's, whatever its table holds", function()
    local found, none, undecided = 0, 0, 0
    for seed in seeds(450) do
      local state, outcome = puzzle(seed)
      local function goal(position)
        return position:outcome() == outcome
      end
      local length = oracle.length(state, goal)
      for _, bytes in ipairs { 1 << 20, 700, 100, 0 } do
        local actions, info = ida_star(state, outcome, nil, bytes)
        if info.ended == "done" then
          assert.equal(length, actions and #actions, tostring(state))
          assert.is_true(not actions or leads_to(state, actions, goal))
        else -- without a table all lines that meet no position twice are tried
          undecided = undecided + 1
          assert.is_true(not actions and bytes < 1000, tostring(state))
        end
      end
      found, none = found + (length and 1 or 0), none + (length and 0 or 1)
    end
    assert.is_true(seeds.often(found, 50, none, 50) and undecided < seeds.part(200),
      found .. " found, " .. undecided .. " undecided")
  end)

  it("needs a heuristic to be no more than what is left, and nothing else", function()
    local fewer = 0
    for seed in seeds(150) do
      local state, outcome = puzzle(seed)
      local function goal(position)
        return position:outcome() == outcome
      end
      -- Anything from 0 to the actions that are left; much where there is no goal any more.
      local known = {}
      local function rest(position)
        local key = position:key()
        if not known[key] then
          local line = search.shortest(position, goal)
          local random = rng.new(seed + #key + key:byte(-1) * 256 + key:byte(#key // 2))
          known[key] = line and random:below(#line + 1) or random:below(50)
        end
        return known[key]
      end
      local length = oracle.length(state, goal)
      for _, bytes in ipairs { 1 << 20, 300, 0 } do
        local actions, info = ida_star(state, goal, rest, bytes)
        assert.is_true(info.ended == "done" or not actions and bytes < 1000)
        assert.is_true(info.ended ~= "done" or length == (actions and #actions), tostring(state))
        local _, blind = ida_star(state, goal, nil, bytes)
        fewer = fewer + (length and info.nodes < blind.nodes and 1 or 0)
      end
    end
    assert.is_true(seeds.often(fewer, 30), tostring(fewer))
  end)

  it("is as short as breadth first where the table grows and positions give way", function()
    local function rest(position)
      return position:outcome() and 0 or 1
    end
    for seed = 1, 12 do
      local random, cells = rng.new(seed), {}
      for i = 1, 30 do
        cells[i] = random:below(6) == 0 and "#" or " "
      end
      cells[1 + random:below(10)] = "@"
      for _, things in ipairs { { "$", 11 }, { ".", 21 } } do
        cells[things[2] + random:below(5)], cells[things[2] + 5 + random:below(5)] =
          things[1], things[1]
      end
      local state = sokoban.new((table.concat(cells):gsub("......", "%0\n")))
      local shortest = search.shortest(state)
      for _, bytes in ipairs { 1 << 20, 20000, 2000 } do
        for _, heuristic in ipairs { false, rest } do
          local actions, info = ida_star(state, nil, heuristic or nil, bytes)
          assert.is_true(info.ended == "done" or not actions and bytes < 1 << 20)
          assert.is_true(info.ended ~= "done"
            or (shortest and #shortest) == (actions and #actions), tostring(state))
        end
      end
    end
  end)

  it("takes the memory of its line and its table", function()
    local state = samegame.new "11223344/22334411/33441122/44112233"
    local _, broad = search.shortest(state, never, { nodes = 20000 })
    local _, info = search.shortest(state, never, { nodes = 20000, method = "ida-star",
      memory = 1 << 20 })
    assert.same({ "nodes", "nodes" }, { broad.ended, info.ended })
    assert.is_true(info.memory < 3 << 17 and broad.memory > 2 * info.memory,
      info.memory .. " " .. broad.memory)
    local _, large = search.shortest(state, never, { nodes = 20000, method = "ida-star" })
    assert.is_true(large.memory < 17 << 20)
    -- A larger table saves positions that are expanded again.
    assert.is_true(large.depth >= info.depth)
  end)

  it("goes as deep as the memory allows, and ends at every limit", function()
    local options = { method = "ida-star", heuristic = function(state)
      return 500 - state.at
    end }
    local actions, info = search.shortest(way.new(), nil, options)
    assert.same({ 500, 500, "done", 499 }, { #actions, info.nodes, info.ended, info.depth })
    options.memory = 50000
    assert.equal("memory", select(2, search.shortest(way.new(), nil, options)).ended)
    for limit, value in pairs { nodes = 3000, seconds = 0 } do
      actions, info = search.shortest(way.new(), never, { method = "ida-star", [limit] = value })
      assert.same({ nil, limit }, { actions, info.ended })
    end
    assert.equal("stopped", select(2, search.shortest(way.new(), never, { method = "ida-star",
      progress = function(sofar)
        assert.is_nil(sofar.positions)
        return sofar.nodes > 100
      end })).ended)
    local seen = {}
    for power = 0, 20 do
      local _, most = search.shortest(way.new(), never, { method = "ida-star", memory = 3 << power,
        nodes = 3000 })
      assert.is_true(most.memory <= 3 << power)
      seen[most.ended] = true
    end
    assert.same({ memory = true, nodes = true }, seen)
  end)

  it("is done at once where the goal is reached, or nothing can be done", function()
    local state = samegame.new "11"
    local actions, info = search.shortest(state, function() return true end,
      { method = "ida-star" })
    assert.same({ {}, "done", 0 }, { actions, info.ended, info.nodes })
    state:apply "1 1"
    actions, info = search.shortest(state, "Game Over", { method = "ida-star" })
    assert.same({ nil, "done", 1 }, { actions, info.ended, info.nodes })
  end)

  it("says that it has met chance", function()
    local dice = tessera.game { name = "dice", legend = { ["."] = "empty" }, map = ".",
      fields = { thrown = 0 }, moves = { "throw" },
      apply = function(state)
        state.thrown = state:chance(6)
      end }
    for nodes, chance in pairs { [1] = false, [50] = true } do
      local _, info = search.shortest(nodes == 1 and lamps.new "..." or dice.new(), never,
        { method = "ida-star", nodes = nodes })
      assert.equal(chance, info.chance)
    end
  end)

  it("raises the errors of callbacks unchanged", function()
    local fault = {}
    for _, name in ipairs { "goal", "heuristic", "progress" } do
      local function raise(state)
        if name == "progress" or over(state) then
          error(fault)
        end
        return 1
      end
      local options = { method = "ida-star", nodes = 100000 }
      options[name] = name ~= "goal" and raise or nil
      local goal = name == "goal" and function(state)
        return raise(state) == 2
      end or never
      local fine, raised = pcall(search.shortest, lamps.new "...", goal, options)
      assert.is_true(not fine and raised == fault, name)
    end
  end)
end)

describe("a heuristic of the game's own", function()
  it("finds lists that are as short, and expands fewer positions", function()
    local solved, spared, proven = 0, 0, 0
    for seed in seeds(60) do
      local state = samegame.new((samegames.full(rng.new(seed), 3, 3 + seed % 4, 2 + seed % 3)))
      local plain, blind = search.shortest(state)
      for _, method in ipairs { "a-star", "ida-star" } do
        local options = { method = method, heuristic = "own", nodes = 100000 }
        local actions, info = search.shortest(state, "Game Won", options)
        assert.same({ plain and #plain, "done" }, { actions and #actions, info.ended })
        spared = spared + (info.nodes < blind.nodes and 1 or 0)
      end
      local here = state:clone()
      for left = plain and #plain or 0, 1, -1 do
        assert.is_true(core.estimate(here) <= left)
        here:apply(plain[#plain - left + 1])
      end
      solved = solved + (plain and #plain > 1 and 1 or 0)
      proven = proven + (plain and 0 or 1)
    end
    assert.is_true(seeds.often(solved, 10) and seeds.often(spared, 10) and seeds.often(proven, 1))
  end)

  it("of SameGame counts values, and knows a block that has to stay", function()
    assert.equal(2, core.estimate(samegame.new "1122/2211"))
    assert.equal(0, core.estimate(samegame.new ".."))
    assert.equal(1000000000000000, core.estimate(samegame.new "1123/2211"))
    assert.is_nil(core.estimate(tower.new "..../S#.G/####"))
  end)

  it("is for a game that has one, and for its goal", function()
    for message, call in pairs {
      ["shortest_spec.lua:%d+: search.shortest: tower has no heuristic of its own$"] = function()
        search.shortest(tower.new "..../S#.G/####", nil, { heuristic = "own" })
      end,
      ["search.shortest: the heuristic of samegame is for its own goal, 'Game Won'$"] = function()
        search.shortest(samegame.new "11/22", "Game Over", { heuristic = "own" })
      end,
      ["search.shortest: heuristic: expected a function or \"own\", got 'mine'$"] = function()
        search.shortest(samegame.new "11/22", nil, { heuristic = "mine" })
      end,
    } do
      local fine, fault = pcall(call)
      assert.is_false(fine)
      assert.match(message, fault)
    end
  end)
end)

describe("the method of search.shortest", function()
  local state = tower.new "..../S#.G/####"

  local function zero()
    return 0
  end

  it("is breadth-first, or a-star with a heuristic, by default", function()
    for _, options in ipairs { {}, { heuristic = zero } } do
      local given = { heuristic = options.heuristic,
        method = options.heuristic and "a-star" or "breadth-first" }
      assert.same({ search.shortest(state, nil, options) },
        { search.shortest(state, nil, given) })
    end
  end)

  it("must be one of four, and fit", function()
    for message, options in pairs {
      ["there is no method 'ida%-stra' %(did you mean 'ida%-star'%?%)"] = { method = "ida-stra" },
      ["there is no method 7 %(expected one of a%-star bidirectional breadth%-first ida%-star%)"] =
        { method = 7 },
      ["a%-star needs a `heuristic`"] = { method = "a-star" },
      ["breadth%-first takes no `heuristic`"] = { method = "breadth-first", heuristic = zero },
    } do
      local fine, fault = pcall(search.shortest, state, nil, options)
      assert.is_false(fine)
      assert.is_truthy(tostring(fault):find("search.shortest: " .. message), tostring(fault))
    end
  end)
end)

-- With a heuristic their parents and depths lie in blocks of 2^18.
it("more positions than a block has numbers for keep their parents", function()
  local fields = { x = { min = 0, max = 1000 }, y = { min = 0, max = 1000 } }
  local plane = tessera.game { name = "plane", layers = { "board" },
    legend = { ["."] = { board = "empty" } }, map = ".", fields = fields, moves = { "right", "up" },
    rules = { { "right", add = { x = 1 } }, { "up", add = { y = 1 } } } }.new()
  local function goal(state)
    return state.x == 400 and state.y == 330
  end
  local function zero()
    return 0
  end
  for depth, positions in ipairs(search.walk(plane, 730)) do
    assert.equal(depth, positions)
  end
  for _, method in ipairs { "breadth-first", "a-star" } do
    local line, info = search.shortest(plane, goal, { method = method,
      heuristic = method == "a-star" and zero or nil })
    assert.equal(730, #line)
    assert.is_true(leads_to(plane, line, goal) and info.positions > 1 << 18)
  end
end)

-- Searches foresee what rules change.
it("a rule adds to the field of who acts in positions that are foreseen, too", function()
  local coins = tessera.game { name = "coins", players = 2, layers = { "things" },
    legend = { ["."] = "empty", c = "coin", A = "red", B = "blue" }, pieces = { "red", "blue" },
    fields = { gold = { each = "player" } }, moves = { "take <row> <column>" },
    rules = { { "take <row> <column>", "[ coin ] -> [ empty ]", add = { gold = 1 } } },
    ends = { { "Done", "no coin" } } }
  local state = coins.new "cAc\nBc."
  local line = search.shortest(state, over)
  state:apply_all(line)
  assert.same({ 3, 2, 1 }, { #line, state.gold[1], state.gold[2] })
end)
