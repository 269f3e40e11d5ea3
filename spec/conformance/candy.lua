--- A random board of sweets for the conformance spec, some with stones, where two can be swapped.

local candy = require("spec.support.lua_games").candy

local function board(rng)
  local columns, rows = 4 + rng:below(4), {}
  for row = 1, 4 + rng:below(4) do
    local cells = {}
    for column = 1, columns do
      cells[column] = rng:below(20) == 0 and "#" or "."
    end
    rows[row] = table.concat(cells)
  end
  return table.concat(rows, "\n")
end

return function(rng)
  local state
  repeat
    state = candy.new(board(rng), { seed = rng:below(1000), swaps = 1 + rng:below(9),
      wanted = 30 * rng:below(8) })
  until state:actions()[1]
  return state
end
