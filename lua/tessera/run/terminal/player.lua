--- A game at the terminal: what is shown of it, and the loop of keys and ticks.
---
--- **An error in a rule costs the action, not the play:** the session takes it back, the screen
--- says it, and at the end it is told again, with exit status 1. Where no play can go on (the board
--- cannot be drawn, memory is short, the file is refused something) the play is saved first.

local base = require "tessera.play.player"
local budget = require "tessera.budget"
local colours = require "tessera.draw.colours"
local commands = require "tessera.run.terminal.commands"
local console = require "tessera.base.console"
local error_words = require "tessera.userfile.error_words"
local errors = require "tessera.base.errors"
local frame = require "tessera.draw.frame"
local look = require "tessera.draw.look"
local marks = require "tessera.play.marks"
local offers = require "tessera.play.offers"
local process = require "tessera.process"
local solved_levels = require "tessera.run.terminal.solved_levels"
local view = require "tessera.run.terminal.view"
local wording = require "tessera.base.wording"

local player = {}

---@class tessera.TerminalPlayer: tessera.Player
---@field screen tessera.Screen
---@field focus? { [1]: integer, [2]: integer } a cell that has to be seen
---@field typing? string the action that is typed
---@field help? string[][] the pages of keys
---@field hinted? { message: string, marks: tessera.Mark[] } the last hint
---@field solved table<string, integer>
---@field window? tessera.Window
---@field announced? { text: string } the message that was shown last
---@field last_key? string the key that came last, and when
---@field last_time? number
---@field held? boolean whether it is held down
---@field errors string[] what rules have raised, each once
---@field kept? tessera.Kept what is saved if a rule cannot be stopped
---@field bell boolean whether sounds ring the bell
local errors_most = 20 -- different ones that are told at the end
local held_seconds = 0.08 -- a key that comes again so soon is held down

local Player = setmetatable({}, { __index = base.Player })
Player.__index = Player

-- ---- the state ----

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

--- Looks at where something happened, if the board is larger than the screen.
---@param events? tessera.Event[]
function Player:looked(events)
  local window, area, follow = self.window, self:seen_area(), self.playable.focus
  if self.keyboard.cursor then
    self.focus = self.cursor
    return
  elseif window and window.rows == area.rows and window.columns == area.columns then
    return
  end
  if follow then
    local place = { follow(self:state()) }
    self.focus = place[1] and place or self.focus
    return
  end
  local last = events and events[#events]
  local at = last and (last.to or last.from)
  local row = at and (self.playable.controls.upward and self:state():rows() - at[1] + 1 or at[1])
  self.focus = find_player(self:state()) or at and { row, at[2] } or self.focus
end

--- Looks at a level that has just begun.
function Player:fresh()
  self.window, self.focus = nil, nil
  base.Player.fresh(self)
  self.focus = self.focus or self.cursor
end

-- Whether there is something to be heard, in a game in Lua or in PuzzleScript.
local function is_heard(events)
  for _, event in ipairs(events) do
    if event.kind:find "^heard " then
      return true
    end
  end
  return false
end

--- Keeps ready what is saved, and rings the bell if that is wanted.
---@param events tessera.Event[]
---@param why string|nil
function Player:carried(events, why)
  if self.bell and is_heard(events) then
    self.screen:ring()
  end
  if self.kept then
    self.kept:add(self.play, self:round(), why)
  end
end

-- ---- showing ----

local function title_of(self)
  local author = self.playable.author
  return author and ("%s by %s"):format(self.playable.title, author) or self.playable.title
end

local function mark_of(self)
  local level, count = self.playable.list[self.number], #self.playable.list
  local best = self:has_goal() and self.solved[self:key()]
  local number = count > 1 and ("%d/%d "):format(self.number, count) or ""
  local name = number .. level.name
  if count > 1 and level.name == "level " .. self.number then
    name = ("level %d/%d"):format(self.number, count)
  end
  return name .. (best and (" [solved, best %d]"):format(best) or "")
end

local function keys_line(self)
  local shown, parts = self.keyboard.shown, {}
  local paused = self.playable.tick ~= nil
  for _, name in ipairs { "help", "quit", paused and "pause", "undo", "restart", "new",
    not paused and "next", "hint" } do
    local key = name and offers.has(self, name) and shown[name]
    parts[#parts + 1] = key and key .. " " .. (name == "help" and "keys" or name) or nil
  end
  return table.concat(parts, "  ")
end

-- What is marked on the board: where the hint leads that is being said, or why the game is over.
local function marks_of(self, outcome)
  local hinted = self.hinted
  return outcome and marks.of_end(self:state())
    or hinted and hinted.message == self.message and hinted.marks or nil
end

-- The lines of a message that has the screen for itself. What does not fit is told next.
local function told_lines(self)
  local screen, playable, told = self.screen, self.playable, self.telling[1]
  local back = playable.back or look.background
  local lines, fits, rest = view.message({ title = title_of(self), mark = mark_of(self),
    message = told.text, keys = "any key: go on", back = back,
    fore = colours.readable(playable.fore or "#ffffff", back) }, screen.columns, screen.rows,
    screen.depth)
  if rest then
    told.text = fits
    table.insert(self.telling, 2, { text = rest })
  end
  return lines
end

--- Draws all.
function Player:draw()
  local screen = self.screen
  local outcome = self:state():outcome()
  self.over = outcome and self.message and self.message:sub(1, #outcome) == outcome
  if self.help then
    screen:show(self.help[1])
    return
  elseif self.telling[1] then
    screen:show(told_lines(self))
    return
  end
  local cursor = self.keyboard.cursor and not outcome
  local lines
  lines, self.window = view.lines({ state = self:state(),
    player = self:viewer(), area = self:seen_area(),
    title = title_of(self), mark = mark_of(self), status = self:status(self.over),
    message = self.message,
    prompt = self.typing and ":" .. self.typing .. "_" or self.keyboard:prompt(),
    keys = keys_line(self), help = offers.help(self), marks = marks_of(self, outcome),
    cursor = cursor and self.cursor or nil, focus = self.focus },
    self.window, screen.columns, screen.rows, screen.depth)
  screen:show(lines)
end

--- Shows a message at once.
---@param text string
function Player:say(text)
  self.message = text
  self:draw()
end

-- ---- errors ----

-- Notes an error in the game's file. The session has taken back what had begun, so the play goes
-- on; but not if memory is short.
local function note_error(self, err)
  if err == "not enough memory" then
    error(err, 0)
  end
  local text = error_words(self.playable.file or self.playable.game, err)
  if #self.errors < errors_most and not wording.one_of(text, self.errors) then
    table.insert(self.errors, text)
  end
  return text
end

--- Carries an action out. If that raises an error, it is told, and all is as before.
---@param text string
---@param events? tessera.Event[]
---@return boolean done
---@return string|nil why not
function Player:apply(text, events)
  local fine, done, why = pcall(base.Player.apply, self, text, events)
  if not fine then
    done, why = false, note_error(self, done)
    self.note = ("%s was not played: %s"):format(text, why) -- also if it is a tick
    self.message = self.note
  end
  return done, why
end

-- Calls f(self, key). Returns whether it has raised no error.
local function attempt(self, f, key)
  local fine, err = pcall(f, self, key)
  if not fine then
    self.message = note_error(self, err)
  end
  return fine
end

--- Saves the play if an error has ended it, and says where.
function Player:rescue()
  if not self.quit and self:moves() > 0 then
    collectgarbage()
    local saved, why = pcall(commands.save, self)
    console.say("play", saved and self.message or "Not saved: " .. errors.message(why))
  end
end

-- ---- keys ----

local function click(self, row, column, second)
  row, column = view.cell(self.window, math.tointeger(tonumber(row)),
    math.tointeger(tonumber(column)))
  if row then
    self:click(row, column, second)
  end
end

local function scroll(self, key)
  local window = self.window
  local step = key == "wheel-up" and -3 or 3
  if window.rows < self:seen_area().rows then
    self.focus = nil
    window.row = window.row + step
  end
end

local function press(self, key)
  local button, row, column = key:match "^(%l*%-?click) (%d+) (%d+)$"
  if not self.window then
    self:draw()
  end
  if button and not self.telling[1] then
    click(self, row, column, button == "right-click")
    return
  elseif key:find "^wheel" then
    scroll(self, key)
    return
  end
  local command = self:press(key)
  if command then
    commands[command](self)
  end
end

-- Whether a key is held down: it has come as the last one did, just now.
local function is_held(self, key)
  local now = self.screen:clock()
  local held = key == self.last_key and now - self.last_time < held_seconds
  self.last_key, self.last_time = key, now
  return held
end

-- Any key closes a message of the game, but the one that is still held down from before.
local function close_message(self, key)
  if self.keyboard.commands[key] == "quit" then
    commands.quit(self)
  elseif not key:find "^wheel" and not self.held then
    self:press(key)
  end
end

-- Shows a message that has just come. Keys that were pressed before somebody could read it do not
-- close it.
local function announce(self)
  self:draw()
  self.announced = self.telling[1]
  local key
  repeat
    key = self.screen:next(0)
    if key and (key == "ctrl-c" or key:find "^signal") then
      self.screen:push(key)
      return
    end
  until not key
end

local function pressed(self, key)
  self.held = is_held(self, key)
  if key == "resize" then
    return
  elseif key:find "^signal" then
    self.screen:leave()
    process.die(math.tointeger(tonumber(key:match "%d+")))
  elseif self.help then
    table.remove(self.help, 1)
    self.help = self.help[1] and self.help or nil
  elseif self.telling[1] then
    close_message(self, key)
  elseif self.typing and key ~= "ctrl-c" then
    commands.typed(self, key)
  elseif not self:wake(key) then
    press(self, key)
  end
end

-- ---- time ----

-- Seconds until the next tick; nil if none is due.
local function until_tick(self)
  local tick = self.playable.tick
  if not tick or self.paused or self.help or self.typing or self.telling[1]
    or self:state():outcome() then
    self.ticked = nil
    return nil
  end
  local now = self.screen:clock()
  self.ticked = self.ticked or now
  return math.max(0, self.ticked + tick - now)
end

--- One step: the computer's move, a key, or a tick.
function Player:step()
  if self.kept then
    self.kept:follow(self.play, self:round())
  end
  if self.telling[1] and self.telling[1] ~= self.announced then
    announce(self)
  end
  local key = self.screen:next(0)
  if not key then
    self:draw()
    if self:is_computers() then
      if not attempt(self, commands.answer) then
        self.options.against = nil
      end
      return
    end
    local seconds = until_tick(self)
    key = self.screen:next(seconds)
    if not key and seconds then
      self.ticked = self.screen:clock()
      self:tick()
      return
    end
  end
  if key then
    attempt(self, pressed, key)
  end
end

function Player:begin(number)
  budget.about((" (level %d)"):format(number))
  base.Player.begin(self, number)
end

-- ---- from outside ----

--- Makes a player, at the beginning of a level.
---@param screen tessera.Screen
---@param playable tessera.Playable
---@param options table `against`, `as`, `nodes`, `bell`, `kept`; `path` of the file of solved
---levels
---@return tessera.TerminalPlayer
function player.new(screen, playable, options)
  local path = options.path or solved_levels.path(os.getenv)
  local self = setmetatable(base.new(playable, options), Player)
  self.screen, self.solved, self.errors = screen, solved_levels.read(path), {}
  self.kept, self.bell = options.kept, options.bell or false
  function self.note_solved(key, moves)
    local kept = solved_levels.note(path, self.solved, key, moves)
    return not kept and ("(Not kept: %s cannot be written.)"):format(path
      or "the file of solved levels") or nil
  end
  self:begin(playable.first)
  return self
end

--- Plays until the player quits. Errors of rules are then in `errors`.
function Player:run()
  while not self.quit do
    self:step()
  end
end

return player
