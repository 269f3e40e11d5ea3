--- A random position of Atari Go for the conformance spec: some stones on a small board.

local atari = require("spec.support.lua_games").atari

return function(rng)
  local columns, rows = 2 + rng:below(5), {}
  for row = 1, 2 + rng:below(5) do
    rows[row] = ("."):rep(columns)
  end
  local state = atari.new(table.concat(rows, "/"))
  for _ = 1, rng:below(12) do
    local copy = state:clone()
    copy:apply(state:actions()[1 + rng:below(#state:actions())])
    if copy:outcome() then
      break
    end
    state = copy
  end
  return state
end
