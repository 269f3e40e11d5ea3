--- Specifies the place that an error in a rule names: line and column in the file, where the source
--- shows it.

local errors = require "tessera.base.errors"
local run = require "spec.support.run"
local tessera = require "tessera"

local HEAD = [[
return tessera.game {
  name = "slip", legend = { ["."] = "empty", a = "red" }, map = "a.",
  moves = { "tick", "wait" },
]]

-- Sources behind HEAD, and the place and the message that they fail with.
local cases = {
  ["a text of a rule"] = { [[
  rules = {
    { "tick" },
    { "wait", "[ rde ] -> [ ]" },
  },
}]], "6:18", "rule 2: there is no kind 'rde' (did you mean 'red'?)\n  [ rde ] -> [ ]\n    ^" },

  ["a text on a line of its own"] = { [[
  rules = { { "tick" }, {
    "wait",
    "[ red ] -> [ ]",
    when = "soem red",
  } },
}]], "7:13", "rule 2: when: expected some, no, all, count, line, joined, stuck, turn, a field,"
    .. " a number, '(' or '[', got 'soem' (did you mean 'some'?)\n  soem red\n  ^" },

  ["a text of several lines"] = { [=[
  rules = { { "tick" }, { "wait", [[
    [ red ]
    -> [ rde ]
  ]] } },
}]=], "6:10", "rule 2: there is no kind 'rde' (did you mean 'red'?)\n"
    .. "      [ red ]     -> [ rde ]   \n                       ^" },

  ["a key"] = { [[
  rules = {
    { "tick" },
    { "wait",
      cuont = "moves" },
  },
}]], "7:7", "rule 2: unknown key 'cuont' (did you mean 'count'?)" },

  ["what no token says"] = { [[
  rules = {
    { "tick" },

    { "wait", 4 },
  },
}]], "7:5", "rule 2: the pattern: expected a value of type string, got 4" },

  ["a step"] = { [[
  rules = { { "tick" }, { "wait" } },
  after = {
    "each [ red ] -> [ ]",
    "each [ rde ] -> [ ]",
  },
}]], "7:13", "step 2: there is no kind 'rde' (did you mean 'red'?)\n  each [ rde ] -> [ ]\n"
    .. "         ^" },

  ["a rule of a sweep"] = { [[
  rules = { { "tick" }, { "wait" } },
  after = {
    { at_once = true, sweep = {
      "[ red ] -> [ ]",
      { "[ red ] -> [ ]", over = 5 },
    } },
  },
}]], "8:7", "step 1, rule 2: over: expected a value of type string, got 5" },

  ["a step of 'again'"] = { [[
  rules = { { "tick" }, { "wait" } },
  after = {
    "each [ red ] -> [ ]",
    { again = {
      "each [ red ] -> [ ]",
      { "each [ red ] -> [ ]", cuont = "moves" },
    } },
  },
}]], "9:32", "step 2, step 2: unknown key 'cuont' (did you mean 'count'?)" },

  ["a rule of a sweep in 'again'"] = { [[
  rules = { { "tick" }, { "wait" } },
  after = {
    { again = {
      { sweep = { "[ red ] -> [ ]",
        { "[ red ] -> [ ]", over = 5 } } },
    } },
  },
}]], "8:9", "step 1, step 1, rule 2: over: expected a value of type string, got 5" },

  ["an end"] = { [[
  rules = { { "tick" }, { "wait" } },
  ends = {
    { "Won", "no red" },
    { "Lost",
      "no rde" },
  },
}]], "8:11", "end 2: there is no kind 'rde' (did you mean 'red'?)\n  no rde\n     ^" },

  ["rules in a variable"] = { [[
  rules = rules,
}]], "2:14", "rule 1: there is no kind 'rde' (did you mean 'red'?)\n  [ rde ] -> [ ]\n    ^",
    before = 'local rules = {\n{ "tick", "[ rde ] -> [ ]" }, { "wait" } }\n' },

  ["a key of a rule in a variable"] = { [[
  rules = rules,
}]], "3:11", "rule 2: unknown key 'cuont' (did you mean 'count'?)",
    before = 'local rules = {\n{ "tick" },\n{ "wait", cuont = "moves" } }\n' },

  ["the second of two games"] = { [[
  rules = {
    { "tick" },
    { "wait", cuont = "moves" },
  },
}]], "9:15", "rule 2: unknown key 'cuont' (did you mean 'count'?)",
    before = 'tessera.game { name = "other", legend = { ["."] = "empty" }, moves = { "tick" },\n'
      .. '  rules = { { "tick" },\n  { "tick" } } }\n' },

  ["texts in variables"] = { [[
  rules = { { "tick" }, waits },
}]], "6", "rule 2, column 3: there is no kind 'rde' (did you mean 'red'?)\n  [ rde ] -> [ ]\n    ^",
    before = 'local wait = "[ rde ] -> [ ]"\nlocal waits = { "wait", wait }\n' },

  ["rules that a function makes"] = { [[
  rules = { { "tick" }, made(), { "wait", "[ red ] -> [ ]" }, { "wait", "[ " .. "rde ] -> [ ]" } },
}]], "2", "rule 4, column 3: there is no kind 'rde' (did you mean 'red'?)\n  [ rde ] -> [ ]\n    ^",
    before = 'local function made() return { "wait", "[ red ] -> [ ]" } end\n' },

  ["a text that is put together"] = { [[
  rules = { { "tick" },
    { "wait", "[ " .. "rde ] -> [ ]" } },
}]], "5", "rule 2, column 3: there is no kind 'rde' (did you mean 'red'?)\n"
    .. "  [ rde ] -> [ ]\n    ^" },

  ["a text with an escape"] = { [[
  rules = { { "tick" },
    { "wait", "[ rde\x20] -> [ ]" } },
}]], "5", "rule 2, column 3: there is no kind 'rde' (did you mean 'red'?)\n"
    .. "  [ rde ] -> [ ]\n    ^" },

  ["a text that ends too early"] = { [[
  rules = { { "tick" },
    { "wait", "[ red ] -> " } },
}]], "5:27", "rule 2: expected '[' after '->', got the end of the text\n"
    .. "  [ red ] -> \n             ^" },

  ["a text behind letters of two bytes"] = { [[
  rules = { { "tick", why = "für Ümläüte" }, { "wait", "[ rde ] -> [ ]" } },
}]], "4:59", "rule 2: there is no kind 'rde' (did you mean 'red'?)\n"
    .. "  [ rde ] -> [ ]\n    ^" },

  ["a long text"] = { [[
  rules = { { "tick" }, { "wait",
    "[ ]] .. ("red | "):rep(20) .. [[rde ] -> [ ]" } },
}]], "5:128", "rule 2: there is no kind 'rde' (did you mean 'red'?)\n"
    .. "  ... | red | red | red | red | red | red | red | rde ] -> [ ]\n  "
    .. (" "):rep(48) .. "^" },

  ["the score"] = { [[
  rules = { { "tick" }, { "wait" } },
  score = "count rde",
}]], "5:18", "score: there is no kind 'rde' (did you mean 'red'?)\n  count rde\n        ^" },

  ["the game as a whole"] = { [[
  turn = function() end,
  rules = { { "tick" }, { "wait" } },
}]], "1", "a game with rules has no function turn: its rules say keep_turn" },
}

describe("an error in", function()
  for what, case in pairs(cases) do
    it(what, function()
      local source = (case.before or "") .. HEAD .. case[1]
      local chunk = assert(errors.load(source, "slip.lua", { tessera = tessera }))
      local fine, message = pcall(chunk)
      assert.is_false(fine)
      assert.equal(("slip.lua:%s: game 'slip': %s"):format(case[2], case[3]), message)
    end)
  end
end)

describe("each command names the line of the rule:", function()
  local two = [[
local tessera = require "tessera"
tessera.game { name = "other", legend = { ["."] = "empty" }, moves = { "tick" },
  rules = { { "tick" }, { "tick" } } }
]] .. HEAD .. cases["a text of a rule"][1]
  local message = "slip.lua:9:18: game 'slip': " .. cases["a text of a rule"][3] .. "\n"

  for _, words in ipairs { { "@slip.lua" }, { "check", "@slip.lua" }, { "solve", "@slip.lua" },
    { "explain", "rules", "@slip.lua" }, { "@slip.lua", "--trust" } } do
    it(table.concat(words, " "), function()
      local stdout, stderr, status = run.with_files({ ["slip.lua"] = two }, words)
      assert.equal("", stdout)
      assert.equal(message, stderr:match "^[%w.]+: (.*)$")
      assert.equal(1, status)
    end)
  end

  it("a scenario of a game in a file of its own", function()
    local _, stderr = run.with_files({ ["slip.lua"] = two,
      ["test.lua"] = 'return require("tessera").scenario { name = "x", game = require "slip",\n'
        .. '  map = "a.", expect = { outcome = false } }\n' }, { "@test.lua" })
    assert.equal("run.lua: " .. message, stderr)
  end)
end)
