--- A random board of 2048 for the conformance spec.

local game2048 = require("spec.support.lua_games").game2048

return function(rng)
  local columns, rows = 1 + rng:below(4), {}
  for row = 1, 1 + rng:below(4) do
    local cells = {}
    for column = 1, columns do
      local i = 1 + rng:below(8)
      cells[column] = ("...1123a"):sub(i, i)
    end
    rows[row] = table.concat(cells)
  end
  if #rows * columns == 1 then
    rows[2] = ("."):rep(columns)
  end
  return (game2048.new(table.concat(rows, "/"), { seed = rng:next() }))
end
