--- A random meadow for the conformance spec.

local predators = require("spec.support.lua_games").predators

return function(rng)
  local columns, rows, free = 2 + rng:below(5), {}, { "d", "c", "b", "a", "B", "A" }
  for row = 1, 1 + rng:below(4) do
    local cells = {}
    for column = 1, columns do
      local kind = 1 + rng:below(14)
      cells[column] = kind > 10 and table.remove(free) or ('..#_,,"""&.,"_'):sub(kind, kind)
    end
    rows[row] = table.concat(cells)
  end
  local map = rng:below(5) > 0 and table.concat(rows, "/") or nil
  return (predators.new(map, { seed = rng:below(1000), steps = 1 + rng:below(30) }))
end
