--- The actions of a session, and copies of the states between them, so that any position can be
--- made again.

local history = {}

-- The copies take about this many bytes for each action. Every small state is copied, but only
-- every stride-th large one; undo goes back to the copy before and replays the actions after it.
local bytes_for_action = 8192

-- All copies together take no more. (A long play keeps fewer of them.)
local bytes_most = 1 << 26

---@class tessera.History
---@field done string[] the actions that changed the state, also those undone; at most one unused
---slot behind
---@field last integer the number of these actions
---@field copies table<integer, tessera.State> copies[n] is a copy of the state after n actions;
---some n have none
---@field stride integer actions from one copy to the next
---@field most integer so many copies at most
local History = {}
History.__index = History

--- A history without actions.
---@param state tessera.State the first one
---@return tessera.History
function history.new(state)
  return setmetatable({ done = {}, last = 0, copies = { [0] = state:clone() },
    stride = state:size() // bytes_for_action + 1,
    most = math.max(64, bytes_most // state:size()) }, History)
end

--- Makes a place for one more action, so that `put` allocates none.
---@param place integer
function History:reserve(place)
  self.done[place] = self.done[place] or false
end

--- Notes an action that has been carried out; those behind it are forgotten.
---@param place integer
---@param text string
---@param state tessera.State after it
function History:put(place, text, state)
  self.done[place] = text
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

--- The state after the first `count` actions.
---@param count integer
---@return tessera.State
function History:state(count)
  local from = count - count % self.stride
  while not self.copies[from] do
    from = from - self.stride
  end
  local state = self.copies[from]:clone()
  for i = from + 1, count do
    state:apply(self.done[i])
  end
  return state
end

return history
