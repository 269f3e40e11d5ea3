--- A game that somebody plays: its levels, the play so far, the cursor, the keys, what is said. It
--- has no screen: the terminal and the page draw it, and carry out the commands that it leaves to
--- them.
---
--- It reads no files and knows a game by its file in controls/ alone; a game without one is played
--- by forms that are guessed from its actions.

local actions = require "tessera.play.actions"
local budget = require "tessera.budget"
local characters = require "tessera.base.characters"
local collection = require "tessera.levels.collection"
local errors = require "tessera.base.errors"
local fresh = require "tessera.play.fresh"
local frame = require "tessera.draw.frame"
local games = require "tessera.base.games"
local labels = require "tessera.base.labels"
local presses = require "tessera.play.presses"
local session = require "tessera.session"
local sight = require "tessera.base.sight"
local states = require "tessera.states"
local telling = require "tessera.play.telling"

local player = {}

local note_most = 400 -- characters of a line that is printed

---@class tessera.Player
---@field playable tessera.Playable
---@field options { against?: string, as?: integer, nodes?: integer, touch?: boolean } the computer
---as a player; whether somebody plays with a finger
---@field keyboard tessera.Keyboard
---@field number integer the level
---@field play tessera.Session
---@field cursor { [1]: integer, [2]: integer }
---@field message? string
---@field telling { text: string }[] messages of the game that are still to be shown, one at a time,
---before it goes on; any key closes one
---@field area? tessera.Area what is shown of the board
---@field rounds table<integer, tessera.Round> what is known of the play since each of its restarts,
---also of those that were undone, by their number
---@field note? string what the game has printed
---@field paused boolean
---@field started boolean whether a key was pressed in this level
---@field now tessera.LevelPlay the level that is played
---@field plays tessera.LevelPlay[] those of levels that were left, the last one last
---@field note_solved? fun(key: string, moves: integer): string|nil is told of a level that is
---solved; returns what is to be said of it
---@field looked? fun(self: tessera.Player, events: tessera.Event[]|nil) is told where something has
---happened
---@field carried? fun(self: tessera.Player, events: tessera.Event[], why: string|nil) is told of an
---action that counts, and why it was refused
---@field ticked? number when the last tick was
local Player = {}
Player.__index = Player
player.Player = Player

---@class tessera.LevelPlay
---@field level tessera.PlayableLevel
---@field play tessera.Session
---@field rounds table<integer, tessera.Round>

---@class tessera.Round the play since the level began, or since its last restart
---@field again integer[] after how many actions a rule has begun the level again; below 0: so many
---were carried out before those that the play has
---@field watched boolean a search has played in it
---@field steps tessera.web.Step[] what a page shows of it

local plays_most = 3 -- of levels that were left

--- The current state.
---@return tessera.State
function Player:state()
  return self.play:state()
end

--- How many actions have been carried out.
---@return integer
function Player:moves()
  return self.play:count()
end

--- What is shown of the board.
---@return tessera.Area
function Player:seen_area()
  self.area = frame.area(self:state(), self.area)
  return self.area
end

--- Whether the computer is to move.
---@return boolean
function Player:is_computers()
  local turn = self.options.against and self:state():turn()
  return turn ~= nil and turn ~= false and turn ~= self.options.as
end

--- Whose view of the board is shown, if not that of the player to move.
---@return integer|nil
function Player:viewer()
  return self.options.against and self.options.as or nil
end

--- Whether reaching a goal solves the level: in a game for one player that names one.
---@return boolean
function Player:has_goal()
  return self.playable.players == 1 and states.goal(self:state()) ~= nil
end

--- Whether the goal is reached.
---@return boolean
function Player:has_won()
  local outcome = self:state():outcome()
  return outcome ~= nil and self:has_goal() and outcome == states.goal(self:state())
end

-- ---- levels ----

--- The first state of a level.
---@param number integer
---@return tessera.State
function Player:first(number)
  return self.playable.list[number].start()
end

--- What is known of the play since its last restart.
---@return tessera.Round
function Player:round()
  return self.rounds[self.play:restarts()]
end

local function new_round()
  return { again = {}, watched = false, steps = {} }
end

-- The play of a level that was left, which is then no longer kept; or a new one.
local function play_of(self, number)
  local level = self.playable.list[number]
  for i, left in ipairs(self.plays) do
    if left.level == level then
      return table.remove(self.plays, i)
    end
  end
  return { level = level, play = session.new(self:first(number)), rounds = { [0] = new_round() } }
end

-- Begins again, unless nothing was played. What was undone can no longer be redone.
local function restart(self)
  local steps, count = self:round().steps, self:moves()
  if self.play:restart() then
    table.move(steps, #steps + 1, 2 * #steps - count, count + 1)
    self.rounds[self.play:restarts()] = new_round()
  end
end

--- Begins a level; or begins it again, if it was played: an undo leads back to that play. After an
--- error all is as it was.
---@param number integer
function Player:begin(number)
  local level, now = self.playable.list[number], self.now
  local again = now ~= nil and now.level == level
  if not again then
    local next = play_of(self, number)
    self.plays[#self.plays + 1] = now
    if #self.plays > plays_most then
      table.remove(self.plays, 1)
    end
    self.now, self.number, self.play, self.rounds = next, number, next.play, next.rounds
  end
  restart(self)
  self:fresh()
  telling.tell(self, not again and level.before or {})
  telling.tell(self, { self.playable.message and self.playable.message(self:state()) or nil })
end

--- Looks at a level that has just begun, also again.
function Player:fresh()
  local state = self:state()
  self.area, self.telling, self.started = nil, {}, false
  self.cursor = { (state:rows() + 1) // 2, (state:columns() + 1) // 2 }
  self.paused = self.playable.tick ~= nil
  self.keyboard:cancel()
  self:looked()
  self.message = state:outcome() and ("The level is over at its start: %s."):format(state:outcome())
    or self.paused and telling.begins(self, "starts", "start") or nil
end

--- The name of the level in lists of what is solved.
---@return string
function Player:key()
  return collection.key(self.playable.game, self.playable.list[self.number].text)
end

-- ---- playing ----

--- Is told where something has happened.
function Player:looked() end

--- Is told of an action that counts.
function Player:carried() end

-- Plays an action. One whose rule does not return is not carried out: rules work on copies.
local function attempt(self, text, events)
  local before = budget.late()
  local answer = table.pack(pcall(self.play.apply, self.play, text, events))
  local late, told = budget.late()
  if answer[1] then
    return table.unpack(answer, 2, answer.n)
  elseif late == before then
    error(answer[2], 0)
  end
  return nil, told:gsub(", on [^%(%)]*$", "") .. "; the action is not carried out"
end

--- Carries an action out, and says why not if it was refused.
---@param text string
---@param events? tessera.Event[] what happens is appended
---@return boolean done
---@return string|nil why it was not carried out
function Player:apply(text, events)
  local state = self:state()
  if not errors.pcall(state.code, state, text) then
    self.message = ("%s is no action%s"):format(text, games.guess_action(text, state))
    return false, self.message
  end
  events, self.note = events or {}, nil
  local before, copy = sight.keep(state), self.playable.begins_again and state:clone()
  local done, result, passed = attempt(self, text, events)
  local why = not done and (result or "ignored") or nil
  events = sight.events(before, events, self:state(), self:viewer())
  if done or passed then
    self:carried(events, why)
  end
  self:looked(events)
  self.message = self.note or nil
  local over = self:state():outcome()
  local said = telling.listen(self, text, not (done or passed), copy or nil)
  if over then
    self.message = telling.ended(self)
  elseif not done and not said then
    result = labels.refusal(self.playable.controls.module, text, result)
    self.message = passed and (result or why) .. " (time has passed)" or result
  end
  return done or passed or false, why
end

--- The action "tick". If nothing comes of it, nothing is said.
function Player:tick()
  local before = self.message
  local _, why = self:apply "tick"
  if why and not self:state():outcome() then
    self.message = self.note or before
  end
end

-- How a game that is paused goes on; beside a finger there is a button for it.
local function paused(self)
  local key = self.keyboard.shown.pause
  return self.options.touch and "Paused."
    or ("Paused: press %s to go on."):format(key:find "^%w" and key or ("'%s'"):format(key))
end

-- Undoes or redoes until somebody can choose what to do.
local function travel(self, name)
  local moves, restarts = telling.moves(self, true), self.play:restarts()
  local done, why = self.play[name](self.play)
  if why == true then -- they count, but the list of moves begins here
    why, restarts, self.rounds = nil, 0, { [0] = new_round() }
    self.now.rounds, self.rounds[0].again = self.rounds, { 1 - moves }
  end
  while done and (self:is_computers() or self.playable.together
      and require("tessera.play.passing").action(self)) do
    done = self.play[name](self.play)
  end
  self.keyboard:cancel()
  self.message = why
  if name == "undo" and self.play:restarts() < restarts then
    self.message = "The level is as it was before it began again."
  end
  self.paused = self.playable.tick ~= nil
  if self.paused and not why then
    self.message = (name == "undo" and "Undone. " or "Redone. ") .. paused(self)
  end
end

local commands = {}

function commands.undo(self)
  travel(self, "undo")
  if self:is_computers() then -- the computer began, and there is nothing else to undo
    self.message = "nothing to undo"
  end
end

function commands.redo(self)
  travel(self, "redo")
end

function commands.restart(self)
  local action = self.playable.controls.restart
  if not action or self:state():outcome() then
    self:begin(self.number)
    return
  end
  self.keyboard:cancel()
  self.message = nil
  if self:act(action) then
    self.ticked = nil
  end
end

function commands.next(self)
  local after = self.playable.after
  if self.number == #self.playable.list and after and self:has_won() then
    telling.finish(self)
  elseif self.number == #self.playable.list then
    self.message = "This is the last level."
  else
    self:begin(self.number + 1)
  end
end

function commands.previous(self)
  if self.number == 1 then
    self.message = "This is the first level."
  else
    self:begin(self.number - 1)
  end
end

function commands.new(self)
  if not self:can_be_new() then
    self.message = "There are no new puzzles of this level."
    return
  end
  local level, why = self.playable.fresh.make(self.number, fresh.seed())
  if not level then
    self.message = why
    return
  end
  self.playable.list[self.number] = level
  self:begin(self.number)
end

function commands.pause(self)
  self.paused = self.playable.tick ~= nil and not self.paused
  self.message = self.paused and paused(self) or nil
end

--- Whether there are new puzzles in place of this level.
---@return boolean
function Player:can_be_new()
  local made = self.playable.fresh
  return made ~= nil and made.can(self.number)
end

--- Carries out a command that needs no screen and no search: undo, redo, restart, next, previous,
--- new, pause.
---@param name string
---@return boolean known
function Player:command(name)
  local command = commands[name]
  if command then
    command(self)
  end
  return command ~= nil
end

-- ---- keys ----

--- Carries out an action that somebody has chosen, and those of players who can only do nothing.
---@param text string
---@return boolean done
---@return string|nil why it was not carried out
function Player:act(text)
  local done, why = self:apply(text)
  if done and self.playable.together then
    require("tessera.play.passing").pass(self)
  end
  return done, why
end

--- Starts a game with ticks that waits for its first key. Returns whether the key has meant just
--- that.
---@param key string
---@return boolean
function Player:wake(key)
  if not self.playable.tick or self.started then
    return false
  end
  self.started, self.paused, self.message = true, false, nil
  return self.keyboard.commands[key] == "pause"
end

--- A key is pressed: it closes a message of the game, or plays. Returns the name of a command that
--- the caller carries out, such as "hint".
---@param key string
---@return string|nil command
function Player:press(key)
  return presses.key(self, key)
end

--- A cell is chosen with the mouse. If a direction is asked for, it is that of the cell, unless the
--- action is not possible and the cell can begin another one.
---@param row integer from the top, also where the game counts from below
---@param column integer
---@param second? boolean with the other button
function Player:click(row, column, second)
  presses.click(self, row, column, second)
end

--- The actions that are possible now and begin so, whatever their case.
---@param text string
---@return string[]
function Player:completions(text)
  local list = {}
  for _, action in ipairs(self:state():actions()) do
    if action:sub(1, #text):lower() == text:lower() then
      list[#list + 1] = action
    end
  end
  return list
end

-- ---- what is shown ----

--- What stands beside the board: pairs of a name and a value.
---@param over? boolean the outcome is said elsewhere
---@param state? tessera.State by default the current one
---@param moves? integer how many actions have led to it
---@return { [1]: string, [2]: string|integer }[]
function Player:status(over, state, moves)
  return telling.status(self, over, state or self:state(), moves or telling.moves(self))
end

--- The last line that is printed during an action is shown as a message.
---@param text string lines
function Player:print(text)
  self.note = characters.cut(text:match "([^\n]*)\n*$", note_most)
end

--- Makes a player. `begin` then begins a level.
---@param playable tessera.Playable
---@param options { against?: string, as?: integer, nodes?: integer }
---@return tessera.Player
function player.new(playable, options)
  return setmetatable({ playable = playable, options = options, telling = {}, plays = {},
    keyboard = actions.keyboard(playable.controls) }, Player)
end

return player
