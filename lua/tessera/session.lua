--- A game being played, with undo and redo. Its actions can be recorded as a playthrough: a text
--- with every state and answer on the way.
---
--- ```lua
--- local play = session.new(tower.new "...G/S.##/####")
--- play:apply "MOVETO 2"
--- play:undo()
--- play:redo()
--- print(play:state():player())  --> 2 2
--- ```
---
--- A playthrough holds the saved state that it starts from, and for each action the answer, and the
--- state after it if that has changed:
---
--- ```
--- tessera play 1
--- tessera tower 1
--- ...
--- > PUSH RIGHT       an action
--- < ok               the answer: ok, with the outcome if that ended the game;
--- tessera tower 1    no and why; or passed and why, if time passed all the same
--- ...
--- end
--- ```

local games = require "tessera.base.games"
local states = require "tessera.states"
local usage = require "tessera.base.usage"

---@class tessera.session
local session = {}

--- A game being played.
---@class tessera.Session
local Session = {}
local meta = { __index = Session, __name = "tessera.session", __metatable = false }

-- What only the library may change, by session:
--   now       the state as it stands; nil after an error, until it is asked for
--   done      the actions that changed the state, also those undone
--   last      how many these are; behind them may be room for one more
--   count     how many of them are in force
--   copies    old copies of the state by the number of actions, if there was memory for them
--   stride    actions from one kept copy to the next
--   listener  of the state, if it is watched
local inside = setmetatable({}, { __mode = "k" })

-- About so many bytes are kept for each action: small states are all kept, of large ones
-- one in so many, and undo plays on from the last one.
local bytes_for_action = 8192

local function check_state(state, name)
  if not states.is_state(state) then
    usage.fail("session.%s: expected a state of a game, got %s", name, usage.shown(state))
  end
end

local function check_session(self, name)
  return inside[self] or usage.fail("session: %s is a method of a session: call it with ':'", name)
end

-- pcall for what says whether an action is one; a lack of memory does not.
local function ask(f, state, action)
  local known, answer = pcall(f, state, action)
  if answer == "not enough memory" then
    error(answer, 0)
  end
  return known, answer
end

-- The text of an action, or an error at the user's line.
local function text_of(state, action)
  local known, text = ask(state.text, state, action)
  if not known then
    usage.fail("%s%s", usage.stripped(text), usage.guess_action(action, state))
  end
  return text
end

local function watch(state, listener)
  return listener and state:watched(listener) or state
end

--- A session that starts from a copy of the state. It keeps about 8 KB for each action. The
--- listener of a watched state hears of every action that is applied or done again.
---
--- Errors: it is no state of a game.
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
  inside[made] = { now = watch(state:clone(), listener), done = {}, last = 0, count = 0,
    copies = { [0] = state:clone() }, stride = state:size() // bytes_for_action + 1,
    listener = listener }
  return made
end

-- Goes to the state after `count` of the actions.
local function go_to(own, count)
  local from = count - count % own.stride
  while not own.copies[from] do
    from = from - own.stride
  end
  local state = own.copies[from]:clone()
  for i = from + 1, count do
    state:apply(own.done[i])
  end
  own.now = watch(state, own.listener)
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

-- Applies to the state. An error, also one of the listener's, takes the action back.
local function apply(own, action, events)
  return check_applied(own, pcall(own.now.apply, own.now, action, events))
end

-- Keeps the action in its place if it has changed the state; answers as `State:apply` does.
local function keep(own, place, text, done, ...)
  local _, passed = ...
  if done or passed then
    own.done[place] = text
    for i = own.last, place + 1, -1 do
      own.done[i] = nil
    end
    for i = place, own.last do
      own.copies[i] = nil
    end
    own.count, own.last = place, place
    if place % own.stride == 0 then
      own.copies[place] = own.now:clone()
    end
  end
  return done, ...
end

--- The state as it stands. Change it through the session only.
---
--- ```lua
--- local play = session.new(tower.new "...G/S.##/####")
--- print(play:state():player())  --> 2 1
--- ```
---@return tessera.State
function Session:state()
  return state_of(check_session(self, "state"))
end

--- Carries an action out, as `State:apply` does. What was undone before is forgotten, unless the
--- action is refused.
---
--- Errors: it is no action of the game. An error of the listener's, or of a rule written in Lua,
--- takes the action back.
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
  local text, place = text_of(state_of(own), action), own.count + 1
  own.done[place] = own.done[place] or false -- the room that is needed, before it is played
  return keep(own, place, text, apply(own, action, events))
end

--- Takes the last action back.
---
--- ```lua
--- local play = session.new(tower.new "...G/S.##/####")
--- play:apply "MOVETO 2"
--- print(play:undo())  --> true
--- print(play:undo())  --> nil nothing to undo
--- ```
---@return true|nil done
---@return string|nil why not
function Session:undo()
  local own = check_session(self, "undo")
  if own.count == 0 then
    return nil, "nothing to undo"
  end
  go_to(own, own.count - 1)
  return true
end

--- Carries out again what was undone last.
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
  if own.count == own.last then
    return nil, "nothing to redo"
  end
  state_of(own)
  apply(own, own.done[own.count + 1])
  own.count = own.count + 1
  return true
end

--- The texts of the actions in force: those that were carried out and not undone.
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
  return table.move(own.done, 1, own.count, 1, {})
end

--- The actions in force as a playthrough.
---
--- ```lua
--- local play = session.new(tower.new "...G/S.##/####")
--- play:apply "MOVETO 2"
--- local last = session.replay(play:record())
--- print(last == play:state())  --> true
--- ```
---@return string playthrough
function Session:record()
  local own = check_session(self, "record")
  return session.record(own.copies[0], table.move(own.done, 1, own.count, 1, {}))
end

--- Plays the actions, also those that are refused, on a copy of the state.
---
--- Errors: one of them is no action of the game.
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
  usage.type("session.record: actions", actions, "table")
  local now = state:clone()
  local parts = { "tessera play 1\n", now:save() }
  for _, action in ipairs(actions) do
    local text = text_of(now, action)
    if not ask(now.code, now, text) then -- the number of no action
      usage.fail("session.record: %s is no action of %s", usage.shown(action), now:game())
    end
    local done, result, passed = now:apply(text)
    local answer = done and "ok" or passed and "passed" or "no"
    parts[#parts + 1] = ("> %s\n< %s%s\n"):format(text, answer, result and ": " .. result or "")
    if done or passed then
      parts[#parts + 1] = now:save()
    end
  end
  parts[#parts + 1] = "end\n"
  return table.concat(parts), now
end

-- The state that a playthrough starts from, and its actions; or nil and what is wrong.
local function parse(text)
  if text:sub(1, 15) ~= "tessera play 1\n" then
    return nil, "line 1: expected 'tessera play 1'"
  end
  local saved, actions, number = {}, {}, 1
  for line in text:sub(16):gmatch "([^\n]*)\n?" do
    number = number + 1
    local action = line:match "^> (.*)$"
    if action then
      actions[#actions + 1] = { text = action, line = number }
    elseif #actions == 0 and line ~= "end" then
      saved[#saved + 1] = line
    end
  end
  local game = games.find((saved[1] or ""):match "^tessera (%l[%w_]*) ")
  if not game then
    return nil, "line 2: expected the saved state of a game"
  end
  local loaded, state = pcall(game.load, table.concat(saved, "\n"))
  if not loaded then
    return nil, "the saved state from line 2 on: " .. tostring(state)
  end
  return state, actions
end

-- A line as messages show it.
local function shown(line)
  return line and ("'%s'"):format(line:gsub("\n$", "")) or "the end"
end

--- Plays a playthrough again and compares it line by line.
---
--- ```lua
--- local text = session.record(tower.new "...G/S.##/####", { "MOVETO 2" })
--- print(session.replay(text):player())  --> 2 2
--- print(session.replay "nothing")       --> nil line 1: expected 'tessera play 1'
--- ```
---@param text string
---@return tessera.State|nil last the state at the end; nil if something differs
---@return string|nil difference the first line that differs, or that is no playthrough
function session.replay(text)
  if type(text) ~= "string" then
    error(("bad argument #1 to 'replay' (string expected, got %s)"):format(type(text)), 2)
  end
  text = text:gsub("\r\n", "\n")
  local state, actions = parse(text)
  if not state then
    return nil, actions
  end
  local texts = {}
  for i, action in ipairs(actions) do
    if not ask(state.code, state, action.text) then
      return nil, ("line %d: '%s' is no action of %s"):format(action.line, action.text,
        state:game())
    end
    texts[i] = action.text
  end
  local again, last = session.record(state, texts)
  local number, expected, found = 0, text:gmatch "[^\n]*\n?", again:gmatch "[^\n]*\n?"
  repeat
    local line, other = expected(), found()
    number = number + 1
    if line ~= other then
      return nil, ("line %d: expected %s, found %s"):format(number, shown(line), shown(other))
    end
  until not line
  return last
end

return session
