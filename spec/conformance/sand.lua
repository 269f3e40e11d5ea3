--- A random place with some sand and marks, for the conformance spec.

local sand = require("spec.support.lua_games").sand

return function(rng)
  local columns, rows = 1 + rng:below(7), {}
  for row = 1, 2 + rng:below(5) do
    local cells = {}
    for column = 1, columns do
      local i = 1 + rng:below(40)
      cells[column] = i <= 8 and "o" or i <= 14 and "#" or i == 15 and "_" or i == 16 and "O" or "."
    end
    rows[row] = table.concat(cells)
  end
  rows[1], rows[#rows] = "." .. rows[1]:sub(2), "_" .. rows[#rows]:sub(2)
  return (sand.new(table.concat(rows, "\n"), { grains = 1 + rng:below(12) }))
end
