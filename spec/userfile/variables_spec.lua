--- Specifies which globals a user's file may read: those that are set.

local run = require "spec.support.run"

local game = [[
return require("tessera").game { name = "g", legend = { ["."] = "empty", ["@"] = "player" },
  moves = { "<direction>" }, rules = {
    { "<direction>", walk }, { "<direction>", "[ player | empty ] -> [ | player ]" } } }
]]

-- Runs a script beside other files.
local function play(code, files)
  local beside = { ["my.lua"] = code }
  for name, content in pairs(files or {}) do
    beside[name] = content
  end
  return run.with_files(beside, { "@my.lua" })
end

describe("a user's file", function()
  it("is told of a global that was never set, such as a word without its quotes", function()
    for code, told in pairs {
      ["local rule = { '<direction>', walk,\ncount = steps }"] =
        "1: there is no variable 'walk' (in quotes?)",
      ["local t = {\n  goal = Home }"] = "2: there is no variable 'Home' (in quotes?)",
      ["pritn 'x'"] = "1: there is no variable 'pritn', which may lack its quotes"
        .. " (did you mean 'print'?)",
      ["return _G.left"] = "1: there is no variable 'left' (in quotes?)",
      ["require 'kinds'"] = "1: there is no variable 'stone' (in quotes?)",
      ["return load('return box', '=text')()"] = "there is no variable 'box' (in quotes?)",
      ["local function f()\n  error(nothing)\nend\nf()"] =
        "2: there is no variable 'nothing' (in quotes?)",
    } do
      local file = told:find "stone" and "kinds.lua:" or told:find "box" and "text:1: " or "my.lua:"
      assert.same({ "", "run.lua: " .. file .. told .. "\n", 1 },
        { play(code, { ["kinds.lua"] = "return { stone }" }) })
    end
  end)

  for command, words in pairs { check = { "check" }, solve = { "solve" },
    ["explain rules"] = { "explain", "rules" } } do
    it("is told of it by " .. command .. ", too", function()
      words[#words + 1] = "@game.lua"
      local _, stderr, status = run.with_files({ ["game.lua"] = game }, words, "")
      assert.same({ "run.lua: game.lua:3: there is no variable 'walk' (in quotes?)\n", 1 },
        { stderr, status })
    end)
  end

  it("may read what it has set, and ask for what other versions of Lua have", function()
    assert.same({ "nil\tnil\tnil\t2\t3\n", "", 0 }, { play [[
      best = nil
      local unpack = unpack or table.unpack
      assert(not loadstring and not jit and not setfenv and not _TEST and not _G[1])
      print(best, rawget(_G, "none"), _ENV["not a name"], unpack { 2, 3 })]] })
  end)
end)
