--- Who can force what, in a game of few positions: lists all of them, and finds those from which
--- a player forces the goal, backwards from the goal. A play that goes round for ever reaches none.
--- (The attractor of a set in a game on a graph: Grädel, Thomas, Wilke, eds., Automata, Logics, and
--- Infinite Games, 2002, chapter 2.)

---@class tessera.check.Forcing
---@field nodes table[] all positions, the first one first: each with its state, the numbers of
---those before it, and how many follow
---@field entered integer how many successors were entered
local Forcing = {}
Forcing.__index = Forcing

--- All positions that can be reached; nil if they are more than `most`.
---@param state tessera.State
---@param most integer
---@return tessera.check.Forcing|nil
local function forcing(state, most)
  local nodes, number_of, entered = { { state = state:clone(), before = {} } }, {}, 0
  number_of[state:key()] = 1
  local at = 1
  while nodes[at] do
    local codes = nodes[at].state:codes()
    nodes[at].follow = #codes
    for _, code in ipairs(codes) do
      local after = nodes[at].state:clone()
      after:apply(code, false)
      entered = entered + 1
      local key = after:key()
      local number = number_of[key]
      if not number then
        number = #nodes + 1
        if number > most then
          return nil
        end
        number_of[key], nodes[number] = number, { state = after, before = {} }
      end
      table.insert(nodes[number].before, at)
    end
    at = at + 1
  end
  return setmetatable({ nodes = nodes, entered = entered }, Forcing)
end

--- Whether a player forces a position for which `holds` returns true, whatever the others do.
---@param player integer
---@param holds fun(state: tessera.State): boolean
---@return boolean
function Forcing:by(player, holds)
  local good, left, todo = {}, {}, {}
  local function add(i)
    if not good[i] then
      good[i] = true
      todo[#todo + 1] = i
    end
  end
  for i, node in ipairs(self.nodes) do
    left[i] = node.follow
    if holds(node.state) then
      add(i)
    end
  end
  while todo[1] do
    for _, i in ipairs(self.nodes[table.remove(todo)].before) do
      left[i] = left[i] - 1
      if self.nodes[i].state:turn() == player or left[i] == 0 then
        add(i)
      end
    end
  end
  return good[1] or false
end

return forcing
