--- A random position of Othello for the conformance spec: some moves from a start on a small board.

local othello = require("spec.support.lua_games").othello

return function(rng)
  local state = othello.new(rng:below(2) == 0 and "..../.ox./.xo./...."
    or "....../....../..ox../..xo../....../......")
  for _ = 1, rng:below(12) do
    local actions = state:actions()
    if not actions[1] then
      break
    end
    state:apply(actions[1 + rng:below(#actions)])
  end
  return state
end
