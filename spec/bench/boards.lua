--- SameGame: the scores that the search finds on boards of 15 x 15 with 5 values, each recounted by
--- the rules. The boards are the files of a folder (BOARDS=folder), each of 15 lines of digits with
--- the top row first; without a folder, 20 boards made from seeds.
--- BENCH_ARGS="boards 4000000 7" plays with 4,000,000 nodes a board and seed 7.

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

return function(nodes, seed)
  nodes = math.tointeger(tonumber(nodes or 4700000))
  seed = math.tointeger(tonumber(seed or 1))
  local total, start = 0, os.clock()
  local boards = boards_of(os.getenv "BOARDS")
  for _, board in ipairs(boards) do
    local state = samegame.new(board.map)
    local begun = os.clock()
    local actions, info = state:best { nodes = nodes, seed = seed }
    local time = os.clock() - begun
    state:apply_all(actions)
    assert(state:score() == info.score, "the rules count another score")
    total = total + info.score
    print(("%-12s %6d points, %3d blocks left, %3d moves, %6.2f s"):format(board.name, info.score,
      state:left(), #actions, time))
  end
  print(("%d boards, seed %d, %d nodes each: %d points in %.1f s"):format(#boards, seed, nodes,
    total, os.clock() - start))
end
