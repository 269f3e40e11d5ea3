--- What is saved of a play if a rule cannot be stopped. Nothing can be recorded then, so the play
--- is recorded as it goes on, and kept ready for the parent (`process.keep`).

local characters = require "tessera.base.characters"
local process = require "tessera.process"
local saving = require "tessera.run.terminal.saving"

local kept = {}

---@class tessera.Kept
---@field head string with what the kept bytes begin: the name of the game
---@field first string the beginning of the recording
---@field ends integer[] how many bytes are kept after each action
---@field round any what is played since the last restart
---@field full boolean no more is kept of this round
local Kept = {}
Kept.__index = Kept

--- Keeps nothing of a game but its name.
---@param game string
---@return tessera.Kept
function kept.new(game)
  local self = setmetatable({ head = ("<s4"):pack(game), ends = {}, full = false }, Kept)
  process.keep(0, self.head)
  return self
end

-- Forgets the actions behind the first `count`.
local function cut(self, count)
  for i = #self.ends, count + 1, -1 do
    self.ends[i] = nil
  end
  self.full = false
  process.keep(self.ends[count] or #self.head, "")
end

-- Adds an action that counts, and the state behind it.
local function put(self, text, answer, state)
  local last = self.ends[#self.ends] or #self.head
  local step = characters.lines(("%s> %s\n< %s\n%s"):format(self.ends[1] and "" or self.first, text,
    answer, state:save()))
  self.full = self.full or last + #step > saving.bytes_most
  if not self.full then
    process.keep(last, step)
    self.ends[#self.ends + 1] = last + #step
  end
end

local function answer(done, result)
  return (done and "ok" or "passed") .. (result and ": " .. result or "")
end

-- Plays all again from the last restart.
local function begin(self, play)
  local state = play:start()
  self.first = "tessera play 1\n" .. state:save()
  for _, text in ipairs(play:actions()) do
    local done, result = state:apply(text)
    put(self, text, answer(done, result), state)
  end
end

--- An action was carried out.
---@param play tessera.Session
---@param round any
---@param why? string only time has passed
function Kept:add(play, round, why)
  if round == self.round and play:count() == #self.ends + 1 then
    local state = play:state()
    put(self, play:action(), answer(not why, why or state:outcome()), state)
  end
end

--- Keeps what is played now, whatever was undone and redone since.
---@param play tessera.Session
---@param round any another one after each restart
function Kept:follow(play, round)
  local count = play:count()
  if round == self.round and count < #self.ends then
    cut(self, count)
  elseif round ~= self.round or count > #self.ends and not self.full then
    cut(self, 0)
    self.round = round
    self.full = not pcall(begin, self, play)
  end
end

return kept
