--- The line on stderr that says how far a command is: at a terminal it is written over and over,
--- elsewhere a new one comes now and then, or none.

local output = require "tessera.base.output"
local process = require "tessera.process"

local progress = {}

---@class tessera.ProgressLine
---@field terminal boolean
---@field wait number seconds between two lines
---@field name string what stands before each line where there is no terminal
---@field shown_at number
local Line = {}
Line.__index = Line

--- A line that is not shown yet.
---@param seldom? number seconds between two lines where there is no terminal; nil: there is none
---@param more? { often?: number, name?: string, now?: number } seconds between two lines at a
---terminal; the time on the clock that `show` gets
---@return tessera.ProgressLine
function progress.new(seldom, more)
  local terminal = process.is_terminal(2)
  return setmetatable({ terminal = terminal, name = more and more.name or "",
    wait = terminal and (more and more.often or 0) or seldom or math.huge,
    shown_at = terminal and -math.huge or more and more.now or os.time() }, Line)
end

--- Shows a text, or what a function returns, if it is time to.
---@param text string|fun(): string
---@param now? number by default os.time()
function Line:show(text, now)
  now = now or os.time()
  if now - self.shown_at < self.wait then
    return
  end
  self.shown_at = now
  text = type(text) == "function" and text() or text
  if not output.progress(text) then
    output.error(self.name, text, "\n")
  end
end

--- Takes the line away, so that something else can be written.
function Line:hide()
  if self.terminal then
    output.progress()
    self.shown_at = -math.huge
  end
end

return progress
