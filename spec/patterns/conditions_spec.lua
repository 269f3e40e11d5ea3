--- Conditions of rules as pictures: sums and their limits, the turn, `or` and parentheses.

local game = require "tessera.game"
local maps = require "tessera.base.maps"
local raised = require "spec.support.raised"

local function with(when, more)
  local definition = { name = "asked", players = 2,
    legend = { ["."] = "empty", ["$"] = "box", ["*"] = "gem" }, moves = { "wait" },
    fields = { keys = 2, wide = 0 }, rules = { { "wait", when = when } } }
  for key, value in pairs(more or {}) do
    definition[key] = value
  end
  return game(definition)
end

local function holds(when, keys, map)
  local state = with(when).new(map or ".")
  state.keys = keys or 2
  return state:apply "wait" or false
end

describe("sums in conditions", function()
  it("multiply before they add, from the left", function()
    for when, expected in pairs { ["1 + 2 * 3 = 7"] = true, ["2 * 3 + 1 = 7"] = true,
      ["10 - 3 - 2 = 5"] = true, ["10 - 2 * 3 = 4"] = true, ["7 * 2 % 4 = 2"] = true,
      ["1 + 7 % 4 = 4"] = true, ["2 * 3 % 4 * 5 = 10"] = true, ["keys -1 = 1"] = true,
      ["keys-1 = 1"] = false, ["2+keys = 4"] = true, ["-2 + keys = 0"] = true,
      ["keys * keys = 4"] = true, ["keys = keys"] = true, ["keys < keys"] = false } do
      if when == "keys-1 = 1" or when == "2+keys = 4" then -- "keys-1" is one word, "2+" a run
        assert.is_string(raised(with, when), when)
      else
        assert.equal(expected, holds(when), when)
      end
    end
  end)

  it("take signs without blanks behind numbers", function()
    assert.is_true(holds "keys = 1+1")
    assert.is_true(holds "keys * 3 = 13%7")
  end)

  it("have remainders from 0 on", function()
    assert.is_true(holds("keys % 3 = 2", -1))
    assert.is_true(holds("0 - keys % 3 = -2", -1))
    assert.is_true(holds("keys % 3 = 0", -3))
  end)

  it("end at the largest and the smallest number of 64 bits", function()
    local large = 10 ^ 15 // 1 | 0
    for when, keys in pairs { ["keys * keys * keys > 0"] = large,
      ["keys * keys * keys < 0"] = -large, ["keys * keys * keys * keys > 0"] = -large,
      ["keys * keys - 0 - keys * keys * keys > keys"] = -large,
      ["0 - keys * keys * keys - keys * keys * keys < 0"] = large,
      ["keys * keys * keys + keys * keys * keys > 0"] = large,
      ["keys * keys * keys % 1000 >= 0"] = -large } do
      assert.is_true(holds(when, keys), when)
    end
  end)
end)

describe("the turn in a condition", function()
  it("is the player who acts, and in ends the one who acted last", function()
    local module = with(nil, { rules = { { "wait", when = "turn = 1" },
      { "wait", when = "turn = 2", add = { keys = 10 } } },
      ends = { { "Second", "turn = 2 and keys > 10" }, { "First", "turn = 1 and keys > 10" } } })
    local state = module.new "."
    assert(state:apply "wait")
    assert.equal(2, state.keys)
    assert.equal(2, state:turn())
    assert(state:apply "wait")
    assert.equal(12, state.keys)
    assert.equal("Second", state:outcome())
  end)

  it("may be the name of a kind", function()
    local legend = { ["."] = "empty", ["$"] = "turn" }
    local state = with("some turn and turn at row 1 and turn = 1", { legend = legend }).new "$"
    assert.is_true((state:apply "wait"))
  end)
end)

describe("`or` in a condition", function()
  it("is wider than `and`", function()
    for when, expected in pairs { ["(keys = 2) or (keys = 3) and (keys = 4)"] = true,
      ["((keys = 2) or (keys = 3)) and (keys = 4)"] = false, ["keys = 3 or keys = 2"] = true,
      ["(no box) or ([ box | gem ])"] = true, ["((((((((no gem))))))))"] = false,
      ["(some box or gem) and (no gem or empty)"] = false, ["(keys = 2)"] = true,
      ["right [ box | gem ] or keys = 3"] = true, ["box at row 2 or gem at column 2"] = true } do
      assert.equal(expected, holds(when, 2, "$*"), when)
    end
  end)

  it("is asked at each cell of a sweep", function()
    local state = with(nil, { players = 1, after = { { sweep = { { "[ gem ] -> [ box ]",
      when = "(count box < 2) or (keys = 0)" } } } } }).new "****"
    assert(state:apply "wait")
    assert.equal("$$**\n", tostring(state))
  end)

  it("says who is stuck, but not in rules", function()
    local state = with(nil, { players = 1, rules = { { "wait", "[ gem ] -> [ box ]" } },
      ends = { { "Over", "(stuck) or (keys = 0)" } } }).new "*"
    assert(state:apply "wait")
    assert.equal("Over", state:outcome())
    assert.matches("stuck", raised(with, "(stuck) or (keys = 0)"))
  end)

  it("has at most 200 terms", function()
    local list = "(" .. ("keys = 1 and "):rep(14) .. "keys = 1)"
    assert.is_nil(raised(with, (list .. " or "):rep(12) .. list))
    assert.matches("there are too many terms", raised(with, (list .. " or "):rep(14) .. list))
  end)

  it("is described", function()
    local describe = maps.sources(with
      "(keys * 2 + count box > turn - 1) or (no gem and keys = 1)")
    assert.matches("when: one of 2\n    either: field keys %* 2 %+ count of board = box > the turn "
      .. "%- 1\n    or: no board = gem\n    and: field keys = 1\n", describe()[3].text)
  end)
end)
