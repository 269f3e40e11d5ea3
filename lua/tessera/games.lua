--- The games by their names: those written in Lua that have been defined, and those in C.

local searcher = require "tessera.searcher"

local games = {}

-- Whether the library of C has a module of this name: no other module may be loaded because
-- a file names it.
local function in_c(name)
  local path = package.searchpath("tessera", package.cpath)
  return path and package.loadlib(path, "luaopen_tessera_" .. name) ~= nil
end

--- The module of a game, or nil if there is no game of this name.
---@param name any
---@return table|nil
function games.find(name)
  if type(name) ~= "string" or not name:find "^%l[%l%d_]*$" then
    return nil
  end
  local own = package.loaded["tessera.game"]
  local module = own and own.named(name) or in_c(name) and require("tessera." .. name)
  return searcher.is_game(module) and module or nil
end

return games
