--- Searches over any game, those written in Lua included. They play on copies; the state
--- that is given stays as it is. Where a game has chance, the copies get other seeds, so that
--- no search sees the dice that will fall: lists of actions then hold for the search's own
--- dice, and only `best` looks at several throws.
---
--- All of them take a table of options:
---   nodes     positions to enter at most (10 million)
---   seconds   of CPU time at most (no limit)
---   memory    bytes at most (1 GiB)
---   progress  a function that is called now and then with { nodes, depth, best, memory };
---             if it returns true, the search ends
--- and tell how they ended: "done", or the limit that was reached: "nodes", "seconds",
--- "memory" or "stopped". With the same nodes, and no other limit, they answer the same.
---
--- A goal is an outcome, or a function that is true for the positions to be reached; without
--- one it is the outcome that the game is played for or, if it has none, any end.

local core = require "tessera.search_core"
local usage = require "tessera.base.usage"

---@class tessera.SearchProgress
---@field nodes integer positions entered
---@field depth integer actions from the state, as deep as was looked
---@field best integer the best score so far
---@field memory integer bytes in use

---@class tessera.SearchOptions
---@field nodes? integer
---@field seconds? number
---@field memory? integer
---@field progress? fun(progress: tessera.SearchProgress): boolean|nil
---@field heuristic? fun(state: tessera.State): integer of shortest
---@field most? integer of all_shortest
---@field value? fun(state: tessera.State): integer of best, like all that follow
---@field method? "alpha-beta"|"beam"|"expectimax"|"mcts"|"nrpa"|"samegame"
---@field seed? integer
---@field width? integer
---@field level? integer
---@field length? integer
---@field depth? integer
---@field range? integer[] the least and the most that each of two players can score at the end,
---as in the game's `score_range`: a result at the end of the range is a win

---@class tessera.BestLine
---@field actions string[] with chance only the first is sure to be possible
---@field score integer nrpa, beam, samegame: at the end of the actions (with chance: as it was in
---the search); expectimax: what is expected at its depth; mcts: the mean of its games or, if it is
---exact, at the end; alpha-beta: at the end, if it is exact. Of two players player 1's less player
---2's
---@field exact boolean whether it is proven: by alpha-beta the score, by mcts who wins (without a
---range of the scores more might be won)
---@field method string
---@field ended string
---@field nodes integer
---@field depth integer

---@class tessera.SearchReport
---@field ended string
---@field nodes integer
---@field solvable? boolean
---@field length? integer
---@field solutions? integer
---@field saturated? true there are more solutions than are counted
---@field positions? integer
---@field branching? number
---@field dead_ends? number

---@class tessera.search
local search = {}

local methods = { "alpha-beta", "beam", "expectimax", "mcts", "nrpa", "samegame" }
local memory_max, score_max = 1 << 46, 1000000000000000
local limits = { "memory", "nodes", "progress", "seconds" }

-- An option that is a whole number.
local function whole(options, name, default, min, max)
  local value = options[name]
  if value == nil then
    return default
  end
  local number = math.type(value) and math.tointeger(value)
  if not number or number < min or number > max then
    usage.fail("search: %s must be an integer of %d..%d, not %s", name, min, max,
      usage.shown(value))
  end
  return number
end

-- Checks the options, a table or nothing, whose names are those of the limits and these.
local function check(options, ...)
  options = usage.type("search: options", options, "table", "nil") or {}
  local names = { ... }
  table.move(limits, 1, #limits, #names + 1, names)
  table.sort(names)
  usage.keys("search", options, names)
  usage.type("search: progress", options.progress, "function", "nil")
  usage.type("search: seconds", options.seconds, "number", "nil")
  if options.seconds and not (options.seconds >= 0 and options.seconds <= 1e9) then
    usage.fail("search: seconds must be a number of 0..1000000000")
  end
  whole(options, "nodes", 0, 0, math.maxinteger)
  whole(options, "memory", 0, 0, memory_max)
  return options
end

local function check_state(state)
  if not core.is_state(state) then
    usage.fail("search: the state must be a state of a game, not %s", usage.shown(state))
  end
end

-- Calls a function of tessera.search_core with the state, the limits, and what else it takes.
local function run(name, state, options, ...)
  check_state(state)
  return core[name](state, whole(options, "nodes", 10000000, 0, math.maxinteger),
    options.seconds, whole(options, "memory", 1 << 30, 0, memory_max), options.progress, ...)
end

local function texts_of(state, codes)
  local texts = {}
  for i, code in ipairs(codes) do
    texts[i] = state:text(code)
  end
  return texts
end

-- The goal, by default the game's. One that is an outcome must be one of the game's, where these
-- are known.
local function check_goal(state, goal)
  usage.type("search: goal", goal, "string", "function", "nil")
  check_state(state)
  if goal == nil then
    return core.goal(state)
  end
  local outcomes, known = type(goal) == "string" and core.outcomes(state), false
  for _, outcome in ipairs(outcomes or {}) do
    known = known or outcome == goal
  end
  if outcomes and not known then
    usage.fail("search: %s has no outcome %s%s", state:game(), usage.shown(goal),
      usage.hint(goal, outcomes))
  end
  return goal
end

-- What is left of the limits after a search that began at this time and entered these nodes.
local function rest_of(options, start, nodes)
  local rest = {}
  for name, value in pairs(options) do
    rest[name] = value
  end
  rest.nodes = options.nodes and math.max(options.nodes - nodes, 0)
  rest.seconds = options.seconds and math.max(options.seconds - (core.seconds() - start), 0)
  return rest
end

local function check_own(game, state)
  check_state(state)
  if state:game() ~= game then
    usage.fail("search: the state must be one of %s, not of %s", game, state:game())
  end
end

-- Calls a search that knows one game only.
local function run_own(game, name, state, options, ...)
  check_own(game, state)
  return run(name, state, options, ...)
end

--- How many players the game has, and whether there is chance in what follows the state, as
--- far as some random games show.
---@param state tessera.State
---@param options? tessera.SearchOptions
---@return integer players
---@return boolean chance
---@return string ended at a limit it is not known, and `chance` is true if there may be some
function search.traits(state, options)
  local ended, _, players, chance = run("traits", state, check(options))
  return players, chance, ended
end

--- Counts positions breadth first: how many different ones are first reached after 0, 1, 2
--- ... actions. A signature of the rules for a spec: a changed rule changes the counts.
---@param state tessera.State
---@param depth integer
---@param options? tessera.SearchOptions
---@return integer[] counts the first one, of depth 0, is 1; at a limit only those of depths that
---were counted completely
---@return string ended
function search.walk(state, depth, options)
  options = check(options)
  depth = whole({ depth = depth }, "depth", 0, 0, 1000000)
  local ended, _, counts = run("walk", state, options, depth)
  return counts, ended
end

--- The shortest list of actions to a goal: an outcome, or a position for which a function is
--- true. With a `heuristic`, a function that tells how many actions are left at least, the
--- search is A*; without, it is breadth first. A heuristic that promises too much may lead to
--- a longer list. An action of the list may be one that the rules ignore, but that lets time
--- pass. In a game of several players all of them help to reach the goal: `hint` plans against
--- the others.
---@param state tessera.State
---@param goal? string|fun(state: tessera.State): boolean
---@param options? tessera.SearchOptions
---@return string[]|nil actions nil if none was found
---@return string ended "done" without actions is the proof that there are none
---@return tessera.SearchProgress progress
function search.shortest(state, goal, options)
  options = check(options, "heuristic")
  usage.type("search: heuristic", options.heuristic, "function", "nil")
  local ended, progress, codes = run("shortest", state, options, check_goal(state, goal),
    options.heuristic)
  return codes and texts_of(state, codes), ended, progress
end

--- All lists of actions to a goal that are as short as can be, in the order of the actions,
--- at most `most` (1000) of them. In a game of several players all of them help.
---@param state tessera.State
---@param goal? string|fun(state: tessera.State): boolean
---@param options? tessera.SearchOptions
---@return string[][] lists
---@return integer count how many there are in all, at least if it is saturated
---@return string ended "done" without lists is the proof that there are none
---@return tessera.SearchProgress progress
---@return boolean saturated there are more than are counted
function search.all_shortest(state, goal, options)
  options = check(options, "most")
  local ended, progress, lines, count, saturated = run("all_shortest", state, options,
    check_goal(state, goal), whole(options, "most", 1000, 1, 1000000))
  for i, codes in ipairs(lines) do
    lines[i] = texts_of(state, codes)
  end
  return lines, count, ended, progress, saturated
end

-- The least and the most score of `range`, or nothing.
local function range_of(options)
  local range = usage.type("search: range", options.range, "table", "nil")
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

-- The method of `best`: the one that is asked for, if it suits the game, or the one that does.
local function method_of(state, options, players, chance, seen)
  local method = options.method or state:game() == "samegame" and not options.value and "samegame"
    or (chance or players > 2) and "mcts" or players == 2 and "alpha-beta" or "nrpa"
  local known = {}
  for _, name in ipairs(methods) do
    known[name] = true
  end
  if not known[method] then
    usage.fail("search: there is no method %s%s", usage.shown(method), usage.hint(method, methods))
  elseif method == "alpha-beta" and (players ~= 2 or chance and seen == "done") then
    usage.fail("search: alpha-beta is for two players without chance")
  elseif method == "samegame" and (state:game() ~= method or options.value) then
    usage.fail("search: the method samegame is for the score of SameGame")
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
---   "expectimax"  the mean over `width` throws of the dice, `depth` actions ahead (2)
---   "samegame"    for SameGame (its default): nested rollouts that know the game; for more
---                 than 4096 blocks, or few nodes, a single game
---   "alpha-beta"  for two players without chance (their default); may prove the score
--- `seed` seeds its random numbers (1), `length` is the most actions of a line (1000), and
--- `value`, a function, tells what a position promises player 1 (the score). `range`, { least,
--- most }, is what each of two players can score at the end, if the game itself does not say so:
--- alpha-beta stops at a result at its end. Of equally good actions alpha-beta takes any.
---@param state tessera.State
---@param options? tessera.SearchOptions
---@return tessera.BestLine
function search.best(state, options)
  options = check(options, "depth", "length", "level", "method", "range", "seed", "value", "width")
  usage.type("search: value", options.value, "function", "nil")
  local least, most = range_of(options)
  local start, method = core.seconds(), options.method
  -- For these methods chance makes no difference.
  local unasked = method and method ~= "alpha-beta" and method ~= "mcts"
  local players, chance, seen = search.traits(state, { nodes = unasked and 0 or options.nodes,
    seconds = options.seconds and options.seconds / 4, memory = options.memory,
    progress = options.progress })
  options = rest_of(options, start, 0)
  method = method_of(state, options, players, chance, seen)
  if not options.value and not core.is_scored(state) then
    usage.fail("search: %s has no score: tell with `value` what a position is worth", state:game())
  end
  if seen == "stopped" then
    options.nodes = 0
  end
  local seed = whole(options, "seed", 1, math.mininteger, math.maxinteger)
  local ended, progress, codes, score, exact
  if method == "samegame" then
    ended, progress, codes, score = run("samegame_best", state, options, seed)
    exact = false
  else
    ended, progress, codes, score, exact = run("best", state, options, options.value, method, seed,
      whole(options, "width", 100, 1, 10000000), whole(options, "level", 3, 1, 5),
      whole(options, "length", 1000, 1, 10000), whole(options, "depth", 2, 1, 8), least, most,
      not chance)
  end
  return { actions = texts_of(state, codes), score = score, exact = exact, method = method,
    ended = seen == "stopped" and seen or ended, nodes = progress.nodes,
    depth = progress.depth }
end

--- Who wins a position of Horizontally with perfect play, proven.
---@param state tessera.Horizontally
---@param options? tessera.SearchOptions
---@return "left"|"right"|nil winner nil if a limit was reached
---@return string ended
---@return string|nil move one that wins, if the player to move does
---@return tessera.SearchProgress progress
function search.winner(state, options)
  options = check(options)
  local ended, progress, winner, move = run_own("horizontally", "horizontally", state, options)
  return winner, ended, move and state:text(move), progress
end

--- A move of Horizontally: with `perfect = true` one that wins, if there is one within the
--- limits, and otherwise the one that `state:best_move(select)` gives. The method `best_move`
--- is this where it is given options.
---@param state tessera.Horizontally
---@param options tessera.horizontally.Choice
---@return string|nil move
---@return "left"|"right"|nil winner if it was asked for perfect play
---@return string|nil ended which limit was reached
function search.best_move(state, options)
  options = check(options, "perfect", "select")
  usage.type("search: perfect", options.perfect, "boolean", "nil")
  local select = whole(options, "select", nil, 0, 2147483647)
  check_own("horizontally", state)
  if not options.perfect then
    return state:best_move(select)
  end
  local limited = rest_of(options, core.seconds(), 0)
  limited.perfect, limited.select = nil, nil
  local winner, ended, move = search.winner(state, limited)
  return move or state:best_move(select), winner, not winner and ended or nil
end

--- The move to make in Robots by looking ahead: `ahead` walks of any kind, or what the
--- strategy that `choose` gives would do (also to teleport), and after them that strategy.
--- Nothing in the game is left to chance, so a victory that is found is sure. Without one, the
--- move after which most robots are destroyed. The method `plan` is this.
---@param state tessera.Robots
---@param ahead? integer 0..6, 2 if it is left out; one more takes up to ten times as long
---@param options? tessera.SearchOptions nodes are moves; at a limit fewer moves ahead count
---@return string|nil action nil after the game
---@return boolean wins
---@return integer moves that were tried
---@return string ended
function search.plan(state, ahead, options)
  options = check(options)
  local ended, progress, code, wins = run_own("robots", "robots_plan", state, options,
    whole({ ahead = ahead }, "ahead", 2, 0, 6))
  return code and state:text(code) or state:choose(), wins, progress.nodes, ended
end

--- A list of removals that clears a grid of SameGame. It needs not be the shortest one:
--- search.shortest(state, "Game Won") looks for that, and takes longer.
---@param state tessera.Samegame
---@param options? tessera.SearchOptions
---@return string[]|nil actions
---@return string ended "done" without actions is the proof that there are none
---@return tessera.SearchProgress progress
function search.clear(state, options)
  options = check(options)
  local ended, progress, codes, _, left = run_own("samegame", "samegame_clear", state, options)
  return ended == "done" and left == 0 and texts_of(state, codes) or nil, ended, progress
end

-- The first action that most often leads to the goal, as far as the games of a tree search tell.
local function step_by_chance(state, goal, options)
  options.method = "mcts"
  function options.value(position)
    local is = position:outcome() == goal
    if type(goal) == "function" then
      is = goal(position)
    end
    return is and 1 or 0
  end
  return search.best(state, options).actions[1]
end

-- The first action of a shortest list to the goal, or nil; why; how far the search came; and
-- whether nothing else is to be looked for.
local function step_to(state, goal, options)
  local actions, ended, progress = search.shortest(state, goal, options)
  local _, chance = search.traits(state, { nodes = actions and actions[1] and 1000 or 0,
    seconds = options.seconds })
  if actions and not actions[1] then
    return nil, "the goal is reached", progress, true
  elseif actions and chance then
    return step_by_chance(state, goal, rest_of(options, core.seconds(), progress.nodes)),
      "the most promising: with chance no way to the goal is sure", progress, true
  elseif actions then
    return actions[1], ("the first of %d to the goal"):format(#actions), progress, true
  elseif ended == "done" then
    return nil, "the goal cannot be reached any more", progress, true
  end
  return nil, ("no way to the goal was found (%s)"):format(ended), progress
end

-- The same of an action after which the player who is to move reaches the goal whatever the
-- others do.
local function step_that_forces(state, goal, options)
  local _, chance, seen = search.traits(state, options)
  if chance then
    return nil, seen == "done" and "with chance no goal is forced"
      or ("whether the goal can be forced is not known (%s)"):format(seen), { nodes = 0 }
  end
  local ended, progress, codes, forced = run("force", state, options, check_goal(state, goal))
  if forced and codes[1] then
    return state:text(codes[1]), "it forces the goal, whatever the others do", progress, true
  elseif forced then
    return nil, "the goal is reached", progress, true
  end
  return nil, forced == false and "the goal cannot be forced"
    or ("whether the goal can be forced is not known (%s)"):format(ended), progress
end

-- The first action of the best line, and why.
local function step_of_best(state, options)
  if not core.is_scored(state) then
    return nil, "the game has no score to look for"
  end
  local best = search.best(state, options)
  local cut = best.ended ~= "done" and (" (cut: %s)"):format(best.ended) or ""
  if best.actions[1] then
    local found = best.exact and "the best there is" or ("the best that %d nodes found"):format(
      best.nodes)
    return best.actions[1], ("%s: score %d%s"):format(found, best.score, cut), best.score
  end
  return nil, cut == "" and "nothing can be done"
    or ("nothing was found within the limits (%s)"):format(best.ended)
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
---@param goal? string|fun(state: tessera.State): boolean
---@param options? tessera.SearchOptions
---@return string|nil action nil if nothing can be done, or the goal cannot be reached
---@return string why in words
function search.hint(state, goal, options)
  options = check(options)
  local start = core.seconds()
  local left = rest_of(options, start, 0)
  if not (options.nodes or options.seconds) then
    left.nodes, left.seconds = 200000, 2
  end
  local wanted = check_goal(state, goal)
  local _, _, players = run("traits", state, { nodes = 0 })
  if state:outcome() then
    return nil, "the game is over (" .. state:outcome() .. ")"
  end
  local missed, least
  if goal ~= nil or (wanted and players == 1) then
    local half = rest_of(left, start, 0)
    half.nodes, half.seconds = left.nodes and left.nodes // 2, left.seconds and left.seconds / 2
    local look = players == 1 and step_to or step_that_forces
    local action, why, progress, final = look(state, wanted, half)
    if action or final and goal ~= nil then
      return action, why
    end
    left, missed, least = rest_of(left, start, progress.nodes), why, final and state:score()
  end
  local action, why, score = step_of_best(state, left)
  if least and (score or least) <= least then
    return nil, missed
  end
  local both = missed and (action or not core.is_scored(state))
  return action, both and missed .. "; " .. why or why
end

--- Looks at every position and tells of the game: `solvable`, `length` of the shortest
--- solution, how many `solutions` of that length there are (`saturated`, true, if there are more
--- than are counted), how many `positions`, the mean `branching` of those with actions, and
--- `dead_ends`, the share of positions from which the goal cannot be reached. If a limit was
--- reached first, only `ended`, `nodes` and what is sure are there. In a game of several players
--- all of them help to reach the goal.
---@param state tessera.State
---@param goal? string|fun(state: tessera.State): boolean
---@param options? tessera.SearchOptions
---@return tessera.SearchReport
function search.report(state, goal, options)
  options = check(options)
  local ended, progress, found = run("statistics", state, options, check_goal(state, goal))
  local report = { ended = ended, nodes = progress.nodes, length = found.length }
  if found.length then
    report.solvable = true
  end
  if ended == "done" then
    report.solvable = found.length ~= nil
    report.solutions = found.solutions or 0
    report.saturated = found.saturated or nil
    report.positions = found.positions
    report.branching = found.inner > 0 and found.actions / found.inner or 0
    report.dead_ends = found.dead_ends / found.positions
  end
  return report
end

return search
