--- Jewelry: the mean score of seeded games of 20 swaps by five players. One swaps at random, one
--- follows the tip, one is greedy (takes the swap that removes most at once), and two use
--- expectimax, one and two swaps ahead. BENCH_ARGS="expectation 1000" plays 1000 games.

local jewels = require "spec.support.jewels"
local jewelry = require "tessera.jewelry"
local rng = require "tessera.rng"
local search = require "tessera.search"

local swaps = 20

local players = {}

function players.random(state, random)
  local actions = state:actions()
  return actions[1 + random:below(#actions)]
end

function players.tip(state)
  local _, _, direction, row, column = state:tip()
  return ("%d,%d %s"):format(row, column, direction)
end

-- Counts the jewels that the swap itself removes, before new ones fall in.
function players.greedy(state)
  local most, best = -1, nil
  for _, action in ipairs(state:actions()) do
    local events, removed = {}, 0
    state:clone():apply(action, events)
    for _, event in ipairs(events) do
      if event.kind == "removed" then
        removed = removed + 1
      elseif event.kind ~= "swapped" then
        break
      end
    end
    if removed > most then
      most, best = removed, action
    end
  end
  return best
end

local function expecting(depth, width)
  return function(state, random)
    return search.best(state, { method = "expectimax", depth = depth, width = width,
      seed = random:next() })[1]
  end
end

players["1 swap ahead"] = expecting(1, 20)
players["2 swaps ahead"] = expecting(2, 4)

return function(games)
  games = math.tointeger(tonumber(games or 20))
  for _, name in ipairs { "random", "tip", "greedy", "1 swap ahead", "2 swaps ahead" } do
    local start, sum, made = os.clock(), 0, 0
    for seed = 1, games do
      local random = rng.new(seed)
      local state = jewelry.new(jewels.filled(random, 8, 8), { seed = seed })
      for _ = 1, swaps do
        if state:outcome() then
          break
        end
        assert(state:apply(players[name](state, random)))
        made = made + 1
      end
      sum = sum + state:score()
    end
    local time = os.clock() - start
    print(("%-14s mean score %7.1f of %d games of %d swaps, %.1f ms a swap"):format(name,
      sum / games, games, swaps, time / made * 1e3))
  end
end
