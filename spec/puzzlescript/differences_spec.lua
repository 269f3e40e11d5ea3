--- Specifies games that one may take for wrong and that play all the same: objects that are called
--- like a word of the language, colours without blanks between them, stray lines and words.

local page = require "spec.support.page"
local parse = require "tessera.puzzlescript.parse"
local puzzlescript = require "tessera.puzzlescript"
local run = require "spec.support.run"
local samples = require "spec.support.puzzlescript"
local session = require "tessera.session"

-- A game with other sections, which has no errors.
local function read(parts)
  return assert(puzzlescript.read((samples.text(parts))))
end

-- The board after some actions, what the last one has shown, and how the level ended.
local function played(parts, actions)
  local state, told = read(parts).new(1), nil
  for action in actions:gmatch "%a+" do
    told = state:press(action)
  end
  return tostring(state), told, state:outcome()
end

local commands = { "cancel", "checkpoint", "restart", "win", "again", "message", "sfx0", "sfx10" }

describe("an object that is called like a command", function()
  -- A game with such an object, F in maps.
  local function game(name, rules, legend)
    local object = legend and "flag" or name
    return { objects = object .. "\nred\n", legend = (legend or "") .. "F = " .. object .. "\n",
      collisionlayers = object .. "\n", rules = rules:gsub("NAME", name), winconditions = "",
      levels = "P..F\n" }
  end

  it("is put there by a rule", function()
    for _, name in ipairs(commands) do
      for _, legend in ipairs { false, name .. " = flag\n" } do
        local parts = game(name, "right [ > Player | no NAME ] -> [ > Player | NAME ] (behind)",
          legend)
        local board, told, outcome = played(parts, "right left")
        assert.same({ "pf.f\n", {}, 0, nil }, { board, told.commands, told.again, outcome }, name)
      end
    end
  end)

  it("is found by a rule", function()
    for _, name in ipairs(commands) do
      local board = played(game(name, "[ > Player ] [ NAME ] -> [ > Player ] [ ]"), "right")
      assert.equal(".p..\n", board, name)
    end
  end)

  it("is no command outside of brackets either", function()
    for _, name in ipairs(commands) do
      local parts = game(name, "[ > Player ] -> [ > Player ] NAME")
      local board, told, outcome = played(parts, "right")
      assert.same({ ".p.f\n", {}, "applied", nil, nil },
        { board, told.commands, told.result, told.message, outcome }, name)
      local warning = "'%s' is the name of an object here, and stands outside of brackets"
      assert.is_truthy(table.concat(read(parts).warnings, "\n"):find(warning:format(name), 1, true))
    end
  end)

  it("leaves the other commands", function()
    local _, told, outcome = played(game("sfx1",
      "[ > Player | no sfx1 ] -> [ > Player | sfx1 ] win sfx0"), "right")
    table.sort(told.commands)
    assert.same({ "sfx0", "win" }, told.commands)
    assert.equal("Won", outcome)
  end)
end)

describe("the sections of a game", function()
  it("may have colours that are glued together", function()
    local game = parse((samples.text { objects = "Cat\nBlueRed #f00#0f0 #102030transparent\n"
      .. "01234\n50000\n00000\n00000\n00000\n", collisionlayers = "Cat" }))
    assert.equal(0, game.errors)
    local cat = game.objects[game.id_of.cat + 1]
    assert.same({ 6, "#ff0000", "#00ff00", "#102030", "transparent" },
      { #cat.colours, table.unpack(cat.colours, 3) })
    assert.equal("50000", cat.sprite[2])
  end)

  it("may have blanks and tabs in sprites", function()
    local game = parse((samples.text { objects = "Cat\nBlue Red\n0 1 0 0 0\n. .\t. 1 .\n"
      .. "00000\n00000\n0000  0\n", collisionlayers = "Cat" }))
    assert.equal(0, #game.diagnostics)
    assert.same({ "01000", "...1.", "00000", "00000", "00000" },
      game.objects[game.id_of.cat + 1].sprite)
  end)

  it("may have lines among the objects that are no names", function()
    local module = read { objects = "Cat\nBlue\n\n.0.\n-\n\nDog\nRed\n",
      collisionlayers = "Cat, Dog" }
    assert.equal(2, #module.warnings)
  end)

  it("may have objects called and, or, on", function()
    local board = played({ objects = "And\nred\n\nOr\nblue\n", legend = "x = And\ny = And and Or\n"
      .. "z = And or Or\n", collisionlayers = "And\nOr\n",
      rules = "[ > Player | z ] -> [ | Player ]", winconditions = "", levels = "P.x\n" },
      "right right")
    assert.equal("..p\n", board)
  end)

  it("may have words of movements outside of brackets behind the first one", function()
    for word in ("random > < ^ v moving stationary no randomdir parallel perpendicular action")
      :gmatch "%S+" do
      for _, rule in ipairs { "[ > Player | Crate ] WORD -> [ > Player | > Crate ]",
        "[ > Player | Crate ] -> WORD [ > Player | > Crate ]",
        "[ > Player | Crate ] -> [ > Player | > Crate ] WORD" } do
        local parts = { rules = rule:gsub("WORD", word), levels = "P*.O\n" }
        assert.equal(".p*o\n", (played(parts, "right")), word)
        assert.equal(1, #read(parts).warnings, word)
      end
    end
  end)

  it("may end a loop in front of a group's late rules", function()
    local board = played({ rules = "startloop\n[ > Player | Crate ] -> [ > Player | > Crate ]\n"
      .. "endloop\n+ late [ Crate | Wall ] -> [ | Wall ]\n", levels = "P*.#\n" }, "right")
    assert.equal(".p.#\n", board)
  end)

  it("may have a bracket behind a row of a map", function()
    assert.equal(".p@\n...\n", (played({ levels = "P*O\n...)\n" }, "right")))
  end)

  it("may have a bracket behind a condition, which then asks less", function()
    local _, _, outcome = played({ winconditions = "all crate on target )\n", levels = "P.*.\n" },
      "right")
    assert.equal("Won", outcome)
    _, _, outcome = played({ winconditions = "some crate on target )\n", levels = "P...\n" },
      "right")
    assert.is_nil(outcome)
  end)
end)

describe("the small letter of a capital sigma", function()
  it("is the final one at the end of a word", function()
    for _, pair in ipairs { { "ΟΔΟΣ", "οδος" }, { "ΟΔΟΣ_", "οδος_" }, { "ΣΑ", "σα" },
      { "Σ", "σ" }, { "ΑΣΑΣ", "ασας" }, { "ABΣ", "abς" }, { "ΣΣ", "σς" }, { "1Σ", "1σ" } } do
      local game = parse((samples.text { objects = pair[1] .. "\nred", legend = "x = " .. pair[2],
        collisionlayers = pair[2] }))
      assert.equal(0, #game.diagnostics, pair[1])
    end
  end)
end)

describe("a game with errors, read leniently", function()
  local function lenient(parts)
    return puzzlescript.read((samples.text(parts)), { lenient = true })
  end

  it("has its rules behind comments", function()
    local push = "[ > Player | Crate ] -> [ > Player | > Crate ]"
    local state = lenient({ rules = "(push) " .. push }).new(1)
    assert.is_true(state:apply "right")
    assert.equal("Won", state:outcome())
  end)

  it("takes an ellipsis on a right-hand side alone for an empty cell", function()
    local state = lenient({ rules = "[ Crate | Player ] -> [ ... | Player ]",
      levels = "*P.O" }).new(1)
    assert.is_true(state:apply "right")
    assert.equal("..po\n", tostring(state))
  end)

  it("leaves a map with an unknown character without background", function()
    local state = lenient({ levels = "P*?" }).new(1)
    assert.same({ { "player" }, { "crate" }, {} },
      { state:at(1, 1), state:at(1, 2), state:at(1, 3) })
  end)

  it("is not played without objects", function()
    for _, objects in ipairs { "", "Cat\nred\n" } do
      local game, why = puzzlescript.read("OBJECTS\n" .. objects .. "LEGEND\nSOUNDS\n"
        .. "COLLISIONLAYERS\nx\nRULES\nWINCONDITIONS\nLEVELS\n..\n", { lenient = true })
      assert.is_nil(game)
      assert.is_truthy(why:find("there is no object in a layer", 1, true))
    end
  end)
end)

describe("a restart by the rules of a level's start", function()
  local source = samples.text { prelude = "run_rules_on_level_start",
    rules = "[ Player no Target ] -> [ Player Target ] restart", levels = "P..\n",
    winconditions = "" }

  it("leaves the board before these rules to an undo", function()
    local module = assert(puzzlescript.read(source))
    for _ = 1, 2 do
      local play = session.new(module.new(1))
      assert.same({ "background", "target", "player" }, play:state():at(1, 1))
      assert.is_true(play:leads_before_start())
      assert.is_true(play:undo())
      assert.same({ "background", "player" }, play:state():at(1, 1))
      assert.same({ nil, "nothing to undo", n = 2 }, table.pack(play:undo()))
    end
    local play = session.new(module.new(1))
    play:apply "right"
    assert.is_true(play:undo())
    assert.same({ "background", "target", "player" }, play:state():at(1, 1))
    assert.is_true(play:undo())
    assert.same({ "background", "player" }, play:state():at(1, 1))
    assert.is_true(play:restart())
    assert.same({ "background", "target", "player" }, play:state():at(1, 1))
  end)

  it("is undone in a page", function()
    local answers = page.ask { { call = "load", path = "game.txt", source = source },
      { call = "undo" }, { call = "undo" } }
    assert.is_true(answers[1].result.view.undo)
    assert.is_false(answers[2].result.view.undo)
    assert.equal("nothing to undo", answers[3].result.view.message)
  end)
end)

describe("a command about such a game", function()
  it("plays it and checks it, with its warnings", function()
    local text = samples.text { objects = "Win\nred\n\n.00.\n", collisionlayers = "Win",
      rules = "[ > Player | Crate ] -> [ > Player | > Crate ] moving\n", levels = "P*O\n...)\n" }
    local out, told, status = run.with_files({ ["game.txt"] = text }, { "@game.txt" }, "right\n")
    assert.same({ ".p@\n...\nMoves: 1\nOutcome: Won\n", 0 }, { out, status })
    assert.equal(5, select(2, told:gsub("warning", "")))
    out, told, status = run.with_files({ ["game.txt"] = text },
      { "check", "@game.txt", "--levels" }, "")
    assert.same({ true, 5, 0 }, { out:find "1 as expected" ~= nil,
      select(2, told:gsub("warning", "")), status })
  end)
end)
