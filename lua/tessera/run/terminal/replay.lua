--- Plays a recording in the terminal.

local ansi = require "tessera.draw.ansi"
local console = require "tessera.base.console"
local enlarge = require "tessera.draw.enlarge"
local frame = require "tessera.draw.frame"
local games = require "tessera.base.games"
local labels = require "tessera.base.labels"
local maps = require "tessera.base.maps"
local optional = require "tessera.userfile.optional"
local process = require "tessera.process"
local wording = require "tessera.base.wording"

local replay = {}

local delays = { 2, 1, 0.5, 0.25, 0.1, 0.04 } -- seconds for a step
local around = 5 -- lines beside the board: the title, the step, an event, the status, the keys
local help = "space play  arrows step  + - speed  Home End ends  NUMBER g go to  q quit"

---@class tessera.ReplayView what is shown
---@field made tessera.Recording
---@field title string
---@field step integer
---@field speed integer the number of the delay
---@field playing boolean
---@field number string the digits typed so far
---@field row integer the first row and column of the board that are shown
---@field column integer

-- Where the shown part of `whole` rows or columns from `start` on begins. It moves as far as the
-- cell that is to be seen needs.
local function window(first, shown, start, whole, at)
  if at then
    local edge = math.min(2, (shown - 1) // 2)
    first = math.max(math.min(first, at - edge), at - shown + 1 + edge)
  end
  return math.max(start, math.min(first, start + whole - shown))
end

-- The first place that the events of a step name: "... row 3, column 4".
local function place_of(step)
  for _, text in ipairs(step and step.events or {}) do
    local row, column = text:match "row (%d+), column (%d+)$"
    if row then
      return math.tointeger(tonumber(row)), math.tointeger(tonumber(column))
    end
  end
end

local function board(self, screen)
  local state, area = self.made:state(self.step), self.made.areas[self.step]
  local rows = math.max(1, math.min(area.rows, screen.rows - around))
  local hexagons = maps.has_hexagons(games.of(state))
  local slant = hexagons and rows - 1 or 0
  local columns = math.max(1, math.min(area.columns, (screen.columns - slant) // 2))
  local row, column = place_of(self.made.steps[self.step])
  self.row = window(self.row, rows, area.row, area.rows, row)
  self.column = window(self.column, columns, area.column, area.columns, column)
  local drawn = frame.of(state, nil, { row = self.row, column = self.column, rows = rows,
    columns = columns })
  local dots = enlarge.scale(drawn, area.rows, area.columns, screen.columns,
    screen.rows - around, screen.depth)
  local left = (" "):rep((screen.columns - dots * columns - slant) // 2)
  local lines = ansi.lines(dots > 2 and enlarge.frame(drawn, dots, screen.depth) or drawn,
    { depth = screen.depth, wide = dots == 2 })
  for i, line in ipairs(lines) do
    lines[i] = left .. line
  end
  return lines, state
end

local function status_of(state)
  local parts = {}
  for i, entry in ipairs(frame.status(state)) do
    parts[i] = entry[1] .. ": " .. entry[2]
  end
  return table.concat(parts, "   ")
end

--- The lines of the screen.
---@param self tessera.ReplayView
---@param screen { rows: integer, columns: integer, depth: tessera.Depth }
---@return string[]
function replay.lines(self, screen)
  local lines, state = board(self, screen)
  local step = self.made.steps[self.step]
  table.insert(lines, 1, wording.cut(self.title, screen.columns))
  local module = games.of(state)
  local said = step and (step.why and "refused: " .. labels.refusal(module, step.action, step.why)
    or labels.action(module, step.action)) or "the beginning"
  local number = self.number ~= "" and ("   go to %s (g)"):format(self.number) or ""
  lines[#lines + 1] = wording.cut(("%s %d/%d  %s%s"):format(self.playing and "playing" or "paused",
    self.step, self.made.count, said, number), screen.columns)
  lines[#lines + 1] = wording.cut(step and table.concat(step.events, "; ") or "", screen.columns)
  lines[#lines + 1] = wording.cut(status_of(state), screen.columns)
  lines[#lines + 1] = wording.cut(help, screen.columns)
  return lines
end

--- A view of a recording, at its beginning.
---@param made tessera.Recording
---@param title string
---@return tessera.ReplayView
function replay.view(made, title)
  return { made = made, title = title, step = 0, speed = 3,
    playing = made.count > 0, number = "", row = 1, column = 1 }
end

-- ---- keys ----

local function go_to(self, step)
  self.step = math.max(0, math.min(self.made.count, step))
end

local function stop_at(self, step)
  self.playing = false
  go_to(self, step)
end

local function faster(self, by)
  self.speed = math.max(1, math.min(#delays, self.speed + by))
end

local keys = {
  left = function(self) stop_at(self, self.step - 1) end,
  right = function(self) stop_at(self, self.step + 1) end,
  home = function(self) stop_at(self, 0) end,
  ["end"] = function(self) stop_at(self, self.made.count) end,
  ["+"] = function(self) faster(self, 1) end,
  ["-"] = function(self) faster(self, -1) end,
  g = function(self) stop_at(self, math.tointeger(tonumber(self.number)) or self.step) end,
}
keys.up, keys.down, keys["="] = keys.left, keys.right, keys["+"]

function keys.space(self)
  if not self.playing and self.step == self.made.count then
    self.step = 0
  end
  self.playing = not self.playing and self.made.count > 0
end

--- Does what a key means; nil is that the time of a step is over.
---@param self tessera.ReplayView
---@param key string|nil
---@return boolean goes_on false: it quits
function replay.press(self, key)
  if key == "q" or key == "esc" or key == "ctrl-c" or key == "ctrl-d" then
    return false
  elseif not key then
    go_to(self, self.step + 1)
  elseif key:find "^%d$" then
    self.number = #self.number < 9 and self.number .. key or self.number
    return true
  elseif keys[key] then
    keys[key](self)
  end
  if key then
    self.number = ""
  end
  self.playing = self.playing and self.step < self.made.count
  return true
end

-- ---- the terminal ----

local function loop(self, screen)
  repeat
    screen:show(replay.lines(self, screen))
    local key = screen:next(self.playing and delays[self.speed] or nil)
    local signal = key and key:match "^signal (%d+)$"
    if signal then
      return math.tointeger(tonumber(signal))
    end
  until not replay.press(self, key)
end

--- Ends the process with a message if there is no terminal.
function replay.check()
  if not (process.is_terminal(0) and process.is_terminal(1)) then
    console.die("replay", "there is no terminal to play in (--html, --svg and others write files:"
      .. " try --help)", 2)
  end
  local why = optional.missing("luv", "needs luv for the terminal: install lua-luv")
  if why then
    console.die("replay", why, 1)
  end
end

--- Plays a recording until somebody quits.
---@param made tessera.Recording
---@param title string
function replay.run(made, title)
  local screen = assert(require("tessera.run.terminal.screen").open())
  console.at_end(function()
    screen:leave()
  end)
  local signal = loop(replay.view(made, title), screen)
  console.restore()
  if signal then
    process.die(signal)
  end
end

return replay
