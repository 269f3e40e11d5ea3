-- Who may play against whom at a terminal.

local start = require "tessera.run.terminal.start"

local function said(players, options, together)
  return start.wrong_players({ game = "it", players = players, together = together }, options)
end

describe("run.lua play", function()
  it("says which options about players do not go with the game", function()
    assert.is_nil(said(1, {}))
    assert.is_nil(said(2, { against = "alpha-beta", as = 2 }))
    assert.is_nil(said(8, { against = "random", as = 8 }, true))
    assert.are.equal("--against is for games of two players or more; it has one",
      said(1, { against = "random" }))
    assert.are.equal("--against alpha-beta is for two players; in it there are 3: "
      .. "say mcts or random", said(3, { against = "alpha-beta" }))
    assert.is_nil(said(8, { against = "mcts" }, true))
    assert.is_nil(said(2, { against = "best-reply" }, true))
    assert.are.equal("--against alpha-beta is for players who take turns; in it they act "
      .. "together: say mcts, best-reply or random", said(2, { against = "alpha-beta" }, true))
    assert.are.equal("--against best-reply is for players who act together; in it they take "
      .. "turns: say mcts or random", said(2, { against = "best-reply" }))
    assert.are.equal("--as says who you are against the computer: add --against",
      said(2, { as = 1 }))
    assert.are.equal("--as 3: it has 2 players", said(2, { against = "random", as = 3 }))
  end)
end)
