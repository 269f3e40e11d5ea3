--- Specifies a turn of PuzzleScript: small boards before and after, alike by the twin and by the
--- evaluator in C; and the twin by the traces of the sample games.

local chance = require "spec.oracle.puzzlescript_chance"
local compile = require "tessera.puzzlescript.compile"
local evaluator = require "spec.puzzlescript.engine"
local oracle = require "spec.oracle.puzzlescript"
local parse = require "tessera.puzzlescript.parse"
local rules = require "spec.support.puzzlescript_rules"
local traces = require "spec.puzzlescript.traces"

local engines = { { "twin", oracle }, { "evaluator", evaluator } }

-- Letters are inputs: U, D, L, R, A (action), `.` (a tick), Z (undo), X (restart). A flag that is
-- expected to be false is not told.
local function check(lines, level, letters, expected, flags)
  local parts = type(lines) == "table" and lines or { rules = lines }
  parts.level = level
  for _, engine in ipairs(engines) do
    local board, got = rules.play(engine[2], parts, letters)
    assert.are.equal(expected, board, engine[1] .. ": " .. (parts.rules or ""))
    for key, value in pairs(flags or {}) do
      assert.are.equal(value, got[key] or false, engine[1] .. ": " .. key)
    end
  end
end

local one_layer = { "background", "player a b", "k", "w", "c" }

describe("a turn of PuzzleScript", function()
  it("pushes a row of crates", function()
    check({ layers = one_layer, rules = "[ > player | a ] -> [ > player | > a ]\n"
      .. "[ > a | a ] -> [ > a | > a ]" }, "paa..", "R", ". p a a .")
    check({ layers = one_layer, rules = "[ > player | a ] -> [ > player | > a ]" }, "paa.", "R",
      "p a a .")
  end)

  it("looks column by column, or row by row for 'right' and 'left'", function()
    check("[ a ] [ k ] -> [ b ] [ ]", "a.a\na.k\nk.p", ".", "b . a\nb . .\n. . p")
    check("right [ a ] [ k ] -> [ b ] [ ]", "a.a\na.k\nk.p", ".", "b . b\na . .\n. . p")
  end)

  it("applies all places that it found, the first one without looking again", function()
    check("right [ a ] [ a ] -> [ b ] [ ]", "a.ap", ".", ". . . p")
    check("[ > player ] [ k ] -> [ > player ] [ ]", "p.kkk", "R", ". p . . .")
    check("random [ > player ] [ k ] -> [ > player ] [ ]", "p.k", "R", ". p .", { rng = 1 })
  end)

  it("matches over a gap", function()
    check("[ > player | ... | a ] -> [ > player | ... | > a ]", "p..a.", "R", ". p . . a")
    check("right [ player | ... | a | ... | k ] -> [ player | ... | b | ... | k ]", "pa.ak", ".",
      "p b . b k")
    check("right [ player | ... | a | ... | k ] -> [ player | ... | b | ... | ]", "pa.ak", ".",
      "p b . a .")
  end)

  it("stops, moves and inherits movements", function()
    check("[ > player ] -> [ player ]", "p.", "R", "p .")
    check("[ player ] -> [ player ]", "p.", "R", ". p")
    check("[ > player | a ] -> [ > player | ]", "pa.", "R", ". p .")
    check({ layers = one_layer, rules = "[ > player ] -> [ a ]" }, "p..", "R", "a . .")
    check({ layers = one_layer, rules = "[ player ] -> [ a ]" }, "p..", "R", ". a .")
    check("[ > player ] -> [ player w ]", "p..", "R", "pw . .")
    check("right [ player | a ] -> [ player | right b ]", "pa.", ".", "p . b")
  end)

  it("lets the first of several movers in", function()
    check("right [ a ] -> [ right a ]\nright [ b ] -> [ left b ]", "a.bp", ".", ". a b p")
    check("right [ a | b ] -> [ right a | left b ]", "abp", ".", "a b p")
  end)

  it("runs again while a turn would change something", function()
    check("[ stationary a ] -> [ right a ] again", ".a...\np....", "R", ". . . . a\n. p . . .",
      { again = "2", cmd = "again" })
    check("[ stationary a ] -> [ right a ] again", ".a...\np....", "RZ", ". a . . .\np . . . .")
    check("[ player ] -> again", "p", "R", "p", { cmd = "again", again = false })
    local after_left = "[ left player ] -> [ left player ] again\n"
      .. "[ stationary player ] [ a ] -> [ player ] [ b ]"
    check(after_left, ".pa", "L", "p . b", { again = "1" })
    check(after_left, "p.a", "L", "p . a", { cmd = "again", again = false }) -- nothing has changed
  end)

  it("draws numbers in dry runs too", function()
    check("random [ a ] -> [ b ] again", "paaa", ".", "p b b b", { rng = 5, again = "2" })
  end)

  it("restarts at a checkpoint", function()
    check("late [ player a ] -> [ player ] checkpoint", "pa..", "RRX", ". p . .")
    check("late [ player a ] -> [ player ]", "pa..", "RRX", "p a . .")
  end)

  it("ends endless groups and loops", function()
    local dots = ("."):rep(260)
    local function at(x)
      return "p" .. (" ."):rep(x - 1) .. " a" .. (" ."):rep(261 - x)
    end
    check("right [ a | no a ] -> [ | a ]", "pa" .. dots, ".", at(201), { loop = true })
    check("startloop\nrandom right [ a | no a ] -> [ | a ]\nendloop", "pa" .. dots, ".", at(202),
      { loop = true })
  end)

  it("applies a random group once, and a loop around it until nothing changes", function()
    for _, engine in ipairs(engines) do
      local board = rules.play(engine[2], { rules = "random [ a ] -> [ b ]", level = "paaaa" }, ".")
      assert.are.equal(1, select(2, board:gsub("b", "")))
    end
    check("random [ a ] -> [ b ]", "pa", ".", "p b", { rng = 1 })
    check("startloop\nrandom [ a ] -> [ b ]\nendloop", "paaaa", ".", "p b b b b", { rng = 4 })
  end)

  it("queues commands of rules that match", function()
    check("[ player ] -> message one\n[ player ] -> message two", "p", ".", "p", { msg = "one" })
    local restarts = "[ player | a ] -> message one\n[ player | a ] -> restart message two\n"
      .. "[ player | a ] -> win"
    check(restarts, "p.a.", "R.", "p . a .", { msg = "two", win = false })
    check("[ > player | k ] -> [ player | ] restart win", "pk.", "R", "p k .", { win = false })
    check("[ > player ] -> restart\n[ > player ] -> cancel", "p.", "R", "p .", { cmd = "cancel" })
    check("[ player | a ] -> win", "p.a", "RU", ". p a", { win = true, cmd = "win" })
  end)

  it("gives action to the player", function()
    check("[ action player ] [ a ] -> [ action player ] [ right a ]\n"
      .. "[ action player ] [ b ] -> [ action player ] [ left b ]", "a.b\n..p", "A",
      ". a b\n. . p")
  end)

  it("bans a rigid group that cannot move", function()
    local push = { layers = { "background", "player a w", "b", "k", "c" },
      rules = "rigid [ > player | a ] -> [ > player | > a ]\n[ > player ] -> [ > player b ]" }
    check(push, "paw", "R", "pb a w")
    check(push, "pa.", "R", "b p a")
  end)

  it("bans of two rigid groups that fail in a cell the one on the lower layer", function()
    check({ layers = { "background", "player", "a w", "b k" },
      legend = ". = background\np = player\nx = a and b\ny = w and k",
      rules = [[
rigid [ right player ] [ a b ] -> [ right player ] [ right a b ]
rigid [ right player ] [ a b ] -> [ right player ] [ a right b ]
[ right player ] [ stationary a b ] [ k ] -> [ right player ] [ a b ] [ right k ]
]] }, "p..\nxy.", "R", ". p .\na wb k")
  end)

  it("tells of a banned group what could not move and what came, not what moved", function()
    local parts = { layers = { "background", "player a w", "b", "k", "c" },
      sounds = "player cantmove 1\na cantmove 2\nk move 3\nb create 4\nplayer move 5",
      rules = "rigid [ > player | a ] [ k ] -> [ > player | > a ] [ > k b ]" }
    check(parts, "pawk.", "R", "p a w k .", { snd = "1,2,4" })
    check(parts, "pa.k.", "R", ". p a b k", { snd = "3,5,4" })
  end)

  it("moves nothing by two movements, which is heard by the direction", function()
    check({ layers = one_layer, sounds = "player cantmove 1\nplayer action 2\nplayer move 3",
      rules = "[ right player ] -> [ right player action player ]" }, "p.", "R", "p .",
      { snd = "1" })
  end)

  it("may ask for a movement of the player", function()
    local parts = { prelude = "require_player_movement", layers = one_layer,
      rules = "[ a ] -> [ b ] message Hello" }
    check(parts, "pwa", "L", "p w a", { msg = false })
    check(parts, "pwa", "R", ". pw b", { msg = "Hello" })
    check(parts, "pwa", ".", "p w b")
  end)

  it("may ask for a movement of a player of two objects: of both of them", function()
    local parts = { prelude = "require_player_movement", objects = { "background", "a", "b", "w" },
      layers = { "background", "a", "b, w" },
      legend = ". = background\nplayer = a and b\np = a and b" }
    check(parts, "p.", "R", ". ab")
    check(parts, "pw", "R", "ab w") -- not: "b aw"
  end)

  it("may run rules on level start, without a win", function()
    check({ prelude = "run_rules_on_level_start", rules = "[ a ] -> [ b ]\n[ player ] -> win" },
      "pa", "", "p b", { win = false })
  end)

  it("takes back turns that changed something", function()
    check("", "p..", "RRLRZ", ". p .")
    check("", "p..", "RRLLZZ", ". . p")
    check("", "p..", "RRXXZ", ". . p")
    check({ prelude = "noundo\nnorestart" }, "p..", "RRZX", ". . p")
  end)

  it("is won when all conditions hold", function()
    local function wins(conditions, level)
      local parts = { wins = conditions, level = level }
      local _, flags = rules.play(oracle, parts, "R")
      local _, told = rules.play(evaluator, parts, "R")
      assert.are.equal(flags.win, told.win, conditions)
      return flags.win or false
    end
    assert.is_true(wins("some player on a", "pa"))
    assert.is_false(wins("some player on a", "p.a"))
    assert.is_true(wins("all a on player", "pa"))
    assert.is_false(wins("all a on player", "paa"))
    assert.is_true(wins("no k\nsome a", "pa"))
    assert.is_false(wins("no k\nsome a", "pak"))
    assert.is_true(wins("some m", "p.b"))
    assert.is_false(wins("some ac", "p.a"))
    assert.is_false(wins("", "p"))
  end)
end)

describe("the random numbers of PuzzleScript", function()
  it("are those of the language", function()
    local first = chance.new "1"
    assert.are.equal(0.37540831733284075, first:number())
    assert.are.equal(0.44708610273418403, first:number())
    local second = chance.new "open.1"
    assert.are.equal(0.7345471158878797, second:number())
    assert.are.equal(0.660965360002653, second:number())
    assert.are.equal(2, first.draws)
  end)
end)

describe("the twin of PuzzleScript", function()
  for _, name in ipairs { "crates", "floes", "gates", "lamps", "serpent", "slabs", "trios", "tug",
    "tumble", "vault" } do
    it("plays " .. name .. " as recorded", function()
      local source, trace = traces.recorded(name)
      local game = parse(source)
      local steps, differences = traces.compare(oracle, game, compile(game), trace)
      assert.are.same({}, differences)
      assert.is_true(steps > 50)
    end)
  end
end)
