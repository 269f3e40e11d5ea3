--- Trees over batches, against a slow twin in plain Lua; and what can be checked by eye.

local Twin = require "spec.oracle.trees"
local batch = require "tessera.batch"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"
local trees = require "tessera.trees"

-- What a leaf is judged to be: numbers by the board, so that they do not depend on the order.
local function judge(state, actions)
  local dice, priors = rng.new(state:hash()), {}
  for a = 1, actions do
    priors[a] = (1 + dice:below(1000)) / 1000
  end
  return (dice:below(2001) - 1000) / 1000, priors
end

-- Searches beside twins of all trees, and plays on.
local function compare(game, levels, seed, scaled, chance)
  local dice = rng.new(seed)
  local count, leaves = 1 + dice:below(3), 1 + dice:below(4)
  local many = batch.new(game, { count = count, seed = seed, levels = levels,
    autoreset = "never", threads = 1 + seed % 3 })
  many:reset()
  local actions = many:actions()
  local options = { nodes = 20 + dice:below(60), leaves = leaves, scaled = scaled,
    discount = ({ 1, 0.9 })[1 + dice:below(2)], exploration = ({ 1.25, 3 })[1 + dice:below(2)],
    noise = ({ 0, 0.25 })[1 + dice:below(2)], alpha = ({ 0.3, 1.5 })[1 + dice:below(2)],
    seed = seed, chance = chance }
  local twins = {}
  for i = 1, count do
    options.seed = seed + i - 1
    twins[i] = Twin.new(many:state(i), actions, options)
  end
  options.seed, options.scaled, options.chance = seed, nil, nil
  local search = trees.new(many, options)
  for _ = 1, 3 do
    for _ = 1, 25 do
      local values, priors, expected = {}, {}, 0
      for _, twin in ipairs(twins) do
        local found, own_values, own_priors = twin:select(), {}, {}
        for k = 1, leaves do
          local leaf, of = found[k], {}
          local value = 0
          for a = 1, #actions do
            of[a] = 0
          end
          if leaf then
            value, of = judge(leaf.state, #actions)
            expected = expected + 1
          end
          values[#values + 1], own_values[k], own_priors[k] = value, value, of
          table.move(of, 1, #of, #priors + 1, priors)
        end
        twin.judged = { own_values, own_priors }
      end
      assert.equal(expected, search:select())
      local players = search:players()
      for i, twin in ipairs(twins) do
        for k = 1, leaves do
          local leaf = twin.found[k]
          assert.equal(leaf and leaf.player or 0, players[(i - 1) * leaves + k])
        end
        twin:back(table.unpack(twin.judged))
      end
      search:back(values, priors)
    end
    local visits, expected = search:visits(), {}
    for _, twin in ipairs(twins) do
      local own = twin:visits()
      table.move(own, 1, #own, #expected + 1, expected)
    end
    assert.same(expected, visits)
    local chosen = {}
    for i, twin in ipairs(twins) do
      local possible = twin.root.state:actions()
      chosen[i] = possible[1] and possible[1 + dice:below(#possible)] or actions[1]
    end
    many:step(chosen)
    search:advance(chosen)
    for i, twin in ipairs(twins) do
      for a, text in ipairs(actions) do
        if text == chosen[i] then
          twin:advance(a, many:state(i))
          break
        end
      end
    end
  end
end

describe("trees over a batch of", function()
  for _, case in ipairs {
    { "connect4" }, { "clobber", { "xoxo/oxox/xoxo" } }, { "peg", nil, true },
    { "sokoban", { "######\n#@ $.#\n#    #\n######" } },
  } do
    local name, levels, scaled = case[1], case[2], case[3]
    it(name .. " do what their twins do", function()
      local game = dofile("samples/games/" .. name .. ".lua")
      for seed in seeds(8) do
        compare(game, levels, seed, scaled)
      end
    end)
  end

  it("2048, whose dice fall differently in each walk, do what their twins do", function()
    local game = dofile "samples/games/2048.lua"
    for seed in seeds(8) do
      compare(game, { "3121/1..2/2.1./.12." }, seed, true, true)
    end
  end)

  it("a game of two in which stones come by chance do what their twins do", function()
    local game = require("tessera").game { name = "gusts", players = 2, map = "..../..../....",
      pieces = { "red", "yellow" }, moves = { "put <row> <column>" },
      legend = { ["."] = "empty", r = "red", y = "yellow", s = "stone" },
      rules = { { "put <row> <column>", "[ empty ] -> [ mine ]" } },
      after = { "random [ empty ] -> [ stone 60% or empty 40% ]" },
      ends = { { { "Red wins", "Yellow wins" }, "line 3 mine", score = 1 },
        { "Draw", "no empty" } } }
    for seed in seeds(8) do
      compare(game, nil, seed, false, true)
    end
  end)

  it("SameGame, whose scores are scaled, do what their twins do", function()
    for seed in seeds(8) do
      compare("samegame", { "1123/1223/3121/2213" }, seed, true)
    end
  end)
end)

describe("trees", function()
  local connect4 = dofile "samples/games/connect4.lua"
  local even = { 1, 1, 1, 1, 1, 1, 1 }

  local function search_from(picture, options)
    local many = batch.new(connect4, { levels = { connect4.new(picture) } })
    many:reset()
    return trees.new(many, options), many
  end

  it("find a win, and parry one", function()
    for picture, column in pairs {
      ["......./......./......./......./ooo..../xxx...."] = 4,
      ["......./......./......./......./x....../xooo.x."] = 5,
    } do
      local search = search_from(picture, { nodes = 600 })
      for _ = 1, 400 do
        search:select()
        search:back({ 0 }, even)
      end
      local visits = search:visits()
      for a = 1, 7 do
        assert.is_true(a == column or visits[a] < visits[column] / 2, table.concat(visits, " "))
      end
    end
  end)

  it("take strings of floats, and values of every player of three", function()
    local game = require("tessera").game { name = "three", players = 3, map = "...",
      pieces = { "red", "yellow", "gem" }, moves = { "put <column>" },
      legend = { ["."] = "empty", r = "red", y = "yellow", g = "gem" },
      rules = { { "put <column>", "[ empty ] -> [ mine ]" } },
      ends = { { "Full", "no empty" } } }
    local many = batch.new(game)
    many:reset()
    local search = trees.new(many, { nodes = 20 })
    assert.equal(1, search:select())
    assert.same({ 1 }, search:players())
    search:back(string.pack("fff", 0.5, -0.25, 1), { 1, 0, 0 })
    assert.same({ 0.5 }, search:values())
    assert.equal(1, search:select())
    assert.same({ 2 }, search:players())
    search:back({ 0.25, 1, -1 }, { 0, 1, 1 })
    assert.same({ 0.375 }, search:values())
    assert.same({ 0.25, 0, 0 }, search:means())
    assert.same({ 1, 0, 0 }, search:policies())
  end)

  it("play with chance, with the same numbers by any number of threads", function()
    local game2048, first = dofile "samples/games/2048.lua", nil
    for _, threads in ipairs { 1, 2, 7 } do
      local many = batch.new(game2048, { count = 9, starts = 4, threads = threads })
      many:reset()
      local search = trees.new(many, { nodes = 60, leaves = 3, noise = 0.25, seed = 5 })
      local values, priors, seen = {}, {}, {}
      for k = 1, 27 do
        values[k] = k % 5
      end
      for k = 1, 27 * 4 do
        priors[k] = 1
      end
      for _ = 1, 30 do
        seen[#seen + 1] = search:select() .. search:observations() .. search:masks()
        search:back(values, priors)
      end
      seen[#seen + 1] = table.concat(search:visits(), " ")
      first = first or seen
      assert.same(first, seen)
    end
  end)

  it("mix noise into the priors of the root, by the seed", function()
    local shown = {}
    for seed = 1, 3 do
      for twice = 1, 2 do
        local search = search_from(nil, { nodes = 200, noise = 0.5, seed = seed })
        for _ = 1, 100 do
          search:select()
          search:back({ 0 }, even)
        end
        local visits = table.concat(search:visits(), " ")
        assert.equal(twice == 1 and visits or shown[seed], visits)
        shown[seed] = visits
      end
    end
    assert.not_equal(shown[1], shown[2])
    assert.not_equal(shown[2], shown[3])
  end)

  it("find no more leaves when they are full", function()
    for _, options in ipairs { { nodes = 5 }, { nodes = 50, edges = 35 } } do
      local search, count = search_from(nil, options), 0
      for _ = 1, 20 do
        local found = search:select()
        count = count + found
        search:back({ 0 }, even)
      end
      assert.equal(5, count)
    end
  end)

  it("search from where they began, whatever level their environments go on with", function()
    local sokoban, seen = dofile "samples/games/sokoban.lua", {}
    local levels = { "#####\n#@$.#\n#####", "#######\n#@ $ .#\n#     #\n#######" }
    for level = 1, 2 do
      local many = batch.new(sokoban, { levels = levels, level = 1 })
      many:reset()
      local search = trees.new(many, { nodes = 20 })
      many:reset { levels = { level } }
      seen[level] = { search:select(), search:observations(), search:masks() }
      search:start()
      search:select()
      seen[level].anew = search:observations()
    end
    assert.same({ table.unpack(seen[1]) }, { table.unpack(seen[2]) })
    assert.equal(seen[1][2], seen[1].anew)
    assert.not_equal(seen[1].anew, seen[2].anew)
  end)

  it("refuse what is wrong in a line", function()
    local search, many = search_from(nil, { nodes = 9 })
    local function fails(text, f, ...)
      local fine, message = pcall(f, ...)
      assert.is_false(fine)
      assert.equal(text, tostring(message):match "^[^:]*:%d+: (.*)$" or message)
    end
    fails("trees: values: expected 1 numbers, got 0", search.back, search, {}, even)
    fails("trees: priors: expected 7 numbers, got 1", search.back, search, { 0 }, "abcd")
    search:select()
    fails("trees: the leaves of the last select are not judged yet", search.select, search)
    fails("trees: the leaves of the last select are not judged yet", search.advance, search, { 1 })
    fails("trees: value 1 is no finite number", search.back, search, { 0 / 0 }, even)
    fails("trees: value 1 is not in -1000000..1000000", search.back, search, { -2e6 }, even)
    fails("trees: the prior of action 2 of leaf 1 is no finite number", search.back, search, { 0 },
      { 1, 1 / 0, 1, 1, 1, 1, 1 })
    fails("trees: the prior of action 7 of leaf 1 is negative: priors are probabilities",
      search.back, search, { 0 }, { 1, 1, 1, 1, 1, 1, -0.5 })
    fails("trees: which: expected 1 numbers, got 2", search.start, search, { 1, 0 })
    fails("trees: which: entry 1 is no number", search.start, search, { "all" })
    fails("trees: leaves must be an integer of 1..2147483647, not 0", trees.new, many,
      { nodes = 3, leaves = 0 })
    fails("trees: nodes: a tree has 2 at least", trees.new, many, {})
    fails("trees: unknown key 'node' (did you mean 'nodes'?)", trees.new, many, { node = 3 })
    fails("trees: noise: expected 0 to 1, got 2", trees.new, many, { nodes = 3, noise = 2 })
  end)
end)
