--- Jewelry Tips' cases for `make bench`.

local jewels = require "spec.support.jewels"
local rng = require "tessera.rng"

-- Boards of 8 x 8, one below the other.
local function boards(count, make)
  local random, parts = rng.new(2012), {}
  for i = 1, count do
    parts[i] = make(random, 8, 8):gsub("/", "\n") .. "\n"
  end
  return table.concat(parts)
end

return function(bench)
  bench.case("jewelry: 2000 boards with a tip near the top", "jewelry",
    boards(2000, jewels.filled), 2000, "board")
  bench.case("jewelry: 2000 boards of all kinds", "jewelry", boards(2000, jewels.board), 2000,
    "board")
  bench.case("jewelry: 2000 boards without a tip", "jewelry", boards(2000, jewels.quiet), 2000,
    "board")
end
