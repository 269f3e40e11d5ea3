--- Robots: how many games the strategy of the problem wins, and how many the planner, on seeded
--- boards with 10 to 50 robots and 5 teleports. BENCH_ARGS="planner 1000" plays 1000 boards.

local rng = require "tessera.rng"
local robots = require "tessera.robots"
local robots_games = require "spec.support.robots_games"

local function board(seed)
  local random, teleports = rng.new(seed), {}
  local all = robots_games.places(random, 10 + random:below(41))
  for i = 1, 5 do
    teleports[i] = { 1 + random:below(31), 1 + random:below(31) }
  end
  return (robots.new(nil, { robots = all, teleports = teleports }))
end

local function play(state, ahead)
  local tried, made = 0, 0
  while not state:outcome() do
    local action, info = state:plan(ahead)
    state:apply(action)
    tried, made = tried + info.nodes, made + 1
  end
  return state:outcome() == "Won", tried, made
end

return function(boards)
  boards = math.tointeger(tonumber(boards or 100))
  local won = 0
  for seed = 1, boards do
    won = won + (board(seed):play() == "Won" and 1 or 0)
  end
  print(("strategy           %5d of %d won"):format(won, boards))
  for ahead = 0, 3 do
    local start, tried, made = os.clock(), 0, 0
    won = 0
    for seed = 1, boards do
      local victory, more, moves = play(board(seed), ahead)
      won, tried, made = won + (victory and 1 or 0), tried + more, made + moves
    end
    local time = os.clock() - start
    print(("%d ahead            %5d of %d won, %d moves, %.2f s, %.2f M moves tried a second")
      :format(ahead, won, boards, made, time, tried / time / 1e6))
  end
end
