--- A random meadow with two kinds of fruit for the conformance spec, or the usual one.

local matrix = require("spec.support.lua_games").matrix

return function(rng)
  local columns, rows, free = 2 + rng:below(5), {}, { "↟", "⇣", "⇐", "→" }
  for row = 1, 1 + rng:below(4) do
    local cells = {}
    for column = 1, columns do
      local kind = 1 + rng:below(14)
      cells[column] = kind > 10 and table.remove(free) or ("..#_,grgr..,,,"):sub(kind, kind)
    end
    rows[row] = table.concat(cells)
  end
  local map = rng:below(5) > 0 and table.concat(rows, "/") or nil
  return (matrix.new(map, { seed = rng:below(1000), steps = 1 + rng:below(30) }))
end
