--- Claims that a search proves or refutes. Each returns nothing if it is proven, and otherwise why
--- not, in words and pictures; and true behind that if it is undecided: a limit was reached, or
--- there is chance. `tessera.check.claims` checks their arguments.
---
--- So there are three answers, yes, no and undecided, and an undecided claim fails with words of
--- its own: nobody takes a limit for a proof.

local core = require "tessera.search_core"
local forcing = require "tessera.check.forcing"
local limits = require "tessera.base.search_limits"
local search = require "tessera.search"
local states = require "tessera.states"
local side_by_side = require "tessera.check.side_by_side"
local wording = require "tessera.base.wording"

local search_claims = {}

local nodes_default = 1000000
local nodes_of_traits = 1000
local soon = 20000 -- nodes in which most games of few positions are decided
local shown_shortest = 300000 -- positions in which a play that is shown is the shortest
local few = 3000 -- positions of a game that is listed as a whole
local moves_in_row_max = 100 -- of other players, before the one who is asked about moves

-- ---- limits and words ----

-- The searches of one claim share its limits. `options` are checked.
local function begin(options)
  local nodes = options.nodes or nodes_default
  return { nodes = nodes, start = os.clock(), used = 0, limits = { nodes = nodes,
    seconds = options.seconds, memory = options.memory, progress = options.progress } }
end

local function left_of(run)
  return limits.rest(run.limits, run.start, run.used)
end

-- Counts what a search has used, and notes whether it has met chance.
local function spend(run, found, info)
  run.used = run.used + info.nodes
  run.chance = run.chance or info.chance
  return found, info
end

local function goal_words(state, goal)
  if type(goal) == "function" then
    return "the goal"
  end
  return wording.line(goal or states.goal(state) or "an end of the game")
end

-- That a limit was reached.
local function cut(run, info, state, question)
  local words = { seconds = ("%g seconds"):format(run.limits.seconds or 0),
    memory = ("%d bytes"):format(run.limits.memory or 1 << 30),
    row = ("%d actions in a row of the other players"):format(moves_in_row_max) }
  local what = words[info.ended] or ("%d nodes"):format(run.nodes)
  return ("undecided: %s not enough to find out %s%s"):format(what == "1 nodes" and "1 node was"
    or what .. " were", question, side_by_side.board(state)), true
end

-- That there is chance, so that nothing can be excluded; nil if no search of the claim has met any.
local function by_chance(run, state, question)
  if run.chance then
    return ("undecided: there is chance: no search proves %s%s"):format(question,
      side_by_side.board(state)), true
  end
end

-- The same before a search that is for games without chance, as far as some random games tell.
local function surely_chance(run, state, question)
  run.chance = search.traits(state, { nodes = nodes_of_traits, seconds = run.limits.seconds,
    memory = run.limits.memory }).chance
  return by_chance(run, state, question)
end

local function none_found(name, run, state, words, info)
  if info.ended ~= "done" then
    return cut(run, info, state, ("whether %s can be reached"):format(words))
  end
  local text, open = by_chance(run, state, ("that %s cannot be reached"):format(words))
  if text then
    return text, open
  end
  return ("%s: %s cannot be reached%s%s"):format(name, words, info.why and ": " .. info.why or "",
    side_by_side.board(state))
end

-- A play in words, and as a strip.
local function shown(state, words, actions)
  if #actions == 0 then
    return ("%s is reached already%s"):format(words, side_by_side.board(state))
  end
  return ("%s is reached in %s%s"):format(words, wording.count(#actions, "action"),
    side_by_side.play(state, actions))
end

-- ---- one player, or several who help each other ----

-- In words what is sought: a position, if a function tells which.
local function sought(name, state, goal)
  local by_function = type(goal) == "function" and (name == "reachable" or name == "never")
  return by_function and "such a position" or goal_words(state, goal)
end

-- A list of actions to the goal, by the solver if the rules say something of the goal: the shortest
-- one if no more than `small` positions are expanded for it.
local function any_way(run, state, goal, small)
  local options = left_of(run)
  if type(goal) == "function" then
    return spend(run, search.shortest(state, goal, options))
  end
  options.goal, options.small = goal, small
  return spend(run, search.solve(state, options))
end

local function can_be_reached(name, state, goal, options)
  local run, words = begin(options), sought(name, state, goal)
  local actions, info = any_way(run, state, goal, 0)
  if not actions then
    return none_found(name, run, state, words, info)
  end
end

local function cannot_be_reached(name, state, goal, options)
  local run, words = begin(options), sought(name, state, goal)
  local actions, info = any_way(run, state, goal, shown_shortest)
  if actions then
    return ("%s: %s"):format(name, shown(state, words, actions))
  elseif info.ended ~= "done" then
    return cut(run, info, state, ("whether %s can be reached"):format(words))
  end
  return by_chance(run, state, ("that %s cannot be reached"):format(words))
end

--- The goal can be reached.
function search_claims.solvable(state, goal, options)
  return can_be_reached("solvable", state, goal, options)
end

--- The goal cannot be reached.
function search_claims.unsolvable(state, goal, options)
  return cannot_be_reached("unsolvable", state, goal, options)
end

--- A position can be reached for which the predicate holds.
function search_claims.reachable(state, predicate, options)
  return can_be_reached("reachable", state, predicate, options)
end

--- No position can be reached for which the predicate holds.
function search_claims.never(state, predicate, options)
  return cannot_be_reached("never", state, predicate, options)
end

--- A shortest list of actions to the goal has this length.
function search_claims.optimal(state, count, goal, options)
  local run, words = begin(options), goal_words(state, goal)
  local actions, info = spend(run, search.shortest(state, goal, left_of(run)))
  if actions and #actions < count then
    return ("optimal: expected %s, but %s"):format(wording.count(count, "action"),
      shown(state, words, actions))
  elseif not actions and (info.ended == "done" or info.depth < count) then
    return none_found("optimal", run, state, words, info)
  end
  local text, open = by_chance(run, state, ("that %s is not reached in fewer than %s"):format(words,
    wording.count(actions and #actions or info.depth + 1, "action")))
  if text then
    return text, open
  elseif not actions then
    return ("optimal: expected %s, but %s is not reached in %s or fewer%s"):format(
      wording.count(count, "action"), words, wording.count(info.depth, "action"),
      side_by_side.board(state))
  elseif #actions > count then
    return ("optimal: expected %s, but the shortest way is longer: %s"):format(
      wording.count(count, "action"), shown(state, words, actions))
  end
end

--- There is exactly one shortest list of actions to the goal.
function search_claims.unique_solution(state, goal, options)
  local run, words = begin(options), goal_words(state, goal)
  local limited = left_of(run)
  limited.most = 2
  local lists, info = spend(run, search.all_shortest(state, goal, limited))
  if #lists == 0 then
    return none_found("unique_solution", run, state, words, info)
  elseif #lists == 1 and info.ended ~= "done" then
    return cut(run, info, state, ("whether there is another way to %s"):format(words))
  end
  local text, open = by_chance(run, state, ("how many ways to %s there are"):format(words))
  if text or #lists == 1 then
    return text, open
  end
  local a, b, same = lists[1], lists[2], 0
  while a[same + 1] == b[same + 1] do
    same = same + 1
  end
  local count = info.ended == "done" and ("%s%d"):format(info.saturated and "more than " or "",
    info.count) or "several"
  local parting = same == 0 and "at the start" or ("behind action %d"):format(same)
  return ("unique_solution: %s is reached in %s in %s ways, of which two part %s%s\n%s"):format(
    words, wording.count(#a, "action"), count, parting, side_by_side.play(state, a, same),
    side_by_side.play(state, b, same))
end

-- ---- against other players ----

local function holds(state, goal)
  if type(goal) == "function" then
    return goal(state:clone()) and true or false
  end
  local outcome = state:outcome()
  return outcome ~= nil and (goal == nil or outcome == goal)
end

-- All positions behind a state, if they are few; it is noted whether they have chance.
local function listed(run, state)
  local all = forcing(state, math.min(few, run.nodes))
  if all then
    spend(run, search.walk(state, 1000000, { nodes = all.entered + 1 }))
  end
  return all
end

local forces

-- Whether the player forces the goal whatever another one does, who is to move.
local function forces_behind(run, state, player, goal, path)
  local key = state:key()
  if path[key] then
    return false -- the others may go round for ever
  elseif #path >= moves_in_row_max then
    return nil, { ended = "row" }
  end
  path[key], path[#path + 1] = true, key
  local codes, open = state:codes(), nil
  local sure = codes[1] ~= nil
  for _, code in ipairs(codes) do
    run.used = run.used + 1
    if run.used > run.nodes then
      return nil, { ended = "nodes" }
    end
    local next_state = state:clone()
    next_state:apply(code, false)
    local answer, info = forces(run, next_state, player, goal, path)
    if answer == false then
      sure = false
      break
    end
    open = open or answer == nil and info or nil
  end
  path[key], path[#path] = nil, nil
  if not sure then
    return false
  end
  return not open or nil, open
end

-- Whether the player can force the goal, whatever the others do; nil and an info if a limit was
-- reached. There must be no chance.
function forces(run, state, player, goal, path)
  if holds(state, goal) then
    return true
  elseif not state:turn() then
    return false
  end
  local all = not path and listed(run, state)
  if all then
    return all:by(player, function(position)
      return holds(position, goal)
    end)
  elseif state:turn() ~= player then
    return forces_behind(run, state, player, goal, path or {})
  end
  local _, info = spend(run, core.force(state, limits.full(left_of(run)), goal))
  if info.forced == nil then
    return nil, info
  end
  return info.forced
end

-- The line of best play of two players, and its info.
local function best_play(run, state, most)
  local options = left_of(run)
  options.nodes = most and math.min(most, options.nodes) or options.nodes
  options.method, options.range = "alpha-beta", { 0, 1 } -- any lead at the end is a win
  return spend(run, search.best(state, options))
end

-- Who wins by the score if both play as well as can be: 1, 2, or 0 for neither; nil if that is not
-- proven; the info; and a line of best play.
local function winner(run, state)
  if state:outcome() then
    local difference = state:score(1) - state:score(2)
    return difference > 0 and 1 or difference < 0 and 2 or 0, nil, {}
  end
  local line, info = best_play(run, state, soon)
  local all = not info.exact and listed(run, state)
  for player = 1, all and 2 or 0 do
    if all:by(player, function(position)
      return position:outcome() and position:score(player) > position:score(3 - player) or false
    end) then
      return player, nil, {}
    end
  end
  if all then
    return 0, nil, {}
  elseif not info.exact then
    line, info = best_play(run, state)
  end
  if not info.exact then
    return nil, info
  end
  return info.score > 0 and 1 or info.score < 0 and 2 or 0, info, line
end

local function player_words(player)
  return player == 0 and "neither player" or ("player %d"):format(player)
end

--- The player wins, however the others play: forces the goal or, without one, has the greater score
--- at the end.
function search_claims.wins(state, player, goal, options)
  if states.players(state) == 1 then
    return can_be_reached("wins", state, goal, options)
  end
  local run, words = begin(options), goal and goal_words(state, goal)
  local question = goal and ("whether player %d can force %s"):format(player, words)
    or ("whether player %d wins"):format(player)
  local text, open = surely_chance(run, state, question)
  if text then
    return text, open
  elseif goal then
    local sure, info = forces(run, state, player, goal)
    if sure == nil then
      return cut(run, info, state, question)
    elseif run.chance then
      return by_chance(run, state, question)
    end
    return not sure and ("wins: player %d cannot force %s%s"):format(player, words,
      side_by_side.board(state)) or nil
  end
  local who, info, line = winner(run, state)
  if not who then
    return cut(run, info, state, question)
  elseif run.chance then
    return by_chance(run, state, question)
  elseif who ~= player then
    return ("wins: %s wins if both play as well as can be%s"):format(player_words(who),
      side_by_side.play(state, line))
  end
end

-- ---- one action ----

-- What an action is good for: each function tells whether it leads to the goal, or nil and an info
-- if that is undecided; and a play that shows it.

local function leads_to(run, goal)
  return function(state)
    local line, info = any_way(run, state, goal, shown_shortest)
    if not line and info.ended ~= "done" then
      return nil, info
    end
    return line ~= nil, info, line or {}
  end
end

local function keeps_forcing(run, player, goal)
  return function(state)
    local sure, info = forces(run, state, player, goal)
    return sure, info, {}
  end
end

local function keeps_win(run, player)
  return function(state)
    local who, info, line = winner(run, state)
    if not who then
      return nil, info
    end
    return who == player, info, line
  end
end

local function judge_of(run, state, goal)
  local player = state:turn()
  if states.players(state) == 1 then
    local words = goal_words(state, goal)
    return leads_to(run, goal), "leads to " .. words, "does not lead to " .. words
  elseif goal then
    local words = goal_words(state, goal)
    return keeps_forcing(run, player, goal), "forces " .. words, "does not force " .. words
  end
  return keeps_win(run, player), ("wins for player %d"):format(player),
    ("does not win for player %d"):format(player)
end

local function after(state, action)
  local next_state = state:clone()
  next_state:apply(action, false)
  return next_state
end

-- The action with a play behind it.
local function behind(action, line)
  return table.move(line, 1, #line, 2, { action })
end

-- The failure that some other action is as good; or, behind nil, the info of an undecided one.
local function other_is_good(state, only, judge, does)
  local open
  for _, action in ipairs(state:actions()) do
    if action ~= only then
      local good, info, line = judge(after(state, action))
      if good then
        return ("forced: %s %s, too%s"):format(wording.line(action), does,
          side_by_side.play(state, behind(action, line)))
      end
      open = open or good == nil and info or nil
    end
  end
  return nil, open
end

--- Of all actions only this one leads to the goal; with several players: only this one forces the
--- goal or, without one, keeps a win by score.
function search_claims.forced(state, action, goal, options)
  local why = state:why(action)
  if why and not wording.one_of(state:text(action), state:actions()) then
    return ("forced: the action is refused: %s%s"):format(wording.line(why),
      side_by_side.board(state))
  end
  local run, only = begin(options), state:text(action)
  local judge, does, does_not = judge_of(run, state, goal)
  local question = ("whether only %s %s"):format(wording.line(only), does)
  if states.players(state) > 1 then
    local text, open = surely_chance(run, state, question)
    if text then
      return text, open
    end
  end
  local good, info, line = judge(after(state, only))
  if good == false and not run.chance then
    return ("forced: %s %s%s"):format(wording.line(only), does_not,
      side_by_side.play(state, behind(only, line)))
  end
  local other, unsure = other_is_good(state, only, judge, does)
  if other then
    return other
  elseif good == nil or unsure then
    return cut(run, good == nil and info or unsure, state, question)
  end
  return by_chance(run, state, question)
end

return search_claims
