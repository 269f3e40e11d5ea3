--- Games in Lua, played with the engine and by programs without one (spec/bench/twins): steps a
--- second of random games, and positions a second of walks. The rules of a game are pictures, or
--- functions in Lua, or functions that use the board cell by cell. CPU time, slices of 0.15 s in
--- turns, the median of 7. BENCH_ARGS="twins rush boulder" measures those only.

local search = require "tessera.search"
local all = require "spec.bench.twins.all"

local slices, slice = 7, 0.15

-- How much of what `work` counts it does in a second.
local function rate(work)
  collectgarbage()
  local begin, done = os.clock(), 0
  repeat
    done = done + work()
  until os.clock() - begin >= slice
  return done / (os.clock() - begin)
end

local function median(list)
  table.sort(list)
  return list[(#list + 1) // 2]
end

local function compare(name, rules, what, alone, engine)
  local first, second = {}, {}
  for i = 1, slices do
    first[i], second[i] = rate(alone), rate(engine)
  end
  local x, y = median(first), median(second)
  print(("%-16s %-8s %-8s %12.0f %12.0f %8.2f"):format(name, rules, what, x, y, y / x))
  io.stdout:flush()
end

local function sum(counts)
  local total = 0
  for _, count in ipairs(counts) do
    total = total + count
  end
  return total
end

local function measure(entry)
  local twin = require("spec.bench.twins." .. entry.twin)
  local game = dofile(entry.game)
  local start, root, seed = twin.new(entry.map), game.new(entry.map), 0
  local cap = entry.cap or 1000
  compare(entry.twin, entry.rules, "playouts", function()
    return twin.playout(start, cap)
  end, function()
    seed = seed + 1
    return root:playout(seed, 4, cap).steps
  end)
  if twin.walk then
    compare(entry.twin, entry.rules, "walk", function()
      return sum(twin.walk(start, entry.depth))
    end, function()
      return sum((search.walk(root, entry.depth)))
    end)
  end
end

return function(...)
  local wanted = {}
  for _, name in ipairs { ... } do
    wanted[name] = true
  end
  print(("%-16s %-8s %-8s %12s %12s %8s"):format("a second", "rules", "", "plain Lua", "engine",
    "ratio"))
  for _, entry in ipairs(all) do
    if not next(wanted) or wanted[entry.twin] then
      measure(entry)
    end
  end
end
