--- A random position of Hex for the conformance spec: some stones on a small board.

local hex = require("spec.support.lua_games").hex

return function(rng)
  local rows, columns = 2 + rng:below(5), 2 + rng:below(5)
  local state = hex.new((("."):rep(columns) .. "/"):rep(rows))
  for _ = 1, rng:below(rows * columns // 2) do
    local copy = state:clone()
    copy:apply(state:actions()[1 + rng:below(#state:actions())])
    if copy:outcome() then
      break
    end
    state = copy
  end
  return state
end
