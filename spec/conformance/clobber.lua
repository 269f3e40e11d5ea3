--- A random board of Clobber for the conformance spec.

local clobber = require("spec.support.lua_games").clobber

return function(rng)
  local columns, rows = 1 + rng:below(6), {}
  for row = 1, 1 + rng:below(6) do
    local cells = {}
    for column = 1, columns do
      local i = 1 + rng:below(5)
      cells[column] = ("oxox."):sub(i, i)
    end
    rows[row] = table.concat(cells)
  end
  return (clobber.new(table.concat(rows, "/")))
end
