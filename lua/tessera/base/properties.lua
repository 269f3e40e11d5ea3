--- What the definition of a game written in Lua promises to those who test it: `properties` and
--- `symmetries`. The rules know nothing of them; `run.lua check` holds the game to them.

local symmetry = require "tessera.base.symmetry"
local usage = require "tessera.base.usage"

local properties = {}

-- The groups that name a kind for each direction.
local function facing_of(groups)
  local facing = {}
  for _, kinds in pairs(groups) do
    facing[#facing + 1] = kinds[1] == nil and kinds or nil
  end
  return facing
end

--- Checks `properties` and `symmetries`, and copies them.
---@param what string the game, for messages
---@param definition tessera.Definition
---@param compiled table
function properties.compile(what, definition, compiled)
  compiled.properties, compiled.symmetries = {}, {}
  local given = usage.type(what .. ": properties", definition.properties, "table", "nil")
  for name, property in pairs(given or {}) do
    local place = ("%s: properties: %s"):format(what, usage.shown(name))
    usage.type(what .. ": properties: a name", name, "string")
    compiled.properties[name] = usage.type(place, property, "function")
  end
  local names = usage.type(what .. ": symmetries", definition.symmetries, "table", "nil") or {}
  for i, name in ipairs(usage.list(what .. ": symmetries", names)) do
    if not usage.one_of(name, symmetry.names) then
      local guess = usage.guess(name, symmetry.names)
      usage.fail("%s: symmetries: there is no symmetry %s%s", what, usage.shown(name),
        guess ~= "" and guess
        or (" (expected one of '%s')"):format(table.concat(symmetry.names, "', '")))
    end
    compiled.symmetries[i] = name
  end
  compiled.facing = facing_of(definition.groups or {})
end

return properties
