--- Players who act together and have no piece on the board: they can only do nothing, so nobody is
--- asked what they do. Who has a piece is asked also where no action fits now: what the others do
--- in the same step may make room for it.

local maps = require "tessera.base.maps"

local passing = {}

-- How many cells the pieces of a player fill.
local function cells_of(about, state, player)
  local kinds, count = {}, 0
  for _, kind in ipairs(about.pieces[player]) do
    kinds[kind] = true
  end
  for i, layer in ipairs(about.layers) do
    for _, entry in ipairs(about.kinds[i]) do
      count = count + (kinds[entry.kind] and state[layer]:count(entry.kind) or 0)
    end
  end
  return count
end

--- The first player who has a piece on the board; nil if nobody has one.
---@param self tessera.Player
---@return integer|nil player
function passing.first(self)
  local about, state = maps.about(self.playable.module), self:state()
  for player in ipairs(about.pieces or {}) do
    if cells_of(about, state, player) > 0 then
      return player
    end
  end
end

--- The action of the player who chooses now, if he can only do nothing.
---@param self tessera.Player
---@return string|nil action
function passing.action(self)
  local about, state = maps.about(self.playable.module), self:state()
  local player = about.pieces and state:turn()
  if not player or state:outcome() or self:is_computers() or cells_of(about, state, player) > 0 then
    return nil
  end
  local list = state:actions()
  return not list[2] and list[1] == state:text(about.idle) and list[1] or nil
end

--- Carries these actions out, until somebody can choose or all have been passed by.
---@param self tessera.Player
function passing.pass(self)
  for _ = 2, self.playable.players do
    local action, said = passing.action(self), self.message
    if not action or not self:apply(action) then
      return
    end
    self.message = self.message or said
  end
end

return passing
