--- The titles of tables and plots.

local wording = require "tessera.base.wording"

local titles = {}

-- One condition of `where`: "solved", "not solved", "size = 6 or 8", "length >= 10".
local function condition(name, wanted)
  if wanted.min or wanted.max then
    return (wanted.min and wanted.max and ("%s <= "):format(wanted.min) or "") .. name
      .. (wanted.max and (" <= %s"):format(wanted.max) or (" >= %s"):format(wanted.min))
  elseif #wanted == 1 and type(wanted[1]) == "boolean" then
    return (wanted[1] and "" or "not ") .. name
  end
  local parts = {}
  for i = 1, math.min(#wanted, 5) do
    parts[i] = #wanted > 5 and i == 5 and "..." or tostring(wanted[i])
  end
  return ("%s = %s"):format(name, table.concat(parts, " or "))
end

--- A title with the groups and the condition of an entry.
---@param entry table
---@param what string
---@return string
function titles.of(entry, what)
  local title, conditions = what:gsub("^%l", string.upper), {}
  if entry.by[1] then
    title = ("%s by %s"):format(title, wording.listed(entry.by))
  end
  for _, name in ipairs(entry.where and wording.sorted(entry.where) or {}) do
    table.insert(conditions, condition(name, entry.where[name]))
  end
  return conditions[1] and ("%s, where %s"):format(title, wording.listed(conditions)) or title
end

return titles
