--- Who plays Connect Four best? Games from random openings, every two players from both sides:
---
---     lua run.lua study samples/games/connect4_study.lua
---     lua run.lua study report samples/games/connect4_study.sqlite
---
--- The answer: by far the tree search, with a rating of 666 (562 to 770). Alpha-beta knows only who
--- has won, so 6 actions ahead (141) it is not much better than looking one action ahead and
--- playing at random otherwise (-41), and 2 actions ahead (-41) not at all. Random: -724.

local tessera = require "tessera"

-- Wins if it can, prevents a loss that is near, and otherwise plays anywhere.
local function careful(state, random)
  local actions = state:actions()
  for _, player in ipairs { state:turn(), 3 - state:turn() } do
    for _, action in ipairs(actions) do
      local column = tonumber(action:match "%d+")
      local board = state.board:copy()
      local row = board:drop(column, player == 1 and "red" or "yellow")
      if board:line_at(row, column, "all") >= 4 then
        return action
      end
    end
  end
  return actions[random:below(#actions) + 1]
end

return tessera.tournament {
  name = "who plays Connect Four best",
  game = require "connect4",
  opening = 4,
  seeds = 40,
  players = {
    random = "random",
    careful = careful,
    ab2 = { search = "alpha-beta", depth = 2 },
    ab6 = { search = "alpha-beta", depth = 6 },
    mcts = { search = "mcts", nodes = 5000 },
  },
}
