--- Answers positions of a game by the engine's own Monte-Carlo tree search, for a match against a
--- player in Python: lua5.4 mcts.lua GAME GAMES. Each line is a seed and the actions so far,
--- "7:drop 4,drop 3"; the answer is how many random games were played, GAMES or some more, and an
--- action: "203:drop 4".

local root = arg[0]:match "^(.*)samples/python/" or "../../"
package.path = root .. "lua/?.lua;" .. package.path
package.cpath = root .. (os.getenv "TESSERA_BUILD" or "build") .. "/?.so;" .. package.cpath

local search = require "tessera.search"
local game = dofile(root .. "samples/games/" .. arg[1])

-- Nodes count what is expanded; there are as many as it takes for so many random games, unless the
-- search has proven who wins before.
local function think(state, seed, games)
  local nodes = 8 * games
  while true do
    local best, info = search.best(state, { method = "mcts", nodes = nodes, seed = seed })
    local played = info.games or 0
    if info.exact or played >= games then
      return best[1], played
    end
    nodes = nodes * 11 * games // (10 * math.max(played, games // 4, 1)) + 1
  end
end

for line in io.lines() do
  local seed, actions = line:match "^(%d+):(.*)$"
  local state = game.new()
  for action in actions:gmatch "[^,]+" do
    assert(state:apply(action))
  end
  local action, games = think(state, math.tointeger(seed), math.tointeger(arg[2]))
  print(("%d:%s"):format(games, action))
  io.flush()
end
