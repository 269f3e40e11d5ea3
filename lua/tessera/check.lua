--- Holds a game to its laws, and to properties of its author's, in random games. What fails is made
--- small: the fewest actions, the smallest board on which it still fails.
---
--- ```lua
--- local lamps = tessera.game {
---   name = "lamps",
---   legend = { ["."] = "dark", ["*"] = "lit" },
---   moves = { "switch <column>" },
---   rules = { { "switch <column>", "down [ dark ] -> [ lit ]" } },
--- }
--- print(#check.run(lamps.new "....."))  --> 0
---
--- tessera.property(lamps.new ".....", function(state, before)
---   return state.board:count "lit" == before.board:count "lit" + 1
--- end)
--- ```
---
--- The laws: each action is listed once, all listed actions are carried out, and no others; a
--- refused action leaves nothing behind; outcome, score, turn and view only read; a game that is
--- over lists no actions; saving and loading, undo and replay lead to the same states; equal
--- positions have an equal future, whatever the counters are; the same actions lead to the same
--- game, whatever was played before; images by the game's `symmetries` play alike; no rule raises
--- an error; each rule returns; and the game's `properties` hold.

local errors = require "tessera.base.errors"
local games = require "tessera.base.games"
local laws_of = require "tessera.check.laws"
local maps = require "tessera.base.maps"
local property_of = require "tessera.check.property"
local report = require "tessera.check.report"
local states = require "tessera.states"
local trial = require "tessera.check.trial"

---@class tessera.check
local check = {}

--- How much is played.
---@class tessera.check.RunOptions
---@field seed? integer of the random games; 1 by default
---@field games? integer how many, 1..1000000; 100 by default
---@field actions? integer how many a game has at most, 1..100000; 40 by default
---@field strict? boolean holds the engine to its own laws as well

local known = { "actions", "games", "seed", "strict" }

local function whole(what, value, least, most, default)
  if errors.type(what, value, "integer", "nil") and (value < least or value > most) then
    errors.fail("%s: expected %d..%d, got %d", what, least, most, value)
  end
  return value or default
end

local function options_of(name, options)
  options = errors.type(name .. ": options", options, "table", "nil") or {}
  errors.keys(name .. ": options", options, known)
  return { seed = whole(name .. ": seed", options.seed, -1 << 53, 1 << 53, 1),
    games = whole(name .. ": games", options.games, 1, 1000000, 100),
    actions = whole(name .. ": actions", options.actions, 1, 100000, 40),
    strict = errors.type(name .. ": strict", options.strict, "boolean", "nil") }
end

-- The game and the starts of what is checked: a state, states, or a game with a map of its own.
local function subject_of(name, what)
  local list = states.is_state(what) and { what } or what
  errors.type(name .. ": the first argument", list, "table")
  if states.is_game(what) then
    local about = maps.about(what)
    if not (about and about.has_map) then
      errors.fail("%s: the game has no map of its own: give a state, or a list of states", name)
    end
    list = { (what.new()) }
  end
  local subject = { starts = {} }
  for i, state in ipairs(list) do
    if not states.is_state(state) then
      errors.fail("%s: entry %d is no state of a game, but %s", name, i, errors.shown(state))
    elseif subject.module and subject.module ~= games.of(state) then
      errors.fail("%s: entry %d is a state of %s, and not of %s", name, i, state:game(),
        subject.name == state:game() and "the other game of this name" or subject.name)
    end
    subject.name, subject.module = state:game(), games.of(state)
    subject.starts[i] = report.start(state)
  end
  return subject.name and subject or errors.fail("%s: there is no state to begin with", name)
end

--- Plays random games from the given states and holds them to the laws.
---
--- Errors: the argument is neither a state, nor a list of states of one game, nor a game with a map
--- of its own; an unknown option, or one that is out of its range.
---
--- ```lua
--- local clumsy = tessera.game {
---   name = "clumsy",
---   legend = { ["."] = "dark", ["*"] = "lit" },
---   moves = { "switch <column>" },
---   apply = function(state, _, column)
---     state.board:set(1, column, "lit")
---   end,
---   actions = function(state, add)
---     for column = 1, state:columns() do
---       add("switch", column)
---     end
---   end,
--- }
--- local failures, info = check.run(clumsy.new ".....")
--- print(#failures, info.games)         --> 1 100
--- print(failures[1]:match "[^\n]*")    --> what is listed is carried out
--- ```
---@param what tessera.State|tessera.State[]|tessera.Game
---@param options? tessera.check.RunOptions
---@return string[] failures a text for each law that is broken, with the smallest example that was
---found, as a scenario
---@return { games: integer, positions: integer } info how much was played
function check.run(what, options)
  options = options_of("check.run", options)
  local subject = subject_of("check.run", what)
  subject.laws = laws_of(maps.about(subject.module), options.strict)
  local failures, info = trial.run(subject, options)
  local texts = {}
  for i, failure in ipairs(failures) do
    texts[i] = report.text(subject, failure, options)
  end
  return texts, info
end

--- Plays random games from the given states, and raises an error if the property does not hold
--- after some action; the error shows the smallest example that was found. For busted specs.
---
--- Errors: the property does not hold, or raises an error; and those of `check.run`.
---
--- ```lua
--- local fine, wrong = pcall(tessera.property, samegame.new "1122/2211", function(state)
---   return state:score() < 4
--- end)
--- print(wrong:match "after [^\n]*")  --> after '1 1' it does not hold
--- ```
---@param what tessera.State|tessera.State[]|tessera.Game
---@param holds tessera.Property
---@param options? tessera.check.RunOptions
function check.property(what, holds, options)
  options = options_of("property", options)
  local subject = subject_of("property", what)
  local law = property_of("the property holds", errors.type("property: the second argument", holds,
    "function"))
  subject.laws = { law }
  for _, failure in ipairs((trial.run(subject, options))) do
    if failure.law == law or failure.law == trial.no_error then
      errors.fail("%s", report.text(subject, failure, options))
    end
  end
end

return errors.module("check", check)
