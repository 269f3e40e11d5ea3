--- Searches with one thread and with several: seconds on the clock, CPU seconds, and nodes for each
--- thread, in the mean. BENCH_ARGS="threads 4" takes four threads instead of two.

local horizontally = require "tessera.horizontally"
local jewelry = require "tessera.jewelry"
local rng = require "tessera.rng"
local samegame = require "tessera.samegame"
local samegames = require "spec.support.samegames"
local search = require "tessera.search"
local uv = require "luv"

local runs = 5

-- The shortest of some runs on the clock, its CPU seconds, and the info.
local function measure(run)
  local best, cpu, info
  for _ = 1, runs do
    local start, cpu_start = uv.hrtime(), os.clock()
    local _, found = run()
    local time = (uv.hrtime() - start) / 1e9
    if not best or time < best then
      best, cpu, info = time, os.clock() - cpu_start, found
    end
  end
  return best, cpu, info
end

local function compare(name, threads, search_with)
  local single
  for _, count in ipairs { 1, threads } do
    local time, cpu, info = measure(function()
      return search_with(count)
    end)
    single = single or time
    print(("%-22s %2d  %9d nodes, %9d each  %6.2f s, CPU %6.2f s  %.2f times as fast"):format(name,
      count, info.nodes, info.nodes // count, time, cpu, single / time))
  end
end

return function(threads)
  threads = math.tointeger(tonumber(threads or 2))
  local grid = samegame.new(samegames.full(rng.new(1), 15, 15, 5))
  local jewels = jewelry.new("ROYG/YRGO/ORYG/GYOR", { seed = 7 })
  compare("samegame, own", threads, function(count)
    return grid:best { nodes = 4700000, threads = count }
  end)
  compare("samegame, nrpa", threads, function(count)
    return search.best(grid, { method = "nrpa", nodes = 2000000, threads = count })
  end)
  compare("jewelry, mcts", threads, function(count)
    return search.best(jewels, { method = "mcts", nodes = 2000000, length = 20, threads = count })
  end)
  for _, size in ipairs { { 7, 9 }, { 8, 8 }, { 8, 9 } } do
    local board = horizontally.new(nil, { fields = 2, rows = size[1], columns = size[2] })
    compare(("horizontally, %d x %d"):format(size[1], size[2]), threads, function(count)
      return board:winner { threads = count }
    end)
  end
end
