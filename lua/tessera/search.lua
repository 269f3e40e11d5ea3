--- Searches over any game, those written in Lua included. They play on copies; the state
--- that is given stays as it is. Where a game has chance, the copies get other seeds, so that
--- no search sees the dice that will fall: lists of actions then hold for the search's own
--- dice, and only `best` looks at several throws.
---
--- Every search takes a table of options, in which limits may stand (tessera.SearchLimits), and
--- answers what it found and an info (tessera.SearchInfo): how it ended, how far it came, and
--- what else it found. With a limit in nodes alone, the same question has the same answer.
---
---     local actions, info = search.shortest(state, nil, { seconds = 10 })
---     print(info.ended, info.nodes) --> done 1234
---
--- A goal is an outcome, or a function that is true for the positions to be reached; without
--- one it is the outcome that the game is played for or, if it has none, any end.
---
--- A wrong argument, an option that there is not, or one out of its range is an error at the
--- caller's line. What a function of the caller's raises (a goal, a heuristic, a value, the
--- progress, a rule) ends the search and is raised again.

local core = require "tessera.search_core"
local hint = require "tessera.base.hint"
local limits = require "tessera.base.limits"
local states = require "tessera.states"
local usage = require "tessera.base.usage"

---@class tessera.SearchProgress
---@field nodes integer positions entered so far
---@field depth integer actions from the state, as deep as all was looked at
---@field memory integer bytes in use
---@field best integer the best score so far; 0 in searches that are for no score

---@class tessera.SearchLimits
---@field nodes? integer positions to enter at most, from 0; 10,000,000 by default
---@field seconds? number of CPU time at most, 0..1e9; no limit by default
---@field memory? integer bytes at most, 0..2^46; 2^30 by default
---@field progress? fun(progress: tessera.SearchProgress): boolean|nil called every 4096
---nodes, or every tenth of a second where these take longer; if it returns true, the search ends
---as "stopped". An error that it raises ends the search and is raised again

---@class tessera.SearchInfo how a search ended, and how far it came
---@field ended "done"|"nodes"|"seconds"|"memory"|"stopped" "done", or the limit that was reached
---@field nodes integer positions entered
---@field depth integer actions from the state, as deep as all was looked at
---@field memory integer bytes in use at the end

---@class tessera.Traits
---@field players integer how many players the game has
---@field chance boolean whether there is chance in what follows the state

---@class tessera.ShortestOptions: tessera.SearchLimits
---@field heuristic? fun(state: tessera.State): integer how many actions are left at least

---@class tessera.AllShortestOptions: tessera.SearchLimits
---@field most? integer lists to give at most, 1..1000000; 1000 by default

---@class tessera.AllShortestInfo: tessera.SearchInfo
---@field count integer how many lists there are in all, at most 10^15
---@field saturated boolean whether there are more than are counted

---@class tessera.BestOptions: tessera.SearchLimits
---@field method? "alpha-beta"|"beam"|"expectimax"|"mcts"|"nrpa"|"own"
---@field value? fun(state: tessera.State): integer what a position promises player 1; his score by
---default, of two players less the other one's
---@field seed? integer of the search's random numbers; 1 by default
---@field width? integer beam: positions of a depth that are followed; expectimax: throws of the
---dice; 1..10000000, 100 by default
---@field level? integer nrpa: how deep searches are nested, 1..5; 3 by default
---@field length? integer the most actions of a line, 1..10000; 1000 by default
---@field depth? integer expectimax: actions ahead, 1..8; 2 by default
---@field range? integer[] the least and the most that each of two players can score at the end,
---{ -1, 1 }; by default what the game says (`score_range`), or else nothing is known. A result at
---the end of the range is a win, and nothing better is looked for

---@class tessera.BestInfo: tessera.SearchInfo
---@field score integer nrpa, beam, own: at the end of the actions (with chance: as it was in
---the search); expectimax: what is expected at its depth; mcts: the mean of its games or, if it is
---exact, at the end; alpha-beta: at the end, if it is exact. Of two players player 1's less player
---2's
---@field exact boolean whether it is proven: by alpha-beta the score, by mcts who wins (without a
---range of the scores more might be won)
---@field method string the one that was used

---@class tessera.SearchReport
---@field solvable? boolean whether the goal can be reached
---@field length? integer actions of a shortest solution
---@field solutions? integer how many solutions have that length, at most 10^15
---@field saturated? true there are more solutions than are counted
---@field positions? integer how many positions can be reached
---@field branching? number the mean number of actions of positions that have some
---@field dead_ends? number the share of positions from which the goal cannot be reached, 0..1

---@class tessera.HintInfo: tessera.SearchInfo of all the searches that it took together
---@field why string what the action is, or why there is none, in words

---@class tessera.search
local search = {}

local methods = { "alpha-beta", "beam", "expectimax", "mcts", "nrpa", "own" }
local score_max = 1000000000000000

-- Checks the state and the options, whose names are those of the limits and the given ones.
local function check(state, options, ...)
  if not states.is_state(state) then
    usage.fail("search: the state must be a state of a game, not %s", usage.shown(state))
  end
  return limits.check("search", options, ...)
end

-- Calls a function of tessera.search_core with the state, the limits, and what else it takes.
local function run(name, state, options, ...)
  local nodes, seconds, memory, progress = limits.values(options)
  return core[name](state, nodes, seconds, memory, progress, ...)
end

-- The goal, by default the game's. One that is an outcome must be one of the game's, where these
-- are known.
local function check_goal(state, goal)
  usage.type("search: goal", goal, "string", "function", "nil")
  if goal == nil then
    return states.goal(state)
  end
  local outcomes = type(goal) == "string" and states.outcomes(state)
  if outcomes and not usage.one_of(goal, outcomes) then
    usage.fail("search: %s has no outcome %s%s", state:game(), usage.shown(goal),
      usage.hint(goal, outcomes))
  end
  return goal
end

--- How many players the game has, and whether there is chance in what follows the state, as
--- far as some random games show.
---@param state tessera.State
---@param options? tessera.SearchLimits
---@return tessera.Traits traits at a limit `chance` is true if there may be some
---@return tessera.SearchInfo info
function search.traits(state, options)
  return run("traits", state, check(state, options))
end

--- Counts positions breadth first: how many different ones are first reached after 0, 1, 2
--- ... actions. A signature of the rules for a spec: a changed rule changes the counts.
---@param state tessera.State
---@param depth integer how many actions, 0..1000000
---@param options? tessera.SearchLimits
---@return integer[] counts the first one, of depth 0, is 1; at a limit only those of depths that
---were counted completely
---@return tessera.SearchInfo info
function search.walk(state, depth, options)
  options = check(state, options)
  return run("walk", state, options, limits.whole("search", "depth", depth, 0, 1000000))
end

--- The shortest list of actions to a goal. With a `heuristic` the search is A*; without, it is
--- breadth first. A heuristic that promises too much may lead to
--- a longer list. An action of the list may be one that the rules ignore, but that lets time
--- pass. In a game of several players all of them help to reach the goal: `hint` plans against
--- the others.
---@param state tessera.State
---@param goal? string|fun(state: tessera.State): boolean the game's by default
---@param options? tessera.ShortestOptions
---@return string[]|nil actions nil if none was found; if info.ended is "done", that is the proof
---that there are none
---@return tessera.SearchInfo info
function search.shortest(state, goal, options)
  options = check(state, options, "heuristic")
  return run("shortest", state, options, check_goal(state, goal), options.heuristic)
end

--- All lists of actions to a goal that are as short as can be, in the order of the actions.
--- In a game of several players all of them help.
---@param state tessera.State
---@param goal? string|fun(state: tessera.State): boolean the game's by default
---@param options? tessera.AllShortestOptions
---@return string[][] lists none, if info.ended is "done", is the proof that there are none
---@return tessera.AllShortestInfo info
function search.all_shortest(state, goal, options)
  options = check(state, options, "most")
  return run("all_shortest", state, options, check_goal(state, goal), options.most)
end

-- The least and the most score of `range`, or nothing.
local function range_of(range)
  if not range then
    return nil, nil
  end
  local least, most = math.tointeger(range[1]), math.tointeger(range[2])
  if not least or not most or least >= most or least < -score_max or most > score_max then
    usage.fail("search: range must be the least and the most score, two integers of %d..%d",
      -score_max, score_max)
  end
  return least, most
end

-- The `best` that the state's own game has, if that is the method that is asked for.
local function own_best(state, options)
  local method = options.method
  local own = not options.value and states.method(state, "best")
  if method ~= nil and not usage.one_of(method, methods) then
    usage.fail("search: there is no method %s%s", usage.shown(method), usage.hint(method, methods))
  elseif method == "own" and options.value then
    usage.fail "search: the method own looks for the score, not for a `value`"
  elseif method == "own" and not own then
    usage.fail("search: %s has no method `best` of its own", state:game())
  end
  return (method == nil or method == "own") and own or nil
end

-- The method of `best`: the one that is asked for, if it suits the game, or the one that does.
local function method_of(options, traits, seen)
  local players, chance = traits.players, traits.chance
  local method = options.method or (chance or players > 2) and "mcts"
    or players == 2 and "alpha-beta" or "nrpa"
  if method == "alpha-beta" and (players ~= 2 or chance and seen.ended == "done") then
    usage.fail "search: alpha-beta is for two players without chance"
  elseif method ~= "alpha-beta" and method ~= "mcts" and players ~= 1 then
    usage.fail("search: %s is for one player", method)
  end
  return method
end

--- Looks for the best score of player 1; with two players, for the best score against the
--- other one. `method` is
---   "nrpa"        nested rollout policy adaptation, `level` deep (default for one player)
---   "beam"        the best `width` positions of each depth are followed
---   "mcts"        Monte-Carlo tree search (default where there is chance); for two players
---                 without chance it may prove who wins
---   "expectimax"  the mean over `width` throws of the dice, `depth` actions ahead
---   "alpha-beta"  for two players without chance (their default); may prove the score
---   "own"         the method `best` of the state, which knows its game (default where there is
---                 one, and no `value` is given); of the options it takes the limits and the seed
--- Of equally good actions alpha-beta takes any. A game without a score needs a `value`.
---@param state tessera.State
---@param options? tessera.BestOptions
---@return string[] actions with chance only the first is sure to be possible
---@return tessera.BestInfo info
function search.best(state, options)
  options = check(state, options, "depth", "length", "level", "method", "range", "seed", "value",
    "width")
  local least, most = range_of(options.range)
  local own, start, method = own_best(state, options), os.clock(), options.method
  if own then
    return own(state, { nodes = options.nodes, seconds = options.seconds,
      memory = options.memory, progress = options.progress, seed = options.seed })
  end
  -- For these methods chance makes no difference.
  local unasked = method and method ~= "alpha-beta" and method ~= "mcts"
  local traits, seen = search.traits(state, { nodes = unasked and 0 or options.nodes,
    seconds = options.seconds and options.seconds / 4, memory = options.memory,
    progress = options.progress })
  options = limits.rest(options, start, 0)
  method = method_of(options, traits, seen)
  if not options.value and not states.is_scored(state) then
    usage.fail("search: %s has no score: tell with `value` what a position is worth", state:game())
  end
  if seen.ended == "stopped" then
    options.nodes = 0
  end
  local actions, info = run("best", state, options, options.value, method, options.seed,
    options.width, options.level, options.length, options.depth, least, most, not traits.chance)
  info.method = method
  info.ended = seen.ended == "stopped" and "stopped" or info.ended
  return actions, info
end

--- What a person could do next: the first action of the shortest list to the goal, if it is found
--- within half of the limits, or else of the best line, as `search.best` finds it. The goal is
--- the game's if none is given; if that one cannot be reached any more, the best line counts if
--- it gains something. Without any goal it is the best line.
---
--- In a game of several players the goal is only looked for if it is given, and against the
--- others: an action that forces it, or else the first one of the best line. What it is, and
--- which limit cut it short, is said in the words.
---
--- Without `nodes` and `seconds` it takes 200,000 nodes and 2 seconds of CPU time at most.
---@param state tessera.State
---@param goal? string|fun(state: tessera.State): boolean the game's by default
---@param options? tessera.SearchLimits
---@return string|nil action nil if nothing can be done, or the goal cannot be reached
---@return tessera.HintInfo info
function search.hint(state, goal, options)
  options = check(state, options)
  if not (options.nodes or options.seconds) then
    options.nodes, options.seconds = 200000, 2
  end
  local wanted = check_goal(state, goal)
  local action, why, info
  if state:outcome() then
    why = ("the game is over (%s)"):format(state:outcome())
  else
    action, why, info = hint(search, state, wanted, goal ~= nil, options)
  end
  info = info or { ended = "done", nodes = 0, depth = 0, memory = 0 }
  return action, { ended = info.ended, nodes = info.nodes, depth = info.depth,
    memory = info.memory, why = why }
end

--- Looks at every position and tells of the game. If a limit was reached first, only what is
--- sure is in the report. In a game of several players all of them help to reach the goal.
---@param state tessera.State
---@param goal? string|fun(state: tessera.State): boolean the game's by default
---@param options? tessera.SearchLimits
---@return tessera.SearchReport report
---@return tessera.SearchInfo info
function search.report(state, goal, options)
  options = check(state, options)
  local found, info = run("statistics", state, options, check_goal(state, goal))
  local report = { length = found.length, solvable = found.length and true }
  if info.ended == "done" then
    report.solvable = found.length ~= nil
    report.solutions = found.solutions or 0
    report.saturated = found.saturated or nil
    report.positions = found.positions
    report.branching = found.inner > 0 and found.actions / found.inner or 0
    report.dead_ends = found.dead_ends / found.positions
  end
  return report, info
end

return search
