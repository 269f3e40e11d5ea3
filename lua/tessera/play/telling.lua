--- What a game says while somebody plays it: messages that are shown one at a time, before it goes
--- on, what is said at its end, and what stands beside its board.

local frame = require "tessera.draw.frame"
local labels = require "tessera.base.labels"
local maps = require "tessera.base.maps"
local wording = require "tessera.base.wording"

local telling = {}

local finished = "That was the last level: the game is done."

--- How many actions have been carried out since the level began, or began again.
---@param self tessera.Player
---@param before? boolean a beginning that the last action has led to does not count
---@return integer
function telling.moves(self, before)
  local count, again = self:moves(), self:round().again
  while again[1] and again[#again] > count do
    again[#again] = nil -- that was undone
  end
  local last = #again - (before and again[#again] == count and 1 or 0)
  return count - (again[last] or 0)
end

--- Adds messages that are shown next.
---@param self tessera.Player
---@param texts string[]
function telling.tell(self, texts)
  for _, text in ipairs(texts) do
    table.insert(self.telling, { text = text })
  end
end

--- How time begins to pass.
---@param self tessera.Player
---@param does string what a key does
---@param to string what a tap is for
---@return string
function telling.begins(self, does, to)
  return self.options.touch and ("Tap to %s."):format(to) or ("Any key %s."):format(does)
end

-- A rule has begun the level again: this is said, and time waits until somebody has seen it.
local function begun_again(self, at_start)
  self.paused, self.started = self.playable.tick ~= nil, false
  self.message = "The level starts again" .. (at_start and "." or " from its checkpoint.")
    .. (self.paused and " " .. telling.begins(self, "goes on", "go on") or "")
end

--- Hears what the game says to an action, and whether it has begun the level again.
---@param self tessera.Player
---@param action string
---@param refused boolean whether nothing came of it
---@param before tessera.State|nil a copy of the state before it, where rules begin levels again
---@return string|nil said
function telling.listen(self, action, refused, before)
  local playable = self.playable
  local said = playable.message and playable.message(self:state(), refused and action or nil)
  telling.tell(self, { said })
  local by_rule = before and not refused and playable.begins_again(before, action)
  if by_rule or action == playable.controls.restart and not refused then
    local at_start = playable.same_board
      and playable.same_board(self:state(), self.play:start())
    if at_start then
      table.insert(self:round().again, self:moves())
    end
    if by_rule then
      begun_again(self, at_start)
    end
  end
  return said
end

--- Who has won, where one person plays against the computer: "You won", "You lost", or nil.
---@param self tessera.Player
---@return string|nil
function telling.verdict(self)
  local as, state = self.options.against and self.options.as, self:state()
  if not as or self.playable.players ~= 2 or not state:outcome() then
    return nil
  end
  local fine, mine, theirs = pcall(function()
    return state:score(as), state:score(3 - as)
  end)
  return fine and (mine > theirs and "You won" or mine < theirs and "You lost") or nil
end

--- What is said when the game is over.
---@param self tessera.Player
---@return string
function telling.ended(self)
  local moves, keys, after = telling.moves(self), self.keyboard.shown, self.playable.after
  local last, offers = self.number == #self.playable.list, {}
  local verdict = telling.verdict(self)
  local text = ("%s%s in %s."):format(verdict and verdict .. ": " or "", self:state():outcome(),
    wording.count(moves, "move"))
  if self:has_won() and not self:round().watched and self.note_solved then
    local said = self.note_solved(self:key(), moves)
    text = said and text .. " " .. said or text
  end
  if not last and (self:has_won() or self.playable.players > 1) then
    offers[1] = keys.next .. ": next level"
  elseif last and after and self:has_won() then
    offers[1] = after[1] and keys.next .. ": go on"
    text = after[1] and text or text .. " " .. finished
  end
  offers[#offers + 1] = keys.restart and keys.restart .. ": again"
  return text .. (offers[1] and " " .. table.concat(offers, ", ") or "")
end

--- What comes after the last level.
---@param self tessera.Player
function telling.finish(self)
  telling.tell(self, self.playable.after)
  self.message = finished
end

-- Whether a score stands beside the board already, as the field that it is.
local function is_shown(self, entry)
  local about = entry.is == "score" and not entry.player and self.playable.module
    and maps.about(self.playable.module)
  return about and wording.one_of(about.counts, about.shown) or false
end

--- What stands beside the board.
---@param self tessera.Player
---@param over boolean|nil the outcome is said elsewhere
---@param state tessera.State
---@param moves integer how many actions have led to it
---@return { [1]: string, [2]: string|integer }[]
function telling.status(self, over, state, moves)
  local list, players, moved = {}, labels.players(self.playable.module), false
  for _, entry in ipairs(frame.entries(state)) do
    moved = moved or entry.is == "moves"
    local who, value = entry.player, entry.value
    if who and players then
      value = players[who] .. " " .. value
    end
    if who and who > 1 then
      list[#list] = { "score", list[#list][2] .. " : " .. value }
    elseif entry.is ~= "player" and not (entry.is == "outcome" and over)
      and not (entry.is == "message" and self.playable.message) and not is_shown(self, entry) then
      list[#list + 1] = { who and "score" or entry.name, value }
    end
  end
  if not moved then
    table.insert(list, 1, { "moves", moves })
  end
  local turn = self.playable.players > 1 and state:turn()
  if turn then
    local who = not self.options.against and "" or turn == self.options.as and " (you)"
      or " (computer)"
    table.insert(list, 1, { players and "to move:" or "to move: player",
      (players and players[turn] or turn) .. who })
  end
  return list
end

return telling
