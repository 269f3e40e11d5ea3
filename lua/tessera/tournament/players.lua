--- The players of a tournament: checks how a definition gives them, and seats them for one game.
--- A seat has these methods:
---
---     move(state)             the player's action in this state, as he sees it; or nil, the reason
---                             of his loss ("crash", "illegal", "time"), and a message
---     told(player, action)    an action was carried out
---     leave(text)             the game is over

local errors = require "tessera.base.errors"
local search = require "tessera.search"
local search_methods = require "tessera.base.search_methods"
local states = require "tessera.states"
local timed_call = require "tessera.tournament.timed_call"
local wording = require "tessera.base.wording"

local players = {}

local nodes_default = 10000

local function nothing() end

-- A seat whose move is all that there is to it.
local function seat(move)
  return { move = move, told = nothing, leave = nothing }
end

-- ---- searches ----

local function first_of(state, actions)
  return actions[1] or state:codes()[1]
end

-- A search with random numbers of its own for every move, unless it has a seed.
local function by_chance(state, options, random)
  local own = options.seed
  options.seed = own or random:next()
  local actions = search.best(state, options)
  options.seed = own
  return first_of(state, actions)
end

-- Searches by their names: the keys that a player may have, the options that follow from them, and
-- the search. `random` gives a player without a seed of his own another one for every move.
local searches = {
  ["alpha-beta"] = {
    keys = { "depth", "nodes", "range", "value" },
    options = function(given)
      local nodes = given.nodes or not given.depth and nodes_default or nil
      return { method = "alpha-beta", nodes = nodes, length = given.depth, range = given.range,
        value = given.value }
    end,
    run = function(state, options)
      return first_of(state, (search.best(state, options)))
    end,
  },
  best_move = {
    keys = { "nodes", "perfect", "select" },
    options = function(given)
      return { nodes = given.nodes or nodes_default, perfect = given.perfect,
        select = given.select }
    end,
    run = function(state, options)
      return (state:best_move(options))
    end,
  },
  ["best-reply"] = {
    keys = { "length", "nodes", "others", "seed", "value" },
    options = function(given)
      return { method = "best-reply", nodes = given.nodes or nodes_default, length = given.length,
        others = given.others, seed = given.seed, value = given.value }
    end,
    run = by_chance,
  },
  mcts = {
    keys = { "length", "nodes", "range", "seed", "value" },
    options = function(given)
      return { method = "mcts", nodes = given.nodes or nodes_default, length = given.length,
        range = given.range, seed = given.seed, value = given.value }
    end,
    run = by_chance,
  },
}
local names = wording.sorted(searches)

local function whole(place, given, name, min, max)
  if given[name] ~= nil then
    errors.whole(place .. ": " .. name, given[name], min, max)
  end
end

-- Checks a search by one run in the first state, with few nodes.
local function check_search(place, given, first)
  local known = searches[errors.type(place .. ": search", given.search, "string")]
  if not known then
    errors.fail("%s: there is no search %s%s", place, errors.shown(given.search),
      errors.hint(given.search, names))
  end
  local keys = table.move(known.keys, 1, #known.keys, 2, { "search" })
  errors.keys(place, given, keys)
  whole(place, given, "depth", 1, 400)
  whole(place, given, "length", 1, 10000)
  whole(place, given, "nodes", 1, 1000000000)
  whole(place, given, "seed", math.mininteger, math.maxinteger)
  if given.search == "best_move" and not states.method(first, "best_move") then
    errors.fail("%s: %s has no method best_move", place, first:game())
  elseif given.search ~= "best_move" and not given.value
    and not search_methods.is_judged(first) then
    errors.fail("%s: %s has no score: tell with `value` what a position is worth", place,
      first:game())
  end
  local options = known.options(given)
  local nodes = options.nodes
  options.nodes = 1
  local fine, why = pcall(known.run, first:clone(), options, { next = function() return 1 end })
  if not fine then
    local message = errors.stripped(errors.message(why)):gsub("^search%.[%l_]+: ", "")
    errors.fail("%s: %s", place, message)
  end
  options.nodes = nodes
  return function(random)
    return seat(function(_, state)
      return known.run(state, options, random)
    end)
  end
end

-- ---- functions and random players ----

local function random_seat(random)
  return seat(function(_, state)
    local codes = state:codes()
    return codes[random:below(#codes) + 1]
  end)
end

local function function_player(f, think)
  return function(random)
    return seat(function(_, state)
      return timed_call.ask(think, f, state, random)
    end)
  end
end

local function program_player(place, name, think)
  local external_players = require "tessera.study.external_players"
  if not external_players.is_allowed(name) then
    errors.fail("%s: a program is started only if the command line names it: --program %s=COMMAND",
      place, name)
  end
  return function(_, number, state)
    return external_players.seat(name, think, number, state)
  end
end

-- ---- all of them ----

--- Checks a player.
---@param place string the player in messages
---@param name string
---@param given any as the definition has it
---@param think number seconds for a move of a function or a program
---@param first tessera.State a first state of the game
---@return fun(random: tessera.Rng, number: integer, state: tessera.State): table seat him, as
---player `number` of a game that begins with `state`
function players.check(place, name, given, think, first)
  if type(given) == "function" then
    return function_player(given, think)
  elseif type(given) == "table" then
    local copy = {}
    for key, value in next, given do
      copy[key] = value
    end
    return check_search(place, copy, first)
  elseif given == "random" then
    return random_seat
  elseif given == "program" then
    return program_player(place, name, think)
  end
  errors.fail("%s: expected a function, a table such as { search = \"mcts\" }, \"random\" or"
    .. " \"program\", got %s%s", place, errors.shown(given), errors.guess(given, { "random",
      "program" }))
end

return players
