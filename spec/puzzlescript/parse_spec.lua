--- Specifies how PuzzleScript files are read: lines, names, objects, layers, levels.

local parse = require "tessera.puzzlescript.parse"
local puzzlescript = require "spec.support.puzzlescript"

local board, read = puzzlescript.board, puzzlescript.game

local function fine(game)
  assert.are.same({}, game.diagnostics)
  return game
end

local function names_of(game)
  local list = {}
  for i, object in ipairs(game.objects) do
    list[i] = object.name .. " " .. object.layer
  end
  return table.concat(list, ", ")
end

describe("a PuzzleScript file", function()
  it("is read as tables", function()
    local game = fine(read {})
    assert.are.equal("background 0, target 1, player 2, wall 2, crate 2", names_of(game))
    assert.are.equal(3, game.layers)
    assert.are.same({ background = 0, target = 1, player = 2, wall = 3, crate = 4 }, game.id_of)
    assert.are.same({ ["."] = "background", o = "target", p = "player", ["#"] = "wall",
      ["*"] = "crate" }, game.synonyms)
    assert.are.same({ ["@"] = { "crate", "target" } }, game.aggregates)
    assert.are.same({ solid = { "wall", "crate" } }, game.properties)
    assert.are.equal("synonym aggregate property object", ("%s %s %s %s"):format(game.names["."],
      game.names["@"], game.names.solid, game.names.crate))
    assert.are.equal("background", game.default_background)
    assert.are.equal("up down left right: [> player|crate] -> [> player|> crate]",
      puzzlescript.rule_text(game.rules[1]))
    assert.are.same({ { quantifier = "all", what = "target", on = "crate", line = 45 } }, game.wins)
    assert.are.equal("player crate target", board(game.levels[1]))
    assert.are.equal(0, game.errors)
    assert.is_true(game.playable)
  end)

  it("may end its lines in CRLF or CR, and begin with a byte order mark", function()
    local text = puzzlescript.text {}
    local game = parse(text)
    assert.are.same(game, parse((text:gsub("\n", "\r\n"))))
    assert.are.same(game, parse((text:gsub("\n", "\r"))))
    assert.are.same(game, parse("\xEF\xBB\xBF" .. text))
  end)

  it("may be written in capitals, and have blanks and tabs in front", function()
    local text = puzzlescript.text {}
    local game = parse(text)
    game.rules[1].text = game.rules[1].text:upper()
    assert.are.same(game, parse(text:upper()))
    local indented = parse((text:gsub("\n([^\n])", "\n \t%1")))
    assert.are.equal("player crate target", board(fine(indented).levels[1]))
    assert.are.equal(7, indented.rules[1].left[1][1][1].column)
  end)

  it("has small letters outside of ASCII too, and blanks of all kinds", function()
    local game = fine(read { objects = "STÜCK\u{A0}Ж\nRed", legend = "大 = Stück",
      collisionlayers = "stÜck", levels = "ж大Ж" })
    assert.are.equal("stück", game.synonyms["ж"])
    assert.are.equal("stück stück stück", board(game.levels[1]))
  end)

  it("has comments, which nest and go over lines", function()
    local game = fine(read {
      prelude = "(a (b) c)\n(d\n\nobjects (e)\n) title x",
      objects = "(a) Cat (b) c (c\nDog\n) Red (d)",
      legend = "(a) q = Crate (d) and (e) Target (b\nz = c)",
      collisionlayers = "(a) Cat(b)",
      rules = "(a)\n[ > Player ] -> cancel (b\nc)\n",
      winconditions = "No Crate (a)\n(b)",
      levels = "(a\nb) p.c(d) *\n(e)\n#.. (f\n\n)\n",
    })
    assert.are.equal("x", game.title)
    assert.are.equal(1, #game.rules)
    assert.are.equal("crate", game.wins[1].what)
    assert.are.equal("cat", game.synonyms.c)
    assert.are.same({ "crate", "target" }, game.aggregates.q)
    assert.are.equal("player . cat\nwall . .", board(game.levels[1]))
  end)

  it("may have lines of '=' everywhere", function()
    local game = fine(read { prelude = "=== =", objects = "==\nCat\n=\nRed\n====",
      collisionlayers = "== ==\nCat", rules = "===\n[ > Player ] -> cancel",
      levels = "===\np.\n= =\n.p" })
    assert.are.equal("#be2633", game.objects[6].colours[1])
    assert.are.equal("player .\n. player", board(game.levels[1]))
  end)
end)

describe("the prelude", function()
  it("keeps the case of title, author and homepage", function()
    local game = fine(read { prelude = "TITLE  My Game \nauthor A B\n"
      .. "homepage https://Example.org" })
    assert.are.equal("My Game/A B/Example.org", game.title .. "/" .. game.author .. "/"
      .. game.homepage)
    assert.are.equal("My Game", game.settings.title)
  end)

  it("has settings and flags", function()
    local game = fine(read { prelude = "run_rules_on_level_start\nnoundo\nrealtime_interval 0.25\n"
      .. "flickscreen 10x8\nzoomscreen 5X4\nagain_interval .1" })
    assert.are.same({ run_rules_on_level_start = true, noundo = true }, game.flags)
    assert.are.equal(0.25, game.realtime)
    assert.are.same({ 10, 8 }, game.flickscreen)
    assert.are.same({ 5, 4 }, game.zoomscreen)
    assert.are.equal(".1", game.settings.again_interval)
  end)

  it("has colours, by names of a palette", function()
    local function colours(prelude)
      local game = fine(read { prelude = prelude })
      return game.background_color .. " " .. game.text_color
    end
    assert.are.equal("#be2633 #aabbcc", colours "background_color red\ntext_color #ABC")
    assert.are.equal("#ff5555 #fff0c0",
      colours "color_palette ega\nbackground_color red\ntext_color #fff0c0")
    assert.are.equal("#ff5555 #555555",
      colours "color_palette 8\nbackground_color RED\ntext_color DarkGray")
  end)
end)

describe("OBJECTS", function()
  local function sprites(text, layers)
    local list = {}
    for i, object in ipairs(fine(read { objects = text, collisionlayers = layers }).objects) do
      if i > 5 then
        list[#list + 1] = ("%s %s %s"):format(object.name, table.concat(object.colours, ","),
          object.sprite and table.concat(object.sprite, "/") or "full")
      end
    end
    return table.concat(list, "; ")
  end

  it("are a name, colours, and five rows of five digits or nothing", function()
    assert.are.equal("cat #be2633,#00ff00,transparent .0.1./22222/...../00000/.1.1.; "
      .. "dog #000000 full",
      sprites("Cat\nRed #00FF00 Transparent\n.0.1.\n22222\n.....\n00000\n.1.1.\n\nDog\n#000",
        "Cat\nDog"))
  end)

  it("follow each other without a blank line after a whole sprite or after colours", function()
    assert.are.equal("a #be2633 00000/00000/00000/00000/00000; b #ffffff full; c #000000 full",
      sprites("A\nred\n00000\n00000\n00000\n00000\n00000\nB\nwhite\nC\nblack", "A, B, C"))
  end)

  it("may have two colours in one word", function()
    assert.are.equal("a #ff0000,#00ff00 full", sprites("A\n#ff0000#00ff00", "A"))
  end)

  it("have further names on the line of the name", function()
    local game = fine(read { objects = "Cat c % K? =\nred", collisionlayers = "cat",
      levels = "c%=" })
    assert.are.equal("cat cat", game.synonyms.c .. " " .. game.synonyms["k?"])
    assert.are.equal("cat cat cat", board(game.levels[1]))
  end)
end)

describe("LEGEND", function()
  local function lists(legend)
    local game = fine(read { legend = legend })
    local list = {}
    for name in legend:gmatch "(%w+) =" do
      local objects = game.aggregates[name] or game.properties[name] or { game.synonyms[name] }
      list[#list + 1] = ("%s %s %s"):format(game.names[name], name, table.concat(objects, ","))
    end
    return table.concat(list, "; ")
  end

  it("names an object, several together, or one of several", function()
    assert.are.equal("synonym a crate; aggregate b crate,target; property c crate,target,wall",
      lists "a = Crate\nb = a and o\nc = crate or o or Wall")
  end)

  it("flattens lists depth first, and keeps doubles", function()
    assert.are.equal("property a crate,wall; property b player,crate,wall,target,player",
      lists "a = crate or wall\nb = player or a or target or p")
  end)

  it("has aggregates of aggregates, and synonyms of both kinds of lists", function()
    assert.are.equal("aggregate a crate,target; aggregate b background,crate,target; "
      .. "aggregate c background,crate,target; property d crate,wall; property e crate,wall",
      lists "a = crate and target\nb = background and a\nc = b\nd = crate or wall\ne = d")
  end)

  it("needs no blanks around '='", function()
    assert.are.equal("crate", fine(read { legend = "a=crate" }).synonyms.a)
  end)
end)

describe("SOUNDS", function()
  it("are kept", function()
    local game = fine(read { sounds = "sfx0 123\nCrate MOVE up left 456 (x)\nSolid create 7" })
    local first = game.sounds[1].line
    assert.are.same({ { line = first, event = "sfx0", seed = "123" },
      { line = first + 1, object = "crate", verb = "move", directions = { "up", "left" },
        seed = "456" },
      { line = first + 2, object = "solid", verb = "create", seed = "7" } }, game.sounds)
  end)
end)

describe("COLLISIONLAYERS", function()
  it("give ids layer by layer, in the order of the names", function()
    local game = read { objects = "B\nred\n\nA\nred\n", legend = "ab = a or b",
      collisionlayers = "ab\n" }
    assert.are.equal("background 0, target 1, player 2, wall 2, crate 2, a 3, b 3",
      names_of(fine(game)))
    assert.are.equal(6, game.id_of.b)
  end)

  it("count an object that stands twice by its last place", function()
    local game = read { objects = "A\nred\n\nB\nred", collisionlayers = "a, b\nb a" }
    assert.are.equal("background 0, target 1, player 2, wall 2, crate 2, a 3, b 3, b 4, a 4",
      names_of(game))
    assert.are.same({ 8, 7 }, { game.id_of.a, game.id_of.b })
    assert.are.equal(0, game.errors)
  end)

  it("leave objects without a layer out of lists", function()
    local game = read { objects = "A\nred", legend = "s = a or crate\nt = a and crate" }
    assert.are.same({ { "crate" }, { "crate" } }, { game.properties.s, game.aggregates.t })
    assert.are.equal(1, game.errors)
    assert.is_true(game.playable)
  end)
end)
