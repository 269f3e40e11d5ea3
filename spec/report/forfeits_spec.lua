--- Specifies what a run says of games that were forfeited.

local run = require "spec.support.run"

-- What a study says at its end whose games end as `body` says.
local function said(points, body)
  local text
  run.in_folder(function(folder)
    run.write_file(folder .. "/games.lua", ([[
      local tessera = require "tessera"
      return tessera.study { name = "games", points = %s, run = function(point) %s end }]]):format(
      points, body))
    local out, err, status = run { "study", folder .. "/games.lua", "--jobs", "1" }
    assert.same({ "", 0 }, { err, status })
    text = out:match "^games\n(.*)results: [^\n]*\n$"
  end)
  return text
end

describe("a run that is over", function()
  it("says who has forfeited games, how many, and the first message", function()
    assert.equal([[
6 points: 6 done
  ann has lost 1 game by 'time'; point 5
  bob has lost 2 games by 'crash'; point 1: no memory
  bob has lost 1 game by 'illegal'; point 6: drop 9
]], said([[function(add)
        for i, winner in ipairs { "ann", "ann", "draw", "ann", "bob", "ann" } do
          add { first = i < 4 and "ann" or "bob", second = i < 4 and "bob" or "ann", n = i,
            by = winner }
        end
      end]], [[
      return { winner = point.by,
        reason = ({ "crash", "won", "draw", "crash", "time", "illegal" })[point.n],
        why = ({ "no memory", "-", "-", "another", nil, "drop 9" })[point.n] }]]))
  end)

  it("says so in 20 lines at most", function()
    local text = said("{ first = tessera.range(101, 123), second = { 'zoe' } }",
      "return { winner = 'zoe', reason = 'crash' }")
    assert.matches("^23 points: 23 done\n  101 has lost 1 game by 'crash'; point 1\n", text)
    assert.matches("\n  120 has lost 1 game by 'crash'; point 20\n  and 3 more\n$", text)
  end)

  it("passes over results that are no games", function()
    assert.equal("3 points: 3 done\n", said("{ n = { 1, 2, 3 } }",
      "return { winner = 'ann', reason = 'crash', why = 'x' }"))
  end)
end)
