--- A random cellar for the conformance spec.

local rogue = require("spec.support.lua_games").rogue

return function(rng)
  local columns, rows, kinds = 3 + rng:below(4), {}, "....##'kDEg"
  local size = 2 + rng:below(4)
  local at = rng:below(size * columns)
  for row = 1, size do
    local cells = {}
    for column = 1, columns do
      local i = 1 + rng:below(#kinds)
      cells[column] = (row - 1) * columns + column - 1 == at and "@" or kinds:sub(i, i)
    end
    rows[row] = table.concat(cells)
  end
  return (rogue.new(table.concat(rows, "/")))
end
