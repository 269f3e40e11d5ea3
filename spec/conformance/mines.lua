--- A random minefield for the conformance spec: mines by chance, or drawn in the map.

local mines = require("spec.support.lua_games").mines

return function(rng)
  local columns, rows = 2 + rng:below(3), {}
  local drawn = rng:below(2) == 0 and "......*" or "."
  for row = 1, 2 + rng:below(3) do
    local cells = {}
    for column = 1, columns do
      local i = 1 + rng:below(#drawn)
      cells[column] = drawn:sub(i, i)
    end
    rows[row] = table.concat(cells)
  end
  return (mines.new(table.concat(rows, "/"), { seed = rng:below(1000), mines = 1 + rng:below(3) }))
end
