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
        local why = rule == "score" and message_of(state.score, state)
          or message_of(state.apply, state, "go 2")
        assert.matches(here "check, turn, outcome and score only look at a state: to try "
          .. "something, change state:clone%(%)$", why)
        assert.are.equal(before, state:save())
        assert.are.equal("*..\n", tostring(state))
      end)
    end
  end

  for what, write in pairs(writes) do
    it("cannot change its state: check, " .. what, function()
      local armed = false
      local lamps = game(definition { check = function(state)
        if armed then
          write(state)
        end
      end })
      local saved = lamps.new("*.."):save()
      armed = true
      for _, make in ipairs { function() lamps.new "*.." end, function() lamps.load(saved) end } do
        assert.matches("check, turn, outcome and score only look at a state: to try something, "
          .. "change state:clone%(%)", message_of(make))
      end
    end)
  end

  it("may ask in check how a state has ended", function()
    local asked = {}
    local lamps = game(definition { outcomes = { "Bright" }, setup = function(state)
      state:over "Bright"
    end, check = function(state)
      asked = { state:outcome(), state:turn() }
    end })
    lamps.new "..."
    assert.same({ "Bright" }, asked)
  end)

  it("may ask whose turn it would be, also when the game is over", function()
    local asked = {}
    local state = game(definition { players = 2, outcome = function(state)
      return state.board:count "off" == 0 and "Bright" or nil
    end, score = function(state, player)
      asked[player] = state:turn()
      return state:outcome() and (state:turn() == player and -1 or 1) or 0
    end }).new "**."
    state:apply "go 3"
    assert.same({}, asked)
    assert.same({ 1, -1 }, { state:score(1), state:score(2) })
    assert.same({ 2, 2 }, asked)
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

  it("leaves a state that `apply` may change, when it plays on a clone", function()
    local lamps
    lamps = game(definition { outcome = function() end, apply = function(state, _, column)
      local deeper = column < 3 and state:clone()
      if deeper then
        deeper:apply(("go %d"):format(column + 1))
      end
      state.board:set(1, column, "on")
      state.n = column
    end })
    local state = lamps.new "..."
    assert.is_true(state:apply "go 2")
    assert.are.equal(".*.\n", tostring(state))
    assert.are.equal(2, state.n)
  end)
end)

describe("a game that makes states of itself", function()
  for rule, message in pairs { setup = "lamps: setup makes states inside of each other",
    check = "rules play actions inside of each other",
    outcome = "rules play actions inside of each other" } do
    it("may not do so without end: " .. rule, function()
      local lamps
      lamps = game(definition { [rule] = function() lamps.new "..." end })
      assert.matches(here(message .. ", more than 16 deep$"),
        message_of(function() lamps.new "..." end))
    end)
  end

  it("may not search in its rules without end", function()
    local state = game(definition { apply = function(state) search.walk(state:clone(), 1) end })
      .new "..."
    assert.matches(here "rules play actions inside of each other, more than 16 deep$",
      message_of(state.apply, state, "go 1"))
  end)
end)

describe("a state that a rule has kept", function()
  local lent = "the state of a rule is for the rule alone: no coroutine and no finalizer can use it"
  local kept_state = "this state was a rule's for as long as the rule ran: "
    .. "to keep a position, keep state:clone%(%)$"
  local uses = {
    ["a field"] = function(kept) return kept.state.n end,
    ["an assignment"] = function(kept) kept.state.n = 3 end,
    ["a method"] = function(kept) return kept.state:clone() end,
    ["a method from the module"] = function(kept, lamps) return lamps.methods.save(kept.state) end,
    ["an action"] = function(kept, lamps) return lamps.methods.apply(kept.state, "go 1") end,
    ["tostring"] = function(kept) return tostring(kept.state) end,
    ["=="] = function(kept, lamps) return kept.state == lamps.new "..." end,
    ["a search"] = function(kept) return search.walk(kept.state, 1) end,
    ["a session"] = function(kept) return session.new(kept.state) end,
    ["a grid"] = function(kept) return kept.board:get(1, 1) end,
    ["the writing of a cell"] = function(kept) kept.board:set(1, 1, "on") end,
    ["a loop over a grid"] = function(kept) return kept.each() end,
    ["the picture of a grid"] = function(kept) return tostring(kept.board) end,
    ["another grid that is compared"] = function(kept, lamps)
      return lamps.new("...").board == kept.board
    end,
    ["another grid that takes its cells"] = function(kept, lamps)
      return lamps.new("...").board:paste(kept.board)
    end,
    ["an array"] = function(kept) return kept.list[1] end,
    ["the writing of an array"] = function(kept) kept.list[1] = 1 end,
    ["the length of an array"] = function(kept) return #kept.list end,
  }
  for _, rule in ipairs { "apply", "outcome", "actions", "check" } do
    for what, use in pairs(uses) do
      it(("cannot be used any more: %s, %s"):format(rule, what), function()
        local kept = {}
        local function keep(state)
          kept = kept.state and kept or { state = state, board = state.board, list = state.list,
            each = state.board:each { "on", "off" } }
        end
        local own = definition {}
        local lamps = game(definition { [rule] = function(state, ...)
          keep(state)
          if rule == "apply" then
            return own.apply(state, ...)
          end
        end })
        local state = lamps.new "..."
        state:apply "go 2"
        state:actions()
        assert.is_truthy(kept.state)
        assert.matches(kept_state, message_of(use, kept, lamps))
        assert.are.equal(".*.\n", tostring(state))
      end)
    end
  end

  it("cannot be reached by a coroutine that the rule left behind", function()
    local left
    local state = game(definition { apply = function(state, _, column)
      state.board:set(1, column, "on")
      left = coroutine.wrap(function()
        coroutine.yield()
        state.board:fill "on"
      end)
      left()
    end }).new "..."
    assert.is_true(state:apply "go 2")
    assert.matches(kept_state, message_of(left))
    assert.are.equal(".*.\n", tostring(state))
  end)

  it("cannot be reached by a finalizer", function()
    local fine, message
    local state = game(definition { apply = function(state, _, column)
      state.board:set(1, column, "on")
      setmetatable({}, { __gc = function()
        fine, message = pcall(function() state.board:fill "on" end)
      end })
    end }).new "..."
    assert.is_true(state:apply "go 2")
    collectgarbage()
    assert.is_false(fine)
    assert.matches(kept_state, message)
    assert.are.equal(".*.\n", tostring(state))
  end)

  for what, use in pairs(uses) do
    it("cannot be used by a coroutine while a later action is carried out: " .. what, function()
      local kept, fine, message
      local lamps = game(definition { apply = function(state, _, column)
        state.board:set(1, column, "on")
        if kept then
          fine, message = coroutine.resume(coroutine.create(use), kept, kept.lamps)
        else
          kept = { state = state, board = state.board, list = state.list,
            each = state.board:each { "on", "off" } }
        end
      end })
      local state = lamps.new "..."
      state:apply "go 2"
      kept.lamps = lamps
      state:apply "go 3"
      assert.is_false(fine)
      assert.matches(lent, message)
      assert.are.equal(".**\n", tostring(state))
    end)
  end

  local changes = {
    ["an assignment"] = function(state) state.n = 3 end,
    ["the writing of a cell"] = function(state) state.board:fill "on" end,
    ["the writing of an array"] = function(state) state.list[1] = 1 end,
    ["chance"] = function(state) state:chance(6) end,
    ["an event"] = function(state) state:event("lit", "*") end,
  }
  for what, change in pairs(changes) do
    it("cannot be changed by a finalizer while a later action is carried out: " .. what, function()
      local armed, fine, message
      local state = game(definition { apply = function(state, _, column)
        state.board:set(1, column, "on")
        if armed then
          armed = nil
          collectgarbage()
        else
          armed = setmetatable({}, { __gc = function()
            fine, message = pcall(change, state)
          end })
        end
      end }).new "...."
      assert.is_true(state:apply "go 2")
      assert.is_true(state:apply "go 3")
      assert.is_false(fine)
      assert.matches(lent, message)
      assert.are.equal(".**.\n", tostring(state))
      assert.are.equal(0, state.n + state.list[1])
    end)
  end

  it("may be kept as a clone", function()
    local kept
    local state = game(definition { apply = function(state, _, column)
      kept = state:clone()
      state.board:set(1, column, "on")
    end }).new "..."
    state:apply "go 2"
    assert.are.equal("...\n", tostring(kept))
    assert.is_true(kept:apply "go 1")
    assert.are.equal(".*.\n", tostring(state))
  end)

  it("has the size of the state that the action is applied to", function()
    local lamps = game(definition {})
    local small, large = lamps.new "...", lamps.new ".../.../..."
    for _, column in ipairs { 2, 3 } do
      assert.is_true(small:apply("go " .. column))
      assert.is_true(large:apply("go " .. column))
    end
    assert.are.equal(".**\n", tostring(small))
    assert.are.equal(".**\n...\n...\n", tostring(large))
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
    assert.matches("search%.%l+: lamps has no outcome 'Brigth' %(did you mean 'Bright'%?%)",
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
  end)

  it("is scored within its range", function()
    local lamps = game(definition { score_range = { 0, 2 }, score = function(state)
      return state.board:count "on"
    end })
    local state = lamps.new "*.."
    assert.is_true(state:apply "go 2")
    assert.are.equal(2, state:score())
    assert.is_true(state:apply "go 3")
    assert.matches(here "score must return an integer of 0%.%.2, got 3$",
      message_of(state.score, state))
    for _, case in ipairs {
      { { 1 }, "expected the least and the greatest" }, { { 2, 1 }, "expected the least" },
      { { 1, 2, 3 }, "expected the least" }, { { 1.5, 2 }, "expected a value of type integer" },
      { 7, "expected a value of type table, got 7" } } do
      local message = message_of(game, definition { score_range = case[1], score = function()
        return 1
      end })
      assert.is_truthy(message:find(case[2], 1, true), message)
    end
    assert.matches("score_range: there is no score$",
      message_of(game, definition { score_range = { 0, 1 } }))
  end)
end)

describe("a game that finds its actions by trying them", function()
  -- One rule `apply`, with and without a rule `actions` that lists what it allows.
  local function pair(last)
    local function pick(more)
      local own = { name = "pick", legend = { ["."] = "cell" }, fields = { sum = 0 },
        moves = { ("pick <1..%d>"):format(last) },
        apply = function(state, _, number)
          if number % 1000 > 2 or state.sum > 2000 then
            return nil, "not this one"
          end
          state.sum = state.sum + number
        end }
      for key, value in pairs(more or {}) do
        own[key] = value
      end
      return (game(own).new ".")
    end
    return pick(), pick { actions = function(state, add)
      for number = 1, state.sum > 2000 and 0 or last do
        if number % 1000 <= 2 then
          add("pick", number)
        end
      end
    end }
  end

  for what, last in pairs { few = 3000, ["more than are listed at once"] = 70000 } do
    it(("is searched like one that lists them: %s"):format(what), function()
      local tried, listed = pair(last)
      local depth = last > 10000 and 1 or 3
      local expected, info = search.walk(listed, depth)
      local counts, own = search.walk(tried, depth)
      assert.same(expected, counts)
      assert.are.equal(info.nodes, own.nodes)
      assert.same(listed:actions(), tried:actions())
      local function far(state) return state.sum > 1000 end
      assert.same((search.shortest(listed, far)), (search.shortest(tried, far)))
    end)
  end

  it("must list them where there are too many to try", function()
    local state = game({ name = "bet", legend = { ["."] = "cell" }, counters = { n = 0 },
      moves = { "bet <1..1000000000000> <column>" },
      apply = function(own) own.n = own.n + 1 end }).new "."
    local message = here "its moves allow more than 10000000 actions, too many to try each: "
      .. "write a function actions that lists the possible ones$"
    assert.matches(message, message_of(state.actions, state))
    assert.matches(message, message_of(state.playout, state, 1, 1, 3))
    assert.matches(message, message_of(search.walk, state, 1))
    assert.is_true(state:apply "bet 7 1")
  end)

  it("is held to the limits of a search while it tries in vain", function()
    local _, info = search.walk(game({ name = "never", legend = { ["."] = "cell" },
      moves = { "pick <1..60000>" }, apply = function() return nil, "never" end,
    }).new ".", 1, { nodes = 1 })
    assert.are.equal("done", info.ended)
    local asked = 0
    _, info = search.walk(game({ name = "never", legend = { ["."] = "cell" },
      moves = { "pick <1..60000>" }, apply = function() asked = asked + 1 return nil, "never" end,
    }).new ".", 1, { seconds = 0 })
    assert.are.equal("seconds", info.ended)
    assert.is_true(asked < 60000)
  end)
end)

describe("state:over", function()
  local function lamps(more)
    local own = definition { outcomes = { "Bright", "Enough" } }
    function own.apply(state, _, column)
      state.board:set(1, column, "on")
      if state.board:count "off" == 0 then
        state:over "Bright"
      elseif column == 3 then
        state:over "Enough"
      end
    end
    for key, value in pairs(more or {}) do
      own[key] = value
    end
    return game(own)
  end

  it("ends the game with one of its outcomes", function()
    local state = lamps().new "..."
    assert.same({ true }, { state:apply "go 1" })
    assert.is_nil(state:outcome())
    assert.same({ true, "Enough" }, { state:apply "go 3" })
    assert.are.equal("Enough", state:outcome())
    assert.is_nil(state:turn())
    assert.same({}, state:actions())
    assert.same({ n = 2, nil, "go 2: the game is over (Enough)" }, table.pack(state:apply "go 2"))
  end)

  it("decides the future: it is saved, and told apart from a game that goes on", function()
    local module = lamps()
    local over, running = module.new "*..", module.new "*.*"
    over:apply "go 3"
    assert.are.equal(tostring(over), tostring(running))
    assert.is_false(over:key() == running:key())
    assert.is_false(over == running)
    local loaded = module.load(over:save())
    assert.are.equal("Enough", loaded:outcome())
    assert.is_true(loaded == over)
    assert.is_nil(module.load(running:save()):outcome())
  end)

  it("is found by searches, and undone by sessions", function()
    local state = lamps().new "..."
    assert.same({ "go 3" }, (search.shortest(state, "Enough")))
    assert.are.equal(3, #search.shortest(state, "Bright"))
    local played = session.new(state)
    played:apply "go 3"
    assert.are.equal("Enough", played:state():outcome())
    played:undo()
    assert.is_nil(played:state():outcome())
  end)

  it("is known to check, when a state is loaded as well", function()
    local module = lamps { check = function(state)
      return state.board:count "off" == 0 and state:outcome() ~= "Bright" and "too bright" or nil
    end }
    local state = module.new "*.*"
    assert.are.same({ true, "Bright" }, { state:apply "go 2" })
    assert.are.equal("Bright", module.load(state:save()):outcome())
    assert.matches("too bright", select(2, pcall(module.new, "***")))
  end)

  it("may be called by setup: a game that is over at the start", function()
    local state, outcome = lamps({ setup = function(state) state:over "Bright" end }).new "..."
    assert.are.equal("Bright", outcome)
    assert.are.equal("Bright", state:outcome())
  end)

  it("is an error where it cannot be", function()
    local over = function(state, outcome) state:over(outcome) end
    for _, case in ipairs {
      { lamps { apply = function(state) over(state, "Briht") end },
        "the game has no outcome 'Briht', in `outcomes`, rules or ends (did you mean 'Bright'?)" },
      { lamps { apply = function(state) over(state, 7) end }, "the game has no outcome '7'" },
      { lamps { apply = function(state) over(state) end }, "string expected, got nil" },
      { lamps { apply = function(state) over(state, "Bright") end, outcome = function() end },
        "only a game that names its outcomes, and has no function outcome, ends by state:over" },
      { lamps { turn = function(state) over(state, "Bright") return 1 end },
        "check, turn, outcome and score only look at a state" },
    } do
      local message = message_of(function() case[1].new "...":apply "go 1" end)
      assert.is_truthy(message:find(case[2], 1, true), message)
    end
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
