--- Searches with one thread and with several: seconds on the clock, the best of some runs; CPU
--- seconds; and nodes. BENCH_ARGS="threads 4" takes four threads instead of two. "threads 2 count"
--- also counts the instructions of the calling thread and of the busiest other one, which say what
--- is gained however busy the machine is.

local horizontally = require "tessera.horizontally"
local jewelry = require "tessera.jewelry"
local puzzlescript = require "tessera.puzzlescript"
local rng = require "tessera.rng"
local samegame = require "tessera.samegame"
local samegames = require "spec.support.samegames"
local search = require "tessera.search"
local tower = require "tessera.tower"
local uv = require "luv"

local runs = 9

local grid = samegame.new(samegames.full(rng.new(1), 15, 15, 5))
local blocks = samegame.new(samegames.full(rng.new(1), 8, 8, 3))
local jewels = jewelry.new("ROYG/YRGO/ORYG/GYOR", { seed = 7 })

local function winner(rows, columns)
  local board = horizontally.new(nil, { fields = 2, rows = rows, columns = columns })
  return { name = ("horizontally, %d x %d"):format(rows, columns), run = function(threads)
    return board:winner { threads = threads }
  end }
end

local function walk(name, state, nodes)
  return { name = name, run = function(threads)
    return search.walk(state, 1000, { nodes = nodes, threads = threads })
  end }
end

local climb = tower.new(("."):rep(20):rep(4, "/") .. "/....###............./...#.#.G....#......./"
  .. "S#B...##...I.I....../#ICII.I#..##.##...../#..#.#.#.##..#.#.##./.#..#.#..#..#.#.####")
local slabs = puzzlescript.open "samples/puzzlescript/slabs.txt".new(3)

local cases = {
  { name = "samegame, own", run = function(threads)
    return grid:best { nodes = 1500000, threads = threads }
  end },
  { name = "samegame, nrpa", run = function(threads)
    return search.best(grid, { method = "nrpa", nodes = 600000, threads = threads })
  end },
  { name = "jewelry, mcts", run = function(threads)
    return search.best(jewels, { method = "mcts", nodes = 1000000, length = 20, threads = threads })
  end },
  winner(7, 9), winner(8, 8), winner(8, 9),
  walk("samegame, 8 x 8", blocks, 2000000), walk("samegame, 15 x 15", grid, 300000),
  walk("tower, 10 x 20", climb, 2000000), walk("slabs", slabs, 300000),
}

-- The shortest of some runs on the clock, its CPU seconds, and the nodes.
local function measure(run, threads)
  local best, cpu, nodes
  for _ = 1, runs do
    local start, cpu_start = uv.hrtime(), os.clock()
    local _, info = run(threads)
    local time = (uv.hrtime() - start) / 1e9
    if not best or time < best then
      best, cpu, nodes = time, os.clock() - cpu_start, info.nodes
    end
  end
  return best, cpu, nodes
end

-- The instructions of the calling thread, together with those of the busiest other one.
local function count(number, threads)
  local path = os.tmpname()
  os.execute(("valgrind --tool=callgrind --separate-threads=yes --callgrind-out-file=%s "
    .. "lua5.4 spec/bench/bench.lua threads only %d %d >%s 2>&1"):format(path, number, threads,
    path))
  local first, most = nil, 0
  for thread = 1, threads + 1 do
    local part = ("%s-%02d"):format(path, thread)
    local file = io.open(part)
    local total = file and math.tointeger(file:read("a"):match "totals: (%d+)") or 0
    if file then
      file:close()
      os.remove(part)
    end
    first, most = first or total, first and math.max(most, total) or most
  end
  os.remove(path)
  return first + most
end

return function(threads, what, several)
  if threads == "only" then
    return cases[math.tointeger(what)].run(math.tointeger(several))
  end
  threads = math.tointeger(tonumber(threads or 2))
  for number, case in ipairs(cases) do
    local single, single_count
    for _, n in ipairs { 1, threads } do
      local time, cpu, nodes = measure(case.run, n)
      single = single or time
      print(("%-20s %2d  %9d nodes  %5.3f s, CPU %5.3f s  %.2f times as fast"):format(case.name, n,
        nodes, time, cpu, single / time))
      if what == "count" then
        local instructions = count(number, n)
        single_count = single_count or instructions
        print(("%-20s %2d  %13d instructions one after the other  %.2f times as few"):format("", n,
          instructions, single_count / instructions))
      end
    end
  end
end
