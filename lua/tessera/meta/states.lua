---@meta

--- What the library asks of a value that may be a state, and of a state's game, beyond the
--- protocol (tessera.State). A value that is no state of a game is an error but in `is_state`
--- and `is_game`.
---@class tessera.states
local states = {}

---@param value any
---@return boolean
function states.is_state(value) end

--- Whether it is the module of a game.
---@param value any
---@return boolean
function states.is_game(value) end

--- Whether the game has scores: one written in Lua may have none.
---@param state tessera.State
---@return boolean
function states.is_scored(state) end

---@param state tessera.State
---@return integer
function states.players(state) end

--- The outcome that the game is played for; nil if it names none.
---@param state tessera.State
---@return string|nil
function states.goal(state) end

--- All outcomes that the game has; nil if it does not name them.
---@param state tessera.State
---@return string[]|nil
function states.outcomes(state) end

--- The function that listens to a watched state; nil for others.
---@param state tessera.State
---@return function|nil
function states.listener(state) end

--- A method of the states of a game in C, by its name; nil if there is none. For a game written in
--- Lua it is always nil.
---@param state tessera.State
---@param name string
---@return function|nil
function states.method(state, name) end

return states
