--- A random level of Sokoban for the conformance spec.

local sokoban = require("spec.support.lua_games").sokoban

return function(rng)
  local rows, columns = 3 + rng:below(4), 3 + rng:below(5)
  local cells, free = {}, {}
  for i = 1, rows * columns do
    cells[i] = rng:below(6) == 0 and "#" or " "
  end
  local function put(character)
    local i = 1 + rng:below(#cells)
    cells[i] = (character == "@" and cells[i] == ".") and "+" or character
  end
  for _ = 1, 1 + rng:below(3) do
    put "$"
  end
  for _ = 1, 3 do
    put "."
  end
  put "@"
  local level = {}
  for row = 1, rows do
    level[row] = "#" .. table.concat(cells, "", (row - 1) * columns + 1, row * columns) .. "#"
  end
  local wall = ("#"):rep(columns + 2)
  local text = table.concat({ wall, table.concat(level, "\n"), wall, free[1] }, "\n")
  local _, boxes = text:gsub("[$*]", "")
  local _, targets = text:gsub("[.+*]", "")
  if boxes > targets then
    text = text:gsub("%$", "*")
  end
  return (sokoban.new(text))
end
