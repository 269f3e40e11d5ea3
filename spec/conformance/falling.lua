--- A random board of Falling Pieces for the conformance spec: low, so that it is soon full, and
--- with some stones.

local falling = require("spec.support.lua_games").falling

return function(rng)
  local columns, rows = 5 + rng:below(5), {}
  for row = 1, 5 + rng:below(6) do
    local cells = {}
    for column = 1, columns do
      cells[column] = row > 4 and rng:below(3) > 0 and "#" or "."
    end
    rows[row] = table.concat(cells)
  end
  return (falling.new(table.concat(rows, "/"), { seed = rng:below(1000) }))
end
