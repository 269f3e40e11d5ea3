--- A random forest that burns, for the conformance spec.

local fire = require("spec.support.lua_games").fire

return function(rng)
  local columns, rows = 1 + rng:below(8), {}
  for row = 1, 1 + rng:below(6) do
    local cells = {}
    for column = 1, columns do
      local i = 1 + rng:below(14)
      cells[column] = ("TTTTTTTT..*~#*"):sub(i, i)
    end
    rows[row] = table.concat(cells)
  end
  rows[1] = "*" .. rows[1]:sub(2)
  return (fire.new(table.concat(rows, "\n"), { seed = rng:below(1000), wind = 25 * rng:below(5),
    wanted = rng:below(#rows * columns // 2 + 1) }))
end
