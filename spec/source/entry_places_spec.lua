--- Specifies the line and the column that an error in a definition names: those of the entry, where
--- the source shows it.

local errors = require "tessera.base.errors"
local run = require "spec.support.run"
local tessera = require "tessera"

local RULES = [[
  moves = { "wait" }, rules = { { "wait" } },
}]]

local function entries(text)
  return [[
return tessera.game {
  name = "slip", legend = { ["."] = "empty", a = "red" },
]] .. text .. RULES
end

-- Sources, and the place and the message that they fail with.
local cases = {
  ["a character of the legend"] = { [[
return tessera.game {
  name = "slip",
  legend = { ["."] = "empty",
    ab = "red" },
]] .. RULES, "4:5", "legend 'ab': expected a single printable character one column wide" },

  ["a word of an entry"] = { [[
return tessera.game {
  name = "slip", layers = { "ground", "things" },
  legend = { ["."] = { ground = "floor" }, a = { ground = "floor", tings = "red" } },
]] .. RULES, "3:68", "legend 'a': there is no layer 'tings' (did you mean 'things'?)" },

  ["a name that is a word of rules"] = { [[
return tessera.game {
  name = "slip",
  legend = { ["."] = "empty", a = "no" },
]] .. RULES, "3:35", "'no' means something else in rules, so it cannot be a kind" },

  ["a list that is empty"] = { [[
return tessera.game {
  name = "slip", legend = {},
]] .. RULES, "2:18", "legend is empty" },

  ["a group"] = { entries [[
  groups = {
    all = { "red", "emtpy" },
  },
]], "4:20", "group 'all': no kind is called 'emtpy' (did you mean 'empty'?)" },

  ["a field"] = { entries [[
  fields = { steps = 0, dry = { min = 5, max = 1 } },
]], "3:25", "field 'dry': its min, 5, is greater than its max, 1" },

  ["an unknown key inside"] = { entries [[
  fields = { dry = { vaule = 5, max = 7 } },
]], "3:22", "field 'dry': unknown key 'vaule' (did you mean 'value'?)" },

  ["an unknown key"] = { entries [[
  gaol = "Won",
]], "3:3", "unknown key 'gaol' (did you mean 'goal'?)" },

  ["a key that has another name here"] = { entries [[
  colors = { red = "red" },
]], "3:3", "unknown key 'colors': what its kinds look like stands in `look`" },

  ["an unknown key of a game without a name"] = { game = "game: ", [[
return tessera.game {
  legend = { ["."] = "empty" }, gaol = "Won",
]] .. RULES, "2:33", "unknown key 'gaol' (did you mean 'goal'?)" },

  ["a text in place of a list of moves"] = { [[
return tessera.game {
  name = "slip", legend = { ["."] = "empty" }, moves = "wait", rules = { { "wait" } },
}]], "2:56", "moves: expected a list, { 'wait' }, got a text" },

  ["a character that the legend has twice"] = { [[
return tessera.game {
  name = "slip", legend = { ["%"] = "wall", ["."] = "empty", ["%"] = "box" }, moves = { "go" },
  rules = { { "go", "[ wall ] -> [ empty ]" } },
}]], "3:24", "rule 1: there is no kind 'wall' (expected one of board box empty) (the legend has "
    .. "'%' twice)\n  [ wall ] -> [ empty ]\n    ^" },

  ["a value that is no text"] = { entries [[
  help = 5,
]], "3:3", "help: expected a value of type string, got 5" },

  ["the goal"] = { entries [[
  ends = { { "Won", "no red" } },
  goal = "Wom",
]], "4:10", "goal: there is no outcome 'Wom' (did you mean 'Won'?)" },

  ["a slot of a move"] = { [[
return tessera.game {
  name = "slip", legend = { ["."] = "empty", a = "red" },
  moves = { "wait", "put <rwo> <column>" }, rules = { { "wait" } },
}]], "3:26", "move 2: unknown slot '<rwo>' (did you mean '<row>'?)" },

  ["a symmetry"] = { entries [[
  symmetries = { "left-right",
    "up-dwon" },
]], "4:5", "symmetries: there is no symmetry 'up-dwon' (did you mean 'up-down'?)" },

  ["a layer"] = { entries [[
  layers = { "board", 4 },
]], "3:3", "layers: expected a name of letters, digits and '_', got 4" },

  ["a colour"] = { entries [[
  look = { red = { "R", "redd" } },
]], "3:25", "look: red: the colour: there is no colour 'redd' (did you mean 'red'?)" },

  ["a key to press"] = { entries [[
  keys = { spcae = "wait" },
]], "3:12", "keys: there is no key 'spcae' (did you mean 'space'?)" },

  ["what a key does"] = { entries [[
  keys = { space = "wiat" },
]], "3:20", "keys: 'space': 'wiat' is no action of slip (did you mean 'wait'?)" },

  ["a label"] = { entries [[
  labels = { actions = { wiat = "Wait" } },
]], "3:26", "labels: actions: no action is called 'wiat' (did you mean 'wait'?)" },

  ["a sound"] = { entries [[
  sounds = { moved = "stpe" },
]], "3:22", "sounds: that of 'moved': there is no sound 'stpe' (did you mean 'step'?)" },

  ["a cell of the map"] = { entries [[
  map = "a./.x",
]], "3:14", "map: line 2, column 2: unknown cell 'x' (expected one of . a)" },

  ["a cell of a map of several lines"] = { entries [=[
  map = [[
    a.
    .x/
  ]],
]=], "5:6", "map: line 2, column 6: unknown cell 'x' (expected one of . a)" },

  ["a row that is too short"] = { entries [[
  map = "a./.",
]], "3:14", "map: line 2, column 2: the row has 1 cells, expected 2" },

  ["a map behind a character of two bytes"] = { [[
return tessera.game {
  name = "slip", legend = { ["."] = "empty", ["☃"] = "red" }, map = "☃x",
]] .. RULES, "2:71", "map: line 1, column 2: unknown cell 'x' (expected one of . ☃)" },

  ["the name"] = { game = "game: ", [[
return tessera.game {
  legend = { ["."] = "empty" }, name = "a b",
]] .. RULES, "2:40", "name: expected small letters, digits and '_', got 'a b'" },

  ["a definition in a variable"] = { [[
local slip = {
  name = "slip", legend = { ["."] = "empty" }, help = 5,
]] .. RULES .. "\nreturn tessera.game(slip)", "2:48",
    "help: expected a value of type string, got 5" },

  ["the second of two games"] = { [[
tessera.game { name = "other", legend = { ["."] = "empty" }, help = "none",
]] .. RULES .. "\n" .. entries [[
  help = 5,
]], "6:3", "help: expected a value of type string, got 5" },
}

-- What the source does not show has the line of the call.
local unsure = {
  ["an entry that code sets"] = { [[
local slip = { name = "slip", legend = { ["."] = "empty" },
]] .. RULES .. "\nslip.help = 5\nreturn tessera.game(slip)", 5,
    "help: expected a value of type string, got 5" },

  ["a key that stands twice"] = { entries [[
  help = "none", help = 5,
]], 1, "help: expected a value of type string, got 5" },

  ["a definition that code makes"] = { [[
local function made(help)
  return { name = ("slip"):lower(), legend = { ["."] = "empty" }, help = help,
]] .. RULES .. "\nend\nreturn tessera.game(made(5))", 6,
    "help: expected a value of type string, got 5" },

  ["two definitions of one name"] = { [[
local first = { name = "slip", legend = { ["."] = "empty" },
]] .. RULES .. [[

local second = { name = "slip", legend = { ["."] = "empty" }, help = 5,
]] .. RULES .. "\nreturn tessera.game(first and second)", 7,
    "help: expected a value of type string, got 5" },

  ["a key that is missing"] = { [[
return tessera.game { name = "slip",
]] .. RULES, 1, "legend is missing (expected a value of type table)" },
}

local function message_of(source)
  local fine, message = pcall(assert(errors.load(source, "slip.lua", { tessera = tessera })))
  assert.is_false(fine)
  return message
end

describe("an error names the place of", function()
  for what, case in pairs(cases) do
    it(what, function()
      local expected = ("slip.lua:%s: %s%s"):format(case[2], case.game or "game 'slip': ", case[3])
      assert.equal(expected, message_of(case[1]))
    end)
  end
end)

describe("an error names the call's line:", function()
  for what, case in pairs(unsure) do
    it(what, function()
      assert.equal(("slip.lua:%d: game 'slip': %s"):format(case[2], case[3]), message_of(case[1]))
    end)
  end
end)

describe("the place is that of the file:", function()
  local source = 'local tessera = require "tessera"\n' .. entries "  help = 5,\n"
  local message = "slip.lua:4:3: game 'slip': help: expected a value of type string, got 5\n"

  for _, words in ipairs { { "@slip.lua" }, { "check", "@slip.lua" },
    { "@slip.lua", "--trust" } } do
    it(table.concat(words, " "), function()
      local _, stderr, status = run.with_files({ ["slip.lua"] = source }, words)
      assert.equal(message, stderr:match "^[%w.]+: (.*)$")
      assert.equal(1, status)
    end)
  end
end)
