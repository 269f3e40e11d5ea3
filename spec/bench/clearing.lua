--- SameGame: how fast the search for a line that clears the grid makes successors, on seeded
--- boards of 15 x 15 with 3 to 5 values. BENCH_ARGS="clearing 20" searches 20 boards of each kind.

local rng = require "tessera.rng"
local samegame = require "tessera.samegame"
local samegames = require "spec.support.samegames"

return function(boards)
  boards = math.tointeger(tonumber(boards or 5))
  for values = 3, 5 do
    local cleared, nodes, generated, start = 0, 0, 0, os.clock()
    for seed = 1, boards do
      local state = samegame.new(samegames.full(rng.new(seed), 15, 15, values))
      local actions, info = state:clear { nodes = 100000 }
      cleared = cleared + (actions and 1 or 0)
      nodes, generated = nodes + info.nodes, generated + info.generated
    end
    local time = os.clock() - start
    print(("%d values: %d of %d boards cleared, %9d nodes, %9d successors, %.2f M a second"):format(
      values, cleared, boards, nodes, generated, generated / time / 1e6))
  end
end
