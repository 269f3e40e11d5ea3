--- The output of --trace: each action or why it was ignored, its events, and the board after it.

local games = require "tessera.base.games"
local maps = require "tessera.base.maps"
local sight = require "tessera.base.sight"
local wording = require "tessera.base.wording"
local write = require("tessera.base.output").write

local trace = {}

-- Kinds of events that remove a piece. For other kinds without `to`, " to off the board" is shown.
local gone = { erased = true, removed = true }

local function place(at)
  return at and ("row %d, column %d"):format(at[1], at[2]) or "off the board"
end

--- An event as a line of text: `pushed # from row 1, column 3 to row 1, column 4`; or, if it is of
--- no piece, `heard crate move`.
---@param event tessera.Event
---@param names? table<string, string> what is said instead of the characters of a map
---@return string
function trace.event(event, names)
  names = names or {}
  if not (event.what or event.shown) then
    return event.kind
  end
  local words = { event.kind, names[event.what] or event.shown or event.what }
  if event.becomes then
    words[#words + 1] = "to " .. (names[event.becomes] or event.shown_becomes or event.becomes)
  end
  local from, to = event.from, event.to
  if to and (not from or from[1] == to[1] and from[2] == to[2]) then
    words[#words + 1] = "at " .. place(to)
  else
    if event.from then
      words[#words + 1] = "from " .. place(event.from)
    end
    if event.to or not gone[event.kind] then
      words[#words + 1] = "to " .. place(event.to)
    end
  end
  return table.concat(words, " ")
end

-- Who hears what is traced, and whether nothing is written; the state that was traced last.
local listener, silent, kept

-- The board as the player to move sees it.
local function board(state)
  return tostring(kept and kept.about.views and state:view(state:turn() or nil) or state)
end

---@class tessera.TraceListener hears what is traced
---@field start fun(self: any, title: string, state: tessera.State)
---@field step fun(self: any, action: string, why: string|nil, events: string[], state:
---tessera.State)
---@field result fun(self: any, lines: string[]) why what was traced last is a failure
---@field report fun(self: any, state: tessera.State, limits: tessera.search.Limits)

-- Whether players who act together have not all chosen: nothing has happened yet.
local function is_choosing(state)
  return kept and kept.about.together and (state:turn() or 1) > 1
end

--- From now on somebody listens to all that is traced.
---@param new_listener tessera.TraceListener
---@param is_silent boolean nothing is written
function trace.listen(new_listener, is_silent)
  listener, silent = new_listener, is_silent
end

--- Shows the position that a game starts from.
---@param title string
---@param state tessera.State
function trace.start(title, state)
  kept = sight.keep(state)
  if listener then
    listener:start(title, state)
  end
  if not silent then
    write(wording.line(title), "\n", board(state), "\n")
  end
end

--- The number of the rule as a picture that would carry out an action; nil for other games.
---@param state tessera.State
---@param action string
---@return integer|nil
function trace.rule(state, action)
  return state.rule and (state:rule(action)) or nil
end

--- The same in words, with the place at which the rule begins: "rule 2 at row 1, column 3".
---@param state tessera.State
---@param action string
---@return string|nil
function trace.by(state, action)
  if not state.rule then
    return nil
  end
  local number, _, row, column = state:rule(action)
  local about = maps.about(games.of(state))
  row = not (about and about.views) and row or nil -- the place may be hidden
  return number and ("rule %d"):format(number) .. (row and " at " .. place { row, column } or "")
end

local function tell(action, why, events, state)
  local texts = {}
  for i, event in ipairs(events) do
    texts[i] = trace.event(event)
  end
  listener:step(action, why or nil, texts, state)
end

--- Shows an action that was tried.
---@param number integer
---@param action string
---@param why string|nil why it was ignored; nil if it was carried out
---@param events tessera.Event[]
---@param state tessera.State
---@param by? string the rule that carried it out, in a game of pictures
---@param idle? string why actions of players who act together were idle in this step
function trace.step(number, action, why, events, state, by, idle)
  events = sight.events(kept, events, state)
  kept = sight.keep(state)
  if listener then
    tell(action, why, events, state)
  end
  if silent then
    return
  end
  by = by and (" (%s)"):format(by) or ""
  write(number, ". ", wording.line(why and "ignored: " .. why or action .. by), "\n")
  for _, event in ipairs(events) do
    write("   ", wording.line(trace.event(event)), "\n")
  end
  if idle then
    write("   ", wording.line("idle: " .. idle), "\n")
  end
  if not is_choosing(state) then
    write(board(state), "\n")
  end
end

--- Shows something that is to be known of a position.
---@param number integer
---@param text string
---@param state tessera.State
function trace.note(number, text, state)
  if listener then
    listener:step(text, nil, {}, state)
  end
  if not silent then
    write(number, ". ", wording.line(text), "\n")
  end
end

--- Lets the listener, if there is one, hear a whole play, of which nothing is written.
---@param title string
---@param state tessera.State not changed
---@param actions string[]
function trace.play(title, state, actions)
  if listener then
    local now = state:clone()
    listener:start(title, now)
    for _, action in ipairs(actions) do
      local events, before = {}, sight.keep(now)
      local done, why = now:apply(action, events)
      tell(action, not done and why or nil, sight.events(before, events, now), now)
    end
  end
end

--- Lets the listener, if there is one, hear why what was traced last is a failure.
---@param lines string[]
function trace.result(lines)
  if listener then
    listener:result(lines)
  end
end

--- Lets the listener, if there is one, examine the level that was traced last.
---@param state tessera.State
---@param limits tessera.search.Limits
function trace.report(state, limits)
  if listener then
    listener:report(state, limits)
  end
end

return trace
