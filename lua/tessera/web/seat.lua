--- Somebody who plays on a page: a player whose steps can be listed, left and taken up again.
--- What the page draws of it is in view.lua.

local base = require "tessera.play.player"
local collection = require "tessera.levels.collection"
local errors = require "tessera.base.errors"
local frame = require "tessera.draw.frame"
local labels = require "tessera.base.labels"
local loading = require "tessera.api.loading"
local lurd = require "tessera.levels.lurd"
local session = require "tessera.session"
local tiles = require "tessera.draw.tiles"
local trace = require "tessera.base.trace"

local seat = {}

---@class tessera.web.Step
---@field action string
---@field label? string what is read instead, if it is not the same
---@field why? string why it was refused
---@field events string[]

---@class tessera.web.Seat: tessera.Player
---@field known? tessera.web.Step[] the list of steps that the page knows
---@field changed? integer the first step of it that the page does not know
---@field shown? tessera.Recording a recording that is looked at instead
---@field listed? tessera.web.Step[] its steps
---@field at integer the step of the recording
---@field names table<string, string> what the characters of a map are called
---@field tiles tessera.Tiles
---@field told integer how many tiles the page knows
---@field cells? integer[] the board that the page knows
---@field stood? tessera.web.Stood where the play stood then
---@field quiet? boolean what is printed was printed before
---@field happened? tessera.Event[] what has happened since then
---@field dragged? { from: integer[], at: integer[], step: integer } the last move of a drag
---@field refused? string the action that was refused since then
---@field heard string[] what was to be heard, and the page does not know yet: keys of `sounds`
local Seat = setmetatable({}, { __index = base.Player })
Seat.__index = Seat

local cells_most, actions_most, happened_most, heard_most = 40000, 100000, 400, 16

-- ---- playing ----

--- Raises a fault if a state is too large for a page.
---@param state tessera.State
function seat.check(state)
  if state:rows() * state:columns() > cells_most then
    loading.fail(("a board of %d x %d cells is too large for a page (at most %d cells)")
      :format(state:rows(), state:columns(), cells_most), "levels")
  end
end

--- The first state of a level, unless it is too large.
---@param number integer
---@return tessera.State
function Seat:first(number)
  local state = base.Player.first(self, number)
  seat.check(state)
  return state
end

--- Looks at a level that has just begun, also again.
function Seat:fresh()
  base.Player.fresh(self)
  self.shown = nil
end

-- A step of the list.
local function step_of(self, action, why, events)
  local module = self.playable.controls.module
  local label = labels.action(module, action)
  return { action = action, label = label ~= action and label or nil,
    why = labels.refusal(module, action, why), events = events }
end

--- Notes the step of an action, before the game is asked anything more, which may raise an error.
---@param events tessera.Event[]
---@param why string|nil
function Seat:carried(events, why)
  local number, words = self:moves(), {}
  for i, event in ipairs(events) do
    words[i] = trace.event(event, self.names)
  end
  local steps = self:round().steps
  for i = #steps, number, -1 do
    steps[i] = nil
  end
  steps[number] = step_of(self, self.play:action(), why, words)
  local happened = self.happened or {}
  self.happened = #happened <= happened_most and table.move(events, 1, #events, #happened + 1,
    happened) or happened
  self.changed = math.min(self.changed or number, number)
end

--- Carries an action out. One that is refused is shown by a bump.
function Seat:apply(text, events)
  local done, why = base.Player.apply(self, text, events)
  self.refused = not done and text or nil
  return done, why
end

--- New puzzles of a generator are asked for by the page, which waits for them.
---@param name string
---@return boolean known
function Seat:command(name)
  return not (name == "new" and self.playable.generator) and base.Player.command(self, name)
end

--- Notes what is to be heard of an action, also of one that is refused.
---@param events tessera.Event[]|nil
function Seat:looked(events)
  for _, event in ipairs(events or {}) do
    local name = #self.heard < heard_most and event.kind:match "^heard (.+)"
    self.heard[#self.heard + 1] = name or nil
  end
end

--- Says something in front of what is said already.
---@param text string|nil
function Seat:say(text)
  if text then
    self.message = text .. (self.message and " " .. self.message or "")
  end
end

-- The two last moves of a drag as one, if the game has one that leads as far, or as none, if they
-- lead back. What has moved and is heard is that of the last one.
local function in_one(self, before, at)
  local step, happened, heard = self:moves(), self.happened, self.heard
  self.play:go(step - 2)
  if at[1] == before.from[1] and at[2] == before.from[2] then
    self.dragged = nil
    return
  end
  local action, there = require("tessera.play.reach").drag(self:state(), self.playable,
    before.from, at, self:viewer())
  if action and there[1] == at[1] and there[2] == at[2] then
    self.heard = {}
    self:apply(action)
    self.dragged = { from = before.from, at = at, step = self:moves() }
  else
    self.play:go(step)
  end
  self.happened, self.heard = happened, heard
end

--- Drags a piece from a cell to another one. Returns where it is then; nil if nothing brings it
--- nearer.
---@param from integer[] row and column from the top
---@param to integer[]
---@param on? boolean the finger goes on: its moves become one, if the game has one for them
---@return integer[]|nil
function Seat:drag(from, to, on)
  local state, before = self:state(), on and self.dragged
  local action, at
  if not state:outcome() and not self:is_computers() then
    action, at = require("tessera.play.reach").drag(state, self.playable, from, to, self:viewer())
  end
  self.dragged = action and { from = from, at = at, step = self:moves() + 1 } or before
  if not action then
    return nil
  end
  self:wake "click"
  self.keyboard:cancel()
  self.cursor = at
  if not self:act(action) then
    return nil
  elseif before and before.step == self:moves() - 1 and before.at[1] == from[1]
    and before.at[2] == from[2] and self.playable.players == 1 and not self.playable.tick then
    in_one(self, before, at)
  end
  return at
end

--- Goes to a step, back or forth.
---@param step integer
function Seat:go(step)
  self.keyboard:cancel()
  self.message, self.paused = nil, self.playable.tick ~= nil
  self.play:go(math.min(step, #self:round().steps))
end

--- Plays the actions from the beginning of a level on, as far as they are possible.
---@param number integer
---@param actions string[]
function Seat:restore(number, actions)
  self:begin(number)
  if #actions > actions_most then
    self.message = ("The play is not restored: it has %d actions, more than %d."):format(#actions,
      actions_most)
    return
  end
  for i, action in ipairs(actions) do
    if self:state():outcome() or not self:apply(action) then
      self.message = ("The play goes as far as move %d: %s is not possible any more."):format(i - 1,
        labels.action(self.playable.controls.module, action))
      return
    end
  end
  self.message, self.telling = self:state():outcome() and self.message or nil, {}
  self.happened, self.heard = nil, {}
end

-- ---- recordings ----

--- Looks at a recording, at its last step.
---@param made tessera.Recording
function Seat:look_at(made)
  self.shown, self.listed, self.cells = made, {}, nil
  for i, step in ipairs(made.steps) do
    self.listed[i] = step_of(self, step.action, step.why, step.events)
  end
  self:show(made.count)
end

--- Looks at another step of the recording.
---@param step integer
function Seat:show(step)
  self.at, self.message = step, nil
  local now = self.listed[step]
  if now and now.why then
    self.message = "Refused: " .. now.why
  end
end

--- Plays on from the step of the recording that is looked at.
function Seat:resume()
  local made, step = self.shown, self.at
  self.playable.list = { collection.of_state("recording", made:state(0)) }
  local actions = {}
  for i = 1, step do
    actions[#actions + 1] = (made.steps[i].done or made.steps[i].passed) and made.steps[i].action
      or nil
  end
  self.cells = nil
  self:restore(1, actions)
end

-- ---- what is looked at ----

--- The state that is looked at.
---@return tessera.State
function Seat:seen()
  return self.shown and self.shown:state(self.at) or self:state()
end

--- The steps of the recording that is looked at, or those since the level began, also those that
--- were undone.
---@return tessera.web.Step[]
function Seat:steps()
  return self.shown and self.listed or self:round().steps
end

--- The play so far as a recording to be drawn.
---@return tessera.Recording
function Seat:film()
  return self.shown or require("tessera.draw.recording").of(self.play:start(), self.play:actions(),
    self.names)
end

--- Whether moves are written in letters.
---@return boolean
function Seat:has_letters()
  local state = self:seen()
  return lurd.are_actions(function(action)
    return (errors.pcall(state.code, state, action))
  end)
end

--- What is played, or looked at: its first state and its actions.
---@return tessera.State
---@return string[]
function Seat:played()
  if not self.shown then
    return self.play:start(), self.play:actions()
  end
  local actions = {}
  for i, step in ipairs(self.shown.steps) do
    actions[i] = step.action
  end
  return self.shown:state(0), actions
end

--- The play as a text.
---@return string
function Seat:record()
  return (session.record(self:played()))
end

--- The number of the tile of a cell in which these kinds lie upon each other.
---@param kinds string[]
---@return integer
function Seat:tile(kinds)
  return self.tiles:number(frame.cell(self.playable, kinds))
end

--- Somebody who has not begun a level yet.
---@param playable tessera.Playable
---@param options { touch?: boolean } whether it is somebody with a finger
---@return tessera.web.Seat
function seat.new(playable, options)
  local self = setmetatable(base.new(playable, options), Seat)
  self.names = frame.names(playable)
  self.tiles, self.told, self.at, self.heard = tiles.new(), 0, 0, {}
  return self
end

return seat
