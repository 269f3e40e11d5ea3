--- A random position of Gomoku for the conformance spec: some stones on a small board.

local gomoku = require("spec.support.lua_games").gomoku

return function(rng)
  local columns, rows = 2 + rng:below(7), {}
  for row = 1, 3 + rng:below(6) do
    rows[row] = ("."):rep(columns)
  end
  local state = gomoku.new(table.concat(rows, "/"))
  for _ = 1, rng:below(20) do
    local copy = state:clone()
    copy:apply(state:actions()[1 + rng:below(#state:actions())])
    if copy:outcome() then
      break
    end
    state = copy
  end
  return state
end
