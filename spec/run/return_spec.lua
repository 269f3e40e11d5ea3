--- Specifies what is said of a file that has made a game and does not return it.

local run = require "spec.support.run"

local made = [[require("tessera").game { name = "line",
  legend = { ["."] = "empty", ["@"] = "player" }, map = "@.", moves = { "<direction>" },
  rules = { { "<direction>", "[ player | empty ] -> [ | player ]" } } }
]]

local told = "run.lua: my.lua:2: game 'line' is made, but the file does not return it: write"
  .. " `return tessera.game {`\n"

describe("a file that makes a game and returns nothing", function()
  for name, words in pairs { ["run.lua"] = {}, check = { "check" }, solve = { "solve" } } do
    it("is told to return it by " .. name, function()
      words[#words + 1] = "@my.lua"
      for _, start in ipairs { "\n", "\nlocal line = " } do
        local files = { ["my.lua"] = start .. made }
        assert.same({ "", told, 1 }, { run.with_files(files, words, "right") })
      end
    end)
  end

  it("is a script if it plays the game", function()
    for code, printed in pairs {
      ["line.new():apply 'right'"] = "",
      ["print(pcall(line.new, 'x') == false)"] = "true\n",
    } do
      local files = { ["my.lua"] = ("local line = %s\n%s"):format(made, code) }
      assert.same({ printed, "", 0 }, { run.with_files(files, { "@my.lua" }) })
    end
  end)

  it("is told that `return` may be missing where a game is wanted", function()
    assert.same({ "",
      "run.lua: my.lua returned nil, which is no game (is `return` missing?)\n", 1 },
      { run.with_files({ ["my.lua"] = "local n = 1" }, { "check", "@my.lua" }) })
  end)
end)
