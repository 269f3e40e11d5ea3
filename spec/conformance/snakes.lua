--- A random garden with snakes, of one part or more, for the conformance spec, or the usual one.

local snakes = require("spec.support.lua_games").snakes

local function start(rng)
  local columns, rows, free = 3 + rng:below(5), {}, { "↥", "▴", "⇠", "▷", "⇒", "╶", "→", "▶", "╺" }
  for row = 1, 2 + rng:below(4) do
    local cells = {}
    for column = 1, columns do
      local kind = 1 + rng:below(14)
      cells[column] = kind > 10 and table.remove(free) or ("....o..#oo...."):sub(kind, kind)
    end
    rows[row] = table.concat(cells)
  end
  local map = rng:below(3) > 0 and table.concat(rows, "/") or nil
  return (snakes.new(map, { seed = rng:below(1000), steps = 1 + rng:below(30) }))
end

-- One that is not over at once: the laws are tried in games.
return function(rng)
  local state
  repeat
    state = start(rng)
  until not state:outcome()
  return state
end
