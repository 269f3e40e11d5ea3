--- A random car park of Rush Hour, with a wall or none, for the conformance spec.

local grid = require "tessera.grid"
local rush = require("spec.support.lua_games").rush

-- Puts a car of two or three cells where there is room, or nothing.
local function park(board, rng, car)
  local row, column = 1 + rng:below(board:rows()), 1 + rng:below(board:columns())
  local down, length = rng:below(2), 2 + rng:below(2)
  for k = 0, length - 1 do
    if not board:is(row + down * k, column + (1 - down) * k, ".") then
      return
    end
  end
  for k = 0, length - 1 do
    board:set(row + down * k, column + (1 - down) * k, car)
  end
end

return function(rng)
  local board = grid.new(2 + rng:below(5), 4 + rng:below(4))
  local row, column = 1 + rng:below(board:rows()), 1 + rng:below(2)
  board:set(row, column, "X"):set(row, column + 1, "X")
  local wall_row, wall_column = 1 + rng:below(board:rows()), 1 + rng:below(board:columns())
  if rng:below(2) == 0 and board:is(wall_row, wall_column, ".") then
    board:set(wall_row, wall_column, "#")
  end
  for letter in ("ABCDEFGHI"):gmatch "." do
    park(board, rng, letter)
  end
  return (rush.new(tostring(board)))
end
