--- Specifies tessera.check: what breaks each law, and how the failure is told.

local check = require "tessera.check"
local laws_of = require "tessera.check.laws"
local raised = require "spec.support.raised"
local tessera = require "tessera"

-- A game of lamps, changed by `changes`.
local function lamps(changes)
  local definition = {
    name = "lamps",
    legend = { ["."] = "dark", ["*"] = "lit" },
    counters = { presses = 0 },
    moves = { "press <column>" },
    apply = function(state, _, column)
      if state.board:is(1, column, "lit") then
        return nil, "it is lit"
      end
      state.board:set(1, column, "lit")
      state.presses = state.presses + 1
    end,
    outcome = function(state)
      return state.board:count "dark" == 0 and "Bright" or nil
    end,
  }
  for key, value in pairs(changes or {}) do
    definition[key] = value
  end
  return tessera.game(definition)
end

-- The only failure of a game from a row of lamps: its text.
local function failure_of(changes, row)
  local game = lamps(changes)
  local failures = check.run(game.new(row or "....."))
  assert.equal("lamps", game.name) -- the game is still here
  assert.equal(1, #failures, table.concat(failures, "\n\n"))
  return failures[1]
end

describe("check.run", function()
  it("finds nothing wrong with a right game, and says how much it played", function()
    local game = lamps()
    local failures, info = check.run(game.new ".....", { games = 7 })
    assert.same({}, failures)
    assert.equal("lamps", game.name)
    assert.equal(7, info.games)
    assert.equal(7 * 6, info.positions) -- every game presses five lamps
  end)

  it("tells a broken law with the smallest example, as a scenario", function()
    assert.equal([[
what is carried out is listed
  'press 1' is not listed, but carried out
    .
  0 actions, game 1 of seed 1, made smaller: 0 actions on 1 x 1 cells
tessera.scenario {
  name = "what is carried out is listed",
  game = require "lamps",
  map = ".",
  play = {},
  expect = { lawful = true },
}]], failure_of { actions = function(state, add)
      for column = 2, state:columns() do
        if state.board:is(1, column, "dark") then
          add("press", column)
        end
      end
    end })
  end)

  it("finds an action that is listed twice", function()
    local told = "^each action is listed once\n  'press 1' is listed twice\n    %.\n"
    assert.matches(told, failure_of {
      actions = function(state, add)
        for column = 1, state:columns() do
          if state.board:is(1, column, "dark") then
            add("press", column)
            add("press", column)
          end
        end
      end,
    })
  end)

  it("finds a refused action in the list", function()
    assert.matches("^what is listed is carried out\n"
      .. "  'press 1' is listed, but refused: press 1: it is lit\n    start   1. press 1\n"
      .. "    %.%.      %*%.\n", failure_of {
      actions = function(state, add)
        for column = 1, state:columns() do
          add("press", column)
        end
      end }, nil)
  end)

  it("finds a counter that decides", function()
    assert.matches("^counters decide nothing\n  the counter 'presses' decides something: with 10 in"
      .. " place of 0 the outcome is 'Tired', and not nil %(declare it as a field%)\n    %.\n",
      failure_of { outcome = function(state)
        return state.presses > 7 and "Tired" or state.board:count "dark" == 0 and "Bright" or nil
      end })
  end)

  it("finds a game that remembers what was played before", function()
    local pressed = 0
    assert.matches("^the same actions lead to the same game, whatever was played before\n"
      .. "  played again, .* %(does a rule use a variable outside of the state%?%)\n", failure_of {
        apply = function(state, _, column)
          pressed = pressed + 1
          if pressed % 101 == 0 then
            return nil, "the fuse is blown"
          end
          state.board:set(1, column, "lit")
        end,
        actions = function(state, add)
          for column = 1, state:columns() do
            if state.board:is(1, column, "dark") then
              add("press", column)
            end
          end
        end })
  end)

  it("finds images that play in another way", function()
    assert.matches("^images of a board play like the board\n"
      .. "  left%-right: the image of the board does not list 'press 1', the image of 'press 2'\n"
      .. "    %.%.\n",
      failure_of { symmetries = { "left-right" }, apply = function(state, _, column)
        if column == 1 or state.board:is(1, column, "lit") then
          return nil, "it is broken"
        end
        state.board:set(1, column, "lit")
      end })
  end)

  it("finds errors in rules", function()
    assert.matches("^no rule raises an error\n  [^\n]*check_spec.lua:%d+: a fuse\n    %.\n",
      failure_of { outcome = function(state)
        if state.board:is(1, 1, "lit") then
          error "a fuse"
        end
      end })
  end)

  it("finds a property that does not hold, or raises an error", function()
    assert.equal([[
few are lit
  after 'press 3' it does not hold: 3 are lit
    start   1. press 1   2. press 3
    .*.     **.          ***
  2 actions, game 1 of seed 1, made smaller: 2 actions on 1 x 3 cells
tessera.scenario {
  name = "few are lit",
  game = require "lamps",
  map = ".*.",
  play = { "press 1", "press 3" },
  expect = { lawful = true },
}]], failure_of({ properties = { ["few are lit"] = function(state)
      local lit = state.board:count "lit"
      return lit ~= 3, lit .. " are lit"
    end } }, ".*.."))
    assert.matches("^wrong\n  [^\n]*: no such thing\n", failure_of { properties = {
      wrong = function()
        error "no such thing"
      end } })
  end)

  it("keeps single pieces, and an error the same, when it makes an example smaller", function()
    local walk = tessera.game {
      name = "walk",
      legend = { ["."] = "floor", ["@"] = "player", o = "gem" },
      moves = { "right" },
      apply = function(state)
        local row, column = state.board:find "player"
        if state.board:is(row, column + 1, "gme") then -- a misspelt kind, on line 2 of the rule
          return nil
        end
        return state.board:push(row, column, "right", nil, "floor") and true
      end,
    }
    local failures = check.run(walk.new "..@..o..")
    assert.equal(1, #failures)
    assert.matches("^no rule raises an error\n  [^\n]*: [^\n]*'gme'[^\n]*\n    @o\n", failures[1])
    assert.matches("\n  map = \"@o\",\n", failures[1])
  end)

  it("finds a variable outside of the state that has done its work", function()
    local loads = 0
    local trial = require "tessera.check.trial"
    local function load_anew()
      loads = loads + 1
      local tries = 0
      return lamps { name = "tired", apply = function(state, _, column)
        tries = tries + 1
        if tries > 30 or state.board:is(1, column, "lit") then
          return nil, "no"
        end
        state.board:set(1, column, "lit")
      end }
    end
    local subject = { name = "tired", module = load_anew(), fresh = load_anew,
      starts = { { map = "..." } } }
    subject.laws = laws_of(nil)
    local failures = trial.run(subject, { seed = 1, games = 20, actions = 5 })
    assert.equal(1, #failures)
    assert.equal(trial.same_again, failures[1].law)
    assert.is_true(loads >= 2)
  end)

  it("tells a scenario that fails in the same way", function()
    local game = lamps { properties = { ["few are lit"] = function(state)
      return state.board:count "lit" < 3
    end } }
    local text = check.run(game.new "....")[1]:match "tessera.scenario.*"
    local made = assert(load("return " .. text, "text", "t", { tessera = tessera,
      require = function()
        return game
      end }))()
    local wrong = tessera.scenario.run(made)
    assert.equal(1, #wrong)
    assert.matches("^lawful: few are lit: after 'press %d' it does not hold$", wrong[1])
  end)

  it("takes states, lists of states, and games with a map", function()
    local game = lamps { map = "..." }
    assert.equal(4 * 100, select(2, check.run(game)).positions)
    assert.equal(3, select(2, check.run({ game.new(), game.new() }, { games = 3 })).games)
    local function wrong(message, ...)
      assert.equal(message, raised(check.run, ...))
    end
    wrong("check.run: the game has no map of its own: give a state, or a list of states",
      lamps { name = "others" })
    wrong("check.run: the first argument: expected a value of type table, got 12", 12)
    wrong("check.run: there is no state to begin with", {})
    wrong("check.run: entry 1 is no state of a game, but 'x'", { "x" })
    wrong("check.run: entry 2 is a state of samegame, and not of lamps",
      { game.new(), (tessera.samegame.new "11/11") })
    wrong("check.run: games: expected 1..1000000, got 0", game, { games = 0 })
    local other = lamps { map = "..." }
    assert.equal(100, select(2, check.run(game.new())).games)
    wrong("check.run: entry 2 is a state of lamps, and not of the other game of this name",
      { game.new(), (other.new()) })
    wrong("check.run: options: unknown key 'game' (did you mean 'games'?)", game, { game = 1 })
  end)
end)

describe("tessera.property", function()
  local game = lamps()

  it("passes where the property holds", function()
    tessera.property(game.new "...", function(state, before, action)
      return state.presses == before.presses + 1 and action:find "^press"
    end)
  end)

  it("raises what does not hold, with a play that leads there", function()
    local fine, wrong = pcall(tessera.property, game.new ".....", function(state)
      return state.board:count "lit" < 2
    end)
    assert.is_false(fine)
    assert.equal([[
the property holds
  after 'press 2' it does not hold
    start   1. press 1   2. press 2
    ..      *.           **
  2 actions, game 1 of seed 1, made smaller: 2 actions on 1 x 2 cells
tessera.scenario {
  name = "the property holds",
  game = require "lamps",
  map = "..",
  play = { "press 1", "press 2" },
  expect = { check = property },
}]], (wrong:gsub("^[^:]*:%d+: ", "")))
  end)
end)

-- ---- laws that no game in Lua can break ----

-- A state of lamps with other methods.
local function fake(methods)
  local state = lamps().new "..."
  return setmetatable({}, {
    __index = function(_, name)
      return methods[name] or function(_, ...)
        return state[name](state, ...)
      end
    end,
    __eq = function()
      return not methods.differs
    end,
    __tostring = function()
      return tostring(state)
    end,
  })
end

-- A method with another answer each time.
local function counting()
  local count = 0
  return function()
    count = count + 1
    return tostring(count)
  end
end

local function always(...)
  local values = table.pack(...)
  return function()
    return table.unpack(values, 1, values.n)
  end
end

local function law_of(name)
  for _, law in ipairs(laws_of(nil, true)) do
    if law.name == name then
      return law
    end
  end
  error("there is no law " .. name)
end

-- What a law says of a state; `other` is what is loaded in place of it.
local function ask(name, state, subject, other)
  local law = law_of(name)
  local c = { pool = { "press 1" }, met = { ahead = {}, key = {} }, module = {
    load = always(other or state) } }
  return (law.at or law.step)(c, state, subject, other)
end

describe("a law is broken by a state that", function()
  local listed = { "press 1", "press 2", "press 3" }

  it("is changed by what it refuses", function()
    local law = "a refused action leaves nothing behind"
    local methods = { apply = always(nil, "no"), why = always "no" }
    methods.clone = always(fake(methods))
    assert.is_nil(ask(law, fake(methods), {}))
    methods.save = counting()
    assert.equal("'press 1' is refused, but changes the state", ask(law, fake(methods), {}))
    methods.save, methods.why = nil, always "another word"
    assert.equal("'press 1' is refused with 'no', and why says 'another word'",
      ask(law, fake(methods), {}))
  end)

  it("is changed by reading", function()
    local law = "outcome, score, turn, view, why and actions only read"
    assert.is_nil(ask(law, lamps().new "...", listed))
    local asked = 0
    assert.equal("asking for outcome, score, view, why or actions changes the state", ask(law,
      lamps { score = function()
        asked = asked + 1
        return asked
      end }.new "...", listed))
  end)

  it("is over and goes on", function()
    local law = "a game that is over has a known outcome and no actions"
    local over = lamps().new "**"
    assert.is_nil(ask(law, over, {}))
    assert.equal("the game is over (Bright), but lists 'press 1'", ask(law, over, { "press 1" }))
  end)

  it("is loaded as another one", function()
    local law = "a state that is saved and loaded goes on in the same way"
    assert.is_nil(ask(law, fake {}, listed))
    assert.equal("what is loaded differs from what was saved", ask(law, fake {},
      listed, fake { differs = true }))
    assert.equal("the loaded state lists other actions", ask(law, fake {}, { "press 1" }))
  end)

  it("has the hash of another position", function()
    local law = "equal positions have equal hashes and the same actions and outcome"
    local state, c = fake { key = counting(), hash = always(7) }, { met = { ahead = {}, key = {} } }
    assert.is_nil(law_of(law).at(c, state, listed))
    assert.equal("another position has the same hash", law_of(law).at(c, state, listed))
  end)

  it("confuses the texts and codes of actions", function()
    local law = "actions have texts and codes"
    assert.is_nil(ask(law, fake {}, listed))
    assert.equal("there are more codes than texts", ask(law, fake {}, { "press 1" }))
    assert.equal("'press 2' has the code 0, which is 'press 1'", ask(law, fake {},
      { "press 2", "press 1", "press 3" }))
  end)

  it("takes misuse", function()
    local law = "misuse is an error that says what is wrong"
    assert.is_nil(ask(law, lamps().new "...", listed))
    assert.equal("the error of an unknown action says nil", ask(law, fake { apply = always(nil) },
      listed))
  end)

  it("is seen in its clones", function()
    local law = "clones are independent"
    local state = lamps().new "..."
    local after = state:clone()
    after:apply "press 1"
    assert.is_nil(ask(law, state, "press 1", after))
    local same = fake {}
    same = fake { clone = always(same) }
    assert.equal("'press 1' on a clone is seen in another one", ask(law, same, "press 1", after))
  end)

  it("loads damaged saves, or says nothing of their place", function()
    local law = "damaged saves are refused, or load to a state that plays"
    local state = lamps().new "..."
    assert.is_nil(law_of(law).at({ module = lamps() }, state))
    assert.equal("a damaged save raises 'oh'", law_of(law).at({ module = { load = function()
      error("oh", 0)
    end } }, state))
  end)
end)
