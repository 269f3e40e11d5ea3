--- SameGame: a greedy player, and hooks that count the blocks which are removed and fall.

local tessera = require "tessera"

local removed, fell = 0, 0

return tessera.scenario {
  name = "always taking the largest region clears this board",
  game = "samegame",
  map = "1221/1331/1331",
  play = function(state)
    while not state:outcome() do
      local best, size = nil, 0
      for _, action in ipairs(state:actions()) do
        local row, column = action:match "(%d+) (%d+)"
        local region = state:region(math.tointeger(row), math.tointeger(column))
        if #region > size then
          best, size = action, #region
        end
      end
      state:apply(best)
    end
  end,
  on_event = function(_, event)
    removed = removed + (event.kind == "removed" and 1 or 0)
    fell = fell + (event.kind == "fell" and 1 or 0)
  end,
  expect = {
    outcome = "Game Won",
    moves = 4,
    check = function(state)
      return removed == 12 and fell == 2 and state:left() == 0,
        ("%d blocks were removed, %d fell"):format(removed, fell)
    end,
  },
}
