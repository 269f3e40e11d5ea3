--- Holds the words of Lua for directions to those of the C core.

local directions = require "tessera.base.directions"
local grid = require "tessera.grid"

describe("directions", function()
  it("are the steps that a grid makes", function()
    local board = grid.new(3, 3)
    for _, name in ipairs(directions.eight) do
      local step = directions.steps[name]
      assert.same({ 2 + step[1], 2 + step[2] }, { board:step(2, 2, name) })
      assert.equal(name, directions.of_step(step[1], step[2]))
      assert.equal(name, directions.meant[name])
    end
    assert.same({ table.unpack(directions.eight, 1, 4) }, directions.four)
    assert.is_nil(directions.of_step(0, 0))
  end)

  it("are all that a grid knows", function()
    local found = 0
    for down = -1, 1 do
      for right = -1, 1 do
        found = found + (directions.of_step(down, right) and 1 or 0)
      end
    end
    assert.equal(8, found)
    assert.equal(8, #directions.eight)
  end)
end)
