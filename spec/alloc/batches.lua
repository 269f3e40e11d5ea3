--- The calls of batches and trees that spec/alloc/try.lua tries.

local calls = ...
local batch = require "tessera.batch"
local trees = require "tessera.trees"

local clobber = dofile "samples/games/clobber.lua"
local relay = dofile "samples/games/relay.lua"
local game2048 = dofile "samples/games/2048.lua"
local slabs = assert(require("tessera.puzzlescript").open "samples/puzzlescript/slabs.txt")

local function many_of(game, options)
  return function()
    local many = batch.new(game, options)
    many:reset()
    return many
  end
end

local of_clobber = many_of(clobber, { count = 2, levels = { "xo/ox", "xox/oxo" }, masks = "exact",
  autoreset = "same_step", seed = 3 })
local of_2048 = many_of(game2048, { starts = 2, levels = { "12/.." }, illegal = "fail" })

local of_relay = many_of(relay, { count = 2, masks = "exact", autoreset = "same_step", seed = 3,
  max_steps = 1 })

local function trees_of(many, options)
  return function()
    return trees.new(many(), options)
  end
end

local of_leaves = trees_of(of_clobber, { nodes = 9, leaves = 2, noise = 0.5, seed = 2 })
local of_dice = trees_of(of_2048, { nodes = 5 })

-- With leaves that wait.
local function waiting()
  local search = of_leaves()
  search:select()
  return search
end

-- Tries methods of what `start` makes: a list of { name, arguments ... }; tables are made anew.
local function methods(name, start, list)
  local class = debug.getmetatable(start()).__index
  for _, entry in ipairs(list) do
    calls.add(("%s:%s"):format(name, entry[1]), function()
      local args = {}
      for i = 2, #entry do
        args[i - 1] = type(entry[i]) == "table" and table.move(entry[i], 1, #entry[i], 1, {})
          or entry[i]
      end
      return start(), table.unpack(args)
    end, class[entry[1]])
  end
end

calls.classes["tessera.Batch"] = { __index = debug.getmetatable(of_clobber()).__index }
calls.classes["tessera.Trees"] = { __index = debug.getmetatable(of_leaves()).__index }

calls.add("batch.new", function()
  return clobber, { count = 2, levels = { "xo/ox" }, masks = "exact" }
end, batch.new)
calls.add("batch.new, of PuzzleScript", function() return slabs, { starts = 2 } end, batch.new)
calls.add("batch.new, of a level that there is not", function()
  return clobber, { levels = { "?" } }
end, batch.new)
calls.add("trees.new", function() return of_clobber(), { nodes = 9 } end, trees.new)
calls.add("trees.new, too few nodes", function() return of_clobber(), { nodes = 1 } end, trees.new)

local some, all = of_clobber():actions(), {}
for a in ipairs(some) do
  all[a], all[#some + a] = a / 100, 1
end

methods("batch", of_clobber, {
  { "reset" }, { "step", { 1, 2 } }, { "step", { some[3], some[1] } }, { "step", { 99, 1 } },
  { "step", { 1 } }, { "look" }, { "save", 1 }, { "save", 3 }, { "state", 2 },
  { "load", 1, of_clobber():save(2) }, { "load", 1, "nothing" }, { "actions" },
  { "final_observations" }, { "illegal" }, { "lengths" }, { "masks" }, { "observations" },
  { "outcomes" }, { "planes" }, { "players" }, { "rewards" }, { "sums" }, { "terminated" },
  { "truncated" },
})
calls.add("batch:reset, some", function()
  return of_clobber(), { which = { 1, 0 }, seeds = { 7, 8 }, levels = { 1, 2 } }
end, of_clobber().reset)
calls.add("batch:copy", function() return of_clobber(), 1, of_clobber(), 2 end, of_clobber().copy)
-- `methods` makes the lists of an entry anew, but not those within.
methods("batch of those who act together", of_relay, {
  { "step", { { "right", "wait" }, { 1, 1 } } }, { "step", { { "wait" }, { 1, 1 } } },
  { "step", { 1, 2 } }, { "reset" }, { "look" }, { "save", 1 }, { "load", 2, of_relay():save(1) },
  { "masks" }, { "observations" }, { "final_observations" }, { "rewards" },
})
methods("batch with chance", of_2048, { { "step", { "left" } }, { "step", { "up" } } })

methods("trees", of_leaves, {
  { "select" }, { "masks" }, { "observations" }, { "players" }, { "means" }, { "policies" },
  { "values" }, { "visits" }, { "start" }, { "start", { 1, 0 } }, { "advance", { 1, 2 } },
})
methods("trees whose leaves wait", waiting, { { "select" }, { "advance", { 1, 2 } },
  { "back", { 0.5, 0, -0.5, 0 }, table.move(all, 1, #all, #all + 1, { table.unpack(all) }) },
  { "back", { 0 }, { 1 } } })
methods("trees with chance", of_dice, { { "select" } })
