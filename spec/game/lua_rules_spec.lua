--- Specifies what the rules of a game written in Lua may do with the states that they get, and what
--- they may return.

local game = require "tessera.game"
local search = require "tessera.search"
local session = require "tessera.session"

local function message_of(...)
  local fine, err = pcall(...)
  assert.is_false(fine)
  return err
end

local function here(message)
  return "^spec/game/lua_rules_spec%.lua:%d+: " .. message
end

-- A row of lamps that are switched on one by one.
local function definition(more)
  local result = { name = "lamps", legend = { ["."] = "off", ["*"] = "on" },
    moves = { "go <column>" }, fields = { n = 0, list = { size = 3 } },
    apply = function(state, _, column)
      if state.board:is(1, column, "on") then
        return nil, "it is on"
      end
      state.board:set(1, column, "on")
    end }
  for key, value in pairs(more) do
    result[key] = value
  end
  return result
end

describe("a rule that only looks", function()
  local writes = {
    ["a field"] = function(state) state.n = 1 end,
    ["an array"] = function(state) state.list[1] = 1 end,
    ["a cell"] = function(state) state.board:set(1, 1, "on") end,
    ["all cells"] = function(state) state.board:fill "on" end,
    ["replace"] = function(state) state.board:replace("off", "on") end,
    ["fall"] = function(state) state.board:fall("right", "on", "off") end,
    ["push"] = function(state) state.board:push(1, 1, "right", "on", "off") end,
    ["slide"] = function(state) state.board:slide(1, 1, "right", "off") end,
    ["set_row"] = function(state) state.board:set_row(1, { "on", "on", "on" }) end,
    ["set_column"] = function(state) state.board:set_column(1, { "on" }) end,
    ["swap_rows"] = function(state) state.board:swap_rows(1, 1) end,
    ["swap_columns"] = function(state) state.board:swap_columns(1, 2) end,
    ["shift_row"] = function(state) state.board:shift_row(1, 1) end,
    ["shift_column"] = function(state) state.board:shift_column(1, 1) end,
    ["paste"] = function(state) state.board:paste(state.board:copy()) end,
    ["chance"] = function(state) state:chance(6) end,
    ["an event"] = function(state) state:event("lit", "*") end,
    ["an action"] = function(state) state:apply "go 1" end,
    ["many actions"] = function(state) state:apply_all { "go 1" } end,
  }

  for _, rule in ipairs { "outcome", "score", "turn" } do
    for what, write in pairs(writes) do
      it(("cannot change its state: %s, %s"):format(rule, what), function()
        local armed = false
        local lamps = game(definition { [rule] = function(state)
          if armed then
            write(state)
          end
          return rule ~= "outcome" and 1 or nil
        end })
        local state = lamps.new "*.."
        armed = true
        local before = state:save()
        local why = message_of(state.apply, state, "go 2")
        assert.matches(here "turn, outcome and score only look at a state: to try something, "
          .. "change state:clone%(%)$", why)
        assert.are.equal(before, state:save())
        assert.are.equal("*..\n", tostring(state))
      end)
    end
  end

  it("may ask whose turn it would be, also when the game is over", function()
    local asked = {}
    local state = game(definition { players = 2, outcome = function(state)
      return state.board:count "off" == 0 and "Bright" or nil
    end, score = function(state, player)
      asked[player] = state:turn()
      return state:outcome() and (state:turn() == player and -1 or 1) or 0
    end }).new "**."
    state:apply "go 3"
    assert.same({ 2, 2 }, asked)
    assert.same({ 1, -1 }, { state:score(1), state:score(2) })
    assert.is_nil(state:turn())
  end)

  it("may change a clone", function()
    local lamps = game(definition { outcome = function(state)
      local copy = state:clone()
      copy.board:fill "on"
      copy.n, copy.list[3] = 5, 5
      return copy.board:count "on" == 3 and state.board:count "on" == 3 and "Bright" or nil
    end })
    local state = lamps.new ".*."
    assert.is_true(state:apply "go 1")
    assert.same({ true, "Bright" }, { state:apply "go 3" })
    assert.are.equal(0, state.n)
  end)

  it("does not keep `apply` from changing the state afterwards", function()
    local kept
    local lamps = game(definition { outcome = function() end, apply = function(state, _, column)
      kept = state
      state.board:set(1, column, "on")
    end })
    lamps.new "...":apply "go 2"
    kept.n = 3
    assert.are.equal(3, kept.n)
  end)
end)

describe("the rule apply", function()
  local answers = {
    { "nothing", function() end, true },
    { "true", function() return true end, true },
    { "a grid", function(state) return state.board end, true },
    { "nil", function() return nil end, "not possible here" },
    { "false", function() return false end, "not possible here" },
    { "nil and why", function() return nil, "too dark" end, "too dark" },
    { "false and why", function() return false, "too dark" end, "too dark" },
  }
  for _, answer in ipairs(answers) do
    it("carries out or refuses by what it returns: " .. answer[1], function()
      local state = game(definition { apply = function(state, _, column)
        state.board:set(1, column, "on")
        return answer[2](state)
      end }).new "..."
      local done, why = state:apply "go 2"
      if answer[3] == true then
        assert.is_true(done)
        assert.are.equal(".*.\n", tostring(state))
      else
        assert.same({ n = 2, nil, "go 2: " .. answer[3] }, table.pack(done, why))
        assert.are.equal("...\n", tostring(state))
        assert.same({}, state:actions())
      end
    end)
  end

  it("must not return a text, which could be meant as a refusal", function()
    local state = game(definition { apply = function(state, _, column)
      state.board:set(1, column, "on")
      return "it is on"
    end }).new "..."
    assert.matches(here "apply must return nothing or true, or nil and why not, got it is on$",
      message_of(state.apply, state, "go 2"))
  end)

  it("cannot play on the state that it works on", function()
    for _, play in pairs { function(state) return state:apply "go 2" end,
      function(state) return state:apply_all { "go 2" } end } do
      local state = game(definition { apply = play }).new "..."
      assert.matches(here "the rule apply cannot play an action on the state that it works on: to "
        .. "look ahead, play on state:clone%(%)$", message_of(state.apply, state, "go 1"))
    end
  end)

  it("may look ahead on a clone, but not too deep", function()
    local state = game(definition { apply = function(state, _, column)
      if column < 3 then
        assert(state:clone():apply("go " .. column + 1))
      end
      state.board:set(1, column, "on")
    end }).new "..."
    assert.is_true(state:apply "go 1")
    assert.are.equal("*..\n", tostring(state))
    local endless = game(definition { apply = function(deeper)
      return deeper:clone():apply "go 1"
    end }).new "..."
    assert.matches(here "rules play actions inside of each other, more than 16 deep$",
      message_of(endless.apply, endless, "go 1"))
  end)

  it("cannot yield, in a coroutine or not", function()
    local state = game(definition { apply = function()
      coroutine.yield()
    end }).new "..."
    local expected = here "attempt to yield"
    assert.matches(expected, message_of(state.apply, state, "go 1"))
    local _, why = coroutine.resume(coroutine.create(function()
      state:apply "go 1"
    end))
    assert.matches(expected, why)
  end)

  it("may use only a limited number of names for events", function()
    local state = game(definition { apply = function(lit, _, column)
      lit.board:set(1, column, "on")
      for i = 1, column == 1 and 1000 or 1001 do
        lit:event("kind " .. i, "*", 1, column)
      end
    end }).new "..."
    local events = {}
    assert.is_true(state:apply("go 1", events))
    assert.same({ 1000, "kind 1000" }, { #events, events[1000].kind })
    local message = message_of(state.apply, state, "go 2", {})
    assert.matches("there are more than 1000 kinds of events", message)
    assert.is_true(state:apply "go 2") -- nobody listens
  end)

  it("passes error objects of other code on unchanged", function()
    for _, mine in ipairs { "attempt", "my own words", 7 } do
      local state = game(definition { apply = function()
        error(mine, 0)
      end }).new "..."
      assert.are.equal(mine, message_of(state.apply, state, "go 1"))
    end
  end)
end)

describe("the outcome of a game", function()
  local function ends(more)
    more.outcome = more.outcome or function(state)
      return state.board:count "off" == 0 and "Bright" or nil
    end
    return definition(more)
  end

  it("is one of its outcomes", function()
    local lamps = game(ends { outcomes = { "Brigth", "Dark" } })
    local state = lamps.new "**."
    assert.matches(here "outcome must return nil or one of the game's outcomes, got Bright$",
      message_of(state.apply, state, "go 3"))
    assert.are.equal("**.\n", tostring(state))
    assert.matches("one of the game's outcomes, got Bright$", message_of(lamps.new, "***"))
  end)

  it("can be the goal of a search", function()
    local lamps = game(ends { outcomes = { "Bright", "Dark" }, goal = "Bright" })
    local state = lamps.new "*.."
    assert.matches("search: lamps has no outcome 'Brigth' %(did you mean 'Bright'%?%)",
      message_of(search.shortest, state, "Brigth"))
    assert.same({ "go 2", "go 3" }, search.shortest(state, "Bright"))
  end)

  it("must be declared as texts", function()
    for _, case in ipairs {
      { { outcomes = { "" } }, "outcome 1: an outcome is a text of 1..63 bytes, got ''" },
      { { outcomes = { ("x"):rep(64) } }, "outcome 1: an outcome is a text of 1..63 bytes" },
      { { outcomes = { "a\0b" } }, "outcome 1: an outcome is a text of 1..63 bytes" },
      { { outcomes = { "Dark", 7 } }, "outcome 2: expected a value of type string, got 7" },
      { { outcomes = "Dark" }, "outcomes: expected a value of type table, got 'Dark'" },
      { { outcomes = { "Bright" }, goal = "Brihgt" },
        "goal: there is no outcome 'Brihgt' (did you mean 'Bright'?)" },
      { { goal = "" }, "goal: an outcome is a text of 1..63 bytes, got ''" },
    } do
      local message = message_of(game, ends(case[1]))
      assert.is_truthy(message:find("game 'lamps': " .. case[2], 1, true), message)
    end
    assert.matches("game 'lamps': outcomes are named, but there is no function outcome$",
      message_of(game, definition { outcomes = { "Dark" } }))
  end)

  it("is scored within its range", function()
    local lamps = game(definition { score_range = { 0, 2 }, score = function(state)
      return state.board:count "on"
    end })
    local state = lamps.new "*.."
    assert.is_true(state:apply "go 2")
    assert.matches(here "score must return an integer of 0%.%.2, got 3$",
      message_of(state.apply, state, "go 3"))
    for _, case in ipairs {
      { { 1 }, "expected the least and the greatest" }, { { 2, 1 }, "expected the least" },
      { { 1, 2, 3 }, "expected the least" }, { { 1.5, 2 }, "expected a value of type integer" },
      { 7, "expected a value of type table, got 7" } } do
      local message = message_of(game, definition { score_range = case[1], score = function()
        return 1
      end })
      assert.is_truthy(message:find(case[2], 1, true), message)
    end
    assert.matches("score_range: there is no function score$",
      message_of(game, definition { score_range = { 0, 1 } }))
  end)
end)

describe("a session over a watched state", function()
  it("keeps the listener, and does not call it for undo", function()
    local heard = {}
    local state = game(definition {}).new "...":watched(function(_, action, _, done, why)
      heard[#heard + 1] = action .. (done and "" or ": " .. why)
    end)
    local played = session.new(state)
    played:apply "go 1"
    played:apply "go 1"
    played:apply "go 2"
    played:undo()
    assert.are.equal("*..\n", tostring(played:state()))
    assert.same({ "go 1", "go 1: go 1: it is on", "go 2" }, heard)
    played:redo()
    assert.are.equal("go 2", heard[4])
    assert.are.equal("...\n", tostring(state))
  end)
end)
