--- SameGame's cases for `make bench`.

local rng = require "tessera.rng"

-- Random grids, each with a random pair for every second cell, and the count of all numbers.
local function random_grids(count, rows, columns, values)
  local random, parts = rng.new(339), {}
  for _ = 1, count do
    parts[#parts + 1] = rows .. " " .. columns
    for _ = 1, rows * columns do
      parts[#parts + 1] = random:below(values)
    end
    for _ = 1, rows * columns // 2 do
      parts[#parts + 1] = random:below(rows) + 1 .. " " .. random:below(columns) + 1
    end
    parts[#parts + 1] = "0 0"
  end
  return table.concat(parts, "\n"), count * (2 * rows * columns + 4)
end

-- A board of vertical pairs, each different from its neighbours.
local function board_of_pairs(rows, columns)
  local parts = { rows .. " " .. columns }
  for row = 1, rows do
    local cells = {}
    for column = 1, columns do
      cells[column] = (row + 1) // 2 % 2 + column % 2 * 2
    end
    parts[#parts + 1] = table.concat(cells, " ")
  end
  return table.concat(parts, "\n") .. "\n"
end

-- Removes pairs in one column after the other, at the top or at the bottom.
local function removals(side, at_top)
  local board = board_of_pairs(side, side)
  return function(times)
    local parts = {}
    for i = 0, times - 1 do
      local row = at_top and side - i // side * 2 or 1
      parts[#parts + 1] = row .. " " .. i % side + 1
    end
    return board .. table.concat(parts, "\n") .. "\n0 0\n"
  end
end

-- Removes the first column again and again.
local function closings(columns)
  local board = board_of_pairs(2, columns)
  return function(times)
    return board .. ("1 1\n"):rep(times) .. "0 0\n"
  end
end

return function(bench)
  local input, numbers = random_grids(300, 10, 40, 5)
  bench.case("samegame: 300 random grids of 10 x 40", "samegame", input, numbers, "number")
  local function compare(title, format, inputs, times)
    local first
    for _, case in ipairs(inputs) do
      local cost = bench.marginal("samegame", case.input, times)
      bench.line(("samegame: %s " .. format):format(title, case.size, case.size), cost, first)
      first = first or cost
    end
  end
  compare("a pair at the top of", "%d x %d", {
    { size = 10, input = removals(10, true) },
    { size = 1000, input = removals(1000, true) },
  }, 20)
  compare("a pair at the bottom of", "%d x %d", {
    { size = 10, input = removals(10, false) },
    { size = 1000, input = removals(1000, false) },
  }, 20)
  compare("closing a column of", "2 x %d", {
    { size = 100, input = closings(100) },
    { size = 2000, input = closings(2000) },
  }, 40)
end
