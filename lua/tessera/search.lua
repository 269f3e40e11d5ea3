--- Searches in any game, also in one written in Lua: for the shortest way to a goal, for the best
--- score, for a hint, or over all positions that can be reached.
---
--- ```lua
--- local state = tower.new "..../S#.G/####"
--- local actions, info = search.shortest(state)
--- print(table.concat(actions, ", "))  --> MOVETO 3, CLIMB RIGHT
--- print(info.ended, info.nodes)       --> done 2
--- ```
---
--- Every search returns what it found and an info, a table that says how the search ended
--- (`search.Info`). The last argument is a table of options, among them limits
--- (`search.Limits`). A search plays on copies: the given state stays as it is. Without the limit
--- `seconds` the same question has the same answer on every machine.
---
--- A goal is an outcome such as "Cleared", or a function that is called with a state and returns
--- true where the goal is reached. If none is given, it is the outcome that the game is played for,
--- or, if it names none, any end of the game.
---
--- The copies get other random numbers than the state, so no search sees the dice that will fall.
--- Where there is chance, a list of actions may therefore not work out in the game itself.
---
--- Errors: an argument of a wrong type, an unknown option, an option out of its range, an outcome
--- that the game does not have. What a function of the caller's raises (a goal, a heuristic, a
--- value, the progress, a rule) ends the search and is raised again.

local core = require "tessera.search_core"
local errors = require "tessera.base.errors"
local search_hint = require "tessera.base.search_hint"
local limits = require "tessera.base.search_limits"
local search_methods = require "tessera.base.search_methods"
local search_solve = require "tessera.base.search_solve"
local states = require "tessera.states"
local tables = require "tessera.base.tables"

---@class tessera.search
local search = {}

local actions_most = 1000 -- of a list, if it is not said

-- Checks the state and the options, whose names are those of the limits and the given ones.
local function check(state, options, ...)
  if not states.is_state(state) then
    errors.fail("search: the state must be a state of a game, not %s", errors.shown(state))
  end
  return limits.check("search", options, ...)
end

-- Calls a function of tessera.search_core with the state, the limits, and what else it takes.
local function run(name, state, options, ...)
  return core[name](state, limits.full(options), ...)
end

--- What kind of game it is: how many players it has, and whether there is chance in what follows
--- the state. Chance is looked for in some random games; none are played where no rule can draw.
---
--- ```lua
--- local game2048 = dofile "samples/games/2048.lua"
--- local traits = search.traits(game2048.new "1.1./..../..../....")
--- print(traits.players, traits.chance)  --> 1 true
--- ```
---@param state tessera.State
---@param options? tessera.search.Limits
---@return tessera.search.Traits traits
---@return tessera.search.Info info
function search.traits(state, options)
  return run("traits", state, check(state, options))
end

--- Counts the positions that are first reached after 0, 1, 2 ... actions. The counts are a
--- signature of the rules, for a spec: a changed rule changes them.
---
--- ```lua
--- local state = tower.new "..../S#.G/####"
--- local counts = search.walk(state, 3)
--- print(table.concat(counts, " "))  --> 1 3 4 6
--- ```
---@param state tessera.State
---@param depth integer how many actions, 0..1000000
---@param options? tessera.search.WalkOptions
---@return integer[] counts `depth + 1` numbers, the first one that of 0 actions, with zeros where
---nothing is that deep; if a limit was reached, those of the depths that were counted completely
---@return tessera.search.Info info
function search.walk(state, depth, options)
  options = check(state, options, "symmetric", "threads")
  depth = errors.whole("search: depth", depth, 0, 1000000)
  search_methods.threads_of_breadth(state, options)
  return run("walk", state, options, depth, search_methods.images(state, options), options.threads)
end

--- The shortest list of actions to a goal. The methods:
---
--- - "breadth-first" keeps all positions that it meets, as "a-star" does: A*, with a `heuristic`.
--- - "ida-star" (IDA*, with a `heuristic` or without) keeps the positions of one line, and a table
---   of 16 MB, or of an eighth of `memory` if that is given. It looks for longer and longer lines,
---   and expands positions again each time: the more often, the more different lengths the
---   heuristic expects, and the fewer positions the table can hold. The list is as short; but the
---   proof that there is none may take longer than anyone waits, where actions lead back and the
---   positions are many more than the table holds. Its info has no `positions`.
--- - "bidirectional" searches from both sides until they meet: in a game with a function `reverse`
---   (tessera.Definition), back from `goals`. That no list is found, or none shorter, relies on
---   `reverse`.
---
--- An action of the list may be one that the rules ignore, but that lets time pass. In a game of
--- several players all of them help to reach the goal; `hint` plans against the others.
---
--- Errors: the goal is an outcome that the game does not have; the heuristic returns something else
--- than an integer of 0..10^15; "own" for a game that has none, or for another goal; "a-star"
--- without a heuristic, "breadth-first" with one; "bidirectional" without goals, or for a game
--- without `reverse`.
---
--- ```lua
--- local state = tower.new "..../S#.G/####"
--- print(table.concat(search.shortest(state), ", "))  --> MOVETO 3, CLIMB RIGHT
--- print(#search.shortest(state, nil, { method = "ida-star", memory = 100000 }))  --> 2
--- print(#search.shortest(state, nil, { threads = 2 }))  --> 2
---
--- local function is_high(position)
---   return position:player() == 3
--- end
--- print(table.concat(search.shortest(state, is_high), ", "))  --> CLIMB RIGHT
---
--- local actions, info = search.shortest(state, "Death by Hole")
--- print(actions, info.ended)  --> nil done
---
--- local function turn(state, _, column)
---   state.board:set(1, column, state.board:is(1, column, "head") and "tail" or "head")
--- end
--- local coins = tessera.game { name = "coins", legend = { h = "head", t = "tail" },
---   moves = { "turn <column>" }, apply = turn, reverse = turn }
--- actions = search.shortest(coins.new "hhhhhh", nil,
---   { method = "bidirectional", goals = { coins.new "tttthh" } })
--- print(#actions)  --> 4
--- ```
---@param state tessera.State
---@param goal? string|fun(state: tessera.State): boolean the game's own by default
---@param options? tessera.search.ShortestOptions
---@return string[]|nil actions nil if none was found. If `info.ended` is "done" as well, that is
---the proof that the goal cannot be reached
---@return tessera.search.Info info
function search.shortest(state, goal, options)
  options = check(state, options, "goals", "heuristic", "method", "symmetric", "threads")
  local method = search_methods.shortest(options)
  search_methods.threads_of_breadth(state, options, method)
  if method == "bidirectional" then
    search_methods.check_bidirectional(state, goal, options)
    return run("bidirectional", state, options, options.goals)
  end
  local images = search_methods.images(state, options)
  search_methods.heuristic(state, goal, options)
  goal = search_methods.goal(state, goal)
  if method == "ida-star" then
    return run("ida_star", state, options, goal, options.heuristic, images,
      options.memory and options.memory // 8 or 16 << 20)
  end
  return run("shortest", state, options, goal, options.heuristic, images, options.threads)
end

--- A list of actions to the goal, also in a level that is far too large for `search.shortest`. The
--- solver reads from the rules which pieces the goal is about, how far they are from it, and what
--- no action can bring about ([Solving](../../docs/solving.md)). The list is not the shortest,
--- unless `info.proven` says so; with `optimal` the search goes on until it is, or a limit is
--- reached. `info.proven` is "unsolvable" if the goal cannot be reached.
---
--- Goals that are functions, or other outcomes than the game's own, are reached as well, but the
--- rules say nothing of them: such a search takes longer. In a game of several players all of them
--- help to reach the goal. Where there is chance, the list holds for the dice of the search alone,
--- as that of `search.shortest`.
---
--- Errors: the goal is an outcome that the game does not have; `by` is none of its counters, or an
--- action was met that lets it shrink; there is no folder `tables`; the heuristic returns something
--- else than an integer of 0..10^15; "own" for a game that has none, or for another goal.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local level = sokoban.new "#######\n#@ $ .#\n#  $ .#\n#######"
--- local actions, info = search.solve(level)
--- print(#actions >= 8, info.cost == #actions)  --> true true
---
--- actions, info = search.solve(level, { small = 1000 })
--- print(#actions, info.method, info.proven)  --> 8 breadth-first optimal
---
--- actions, info = search.solve(level, { optimal = true, by = "pushes" })
--- print(info.cost, info.proven)  --> 4 optimal
---
--- actions, info = search.solve(sokoban.new "#####\n#$ @#\n#  .#\n#####")
--- print(actions, info.proven)  --> nil unsolvable
--- ```
---@param state tessera.State
---@param options? tessera.search.SolveOptions
---@return string[]|nil actions nil if none was found
---@return tessera.search.SolveInfo info
function search.solve(state, options)
  options = check(state, options, "by", "goal", "heuristic", "optimal", "small", "tables")
  if options.tables then
    tables.check("search", options.tables)
  end
  local goal = search_methods.goal(state, options.goal)
  local wrong = options.by and search_methods.wrong_counter(state, options.by)
  if wrong then
    errors.fail("search: by: %s", wrong)
  end
  search_methods.heuristic(state, options.goal, options)
  return search_solve(state, goal, search_methods.is_own_goal(state, options.goal), options)
end

--- All shortest lists of actions to a goal, in the order of the actions. In a game of several
--- players all of them help to reach the goal.
---
--- Errors: the goal is an outcome that the game does not have.
---
--- ```lua
--- local lists, info = search.all_shortest(samegame.new "1122/1122")
--- for _, actions in ipairs(lists) do
---   print(table.concat(actions, ", "))
--- end
--- --> 1 1, 1 1
--- --> 1 3, 1 1
--- print(info.count)  --> 2
--- ```
---@param state tessera.State
---@param goal? string|fun(state: tessera.State): boolean the game's own by default
---@param options? tessera.search.AllShortestOptions
---@return string[][] lists no list, if `info.ended` is "done", is the proof that the goal cannot be
---reached
---@return tessera.search.AllShortestInfo info
function search.all_shortest(state, goal, options)
  options = check(state, options, "most")
  return run("all_shortest", state, options, search_methods.goal(state, goal), options.most)
end

local function check_judged(state, options)
  if not options.value and not search_methods.is_judged(state) then
    errors.fail("search: %s has no score: tell with `value` what a position is worth", state:game())
  end
end

-- The best action of a player who acts together with others.
local function best_together(state, options)
  local method = search_methods.together(state, options)
  check_judged(state, options)
  local actions, info = run("best", state, options, options.value,
    method == "mcts" and "joint" or method, options.seed, options.width, options.level,
    options.length, options.depth, nil, nil, false, options.threads)
  info.method = method
  return actions, info
end

--- Looks for the actions that lead to the best score: in a game of one player for the greatest
--- one, in a game of two for the greatest difference of player 1's score to player 2's, against
--- the best play of the other one. `value` replaces the score by what a position is worth.
---
--- The methods, and what each is the default for:
---
--- - "own" (states that have one, as SameGame's, if no `value` is given): the method `best` of the
---   state, which knows its game. It takes the limits and the seed.
--- - "nrpa" (one player): nested rollout policy adaptation, `level` deep.
--- - "alpha-beta" (two players without chance): alpha-beta with iterative deepening. It ends when
---   the score is proven; at a limit, its actions are those of the deepest complete iteration.
--- - "proof-number" (by name; two players without chance): depth-first proof-number search, for the
---   question who wins; a win is the end of the range of scores. Where play is forced it often
---   proves what alpha-beta does not; its lines are not the shortest. If neither player wins,
---   alpha-beta finds the score.
--- - "mcts" (chance, or more than two players): Monte-Carlo tree search. For two players without
---   chance it ends when it is proven who wins, or that neither does.
--- - "mcts" where players act together: each of them chooses by what his own actions have brought
---   him so far, and nobody sees what the others choose in the step. The list is the action of the
---   player to move that was tried most often; where none is best, `info.shares` says how to mix.
---   What counts are rewards, or the score; in a game with neither, the goal.
--- - "best-reply" (by name; players who act together): the same for a player who knows how the
---   `others` choose.
--- - "beam": the best `width` positions of each depth are followed. For one player.
--- - "expectimax": the mean over `width` throws of the dice, `depth` actions ahead. For one player.
---
--- With `threads = n` the methods "own", "nrpa", "mcts" and "best-reply" search n times at once,
--- with the seeds `seed`, `seed` + 1 and so on; each has the n-th part of `nodes` and `memory`. The
--- answer is the list of the best score, for the last two what one has proven, or the action that
--- was played most often in all of them. The same seed and n have the same answer on every machine,
--- however many cores it has.
---
--- "own", "nrpa", "best-reply" and mostly "mcts" end at a limit only. Of equally good lists
--- alpha-beta may return any. With little memory it forgets and searches again: it takes longer,
--- and proves the same.
---
--- Errors: a method that the game is not for; `value` is missing for a game without a score, given
--- with "own", or returns something else than an integer of -10^15..10^15; `others` returns no
--- action of the player; "proof-number" without a range of scores; `threads` for rules or a score
--- in Lua, a function or another method.
---
--- ```lua
--- local actions, info = search.best(samegame.new "112/112", { nodes = 1000 })
--- print(table.concat(actions, ", "), info.score)  --> 1 3, 1 1 1004
---
--- local state = horizontally.new("..../....", { fields = 2 })
--- actions, info = search.best(state)
--- print(actions[1], info.method)  --> Aa alpha-beta
--- print(info.score, info.exact)   --> -2 true
---
--- actions, info = search.best(state, { method = "mcts" })
--- print(#actions, info.score, info.exact)  --> 4 -2 true
---
--- actions, info = search.best(samegame.new "112/112", { nodes = 1000, threads = 2 })
--- print(info.score, info.ended)  --> 1004 nodes
---
--- local commons = dofile "samples/games/commons.lua"
--- actions, info = search.best(commons.new(), { nodes = 1000 })
--- print(#actions, info.games)  --> 1 50
--- ```
---@param state tessera.State
---@param options? tessera.search.BestOptions
---@return string[] actions with chance only the first one is sure to be possible
---@return tessera.search.BestInfo info
function search.best(state, options)
  options = check(state, options, "depth", "length", "level", "method", "others", "range", "seed",
    "threads", "value", "width")
  local least, most = search_methods.range(options.range)
  local own, start, method = search_methods.own(state, options), os.clock(), options.method
  search_methods.threads(state, options)
  if search_methods.is_together(state) then
    return best_together(state, options)
  elseif own then
    return own(state, { nodes = options.nodes, seconds = options.seconds, memory = options.memory,
      progress = options.progress, seed = options.seed, threads = options.threads })
  end
  -- For these methods chance makes no difference.
  local unasked = method and method ~= "alpha-beta" and method ~= "mcts"
    and method ~= "proof-number"
  local traits, seen = search.traits(state, { nodes = unasked and 0 or options.nodes,
    seconds = options.seconds and options.seconds / 4, memory = options.memory,
    progress = options.progress })
  options = limits.rest(options, start, 0)
  method = search_methods.choose(options, traits, seen)
  search_methods.threads(state, options, method)
  check_judged(state, options)
  if seen.ended == "stopped" then
    options.nodes = 0
  end
  local actions, info = run("best", state, options, options.value, method, options.seed,
    options.width, options.level, options.length or actions_most, options.depth, least, most,
    not traits.chance, options.threads)
  info.method = method
  info.ended = seen.ended == "stopped" and "stopped" or info.ended
  return actions, info
end

--- What a person could do next, and why in words.
---
--- - With one player it is the first action of a list to the goal, if one is found within half of
---   the limits: of the shortest one in a small level, else of the one that `search.solve` finds;
---   with chance, the action that leads to the goal most often. If no list is found, or there is no
---   goal, it is the first action of the best list, as `search.best` finds it. If the goal cannot
---   be reached any more, that action must gain something; if that goal was an argument, there is
---   none. A game without goal and score is played for any end.
--- - With several players a goal is looked for only if it is an argument: the action forces it,
---   whatever the others do, or, where players act together, leads to it most often if the others
---   play at random. Otherwise it is the first action of the best list; where it is proven who
---   wins, by the range of scores, `why` says in how many actions by that list.
---
--- A game written in Lua may have a function `hint`, which gets the view of who is to move: unless
--- a goal is an argument, it says what there is to do, and nothing is searched.
---
--- If neither `nodes` nor `seconds` is given, it takes at most 200,000 nodes and 2 seconds of CPU
--- time.
---
--- Errors: the goal is an outcome that the game does not have; what the function `hint` raises, or
--- that it returns no action that is possible.
---
--- ```lua
--- local action, info = search.hint(tower.new "..../S#.G/####")
--- print(action, info.why)  --> MOVETO 3 the first of 2 to the goal
---
--- local state = horizontally.new("..../....", { fields = 2 })
--- action, info = search.hint(state, "Right wins")
--- print(action, info.why)  --> Aa it forces the goal, whatever the others do
--- ```
---@param state tessera.State
---@param goal? string|fun(state: tessera.State): boolean the game's own by default
---@param options? tessera.search.Limits for all the searches that it takes together
---@return string|nil action nil if there is nothing to do, or the goal cannot be reached
---@return tessera.search.HintInfo info
function search.hint(state, goal, options)
  options = check(state, options)
  if not (options.nodes or options.seconds) then
    options.nodes, options.seconds = 200000, 2
  end
  local wanted
  if goal ~= nil or not search_methods.is_together(state) then
    wanted = search_methods.goal(state, goal)
  end
  if state:outcome() then
    return nil, { ended = "done", nodes = 0, generated = 0, depth = 0, memory = 0, chance = false,
      why = ("the game is over (%s)"):format(state:outcome()), losing = {} }
  end
  local action, why, info, losing = search_hint(search, state, wanted, goal ~= nil, options)
  info = info or { ended = "done", nodes = 0, generated = 0, depth = 0, memory = 0,
    chance = false }
  return action, { ended = info.ended, nodes = info.nodes, generated = info.generated,
    depth = info.depth, memory = info.memory, chance = info.chance, why = why,
    losing = losing or {} }
end

--- Counts over all positions that can be reached: whether the goal can be reached, in how many
--- actions and ways, and from how many positions it cannot. In a game of several players all of
--- them help to reach the goal.
---
--- Errors: the goal is an outcome that the game does not have.
---
--- ```lua
--- local report = search.report(tower.new "..../S#.G/####")
--- print(report.solvable, report.length, report.solutions)              --> true 2 1
--- print(report.positions, ("%.0f %%"):format(100 * report.dead_ends))  --> 22 27 %
--- print(("%.0f %%"):format(100 * report.losing), report.bottlenecks)    --> 17 % 1
--- ```
---@param state tessera.State
---@param goal? string|fun(state: tessera.State): boolean the game's own by default
---@param options? tessera.search.SymmetricOptions
---@return tessera.search.Report report if a limit was reached, only what is sure: `solvable` and
---`length`, if the goal was found
---@return tessera.search.Info info
function search.report(state, goal, options)
  options = check(state, options, "symmetric")
  local found, info = run("statistics", state, options, search_methods.goal(state, goal),
    search_methods.images(state, options))
  local report = { length = found.length, solvable = found.length and true }
  if info.ended == "done" then
    report.solvable = found.length ~= nil
    report.solutions = found.solutions or 0
    report.saturated = found.saturated or nil
    report.positions = found.positions
    report.branching = found.inner > 0 and found.actions / found.inner or 0
    report.dead_ends = found.dead_ends / found.positions
    if found.length then
      report.losing = found.losing / math.max(1, found.live_actions)
      report.bottlenecks = found.bottlenecks
    end
  end
  return report, info
end

limits.named(search)
return errors.module("search", search)
