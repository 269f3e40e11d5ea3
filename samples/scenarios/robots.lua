--- Robots: two robots meet while the player waits.

local tessera = require "tessera"

return tessera.scenario {
  name = "robots from both sides destroy each other",
  game = "robots",
  map = [[
    .......
    .......
    +.....+
    .......
    .......
    .......
    ...@...
  ]],
  play = function(state)
    while not state:outcome() do
      state:apply(state:choose())
    end
  end,
  on_over = function(_, outcome)
    assert(outcome == "Won")
  end,
  expect = { outcome = "Won", score = 2 },
}
