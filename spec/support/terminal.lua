--- A terminal of its own for a spec: tmux runs a shell in it, and the spec types and reads the
--- screen. Nothing waits for a fixed time: `wait` looks again and again until a text is there.

local run = require "spec.support.run"

local terminal = {}
terminal.__index = terminal

local deadline = 60 -- seconds
local quote = run.quote

--- Whether there is all that such a spec needs. (With a sanitizer in LD_PRELOAD the shell and tmux
--- would run under it as well.)
---@return boolean
function terminal.possible()
  return not os.getenv "LD_PRELOAD" and run.installed "tmux"
    and package.searchpath("luv", package.cpath) ~= nil
end

local function output(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read "a"
  pipe:close()
  return text
end

function terminal:tmux(...)
  -- The shell of the user may be one that runs no commands.
  local words = { "LC_ALL=C.UTF-8", "SHELL=/bin/sh", "tmux", "-u", "-S", quote(self.socket), "-f",
    "/dev/null" }
  for _, word in ipairs { ... } do
    words[#words + 1] = quote(tostring(word))
  end
  return output(table.concat(words, " ") .. " 2>&1")
end

--- Opens a terminal with a shell, in the project's folder.
---@param columns? integer
---@param rows? integer
---@return table
function terminal.open(columns, rows)
  local folder = output("mktemp -d"):match "[^\n]+"
  local self = setmetatable({ folder = folder, socket = folder .. "/socket" }, terminal)
  local shell = ("env -u COLORTERM NO_COLOR=1 PS1='$ ' HOME=%s XDG_STATE_HOME=%s/state "
    .. "bash --noediting --norc --noprofile -i"):format(folder, folder)
  self:tmux("new-session", "-d", "-x", columns or 80, "-y", rows or 24, shell)
  self:wait "^%$"
  return self
end

--- A terminal for each spec of a block, which is opened before it and closed after it; nil where
--- there can be none, which one pending spec says. `busted` is the `_ENV` of the file.
---@param busted table
---@return table|nil
function terminal.each(busted)
  if not terminal.possible() then
    busted.it("needs tmux and luv", function()
      busted.pending "they are missing, or a sanitizer is loaded"
    end)
    return nil
  end
  local now
  busted.before_each(function()
    now = terminal.open()
  end)
  busted.after_each(function()
    if now then
      now:close()
      now = nil
    end
  end)
  return setmetatable({}, { __index = function(_, key)
    return now[key]
  end })
end

function terminal:close()
  self:tmux "kill-server"
  os.execute("rm -rf " .. quote(self.folder) .. " 2>/dev/null")
end

--- The text of the screen.
---@return string
function terminal:screen()
  return (self:tmux("capture-pane", "-p"):gsub("%s+$", ""))
end

--- The title that a program may have given to the terminal.
---@return string
function terminal:title()
  return (self:tmux("display-message", "-p", "#{pane_title}"))
end

--- Waits until the screen matches the pattern, and returns the match.
---@param pattern string
---@return string
function terminal:wait(pattern)
  local stop = os.time() + deadline
  repeat
    local screen = self:screen()
    local found = screen:match(pattern)
    if found then
      return found
    end
    os.execute "sleep 0.03"
  until os.time() > stop
  error(("no '%s' on the screen:\n%s"):format(pattern, self:screen()), 2)
end

--- Presses keys, by tmux's names: "Right", "C-c", "z".
---@param ... string
function terminal:keys(...)
  self:tmux("send-keys", ...)
end

--- Clicks on the screen, both from 1.
---@param row integer
---@param column integer
---@param button? integer 2 is the right one
function terminal:click(row, column, button)
  local bytes = {}
  for byte in ("\27[<%d;%d;%dM"):format(button or 0, column, row):gmatch "." do
    bytes[#bytes + 1] = ("%02x"):format(byte:byte())
  end
  self:tmux("send-keys", "-H", table.unpack(bytes))
end

--- Starts run.lua with these words of a shell. The number of its process goes to a file.
---@param words string
function terminal:run(words)
  local start = "clear; sh -c 'echo $$ > %s/pid; exec lua5.4 run.lua %s'; echo \"status=$?\""
  self:tmux("send-keys", "-l", start:format(self.folder, words))
  self:keys "Enter"
end

--- Sends a signal to the run.lua that was started last.
---@param name string such as "TERM"
function terminal:kill(name)
  os.execute(("kill -%s %s"):format(name, run.read_file(self.folder .. "/pid"):match "%d+"))
end

function terminal:resize(columns, rows)
  self:tmux("resize-window", "-x", columns, "-y", rows)
end

--- What a program may have left behind: "the usual screen, a cursor, no mouse, lines, echo".
---@return string
function terminal:modes()
  local flags = self:tmux("display-message", "-p",
    "#{alternate_on} #{cursor_flag} #{mouse_any_flag}"):match "[^\n]*"
  local tty = self:tmux("display-message", "-p", "#{pane_tty}"):match "[^\n]*"
  local modes = output("stty -a -F " .. quote(tty))
  return ("alternate, cursor, mouse: %s; %s %s"):format(flags, modes:match "%-?icanon",
    modes:match "%-?isig")
end

return terminal
