--- What a game says while somebody plays it: messages that are shown one at a time, before it goes
--- on, and what is said at its end.

local wording = require "tessera.base.wording"

local telling = {}

local finished = "That was the last level: the game is done."

--- How many actions have been carried out since the level began, or began again.
---@param self tessera.Player
---@return integer
function telling.moves(self)
  local count, again = self:moves(), self:round().again
  while again[1] and again[#again] > count do
    again[#again] = nil -- that was undone
  end
  return count - (again[#again] or 0)
end

--- Adds messages that are shown next.
---@param self tessera.Player
---@param texts string[]
function telling.tell(self, texts)
  for _, text in ipairs(texts) do
    table.insert(self.telling, { text = text })
  end
end

--- Hears what the game says to an action, and whether it has begun the level again.
---@param self tessera.Player
---@param action string
---@param refused boolean whether nothing came of it
---@return string|nil said
function telling.listen(self, action, refused)
  local playable = self.playable
  local said = playable.message and playable.message(self:state(), refused and action or nil)
  telling.tell(self, { said })
  if action == playable.controls.restart and not refused and playable.same_board
    and playable.same_board(self:state(), self.play:start()) then
    table.insert(self:round().again, self:moves())
  end
  return said
end

--- What is said when the game is over.
---@param self tessera.Player
---@return string
function telling.ended(self)
  local moves, keys, after = telling.moves(self), self.keyboard.shown, self.playable.after
  local last, offers = self.number == #self.playable.list, {}
  local text = ("%s in %s."):format(self:state():outcome(), wording.count(moves, "move"))
  if self:has_won() and not self:round().watched and self.note_solved then
    local said = self.note_solved(self:key(), moves)
    text = said and text .. " " .. said or text
  end
  if not last then
    offers[1] = keys.next .. ": next level"
  elseif after and self:has_won() then
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

return telling
