--- The walk that all twins make.

--- How many positions are met first at each depth. Equal positions have equal keys.
---@param twin table
---@return fun(start: table, depth: integer): integer[]
return function(twin)
  return function(start, depth)
    local counts, level, list, seen = { 1 }, { start }, {}, { [twin.key(start)] = true }
    for d = 1, depth do
      local next_level = {}
      for _, s in ipairs(level) do
        for k = 1, twin.actions(s, list) do
          local t = twin.copy(s)
          twin.apply(t, list[k])
          local key = twin.key(t)
          if not seen[key] then
            seen[key] = true
            next_level[#next_level + 1] = t
          end
        end
      end
      level, counts[d + 1] = next_level, #next_level
    end
    return counts
  end
end
