--- A game at the terminal: the levels, the play, the keys, what is shown.

local actions = require "tessera.run.terminal.actions"
local commands = require "tessera.run.terminal.commands"
local frame = require "tessera.draw.frame"
local games = require "tessera.base.games"
local process = require "tessera.process"
local progress = require "tessera.run.terminal.progress"
local session = require "tessera.session"
local states = require "tessera.states"
local view = require "tessera.run.terminal.view"

local player = {}

---@class tessera.Player
---@field screen tessera.Screen
---@field staged tessera.Staged
---@field options table
---@field keyboard tessera.Keyboard
---@field number integer the level
---@field play tessera.Session
---@field cursor { [1]: integer, [2]: integer }
---@field focus? { [1]: integer, [2]: integer }
---@field message? string
---@field note? string what the game has printed
---@field typing? string the action that is typed
---@field help? string[][] the pages of keys
---@field paused boolean
---@field watched boolean a search has played in this level
---@field solved table<string, integer>
---@field window? tessera.Window
---@field started boolean whether a key was pressed in this level
local Player = {}
Player.__index = Player

-- ---- the state ----

function Player:state()
  return self.play:state()
end

--- How many actions have been carried out.
---@return integer
function Player:moves()
  return #self.play:actions()
end

--- Whether the computer is to move.
---@return boolean
function Player:is_computers()
  local turn = self.options.against and self:state():turn()
  return turn ~= nil and turn ~= false and turn ~= self.options.as
end

-- The goal that marks a level as solved: of a game for one player, if it names one.
local function has_goal(self)
  return self.staged.players == 1 and states.goal(self:state()) ~= nil
end

function Player:key()
  return progress.key(self.staged.game, self.staged.list[self.number].text)
end

-- Where the player's piece is, or nil.
local function find_player(state)
  local rows, columns = state:rows(), state:columns()
  if rows * columns > 40000 then
    return nil
  end
  local drawn = frame.of(state)
  for i = 1, #drawn do
    for _, part in ipairs(drawn[i].parts) do
      if part.kind == "player" or part.label == "player" or part.label == "you" then
        return { (i - 1) // columns + 1, (i - 1) % columns + 1 }
      end
    end
  end
end

-- Looks at where something happened, if the board is larger than the screen.
local function look(self, events)
  local window = self.window
  if self.keyboard.cursor then
    self.focus = self.cursor
    return
  elseif window and window.rows == self:state():rows()
    and window.columns == self:state():columns() then
    return
  end
  local last = events and events[#events]
  local at = last and (last.to or last.from)
  local row = at and (self.staged.controls.upward and self:state():rows() - at[1] + 1 or at[1])
  self.focus = find_player(self:state()) or at and { row, at[2] } or self.focus
end

--- Begins a level.
---@param number integer
function Player:begin(number)
  local state = self.staged.list[number].start()
  self.number, self.play = number, session.new(state)
  self.cursor = { (state:rows() + 1) // 2, (state:columns() + 1) // 2 }
  self.message, self.watched, self.window, self.started = nil, false, nil, false
  self.focus = nil
  self.paused = self.staged.tick ~= nil
  self.keyboard:cancel()
  look(self)
  self.focus = self.focus or self.cursor
  if self.paused then
    self.message = "Any key starts."
  end
end

-- What is said when the game is over.
local function ended(self)
  local state = self:state()
  local outcome, moves = state:outcome(), self:moves()
  local text = ("%s in %d move%s."):format(outcome, moves, moves == 1 and "" or "s")
  if has_goal(self) and outcome == states.goal(state) and not self.watched then
    local kept
    self.solved, kept = progress.note(self.path, self:key(), moves)
    text = kept and text or ("%s (Not kept: %s cannot be written.)"):format(text,
      self.path or "the file of solved levels")
  end
  local keys = self.keyboard.shown
  return text .. (self.number < #self.staged.list and (" %s: next level,"):format(keys.next) or "")
    .. (" %s: again"):format(keys.restart)
end

--- Carries an action out, and says why not if it was refused.
---@param text string
---@return boolean done
function Player:apply(text)
  local state = self:state()
  local known, wrong = pcall(state.code, state, text)
  if not known and wrong == "not enough memory" then
    error(wrong, 0)
  elseif not known then
    self.message = ("%s is no action%s"):format(text, games.guess_action(text, state))
    return false
  end
  local events = {}
  self.note = nil
  local done, result, passed = self.play:apply(text, events)
  look(self, events)
  self.message = self.note or nil
  if self:state():outcome() then
    self.message = ended(self)
  elseif not done then
    self.message = passed and (result or "ignored") .. " (time has passed)" or result
  end
  return done or passed or false
end

-- ---- showing ----

local function status_of(self)
  local list, moved = {}, false
  for _, entry in ipairs(frame.status(self:state())) do
    moved = moved or entry[1] == "moves"
    local last = list[#list]
    if entry[1]:find "^score [2-9]" and last and last[1] == "score" then
      list[#list] = { "score", last[2] .. " : " .. entry[2] }
    elseif entry[1] ~= "player" and not (entry[1] == "outcome" and self.over) then
      list[#list + 1] = { entry[1] == "score 1" and "score" or entry[1], entry[2] }
    end
  end
  if not moved then
    table.insert(list, 1, { "moves", self:moves() })
  end
  local turn = self.staged.players > 1 and self:state():turn()
  if turn then
    local who = not self.options.against and "" or turn == self.options.as and " (you)"
      or " (computer)"
    table.insert(list, 1, { "to move: player", turn .. who })
  end
  return list
end

local function mark_of(self)
  local best = has_goal(self) and self.solved[self:key()]
  local level = self.staged.list[self.number].name
  local count = #self.staged.list > 1 and ("%d/%d "):format(self.number, #self.staged.list) or ""
  return count .. level .. (best and (" [solved, best %d]"):format(best) or "")
end

local function keys_line(self)
  local shown, parts = self.keyboard.shown, {}
  for _, name in ipairs { "help", "quit", "undo", "restart", "hint" } do
    parts[#parts + 1] = shown[name] .. " " .. (name == "help" and "keys" or name)
  end
  if self.staged.tick then
    table.insert(parts, 3, shown.pause .. " pause")
  elseif #self.staged.list > 1 then
    table.insert(parts, 5, shown.next .. " next")
  end
  return table.concat(parts, "  ")
end

--- Draws all.
function Player:draw()
  local screen = self.screen
  local outcome = self:state():outcome()
  self.over = outcome and self.message and self.message:sub(1, #outcome) == outcome
  if self.help then
    screen:show(self.help[1])
    return
  end
  local cursor = self.keyboard.cursor and not outcome
  local lines
  lines, self.window = view.lines({ state = self:state(),
    player = self.options.against and self.options.as or nil, title = self.staged.title,
    mark = mark_of(self), status = status_of(self), message = self.message,
    prompt = self.typing and ":" .. self.typing .. "_" or self.keyboard:prompt(),
    keys = keys_line(self), cursor = cursor and self.cursor or nil, focus = self.focus },
    self.window, screen.columns, screen.rows, screen.depth)
  screen:show(lines)
end

--- Shows a message at once.
---@param text string
function Player:say(text)
  self.message = text
  self:draw()
end

-- ---- keys ----

local steps = { up = { -1, 0 }, down = { 1, 0 }, left = { 0, -1 }, right = { 0, 1 },
  ["up-left"] = { -1, -1 }, ["up-right"] = { -1, 1 }, ["down-left"] = { 1, -1 },
  ["down-right"] = { 1, 1 } }

local function move_cursor(self, direction)
  local state, step = self:state(), steps[direction]
  self.cursor = { math.max(1, math.min(state:rows(), self.cursor[1] + step[1])),
    math.max(1, math.min(state:columns(), self.cursor[2] + step[2])) }
  self.focus = self.cursor
end

local function context_of(self)
  local state = self:state()
  local row, column = self.cursor[1], self.cursor[2]
  local kinds = {}
  local drawn = frame.of(state, nil, { row = row, column = column, rows = 1, columns = 1 })
  for i, part in ipairs(drawn[1].parts) do
    kinds[i] = part.kind
  end
  return { state = state, player = state:turn() or 1, place = { row = self.staged.controls.upward
    and state:rows() - row + 1 or row, column = column, kinds = kinds }, legal = function(text)
    local fine, why = pcall(state.why, state, text)
    return fine and why == nil
  end }
end

-- The direction from the cursor to a cell in line with it, or nil.
local function direction_to(from, row, column)
  local down, right = row - from[1], column - from[2]
  if down ~= 0 and right ~= 0 and math.abs(down) ~= math.abs(right) then
    return nil
  end
  local vertical = down < 0 and "up" or down > 0 and "down" or ""
  local horizontal = right < 0 and "left" or right > 0 and "right" or ""
  local both = vertical ~= "" and horizontal ~= "" and "-" or ""
  local name = vertical .. both .. horizontal
  return name ~= "" and name or nil
end

-- Plays the action that a key or a click has led to.
local function carry_out(self, what, which)
  if what == "action" then
    self.message = nil
    if self:state():outcome() then
      self.message = ended(self)
    elseif self:apply(which) then
      self.ticked = nil
    end
  elseif what == "used" then
    self.message = nil
  end
end

local function click(self, row, column, second)
  row, column = view.cell(self.window, math.tointeger(tonumber(row)),
    math.tointeger(tonumber(column)))
  if not row then
    return
  end
  local direction = self.keyboard:wants_direction() and direction_to(self.cursor, row, column)
  if direction then
    local arrow = { up = "up", down = "down", left = "left", right = "right", ["up-left"] = "home",
      ["up-right"] = "pageup", ["down-left"] = "end", ["down-right"] = "pagedown" }
    carry_out(self, self.keyboard:press(arrow[direction], context_of(self)))
  else
    self.cursor = { row, column }
    carry_out(self, self.keyboard:pick(context_of(self), second))
  end
end

local function scroll(self, key)
  local window = self.window
  local step = key == "wheel-up" and -3 or 3
  if window.rows < self:state():rows() then
    self.focus = nil
    window.row = window.row + step
  end
end

local function press(self, key)
  local button, row, column = key:match "^(%l*%-?click) (%d+) (%d+)$"
  if not self.window then
    self:draw()
  end
  if button then
    click(self, row, column, button == "right-click")
    return
  elseif key:find "^wheel" then
    scroll(self, key)
    return
  end
  local what, which = self.keyboard:press(key, context_of(self))
  if what == "move" then
    move_cursor(self, which)
  elseif what == "command" then
    commands[which](self)
  elseif what then
    carry_out(self, what, which)
  else
    self.message = ("%s does nothing here. %s shows the keys."):format(key,
      self.keyboard.shown.help)
  end
end

local function pressed(self, key)
  if key == "resize" then
    return
  elseif key:find "^signal" then
    self.screen:leave()
    process.die(math.tointeger(tonumber(key:match "%d+")))
  elseif self.help then
    table.remove(self.help, 1)
    self.help = self.help[1] and self.help or nil
  elseif self.typing and key ~= "ctrl-c" then
    commands.typed(self, key)
  elseif self.staged.tick and not self.started then
    self.started, self.paused, self.message = true, false, nil
    if self.keyboard.commands[key] ~= "pause" then
      press(self, key)
    end
  else
    press(self, key)
  end
end

-- ---- time ----

-- Seconds until the next tick; nil if none is due.
local function until_tick(self)
  local tick = self.staged.tick
  if not tick or self.paused or self.help or self.typing or self:state():outcome() then
    self.ticked = nil
    return nil
  end
  local now = self.screen:clock()
  self.ticked = self.ticked or now
  return math.max(0, self.ticked + tick - now)
end

--- One step: the computer's move, a key, or a tick.
function Player:step()
  local key = self.screen:next(0)
  if not key then
    self:draw()
    if self:is_computers() then
      commands.answer(self)
      return
    end
    local seconds = until_tick(self)
    key = self.screen:next(seconds)
    if not key and seconds then
      self.ticked = self.screen:clock()
      self:apply "tick"
      return
    end
  end
  if key then
    pressed(self, key)
  end
end

-- ---- from outside ----

--- Makes a player, at the beginning of a level.
---@param screen tessera.Screen
---@param staged tessera.Staged
---@param options table `against`, `as`, `nodes`; `path` of the file of solved levels
---@return tessera.Player
function player.new(screen, staged, options)
  local path = options.path or progress.path(os.getenv)
  local self = setmetatable({ screen = screen, staged = staged, options = options, path = path,
    keyboard = actions.keyboard(staged.controls), solved = progress.read(path) }, Player)
  self:begin(staged.first)
  return self
end

--- What the game prints is shown as a message.
---@param ... any
function Player:print(...)
  local words = table.pack(...)
  for i = 1, words.n do
    words[i] = tostring(words[i])
  end
  self.note = table.concat(words, " "):sub(1, 400)
end

--- Plays until the player quits.
function Player:run()
  while not self.quit do
    self:step()
  end
end

return player
