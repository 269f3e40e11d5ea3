--- Registers the claims of `tessera.check.claims` as assertions of luassert: `assert.board` and so
--- on.

local claims = require "tessera.check.claims"
local errors = require "tessera.base.errors"
local luassert = require "luassert"
local scenario = require "tessera.scenario"
local session = require "tessera.session"
local states = require "tessera.states"
local side_by_side = require "tessera.check.side_by_side"

-- Errors about arguments name the line of the spec, not one of luassert.
errors.disown(debug.getinfo(luassert.register, "S").source:sub(2))

-- Of these claims the opposite is one, too: what `assert.is_not` claims.
local opposites = { never = "reachable", reachable = "never", solvable = "unsolvable",
  unsolvable = "solvable" }
-- What holds in words, where `assert.is_not` says that it should not.
local holding = {
  board = function() return "the board is like the picture" end,
  forced = function(state, action) return ("only %s will do"):format(state:text(action)) end,
  outcome = function(_, outcome) return ("it is %s"):format(outcome or "a running game") end,
  unique_solution = function() return "there is exactly one" end,
  wins = function(_, player) return ("player %d does"):format(player) end,
}
-- What to use instead of `assert.is_not` where it could mean too many things.
local instead = { plays = "say with assert.refuses what is refused",
  refuses = "say with assert.plays what is carried out", events = "list what happens",
  optimal = "name the right number" }

-- The position that is asserted something of, where its play began, and the play.
local function subject_of(name, value)
  if session.is(value) then
    return { state = value:state(), start = value:start(), actions = value:actions() }
  elseif not states.is_state(value) then
    errors.fail("assert.%s: state: expected a state of a game or a session, got %s", name,
      errors.shown(value))
  end
  return { state = value, start = value, actions = {} }
end

-- Takes the message from behind the arguments, and the options, of which either may be left out.
local function take_message(name, arguments, count)
  local options, message = arguments[count + 2], arguments[count + 3]
  if type(options) == "string" then
    options, message = nil, options
  end
  errors.type(("assert.%s: message"):format(name), message, "string", "nil")
  return options, message
end

local function check_arguments(name, state, given, arguments)
  for i = claims.arity(name) + 4, arguments.n do
    if arguments[i] ~= nil then
      errors.fail("assert.%s: there is an argument too many: %s", name, errors.shown(arguments[i]))
    end
  end
  local wrong = claims.wrong(name, state, table.unpack(given, 1, claims.arity(name)))
  if wrong then
    errors.fail("assert.%s: %s", name, wrong)
  end
end

-- The failure of a claim, with the play that led there as a scenario.
local function failure(name, subject, given)
  local count = claims.arity(name) + 1
  local text = claims[name](subject.state, table.unpack(given, 1, count))
  local source = text and claims.scenario(name, subject.start, subject.actions, subject.state,
    table.unpack(given, 1, count))
  return text and ("%s\n\nAs a scenario%s:\n%s"):format(text, source:find("= predicate", 1, true)
    and ", in which `predicate` stands for your function" or "", source)
end

-- The failure of a claim that should not hold. One that is undecided fails either way.
local function negated(name, subject, given)
  if instead[name] then
    errors.fail("assert.%s has no opposite: %s", name, instead[name])
  elseif opposites[name] then
    return failure(opposites[name], subject, given)
  end
  local state = subject.state
  local text, undecided = claims[name](state, table.unpack(given, 1, claims.arity(name) + 1))
  if undecided then
    return text
  elseif not text then
    return ("%s: %s, which should not be%s"):format(name, holding[name](state, given[1]),
      side_by_side.board(state))
  end
end

-- What luassert calls: `self.mod` is false behind `is_not`. It is told whether the claim holds.
local function assertion(name)
  local count = claims.arity(name)
  return function(self, arguments)
    local subject = subject_of(name, arguments[1])
    local options, message = take_message(name, arguments, count)
    local given = table.move(arguments, 2, count + 1, 1, {})
    given[count + 1] = options
    check_arguments(name, subject.state, given, arguments)
    local judge = self.mod and failure or negated
    local text = judge(name, subject, given)
    for i = 1, arguments.n do
      arguments[i] = nil -- luassert would format them
    end
    arguments.n = 0
    self.failure_message = text and (message and message .. "\n" or "") .. text
    return (text == nil) == self.mod
  end
end

for _, name in ipairs(claims.names()) do
  luassert:register("assertion", name, assertion(name))
end

-- The assertion that a scenario passes.
luassert:register("assertion", "passes", function(self, arguments)
  local made, message = arguments[1], arguments[2]
  if not scenario.is(made) then
    errors.fail("assert.passes: scenario: expected a scenario, got %s", errors.shown(made))
  end
  errors.type("assert.passes: message", message, "string", "nil")
  local name = scenario.place(made)
  local wrong = scenario.run(made)
  local text = wrong[1] and table.concat(wrong, "\n")
  if not self.mod then
    text = not text and ("passes: the scenario %s passes, which it should not"):format(
      errors.shown(name)) or nil
  end
  arguments[1], arguments[2], arguments.n = nil, nil, 0
  self.failure_message = text and (message and message .. "\n" or "") .. text
  return (text == nil) == self.mod
end)
