--- What specs and scenarios claim of a position: one implementation for both.
---
--- `claims.NAME(state, ...)` takes the arguments of the claim and then options: the limits of a
--- search. It returns nothing if the claim holds; otherwise why not, in words and pictures, and
--- true behind that if it is undecided. A wrong argument is an error.
---
--- ```lua
--- print(claims.outcome(tower.new "..../S#.G/####", false))  --> nil
--- ```

local board_diff = require "tessera.base.board_diff"
local errors = require "tessera.base.errors"
local games = require "tessera.base.games"
local limits = require "tessera.base.search_limits"
local position_claims = require "tessera.check.position_claims"
local scenario_text = require "tessera.check.scenario_text"
local search_claims = require "tessera.check.search_claims"
local states = require "tessera.states"
local wording = require "tessera.base.wording"

local claims = {}

local cells_max = 10000 -- a larger board is not shown as a scenario

-- ---- arguments ----

-- Each kind of argument has a function that returns what is wrong with a value, or nil.
local kinds = {}

local function expected(words, value)
  return ("expected %s, got %s"):format(words, errors.shown(value))
end

function kinds.picture(state, value)
  if type(value) ~= "string" then
    return expected("the picture of a board", value)
  end
  return board_diff.shadowed(value, games.of(state))
end

function kinds.text(_, value)
  return type(value) ~= "string" and expected("a text", value) or nil
end

function kinds.action(state, value)
  if type(value) ~= "string" and math.type(value) ~= "integer" then
    return expected("an action", value)
  end
  if not errors.pcall(state.code, state, value) then
    return ("%s is no action of %s%s"):format(errors.shown(value), state:game(),
      games.guess_action(value, state))
  end
end

function kinds.actions(state, value)
  if type(value) ~= "table" then
    return expected("a list of actions", value)
  end
  for i, action in ipairs(value) do
    local wrong = kinds.action(state, action)
    if wrong then
      return ("action %d: %s"):format(i, wrong)
    end
  end
end

function kinds.outcome(state, value)
  local outcomes = states.outcomes(state)
  if type(value) ~= "string" then
    return expected("an outcome", value)
  elseif outcomes and not wording.one_of(value, outcomes) then
    return ("%s has no outcome %s%s"):format(state:game(), errors.shown(value),
      errors.hint(value, outcomes))
  end
end

function kinds.end_or_none(state, value)
  if value == false then
    return nil
  elseif type(value) ~= "string" then
    return expected("an outcome, or false for a game that runs", value)
  end
  return kinds.outcome(state, value)
end

function kinds.goal(state, value)
  if type(value) == "string" then
    return kinds.outcome(state, value)
  end
  return type(value) ~= "function" and expected("an outcome or a function", value) or nil
end

function kinds.count(_, value)
  local fine = math.type(value) == "integer" and value >= 0
  return not fine and expected("a number of actions", value) or nil
end

function kinds.player(state, value)
  local players = states.players(state)
  local fine = math.type(value) == "integer" and value >= 1 and value <= players
  return not fine and expected(("a player, 1..%d"):format(players), value) or nil
end

local event_keys = { "becomes", "from", "kind", "to", "what" }

-- What is wrong with a field of an event.
local function wrong_field(key, value)
  if not wording.one_of(key, event_keys) then
    return ("unknown key %s%s"):format(errors.shown(key), errors.hint(key, event_keys))
  elseif key ~= "from" and key ~= "to" then
    return type(value) ~= "string" and ("%s: %s"):format(key, expected("a text", value)) or nil
  elseif type(value) ~= "table" or math.type(value[1]) ~= "integer"
    or math.type(value[2]) ~= "integer" or #value ~= 2 then
    return ("%s: %s"):format(key, expected("{ row, column }", value))
  end
end

function kinds.events(_, value)
  if type(value) ~= "table" then
    return expected("a list of events", value)
  end
  for i, event in ipairs(value) do
    if type(event) ~= "string" and type(event) ~= "table" then
      return ("entry %d: %s"):format(i, expected("a text or a table", event))
    end
    for _, key in ipairs(type(event) == "table" and wording.sorted(event) or {}) do
      local wrong = wrong_field(key, event[key])
      if wrong then
        return ("entry %d: %s"):format(i, wrong)
      end
    end
  end
end

-- The arguments of each claim: a name and its kind, which ends in "?" if it may be left out; and
-- whether it is one about several players that needs a goal or a score.
local arguments = {
  board = { { "picture", "picture" } },
  events = { { "action", "action" }, { "list", "events" } },
  forced = { { "action", "action" }, { "goal", "goal?" }, rivals = true },
  never = { { "predicate", "goal" } },
  optimal = { { "count", "count" }, { "goal", "goal?" } },
  outcome = { { "outcome", "end_or_none" } },
  plays = { { "actions", "actions" }, { "picture", "picture?" } },
  reachable = { { "predicate", "goal" } },
  refuses = { { "action", "action" }, { "why", "text?" } },
  solvable = { { "goal", "goal?" } },
  unique_solution = { { "goal", "goal?" } },
  unsolvable = { { "goal", "goal?" } },
  wins = { { "player", "player" }, { "goal", "goal?" }, rivals = true },
}

--- The names of all claims, sorted.
---@return string[]
function claims.names()
  return wording.sorted(arguments)
end

--- How many arguments a claim has behind the state, without its options.
---@param name string
---@return integer
function claims.arity(name)
  return #arguments[name]
end

--- What is wrong with the arguments of a claim; nil if nothing is.
---@param name string the claim
---@param state tessera.State
---@param ... any the arguments, without options
---@return string|nil
function claims.wrong(name, state, ...)
  local list = arguments[name]
  for i, argument in ipairs(list) do
    local value, kind = (select(i, ...)), argument[2]:gsub("%?$", "")
    local wrong = (value ~= nil or kind == argument[2]) and kinds[kind](state, value)
    if wrong then
      return ("%s: %s"):format(argument[1], wrong)
    end
  end
  local players = states.players(state)
  if list.rivals and players > 1 and (select(2, ...)) == nil
    and (players > 2 or not states.is_scored(state)) then
    return ("goal is missing: %s has %s, so an outcome must tell who wins"):format(state:game(),
      players > 2 and "more than two players" or "no score")
  end
end

for _, name in ipairs(claims.names()) do
  local holds = search_claims[name] or position_claims[name]
  claims[name] = function(state, ...)
    if not states.is_state(state) then
      errors.fail("%s: state: expected a state of a game, got %s", name, errors.shown(state))
    end
    local count, given = #arguments[name], { ... }
    local options = limits.check(name .. ": options", given[count + 1])
    local wrong = claims.wrong(name, state, ...)
    if wrong then
      errors.fail("%s: %s", name, wrong)
    end
    given[count + 1] = options
    return holds(state, table.unpack(given, 1, count + 1))
  end
end

-- ---- as a scenario ----

-- The claim as an entry of `expect`, and the actions that it plays itself.
local as_entry = {}

function as_entry.solvable(goal)
  if type(goal) == "function" then
    return { solvable = true, goal = goal }
  end
  return { solvable = goal or true }
end

function as_entry.unique_solution(goal)
  return { unique_solution = true, goal = goal }
end

function as_entry.unsolvable(goal)
  return { solvable = false, goal = goal }
end

function as_entry.optimal(count, goal)
  return { optimal = count, goal = goal }
end

function as_entry.forced(action, goal)
  return { forced = action, goal = goal }
end

function as_entry.wins(player, goal)
  return { wins = player, goal = goal }
end

function as_entry.board(picture)
  return { board = picture }
end

function as_entry.outcome(outcome)
  return { outcome = outcome }
end

function as_entry.refuses(action, why)
  return { refuses = { [action] = why or true } }
end

function as_entry.plays(actions, picture)
  return { refused = 0, board = picture }, actions
end

function as_entry.events(action, list)
  return { events = list }, { action }
end

function as_entry.reachable(predicate)
  return { reachable = predicate }
end

function as_entry.never(predicate)
  return { never = predicate }
end

--- The claim as the source of a scenario, for pasting. A function cannot be written: `predicate`
--- stands for it.
---@param name string the claim
---@param start tessera.State where the play begins
---@param played string[] the play that led to the position
---@param state tessera.State the position
---@param ... any the claim's arguments and options
---@return string
function claims.scenario(name, start, played, state, ...)
  local given = { ... }
  local options = given[#arguments[name] + 1] or {}
  if start:rows() * start:columns() > cells_max then
    return ("(a board with %d rows of %d is too large for one)"):format(start:rows(),
      start:columns())
  end
  if arguments[name][1][2] == "action" then
    given[1] = state:text(given[1])
  end
  local expect, more = as_entry[name](table.unpack(given, 1, #arguments[name]))
  for key, value in pairs(expect) do
    if type(value) == "function" then
      expect[key] = scenario_text.name "predicate" -- the pasted text must have the function
    end
  end
  if options.nodes or options.seconds or options.memory then
    expect.limits = { nodes = options.nodes, seconds = options.seconds, memory = options.memory }
  end
  local definition = scenario_text.start(start)
  definition.name = name:gsub("_", " ")
  definition.expect = expect
  definition.play = table.move(played, 1, #played, 1, {})
  table.move(more or {}, 1, #(more or {}), #played + 1, definition.play)
  definition.play = definition.play[1] and definition.play or nil
  return scenario_text.of(definition)
end

return claims
