--- Horizontally: Domineering on a small board.

local tessera = require "tessera"

return tessera.scenario {
  name = "Left wins on 3 x 3 when he takes the middle",
  game = "horizontally",
  map = ".../.../...",
  options = { fields = 2 },
  play = function(state)
    state:move "Ba"
    while not state:outcome() do
      state:move(state:best_move())
    end
  end,
  expect = { check = function(state)
    return state:score(1) == 1, "Right has won"
  end },
}
