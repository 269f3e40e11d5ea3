--- A game at the terminal: what is shown of it, and the loop of keys and ticks.

local base = require "tessera.play.player"
local commands = require "tessera.run.terminal.commands"
local frame = require "tessera.draw.frame"
local process = require "tessera.process"
local progress = require "tessera.run.terminal.progress"
local view = require "tessera.run.terminal.view"

local player = {}

---@class tessera.TerminalPlayer: tessera.Player
---@field screen tessera.Screen
---@field focus? { [1]: integer, [2]: integer } a cell that has to be seen
---@field typing? string the action that is typed
---@field help? string[][] the pages of keys
---@field solved table<string, integer>
---@field window? tessera.Window
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
  self.window, self.focus = nil, nil
  base.Player.begin(self, number)
  self.focus = self.focus or self.cursor
end

-- ---- showing ----

local function mark_of(self)
  local level = self.staged.list[self.number]
  local best = self:has_goal() and self.solved[self:key()]
  local count = #self.staged.list > 1 and ("%d/%d "):format(self.number, #self.staged.list) or ""
  return count .. level.name .. (best and (" [solved, best %d]"):format(best) or "")
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
    mark = mark_of(self), status = self:status(self.over), message = self.message,
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
  local command = self:press(key)
  if command then
    commands[command](self)
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
  elseif not self:wake(key) then
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
---@return tessera.TerminalPlayer
function player.new(screen, staged, options)
  local path = options.path or progress.path(os.getenv)
  local self = setmetatable(base.new(staged, options), Player)
  self.screen, self.solved = screen, progress.read(path)
  function self.note_solved(key, moves)
    local kept
    self.solved, kept = progress.note(path, key, moves)
    return not kept and ("(Not kept: %s cannot be written.)"):format(path
      or "the file of solved levels") or nil
  end
  self:begin(staged.first)
  return self
end

--- Plays until the player quits.
function Player:run()
  while not self.quit do
    self:step()
  end
end

return player
