--- A random orchard for the conformance spec: a small one with some of the players, or the usual
--- one after some steps.

local commons = require("spec.support.lua_games").commons

local avatars = { "↑", "⇒", "⇣", "↞", "▲", "▶" }

local function orchard(rng)
  local columns, rows, free = 2 + rng:below(4), {}, {}
  for i, avatar in ipairs(avatars) do
    free[i] = avatar
  end
  for row = 1, 1 + rng:below(4) do
    local cells = {}
    for column = 1, columns do
      local kind = 1 + rng:below(12)
      cells[column] = kind == 12 and table.remove(free) or ("..#_,,,ooooo"):sub(kind, kind)
    end
    rows[row] = table.concat(cells)
  end
  return table.concat(rows, "/")
end

return function(rng)
  local usual = rng:below(5) == 0
  local state = commons.new(not usual and orchard(rng) or nil, { seed = rng:below(1000),
    steps = 1 + rng:below(6) })
  for _ = 1, rng:below(20) do
    local copy = state:clone()
    local actions = copy:actions()
    if #actions == 0 or copy:apply(actions[1 + rng:below(#actions)]) and copy:outcome() then
      break
    end
    state = copy
  end
  return state
end
