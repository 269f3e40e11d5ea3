--- A random board of Klotski for the conformance spec.

local grid = require "tessera.grid"
local klotski = require("spec.support.lua_games").klotski

local blocks = { "AB/CD", "<>", "^/v", "o" }

-- Lays a block somewhere, if there is room.
local function lay(board, rng, shape)
  local block = grid.new(shape)
  local row = 1 + rng:below(board:rows() - block:rows() + 1)
  local column = 1 + rng:below(board:columns() - block:columns() + 1)
  for r = 1, block:rows() do
    for c = 1, block:columns() do
      if not board:is(row + r - 1, column + c - 1, ".") then
        return
      end
    end
  end
  for r = 1, block:rows() do
    for c = 1, block:columns() do
      board:set(row + r - 1, column + c - 1, block:get(r, c))
    end
  end
end

return function(rng)
  local board = grid.new(3 + rng:below(5), 2 + rng:below(4))
  local exit = 1 + rng:below(board:columns() - 1)
  for column = 1, board:columns() do
    board:set(board:rows(), column, (column == exit or column == exit + 1) and "=" or "#")
  end
  lay(board, rng, blocks[1])
  for _ = 1, rng:below(8) do
    lay(board, rng, blocks[2 + rng:below(3)])
  end
  return (klotski.new(tostring(board)))
end
