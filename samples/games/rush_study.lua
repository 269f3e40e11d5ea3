--- Car parks of Rush Hour: cars are put down by chance. How often is that a level worth playing?
---
--- Seldom: of 600 car parks 10 need nine moves or more. With 8, 10 and 12 cars 92 %, 80 % and 70 %
--- can be solved, half of these in 2, 2 and 4 moves; the longest take 11, 11 and 16. (95 s of CPU
--- time.)

local tessera = require "tessera"
local rush = require "rush"

local side = 6
local letters = "ABCDEFGHIJKLMNOPQRSTUVWYZ"

-- Puts a car of this length down where there is room, by chance; returns whether there was.
local function put(random, cells, letter, length, across)
  local row = 1 + random:below(across and side or side - length + 1)
  local column = 1 + random:below(across and side - length + 1 or side)
  local taken = {}
  for i = 0, length - 1 do
    local r, c = row + (across and 0 or i), column + (across and i or 0)
    -- In the row of X a car that stands across would be in the way for ever.
    if cells[r][c] ~= "." or across and r == 3 then
      return false
    end
    taken[i + 1] = { r, c }
  end
  for _, cell in ipairs(taken) do
    cells[cell[1]][cell[2]] = letter
  end
  return true
end

return tessera.generator {
  name = "Rush Hour by chance",
  game = rush,
  points = { cars = { 8, 10, 12 }, seed = tessera.range(1, 200) },
  generate = function(random, point)
    local cells, rows = {}, {}
    for row = 1, side do
      cells[row] = {}
      for column = 1, side do
        cells[row][column] = "."
      end
    end
    local x = 1 + random:below(3)
    cells[3][x], cells[3][x + 1] = "X", "X"
    for car = 1, point.cars - 1 do
      local tries = 0
      repeat
        tries = tries + 1
        if tries > 200 then
          return nil -- the car park is full
        end
        local length = random:below(4) == 0 and 3 or 2
      until put(random, cells, letters:sub(car, car), length, random:below(2) == 0)
    end
    for row = 1, side do
      rows[row] = table.concat(cells[row])
    end
    return table.concat(rows, "\n")
  end,
  wanted = { length = { 9 } },
  most = 10,
  nodes = 500000,
  report = {
    { by = "cars", share = "solvable", quantiles = { "length", 0.5, 0.9, 1 },
      median = "positions" },
  },
}
