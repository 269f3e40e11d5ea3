--- Compares games whose rules are pictures with their twin, on random programs. A program that
--- fails is cut down to what still fails, and printed.

local game = require "tessera.game"
local search = require "tessera.search"
local searches = require "spec.oracle.search"
local differences = require "spec.support.rule_differences"
local programs = require "spec.support.rule_programs"
local seeds = require "spec.support.seeds"

local count = 1000 -- programs of each theme

local function check(theme, size, number)
  return function()
    for seed in seeds(number or count) do
      local program = programs.new(seed, theme, size)
      program.lists = seed % 5 == 0 and not size
      differences.check(("%s, seed %d"):format(theme, seed), program)
    end
  end
end

describe("rules as pictures agree with their twin:", function()
  it("rules of actions", check "actions")

  it("several layers, groups and alternatives", check "layers")

  it("directions, rows, anchors, facing pieces", check "directions")

  it("runs and equal kinds", check "runs")

  it("steps after an action, sweeps", check "after")

  it("sweeps of many rules", check("falling", nil, count // 5))

  it("rounds of steps, also without end", check("rounds", nil, count // 5))

  it("chance", check "chance")

  it("two players, slots of kinds", check "players")

  it("boards of hexagons", check "hexagons")

  it("cells around a cell", check "near")

  it("ways, and what is joined", check "ways")

  it("the same on hexagons", check "hexways")

  it("pieces of several cells", check "pieces")

  it("the same on hexagons, and sweeps around them", check "hexpieces")

  it("conditions, ends, scores, squash", check "conditions")
end)

describe("on large boards they agree, too:", function()
  for _, theme in ipairs { "actions", "layers", "directions", "runs", "after", "chance", "players",
    "hexagons", "near", "pieces", "conditions" } do
    it(theme .. ", up to some hundred cells", check(theme, "words", count // 25))

    it(theme .. ", beyond a thousand cells", check(theme, "bands", count // 100))
  end

  it("rounds, up to some hundred cells", check("rounds", "words", count // 50))

  -- Tables say which rules may fit at a cell.
  it("sweeps of many rules", check("falling", "words", count // 5))

  -- There are none beyond a thousand cells.
  it("ways, up to some hundred cells", check("ways", "words", count // 10))
end)

-- A search needs not play what it foresees: does it find the same positions as by playing?
local function check_walk(theme)
  return function()
    local met = 0
    for seed in seeds(count // 10) do
      local program = programs.new(seed, theme)
      local state = game(program.definition).new(program.map, program.options)
      local actions = #state:actions()
      local depth = actions <= 5 and 3 or actions <= 15 and 2 or 1
      local expected, found = searches.walk(state, depth), search.walk(state, depth)
      if table.concat(expected, " ") ~= table.concat(found, " ") then
        error(("%s, seed %d\n%s\n-- map %q\nexpected %s, found %s"):format(theme, seed,
          programs.shown(program.definition), program.map, table.concat(expected, " "),
          table.concat(found, " ")), 0)
      end
      for _, positions in ipairs(found) do
        met = met + positions
      end
    end
    assert.is_true(met > seeds.part(count // 10))
  end
end

describe("searches by rules as pictures meet what playing meets:", function()
  for _, theme in ipairs { "actions", "layers", "directions", "runs", "players", "hexagons", "near",
    "ways", "pieces", "hexpieces", "conditions" } do
    it(theme, check_walk(theme))
  end

  it("also from a saved state whose end was changed away", function()
    local race = game {
      name = "race",
      legend = { ["."] = "empty", A = "A", B = "B" },
      groups = { car = { "A", "B" } },
      moves = { "<car> <direction>" },
      rules = { { "<car> <direction>", "[ <car> | empty ] -> [ empty | <car> ]" } },
      ends = { { "Out", "A at column -1" } },
    }
    local state = race.load((race.new("A.B"):save():gsub("A%.B", "..A")))
    assert.is_nil(state:outcome())
    -- Back and forth: the board is as before, and now the game is over.
    assert.same({ 1, 1, 2, 0 }, search.walk(state, 3))
    assert.same(searches.walk(state, 3), search.walk(state, 3))
  end)
end)
