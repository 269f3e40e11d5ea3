--- The steps after an action: orders of cells, the first match that counts, rounds, functions.

local errors = require "tessera.base.errors"
local game = require "tessera.game"
local grid = require "tessera.grid"
local picture = require "spec.support.picture"
local raised = require "spec.support.raised"
local search = require "tessera.search"

-- A game of one layer: @ player, $ box, * gem, # wall, o rock, . empty; its steps.
local function with(after, more)
  local definition = { name = "made", legend = { ["."] = "empty", ["@"] = "player", ["$"] = "box",
    ["*"] = "gem", ["#"] = "wall", o = "rock" }, moves = { "wait", "put <row> <column>" },
    fields = { keys = 0 }, counters = { turns = 0 },
    rules = { { "wait", count = "turns" }, { "put <row> <column>", "[ empty ] -> [ gem ]" } },
    after = after }
  for key, value in pairs(more or {}) do
    definition[key] = value
  end
  return game(definition)
end

local function after(steps, map, action)
  local state = with(steps).new(map)
  assert(state:apply(action or "wait"))
  return tostring(state)
end

describe("a sweep", function()
  local falling = "[ rock | empty ] -> [ | rock ]"

  it("visits the cells from each side", function()
    assert.equal(picture "o/o/./o", after({ "each down " .. falling }, "o/o/o/."))
    assert.equal(picture "./o/o/o",
      after({ { "each down " .. falling, from = "bottom" } }, "o/o/o/."))
    assert.equal(picture ".ooo", after({ { "each right " .. falling, from = "right" } }, "ooo."))
    assert.equal(picture "oo.o", after({ { "each right " .. falling, from = "left" } }, "ooo."))
    assert.equal(picture "ooo.",
      after({ { "each left " .. falling, from = "left" } }, ".ooo"))
  end)

  it("goes outward from the anchor, ring by ring, each in reading order", function()
    local spread = { { sweep = { "[ rock | gem ] -> [ gem | gem ]" }, from = "anchor" } }
    assert.equal(picture "oo**/oo**/****/*#*#",
      after(spread, "oooo/oooo/oo.o/o#o#", "put 3 3"))
    assert.equal(picture "*..../***../.***.", after({ { sweep = {
      "down or right [ rock | empty ] -> [ gem | gem ]" }, from = "anchor" } }, "o..../.o.../..o..",
      "put 2 3"))
  end)

  it("has no anchor after a rule without a picture: it goes in reading order", function()
    local spread = { { sweep = { "right [ rock | empty ] -> [ | rock ]" }, from = "anchor" } }
    assert.equal(picture "o.o.", after(spread, "oo.."))
  end)

  it("is asked `when` once, before it begins", function()
    local steps = { { sweep = { "[ gem ] -> [ box ]" }, when = "count gem = 2" } }
    assert.equal(picture "$$.", after(steps, "**."))
    assert.equal(picture "***", after(steps, "***"))
  end)

  it("on large boards, too", function()
    local map = (("o"):rep(70) .. "/"):rep(60) .. ("."):rep(70)
    local expected = ("."):rep(70) .. ("/" .. ("o"):rep(70)):rep(60)
    assert.equal(picture(expected), after({ { "each down " .. falling, from = "bottom" } }, map))
  end)
end)

describe("a sweep at once of which the first match counts", function()
  local fall = { "down [ rock | empty ] -> [ | rock ]",
    "down-left or down-right [ rock | empty ] -> [ | rock ]" }

  it("leaves one of two grains where it is", function()
    local step = { sweep = fall, at_once = "first" }
    assert.equal(picture "..o/#o#", after({ step }, "o.o/#.#"))
    assert.equal(picture "o../#o#", after({ { sweep = fall, at_once = "first", from = "right" } },
      "o.o/#.#"))
  end)

  it("sees the board as it was", function()
    assert.equal(picture "o/./o", after({ { sweep = fall, at_once = "first" } }, "o/o/."))
  end)

  it("takes nothing twice", function()
    local pull = { sweep = { "horizontal [ gem | box ] -> [ rock | ]" }, at_once = "first" }
    assert.equal(picture "o.*", after({ pull }, "*$*"))
  end)

  it("counts, draws and does nothing for what is left out", function()
    local state = with({ { sweep = { { "horizontal [ gem | box ] -> [ rock | ]", count = "keys" } },
      at_once = "first" } }).new "*$*"
    assert(state:apply "wait")
    assert.equal(1, state.keys)
  end)

  it("holds a choice against what has changed", function()
    local steps = { { sweep = { "horizontal [ gem | box ] -> [ | rock or player ]" },
      at_once = "first" } }
    local state = with(steps).new("*$*", { chance = { 2, 1 } })
    assert(state:apply "wait")
    assert.equal(picture ".@*", tostring(state))
  end)
end)

describe("`again`", function()
  it("carries its steps out until they leave the board as it is", function()
    local steps = { { again = { "each down [ rock | empty ] -> [ | rock ]",
      "each right [ rock | rock | rock ] -> [ | | ]" } } }
    assert.equal(picture "o../oo./oo*", after(steps, "oo./oo./o.*"))
    assert.equal(picture ".../.../...", after(steps, "..o/oo./..."))
  end)

  it("asks `when` before each round", function()
    local steps = { { again = { "first [ rock ] -> [ ]" }, when = "count rock > 2" } }
    assert.equal(picture "..oo", after(steps, "oooo"))
    assert.equal(picture "oo", after(steps, "oo"))
  end)

  it("is ended by an end of the game", function()
    local state = with({ { again = { { "first [ rock ] -> [ ]", count = "keys" },
      { "first [ gem ] -> [ ]", over = "Out" } } } }).new "oo*o"
    assert(state:apply "wait")
    assert.equal(picture ".o.o", tostring(state))
    assert.equal("Out", state:outcome())
  end)

  it("ends after a round that changes numbers alone", function()
    local state = with({ { again = { { "first [ rock ] -> [ rock ]", count = "keys" } } } }).new "o"
    assert(state:apply "wait")
    assert.equal(1, state.keys)
  end)

  local endless = { { again = { { sweep = { "[ rock ] -> [ gem ]", "[ gem ] -> [ rock ]" } } } } }
  local message = "game 'made': step 1: 'again' still changes the board after 10000 rounds"

  it("that does not end is an error, and the state stays as it was", function()
    for _, players in ipairs { 1, 2 } do
      local state = with(endless, { players = players }).new "o."
      for _, ask in ipairs { "apply", "actions" } do
        assert.equal((ask == "apply" or players == 1) and message or nil,
          (raised(state[ask], state, "wait")))
        assert.equal(picture "o.", tostring(state))
      end
    end
  end)

  it("that does not end has fewer rounds on a large board, and with many cells around", function()
    local flip, back = "[ rock ] -> [ gem ]", "[ gem ] -> [ rock ]"
    local near = "[ rock near 0 box within 8 ] -> [ gem ]"
    for rounds, rules in pairs { [1500] = { flip, back }, [300] = { near, back } } do
      local map = "o" .. ("."):rep(99) .. ("/" .. ("."):rep(100)):rep(99)
      local state = with({ { again = { { sweep = rules } } } }).new(map)
      assert.equal((message:gsub("10000", tostring(rounds))), (raised(state.apply, state, "wait")))
    end
  end)

  it("that does not end has fewer rounds if its conditions look at the board", function()
    local flip, back = "[ rock ] -> [ gem ]", "[ gem ] -> [ rock ]"
    local some = "(no box) or (count rock + count gem > 0)" -- three cells
    for rounds, again in pairs {
      [10000] = { { sweep = { flip, back } } },
      [2941] = { { sweep = { { flip, when = "some all" }, back } } }, -- (1 + 100 + 1) * 100
      [970] = { { sweep = { flip, { back, when = some } }, when = "keys = 0" }, -- 1, 1 + 300
        { "first [ rock ] -> [ gem ]", when = "keys > 0 and " .. some } }, -- 1 + 3, and 3
      [300] = { { "each [ rock ] -> [ gem ]", when = "some all and " .. some }, "each " .. back },
    } do
      local rows, when = rounds == 300 and 20 or 10, rounds == 970 and some or nil
      local state = with({ { again = again, when = when } },
        { groups = { all = { "rock", "gem" } } }).new("o........." .. ("/.........."):rep(rows - 1))
      assert.equal((message:gsub("10000", tostring(rounds))), (raised(state.apply, state, "wait")))
    end
  end)

  it("that does not end names the place of its step", function()
    local text = [[
return require "tessera.game" {
  name = "flip", legend = { ["."] = "empty", o = "rock" }, groups = { all = { "empty", "rock" } },
  moves = { "wait" },
  rules = { { "wait" } },
  after = {
    "each [ rock ] -> [ empty ]",
    { again = { "each [ all ] -> [ next all ]" } },
  },
}]]
    local state = assert(errors.load(text, "flip.lua", _G))().new "o"
    assert.same({ "game 'flip': step 2: 'again' still changes the board after 10000 rounds",
      "flip.lua:7:5" }, { raised(state.apply, state, "wait") })
  end)

  it("that does not end is an error beside functions, too", function()
    local steps = table.move(endless, 1, 1, 2, { function() end })
    local state = with(steps).new "o."
    assert.equal((message:gsub("step 1", "step 2")), (raised(state.apply, state, "wait")))
    assert.equal(picture "o.", tostring(state))
  end)

  it("that does not end is an error of a search", function()
    assert.equal(message, (raised(search.shortest, with(endless).new "o.", function()
      return false
    end)))
  end)

  it("that does not end is stopped by the limit of a search", function()
    local row = "/" .. ("."):rep(2000)
    local state = with(endless, { players = 2 }).new(("o"):rep(2000) .. row:rep(99))
    local _, info = search.shortest(state, function() return false end, { seconds = 0.05 })
    assert.equal("seconds", info.ended)
  end)
end)

describe("a function among the steps", function()
  it("gets the state and the words of the action, in its turn", function()
    local seen
    local steps = { "each [ gem ] -> [ rock ]", function(state, ...)
      seen = { tostring(state), ... }
      state.board:set(1, 1, "box")
    end, "each [ box ] -> [ player ]" }
    assert.equal(picture "@o", after(steps, "..", "put 1 2"))
    assert.same({ picture ".o", "put", 1, 2 }, seen)
  end)

  it("may refuse the action", function()
    local state = with({ "each [ gem ] -> [ rock ]", function() return nil, "it is late" end })
      .new "*"
    local done, why = state:apply "wait"
    assert.is_nil(done)
    assert.equal("wait: it is late", why)
    assert.equal(picture "*", tostring(state))
    assert.same({}, state:actions())
  end)

  it("is called if its `when` holds", function()
    local function count(state)
      state.keys = state.keys + 1
    end
    local state = with({ { count, when = "some gem" }, count, { count, when = "no gem" } }).new "*"
    assert(state:apply "wait")
    assert.equal(2, state.keys)
  end)

  it("is told by its own name what it must return", function()
    local state = with({ function() return "not allowed" end }).new "*"
    local wrong, place = raised(state.apply, state, "wait")
    assert.equal("call must return nothing or true, or nil and why not, got not allowed", wrong)
    assert.matches("steps_spec%.lua:%d+$", place)
  end)

  it("stands beside functions of rules", function()
    local calls = {}
    local module = with({ function() calls[#calls + 1] = "step" end }, { rules = {
      { "wait", call = function() calls[#calls + 1] = "first" end, count = "turns" },
      { "put <row> <column>", call = function() calls[#calls + 1] = "second" end, count = "turns" },
    } })
    local state = module.new "."
    assert(state:apply "put 1 1" and state:apply "wait")
    assert.same({ "second", "step", "first", "step" }, calls)
  end)
end)

describe("board:tick", function()
  local names = grid.legend { ["."] = "empty", o = "rock", ["#"] = "wall" }

  it("takes orders, and the first match that counts", function()
    local rules = { "down [ rock | empty ] -> [ | rock ]",
      "down-left or down-right [ rock | empty ] -> [ | rock ]" }
    local board = grid.new("o/o/.", names)
    assert.equal(2, board:tick(rules, "in turn", "bottom"))
    assert.equal(picture "./o/o", tostring(board))
    board = grid.new("o.o/#.#", names)
    assert.equal(1, board:tick(rules, "first", "right"))
    assert.equal(picture "o../#o#", tostring(board))
  end)
end)

describe("steps that are wrong:", function()
  local cases = {
    { { again = {} }, "step 1: 'again' has no steps" },
    { { again = { { again = { "first [ gem ] -> [ ]" } } } },
      "step 1, step 1: another 'again' cannot stand in 'again'" },
    { { again = { "first [ gem ] -> [ ]", function() end } },
      "step 1, step 2: a function cannot stand in 'again'" },
    { { again = { "first [ gme ] -> [ ]" } },
      "step 1, step 1, column 9: there is no kind 'gme' (did you mean 'gem'?)" },
    { { again = { "[ gem ] -> [ ]" } }, "step 1, step 1, column 1: begin with each, first or "
      .. "random: where is it to be carried out?" },
    { { again = "first [ gem ] -> [ ]" },
      "step 1: again: expected a value of type table, got 'first [ gem ] -> [ ]'" },
    { { again = { "first [ gem ] -> [ ]" }, count = "keys" },
      "step 1: unknown key 'count' (expected one of again when)" },
    { { again = { "first [ gem ] -> [ ]" }, when = "turns > 0" }, "step 1: when, column 1: 'turns' "
      .. "is a counter, and counters decide nothing: declare it in fields = { ... }" },
    { { "first [ gem ] -> [ ]", from = "bottom" },
      "step 1: from is for a sweep, or a rule with 'each'" },
    { { "each [ gem ] -> [ ]", from = "botom" },
      "step 1: from: there is no side 'botom' (did you mean 'bottom'?)" },
    { { sweep = { "[ gem ] -> [ ]" }, at_once = "frist" },
      "step 1: at_once: expected true or \"first\", got 'frist'" },
    { { sweep = { "[ gem ] -> [ ]" }, at_once = 1 },
      "step 1: at_once: expected a value of type boolean, got 1" },
    { { sweep = { "[ gem ] -> [ ]" }, when = "some gme" },
      "step 1: when, column 6: there is no kind 'gme' (did you mean 'gem'?)" },
    { { function() end, wehn = "some gem" }, "step 1: unknown key 'wehn' (did you mean 'when'?)" },
    { 7, "step 1: expected a value of type string or table or function, got 7" },
  }
  for _, case in ipairs(cases) do
    it(case[2], function()
      assert.equal("game 'made': " .. case[2], raised(with, { case[1] }):match "[^\n]*")
    end)
  end

  it("`stuck` beside a function", function()
    assert.equal("game 'made': end 1: 'stuck' cannot be asked where a step is a function",
      raised(with, { function() end }, { ends = { { "Out", "stuck" } } }):match "[^\n]*")
  end)
end)
