---@meta

--- Games whose rules are Lua functions: what `tessera.game` is made of.
---@class tessera.lua_game
local lua_game = {}

--- A game from a definition that lua/tessera/game.lua has checked and compiled.
---@param compiled table
---@return tessera.Game
function lua_game.define(compiled) end

--- A state of a game written in Lua. It answers to the names of its layers (grids), of its
--- fields and counters (integers, and arrays of them) as well.
---@class tessera.LuaState: tessera.State
---@field [string] any
local LuaState = {}

--- A number of 1 .. n by chance: the next one of the list that was given to `new`, or one of
--- the state's own random numbers.
---@param n integer
---@return integer
function LuaState:chance(n) end

--- Tells what happens to a piece, for --trace and listeners. Only while `apply` runs. A game has
--- at most 1000 kinds of events.
---@param kind string "pushed"
---@param what string the character that draws the piece
---@param from_row? integer
---@param from_column? integer
---@param to_row? integer
---@param to_column? integer
function LuaState:event(kind, what, from_row, from_column, to_row, to_column) end

return lua_game
