--- Specifies how maps with blanks between their cells are read.

local read = require "spec.support.read_levels"
local tessera = require "tessera"

local walk = tessera.game { name = "walk", moves = { "right", "lamp" }, apply = function() end,
  legend = { ["@"] = "player", ["."] = "floor", w = "wall", l = "lamp" },
  formats = { { "spaced", cells = { g1 = "l", ["p/l"] = "@", A = "@" } } } }

describe("maps with blanks between their cells", function()
  it("have a character or a word in a cell", function()
    assert.same({ "1, line 1: ww/w@/.l; 5:1 right, 5:8 right", "2 'Two', line 8 (3): @l; " },
      read(walk, "w w\n w\tA\n.   g1\n\nright, right\n\n; expect: 3\n; name: Two\np/l l\n"))
  end)

  it("may stand beside other maps", function()
    assert.same({ "1, line 1: ww/@.; ", "2, line 4: @l; " }, read(walk, "w w\n@ .\n\n@l\n"))
    assert.same({ "1, line 1: ww/@.; " }, read(walk, "ww\n@.\n"))
    assert.same({ "1, line 1: w@/.; " }, read(walk, "w @\n.\n"))
  end)

  it("have known cells", function()
    for text, message in pairs {
      ["w w w\nw A g2\n"] = "line 2, column 5: unknown cell 'g2'",
      ["w w\n\n@ .\n  x w\n"] = "line 4, column 3: unknown cell 'x'",
    } do
      assert.error(function()
        read(walk, text)
      end, message)
    end
  end)

  it("need no words", function()
    local plain = tessera.game { name = "plain", moves = { "right" }, apply = function() end,
      legend = { ["@"] = "player", ["."] = "floor" }, formats = { "spaced" } }
    assert.same({ "1, line 2: @./..; 5:2 right" }, read(plain, "; A\n@ .\n. .\n\n right\n"))
  end)
end)
