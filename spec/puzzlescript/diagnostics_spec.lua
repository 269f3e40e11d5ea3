--- Specifies what the parser says about PuzzleScript files. A message is "kind line:column text",
--- where the line counts from the first that the example adds to its section.

local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local parse = require "tessera.puzzlescript.parse"
local puzzlescript = require "spec.support.puzzlescript"
local run = require "spec.support.run"

local function check(section, examples)
  for _, example in ipairs(examples) do
    assert.are.equal(example[2], puzzlescript.messages(section, example[1]), example[1])
  end
end

-- The messages about a whole text, a message a line.
local function said(text)
  local list = {}
  for i, message in ipairs(parse(text).diagnostics) do
    list[i] = ("%s %s: %s"):format(message.fatal and "fatal" or message.kind, message.line or "-",
      message.text)
  end
  return table.concat(list, "\n")
end

describe("the parser of PuzzleScript", function()
  it("has messages about PRELUDE", function()
    check("prelude", {
      { "titel x", "error 1:1 unknown setting 'titel' (did you mean 'title'?)" },
      { "title (x)", "error 1:1 title needs a value" },
      { "title A (b) c", "warning 1:9 the value of title ends where the comment begins" },
      { "title A\ntitle B", "warning 2:1 title stands on line 1 too; the last one counts" },
      { "debug on", "warning 1:7 debug has no value, got 'on'" },
      { "flickscreen 5", "warning 1:13 flickscreen needs a size such as 5x3, got '5'" },
      { "zoomscreen 5x4x3", "warning 1:12 zoomscreen needs a size such as 5x3, got '5x4x3'" },
      { "flickscreen 1.4x5", "warning 1:13 flickscreen needs whole numbers, got '1.4x5'" },
      { "zoomscreen 0x4", "warning 1:12 zoomscreen needs numbers above 0, got '0x4'" },
      { "text_color pinc",
        "error 1:12 text_color needs a colour such as pink or #1412fa, got 'pinc' (did "
          .. "you mean 'pink'?)" },
      { "color_palette egg", "error 1:15 there is no palette 'egg' (did you mean 'ega'?)" },
      { "youtube abc", "warning 1:9 youtube has no effect" },
      { "=== x", "error 1:5 expected nothing behind '=', got 'x'" },
      { "debug )", "warning 1:7 there is no '(' for this ')'" },
      { "legend of x",
        "error 1:1 the section OBJECTS belongs in front of LEGEND, and is missing\n"
          .. "error 1:8 expected nothing behind LEGEND, got 'of x'\n"
          .. "error 3:1 the section OBJECTS is the first\n"
          .. "error 20:1 the section LEGEND stands on line 1 too" },
    })
  end)

  it("takes a misspelt section between lines of '=' for what it is meant as", function()
    local crates = run.read_file "samples/puzzlescript/crates.txt"
    for _, section in ipairs { "OBJECTS", "LEGEND", "SOUNDS", "COLLISIONLAYERS", "RULES",
      "WINCONDITIONS", "LEVELS" } do
      local misspelt = section:gsub("S?$", "Z", 1)
      local text = crates:gsub("\n" .. section .. "\n", "\n" .. misspelt .. "\n")
      local line = 1 + select(2, text:match("^(.-\n)" .. misspelt .. "\n"):gsub("\n", ""))
      local message = ("error %d: there is no section %s (did you mean '%s'?)"):format(line,
        misspelt, section)
      assert.equal(message, said(text))
      assert.not_equal(message, said((text:gsub(misspelt .. "\n=+\n", misspelt .. "\n"))))
      assert.not_equal(message, said((text:gsub("=+\n" .. misspelt, misspelt))))
    end
  end)

  it("has messages about OBJECTS", function()
    check("objects", {
      { "Crate\nred", "error 1:1 'crate' is defined on line 17 already" },
      { "Cat crate\nred",
        "error 1:5 'crate' is defined on line 17 already\n"
          .. "error 1:1 'cat' is in no collision layer" },
      { "#", "warning 1:1 expected the name of an object, got '#': the line is left out" },
      { "Target2\nred\n\n.0.\n.0.\n",
        "warning 4:1 expected the name of an object, got '.0.': the line is left out\n"
          .. "warning 5:1 expected the name of an object, got '.0.': the line is left out\n"
          .. "error 1:1 'target2' is in no collision layer" },
      { "random\nred",
        "warning 1:1 'random' is a keyword: choose another name\n"
          .. "error 1:1 'random' is in no collision layer" },
      { "Cat\nRed blu yelow",
        "error 2:5 expected a colour, got 'blu' (did you mean 'blue'?)\n"
          .. "error 2:9 expected a colour, got 'yelow' (did you mean 'yellow'?)\n"
          .. "error 1:1 'cat' is in no collision layer" },
      { "Cat\nRed\n00300",
        "error 3:3 'cat' has no colour number 3\n"
          .. "warning 1:1 the sprite of 'cat' is 5 wide and 1 high, not 5 and 5\n"
          .. "error 1:1 'cat' is in no collision layer" },
      { "Cat\nRedd bluered,\n",
        "error 2:1 expected a colour, got 'redd' (did you mean 'red'?)\n"
          .. "error 2:6 expected a colour, got 'bluered,'\n"
          .. "error 1:1 'cat' is in no collision layer" },
      { "Cat\nRed\n0 0 a 0 0\n0\t2 0 0 0\n0 0 0 0 0 0\n00000\n 0 0 0 00",
        "error 3:5 a sprite is made of digits and '.', got 'a'\n"
          .. "error 4:3 'cat' has no colour number 2\n"
          .. "warning 5:1 the row is too long: it has 6 characters, not 5\n"
          .. "error 1:1 'cat' is in no collision layer" },
      { "Cat\nRed\n000000\n00000\n00000\n00000\n00000",
        "warning 3:1 the row is too long: it has 6 characters, not 5\n"
          .. "error 1:1 'cat' is in no collision layer" },
      { "Cat\nRed\n00a00\n00000\n00000\n00000\n00000",
        "error 3:3 a sprite is made of digits and '.', got 'a'\n"
          .. "error 1:1 'cat' is in no collision layer" },
      { "Cat\nRed\n00000\nDog",
        "error 4:1 expected a row of the sprite of 'cat', got 'dog'\n"
          .. "warning 1:1 the sprite of 'cat' is 5 wide and 1 high, not 5 and 5\n"
          .. "error 1:1 'cat' is in no collision layer" },
      { "Cat\n\n", "error 1:1 'cat' has no colours\nerror 1:1 'cat' is in no collision layer" },
      { "Cat\nred red red red red red red red red red red",
        "error 2:41 an object has at most 10 colours\n"
          .. "error 1:1 'cat' is in no collision layer" },
      { "Cat\nred", "error 1:1 'cat' is in no collision layer" },
      { "OBJECTS",
        "error 1:1 the section OBJECTS stands on line 3 too\n"
          .. "error 1:1 the section OBJECTS is the first" },
    })
  end)

  it("has messages about LEGEND", function()
    check("legend", {
      { "crate", "error 1:1 expected A = B, A = B and C, or A = B or C, got 'crate'" },
      { "Solid ! = Wall",
        "error 1:1 expected A = B, A = B and C, or A = B or C, got 'solid ! = wall'" },
      { "crate = wall", "error 1:1 'crate' is defined on line 17 already" },
      { "up = wall", "warning 1:1 'up' is a keyword: choose another name" },
      { "x = x", "error 1:5 'x' is defined by itself" },
      { "x = #", "error 1:5 expected a name of letters, digits and '_', got '#'" },
      { "x = crat", "error 1:5 'crat' is not defined above (did you mean 'crate'?)" },
      { "x =", "error 1:3 expected a name at the end of the line" },
      { "x = crate and", "error 1:13 expected a name at the end of the line" },
      { "x = crate and or wall", "error 1:15 expected a name, got 'or'" },
      { "x = crate wall", "error 1:11 expected 'and' or 'or', got 'wall'" },
      { "x = crate and target or wall", "error 1:22 'and' and 'or' in one line" },
      { "and = crate\nx = and and target\ny = and or or",
        "warning 1:1 'and' is a keyword: choose another name\n"
          .. "error 3:12 expected a name, got 'or'" },
      { "x = crate or crate", "warning 1:14 'crate' stands twice in one line" },
      { "x = solid and target",
        "error 1:- the aggregate 'x' cannot be made of the property 'solid'" },
      { "y = crate and target\nx = y or wall",
        "error 2:- the property 'x' cannot be made of the aggregate 'y'" },
      { "x = crate and wall",
        "error 1:- 'crate' and 'wall' of the aggregate 'x' are in one layer" },
    })
  end)

  it("has messages about SOUNDS", function()
    check("sounds", {
      { "boop 3", "error 1:1 expected an event or an object, got 'boop'" },
      { "Crat move 3",
        "error 1:1 expected an event or an object, got 'crat' (did you mean 'crate'?)" },
      { "! 3", "warning 1:1 expected an event or an object, got '!'" },
      { "Crate 3",
        "error 1:7 expected move, cantmove, action, create or destroy behind 'crate', "
          .. "got '3'" },
      { "Crate", "error 1:1 expected move, cantmove, action, create or destroy behind 'crate'" },
      { "Crate move up", "error 1:13 expected the number of a sound at the end" },
      { "Crate move up x", "error 1:15 expected the number of a sound, got 'x'" },
      { "Crate move step", "error 1:12 expected the number of a sound, got 'step' (a name is for "
        .. "games in Lua; its number is 36772507)" },
      { "Crate create up 3", "error 1:14 expected the number of a sound, got 'up'" },
      { "sfx0 1 2", "error 1:8 expected the end of the line, got '2'" },
      { "sfx0 1\nsfx0 2", "warning 2:1 sfx0 has a sound on line 32 too" },
    })
  end)

  it("has messages about COLLISIONLAYERS", function()
    check("collisionlayers", {
      { "#", "error 1:1 expected a name of letters, digits and '_', got '#'" },
      { "crat", "error 1:1 'crat' is not defined (did you mean 'crate'?)" },
      { "Crate", "warning 1:1 'crate' is in the layer of line 37 too; the last one counts" },
      { "Background, target",
        "warning 1:1 'background' is in the layer of line 35 too; the last one counts\n"
          .. "warning 1:13 'target' is in the layer of line 36 too; the last one counts\n"
          .. "error 1:1 the background is in a layer by itself" },
      { "Crate, crate",
        "warning 1:1 'crate' is in the layer of line 37 too; the last one counts\n"
          .. "warning 1:8 'crate' stands twice in the layer" },
    })
  end)

  it("has messages about RULES", function()
    check("rules", {
      { "[ Player ]", "error 1:10 expected '->': a rule is [ before ] -> [ after ]" },
      { "(x) [ Player ] -> [ ]",
        "error 1:5 a comment stands in front: put it on a line of its own" },
      { "rihgt [ Player ] -> [ ]", "error 1:1 unknown word 'rihgt' (did you mean 'right'?)" },
      { "> [ Player ] -> [ ]",
        "error 1:1 '>' says nothing about where a rule looks: expected up, down, left, "
          .. "right, horizontal, vertical or orthogonal" },
      { "Crate [ Player ] -> [ ]", "error 1:1 'crate' stands outside of brackets" },
      { "late + [ Player ] -> [ ]", "error 1:6 '+' stands at the start of the line" },
      { "[ Player ] up -> [ ]",
        "warning 1:12 the direction 'up' stands in front of the first '['" },
      { "[ Player ] Crate -> [ ]", "warning 1:12 'crate' stands outside of brackets" },
      { "[ Player ] > -> random [ ] moving",
        "warning 1:12 '>' stands outside of brackets\n"
          .. "warning 1:17 'random' stands outside of brackets\n"
          .. "warning 1:28 'moving' stands outside of brackets" },
      { "[ Player ] -> [ ] rigid", "error 1:19 'rigid' stands in front of the first '['" },
      { "[ Player ] | -> [ ]", "warning 1:12 '|' stands outside of brackets" },
      { "[ Player ] ... -> [ ]", "warning 1:12 '...' stands outside of brackets" },
      { "[ Player -> [ ]", "warning 1:10 expected ']' before '->'" },
      { "[ Player ] ] -> [ ]", "warning 1:12 there is no '[' for this ']'" },
      { "[ Player ] -> [", "warning 1:15 expected ']' at the end" },
      { "[ [ Player ] -> [ ]", "warning 1:3 expected ']' before the next '['" },
      { "[ > | Player ] -> [ | ]", "error 1:5 expected a name behind '>'" },
      { "[ > no Player ] -> [ ]", "error 1:5 a name has one word in front, not '>' and 'no'" },
      { "[ Player no Player ] -> [ ]", "error 1:13 'player' stands twice in a cell" },
      { "[ no Wall no Wall ] -> [ ]", "warning 1:14 'wall' stands twice in a cell" },
      { "[ Player ] -> [ ] [ ]",
        "warning 1:- 1 '[ ]' on the left-hand side, but 2 on the right: the rule is left out" },
      { "[ Player ] ->", "warning 1:- the rule does nothing" },
      { "-> [ ]", "error 1:1 expected '[' in front of '->'" },
      { "[ Player ] -> [ ] -> cancel", "error 1:19 a rule has one '->'" },
      { "[ Player | ] -> [ ]",
        "fatal 1:- a row of 2 cells on the left-hand side, but 1 on the right" },
      { "[ Wall ] -> [ Wall no Solid ]",
        "error 1:23 'no solid' takes away 'wall', which stands in the same cell" },
      { "late [ > Player ] -> [ ]", "error 1:8 a late rule has no movements such as '>'" },
      { "late rigid [ Player ] -> [ ]", "error 1:- a late rule cannot be rigid" },
      { "[ random Solid ] -> [ ]", "error 1:3 'random' stands on the right-hand side only" },
      { "[ Crat ] -> [ ]", "error 1:3 'crat' is not defined (did you mean 'crate'?)" },
      { "[ staionary Crate ] -> [ ]",
        "error 1:3 'staionary' is not defined (did you mean 'stationary'?)" },
      { "+ [ Player ] -> [ ]", "error 1:- '+' needs a rule before it" },
      { "[ Player ] -> [ ]\n+ random [ Player ] -> [ ]",
        "error 2:- 'random' stands in the first rule of a group, not behind '+'" },
      { "[ Player ] -> [ ]\nstartloop\n+ [ Player ] -> [ ]\nendloop",
        "error 2:- startloop or endloop in the middle of a group of rules" },
      { "startloop\n[ Player ] -> [ ]\nendloop\n+ late [ Player ] -> [ ]",
        "warning 3:- startloop or endloop in the middle of a group of rules" },
      { "[ Player ] -> [ ]\n+ late [ Player ] -> [ ]\nstartloop\n+ late [ Crate ] -> [ ]\nendloop",
        "error 3:- startloop or endloop in the middle of a group of rules" },
      { "endloop", "error 1:- there is no startloop for this endloop" },
      { "startloop", "error 1:- there is no endloop for this startloop" },
      { "startloop\nstartloop\nendloop", "error 2:- a loop cannot be in a loop" },
      { "cancel [ Player ] -> [ ]", "error 1:1 commands stand behind the last bracket" },
      { "[ Player cancel ] -> [ ]", "error 1:10 commands stand behind the last bracket" },
      { "[ Player ] -> [ win ]", "warning 1:17 commands stand behind the last bracket" },
      { "[ Player ] -> win [ ]", "warning 1:15 commands stand behind the last bracket" },
      { "[ Player ] -> sfx3", "warning 1:15 sfx3 has no sound" },
      { "[ | ... ] -> [ | ... ]", "error 1:- '...' stands between two cells" },
      { "[ | ... Wall | ] -> [ | ... | ]", "error 1:9 '...' is a cell of its own" },
      { "[ | ... | ] -> [ | | ]", "error 1:- '...' on the left-hand side needs one on the right" },
      { "[ | | ] -> [ | ... | ]", "error 1:- '...' on the right-hand side needs one on the left" },
      { "[ | ... | ... | ] -> [ | ... | ... | ]",
        "warning 1:- two '...' side by side are as good as one" },
      { "[ | ... | | ... | | ... | ] -> [ | ... | | ... | | ... | ]",
        "error 1:- a row has at most two '...'" },
    })
  end)

  it("has messages about WINCONDITIONS", function()
    check("winconditions", {
      { "al crate on target", "error 1:1 expected all, some, any or no, got 'al'" },
      { "no", "error 1:1 expected a condition such as 'all crate on target'" },
      { "no crate in wall", "error 1:10 expected 'on', got 'in'" },
      { "no crate on", "error 1:10 expected a name behind 'on'" },
      { "no crate on wall x", "error 1:18 expected the end of the line, got 'x'" },
      { "no crat", "error 1:4 'crat' is not defined (did you mean 'crate'?)" },
      { "no crate on crat", "error 1:13 'crat' is not defined (did you mean 'crate'?)" },
      { "all crate on wall )", "warning 1:19 there is no '(' for this ')'\n"
        .. "warning 1:11 with this ')' behind it, 'on wall' is left out" },
      { "all crate on wall)", "warning 1:18 there is no '(' for this ')'" },
      { "some crate )", "warning 1:12 there is no '(' for this ')'" },
      { "no *", "error 1:4 expected a name of letters, digits and '_', got '*'" },
      { "(a) no wall", "error 1:5 a comment stands in front: put it on a line of its own" },
    })
  end)

  it("has messages about LEVELS", function()
    check("levels", {
      { "p?", "error 1:2 '?' is not defined" },
      { "###\n##", "warning 1:- the rows of the level are not equally long" },
      { "messagex", "warning 1:8 expected a blank behind 'message'" },
      { "p.\n.#) )", "warning 2:3 there is no '(' for this ')'\n"
        .. "warning 2:3 the row ends in front of ')'" },
      { "p.).", "error 1:3 ')' is not defined" },
      { ")#", "warning 1:1 there is no '(' for this ')'" },
      { "message " .. ("x"):rep(409), "warning 1:1 the message does not fit on a screen" },
      { "", "error -1:1 there are no levels" },
      { "RULES",
        "error 1:1 'r' is not defined\n"
          .. "error 1:2 'u' is not defined\n"
          .. "error 1:3 'l' is not defined\n"
          .. "error 1:4 'e' is not defined\n"
          .. "error 1:5 's' is not defined" },
    })
  end)

  it("has messages about characters of maps", function()
    assert.are.equal("error 50: 's' is a property: in a map it could be any of its objects",
      said((puzzlescript.text { legend = "s = Wall or Crate", levels = "sp" })))
  end)

  it("has messages about what every game needs", function()
    local function lacks(place, layers_place, text)
      local list = {}
      for i, message in ipairs(parse(text).diagnostics) do
        list[i] = ("%s %d:%d %s"):format(message.fatal and "fatal" or message.kind, message.line,
          message.column, message.text)
      end
      assert.are.equal(("error %s no object and no name of the legend is called player\n"
        .. "error %s no object and no name of the legend is called background\n"
        .. "fatal %s there are no collision layers"):format(place, place, layers_place),
        table.concat(list, "\n"))
    end
    local nothing = "there is no section: a game begins with its title and the section OBJECTS"
    assert.are.equal("fatal 1: " .. nothing, said "")
    assert.are.equal("fatal 3: " .. nothing, said "title a\n\nauthor b")
    lacks("1:1", "1:1", "OBJECTS")
    lacks("2:3", "7:1", "title a\n  OBJECTS\n===\nLEGEND\n\nSOUNDS\nCOLLISIONLAYERS\nRULES\n")
    local text = puzzlescript.text({ levels = "" }):gsub("\n*LEVELS%s*$", "")
    assert.are.equal(("error %d: there are no levels"):format(select(2, text:gsub("\n", "")) + 1),
      said(text))
  end)

  it("has messages about the background", function()
    local text = puzzlescript.text {}
    local function with(line)
      return said((text:gsub("\nBackground\n", "\nFloor\n"):gsub("= Background", "= Floor")
        :gsub("Solid =", line .. "\nSolid =")))
    end
    assert.are.equal("", with "Background = Floor")
    assert.are.equal("error -: the background cannot be an aggregate",
      with "Background = Floor and Target")
    assert.are.equal("error -: 'floor' and 'target' of the background are in different layers",
      with "Background = Floor or Target")
  end)

  it("says the same of a line once", function()
    check("rules", { { "[ Crat ] -> [ Crat ]",
      "error 1:3 'crat' is not defined (did you mean 'crate'?)" } })
  end)

  it("gives up after a hundred messages", function()
    local game = parse(("nonsense\n"):rep(1000))
    assert.are.equal(101, #game.diagnostics)
    assert.are.same({ 101, "more than 100 messages: the rest is not looked at" },
      { game.diagnostics[101].line, game.diagnostics[101].text })
    assert.is_false(game.playable)
  end)

  it("counts errors, and lets a game with five of them be played", function()
    local game = puzzlescript.game { prelude = "a\nb\nc\nd\ne\nyoutube x" }
    assert.are.same({ 5, true }, { game.errors, game.playable })
    game = puzzlescript.game { prelude = "a\nb\nc\nd\ne\nf" }
    assert.are.same({ 6, false }, { game.errors, game.playable })
    assert.are.same({}, game.rules)
    game = puzzlescript.game { rules = "[ | ] -> [ ]" }
    assert.are.same({ 1, false }, { game.errors, game.playable })
  end)

  it("gives an error a column: that of its word, or that of where its line begins", function()
    local game = puzzlescript.game {}
    local line = "  [ Crate | Wäll crate ] -> [ Eye | ] late"
    for _, text in ipairs { "'eye' and 'wall' are in one layer", "'crate' is there twice",
      "no word", "'gone' is nowhere", "'late' stands behind it" } do
      diagnostics.error(game, 2, nil, text)
    end
    diagnostics.error(game, 2, 7, "known")
    diagnostics.error(game, nil, nil, "of no line")
    diagnostics.error(game, 9, nil, "of a line that there is not")
    diagnostics.warning(game, 2, nil, "a warning")
    diagnostics.complete(game, "title x\r\n" .. line .. "\n")
    local columns = {}
    for i, entry in ipairs(game.diagnostics) do
      columns[i] = entry.column or false
    end
    assert.same({ 31, 3, 3, 3, 39, 7, false, false, false }, columns)
  end)

  it("takes messages of later steps", function()
    local game = puzzlescript.game {}
    diagnostics.error(game, 3, 4, "one")
    diagnostics.warning(game, 3, nil, "two")
    diagnostics.error(game, 3, 5, "one")
    assert.are.same({ 2, 1, true }, { #game.diagnostics, game.errors, game.playable })
    assert.are.same({ kind = "error", counted = true, fatal = false, line = 3, column = 4,
      text = "one" }, game.diagnostics[1])
    assert.is_false(diagnostics.is_fatal(game))
    diagnostics.fatal(game, nil, nil, "three")
    assert.is_true(diagnostics.is_fatal(game))
    assert.are.same({ 2, false }, { game.errors, game.playable })
  end)

  it("shows what is no text in numbers, and cuts what is long", function()
    assert.are.equal("'a\\x00\\x1B\\xFF'", diagnostics.shown "a\0\27\xFF")
    assert.are.equal("'stück'", diagnostics.shown "stück")
    assert.are.equal("'" .. ("x"):rep(39) .. "ü...'", diagnostics.shown(("x"):rep(39) .. "üx"))
  end)
end)
