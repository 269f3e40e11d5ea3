--- Specifies how the rules of PuzzleScript files are read. A rule is shown as "directions: left ->
--- right commands".

local puzzlescript = require "spec.support.puzzlescript"

local rules = puzzlescript.rules
local all = "up down left right"

local function is(expected, lines)
  assert.are.equal(expected, rules(lines))
end

describe("a rule", function()
  it("has rows of cells, and cells of items", function()
    is(all .. ": [> player|crate no wall][target] -> [> player|> crate][]",
      "[ > Player | Crate no Wall ] [ Target ] -> [ > Player | > Crate ] [ ]")
  end)

  it("needs no blanks around signs", function()
    is(all .. ": [> player|crate][] -> [|@ o][solid] again",
      "[> Player|Crate][]->[|@ O][solid]again")
  end)

  it("names objects as written, with the column", function()
    local rule = puzzlescript.game({ rules = "  up [ Solid | no * ] -> cancel" }).rules[1]
    assert.are.same({ { name = "solid", column = 8 } }, rule.left[1][1])
    assert.are.same({ { word = "no", name = "*", column = 19 } }, rule.left[1][2])
    assert.are.equal("up [ Solid | no * ] -> cancel", rule.text)
    assert.is_nil(rule.right)
  end)

  it("takes every word in front of a name", function()
    for word in ([[> < ^ v up down left right moving stationary parallel perpendicular horizontal
        vertical orthogonal action no randomdir]]):gmatch "%S+" do
      is(all .. (": [%s crate] -> [%s crate]"):format(word, word),
        ("[ %s Crate ] -> [ %s Crate ]"):format(word, word))
    end
    is(all .. ": [] -> [random solid]", "[ ] -> [ random Solid ]")
  end)

  it("may have '...' between cells", function()
    is("right: [player|...|crate|...|wall] -> [player|...||...|wall]",
      "right [ Player | ... | Crate |...| Wall ] -> [ Player | ... | | ... | Wall ]")
  end)

  it("has flags and directions in any order in front", function()
    is("late random up: [player] -> []", "RANDOM up late [ Player ] -> [ ]")
    is("rigid left right: [player] -> []", "horizontal rigid [ Player ] -> [ ]")
    is("up down left right: [player] -> []", "orthogonal [ Player ] -> [ ]")
    is("right up down: [player] -> []", "right vertical [ Player ] -> [ ]")
  end)

  it("names a direction once, at its last place, and the first of all in front", function()
    is("left right: [player] -> []", "left right right [ Player ] -> [ ]")
    is("up right up: [player] -> []", "up up right up [ Player ] -> [ ]")
    is("left right left: [player] -> []", "horizontal left [ Player ] -> [ ]")
  end)

  it("has commands behind the last bracket", function()
    is(all .. ": [player] -> cancel checkpoint restart win again sfx0 sfx10",
      "[ Player ] -> cancel checkpoint restart win again sfx0 sfx10")
    is(all .. ": [player] -> [] win again", "[ Player ] -> [ ] win again")
  end)

  it("has a message to the end of the line, as written", function()
    is(all .. ": [player] -> [] sfx1 message Go (on) -> [there] again",
      "[ Player ] -> [ ] sfx1 message  Go (on) -> [there] again ")
    local game = puzzlescript.game { rules = "[ Player ] -> message\n[ Wall ] -> message (\n" }
    assert.are.same({ { "message", " " } }, game.rules[1].commands)
    assert.are.same({ { "message", "(" } }, game.rules[2].commands)
    assert.are.equal("player crate target", puzzlescript.board(game.levels[1]))
  end)

  it("is cut at a comment, and may have one behind it", function()
    is(all .. ": [player] -> []", "[ Player ] -> [ ] (again)\n(a)\n[ Player ] (b) -> [ ]\n")
  end)

  it("is read behind a comment in front of it, which is an error", function()
    is(all .. ": [player] -> []\n" .. all .. ": [crate] -> []\n" .. all .. ": [wall] -> []",
      "(c) [ Player ] -> [ ]\n(d\n) [ Crate ] -> [ ] (again)\n(e) (f) [ Wall ] -> [ ] (win)")
  end)

  it("is dropped if its sides have different numbers of rows, or if it does nothing", function()
    is("", "[ Player ] [ Crate ] -> [ Player ]\n[ Player ] ->\n[ Player ] [ ]\n-> [ ]\n"
      .. "[ Player ] ] -> [ ]\n[ Player -> [ ]\n[ Player ] -> [\n")
  end)

  it("is read as far as it is understood", function()
    is(all .. ": [player] -> []", "[ Player cheese ] -> [ ]")
    is(all .. ": [player] -> []", "[ [ Player ] -> [ ]")
    is(all .. ": [player] -> []", "[ Player ] up -> [ ]")
    is(all .. ": [player] -> []", "[ Player ] Crate | ... -> [ ]")
    is(all .. ": [player] -> []", "Crate moving > [ Player ] -> [ ]")
    is(all .. ": [> player] -> []", "[ > up Player ] -> [ ]")
    is("late up down left right: [player] -> []", "late [ > Player ] -> [ ]")
    is(all .. ": [] -> []", "[ random Solid ] -> [ ]")
    is(all .. ": [player] -> [] cancel win", "cancel [ Player ] -> [ win ]")
  end)

  it("is dropped with an ellipsis at an edge, beside a name, or on its left only", function()
    is("", "[ Player | ... ] -> [ Player | ... ]\n[ | ... Crate | ] -> [ | ... | ]\n"
      .. "[ | Crate ... | ] -> [ | ... | ]\n[ | ... | ] -> [ | | ]\n")
    is(all .. ": [||] -> [||]", "[ | | ] -> [ | ... | ]")
  end)
end)

describe("groups and loops of rules", function()
  it("are marked", function()
    is(table.concat({ all .. ": [player] -> []", "start", all .. ": [crate] -> []",
      "plus " .. all .. ": [wall] -> []", "end" }, "\n"),
      "[ Player ] -> [ ]\nStartLoop\n[ Crate ] -> [ ]\n+[ Wall ] -> [ ]\nendLoop (x)")
  end)

  it("have no '+' in front of the first rule that stands", function()
    is(all .. ": [player] -> []", "+ [ Player ] -> [ ]")
    is(table.concat({ all .. ": [player] -> []", all .. ": [crate] -> []",
      "plus " .. all .. ": [wall] -> []" }, "\n"),
      "[ Player ] -> [ ]\n[ Player ] ->\n+ [ Crate ] -> [ ]\n+ [ Wall ] -> [ ]")
  end)

  it("are only loops that begin and end", function()
    is("start\n" .. all .. ": [player] -> []\nend",
      "endloop\nstartloop\nstartloop\n[ Player ] -> [ ]\nendloop\nendloop\nstartloop")
  end)
end)
