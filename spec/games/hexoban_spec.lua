--- Hexoban, the game of samples/games/hexoban.lua.

local hexoban = require("spec.support.lua_games").hexoban
local raised = require "spec.support.raised"
local search = require "tessera.search"

describe("Hexoban", function()
  it("is walked and pushed in six directions", function()
    for direction, expected in pairs {
      left = ". . . . .\n . . . . .\n  $ @ . . .\n   . . . . .\n    . . . . o\n",
      right = ". . . . .\n . . . . .\n  . . . @ $\n   . . . . .\n    . . . . o\n",
      ["up-left"] = ". . $ . .\n . . @ . .\n  . . . . .\n   . . . . .\n    . . . . o\n",
      ["up-right"] = ". . . . $\n . . . @ .\n  . . . . .\n   . . . . .\n    . . . . o\n",
      ["down-left"] = ". . . . .\n . . . . .\n  . . . . .\n   . @ . . .\n    $ . . . o\n",
      ["down-right"] = ". . . . .\n . . . . .\n  . . . . .\n   . . @ . .\n    . . $ . o\n",
    } do
      local boxes = { left = { 3, 2 }, right = { 3, 4 }, ["up-left"] = { 2, 3 },
        ["up-right"] = { 2, 4 }, ["down-left"] = { 4, 2 }, ["down-right"] = { 4, 3 } }
      local rows = { ".....", ".....", "..@..", ".....", "....o" }
      local row, column = table.unpack(boxes[direction])
      rows[row] = rows[row]:sub(1, column - 1) .. "$" .. rows[row]:sub(column + 1)
      local state = hexoban.new(table.concat(rows, "/"))
      assert.is_true((state:apply(direction)))
      assert.equal(expected, tostring(state), direction)
      assert.same({ 1, 1 }, { state.moves, state.pushes })
    end
  end)

  it("says why nothing moves", function()
    local state = hexoban.new "~.#/.@$/.$o/o.."
    assert.equal("up-right: there is no way", state:why "up-right")
    assert.equal("right: the box cannot be pushed", state:why "right")
  end)

  it("is solved when every box lies on a target", function()
    local state = hexoban.new "~o~/~$./#@."
    assert.same({ true, "Solved" }, { state:apply "up-left" })
    assert.equal("~ * ~\n ~ @ .\n  # . .\n", tostring(state))
  end)

  it("refuses levels without a player, and with too few targets", function()
    assert.equal("hexoban: map: expected one player (@ or +), found 0", raised(hexoban.new, "$o"))
    assert.equal("hexoban: map: there are more boxes than targets", raised(hexoban.new, "@$$o"))
  end)

  it("has shortest solutions", function()
    assert.equal(4, #search.shortest(hexoban.new "....o/..$../..@../....."))
  end)
end)
