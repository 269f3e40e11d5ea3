--- The searches of somebody who plays: a hint, a solution, the computer's move. An error of a rule
--- goes on to the caller.

local errors = require "tessera.base.errors"
local games = require "tessera.base.games"
local labels = require "tessera.base.labels"
local maps = require "tessera.base.maps"
local rng = require "tessera.rng"
local search = require "tessera.search"
local search_methods = require "tessera.base.search_methods"
local states = require "tessera.states"
local wording = require "tessera.base.wording"

local searches = {}

---@alias tessera.Watch fun(progress: tessera.search.Progress): boolean|nil true: stop

local solve_nodes, solve_memory, answer_nodes = 10000000, 1 << 30, 20000
local solve_small = 300000 -- positions in which a solution is the shortest
local dice = rng.new(os.time()) -- a script may have seeded math.random
local hint_nodes, hint_memory = 4000000, 1 << 28 -- two seconds end it sooner

-- Raises an error again that is no message of a search: one of a rule.
local function check(err)
  if type(err) ~= "string" or not err:find "search%.[%l_]+: " then
    error(err, 0)
  end
end

-- Why an action loses, of the first one of which that is known.
local function warning(state, losing)
  local one = losing[1]
  return one and ("; %s loses: %s"):format(labels.action(games.of(state), one.action), one.why)
    or ""
end

--- What to do next, in words.
---@param state tessera.State
---@param watch tessera.Watch
---@return string message
---@return string|nil action
function searches.hint(state, watch)
  local fine, action, info = pcall(search.hint, state, nil, { nodes = hint_nodes, seconds = 2,
    memory = hint_memory, progress = watch })
  if not fine then
    check(action)
    return "No hint: " .. errors.stripped(action)
  elseif not action then
    return "No hint: " .. info.why
  end
  return ("Hint: %s (%s)%s"):format(labels.action(games.of(state), action), info.why,
    warning(state, info.losing)), action
end

local words = { nodes = "Not solved: no solution found within %s",
  stopped = "Not solved: stopped after %s",
  memory = "Not solved: no solution found: the memory is used up after %s",
  done = "Not solved: there is no solution from here (proven with %s)" }

-- What there is to say of a game that is over.
local function over(state)
  local outcome, goal = state:outcome(), states.goal(state)
  return ((goal == nil or outcome == goal) and "Nothing is left to solve: this is the end (%s)"
    or "Not solved: the game is over (%s)"):format(outcome)
end

--- A list of actions to the goal, in a small level the shortest; or nil and why there is none, as a
--- sentence.
---@param state tessera.State
---@param watch tessera.Watch
---@param options? { nodes?: integer, memory?: integer } memory in bytes
---@return string[]|nil actions
---@return string|nil why
---@return tessera.search.Info|nil info nil if there was nothing to search
function searches.solve(state, watch, options)
  options = options or {}
  if state:outcome() then
    return nil, over(state)
  elseif states.players(state) > 1 then
    return nil, "Not solved: only a game for one player can be solved"
  elseif (maps.about(games.of(state)) or {}).views then
    return nil, "Not solved: a solution would tell what cannot be seen yet"
  end
  local traits = search.traits(state, { nodes = 2000, seconds = 0.5 })
  if traits.chance and search.traits(state, { nodes = 100000, seconds = 1 }).chance then
    return nil, "Not solved: with chance, no actions are sure to reach a goal"
  end
  local actions, info = search.solve(state, { progress = watch, small = solve_small,
    nodes = options.nodes or solve_nodes, memory = options.memory or solve_memory })
  local met = wording.count(info.positions or info.nodes, "position")
  return actions, not actions and (words[info.ended] or words.nodes):format(met)
    .. (info.why and ": " .. info.why or "") or nil, info
end

-- How many positions a computer looks at if that is not said; of several who choose at a time each
-- has a part.
local function nodes_of(state)
  return answer_nodes // math.max(states.players(state) - 1, 1)
end

--- The computer's move; nil if nobody can move.
---@param state tessera.State
---@param method "alpha-beta"|"best-reply"|"mcts"|"random"
---@param watch tessera.Watch
---@param nodes? integer
---@return string|nil action
function searches.answer(state, method, watch, nodes)
  local actions = state:actions()
  if method == "random" then
    return actions[1] and actions[dice:below(#actions) + 1]
  end
  local options = { method = method, nodes = nodes or nodes_of(state), progress = watch }
  if not search_methods.is_judged(state) then
    options.value = function()
      return 0
    end
  end
  return search.best(state, options)[1] or actions[1]
end

return searches
