--- What the command keys do that need the screen or a search. Each function gets the player.

local labels = require "tessera.base.labels"
local marks = require "tessera.play.marks"
local offers = require "tessera.play.offers"
local saving = require "tessera.run.terminal.saving"
local searches = require "tessera.play.searches"
local view = require "tessera.run.terminal.view"

local commands = {}

local watch_seconds = 0.15 -- between two actions of a solution that is shown
local listed = 30 -- completions that are shown

function commands.quit(self)
  self.quit = true
end

function commands.help(self)
  self.help = view.help(self.playable.title .. ": keys", offers.help(self), self.screen.columns,
    self.screen.rows)
end

-- ---- searches ----

-- A `progress` for searches that shows how far they are; any key ends them. A signal goes on.
local function shower(self, what)
  local shown = 0
  return function(progress)
    local key = self.screen:next(0)
    if key and key ~= "resize" then
      if key:find "^signal" or key == "ctrl-c" then
        self.screen:push(key)
      end
      self.stopped = true
    elseif self.screen:clock() - shown > 0.2 then
      shown = self.screen:clock()
      self:say(("%s: %d positions, depth %d%s. Any key stops."):format(what,
        progress.positions or progress.nodes, progress.depth, what == "Solving"
        and progress.best > 0 and (", %d from the goal"):format(progress.best) or ""))
    end
    return self.stopped
  end
end

function commands.hint(self)
  self.stopped = false
  local state = self:state()
  local message, action = searches.hint(state, shower(self, "Looking for a hint"))
  self.message = message
  self.hinted = action and { message = self.message, marks = marks.of_action(state, action,
    self:viewer(), self.playable.controls) }
end

--- Solves the level from here, and shows the solution.
---@param self tessera.TerminalPlayer
function commands.solve(self)
  self.stopped = false
  local actions, why = searches.solve(self:state(), shower(self, "Solving"),
    { nodes = self.options.nodes })
  if not actions then
    self.message = why
    return
  end
  self:round().watched, self.paused = true, self.playable.tick ~= nil
  for i, action in ipairs(actions) do
    self:say(("Solution: %d of %d: %s. Any key stops."):format(i, #actions,
      labels.action(self.playable.controls.module, action)))
    local key = self.screen:next(watch_seconds)
    if key == "ctrl-c" or key and key:find "^signal" then
      self.screen:push(key)
    end
    if key and key ~= "resize" then
      self.message = ("Stopped after %d of %d."):format(i - 1, #actions)
      return
    end
    self:apply(action)
    self.telling = {} -- nobody has asked for the messages on the way
  end
end

--- The computer moves.
---@param self tessera.Player
function commands.answer(self)
  self.stopped = false
  local action = searches.answer(self:state(), self.options.against, shower(self, "Thinking"),
    self.options.nodes)
  if action and self:act(action) and not self:state():outcome() then
    self.message = ("The computer played %s."):format(
      labels.action(self.playable.controls.module, action))
  elseif not action then
    self.options.against = nil -- nobody can move, and yet the game is not over
  end
end

-- ---- saving ----

--- Saves the play.
---@param self tessera.Player
function commands.save(self)
  local fine, path = pcall(saving.save, self.playable.game, self.play:record())
  if not fine then
    self.message = "Not saved: " .. (type(path) == "table" and path.message or tostring(path))
    return
  end
  self.message = saving.told(path, self.playable.file)
end

-- ---- typing ----

function commands.type(self)
  self.typing, self.message = "", nil
end

local function common(list)
  local prefix = list[1]
  for _, text in ipairs(list) do
    while text:sub(1, #prefix) ~= prefix do
      prefix = prefix:sub(1, -2)
    end
  end
  return prefix
end

local function complete(self)
  local list = self:completions(self.typing)
  if not list[1] then
    self.message = "No action that is possible now begins so."
    return
  end
  self.typing = common(list)
  self.message = list[2] and table.concat(list, ", ", 1, math.min(#list, listed))
    .. (#list > listed and (", ... (%d in all)"):format(#list) or "") or nil
end

--- A key while an action is typed.
---@param self tessera.Player
---@param key string
function commands.typed(self, key)
  if key == "esc" then
    self.typing, self.message = nil, nil
  elseif key == "backspace" then
    self.typing = self.typing ~= "" and self.typing:sub(1, (utf8.offset(self.typing, -1)
      or 1) - 1) or nil
  elseif key == "tab" then
    complete(self)
  elseif key == "enter" then
    local text = self.typing
    self.typing, self.message = nil, nil
    if text ~= "" and not self:state():outcome() then
      self:act(text)
    end
  elseif (key == "space" or utf8.len(key) == 1) and #self.typing < 200 then
    self.typing = self.typing .. (key == "space" and " " or key)
  end
end

return commands
