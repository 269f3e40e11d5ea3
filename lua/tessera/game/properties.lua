--- What the definition of a game written in Lua promises to those who test it: `properties` and
--- `symmetries`. The rules know nothing of them; `run.lua check` holds the game to them.

local errors = require "tessera.base.errors"
local symmetry = require "tessera.base.symmetry"
local wording = require "tessera.base.wording"

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
  local given = errors.type(what .. ": properties", definition.properties, "table", "nil")
  for name, property in pairs(given or {}) do
    local place = ("%s: properties: %s"):format(what, errors.shown(name))
    errors.type(what .. ": properties: a name", name, "string")
    compiled.properties[name] = errors.type(place, property, "function")
  end
  local names = errors.type(what .. ": symmetries", definition.symmetries, "table", "nil") or {}
  local known = compiled.hexagons and symmetry.of_hexagons or symmetry.names
  for i, name in ipairs(errors.list(what .. ": symmetries", names)) do
    if not wording.one_of(name, known) then
      local guess = errors.guess(name, known)
      errors.fail("%s: symmetries: %s %s%s", what, wording.one_of(name, symmetry.names)
        and "hexagons have no symmetry" or "there is no symmetry", errors.shown(name),
        guess ~= "" and guess or errors.expected(known, true))
    end
    compiled.symmetries[i] = name
  end
  compiled.facing = facing_of(definition.groups or {})
end

return properties
