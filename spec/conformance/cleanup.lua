--- A random river with an orchard for the conformance spec.

local cleanup = require("spec.support.lua_games").cleanup

return function(rng)
  local columns, rows, free = 2 + rng:below(5), {}, { "↑", "⇒", "⇣", "↞", "⇈" }
  for row = 1, 2 + rng:below(3) do
    local cells = {}
    for column = 1, columns do
      local kind = 1 + rng:below(14)
      cells[column] = kind > 12 and table.remove(free) or ("..#~~~%%,,,o,,"):sub(kind, kind)
    end
    rows[row] = table.concat(cells)
  end
  local map = rng:below(5) > 0 and table.concat(rows, "/") or nil
  return (cleanup.new(map, { seed = rng:below(1000), steps = 1 + rng:below(30) }))
end
