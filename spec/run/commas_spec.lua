--- Specifies what run.lua says of actions that stand on a line without commas, and of letters of
--- moves in their place.

local run = require "spec.support.run"
local samples = require "spec.support.puzzlescript"

local BOXES = [[
return require("tessera").game {
  name = "boxes", legend = { ["."] = "empty", ["@"] = "player", ["$"] = "box" }, %s
  moves = { "<direction>", "put <1..9> <1..9>" },
  rules = { { "<direction>", "[ player | empty ] -> [ | player ]" },
    { "put <1..9> <1..9>", "[ empty ] -> [ box ]" } },
}
]]

describe("actions without commas", function()
  local told = {
    ["right right"] = ": put commas between actions",
    ["right; left"] = ": put commas between actions",
    ["put 1 2 left put 1 3"] = ": put commas between actions",
    ["rr"] = " (did you mean 'right, right'?)",
    ["R"] = " (did you mean 'right'?)",
    ["lurd"] = " (did you mean 'left, up, right, ...'?)",
  }

  it("are no row of a map, and said to want them", function()
    for text, hint in pairs(told) do
      assert.same({ "", ("boxes: line 1, column 1: '%s' is no action of boxes%s\n"):format(text,
        hint), 1 },
        { run.with_files({ ["boxes.lua"] = BOXES:format 'map = "@..",' }, { "@boxes.lua" }, text) })
    end
    for text, hint in pairs { ["right right"] = told["right right"], rr = told.rr } do
      assert.same({ "", ("puzzle: line 1, column 1: '%s' is no action of puzzle%s\n"):format(text,
        hint), 1 },
        { run.with_files({ ["game.txt"] = samples.text {} }, { "@game.txt" }, text) })
    end
  end)

  it("are told so behind a map, too, but not of words that are no actions", function()
    told["right right x"] = ""
    told["put 1 2 3"] = ""
    for text, hint in pairs(told) do
      assert.same({ "", ("boxes: line 3, column 1: '%s' is no action of boxes%s\n"):format(text,
        hint), 1 },
        { run.with_files({ ["boxes.lua"] = BOXES:format "" }, { "@boxes.lua" },
          "@..\n\n" .. text) })
    end
  end)
end)
