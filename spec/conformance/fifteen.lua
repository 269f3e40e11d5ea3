--- A random board of the Fifteen Puzzle for the conformance spec: a few slides before the end, or
--- in any order.

local fifteen = require("spec.support.lua_games").fifteen

return function(rng)
  local rows, columns = 2 + rng:below(3), 2 + rng:below(3)
  local cells = {}
  for i = 1, rows * columns do
    cells[i] = ("123456789abcdef."):sub(i, i)
  end
  cells[#cells] = "."
  local function swap(i, k)
    cells[i], cells[k] = cells[k], cells[i]
  end
  local mixed = rng:below(2) == 0
  if mixed then
    for i = #cells, 2, -1 do
      swap(i, 1 + rng:below(i))
    end
  else
    swap(#cells - 1, #cells)
  end
  local lines = {}
  for row = 1, rows do
    lines[row] = table.concat(cells, "", (row - 1) * columns + 1, row * columns)
  end
  local state = fifteen.new(table.concat(lines, "/"))
  for _ = 1, mixed and 0 or rng:below(4) do
    local actions = state:actions()
    if #actions > 0 then
      state:apply(actions[1 + rng:below(#actions)])
    end
  end
  return state
end
