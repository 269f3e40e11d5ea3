--- Finds games by name: those in C, and those written in Lua that have been defined so far.

local builtin = require "tessera.builtin"
local states = require "tessera.states"
local usage = require "tessera.base.usage"

local games = {}

--- The names of the games in C, sorted.
---@return string[]
function games.names()
  return table.move(builtin.games, 1, #builtin.games, 1, {})
end

--- The module of a game, or nil if there is no game of this name.
---@param name any
---@return table|nil
function games.find(name)
  local own = package.loaded["tessera.game"]
  local module = own and own.named(name)
    or usage.one_of(name, builtin.games) and require("tessera." .. name)
  return states.is_game(module) and module or nil
end

return games
