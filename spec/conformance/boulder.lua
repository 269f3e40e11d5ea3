--- A random cave for the conformance spec.

local boulder = require("spec.support.lua_games").boulder

return function(rng)
  local columns, rows = 4 + rng:below(6), {}
  for row = 1, 3 + rng:below(5) do
    local cells = {}
    for column = 1, columns do
      local i = 1 + rng:below(18)
      cells[column] = ("......   ##oooO*+>v"):sub(i, i)
    end
    rows[row] = table.concat(cells)
  end
  rows[1] = "#E@" .. rows[1]:sub(4)
  -- the first row and the first column are rows of the map only if they are not blank
  rows[#rows] = ("#"):rep(columns)
  return (boulder.new(table.concat(rows, "\n"), { needed = rng:below(3) }))
end
