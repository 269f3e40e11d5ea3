--- A random room with plates and doors for the conformance spec, or the usual one.

local relay = require("spec.support.lua_games").relay

return function(rng)
  local columns, rows, free = 2 + rng:below(5), {}, { "2", "1" }
  for row = 1, 1 + rng:below(4) do
    local cells = {}
    for column = 1, columns do
      local kind = 1 + rng:below(14)
      cells[column] = kind > 11 and table.remove(free) or ("...#aabABEE..."):sub(kind, kind)
    end
    rows[row] = table.concat(cells)
  end
  return (relay.new(rng:below(5) > 0 and table.concat(rows, "/") or nil))
end
