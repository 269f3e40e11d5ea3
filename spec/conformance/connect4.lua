--- A random position of Connect Four for the conformance spec: some stones on the empty board, or a
--- small board that is soon full.

local connect4 = require("spec.support.lua_games").connect4

return function(rng)
  local columns, rows = 1 + rng:below(7), {}
  for row = 1, 1 + rng:below(6) do
    rows[row] = ("."):rep(columns)
  end
  local state = connect4.new(rng:below(2) == 0 and table.concat(rows, "/") or nil)
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
