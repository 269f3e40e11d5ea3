--- Specifies what an action may cost: the budget of a turn, the time of a search inside of a turn,
--- and rules of several patterns, which have as many places as a product says.

local agreement = require "spec.support.puzzlescript_agreement"
local rng = require "tessera.rng"
local rules = require "spec.support.puzzlescript_rules"
local tessera = require "tessera"

local compile = require "tessera.puzzlescript.compile"
local core = require "tessera.puzzle_core"
local parse = require "tessera.puzzlescript.parse"
local registry = require "tessera.puzzlescript.registry"

local layers = { "background", "player a b", "k", "w", "c" }

-- A board of so many rows and columns with a player in every second cell. With `patience` a turn
-- ends after so many million looks at a cell.
local function game(text, rows_, columns, patience)
  local row = ("p."):rep(columns // 2)
  local parsed = parse(rules.text { layers = layers, rules = text,
    level = (row .. "\n"):rep(rows_) })
  local program = compile(parsed)
  program.patience = patience
  return registry.define("puzzle", parsed, program, core)
end

local moved = "[ player ] [ background ] -> [ player ] [ > background ]"
local all_moved = "[ player ] [ background ] -> [ > player ] [ > background ]"
local three = "[ player ] [ player ] [ player ] -> [ player ] [ player ] [ > player ]"

-- Every pass turns all movements round, so there are 200 of them: they take a second and more.
local slow = ("[ > player ] -> [ < player ]\n"):rep(200)

describe("an action", function()
  it("whose patterns only ask costs what its writes cost", function()
    assert.is_true(game(moved .. "\nlate [ player ] -> [ player k ]", 20, 20).new(1):apply "right")
  end)

  it("whose patterns undo nothing of each other costs no product of their places", function()
    for _, text in ipairs { all_moved, three } do
      assert.is_true(game(text .. "\nlate [ player ] -> [ player k ]", 20, 20, 100).new(1)
        :apply "right", text)
    end
  end)

  it("has one budget on boards of all sizes", function()
    for _, side in ipairs { 14, 40 } do
      local state = game(all_moved, side, side, 1).new(1)
      local before = state:save()
      local done, why = state:apply "right"
      assert.is_nil(done)
      assert.are.equal("right: the rules do not come to an end", why)
      assert.are.equal(before, state:save())
    end
  end)

  it("may look for two gaps in a row, as long as that lasts", function()
    for _, prefix in ipairs { "", "random " } do
      local state = game(prefix .. "[ player | ... | player | ... | player ] -> "
        .. "[ player | ... | k player | ... | player ]", 60, 400, 100).new(1)
      assert.is_nil((state:apply "right"))
    end
  end)

  it("may be followed by many turns on a large board", function()
    local lines = { "[ stationary k ] -> [ right k ] again" }
    for i = 2, 100 do
      lines[i] = "[ k | w | c ] -> [ | | ]"
    end
    local module = tessera.puzzlescript.read(rules.text { layers = layers,
      rules = "right " .. table.concat(lines, "\n"),
      level = "k" .. ("."):rep(100) .. "wcp\n" .. (("."):rep(104) .. "\n"):rep(100) })
    local told = module.new(1):press "action"
    assert.are.same({ "applied", 100, false }, { told.result, told.again, told.cut })
  end)
end)

describe("a search with a limit of time", function()
  it("ends inside of a turn", function()
    local state = game(moved .. "\nlate [ player ] -> [ player k ]", 20, 20).new(1)
    local before = state:save()
    for _, threads in ipairs { 1, 2 } do
      local _, info = tessera.search.walk(state, 3, { seconds = 0, threads = threads })
      assert.are.same({ "seconds", 0 }, { info.ended, info.generated })
    end
    assert.are.equal(before, state:save())
    assert.is_true(state:apply "right") -- without a search nothing ends it
  end)

  it("tells its progress inside of a turn, and ends if that says so", function()
    local state = game(slow, 200, 200).new(1)
    local before, told = state:save(), 0
    local _, info = tessera.search.walk(state, 3, { progress = function(progress)
      told = told + 1
      return progress.generated == 0
    end })
    assert.are.same({ "stopped", 0, true }, { info.ended, info.generated, told > 0 })
    assert.are.equal(before, state:save())
    local wrong = {}
    assert.are.same({ false, wrong }, { pcall(tessera.search.walk, state, 3,
      { progress = function() error(wrong) end }) })
  end)

  it("ends inside of a turn of a game in Lua", function()
    local module = tessera.game {
      name = "slow", layers = { "ground", "things" },
      legend = { ["."] = { ground = "floor" }, p = { ground = "floor", things = "player" },
        q = { ground = "mark", things = "player" } },
      moves = { "<direction>" }, counters = { moves = 0 },
      rules = { tessera.puzzlescript { "[ player ] [ ground ] -> [ player ] [ > ground ]\n"
        .. "late [ player floor ] -> [ player mark ]", count = "moves" } },
    }
    local state = module.new((("p."):rep(10) .. "\n"):rep(20))
    local _, info = tessera.search.walk(state, 3, { seconds = 0 })
    assert.are.same({ "seconds", 0 }, { info.ended, info.generated })
    assert.is_true(state:apply "right")
  end)
end)

-- The evaluator leaves out places of patterns that only ask; the twin tries all.
describe("rules of several patterns", function()
  local sides = { { "player", "player" }, { "> player", "> player" }, { "k", "k" }, { "k", "" },
    { "a", "a" }, { "a", "b" }, { "a", "> a" }, { "no k", "no k" }, { "w", "w no k" },
    { "a | ", "a | k" }, { "a | k", "k | a" }, { "no w", "w" },
    { "background", "> background" }, { "k", "random m" } }

  it("are played like the twin plays them", function()
    local random, totals, compared = rng.new(8), agreement.totals(), 0
    for _ = 1, 100 do
      local left, right, level = {}, {}, {}
      for i = 1, 2 + random:below(2) do
        local side = sides[random:below(#sides) + 1]
        left[i], right[i] = "[ " .. side[1] .. " ]", "[ " .. side[2] .. " ]"
      end
      for i = 1, 4 do
        level[i] = ""
        for _ = 1, 6 do
          local glyph = random:below(8) + 1
          level[i] = level[i] .. (".pakwa.k"):sub(glyph, glyph)
        end
      end
      local text = rules.text { layers = layers, level = table.concat(level, "\n"),
        rules = table.concat(left, " ") .. " -> " .. table.concat(right, " ") }
      local played, difference = agreement.play(text, "RA", totals)
      compared = compared + (played and 1 or 0)
      assert.is_nil(difference, difference and text .. "\n" .. difference)
    end
    assert.is_true(compared > 50 and totals.changes > 50, compared .. " " .. totals.changes)
  end)
end)
