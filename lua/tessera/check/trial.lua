--- Holds a game to its laws: plays random games, asks every law on the way, and keeps the first
--- failure of each.
---
--- Some games are played again by the game's file loaded anew, since a game may have more to it
--- than its state, such as a local variable that counts. If that law is broken, it is told alone:
--- the others would only follow from it.

local budget = require "tessera.budget"
local errors = require "tessera.base.errors"
local maps = require "tessera.base.maps"
local rng = require "tessera.rng"
local search = require "tessera.search"
local states = require "tessera.states"
local wording = require "tessera.base.wording"

local trial = {}

local pool_most = 200 -- actions that were listed somewhere
local met_most = 100000 -- positions after which those met before are forgotten
local again_games = 1000 -- games that are played again
local again_most = 2000 -- actions that are played to see whether a game stays the same
local solved_by = 3000 -- nodes for a play that leads to the goal

---@class tessera.check.Start how a play begins
---@field label? string the level, for messages
---@field map? string
---@field saved? string a saved state instead
---@field options? table

---@class tessera.check.Failure
---@field law tessera.check.Law
---@field text string what is wrong
---@field start tessera.check.Start
---@field actions string[] up to where it shows
---@field game integer the number of the random game

---@class tessera.check.Subject the game that is checked
---@field name string
---@field module tessera.Game
---@field fresh? fun(): tessera.Game loads the game's file anew
---@field starts tessera.check.Start[]
---@field laws tessera.check.Law[]

---@class tessera.check.Options
---@field seed integer
---@field games integer
---@field actions integer how many a game has at most
---@field progress? fun(games: integer, positions: integer)

--- The law that no rule raises an error.
---@type tessera.check.Law
trial.no_error = { name = "no rule raises an error" }

--- The law that each rule returns within its budget of time. Once it is broken nothing else is
--- played: each further call would take as long.
---@type tessera.check.Law
trial.rules_end = { name = "each rule returns" }

--- The law that a play depends on nothing but the state.
---@type tessera.check.Law
trial.same_again = { name = "the same actions lead to the same game, whatever was played before" }

--- Those that are asked of all that is played.
trial.laws = { trial.no_error, trial.rules_end, trial.same_again }

--- What laws share while a game is checked.
---@param module tessera.Game
---@return table
function trial.context(module)
  return { module = module, about = maps.about(module), pool = {}, in_pool = {}, positions = 0,
    closed = {}, met = { ahead = {}, key = {} } }
end

--- The state with which a play begins. Errors: what `new` or `load` raises.
---@param module tessera.Game
---@param start tessera.check.Start
---@return tessera.State
function trial.begin(module, start)
  if start.saved then
    return module.load(start.saved)
  end
  return (module.new(start.map, start.options))
end

-- Calls a function of a law. Returns what is wrong, and the law that is broken if it raised an
-- error.
local function ask(c, f, ...)
  local before = budget.late()
  local fine, wrong = errors.pcall(f, ...)
  local text = fine and wrong or not fine and errors.message(wrong) or nil -- may call __tostring
  local late, told = budget.late()
  if late > before or not fine and text:find "'again' still changes the board after %d" then
    c.late = true
    return late > before and told or text, trial.rules_end
  end
  return text, not fine and trial.no_error or nil
end

local function remember(c, actions)
  for i = 1, math.min(#actions, pool_most - #c.pool) do
    if not c.in_pool[actions[i]] then
      c.in_pool[actions[i]] = true
      c.pool[#c.pool + 1] = actions[i]
    end
  end
  c.positions = c.positions + 1
end

-- Asks the laws that are still open with one of their functions. `found(law, text)` hears of what
-- is wrong.
local function ask_all(c, list, key, found, ...)
  for _, law in ipairs(list) do
    if law[key] and not c.closed[law] and not c.late then
      local wrong, broken = ask(c, law[key], c, ...)
      if wrong then
        found((broken == trial.rules_end or not law.property) and broken or law, wrong)
      end
    end
  end
end

--- Plays a game and asks laws about it. `next_action(state, actions, number)` chooses what is
--- played; nil ends the game.
---@param c table a context; the laws in its `closed` are asked no more
---@param list tessera.check.Law[]
---@param state tessera.State is changed
---@param next_action fun(state: tessera.State, actions: string[], number: integer): string|nil
---@param found fun(law: tessera.check.Law, text: string, actions: string[])
---@return string[] actions those that were played
function trial.play(c, list, state, next_action, found)
  local root, done = state:clone(), {}
  local function tell(law, wrong)
    found(law, wrong, table.move(done, 1, #done, 1, {}))
  end
  local wrong, broken = ask(c, function()
    for number = 1, math.huge do
      local actions = state:actions()
      remember(c, actions)
      ask_all(c, list, "at", tell, state, actions)
      local action = not c.late and next_action(state, actions, number)
      if not action then
        break
      end
      local before = state:clone()
      done[#done + 1] = action
      if state:apply(action) then
        ask_all(c, list, "step", tell, before, action, state)
      end
    end
  end)
  if wrong then
    tell(broken, wrong)
  elseif not c.late then
    ask_all(c, list, "play", tell, root, done)
  end
  return done
end

-- ---- the same game again ----

-- What can be seen of a play: the hash after each action, and the last state; nil after an error.
local function transcript(module, start, actions)
  local fine, result = pcall(function()
    local state, seen = trial.begin(module, start), {}
    for i, action in ipairs(actions) do
      local done, answer = state:apply(action)
      seen[i] = ("%s %s %d"):format(done, answer, state:hash())
    end
    seen[#seen + 1] = state:save() .. table.concat(state:actions(), "\n")
    return seen
  end)
  return fine and result or nil -- another law is about errors
end

-- Where two plays of the same actions part, in words; nil if they do not, or if one is not known.
local function parting(first, second, actions)
  if not first or not second then
    return nil
  end
  for i = 1, math.max(#first, #second) do
    if first[i] ~= second[i] then
      return i > #actions and "at its end the game is another one"
        or ("after %d. %s the game is another one"):format(i, actions[i])
    end
  end
end

local blame = " (does a rule use a variable outside of the state?)"
local by_chance = " (is there chance outside of the state? state:chance is to be used)"

--- What is wrong if the actions are played some times, on a game that was just loaded where that is
--- possible.
---@param subject tessera.check.Subject
---@param start tessera.check.Start
---@param actions string[]
---@return string|nil
function trial.play_again(subject, start, actions)
  local module = subject.fresh and subject.fresh() or subject.module
  local first = transcript(module, start, actions)
  local other = subject.fresh and transcript(subject.fresh(), start, actions)
  local wrong = other and parting(first, other, actions)
  if wrong then
    return "played again, " .. wrong .. by_chance
  end
  for _ = 1, math.max(3, math.min(100, again_most // (#actions + 1))) do
    wrong = parting(first, transcript(module, start, actions), actions)
    if wrong then
      return "played again, " .. wrong .. blame
    end
  end
end

-- Plays all games again, the last one first, and then once more behind a play of one action: what
-- is counted outside of the state may have come round to where it was.
local function play_backwards(subject, games, seen, found)
  for k = 2 * #games, 1, -1 do
    local i = (k - 1) % #games + 1
    local game = games[i]
    if k == #games then
      transcript(subject.module, game.start, { game.actions[1] })
    end
    local wrong = parting(seen[i], transcript(subject.module, game.start, game.actions),
      game.actions)
    if wrong then
      found(trial.same_again, "played again after other games, " .. wrong .. blame, game.actions,
        game.start, game.number)
      return
    end
  end
end

-- ---- random games ----

-- A start of a random game: with a seed of its own, if the game has dice.
local function start_of(subject, number, options)
  local start = subject.starts[(number - 1) % #subject.starts + 1]
  if start.saved or not maps.about(subject.module) then
    return start
  end
  local own = { seed = options.seed + number }
  for key, value in pairs(start.options or {}) do
    own[key] = value
  end
  return { label = start.label, map = start.map, options = own }
end

-- The actions of a shortest way to the goal, for the first game of each level: random games seldom
-- come that far.
local function way_to_goal(state)
  if states.players(state) > 1 then
    return {}
  end
  local fine, actions = pcall(search.shortest, state, nil, { nodes = solved_by })
  return fine and actions or {}
end

-- A function that chooses actions: those of a way first, then by chance.
local function chooser(random, way, most)
  return function(_, actions, number)
    if number > most and not way[number] or not actions[1] then
      return nil
    end
    return way[number] or actions[random:below(#actions) + 1]
  end
end

local function way_for(c, subject, number, state)
  local before = budget.late()
  local way = number <= 2 * #subject.starts and not c.late_search and way_to_goal(state) or {}
  local late, told = budget.late()
  if late > before then -- a play that shows it may yet be found
    c.late_search = { text = told, game = number }
  end
  -- In the second round a part of the way, and then by chance.
  for i = number > #subject.starts and #way or 0, #way // 2 + 1, -1 do
    way[i] = nil
  end
  return way
end

--- Plays random games and asks the laws.
---@param subject tessera.check.Subject
---@param options tessera.check.Options
---@return tessera.check.Failure[] failures the first one of each law; if the game has more to it
---than its state, that failure alone, because others may follow from it
---@return { games: integer, positions: integer, others: integer, stopped?: boolean } info how much
---was played; how many failures were left out; whether a rule has not returned
function trial.run(subject, options)
  local c, failures, games, seen = trial.context(subject.module), {}, {}, {}
  local number, start
  local met, forget = {}, met_most
  local function found(law, text, actions, other, game)
    if not c.closed[law] then
      c.closed[law] = true
      failures[#failures + 1] = { law = law, text = text, actions = actions,
        start = other or start, game = game or number }
    end
  end
  for i = 1, options.games do
    number, start = i, start_of(subject, i, options)
    if c.positions > forget then
      met, forget = {}, c.positions + met_most
    end
    local from = (i - 1) % #subject.starts + 1 -- keys are told apart within one shape of board
    met[from] = met[from] or { ahead = {}, key = {} }
    c.met = met[from]
    local state
    budget.about((" (in game %d of seed %d)"):format(i, options.seed))
    local wrong, broken = ask(c, function()
      state = trial.begin(subject.module, start)
    end)
    if wrong then
      found(broken, wrong, {})
    else
      local random = rng.new(options.seed * 1000003 + i)
      local way = way_for(c, subject, i, state)
      local actions = trial.play(c, subject.laws, state, chooser(random, way, options.actions),
        found)
      games[#games + 1] = #games < again_games and { start = start, actions = actions, number = i }
        or nil
    end
    if options.progress then
      options.progress(i, c.positions)
    end
    if c.late then
      break
    end
  end
  if c.late_search and not c.late then
    c.late = true
    number, start = c.late_search.game, start_of(subject, c.late_search.game, options)
    found(trial.rules_end, c.late_search.text, {})
  end
  if c.late then
    return failures, { games = number, positions = c.positions, others = 0, stopped = true }
  end
  -- The first pass is played by the game as it is when its file has just been loaded: the games
  -- before may have changed it for good.
  local module = subject.fresh and subject.fresh() or subject.module
  for i, game in ipairs(games) do
    seen[i] = transcript(module, game.start, game.actions) or false
  end
  play_backwards(subject, games, seen, found)
  local info = { games = options.games, positions = c.positions, others = 0 }
  if c.closed[trial.same_again] then
    info.others = #failures - 1
    failures = { failures[#failures] }
  end
  return failures, info
end

--- What is wrong by one law when these actions are played; nil if it holds. Actions that the game
--- does not have are skipped.
---@param subject tessera.check.Subject
---@param law tessera.check.Law
---@param start tessera.check.Start
---@param actions string[]
---@return string|nil text
---@return string[]|nil actions up to where it shows
function trial.replay(subject, law, start, actions)
  if law == trial.same_again then
    return trial.play_again(subject, start, actions), actions
  end
  local c, text, shown = trial.context(subject.module), nil, nil
  local state
  local wrong, broken = ask(c, function()
    state = trial.begin(subject.module, start)
  end)
  if wrong then
    return broken == law and broken == trial.rules_end and wrong or nil, {}
  end
  local i = 0
  local any = law == trial.no_error or law == trial.rules_end
  trial.play(c, any and subject.laws or { law }, state, function(now)
    repeat
      i = i + 1
      local known = actions[i] and errors.pcall(now.code, now, actions[i])
    until known or not actions[i]
    return not text and actions[i] or nil
  end, function(failed, why, done)
    if failed == law and not text then
      text, shown = wording.lines(why), done
    end
  end)
  return text, shown
end

return trial
