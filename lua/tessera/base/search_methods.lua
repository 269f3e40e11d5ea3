--- The methods of `search.best` and `search.shortest`: which one suits a game, and what is asked
--- for.

local core = require "tessera.search_core"
local errors = require "tessera.base.errors"
local games = require "tessera.base.games"
local limits = require "tessera.base.search_limits"
local maps = require "tessera.base.maps"
local states = require "tessera.states"
local symmetry = require "tessera.base.symmetry"
local wording = require "tessera.base.wording"

local search_methods = {}

local names = { "alpha-beta", "beam", "best-reply", "expectimax", "mcts", "nrpa", "own",
  "proof-number" }
local others = { "greedy", "random" }
local steps_ahead = 20 -- of players who act together, if it is not said
local shortest = { "a-star", "bidirectional", "breadth-first", "ida-star" }
local score_max = 1000000000000000

-- Checks the option `method`.
local function check(method, allowed)
  if method ~= nil and not wording.one_of(method, allowed) then
    errors.fail("search: there is no method %s%s", errors.shown(method), errors.hint(method,
      allowed))
  end
end

--- Checks what the method bidirectional takes: goals, and nothing of what other methods take.
---@param state tessera.State
---@param goal any
---@param options tessera.search.ShortestOptions
function search_methods.check_bidirectional(state, goal, options)
  if not options.goals then
    errors.fail "search: bidirectional needs `goals`, a list of states"
  end
  for _, name in ipairs { "heuristic", "symmetric" } do
    if options[name] then
      errors.fail("search: bidirectional takes no `%s`", name)
    end
  end
  for i, one in ipairs(errors.list("search: goals", options.goals)) do
    if not states.is_state(one) then
      errors.fail("search: goals: goal %d must be a state of a game, not %s", i, errors.shown(one))
    end
  end
  local about = maps.about(games.of(state))
  if not options.goals[1] then
    errors.fail "search: goals: there is none"
  elseif goal ~= nil then
    errors.fail "search: bidirectional takes `goals` in place of a goal"
  elseif not (about and about.reverse[1]) then
    errors.fail("search: bidirectional: %s has no function `reverse`", state:game())
  end
end

--- The method of `search.shortest`.
---@param options tessera.search.ShortestOptions
---@return string method
function search_methods.shortest(options)
  local method, informed = options.method, options.heuristic ~= nil
  check(method, shortest)
  if options.goals and method ~= "bidirectional" then
    errors.fail "search: `goals` are for the method bidirectional"
  end
  if method == "a-star" and not informed then
    errors.fail "search: a-star needs a `heuristic`"
  elseif method == "breadth-first" and informed then
    errors.fail "search: breadth-first takes no `heuristic`"
  end
  return method or informed and "a-star" or "breadth-first"
end

--- Whether a goal is the game's own, of which its rules say more than an outcome does.
---@param state tessera.State
---@param goal any
---@return boolean
function search_methods.is_own_goal(state, goal)
  return goal == nil or goal == states.goal(state)
end

--- Checks that a game has a heuristic of its own for a goal, if that is asked for.
---@param state tessera.State
---@param goal any
---@param options tessera.search.ShortestOptions
function search_methods.heuristic(state, goal, options)
  if options.heuristic ~= "own" then
    return
  elseif not core.estimate(state) then
    errors.fail("search: %s has no heuristic of its own", state:game())
  elseif not search_methods.is_own_goal(state, goal) then
    errors.fail("search: the heuristic of %s is for its own goal, %s", state:game(),
      errors.shown(states.goal(state)))
  end
end

--- The names of the counters of a state's game that are single numbers.
---@param state tessera.State
---@return string[]
function search_methods.counters(state)
  local about, counters = maps.about(games.of(state)), {}
  for _, counter in ipairs(about and about.counters or {}) do
    counters[#counters + 1] = wording.one_of(counter, about.numbers) and counter or nil
  end
  return counters
end

--- What is wrong with the name of a counter; nil if its game has it.
---@param state tessera.State
---@param name string
---@return string|nil
function search_methods.wrong_counter(state, name)
  local counters = search_methods.counters(state)
  return not wording.one_of(name, counters) and ("%s has no counter %s%s"):format(state:game(),
    errors.shown(name), counters[1] and errors.hint(name, counters) or " (it has none)") or nil
end

--- The images by which positions are merged, if that is asked for.
---@param state tessera.State
---@param options tessera.search.SymmetricOptions
---@return table[]|nil
function search_methods.images(state, options)
  local images = options.symmetric and symmetry.images(games.of(state), state)
  if options.symmetric and not images then
    errors.fail("search: symmetric: %s declares no symmetries", state:game())
  end
  return images or nil
end

--- The least and the most score of the option `range`, or nothing.
---@param range integer[]|nil
---@return integer|nil least
---@return integer|nil most
function search_methods.range(range)
  if not range then
    return nil, nil
  end
  local least, most = math.tointeger(range[1]), math.tointeger(range[2])
  if not least or not most or least >= most or least < -score_max or most > score_max then
    errors.fail("search: range must be the least and the most score, two integers of %d..%d",
      -score_max, score_max)
  end
  return least, most
end

--- The `best` that the state's own game has, if that is the method that is asked for.
---@param state tessera.State
---@param options tessera.search.BestOptions
---@return function|nil best
function search_methods.own(state, options)
  local method = options.method
  local own = not options.value and states.method(state, "best")
  check(method, names)
  if method == "own" and options.value then
    errors.fail "search: the method own looks for the score, not for a `value`"
  elseif method == "own" and not own then
    errors.fail("search: %s has no method `best` of its own", state:game())
  end
  return (method == nil or method == "own") and own or nil
end

--- Whether the players of a state's game act together.
---@param state tessera.State
---@return boolean
function search_methods.is_together(state)
  local about = maps.about(games.of(state))
  return about ~= nil and about.together == true
end

--- The method for players who act together, and what the options say of it.
---@param state tessera.State
---@param options tessera.search.BestOptions
---@return string method
function search_methods.together(state, options)
  local method = options.method or "mcts"
  if method ~= "mcts" and method ~= "best-reply" then
    errors.fail("search: players act together in %s, so %s would see what the others have chosen:"
      .. " say mcts or best-reply", state:game(), method)
  elseif options.others ~= nil and method ~= "best-reply" then
    errors.fail "search: `others` is for the method best-reply"
  elseif options.range then
    errors.fail "search: `range` is for two players who take turns"
  elseif type(options.others) ~= "function" and options.others ~= nil
    and not wording.one_of(options.others, others) then
    errors.fail("search: others: expected \"random\", \"greedy\" or a function, got %s%s",
      errors.shown(options.others), errors.guess(options.others, others))
  end
  options.length = options.length or steps_ahead
  return method
end

--- Whether a game is known to have no outcome.
---@param state tessera.State
---@return boolean
function search_methods.is_endless(state)
  local outcomes = states.outcomes(state)
  return outcomes ~= nil and outcomes[1] == nil
end

--- Whether something tells good ends from bad ones: a score, or an outcome of players who act
--- together.
---@param state tessera.State
---@return boolean
function search_methods.is_judged(state)
  return states.is_scored(state)
    or search_methods.is_together(state) and states.outcomes(state) ~= nil
end

--- The method that is asked for, if it suits the game, or the one that does.
---@param options tessera.search.BestOptions
---@param traits tessera.search.Traits
---@param seen tessera.search.Info of the search for the traits
---@return string method
function search_methods.choose(options, traits, seen)
  local players, chance = traits.players, traits.chance
  local method = options.method or (chance or players > 2) and "mcts"
    or players == 2 and "alpha-beta" or "nrpa"
  local duel = method == "alpha-beta" or method == "proof-number"
  if method == "best-reply" or options.others ~= nil then
    errors.fail("search: %s is for players who act together", method == "best-reply" and method
      or "`others`")
  end
  if duel and (players ~= 2 or chance and seen.ended == "done") then
    errors.fail("search: %s is for two players without chance", method)
  elseif not duel and method ~= "mcts" and players ~= 1 then
    errors.fail("search: %s is for one player", method)
  end
  return method
end

--- Checks that several threads, if they are asked for, can search so.
---@param state tessera.State
---@param options tessera.search.BestOptions
---@param method string|nil if it is known
function search_methods.threads(state, options, method)
  local parallel, scored = core.parallel(state)
  if options.threads == 1 then
    return
  elseif not parallel then
    errors.fail("search: threads are for rules in C or pictures, not for %s", state:game())
  elseif options.value or type(options.others) == "function" then
    errors.fail("search: threads cannot call %s", options.value and "a `value`" or "`others`")
  elseif not scored then
    errors.fail("search: threads cannot call the function `score` of %s", state:game())
  elseif method and method ~= "mcts" and method ~= "nrpa" and method ~= "best-reply" then
    errors.fail("search: threads are for the methods mcts, best-reply, nrpa and own, not for %s",
      method)
  end
end

--- Checks that several threads, if they are asked for, can search breadth first.
---@param state tessera.State
---@param options tessera.search.WalkOptions
---@param method? string
function search_methods.threads_of_breadth(state, options, method)
  if options.threads == 1 then
    return
  elseif not core.parallel(state) then
    errors.fail("search: threads are for rules in C or pictures, not for %s", state:game())
  elseif options.symmetric then
    errors.fail "search: threads do not merge symmetric positions"
  elseif method and method ~= "breadth-first" then
    errors.fail("search: threads are for the method breadth-first, not for %s", method)
  end
end

--- The goal of a search, by default the game's. One that is an outcome must be one of the game's,
--- where these are known.
---@param state tessera.State
---@param goal any
---@return string|function|nil
function search_methods.goal(state, goal)
  if type(goal) == "table" then
    errors.fail("search: goal: expected a value of type string or function, got a table"
      .. " (options stand behind the goal, which may be nil)")
  end
  errors.type("search: goal", goal, "string", "function", "nil")
  if goal == nil and search_methods.is_endless(state) then
    errors.fail("search: %s has no outcome: expected a goal", state:game())
  elseif goal == nil then
    return states.goal(state)
  end
  local outcomes = type(goal) == "string" and states.outcomes(state)
  if outcomes and not wording.one_of(goal, outcomes) then
    errors.fail("search: %s has no outcome %s%s", state:game(), errors.shown(goal),
      errors.hint(goal, outcomes))
  end
  return goal
end

--- Why the game's own goal cannot be reached, in a sentence; nil if so few positions do not tell.
---@param state tessera.State
---@param nodes integer positions to expand at most
---@return string|nil
function search_methods.why_lost(state, nodes)
  local _, info = core.solve(state, limits.full { nodes = nodes }, search_methods.goal(state), nil,
    true)
  return info.proven == "unsolvable" and not info.chance and info.why or nil
end

return search_methods
