--- Shortest lines that are proven: random fifteen puzzles, and levels of Sokoban by pushes.
--- BENCH_ARGS="optimal 100" solves so many puzzles.

local fifteen = dofile "samples/games/fifteen.lua"
local levels = require "tessera.levels.levels"
local rng = require "tessera.rng"
local search = require "tessera.search"
local sokoban = dofile "samples/games/sokoban.lua"

-- A random order; half of them cannot be sorted.
local function shuffled(random)
  local cells = {}
  for i = 1, 16 do
    cells[i] = i < 16 and ("%x"):format(i) or "."
  end
  for i = 16, 2, -1 do
    local k = 1 + random:below(i)
    cells[i], cells[k] = cells[k], cells[i]
  end
  return fifteen.new((table.concat(cells):gsub("....", "%0/"):sub(1, 19)))
end

local function puzzles(count)
  local seconds, slides, nodes, open, n, seed = 0, 0, 0, 0, 0, 0
  while n < count do
    seed = seed + 1
    local start = os.clock()
    local actions, info = search.solve(shuffled(rng.new(seed)),
      { optimal = true, nodes = 1 << 40, seconds = 600 })
    if info.proven ~= "unsolvable" then
      n, seconds = n + 1, seconds + os.clock() - start
      slides, nodes = slides + (actions and #actions or 0), nodes + info.nodes
      open = open + (actions and 0 or 1)
    end
  end
  print(("%-34s %5.1f slides  %10d expanded each  %6.2f s each  %d open"):format(
    ("fifteen tiles, %d boards"):format(n), slides / n, nodes // n, seconds / n, open))
end

local function pushes()
  local source = levels.open(sokoban, io.lines "samples/games/levels/sokoban.txt", error)
  for level in source.level do
    local start = os.clock()
    local actions, info = search.solve(sokoban.new(table.concat(level.rows, "\n")),
      { optimal = true, by = "pushes", seconds = 60 })
    print(("%-34s %5d pushes  %10d positions  %6.2f s"):format("Sokoban, " .. level.name,
      actions and info.cost or -1, info.positions, os.clock() - start))
    source.actions(function() end)
  end
end

---@param count integer|string
return function(count)
  puzzles(assert(math.tointeger(tonumber(count)), "expected a number of puzzles, such as 40"))
  pushes()
end
