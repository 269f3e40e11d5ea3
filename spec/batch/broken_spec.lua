--- Specifies what becomes of environments when a rule breaks in the middle of a step, an internal
--- fault (src/batch/episode.c): each has moved or is as it was, wherever it is played. broken.c is
--- the game.

local run = require "spec.support.run"

describe("an environment whose rule breaks", function()
  for _, where in ipairs { "", " apart" } do
    it("is as it was, and goes on" .. where, function()
      local out, err, status = run.shell(run.quote(run.build) .. "/broken" .. where)
      assert.same({ "", 0 }, { err, status })
      -- What batch_step returns, then the numbers: one breaks, the last does not come to move.
      assert.equal([[
0: 1 1 1
-2: 2 1 1
-3: 3 1 1
0: 4 2 2
]], out)
    end)
  end
end)
