--- A random level of Hexoban for the conformance spec.

local hexoban = require("spec.support.lua_games").hexoban

return function(rng)
  local rows, columns, cells = 2 + rng:below(4), 2 + rng:below(4), {}
  for i = 1, rows * columns do
    local kind = 1 + rng:below(8)
    cells[i] = ("......#~"):sub(kind, kind)
  end
  for piece in ("$oo$@"):gmatch "." do
    cells[1 + rng:below(#cells)] = piece
  end
  local text = table.concat(cells)
  if not text:find "@" then
    text = "@" .. text:sub(2)
  end
  local _, boxes = text:gsub("%$", "")
  local _, targets = text:gsub("o", "")
  if boxes > targets then
    text = text:gsub("%$", "*")
  end
  local lines = {}
  for row = 1, rows do
    lines[row] = text:sub((row - 1) * columns + 1, row * columns)
  end
  return (hexoban.new(table.concat(lines, "/")))
end
