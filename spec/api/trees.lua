--- Specifies trees in the C library (trees_api.c): they find what trees in Lua find; the numbers
--- do not depend on threads; wrong arguments are refused, and so is a batch that has been freed; a
--- rule that raises ends one call. `make test-lib` compiles trees.c for it.

-- luacheck: no max line length

local run = require "spec.support.run"

local programs = os.getenv "TRY_PROGRAMS"

local function search(arguments)
  local out, err, status = run.shell(("ulimit -t 100; exec %s/trees %s"):format(programs, arguments))
  assert.same({ "", 0 }, { err, status })
  return out
end

-- What trees.c does, by the batches of Lua.
local function search_in_lua(file, levels, options)
  local batch, trees = require "tessera.batch", require "tessera.trees"
  local game = file:find "%.lua$" and dofile(file) or file
  local many = batch.new(game, { count = options.count, levels = levels, level = 1, seed = options.seed,
    autoreset = "never", observation = "planes" })
  many:reset()
  local found = trees.new(many, { nodes = options.nodes, leaves = options.leaves, seed = options.seed,
    noise = options.noise })
  local actions, lines = #many:actions(), {}
  local leaves = options.count * options.leaves

  local function judge(bytes, masks)
    local sum, priors = 0, {}
    for _, text in ipairs { bytes, masks } do
      for i = 1, #text do
        sum = (sum * 31 + text:byte(i)) % 65521
      end
    end
    for i = 1, actions do
      priors[i] = (1 + (sum + (i - 1) * 7) % 16) / 16
    end
    return (sum % 201 - 100) / 128, priors
  end

  for _ = 1, 3 do
    for _ = 1, 30 do
      found:select()
      local values, priors, players = {}, {}, found:players()
      local seen, masks = found:observations(), found:masks()
      local each = #seen // leaves
      for k = 1, leaves do
        local value, of = 0, {}
        if players[k] > 0 then
          value, of = judge(seen:sub((k - 1) * each + 1, k * each), masks:sub((k - 1) * actions + 1, k * actions))
        end
        values[k] = value
        for i = 1, actions do
          priors[#priors + 1] = of[i] or 0
        end
      end
      found:back(values, priors)
    end
    local visits, policies, means, values = found:visits(), found:policies(), found:means(), found:values()
    local chosen = {}
    for i = 1, options.count do
      local parts, best = {}, 1
      for k = 1, actions do
        local at = (i - 1) * actions
        parts[k] = ("%d/%.3f/%.3f"):format(visits[at + k], policies[at + k], means[at + k])
        best = visits[at + k] > visits[at + best] and k or best
      end
      lines[#lines + 1] = ("%s %.3f\n"):format(table.concat(parts, " "), values[i])
      chosen[i] = best
    end
    many:step(chosen)
    found:advance(chosen)
  end
  return table.concat(lines)
end

describe("a batch with trees", function()
  for _, case in ipairs {
    { "samples/games/connect4.lua", "......./......./......./......./......./.......", "noise=0.25", 0.25 },
    { "samples/games/sokoban.lua", "#######\n#@ $ .#\n#     #\n#######", "" },
    { "samegame", "1123\n1223\n3121\n2213", "" },
  } do
    it("plays as Lua does: " .. case[1], function()
      run.in_folder(function(folder)
        run.write_file(folder .. "/level.txt", (case[2]:gsub("/", "\n")) .. "\n")
        for seed = 1, 3 do
          assert.equal(search_in_lua(case[1], { case[2] }, { count = 2, leaves = seed, seed = seed,
            nodes = 60, noise = case[4] }),
            search(("count=2 leaves=%d seed=%d nodes=60 %s levels=%s/level.txt %s"):format(seed, seed, case[3], folder, case[1])))
        end
      end)
    end)
  end

  it("finds a win", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/level.txt", ".......\n.......\n.......\n.......\nooo....\nxxx....\n")
      local out = search(("known=1 nodes=400 walks=300 turns=1 levels=%s/level.txt samples/games/connect4.lua"):format(folder))
      assert.equal("3 3 3 281 3 3 3", (out:gsub("/%S+", ""):gsub(" %S+\n$", "")))
      assert.equal("1.000", out:match "^%S+ %S+ %S+ 281/0.940/(%S+)")
    end)
  end)

  it("has the same numbers in any number of threads", function()
    for _, file in ipairs { "samples/games/connect4.lua", "samples/games/2048.lua", "tower" } do
      local options = "count=9 leaves=3 noise=0.25 nodes=60 seed=5 "
      local one = search(options .. "threads=1 " .. file)
      assert.equal(27, select(2, one:gsub("\n", "")))
      assert.equal(one, search(options .. "threads=2 " .. file))
      assert.equal(one, search(options .. "threads=7 " .. file))
    end
  end)

  it("takes a value for each of three players", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/three.lua", [[
        return require("tessera").game { name = "three", players = 3, map = "...",
          pieces = { "red", "yellow", "gem" }, moves = { "put <column>" },
          legend = { ["."] = "empty", r = "red", y = "yellow", g = "gem" },
          rules = { { "put <column>", "[ empty ] -> [ mine ]" } },
          ends = { { "Full", "no empty" } } }]])
      -- A judge who knows nothing thinks that player p gains p * 50 / 128.
      assert.equal("0/0.000/0.000 0/0.000/0.000 0/0.000/0.000 0.000\n",
        search(("known=1 walks=1 turns=1 %s/three.lua"):format(folder)))
      assert.equal("0/0.000/0.000 0/0.000/0.000 0/0.000/0.000 0.391\n",
        search(("known=1 walks=1 turns=2 %s/three.lua"):format(folder)):match "\n(.*)$")
    end)
  end)

  it("refuses wrong arguments, and has no trees after its end", function()
    assert.equal([[
a small size: tessera_trees_options: its size is 8, not sizeof(struct tessera_trees_options)
one node: tessera_trees_options: nodes is 1, not in 2..2147483647
nodes beyond all memory: so many environments have no room for so many nodes, edges and leaves
negative edges: tessera_trees_options: edges is -1, not in 0..2147483647
negative leaves: tessera_trees_options: leaves is -1, not in 0..2147483647
leaves beyond all memory: so many environments have no room for so many nodes, edges and leaves
negative exploration: tessera_trees_options: exploration is -1, not in 1e-06..1e+06
infinite exploration: tessera_trees_options: exploration is inf, not in 1e-06..1e+06
more than all noise: tessera_trees_options: noise is 1.5, not in 0..1
no alpha to speak of: tessera_trees_options: alpha is 1e-09, not in 0.001..1e+06
a discount that is no number: tessera_trees_options: discount is nan, not in 1e-06..1
no options: -1 tessera_trees_options is NULL
no batch: -1 the batch is NULL
no trees: -1 the trees are NULL
no leaves: -1 tessera_leaves is NULL
leaves without a size: -1 tessera_leaves: its size is 0, not sizeof(struct tessera_leaves)
nothing to be judged: 0
leaves without arrays: 1
a second select: -1 the leaves of the last select are not judged yet
an early advance: -1 the leaves of the last select are not judged yet
no values: -1 values is NULL
no priors: -1 priors is NULL
no number: -1 value 0 is no finite number
priors that are none: -1 the prior of action 0 of leaf 0 is no finite number
priors without a sum: 0
no actions: -1 actions is NULL
an action of no step: 0
a negative action: -1 environment 0: action -1 is not in 0..6
an action that is none: -1 environment 0: action 2147483647 is not in 0..6
no roots: -1 tessera_roots is NULL
roots without a size: -1 tessera_roots: its size is 0, not sizeof(struct tessera_roots)
roots without arrays: 0
a select: 1
a start: 0
a select after it: 1
without an error: -1
start without a batch: -1 the batch of the trees has been freed
select without a batch: -1 the batch of the trees has been freed
back without a batch: -1 the batch of the trees has been freed
look without a batch: -1 the batch of the trees has been freed
advance without a batch: -1 the batch of the trees has been freed
]], search "misuse=1 samples/games/connect4.lua")
  end)

  it("survives what a stranger's game does in a walk", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/game.lua", [[
        return require "tessera".game { name = "line", legend = { ["."] = "empty",
          ["@"] = "player" }, map = "@.", moves = { "go" }, actions = function(_, add) add "go" end,
          apply = function()
            error "oh" end }]])
      local out = search(("nodes=9 %s/game.lua"):format(folder)):gsub(folder:gsub("%p", "%%%0") .. "/", "")
      assert.equal("game.lua:4:0:apply:game.lua:4: oh\n", out)
    end)
  end)
end)
