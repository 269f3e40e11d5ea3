--- How good is the rule by which Right plays in the problem? Domineering on 8 x 8, from random
--- openings, against players that search:
---
---     lua run.lua study samples/studies/horizontally_study.lua
---     lua run.lua study report samples/studies/horizontally_study.sqlite

local tessera = require "tessera"

return tessera.tournament {
  name = "how good is the rule of Right",
  game = "horizontally",
  options = { fields = 2, rows = 8, columns = 8 },
  opening = 4,
  seeds = 12,
  players = {
    random = "random",
    right = { search = "best_move" },
    perfect = { search = "best_move", perfect = true, nodes = 5000 },
    ab4 = { search = "alpha-beta", depth = 4, value = function(state)
      return state:rating "left"
    end },
    mcts = { search = "mcts", nodes = 5000 },
  },
}
