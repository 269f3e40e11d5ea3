--- Sample games with their rules in other words: what is no rule (the legend, the map, the checks
--- of a level) is the sample's own.
---
---     local twin = require "spec.support.twin"
---
---     return twin.of("peg", {
---       outcomes = { "Solved", "Stuck" },
---       apply = function(state, row, column, direction) ... end,
---     })

local tessera = require "tessera"

local twin = {}

-- What a twin has from its sample, unless it says otherwise.
local shared = { "name", "geometry", "summary", "help", "players", "layers", "legend", "groups",
  "options", "fields", "counters", "map", "moves", "goal", "setup", "check" }

--- What the file of a sample gives to `tessera.game`.
---@param name string of its file, without ".lua"
---@return table
function twin.definition(name)
  local given
  local own = setmetatable({ game = function(definition)
    given = definition
  end }, { __index = tessera })
  local environment = setmetatable({ require = function(module)
    return module == "tessera" and own or require(module)
  end }, { __index = _G })
  assert(loadfile("samples/games/" .. name .. ".lua", "t", environment))()
  return given
end

--- The game of a sample with these rules.
---@param name string
---@param own table keys of the definition; false: what the sample has is left out
---@return tessera.Game
function twin.of(name, own)
  local sample = twin.definition(name)
  local definition = {}
  for key, value in pairs(own) do
    definition[key] = value or nil
  end
  for _, key in ipairs(shared) do
    if own[key] == nil then
      definition[key] = sample[key]
    end
  end
  return tessera.game(definition)
end

return twin
