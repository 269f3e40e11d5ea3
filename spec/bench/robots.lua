--- The cases of Robots for `make bench`.

local rng = require "tessera.rng"

-- Cases on the statement's board, and their number.
local function random_cases(count)
  local random, parts = rng.new(2001), {}
  local function place()
    return 1 + random:below(31), 1 + random:below(31)
  end
  for _ = 1, count do
    local robots, teleports = 1 + random:below(50), random:below(21)
    parts[#parts + 1] = robots .. " " .. teleports
    local used = { [15 * 100 + 15] = true }
    for _ = 1, robots do
      local row, column
      repeat
        row, column = place()
      until not used[row * 100 + column]
      used[row * 100 + column] = true
      parts[#parts + 1] = row .. " " .. column
    end
    for _ = 1, teleports do
      parts[#parts + 1] = ("%d %d"):format(place())
    end
  end
  return table.concat(parts, "\n") .. "\n0 0\n", count
end

return function(bench)
  local input, count = random_cases(1000)
  bench.case("robots: 1000 random cases", "robots", input, count, "case")
end
