--- Tournaments: every player of a game of two, or of one whose players act together, meets every
--- other one, from both sides, over many openings. `tessera.tournament { ... }` checks a definition
--- and returns a study whose points are games: `run.lua study FILE.lua` plays them.
---
--- Errors: a key that is missing, unknown or has a wrong value; a game that is not for two players,
--- unless its players act together.
---
--- ```lua
--- local cup = tessera.tournament {
---   name = "who is better at Domineering",
---   game = "horizontally",
---   options = { fields = 2, rows = 4, columns = 4 },
---   opening = 2,
---   players = {
---     first = function(state)
---       return state:actions()[1]
---     end,
---     random = "random",
---     mcts = { search = "mcts", nodes = 100 },
---   },
---   seeds = 5,
--- }
--- print(tessera.study.is(cup))  --> true
--- ```

local definitions = require "tessera.study.definitions"
local errors = require "tessera.base.errors"
local games = require "tessera.base.games"
local labels = require "tessera.base.labels"
local maps = require "tessera.base.maps"
local match = require "tessera.tournament.match"
local players = require "tessera.tournament.players"
local sides = require "tessera.tournament.sides"
local states = require "tessera.states"
local wording = require "tessera.base.wording"

---@class tessera.tournament
---@overload fun(definition: tessera.TournamentDefinition): tessera.Study
local tournament = {}

--- The definition of a tournament.
---
--- A player is one of these:
---
--- - `function(state, random)`: returns an action, as its text or its code. The state is a copy,
---   as the player may see it; `random` has the method `below(n)`.
--- - `{ search = "alpha-beta", depth = 4 }`: the search of that name, as in `search.best`, for
---   every move. "alpha-beta" takes `depth`, `nodes`, `value` and `range`; "mcts" takes `length`,
---   `nodes`, `seed`, `value` and `range`; "best-reply", where players act together, the same with
---   `others` in place of `range`; "best_move", for Horizontally, takes `nodes`, `perfect` and
---   `select`. Without `depth` and `nodes` it expands 10,000 positions for a move.
--- - `"random"`: any action.
--- - `"program"`: a program that the command line names, `--program NAME=COMMAND`.
---
--- Where the players act together the seats of a game are shared: `first` has those of odd numbers,
--- `second` those of even ones. The one whose seats have the greater mean of rewards, or of scores,
--- has won. What is chosen in a step is told when all have chosen.
---@class tessera.TournamentDefinition
---@field name string
---@field game string|tessera.Game "horizontally", or a game from tessera.game; for two
---players, or for any number of those who act together
---@field map? string the first argument of the game's `new`
---@field options? table the second one
---@field start? fun(seed: integer): tessera.State makes the first state; instead of `map` and
---`options`
---@field players table<string, function|table|string> two at least, by their names
---@field seeds? integer|integer[] the openings: how many, or their seeds; 10 by default. Each is
---played from both sides by every two players
---@field opening? integer random actions at the start, 0..1000; 0 by default; of players who act
---together so many of each
---@field max_actions? integer a longer game is a draw; 1..100000, 1000 by default. Of players who
---act together so many of all: then it ends after the step, and the means decide
---@field winner? fun(state: tessera.State): integer who has won at the end: 1, 2, or 0 for a draw;
---the one with the greater score by default
---@field think? number seconds that a function (of CPU time) or a program (on the clock) has for
---a move, 0.001..3600; 10 by default
---@field report? table[] as in a study; ratings and a cross table by default
---@field seconds? integer of CPU time for one game, as in a study; 600 by default. At that
---limit the player to move has lost
---@field memory? integer megabytes for one game, as in a study

local known = { "game", "map", "max_actions", "memory", "name", "opening", "options", "players",
  "report", "seconds", "seeds", "start", "think", "winner" }
local players_max, seeds_max, game_seconds = 100, 1000000, 600

-- The function that makes the first state for a seed.
local function starter(definition, game)
  local map = errors.type("tournament: map", definition.map, "string", "nil")
  local options = errors.type("tournament: options", definition.options, "table", "nil")
  local start = errors.type("tournament: start", definition.start, "function", "nil")
  if start and (map or options) then
    errors.fail "tournament: start makes the first state: leave out map and options"
  elseif start then
    return function(seed)
      local state = start(seed)
      if not states.is_state(state) then
        errors.fail("tournament: start: expected a state of a game, got %s", errors.shown(state))
      end
      return state
    end
  end
  local fine, first = pcall(game.new, map, options)
  if not fine then
    errors.fail("tournament: %s", errors.stripped(errors.message(first)))
  end
  return function()
    return first
  end
end

local function fail_for_players(name, count)
  errors.fail("tournament: a tournament is for two players; %s has %d", name, count)
end

-- Refuses a game for one player before a map is asked for, if the game can tell.
local function check_game(game)
  local about = maps.about(game)
  if about and about.players == 1 then
    fail_for_players(about.name, 1)
  end
end

local function check_first(first, together)
  local count = states.players(first)
  if count ~= 2 and not together then
    fail_for_players(first:game(), count)
  elseif first:outcome() then
    errors.fail("tournament: the game is over before it begins (%s)", first:outcome())
  end
end

-- The seeds: a list, or 1..n.
local function check_seeds(given)
  if given == nil or math.type(given) then
    local list, count = {}, given or 10
    for i = 1, errors.whole("tournament: seeds", count, 1, seeds_max) do
      list[i] = i
    end
    return list
  end
  local seen, list = {}, {}
  for i, seed in ipairs(errors.list("tournament: seeds", errors.type("tournament: seeds", given,
    "integer", "table"))) do
    list[i] = errors.type("tournament: seeds: entry " .. i, seed, "integer")
    if seen[seed] then
      errors.fail("tournament: seeds: %d is there twice", seed)
    end
    seen[seed] = true
  end
  if not list[1] or list[seeds_max + 1] then
    errors.fail("tournament: seeds: expected 1..%d of them, got %d", seeds_max, #list)
  end
  return list
end

local function check_players(given, think, first)
  local made, programs = {}, {}
  local names = wording.sorted(errors.type("tournament: players", given, "table"))
  for _, name in ipairs(names) do
    errors.name("tournament: players", name)
    if name == "draw" then
      errors.fail "tournament: players: 'draw' is what a game without a winner says"
    end
    made[name] = players.check("tournament: player " .. name, name, given[name], think, first)
    programs[#programs + 1] = given[name] == "program" and name or nil
  end
  if #names < 2 or #names > players_max then
    errors.fail("tournament: players: expected 2..%d of them, got %d", players_max, #names)
  end
  require("tessera.study.external_players").check(programs)
  return made, names
end

local function check_think(think)
  errors.type("tournament: think", think, "number", "nil")
  if think and not (think >= 0.001 and think <= 3600) then
    errors.fail("tournament: think must be a number of 0.001..3600, not %s", think)
  end
  return think or 10
end

-- Who has won: the greater score, or what the function says.
local function winner_of(given, first, both)
  errors.type("tournament: winner", given, "function", "nil")
  if not given and not states.is_scored(first) then
    errors.fail("tournament: %s has no score: tell with `winner` who has won", first:game())
  elseif not given and both then
    return both.winner
  elseif not given then
    return function(state)
      local one, other = state:score(1), state:score(2)
      return one > other and 1 or one < other and 2 or 0
    end
  end
  return function(state)
    return sides.checked(given(state), states.players(state))
  end
end

-- Every two players, from both sides, with each of the seeds.
local function pairings(names, seeds)
  return function(add)
    for i = 1, #names do
      for j = i + 1, #names do
        for _, seed in ipairs(seeds) do
          add { first = names[i], second = names[j], seed = seed }
          add { first = names[j], second = names[i], seed = seed }
        end
      end
    end
  end
end

-- An entry of a report; ratings are told what the first player is called.
local function with_first(entry, name)
  if type(entry) ~= "table" or rawget(entry, "kind") ~= "ratings"
    or rawget(entry, "first") ~= nil then
    return entry
  end
  local copy = { first = name }
  for key, value in next, entry do
    copy[key] = value
  end
  return copy
end

local function report_of(given, game, both)
  local names = not both and labels.players(game)
  local report = given or { { kind = "ratings" }, { kind = "cross" } }
  if not given and both and both.scored then
    report[3] = { title = "What the seats of each had", by = { "first", "second" },
      mean = { "mean_first", "mean_second" } }
  end
  if not names or type(report) ~= "table" then
    return report
  elseif rawget(report, "kind") then
    return with_first(report, names[1])
  end
  local list = {}
  for key, entry in next, report do
    list[key] = with_first(entry, names[1])
  end
  return list
end

local function define(_, given)
  local definition = {}
  for key, value in next, errors.type("tournament", given, "table") do
    definition[key] = value
  end
  errors.keys("tournament", definition, known)
  errors.type("tournament: name", definition.name, "string")
  local seeds = check_seeds(definition.seeds)
  local game = games.given("tournament", definition.game)
  check_game(game)
  local start = starter(definition, game)
  local first = start(seeds[1])
  local both = sides.of(game, first)
  check_first(first, both ~= nil)
  local seats, names = check_players(definition.players, check_think(definition.think), first)
  local about = { game = game, start = start, players = seats, sides = both,
    winner = winner_of(definition.winner, first, both),
    opening = errors.whole("tournament: opening", definition.opening or 0, 0, 1000)
      * (both and both.players or 1),
    max_actions = errors.whole("tournament: max_actions", definition.max_actions or 1000, 1,
      100000) }
  return definitions.new({
    name = definition.name,
    points = pairings(names, seeds),
    run = function(point, random)
      return match.play(about, point, random, definitions.note)
    end,
    report = report_of(definition.report, game, both),
    seconds = definition.seconds,
    memory = definition.memory,
  }, game_seconds)
end

return setmetatable(tournament, { __call = define })
