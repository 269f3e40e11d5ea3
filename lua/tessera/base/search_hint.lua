--- How `search.hint` finds the action that it recommends.

local budget = require "tessera.budget"
local core = require "tessera.search_core"
local errors = require "tessera.base.errors"
local games = require "tessera.base.games"
local limits = require "tessera.base.search_limits"
local maps = require "tessera.base.maps"
local search_methods = require "tessera.base.search_methods"
local states = require "tessera.states"
local wording = require "tessera.base.wording"

-- Positions in which a sentence says why an action loses, and actions that are asked for.
local asked_why, judged = 50, 32

-- What a search has not found, because it ended before it was done.
local unended = { memory = "before the memory was used up", nodes = "within the limit of positions",
  seconds = "in time", stopped = "before it was stopped" }

local function not_found(what, info)
  return ("%s %s"):format(what, unended[info.ended] or info.ended)
end

-- One info for two searches that ran one after the other.
local function joined(first, second)
  local both = limits.joined(first, second)
  both.ended = second.ended ~= "done" and second.ended or first.ended
  return both
end

-- The actions that lead to the goal most often in the games of a Monte-Carlo tree search; where
-- players act together, in games in which the others play at random.
local function line_by_chance(search, state, goal, options)
  options.method = search_methods.is_together(state) and "best-reply" or "mcts"
  function options.value(position)
    local outcome = position:outcome()
    local is = outcome ~= nil and (goal == nil or outcome == goal)
    if type(goal) == "function" then
      is = goal(position)
    end
    return is and 1 or 0
  end
  return search.best(state, options)
end

-- The actions after which the goal cannot be reached any more, with the sentences that say why.
local function losing_of(state)
  local list, actions = {}, state:actions()
  for i = 1, math.min(#actions, judged) do
    local next_state = state:clone()
    next_state:apply(actions[i], false)
    local why = not next_state:outcome() and search_methods.why_lost(next_state, asked_why)
    list[#list + 1] = why and { action = actions[i], why = why } or nil
  end
  return list
end

-- That the goal cannot be reached, and why.
local function lost(state, place, info, own)
  local why = info.why or own and search_methods.why_lost(state, asked_why)
  return ("%s cannot be reached any more%s"):format(place, why and ": " .. why or "")
end

-- The first action of a list to the goal, or nil; why; the info; and true if the answer is final,
-- so that nothing else need be searched.
local function step_to(search, state, goal, options)
  local place = goal == nil and "an end" or "the goal"
  local given = limits.rest(options, os.clock(), 0)
  given.goal, given.small = goal, math.maxinteger
  local actions, info = search.solve(state, given)
  local own = search_methods.is_own_goal(state, goal)
  local traits = search.traits(state, { nodes = actions and actions[1] and 1000 or 0,
    seconds = options.seconds })
  if actions and not actions[1] then
    return nil, "the goal is reached", info, true
  elseif actions and (traits.chance or info.chance) then
    local line, more = line_by_chance(search, state, goal,
      limits.rest(options, os.clock(), info.nodes))
    return line[1], ("the most promising: with chance no way to %s is sure"):format(place),
      joined(info, more), true
  elseif actions then
    return actions[1], ("the first of %d to %s"):format(#actions, place), info, true,
      own and losing_of(state) or nil
  elseif info.ended == "done" and info.chance then
    return nil, ("with the dice of the search no way leads to %s"):format(place), info
  elseif info.ended == "done" then
    return nil, lost(state, place, info, own), info, true
  end
  return nil, not_found(("no way to %s was found"):format(place), info), info
end

-- The action after which the goal is reached most often, where players act together.
local function step_towards(search, state, goal, options)
  local line, info = line_by_chance(search, state, goal, limits.rest(options, os.clock(), 0))
  local share = info.mean or 0
  return share > 0 and line[1] or nil, share > 0
    and ("the goal was reached in %.0f %% of its games, with others at random"):format(100 * share)
    or "the goal was reached in no game", info, true
end

local unknown = "whether the goal can be forced was not found out"

-- Like step_to, but only an action that forces the goal, whatever the other players do.
local function step_that_forces(search, state, goal, options)
  local traits, seen = search.traits(state, options)
  if traits.chance then
    -- Looking for chance does not count as searching.
    seen.nodes, seen.generated, seen.depth = 0, 0, 0
    return nil, seen.ended == "done" and "with chance no goal is forced"
      or not_found(unknown, seen), seen
  end
  local actions, info = core.force(state, limits.full(options), goal)
  if info.forced and actions[1] then
    return actions[1], "it forces the goal, whatever the others do", info, true
  elseif info.forced then
    return nil, "the goal is reached", info, true
  end
  return nil, info.forced == false and "the goal cannot be forced"
    or not_found(unknown, info), info
end

-- The first action of the line with the best score, or nil; why; and the info.
local function step_of_best(search, state, options)
  if not search_methods.is_judged(state) then
    return nil, "the game has no score to look for"
  end
  local actions, info = search.best(state, options)
  if actions[1] and search_methods.is_together(state) then
    return actions[1], ("the most promising in %s game%s"):format(wording.number(info.games),
      info.games == 1 and "" or "s"), info
  elseif actions[1] and info.winner then
    local how = info.winner == state:turn() and "it wins in %s"
      or "every action loses, this one in %s"
    return actions[1], how:format(wording.count(#actions, "action")), info
  elseif actions[1] then
    local found = info.exact and "the best there is" or "the best found so far"
    return actions[1], ("%s: score %s"):format(found, wording.number(info.score)), info
  end
  return nil, info.ended == "done" and "nothing can be done"
    or not_found("nothing was found", info), info
end

-- The action that a game's own function recommends to who is to move, and why.
local function hint_of_game(state, hint)
  local player = state:turn() or 1
  local action, why = budget.call("hint", hint, state:view(player), player)
  local place = ("game '%s': hint"):format(state:game())
  errors.type(place, action, "string", "nil")
  errors.type(place .. ": why", why, "string", "nil")
  local wrong = action and state:why(action)
  if wrong then
    error(("%s: it returned an action that is not possible: %s"):format(place, wrong), 0)
  end
  return action, wording.line(why or action and "the game says so" or "the game knows none")
end

--- The action that the game's own function `hint` recommends, unless a goal was given; else looks
--- for an action that leads to the goal, with half of the nodes and seconds; if there is none, for
--- the best score, with what is left. A game for one player without goal and score is played for
--- its end.
---@param search tessera.search
---@param state tessera.State a state that is not over
---@param goal string|function|nil the goal that was given, or the game's; nil: any end
---@param given boolean whether the goal was given
---@param options tessera.search.Limits checked limits
---@return string|nil action
---@return string why in words
---@return tessera.search.Info|nil info of all searches; nil if there was none
---@return table|nil losing actions that lose
return function(search, state, goal, given, options)
  local about = not given and maps.about(games.of(state))
  if about and about.hint[1] then
    return hint_of_game(state, about.hint[1])
  end
  local start, left, players = os.clock(), options, states.players(state)
  local missed, least, before
  local is_scored = states.is_scored(state)
  if given or players == 1 and (goal ~= nil or not is_scored) then
    local half = limits.rest(options, start, 0)
    half.nodes = options.nodes and options.nodes // 2
    half.seconds = options.seconds and options.seconds / 2
    local look = players == 1 and step_to or search_methods.is_together(state) and step_towards
      or step_that_forces
    local action, why, info, final, losing = look(search, state, goal, half)
    if action or final and given or not is_scored then
      return action, why, info, losing
    end
    left, missed, before = limits.rest(options, start, info.nodes), why, info
    least = final and state:score()
  end
  local action, why, info = step_of_best(search, state, left)
  local both = before and info and joined(before, info) or info or before
  if least and (info and action and info.score or least) <= least then
    return nil, missed, both
  end
  return action, missed and action and missed .. "; " .. why or why, both
end
