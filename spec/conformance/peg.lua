--- A random board of Peg Solitaire for the conformance spec.

local peg = require("spec.support.lua_games").peg

return function(rng)
  local columns, rows = 1 + rng:below(6), {}
  for row = 1, 1 + rng:below(6) do
    local cells = {}
    for column = 1, columns do
      local i = 1 + rng:below(8)
      cells[column] = ("ooooo..#"):sub(i, i)
    end
    rows[row] = table.concat(cells)
  end
  return (peg.new(table.concat(rows, "/")))
end
