--- Recordings: a playthrough that one can step through in both directions, with the events of each
--- step.

local frame = require "tessera.draw.frame"
local session = require "tessera.session"
local sight = require "tessera.base.sight"
local trace = require "tessera.base.trace"

---@class tessera.recording
local recording = {}

---@class tessera.Recording
---@field game string
---@field count integer how many steps it has
---@field steps tessera.RecordingStep[]
---@field areas table<integer, tessera.Area> what is shown of the board after each step, from 0
---@field state fun(self: tessera.Recording, step: integer): tessera.State the state after so many
---steps; 0: the first one
local Recording = {}
Recording.__index = Recording

---@class tessera.RecordingStep
---@field action string
---@field done boolean whether it was carried out
---@field why? string why it was not
---@field passed? boolean it was not, but time has passed
---@field events string[] what happened, such as "pushed # from row 1, column 3 to row 1, column 4"
---@field after integer how many of the steps up to this one have changed the state

--- Plays the actions and keeps what they do.
---
--- Errors: an action that the game does not have.
---@param first tessera.State
---@param actions string[]
---@param names? table<string, string> how events call what the characters of a map stand for
---@return tessera.Recording
function recording.of(first, actions, names)
  local made = setmetatable({ game = first:game(), count = #actions, steps = {},
    areas = { [0] = frame.area(first) }, play = session.new(first) }, Recording)
  for i, action in ipairs(actions) do
    local events, texts, before = {}, {}, sight.keep(made.play:state())
    local done, result, passed = made.play:apply(action, events)
    for k, event in ipairs(sight.events(before, events, made.play:state())) do
      texts[k] = trace.event(event, names)
    end
    made.steps[i] = { action = action, done = done or false, why = not done and result or nil,
      passed = passed, events = texts, after = made.play:count() }
    made.areas[i] = frame.area(made.play:state(), made.areas[i - 1])
  end
  return made
end

--- Reads a playthrough. It is played again, and every answer must be as it says.
---
--- ```lua
--- local recording = require "tessera.draw.recording"
--- local text = session.record(tower.new "...G/S.##/####", { "PUSH LEFT", "MOVETO 2" })
--- local play = recording.read(text)
--- print(play.count, play.steps[1].done, play.steps[2].done)  --> 2 false true
--- print(play:state(1):player())                              --> 2 1
--- print(play:state(2):player())                              --> 2 2
--- ```
---@param text string
---@param names? table<string, string> how events call what the characters of a map stand for
---@param check? fun(first: tessera.State) may raise an error before anything is played
---@return tessera.Recording|nil recording
---@return string|nil why_not "line 12: ..."
function recording.read(text, names, check)
  local first, actions = session.read(text)
  if first and check then
    check(first)
  end
  local last, difference = session.replay(text)
  if not last then
    return nil, difference
  end
  local texts = {}
  for i, action in ipairs(actions) do
    texts[i] = action.text
  end
  return recording.of(first, texts, names)
end

--- How many of the first steps have changed the state.
---@param step integer
---@return integer
function Recording:moves(step)
  return step > 0 and self.steps[step].after or 0
end

function Recording:state(step)
  self.play:go(self:moves(step))
  return self.play:state()
end

return recording
