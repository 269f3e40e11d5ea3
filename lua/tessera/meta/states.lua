---@meta

--- What the library asks of a value that may be a state or a game, beyond the protocol of
--- `tessera.State`.
---
--- ```lua
--- local state = tower.new "...G/S.##/####"
--- print(states.is_state(state), states.is_game(tower), states.goal(state))  --> true true Cleared
--- ```
---
--- Errors: a value that is no state of a game, except in `is_state` and `is_game`.
---@class tessera.states
local states = {}

--- Whether the value is a state of a game.
---
--- ```lua
--- print(states.is_state(tower.new "...G/S.##/####"), states.is_state(tower))  --> true false
--- ```
---@param value any
---@return boolean
function states.is_state(value) end

--- Whether the value is the module of a game.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- print(states.is_game(tower), states.is_game(sokoban), states.is_game(grid))  --> true true false
--- ```
---@param value any
---@return boolean
function states.is_game(value) end

--- Whether the game has scores. One that is written in Lua may have none.
---
--- ```lua
--- print(states.is_scored(tower.new "...G/S.##/####"))  --> true
--- ```
---@param state tessera.State
---@return boolean
function states.is_scored(state) end

--- How many players the game has.
---
--- ```lua
--- print(states.players(horizontally.new(nil, { fields = 2 })))  --> 2
--- ```
---@param state tessera.State
---@return integer
function states.players(state) end

--- The outcome that the game is played for.
---
--- ```lua
--- print(states.goal(tower.new "...G/S.##/####"))  --> Cleared
--- print(states.goal(horizontally.new()))          --> nil
--- ```
---@param state tessera.State
---@return string|nil goal nil if the game names none
function states.goal(state) end

--- All outcomes that the game has.
---
--- ```lua
--- print(table.concat(states.outcomes(samegame.new "112/112"), ", "))  --> Game Won, Game Over
--- ```
---@param state tessera.State
---@return string[]|nil outcomes nil if the game does not name them
function states.outcomes(state) end

--- The function that listens to a watched state.
---
--- ```lua
--- local state = tower.new("...G/S.##/####"):watched(print)
--- print(states.listener(state) == print)        --> true
--- print(states.listener(state:clone()) == nil)  --> true
--- ```
---@param state tessera.State
---@return function|nil listener nil if the state is not watched
function states.listener(state) end

--- A method of the states of a game in C, by its name.
---
--- ```lua
--- local state = samegame.new "112/112"
--- print(states.method(state, "left")(state))  --> 6
--- print(states.method(state, "right"))        --> nil
--- ```
---@param state tessera.State
---@param name string
---@return function|nil method nil if there is none, and always for a game written in Lua
function states.method(state, name) end

return states
