--- The actions and restarts of a session, and copies of the states between them, so that any
--- position can be reached again. A restart is an entry like an action; it leads to the first
--- state.
--- What lies between two restarts is a round.

local history = {}

-- The copies take about this many bytes for each action. Every small state is copied, but only
-- every stride-th large one; undo goes back to the copy before and replays the actions after it.
local bytes_for_action = 8192

-- All copies together take no more. (A long play keeps fewer of them.)
local bytes_most = 1 << 26

---@class tessera.History
---@field done (string|boolean)[] the actions that changed the state, also those undone; true: a
---restart; false: an unused slot, at most one, behind
---@field last integer the number of these entries
---@field restarts integer[] which of them are restarts
---@field first tessera.State that a restart leads to
---@field copies table<integer, tessera.State> copies[n] is a copy of the state after n entries;
---some n have none
---@field stride integer entries from one copy to the next
---@field most integer so many copies at most
local History = {}
History.__index = History

--- A history without entries.
---@param state tessera.State the first one
---@param first? tessera.State that a restart leads to, by default the same
---@return tessera.History
function history.new(state, first)
  local copy = state:clone()
  return setmetatable({ done = {}, last = 0, restarts = {}, first = first or copy,
    copies = { [0] = copy }, stride = state:size() // bytes_for_action + 1,
    most = math.max(64, bytes_most // state:size()) }, History)
end

--- Makes a place for one more entry, so that `put` allocates none.
---@param place integer
function History:reserve(place)
  self.done[place] = self.done[place] or false
end

--- Notes an action that has been carried out, or a restart; the entries behind it are forgotten.
---@param place integer
---@param entry string|true
---@param state tessera.State after it
function History:put(place, entry, state)
  local restarts = self.restarts
  while restarts[1] and restarts[#restarts] >= place do
    restarts[#restarts] = nil
  end
  restarts[#restarts + 1] = entry == true and place or nil
  self.done[place] = entry
  for i = self.last, place + 1, -1 do
    self.done[i] = nil
  end
  for i = place, self.last do
    self.copies[i] = nil
  end
  self.last = place
  if place % self.stride ~= 0 then
    return
  end
  self.copies[place] = state:clone()
  if place // self.stride > self.most then
    self.stride = 2 * self.stride
    for i in pairs(self.copies) do
      self.copies[i] = i % self.stride == 0 and self.copies[i] or nil
    end
  end
end

--- The round in which the first `count` entries end.
---@param count integer
---@return integer number how many restarts came before it
---@return integer from after which entry it begins
---@return integer last its last entry, even if it was undone
function History:round(count)
  local restarts = self.restarts
  local number = #restarts
  while number > 0 and restarts[number] > count do
    number = number - 1
  end
  local after = restarts[number + 1]
  return number, restarts[number] or 0, after and after - 1 or self.last
end

--- The state after the first `count` entries.
---@param count integer
---@return tessera.State
function History:state(count)
  local from = count - count % self.stride
  while not self.copies[from] do
    from = from - self.stride
  end
  local state = self.copies[from]:clone()
  for i = from + 1, count do
    if self.done[i] == true then
      state = self.first:clone()
    else
      state:apply(self.done[i])
    end
  end
  return state
end

return history
