--- Compares the evaluator in C with the recorded traces of the sample games.

local compile = require "tessera.puzzlescript.compile"
local engine = require "spec.puzzlescript.engine"
local parse = require "tessera.puzzlescript.parse"
local puzzlescript = require "tessera.puzzlescript"
local raised = require "spec.support.raised"
local rules = require "spec.support.puzzlescript_rules"
local run = require "spec.support.run"
local scenario = require "tessera.scenario"
local search = require "tessera.search"
local traces = require "spec.puzzlescript.traces"

describe("the evaluator of PuzzleScript", function()
  for _, name in ipairs { "crates", "floes", "gates", "lamps", "serpent", "slabs", "trios", "tug",
    "tumble", "vault" } do
    it("plays " .. name .. " as recorded", function()
      local source, trace = traces.recorded(name)
      local game = parse(source)
      local steps, differences = traces.compare(engine, game, compile(game), trace)
      assert.are.same({}, differences)
      assert.is_true(steps > 50)
    end)
  end

  it("makes equal states of one level, none of which sees what becomes of another", function()
    local crates = puzzlescript.open "samples/puzzlescript/crates.txt"
    for _, what in ipairs { 1, 2, "#####\n#.h.#\n#####\n", 1 } do
      local first = crates.new(what, { seed = 0 })
      for _ = 1, 3 do
        local state = crates.new(what)
        assert.is_true(first == state)
        assert.is_true(state:apply(state:codes()[1]))
        assert.is_false(first == state)
      end
    end
    local vault = puzzlescript.open "samples/puzzlescript/vault.txt"
    for _ = 1, 2 do
      assert.is_true(vault.new(1) == vault.new(1, { seed = 0 }))
      assert.is_false(vault.new(1) == vault.new(1, { seed = 7 }))
    end
    assert.is_false(pcall(crates.new, 1.0))
    assert.is_false(pcall(crates.new, 1, false))
  end)

  it("keeps an object beside one of its layer that comes by chance, also when saved", function()
    local game = puzzlescript.read(rules.text { rules = "random [ a ] -> [ a random m ]",
      level = "p.a" })
    local seen = {}
    for seed = 1, 8 do
      local state = game.new(1, { seed = seed })
      state:apply "right"
      local loaded = game.load(state:save())
      assert.are.equal(state, loaded)
      seen[table.concat(loaded:at(1, 3), " ")] = true
    end
    assert.are.same({ ["background a"] = true, ["background a b"] = true }, seen)
  end)

  it("runs the rules of a level's start after a restart, in which no other restart counts",
    function()
      local game = puzzlescript.read(rules.text { prelude = "run_rules_on_level_start",
        rules = "[ a ] -> [ b ]\n[ player ] [ b ] [ k ] -> [ player ] [ b ] [ ] restart",
        level = "pak" })
      local state = game.new(1)
      assert.are.equal("background b", table.concat(state:at(1, 2), " "))
      assert.are.same({ "background" }, state:at(1, 3))
      local told = state:press "restart"
      assert.are.same({ "restart" }, told.commands)
      assert.are.same({ "background" }, state:at(1, 3))
    end)

  it("has cells that no character stands for: only '?' expects them", function()
    local game = puzzlescript.read(rules.text { rules = "[ right player | ] -> [ player | k ]",
      level = "pa." })
    local function wrong(board)
      return scenario.run(scenario { name = "s", game = game, level = 1, play = { "right" },
        expect = { board = board } })
    end
    local state = game.new(1)
    state:apply "right"
    assert.are.equal("pk.\n", tostring(state)) -- as if `k` were alone there
    assert.are.same({}, wrong "p?.")
    assert.are.equal(1, #wrong "pk.")
    assert.are.equal(1, #wrong "pa.")
  end)

  it("has no cells off the board", function()
    local state = puzzlescript.read(rules.text { level = "pa.\n..k" }).new(1)
    assert.are.same({ "background", "player" }, state:at(1, 1))
    assert.are.same({ "background", "k" }, state:at(2, 3))
    for _, case in ipairs { { 0, 1, "#1 to 'at' (expected 1..2, got 0)" },
      { 3, 1, "#1 to 'at' (expected 1..2, got 3)" }, { 1, 0, "#2 to 'at' (expected 1..3, got 0)" },
      { 1, 4, "#2 to 'at' (expected 1..3, got 4)" } } do
      assert.equal("bad argument " .. case[3], raised(function()
        state:at(case[1], case[2])
      end))
    end
  end)

  it("that is read leniently tells its errors as well", function()
    local text = rules.text { rules = "[ nobody ] -> [ a ]" }
    assert.is_nil((puzzlescript.read(text)))
    local module = puzzlescript.read(text, { lenient = true })
    assert.are.equal(1, #module.warnings)
    assert.matches("^line %d+, column 3: 'nobody' is not defined", module.warnings[1])
  end)

  it("has ticks only with an interval above 0", function()
    for interval, ticks in pairs { ["0"] = false, ["0.0"] = false, ["0.1"] = true, ["2"] = true } do
      local game = puzzlescript.read(rules.text { prelude = "realtime_interval " .. interval,
        rules = "late [ player ] -> [ player a ]" })
      assert.are.equal(not ticks and "tick: the game has no such key" or nil,
        game.new(1):why "tick")
    end
  end)

  it("has no goal where no condition and no rule wins, and solving says so at once", function()
    local toy = puzzlescript.read(rules.text { rules = "[ a ] -> [ b ]", level = "p.a" })
    assert.is_nil(toy.goal)
    assert.has_error(function()
      search.shortest(toy.new(1))
    end, "search.shortest: " .. toy.name .. " has no outcome: expected a goal")
    local line = search.shortest(toy.new(1), function(state)
      return state:at(1, 3)[2] == "b"
    end)
    assert.are.equal(1, #line)
    local won = puzzlescript.read(rules.text { rules = "[ a ] -> win", level = "p.a" })
    assert.are.equal("Won", won.goal)
    run.in_folder(function(folder)
      run.write_file(folder .. "/toy.txt", rules.text { rules = "[ a ] -> [ b ]", level = "p.a" })
      local _, stderr = run { "solve", folder .. "/toy.txt" }
      assert.equal(toy.name .. ": level 1: there is no solution: the game has no outcome\n",
        stderr)
    end)
  end)
end)
