--- Sessions: play any game with undo, redo and restart, and record playthroughs. A playthrough is a
--- text with every action, every answer and every state on the way.
---
--- ```lua
--- local play = session.new(tower.new "...G/S.##/####")
--- play:apply "MOVETO 2"
--- play:undo()
--- play:redo()
--- print(play:state():player())  --> 2 2
--- ```
---
--- A playthrough begins with the saved first state. Each action follows with its answer and, if the
--- action changed the state, the saved state after it:
---
--- ```
--- tessera play 1
--- tessera tower 1
--- ...
--- > PUSH RIGHT       an action
--- < ok               the answer: "ok", with the outcome if the game ended; "no: " and why; or
--- tessera tower 1    "passed: " and why, if the action was refused but time passed
--- ...
--- end
--- ```

local characters = require "tessera.base.characters"
local errors = require "tessera.base.errors"
local games = require "tessera.base.games"
local history = require "tessera.base.history"
local playthrough = require "tessera.base.playthrough"
local states = require "tessera.states"
local undo = require "tessera.puzzlescript.undo"

---@class tessera.session
local session = {}

--- A session, as `session.new` returns it.
---@class tessera.Session
local Session = {}
local meta = { __index = Session, __name = "tessera.session", __metatable = false }

-- The fields of each session, where its user cannot change them:
--   now       the current state; nil after an error, until it is needed
--   history   the actions and restarts, also those undone
--   count     how many of them are in force: not undone
--   listener  the state's listener, if it is watched
--   at_start  boards that the start of the level has left behind, or nil
--   base      boards to which undos lead beyond the history: see tessera.puzzlescript.undo
local inside = setmetatable({}, { __mode = "k" })

local function check_state(state, name)
  if not states.is_state(state) then
    errors.fail("session.%s: expected a state of a game, got %s", name, errors.shown(state))
  end
end

local function check_session(self, name)
  return inside[self] or errors.fail("session: %s is a method of a session: call it with ':'", name)
end

local function watch(state, listener)
  return listener and state:watched(listener) or state
end

--- Makes a session that starts from a copy of the state. It keeps about 8 KB for each action,
--- 64 MB at most. If the state is watched, its listener is called for every action that is applied
--- or redone.
---
--- Errors: the argument is no state of a game.
---
--- ```lua
--- local play = session.new(tower.new "...G/S.##/####")
--- print(play:apply "MOVETO 2")  --> true
--- ```
---@param state tessera.State
---@return tessera.Session
function session.new(state)
  check_state(state, "new")
  local listener = states.listener(state)
  local made = setmetatable({}, meta)
  inside[made] = { now = watch(state:clone(), listener), history = history.new(state), count = 0,
    listener = listener, at_start = undo.of_start(state) }
  return made
end

--- Whether the value is a session.
---
--- ```lua
--- local state = tower.new "...G/S.##/####"
--- print(session.is(session.new(state)), session.is(state))  --> true false
--- ```
---@param value any
---@return boolean
function session.is(value)
  return inside[value] ~= nil
end

-- Restores the state after the first `count` entries.
local function go_to(own, count)
  own.now = watch(own.history:state(count), own.listener)
  own.count = count
end

local function state_of(own)
  if not own.now then
    go_to(own, own.count)
  end
  return own.now
end

local function check_applied(own, fine, done, ...)
  if not fine then
    own.now = nil
    error(done, 0)
  end
  return done, ...
end

-- Applies an action to the current state. An error, also one in the listener, undoes the action.
local function apply(own, action, events)
  return check_applied(own, pcall(own.now.apply, own.now, action, events))
end

-- Keeps the action in its place if it has changed the state; answers as `State:apply` does.
local function keep(own, place, text, done, ...)
  local _, passed = ...
  if done or passed then
    own.count = place
    own.history:put(place, text, own.now)
  end
  return done, ...
end

--- The current state. Change it only through the session.
---
--- ```lua
--- local play = session.new(tower.new "...G/S.##/####")
--- print(play:state():player())  --> 2 1
--- ```
---@return tessera.State
function Session:state()
  return state_of(check_session(self, "state"))
end

--- A copy of the state that the session started from.
---
--- ```lua
--- local play = session.new(tower.new "...G/S.##/####")
--- play:apply "MOVETO 2"
--- print(play:start():player())  --> 2 1
--- ```
---@return tessera.State
function Session:start()
  local own = check_session(self, "start")
  local _, from = own.history:round(own.count)
  return own.history:state(from)
end

--- Carries an action out, as `State:apply` does. Actions that were undone before can then no longer
--- be redone, unless this action is refused.
---
--- Errors: the game has no such action. An error in the listener, or in a rule written in Lua,
--- undoes the action and goes on to the caller.
---
--- ```lua
--- local play = session.new(tower.new "...G/S.##/####")
--- print(play:apply "MOVETO 2")   --> true
--- print(play:apply "PUSH LEFT")  --> nil PUSH LEFT: no block at row 2, column 1 to push
--- ```
---@param action string|integer
---@param events? tessera.Event[]|false what happens is appended to the list; `false` asks for no
---reason of a refusal either, which is cheaper
---@return true|nil done
---@return string|nil result the outcome, if that ended the game; or why it was not done
---@return true|nil passed true: it was not done, but time has passed (in the Tower)
function Session:apply(action, events)
  local own = check_session(self, "apply")
  errors.type("session:apply: action", action, "string", "integer")
  errors.type("session:apply: events", events, "table", "boolean", "nil")
  local text, place = games.text(state_of(own), action), own.count + 1
  own.history:reserve(place) -- before anything has changed
  return keep(own, place, text, apply(own, action, events))
end

--- Undoes the last action, or a restart with nothing played since. A game in PuzzleScript is undone
--- as there: actions that have moved nothing are left out, checkpoint and random numbers stay;
--- where that leads to no state from before, the session goes on as if it had begun there.
---
--- ```lua
--- local play = session.new(tower.new "...G/S.##/####")
--- play:apply "MOVETO 2"
--- print(play:undo())  --> true
--- print(play:undo())  --> nil nothing to undo
--- ```
---@return true|nil done
---@return string|boolean|nil why not; true if `count` begins anew, as dice are not taken back
function Session:undo()
  local own = check_session(self, "undo")
  local count, first, base = own.count > 0 and own.count - 1 or nil, nil, nil
  if undo.is_own(state_of(own)) then
    count, first, base = undo.target(own, own.now)
  end
  if not count then
    return nil, "nothing to undo"
  elseif first then
    own.history, own.base = history.new(first, own.history.first), base
  end
  go_to(own, count)
  if first then
    return true, true
  end
  return true
end

--- Whether an undo leads to a board before the first state: in PuzzleScript, where the rules at the
--- start of a level have restarted it.
---
--- ```lua
--- print(session.new(tower.new "...G/S.##/####"):leads_before_start())  --> false
--- ```
---@return boolean
function Session:leads_before_start()
  local own = check_session(self, "leads_before_start")
  return own.at_start ~= nil and own.base == nil
end

--- Begins again from the first state. What was played is not lost: an undo at the beginning leads
--- back to it. `count`, `actions`, `go` and `record` know only what was played since, so a
--- recording begins at the first state and has no restart in it.
---
--- ```lua
--- local play = session.new(tower.new "...G/S.##/####")
--- play:apply "MOVETO 2"
--- play:restart()
--- print(play:count(), play:state():player())   --> 0 2 1
--- play:undo()
--- print(play:action(), play:state():player())  --> MOVETO 2 2 2
--- ```
---@return true|nil done
---@return string|nil why not
function Session:restart()
  local own = check_session(self, "restart")
  local _, from = own.history:round(own.count)
  if own.count == from and (from > 0 or not own.base) then
    return nil, "nothing to begin again"
  end
  local place = own.count + 1
  own.history:reserve(place)
  local now = watch(own.history.first:clone(), own.listener)
  own.history:put(place, true, now)
  own.now, own.count = now, place
  return true
end

--- How often the session has begun again.
---
--- ```lua
--- local play = session.new(tower.new "...G/S.##/####")
--- play:apply "MOVETO 2"
--- play:restart()
--- print(play:restarts())  --> 1 0
--- play:undo()
--- print(play:restarts())  --> 0 1
--- ```
---@return integer count
---@return integer undone so many more were undone, and can be redone
function Session:restarts()
  local own = check_session(self, "restarts")
  local count = own.history:round(own.count)
  return count, #own.history.restarts - count
end

--- Redoes the action or the restart that was undone last.
---
--- ```lua
--- local play = session.new(tower.new "...G/S.##/####")
--- play:apply "MOVETO 2"
--- play:undo()
--- print(play:redo())  --> true
--- print(play:redo())  --> nil nothing to redo
--- ```
---@return true|nil done
---@return string|nil why not
function Session:redo()
  local own = check_session(self, "redo")
  if own.count == own.history.last then
    return nil, "nothing to redo"
  end
  local entry = own.history.done[own.count + 1]
  if entry == true then
    go_to(own, own.count + 1)
    return true
  end
  state_of(own)
  apply(own, entry)
  own.count = own.count + 1
  return true
end

--- Undoes or redoes actions until so many are in force since the last restart. Listeners do not
--- hear of it.
---
--- Errors: there are not so many actions.
---
--- ```lua
--- local play = session.new(tower.new "...G/S.##/####")
--- play:apply "MOVETO 2"
--- play:apply "CLIMB RIGHT"
--- play:go(0)
--- print(play:state():player())  --> 2 1
--- play:go(2)
--- print(play:state():player())  --> 3 3
--- ```
---@param count integer
function Session:go(count)
  local own = check_session(self, "go")
  errors.type("session:go: count", count, "integer")
  local _, from, last = own.history:round(own.count)
  if count < 0 or count > last - from then
    errors.fail("session:go: count: expected 0..%d, got %d", last - from, count)
  end
  go_to(own, from + count)
end

--- How many actions were carried out and not undone, since the last restart.
---
--- ```lua
--- local play = session.new(tower.new "...G/S.##/####")
--- play:apply "MOVETO 2"
--- print(play:count())  --> 1
--- ```
---@return integer
function Session:count()
  local own = check_session(self, "count")
  local _, from = own.history:round(own.count)
  return own.count - from
end

--- The text of one of the actions that were carried out and not undone: by default the last one.
---
--- ```lua
--- local play = session.new(tower.new "...G/S.##/####")
--- play:apply "MOVETO 2"
--- play:apply "CLIMB RIGHT"
--- print(play:action(), play:action(1))  --> CLIMB RIGHT MOVETO 2
--- ```
---@param number? integer
---@return string|nil action nil if there is none
function Session:action(number)
  local own = check_session(self, "action")
  local _, from = own.history:round(own.count)
  number = errors.type("session:action: number", number, "integer", "nil") or own.count - from
  return number > 0 and number <= own.count - from and own.history.done[from + number] or nil
end

--- The texts of the actions that were carried out and not undone.
---
--- ```lua
--- local play = session.new(tower.new "...G/S.##/####")
--- play:apply "MOVETO 2"
--- play:apply "CLIMB RIGHT"
--- play:undo()
--- print(table.concat(play:actions(), ", "))  --> MOVETO 2
--- ```
---@return string[]
function Session:actions()
  local own = check_session(self, "actions")
  local _, from = own.history:round(own.count)
  return table.move(own.history.done, from + 1, own.count, 1, {})
end

--- Records the actions that were carried out and not undone, since the last restart, as a
--- playthrough.
---
--- ```lua
--- local play = session.new(tower.new "...G/S.##/####")
--- play:apply "MOVETO 2"
--- local last = session.replay(play:record())
--- print(last == play:state())  --> true
--- ```
---@return string playthrough
function Session:record()
  check_session(self, "record")
  return session.record(self:start(), self:actions())
end

--- Plays the actions on a copy of the state and records them, also those that are refused.
---
--- Errors: the game has no such action.
---
--- ```lua
--- local text, last = session.record(tower.new "...G/S.##/####", { "PUSH LEFT", "MOVETO 2" })
--- print(text:match "< no[^\n]*")
--- --> < no: PUSH LEFT: the tower ends at column 1
--- print(last:player())  --> 2 2
--- ```
---@param state tessera.State
---@param actions string[]
---@return string playthrough
---@return tessera.State last the state at the end
function session.record(state, actions)
  check_state(state, "record")
  errors.type("session.record: actions", actions, "table")
  return playthrough.record(state, actions)
end

-- A playthrough whose lines end as `record` ends them.
local function check_text(text, name)
  if type(text) ~= "string" then
    error(("bad argument #1 to '%s' (string expected, got %s)"):format(name, type(text)), 3)
  end
  return characters.unified(text)
end

--- Reads a playthrough without playing it.
---
--- ```lua
--- local text = session.record(tower.new "...G/S.##/####", { "MOVETO 2" })
--- local first, actions = session.read(text)
--- print(first:player())                   --> 2 1
--- print(actions[1].text, actions[1].line) --> MOVETO 2 14
--- print(session.read "nothing")           --> nil line 1: expected 'tessera play 1'
--- ```
---@param text string
---@return tessera.State|nil first
---@return { text: string, line: integer }[]|string actions their texts and lines; or what is wrong
function session.read(text)
  return playthrough.parse(check_text(text, "read"))
end

--- Plays the actions of a playthrough again, from its first state, and records what the game does
--- now. A playthrough that `replay` finds right is returned as it is.
---
--- ```lua
--- local text = session.record(tower.new "...G/S.##/####", { "MOVETO 2", "PUSH LEFT" })
--- local wrong = text:gsub("< no[^\n]*", "< ok")
--- print(session.renew(wrong) == text)  --> true
--- print(session.renew "nothing")       --> nil line 1: expected 'tessera play 1'
--- ```
---@param text string
---@return string|nil playthrough nil if it is not understood, or the game has no such action
---@return tessera.State|string last the state at the end; or the line that is wrong
function session.renew(text)
  return playthrough.renew(check_text(text, "renew"))
end

--- Replays a playthrough and compares the result with it, line by line.
---
--- ```lua
--- local text = session.record(tower.new "...G/S.##/####", { "MOVETO 2" })
--- print(session.replay(text):player())  --> 2 2
--- print(session.replay "nothing")       --> nil line 1: expected 'tessera play 1'
--- ```
---@param text string
---@return tessera.State|nil last the state at the end; nil if something differs
---@return string|nil difference the first line that differs or is not understood
function session.replay(text)
  return playthrough.replay(check_text(text, "replay"))
end

return session
