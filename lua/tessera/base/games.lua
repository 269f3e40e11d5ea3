--- Finds games by name: those in C, and those written in Lua that have been defined so far.

local builtin = require "tessera.builtin"
local maps = require "tessera.base.maps"
local states = require "tessera.states"
local usage = require "tessera.base.usage"

local games = {}

-- Those written in Lua, by their names: of each name the one that was defined last.
local defined = setmetatable({}, { __mode = "v" })

--- Adds a game that is written in Lua.
---@param name string
---@param module tessera.Game
function games.define(name, module)
  defined[name] = module
end

--- The names of the games in C, sorted.
---@return string[]
function games.names()
  return table.move(builtin.games, 1, #builtin.games, 1, {})
end

--- The game of this name that is written in Lua and was defined last; nil if there is none.
---@param name string
---@return tessera.Game|nil
function games.named(name)
  return defined[name]
end

--- The module of a game, or nil if there is no game of this name.
---@param name any
---@return table|nil
function games.find(name)
  local module = type(name) == "string" and defined[name]
    or usage.one_of(name, builtin.games) and require("tessera." .. name)
  return states.is_game(module) and module or nil
end

--- " (did you mean 'PUSH RIGHT'?)" for a text that is no action, or "". For a large
--- board there is no guess; for a game in Lua only the forms of its actions are compared.
---@param text any
---@param state tessera.State
---@return string
function games.guess_action(text, state)
  local module = defined[state:game()]
  if module then
    return type(text) == "string" and maps.guess_action(module, text) or ""
  end
  return #state:key() <= 4096 and usage.guess(text, state:actions()) or ""
end

return games
