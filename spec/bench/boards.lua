--- SameGame: the scores that the search finds on boards of 15 x 15 with 5 values, each recounted by
--- the rules. The boards are the files of a folder (BOARDS=folder), each of 15 lines of digits with
--- the top row first; without a folder, 20 boards made from seeds.
--- BENCH_ARGS="boards 4000000 7" plays with 4,000,000 nodes a board and seed 7;
--- "boards 4000000 7 2" plays with as many in two threads together. At the end stand the points
--- that the searches had by then, and the CPU seconds.

local rng = require "tessera.rng"
local samegame = require "tessera.samegame"
local samegames = require "spec.support.samegames"

local function boards_of(folder)
  local boards = {}
  if not folder then
    for seed = 1, 20 do
      local map = samegames.full(rng.new(seed), 15, 15, 5)
      boards[seed] = { name = "seed " .. seed, map = map }
    end
    return boards
  end
  local pipe <close> = assert(io.popen(("ls -- '%s'"):format(folder:gsub("'", "'\\''"))))
  for name in pipe:lines() do
    local file <close> = assert(io.open(folder .. "/" .. name))
    local text = file:read "a"
    if text:find "^[0-9\n\r]+$" then
      boards[#boards + 1] = { name = name, map = text }
    end
  end
  return boards
end

local parts = 16

-- What a board's search has found when it has used 1/16, 2/16, ... of its nodes: points and CPU
-- seconds. `note` is to be called as it goes on, with its end at last.
local function curve(nodes)
  local points, seconds, begun, last = {}, {}, os.clock(), 0
  local function note(progress)
    while #points < parts and progress.nodes >= nodes * (#points + 1) // parts do
      points[#points + 1], seconds[#seconds + 1] = last, os.clock() - begun
    end
    last = progress.best
  end
  return points, seconds, note
end

-- A search may end before its nodes are used up, or between two reports.
local function finish(points, seconds, score, time)
  for i = #points + 1, parts do
    points[i], seconds[i] = score, time
  end
  points[parts], seconds[parts] = score, time
end

return function(nodes, seed, threads)
  nodes = math.tointeger(tonumber(nodes or 4700000))
  seed = math.tointeger(tonumber(seed or 1))
  threads = math.tointeger(tonumber(threads or 1))
  local boards, total, totals, times = boards_of(os.getenv "BOARDS"), 0, {}, {}
  for _, board in ipairs(boards) do
    local state = samegame.new(board.map)
    local points, seconds, note = curve(nodes)
    local begun = os.clock()
    local actions, info = state:best { nodes = nodes, seed = seed, threads = threads,
      progress = note }
    local time = os.clock() - begun
    finish(points, seconds, info.score, time)
    state:apply_all(actions)
    assert(state:score() == info.score, "the rules count another score")
    total = total + info.score
    for i = 1, parts do
      totals[i] = (totals[i] or 0) + points[i]
      times[i] = (times[i] or 0) + seconds[i]
    end
    print(("%-12s %6d points, %3d blocks left, %3d moves, %6.2f s"):format(board.name, info.score,
      state:left(), #actions, time))
    io.stdout:flush()
  end
  for i = 1, parts do
    print(("%12d nodes each %8d points %8.1f s"):format(nodes * i // parts, totals[i], times[i]))
  end
  print(("%d boards, seed %d, %d nodes each, %d threads: %d points in %.1f s"):format(#boards, seed,
    nodes, threads, total, times[parts]))
end
