--- The random game that all twins play.

local random = math.random

--- A function that plays a twin's random games: from a copy of `start`, uniformly among the
--- actions, until the game is over or `cap` actions are done. It returns how many were done.
---@param twin table
---@return fun(start: table, cap: integer): integer
return function(twin)
  local copy, actions, apply = twin.copy, twin.actions, twin.apply
  return function(start, cap)
    local s, list = copy(start), {}
    for done = 1, cap do
      local n = actions(s, list)
      if n == 0 then
        return done - 1
      elseif apply(s, list[random(n)], random) then
        return done
      end
    end
    return cap
  end
end
