--- Random lights for the conformance spec.

local lights = require("spec.support.lua_games").lights

return function(rng)
  local columns, rows = 1 + rng:below(6), {}
  for row = 1, 1 + rng:below(6) do
    local cells = {}
    for column = 1, columns do
      cells[column] = rng:below(2) == 0 and "*" or "."
    end
    rows[row] = table.concat(cells)
  end
  return (lights.new(table.concat(rows, "/")))
end
