--- What the command keys do: undo, hint, solve and watch, and so on. Each function gets the player.

local search = require "tessera.search"
local states = require "tessera.states"
local usage = require "tessera.base.usage"
local view = require "tessera.run.terminal.view"

local commands = {}

local watch_seconds = 0.15 -- between two actions of a solution that is shown
local listed = 30 -- completions that are shown

-- ---- undo and levels ----

-- Undoes or redoes until it is not the computer's turn.
local function travel(self, name)
  local done, why = self.play[name](self.play)
  while done and self:is_computers() do
    done = self.play[name](self.play)
  end
  self.keyboard:cancel()
  self.message = why
  self.paused = self.staged.tick ~= nil
  if self.paused and not why then
    self.message = ("%s. Paused: %s goes on."):format(name, self.keyboard.shown.pause)
  end
end

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
  self:begin(self.number)
end

function commands.next(self)
  if self.number == #self.staged.list then
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

function commands.pause(self)
  self.paused = not self.paused
  self.message = self.paused and ("Paused: %s goes on."):format(self.keyboard.shown.pause) or nil
end

function commands.quit(self)
  self.quit = true
end

function commands.help(self)
  self.help = view.help(self.staged.title .. ": keys", self.keyboard.help, self.screen.columns,
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
      self:say(("%s: %d positions, depth %d. Any key stops."):format(what, progress.nodes,
        progress.depth))
    end
    return self.stopped
  end
end

function commands.hint(self)
  self.stopped = false
  local fine, action, info = pcall(search.hint, self:state(), nil, { nodes = 200000, seconds = 2,
    progress = shower(self, "Looking for a hint") })
  if not fine then
    commands.check(action)
    self.message = "No hint: " .. usage.stripped(action)
  else
    self.message = action and ("Hint: %s (%s)"):format(action, info.why) or "No hint: " .. info.why
  end
end

--- Raises an error again that is no message of a search: one of a rule.
---@param err any
function commands.check(err)
  if type(err) ~= "string" or not err:find "search: " then
    error(err, 0)
  end
end

local limits = { nodes = "no solution found within %d positions", stopped = "stopped after %d "
  .. "positions", memory = "no solution found: the memory is used up after %d positions",
  done = "there is no solution from here (proven with %d positions)" }

-- The actions to the goal; or nil and why there are none.
local function solution(self)
  local state = self:state()
  local goal = states.goal(state)
  self.stopped = false
  if state:outcome() then
    return nil, ("the game is over (%s)"):format(state:outcome())
  elseif self.staged.players > 1 then
    return nil, "only a game for one player can be solved"
  end
  local traits = search.traits(state, { nodes = 2000, seconds = 0.5 })
  if traits.chance and search.traits(state, { nodes = 100000, seconds = 1 }).chance then
    return nil, "with chance, no actions are sure to reach a goal"
  end
  local actions, info = search.shortest(state, goal, { nodes = self.options.nodes or 10000000,
    memory = 1 << 30, progress = shower(self, "Solving") })
  if not actions then
    return nil, (limits[info.ended] or limits.nodes):format(info.nodes)
  end
  return actions
end

--- Solves the level from here, and shows the solution.
---@param self tessera.Player
function commands.solve(self)
  local actions, why = solution(self)
  if not actions then
    self.message = "Not solved: " .. why
    return
  end
  self.watched, self.paused = true, self.staged.tick ~= nil
  for i, action in ipairs(actions) do
    self:say(("Solution: %d of %d: %s. Any key stops."):format(i, #actions, action))
    local key = self.screen:next(watch_seconds)
    if key == "ctrl-c" or key and key:find "^signal" then
      self.screen:push(key)
    end
    if key and key ~= "resize" then
      self.message = ("Stopped after %d of %d."):format(i - 1, #actions)
      return
    end
    self:apply(action)
  end
end

-- The computer's move.
local function answer_of(self, state)
  local against = self.options.against
  if against == "random" then
    local actions = state:actions()
    return actions[math.random(#actions)]
  end
  local options = { method = against, nodes = self.options.nodes or 20000,
    progress = shower(self, "Thinking") }
  if not states.is_scored(state) then
    options.value = function()
      return 0
    end
  end
  local actions = search.best(state, options)
  return actions[1] or state:actions()[1]
end

--- The computer moves.
---@param self tessera.Player
function commands.answer(self)
  self.stopped = false
  local state = self:state()
  local action = answer_of(self, state)
  if action and self:apply(action) and not self:state():outcome() then
    self.message = ("The computer played %s."):format(action)
  elseif not action then
    self.options.against = nil -- nobody can move, and yet the game is not over
  end
end

-- ---- saving ----

--- Saves the play in the current folder, under a name that is free.
---@param self tessera.Player
function commands.save(self)
  local text, uv = self.play:record(), self.screen.uv
  for number = 1, 9999 do
    local path = ("%s-%d.play"):format(self.staged.game, number)
    local file, why, code = uv.fs_open(path, "wx", 420) -- 0644
    if file then
      local written = uv.fs_write(file, text, 0)
      uv.fs_close(file)
      local file_of = self.staged.file and " --game " .. self.staged.file or ""
      self.message = written == #text and ("Saved as %s; 'run.lua replay %s%s' shows it."):format(
        path, path, file_of)
        or ("%s could not be written."):format(path)
      return
    elseif code ~= "EEXIST" then
      self.message = "Not saved: " .. why
      return
    end
  end
  self.message = "Not saved: there are too many plays here."
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
  local list = {}
  for _, text in ipairs(self:state():actions()) do
    if text:sub(1, #self.typing):lower() == self.typing:lower() then
      list[#list + 1] = text
    end
  end
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
      self:apply(text)
    end
  elseif key == "space" or utf8.len(key) == 1 then
    self.typing = (self.typing .. (key == "space" and " " or key)):sub(1, 200)
  end
end

return commands
