--- Specifies how maps of numbers with commas are read.

local read = require "spec.support.read_levels"
local tessera = require "tessera"

local function game(cells)
  return tessera.game { name = "walk", moves = { "right" }, apply = function() end,
    legend = { ["@"] = "player", ["."] = "floor", ["#"] = "wall", ["1"] = "one" },
    formats = { { "csv", cells = cells } } }
end

local walk = game { [-1] = ".", [0] = "@", [12] = "#" }

describe("maps of numbers with commas", function()
  it("have a number in a cell", function()
    assert.same({ "1, line 1: ###/#@1/..#; ", "2 'Two', line 5: @.; 8:1 right" },
      read(walk, "12,12,12\n12, 0 ,1\n-1,-1,12,\n\n; name: Two\n0,-1\n\nright\n"))
  end)

  it("are told from other maps", function()
    assert.same({ "1, line 1: @1/11; " }, read(game(), "@1\n11\n"))
    assert.same({ "1, line 1: 11/11; " }, read(game(), "1,1\n1,1\n"))
  end)

  it("have numbers that are cells", function()
    for text, message in pairs {
      ["12,12\n12,7\n"] = "line 2, column 4: no cell is 7",
      ["12,12\n12, x,0\n"] = "line 2, column 5: expected a number, got 'x'",
      ["12,,0\n"] = "line 1, column 4: expected a number, got ''",
      ["12,99999999999999999999\n"] =
        "line 1, column 4: expected a number, got '99999999999999999999'",
    } do
      assert.error(function()
        read(walk, text)
      end, message)
    end
  end)
end)
