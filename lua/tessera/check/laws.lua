--- The laws that every game keeps. Each is a table:
---
---     name                                what holds, in words
---     at(c, state, actions)               is asked in every position, with the listed actions
---     step(c, before, action, after)      is asked after every action that was carried out
---     play(c, root, actions)              is asked at the end of a play
---     about                               a list in c.about: if it is empty, nothing is asked
---
--- Each function returns nil if the law holds, or what is wrong. `c` is the context of a check:
---
---     module, about                       the game; what is known of it, if it is written in Lua
---     pool                                a list of actions that were listed somewhere
---     met                                 the positions met so far from this start: `ahead`, what
---                                         follows, by key; `key` by hash
---
--- A law draws its samples by the hash of the position, so it says the same of it each time.
---
--- So a failure can be played again, and made smaller, by its start and its actions alone. There is
--- one implementation of each law and each claim: scenarios, assertions, `run.lua check`, users'
--- specs and spec/game/conformance_spec.lua call the same functions.

local actions_of = require "tessera.check.actions"
local engine_laws = require "tessera.check.engine_laws"
local errors = require "tessera.base.errors"
local games = require "tessera.base.games"
local labels = require "tessera.base.labels"
local limits = require "tessera.base.search_limits"
local snapshot = require "tessera.check.snapshot"
local property = require "tessera.check.property"
local search = require "tessera.search"
local search_core = require "tessera.search_core"
local session = require "tessera.session"
local states = require "tessera.states"
local symmetry = require "tessera.base.symmetry"
local undo = require "tessera.puzzlescript.undo"
local wording = require "tessera.base.wording"

---@class tessera.check.Law
---@field name string
---@field at? fun(c: table, state: tessera.State, actions: string[]): string|nil
---@field step? fun(c: table, before: tessera.State, action: string, after: tessera.State):
---string|nil
---@field play? fun(c: table, root: tessera.State, actions: string[]): string|nil
---@field about? "counters"|"labels"|"reverse"|"symmetries"
---@field property? boolean it is a property of the author's

local shown = errors.shown

-- A state after an action, and the answer.
local function after(state, action)
  local copy = state:clone()
  return copy, copy:apply(action)
end

local laws = {}

---@param law tessera.check.Law
local function add(law)
  laws[#laws + 1] = law
end

-- ---- actions ----

add {
  name = "each action is listed once",
  at = function(_, state, actions)
    local seen = {}
    for _, action in ipairs(actions) do
      local code = state:code(action)
      if seen[code] then
        return ("%s is listed twice"):format(shown(action))
      end
      seen[code] = true
    end
  end,
}

add {
  name = "what is listed is carried out",
  at = function(_, state, actions)
    for _, action in ipairs(actions_of.sample(actions, state)) do
      local why = state:why(action)
      local copy, done, result, passed = after(state, action)
      if not done and not passed then
        return ("%s is listed, but refused: %s"):format(shown(action), result)
      elseif (done and result or nil) ~= (done and copy:outcome() or nil) then
        return ("%s answers %s, but the outcome is %s"):format(shown(action), shown(result),
          shown(copy:outcome()))
      elseif why ~= (not done and result or nil) then
        return ("of %s it is told %s before and %s after it was tried"):format(shown(action),
          shown(why), shown(not done and result or nil))
      elseif snapshot(copy) == snapshot(state) then
        return ("%s is carried out, but changes nothing"):format(shown(action))
      end
    end
  end,
}

-- Whether a listed action leads where an action leads that is not listed: a code of a game in C
-- that is another one for it.
local function has_twin(state, actions, copy)
  for _, other in ipairs(actions) do
    if (after(state, other)) == copy then
      return true
    end
  end
  return false
end

add {
  name = "what is carried out is listed",
  at = function(c, state, actions)
    for _, action in ipairs(actions_of.unlisted(c, state, actions)) do
      local copy, done = after(state, action)
      -- Players who act together may choose what will be idle.
      local known = c.about and (c.about.together or c.about.unlisted and c.about.unlisted[action])
      if done and not known and (c.about or not has_twin(state, actions, copy)) then
        return ("%s is not listed, but carried out"):format(shown(state:text(action)))
      end
    end
  end,
}

add {
  name = "a refused action leaves nothing behind",
  at = function(c, state, actions)
    local before = snapshot(state)
    for _, action in ipairs(actions_of.unlisted(c, state, actions)) do
      local why = state:why(action)
      local copy, done, result, passed = after(state, action)
      if not done and not passed then
        local told = shown(state:text(action))
        if snapshot(copy) ~= before or copy ~= state then
          return ("%s is refused, but changes the state"):format(told)
        elseif snapshot(state) ~= before then
          return ("trying %s on a copy changes the state"):format(told)
        elseif result ~= why or not result or result == "" then
          return ("%s is refused with %s, and why says %s"):format(told, shown(result), shown(why))
        end
      end
    end
  end,
}

add {
  name = "an action does the same when nobody listens",
  step = function(c, before, action, now)
    local silent, heard = before:clone(), before:clone()
    local done, _, passed = silent:apply(action, false)
    local done_too, _, passed_too = heard:apply(action, {})
    if c.about and c.about.together then -- why others were idle is told to those who listen
      passed, passed_too = nil, nil
    end
    if done ~= done_too or passed ~= passed_too or silent ~= heard or heard ~= now then
      return ("%s leads elsewhere when its events are asked for"):format(shown(action))
    end
  end,
}

-- ---- reading ----

-- Calls everything that only reads.
local function read_all(c, state)
  for player = 1, states.players(state) do
    local score = state:score(player)
    if math.type(score) ~= "integer" then
      return ("the score of player %d is %s"):format(player, shown(score))
    end
    local seen = state:view(player)
    if seen:outcome() ~= state:outcome() then
      return ("the view of player %d has the outcome %s, the state has %s"):format(player,
        shown(seen:outcome()), shown(state:outcome()))
    end
  end
  if c.about and c.about.hint[1] then
    search.hint(state)
  end
  for _, action in ipairs(actions_of.sample(c.pool, state)) do
    state:why(action)
  end
  state:actions()
end

add {
  name = "outcome, score, turn, view, why and actions only read",
  at = function(c, state)
    local before = snapshot(state)
    local wrong = read_all(c, state)
    if wrong then
      return wrong
    elseif snapshot(state) ~= before then
      return "asking for outcome, score, view, why or actions changes the state"
    end
  end,
}

add {
  name = "a game that is over has a known outcome and no actions",
  at = function(_, state, actions)
    local outcome, known, turn = state:outcome(), states.outcomes(state), state:turn()
    if not outcome then
      return not (turn and turn >= 1 and turn <= states.players(state))
        and ("the game runs, but it is the turn of player %s"):format(turn) or nil
    elseif known and not wording.one_of(outcome, known) then
      return ("the outcome %s is not declared"):format(shown(outcome))
    elseif actions[1] then
      return ("the game is over (%s), but lists %s"):format(outcome, shown(actions[1]))
    elseif turn then
      return ("the game is over (%s), but it is the turn of player %d"):format(outcome, turn)
    end
  end,
}

-- ---- copies ----

add {
  name = "a state that is saved and loaded goes on in the same way",
  at = function(c, state, actions)
    local again = c.module.load(state:save())
    if again ~= state or snapshot(again) ~= snapshot(state) then
      return "what is loaded differs from what was saved"
    elseif table.concat(again:actions(), "\n") ~= table.concat(actions, "\n") then
      return "the loaded state lists other actions"
    end
    for _, action in ipairs { actions[1], actions[#actions] } do
      if (after(again, action)) ~= (after(state, action)) then
        return ("after %s the loaded state differs"):format(shown(action))
      end
    end
  end,
}

-- The same of a game with an undo of its own, which brings back the board alone, and not the ticks.
local function undone_wrongly(c, root, played)
  while played:undo() do end
  if not c.about.tick and not played:state():same_board(root) then
    return "undoing all actions does not lead back to the first board"
  end
end

add {
  name = "undo leads back to the start, and redo to the end",
  play = function(c, root, actions)
    local played = session.new(root)
    for _, action in ipairs(actions) do
      played:apply(action)
    end
    if undo.is_own(root) then
      return undone_wrongly(c, root, played)
    end
    local last, count = played:state():clone(), 0
    while played:undo() do
      count = count + 1
    end
    if played:state() ~= root or snapshot(played:state()) ~= snapshot(root) then
      return ("undoing %d actions does not lead back to the start"):format(count)
    end
    while played:redo() do
      count = count - 1
    end
    if count ~= 0 or played:state() ~= last then
      return "undoing and redoing all actions leads to another position"
    end
  end,
}

add {
  name = "a recorded play is replayed",
  play = function(c, root, actions)
    if games.find(root:game()) ~= c.module then
      return nil -- a recording would find another game of its name, defined since
    end
    local text, last = session.record(root, actions)
    local again, difference = session.replay(text)
    if not again then
      return "the recording does not replay: " .. difference
    elseif again ~= last then
      return "the recording replays to another position"
    end
  end,
}

-- ---- positions ----

-- What follows from a position by the rules, as one string; of many actions it has a sample.
local function future(state, actions)
  return ("%s %s %d %s"):format(state:outcome(), state:turn(), #actions,
    table.concat(actions_of.sample(actions, state), "\n"))
end

add {
  name = "equal positions have equal hashes and the same actions and outcome",
  at = function(c, state, actions)
    local key, hash, ahead = state:key(), state:hash(), future(state, actions)
    local met = c.met
    if met.ahead[key] and met.ahead[key] ~= ahead then
      return "the position was met before, with other actions or another outcome"
    elseif met.key[hash] and met.key[hash] ~= key then
      return "another position has the same hash"
    end
    met.ahead[key], met.key[hash] = ahead, key
  end,
}

-- The state with another value of a counter; nil if it may not have that value.
local function with_counter(c, state, name, value)
  local saved = state:save():gsub("\n" .. name .. " %-?%d+\n", ("\n%s %d\n"):format(name, value), 1)
  local fine, other = pcall(c.module.load, saved)
  return fine and other or nil
end

-- How the future of two states differs that have equal keys, or nil.
local function parting(state, other, actions)
  if other:outcome() ~= state:outcome() then
    return ("the outcome is %s, and not %s"):format(shown(other:outcome()), shown(state:outcome()))
  elseif future(other, other:actions()) ~= future(state, actions) then
    return "other actions are listed"
  end
  for _, action in ipairs(actions_of.sample(actions, state, 12)) do
    local a, b = (after(state, action)), (after(other, action))
    if a:key() ~= b:key() or a:outcome() ~= b:outcome() then
      return ("%s leads to another position (%s, and not %s)"):format(shown(action),
        shown(b:outcome()), shown(a:outcome()))
    end
  end
end

add {
  name = "counters decide nothing",
  about = "counters",
  at = function(c, state, actions)
    for _, name in ipairs(c.about.counters) do
      local now = state[name]
      for _, value in ipairs(math.type(now) == "integer" and { 0, now + 1, now + 10 } or {}) do
        local other = value ~= now and with_counter(c, state, name, value)
        local wrong = other and other:key() == state:key() and parting(state, other, actions)
        if wrong then
          return ("the counter '%s' decides something: with %d in place of %d %s (declare it as a"
            .. " field)"):format(name, value, now, wrong)
        end
      end
    end
  end,
}

-- The stream of the state's dice, or nil if the game has none.
local function dice(state)
  return state:save():match "\nrng (%-?%d+)\n"
end

-- How the image of a state plays in another way than the state, or nil.
local function parting_of_images(c, name, state, actions)
  local fine, image, image_of = pcall(symmetry.image, c.module, name, state)
  if not fine then
    return "its image is no board of the game: " .. tostring(image)
  end
  local images, listed = {}, {}
  for i, action in ipairs(actions) do
    images[i] = image_of(action)
  end
  for _, action in ipairs(image:actions()) do
    listed[action] = true
  end
  if image:outcome() ~= state:outcome() then
    return ("its image has the outcome %s, and not %s"):format(shown(image:outcome()),
      shown(state:outcome()))
  end
  for i, action in ipairs(images) do
    if not listed[action] then
      return ("the image of the board does not list %s, the image of %s"):format(shown(action),
        shown(actions[i]))
    end
    listed[action] = nil
  end
  if next(listed) then
    return ("the image of the board lists %s, which is the image of no listed action"):format(
      shown(wording.sorted(listed)[1]))
  end
  for _, action in ipairs(actions_of.sample(actions, state, 12)) do
    local a, b = (after(state, action)), (after(image, image_of(action)))
    local same_dice = dice(a) == dice(state)
    if same_dice and ((symmetry.image(c.module, name, a)):key() ~= b:key()
      or a:outcome() ~= b:outcome()) then
      return ("%s and its image %s lead to positions that are no images of each other"):format(
        shown(action), shown(image_of(action)))
    end
  end
end

add {
  name = "images of a board play like the board",
  about = "symmetries",
  at = function(c, state, actions)
    for _, name in ipairs(c.about.symmetries) do
      local wrong = parting_of_images(c, name, state, actions)
      if wrong then
        return ("%s: %s"):format(name, wrong)
      end
    end
  end,
}

add {
  name = "reverse takes back what an action did",
  about = "reverse",
  step = function(_, before, action, after_it)
    local back = search_core.before(after_it, limits.full { nodes = 0 }, action)
    if not back then
      return ("after %s it says that %s cannot have led here"):format(shown(action), shown(action))
    elseif back:key() ~= before:key() then
      return ("after %s it leads to another position than the one before"):format(shown(action))
    end
  end,
}

add {
  name = "labels tell actions apart",
  about = "labels",
  at = function(_, state, actions)
    local module, named = games.of(state), {}
    for _, action in ipairs(actions) do
      local label = labels.action(module, action)
      if named[label] then
        return ("%s and %s are both called %s"):format(shown(named[label]), shown(action),
          shown(label))
      end
      named[label] = action
    end
  end,
}

--- The laws; those of the engine are left out unless they are asked for. What a game's definition
--- promises in `properties` follows them.
---@param about tessera.About|nil
---@param strict boolean|nil
---@return tessera.check.Law[]
return function(about, strict)
  local list = {}
  for _, law in ipairs(laws) do
    local concerned = not law.about or about and next(about[law.about] or {}) ~= nil
    list[#list + 1] = concerned and law or nil
  end
  table.move(engine_laws, 1, strict and #engine_laws or 0, #list + 1, list)
  for _, name in ipairs(wording.sorted(about and about.properties or {})) do
    list[#list + 1] = property(name, about.properties[name])
  end
  return list
end
