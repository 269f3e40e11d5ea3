--- How good is the rule by which Right plays in the problem? Domineering on 8 x 8, from random
--- openings, against players that search:
---
---     lua run.lua study samples/studies/horizontally_study.lua
---     lua run.lua study report samples/studies/horizontally_study.sqlite
---
--- The answer: as good as a tree search of 5,000 nodes, but it wins only 5 of 24 games against
--- perfect play, and as many against alpha-beta that looks 4 actions ahead with the rule's own
--- rating. Ratings: perfect 326 (224 to 428), ab4 257 (162 to 353), right 65 (-24 to 154), mcts 8
--- (-81 to 97), random -656. To be Left, who begins, is worth 147 (75 to 219). Every opening is
--- won for one of the sides and played from both, so a perfect player against another one loses
--- half of his games.

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
