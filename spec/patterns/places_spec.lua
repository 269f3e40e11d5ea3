--- Rules as pictures at places where a pattern does not fit, or lies partly off the board: nothing
--- but what fits is carried out, and the twin agrees.

local game = require "tessera.game"
local oracle = require "spec.oracle.rules"
local picture = require "spec.support.picture"
local raised = require "spec.support.raised"

-- A game of one layer whose action `wait` is followed by a rule.
local function after(rule, more)
  local definition = { name = "after", legend = { ["."] = "empty", ["#"] = "wall", f = "fly",
    r = "red", y = "yellow", ["*"] = "gem" }, groups = { stone = { "red", "yellow" } },
    counters = { waited = 0 }, moves = { "wait" }, rules = { { "wait", count = "waited" } },
    after = rule and { rule } }
  for key, value in pairs(more or {}) do
    definition[key] = value
  end
  return definition
end

-- Plays `wait` on the map in the engine and in the twin, with each of 20 seeds. They must agree.
-- Returns the boards that came out, sorted.
local function waited(definition, map)
  local boards, seen = {}, {}
  for seed = 1, 20 do
    local state = game(definition).new(map, { seed = seed })
    local twin = oracle.new(definition):new(map, { seed = seed })
    assert(state:apply "wait")
    assert(twin:apply "wait")
    assert.are.equal(tostring(twin), tostring(state))
    assert.are.equal(twin:outcome(), state:outcome())
    if not seen[tostring(state)] then
      seen[tostring(state)] = true
      boards[#boards + 1] = tostring(state)
    end
  end
  table.sort(boards)
  return boards
end

describe("a rule at a random place", function()
  it("is carried out at no place where `edge` alone would fit", function()
    for _, right in ipairs { "fly", "fly or gem", "random stone" } do
      local rule = "random [ wall or edge ] -> [ " .. right .. " ]"
      for _, columns in ipairs { 1, 2, 7, 40 } do
        local map = ("."):rep(columns)
        assert.are.same({ picture(map) }, waited(after(rule), map))
      end
    end
  end)

  it("is carried out at a wall, where the cell may be a wall or off the board", function()
    assert.are.same({ picture ".#.f.", picture ".f.#." },
      waited(after "random [ wall or edge ] -> [ fly ]", ".#.#."))
  end)

  it("is carried out in any cell, where it may be anything", function()
    assert.are.same({ picture ".f", picture "f." },
      waited(after "random [ ? ] -> [ fly ]", ".."))
    assert.are.same({ picture ".f", picture "f." },
      waited(after "random [ ] -> [ fly ]", ".."))
  end)

  it("is carried out at a run that is long enough, and at no shorter one", function()
    for _, way in ipairs { "right", "horizontal", "right or up", "all" } do
      local rule = "random " .. way .. " [ 2+ red ] -> [ 2+ gem ]"
      assert.are.same({ picture "r..r." }, waited(after(rule), "r..r."))
      assert.are.same({ picture "r.**.r.rr", picture "r.rr.r.**" },
        waited(after(rule), "r.rr.r.rr"))
    end
    assert.are.same({ picture ".**." }, waited(after "random right [ 1+ red ] -> [ 1+ gem ]",
      ".rr."))
  end)

  it("is not carried out in a direction in which it does not fit", function()
    local rule = "random right or up [ red | wall or edge ] -> [ gem | ]"
    assert.are.same({ picture [[
      .*.
      ...]] }, waited(after(rule), [[
      .r.
      ...]]))
    assert.are.same({ picture [[
      ...
      .r.]] }, waited(after(rule), [[
      ...
      .r.]]))
  end)
end)

describe("`theirs` and `next`", function()
  local players = { players = 2, pieces = { "red", "yellow" } }

  it("in a step make of the other's pieces what comes next", function()
    assert.are.same({ picture "rr." },
      waited(after("each [ theirs ] -> [ next stone ]", players), "ry."))
    assert.are.same({ picture "yy." },
      waited(after("each [ mine ] -> [ next stone ]", players), "ry."))
  end)

  it("in a rule of an action do the same, whoever acts", function()
    local definition = after(nil, { players = 2, pieces = { "red", "yellow" },
      moves = { "wait", "take <red|yellow>" }, rules = { { "wait", count = "waited" },
        { "take <red|yellow>", "first [ theirs ] -> [ next stone ]" } } })
    local state, twin = game(definition).new "ry.", oracle.new(definition):new "ry."
    for _, action in ipairs { "take red", "wait", "take red", "take yellow" } do
      assert.are.equal(twin:apply(action), state:apply(action))
      assert.are.equal(tostring(twin), tostring(state))
    end
  end)

  it("of a kind that the group has twice mean the one behind its first place", function()
    assert.are.same({ picture "yrr" }, waited(after("each [ ? ] -> [ next dance ]",
      { groups = { dance = { "gem", "red", "yellow", "red", "fly" } } }), "ry*"))
  end)

  it("of three players mean the pieces of all others", function()
    local three = { players = 3, pieces = { "red", "yellow", "gem" } }
    assert.are.same({ picture "rr*" },
      waited(after("each [ theirs ] -> [ next stone ]", three), "ry*"))
    three.groups = { stone = { "wall", "fly" } }
    assert.matches("'theirs', which the left side says, is none of its kinds",
      raised(game, after("each [ theirs ] -> [ next stone ]", three)), 1, true)
  end)

  it("of one player mean nobody's", function()
    assert.matches("nobody has such a piece",
      raised(game, after("each [ theirs ] -> [ next stone ]", { pieces = { "red" } })), 1, true)
  end)
end)

describe("a place in a condition", function()
  it("is counted from the end of the board if its number is negative", function()
    for place, maps in pairs {
      ["row -1"] = { ".../.../.f.", "f../.f./..." },
      ["row -2"] = { ".../.f./...", "f../.../..f" },
      ["row -3"] = { ".f./.../...", ".../f../..f" },
      ["column -2"] = { ".f.", "f.f" },
      ["row -2 column -3"] = { ".../f../...", "f../.ff/f.." },
    } do
      for i, expected in ipairs { "There", false } do
        local state = game(after(nil, { ends = { { "There", "fly at " .. place } } })).new(maps[i])
        assert.are.equal(expected, state:outcome() or select(2, state:apply "wait") or false,
          place .. " of " .. maps[i])
      end
    end
  end)
end)

describe("`line` on a board of one row", function()
  it("finds no line where two cells lie apart, however long the row is", function()
    for columns = 60, 65 do
      local more = { ends = { { "Line", "line 2 red" } } }
      local row, apart = ("."):rep(columns - 3), "r.r"
      assert.are.same({ picture(row .. apart) }, waited(after(nil, more), row .. apart))
      local state = game(after(nil, more)).new(row .. apart)
      state:apply "wait"
      assert.is_nil(state:outcome())
      state = game(after(nil, more)).new(row .. ".rr")
      assert.are.equal("Line", state:outcome() or select(2, state:apply "wait"))
    end
  end)
end)
