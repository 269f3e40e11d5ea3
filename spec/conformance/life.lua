--- A random board of Life for the conformance spec.

local life = require("spec.support.lua_games").life

return function(rng)
  local columns, rows = 1 + rng:below(8), {}
  for row = 1, 1 + rng:below(6) do
    local cells = {}
    for column = 1, columns do
      cells[column] = rng:below(3) == 0 and "o" or "."
    end
    rows[row] = table.concat(cells)
  end
  rows[1] = "o" .. rows[1]:sub(2)
  return (life.new(table.concat(rows, "\n")))
end
