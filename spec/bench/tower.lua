--- The Tower's cases for `make bench`.

local rng = require "tessera.rng"
local towers = require "spec.support.towers"

-- Datasets of random towers, and the number of their commands.
local function random_towers(count)
  local random, parts, total = rng.new(2011), {}, 0
  for _ = 1, count do
    local picture, commands = towers.random(random)
    local _, rows = picture:gsub("[^/\n]+", "")
    local width = #picture:match "[^/\n]+"
    parts[#parts + 1] = ("%d %d\n%s\n%d\n%s\n"):format(rows, width, picture:gsub("/", "\n"),
      #commands, table.concat(commands, "\n"))
    total = total + #commands
  end
  return table.concat(parts), total
end

-- A tower of side x side cells at rest, and walks over three columns and back.
local function walks(side)
  local floor = ("#"):rep(side)
  local rows = { ("."):rep(side - 1) .. "G" }
  for _ = 2, side - 2 do
    rows[#rows + 1] = ("."):rep(side - 1) .. "#"
  end
  rows[#rows + 1] = "S" .. ("."):rep(side - 2) .. "#"
  rows[#rows + 1] = floor
  local map = ("%d %d\n%s\n"):format(side, side, table.concat(rows, "\n"))
  return function(times)
    return map .. 2 * times .. "\n" .. ("MOVETO 4\nMOVETO 1\n"):rep(times)
  end
end

return function(bench)
  local input, commands = random_towers(2000)
  bench.case("tower: 2000 random towers", "tower", input, commands, "command")
  local small = bench.marginal("tower", walks(10), 2000)
  bench.line("tower: MOVETO and back on 10 x 10", small)
  bench.line("tower: MOVETO and back on 1000 x 1000", bench.marginal("tower", walks(1000), 2000),
    small)
end
