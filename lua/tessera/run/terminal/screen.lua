--- The screen: a terminal in raw mode, through luv. It shows lines and gives keys, one at a time.
---
--- Luv's callbacks only put events into a list, so an error in a rule goes its usual way. While
--- the terminal is held, nothing else writes to it: what the library prints goes to whoever has
--- opened it.
---
--- A search looks for keys in its `progress`. The output of the library and of the file
--- (`output.to`) becomes a message, by its last line; what the screen draws itself goes through
--- `output.frame`, which lets the engine's own sequences pass and no others.

local broker = require "tessera.userfile.broker"
local keys = require "tessera.run.terminal.keys"
local optional = require "tessera.userfile.optional"
local output = require "tessera.base.output"
local process = require "tessera.process"

local screen = {}

-- Handles of luv, created before the process goes behind the wall, where it can open nothing.
local prepared

---@class tessera.Screen
---@field rows integer
---@field columns integer
---@field depth tessera.Depth
local Screen = {}
Screen.__index = Screen

-- The alternate screen, no cursor, the mouse, no bracketed paste, no wrapping of lines.
local enter = "\27[?1049h\27[?25l\27[?1000h\27[?1006h\27[?2004l\27[?7l\27[2J"
local leave = "\27[?7h\27[?1006l\27[?1000l\27[?25h\27[0m\27[?1049l"

-- After a lone ESC for so many milliseconds it is the key, and no sequence.
local escape_time = 40

--- The colours that the terminal can show.
---@param variable fun(name: string): string|nil such as os.getenv
---@return tessera.Depth
function screen.depth(variable)
  local term, colours = variable "TERM" or "", variable "COLORTERM" or ""
  if (variable "NO_COLOR" or "") ~= "" or term == "dumb" or term:find "^vt%d" then
    return "none"
  elseif colours:find "truecolor" or colours:find "24bit" or term:find "%-direct$" then
    return "truecolor"
  end
  return term:find "256color" and "256" or "16"
end

local signals = { "sighup", "sigint", "sigterm", "sigcont", "sigtstp", "sigwinch" }

--- Loads luv, and opens all that a screen needs of the system.
---@return string|nil why not
function screen.prepare()
  local uv, lacking = optional.load("luv", "a terminal needs luv: install lua-luv")
  if not uv then
    return lacking
  end
  prepared = { uv = uv, input = assert(uv.new_tty(0, true)), timer = uv.new_timer(),
    escape = uv.new_timer(), signals = {} }
  for _, name in ipairs(signals) do
    prepared.signals[name] = uv.new_signal()
    prepared.signals[name]:start(name, function() end)
    prepared.signals[name]:stop()
  end
end

local function nobody() end

--- Opens the terminal.
---@param heard? fun(text: string) gets what the library and the file print meanwhile
---@return tessera.Screen|nil
---@return string|nil why not
function screen.open(heard)
  local lacking = not prepared and screen.prepare()
  if lacking then
    return nil, lacking
  end
  local self = setmetatable({ shown = {}, events = {}, keys = keys.new(), heard = heard or nobody,
    depth = screen.depth(os.getenv) }, Screen)
  for name, value in pairs(prepared) do
    self[name] = value
  end
  self.input:read_start(function(_, bytes)
    self:feed(bytes)
  end)
  for _, name in ipairs(signals) do
    self:listen(name)
  end
  self:enter()
  return self
end

function Screen:listen(name)
  self.signals[name]:start(name, function()
    self.events[#self.events + 1] = name
  end)
end

-- Takes bytes of the keyboard; nil when it has gone.
function Screen:feed(bytes)
  self.escape:stop()
  if not bytes then
    self.events[#self.events + 1] = "sighup"
    return
  end
  local names = keys.read(self.keys, bytes)
  table.move(names, 1, #names, #self.events + 1, self.events)
  if self.keys.rest ~= "" then
    self.escape:start(escape_time, 0, function()
      local last = keys.flush(self.keys)
      table.move(last, 1, #last, #self.events + 1, self.events)
    end)
  end
end

function Screen:write(text)
  output.frame(text)
  process.flush()
end

--- Rings the bell, which behind the wall is the parent's.
function Screen:ring()
  if self.inside and not broker.ask("ring", "") then
    output.ring()
  end
end

function Screen:measure()
  local columns, rows = self.input:get_winsize()
  self.columns = (columns or 0) > 0 and columns or 80
  self.rows = (rows or 0) > 0 and rows or 24
  self.shown = {}
end

function Screen:enter()
  self.inside = true
  output.to(self.heard, self.heard)
  self.input:set_mode(1)
  self:measure()
  self:write(enter)
end

--- Gives the terminal back as it was. It may be called again.
function Screen:leave()
  if self.inside then
    self.inside = false
    output.to()
    self:write(leave)
    self.input:set_mode(0)
  end
end

-- Ctrl-Z: stops this process and the one that waits for it, until somebody goes on with them.
-- Behind the wall the other one sends the signal.
function Screen:suspend()
  self:leave()
  self.signals.sigtstp:stop()
  if not broker.ask("suspend", "") then
    process.suspend()
  end
  self:listen "sigtstp"
  self:enter()
end

-- What a signal means to the caller: "resize", or "signal NUMBER" for one that ends the process.
function Screen:signalled(name)
  if name == "sigtstp" then
    self:suspend()
  elseif name == "sigcont" then
    self:leave()
    self:enter()
  elseif name == "sigwinch" then
    self:measure()
    self:write "\27[2J"
  else
    return "signal " .. self.uv.constants[name:upper()]
  end
  return "resize"
end

--- The next key; "resize" when all has to be drawn again; "signal 15" for one that ends the
--- process; or nil after so many seconds.
---@param seconds? number nil: waits for ever; 0: does not wait
---@return string|nil
function Screen:next(seconds)
  local late = seconds == 0
  process.renew(true)
  if seconds and not late then
    self.timer:start(math.max(1, math.ceil(seconds * 1000)), 0, function()
      late = true
    end)
  end
  self.uv.run "nowait"
  while not self.events[1] and not late do
    self.uv.run "once"
  end
  self.timer:stop()
  process.renew()
  local event = table.remove(self.events, 1)
  if event == "ctrl-z" then
    self:suspend()
    return "resize"
  end
  return event and event:find "^sig%l" and self:signalled(event) or event
end

--- Puts an event in front of the others.
---@param event string
function Screen:push(event)
  table.insert(self.events, 1, event)
end

--- Seconds on a clock that only goes forward.
---@return number
function Screen:clock()
  return self.uv.hrtime() / 1e9
end

--- Shows these lines from the top; writes only those that differ from what is there.
---@param lines string[]
function Screen:show(lines)
  local parts = {}
  for row = 1, self.rows do
    local line = lines[row] or ""
    if line ~= (self.shown[row] or "") then
      parts[#parts + 1] = ("\27[%d;1H\27[0m\27[2K%s\27[0m"):format(row, line)
      self.shown[row] = line
    end
  end
  if parts[1] then
    self:write(table.concat(parts))
  end
end

return screen
