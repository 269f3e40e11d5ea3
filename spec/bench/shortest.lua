--- Shortest lines by the methods of search.shortest: what each of them keeps and expands.

local rng = require "tessera.rng"
local samegame = require "tessera.samegame"
local samegames = require "spec.support.samegames"
local search = require "tessera.search"
local sokoban = dofile "samples/games/sokoban.lua"
local tiles = require "spec.support.tiles"

local function measure(what, state, goal, options)
  local start = os.clock()
  local actions, info = search.shortest(state, goal, options)
  print(("%-34s %-13s %4s actions  %9d expanded  %9d successors  %6.1f MB  %6.2f s  %s"):format(
    what, options.method, actions and #actions or "-", info.nodes, info.generated,
    info.memory / 1e6, os.clock() - start, info.ended))
end

local boxes = sokoban.new [[
##########
#        #
# $   $  #
#   @    #
#  $   # #
#   #    #
# .   .  #
#    .   #
#        #
##########]]

local function ida_star()
  local limited = { method = "breadth-first", memory = 1 << 24 }
  measure("Sokoban, three boxes", boxes, nil, { method = "breadth-first" })
  measure("Sokoban, three boxes, 16 MB", boxes, nil, limited)
  measure("Sokoban, three boxes", boxes, nil, { method = "ida-star" })
  measure("Sokoban, three boxes, 16 MB", boxes, nil, { method = "ida-star", memory = 1 << 24 })
  local state = tiles.mixed(rng.new(3), 3, 4, 1000)
  for _, method in ipairs { "a-star", "ida-star" } do
    measure("tiles, 3 x 4, by distance", state, tiles.is_solved,
      { method = method, heuristic = tiles.distance })
  end
end

-- Counts positions with symmetric ones merged and without.
local function walk(what, state, depth)
  for _, symmetric in ipairs { false, true } do
    local start = os.clock()
    local _, info = search.walk(state, depth, { symmetric = symmetric, memory = 4 << 30 })
    print(("%-34s %-9s  %9d positions  %9d expanded  %6.1f MB  %6.2f s  %s"):format(what,
      symmetric and "merged" or "all", info.positions, info.nodes, info.memory / 1e6,
      os.clock() - start, info.ended))
  end
end

local function merged()
  local connect4, peg = dofile "samples/games/connect4.lua", dofile "samples/games/peg.lua"
  local lights = dofile "samples/games/lights.lua"
  walk("Connect Four, 10 stones", connect4.new(), 10)
  walk("Peg Solitaire, 9 jumps", peg.new(), 9)
  walk("Lights Out, 4 x 4", lights.new "****/*..*/*..*/****", 16)
  walk("Sokoban, symmetric walls", sokoban.new [[
##########
#.      .#
#  #  #  #
# #$   # #
#   @    #
#    $   #
# #    # #
#  #$ #  #
#.      .#
##########]], 60)
  walk("Sokoban, three boxes", boxes, 26)
end

local function bidirectional()
  for seed, size in ipairs { { 3, 3 }, { 3, 4 } } do
    local rows, columns = table.unpack(size)
    local state = tiles.mixed(rng.new(seed), rows, columns, seed == 1 and 1000 or 80)
    local what = ("tiles, %d x %d"):format(rows, columns)
    measure(what, state, tiles.is_solved, { method = "breadth-first" })
    measure(what, state, nil, { method = "bidirectional",
      goals = { tiles.solved(rows, columns) } })
  end
end

-- Positions of which many words differ from those of the position before; the best of five runs.
local function blocks()
  for _, case in ipairs { { 10, 4 }, { 15, 5 } } do
    local side, values = table.unpack(case)
    local state = samegame.new(samegames.full(rng.new(1), side, side, values))
    local best, info = math.huge, nil
    for _ = 1, 5 do
      local start = os.clock()
      info = select(2, search.walk(state, 1000, { nodes = 20000 }))
      best = math.min(best, os.clock() - start)
    end
    print(("%-34s %9d expanded  %9d successors  %6.1f MB  %.2f M successors a second"):format(
      ("SameGame, %d x %d, %d values"):format(side, side, values), info.nodes, info.generated,
      info.memory / 1e6, info.generated / best / 1e6))
  end
end

return function()
  ida_star()
  bidirectional()
  merged()
  blocks()
end
