---@meta

--- Skeleton: coins lie on a board; one that lies heads up is taken, and its neighbours are turned
--- over, until no coin is left.
---
--- ```lua
--- local state = skeleton.new "HHH"
--- print(state:take(1, 1))  --> true
--- print(state)             --> .TH
--- ```
---
--- A map shows a coin as "H", heads up, or "T", tails up, an empty cell as ".". An action is the
--- text of a cell: "3 5" is row 3, column 5. Rows count from the top.
---@class tessera.skeleton
---@field cells string the cells of a map: "HT."
---@field side_max integer the greatest number of rows and columns: 100
---@field methods table<string, function> the methods of a state, for calls from a cache
local skeleton = {}

--- A game from its map: a grid, or its picture, whose rows may be separated by "/" as well.
---
--- Errors: what is wrong with the map, with line and column.
---
--- ```lua
--- print(select(2, skeleton.new "TT/T."))  --> Stuck
--- ```
---@param map string|tessera.Grid
---@return tessera.Skeleton
---@return string|nil outcome
function skeleton.new(map) end

--- A state from the text that its `save` has written.
---
--- Errors: a fault, a table with `message`, `line` and `column`, if the text is no saved game.
---
--- ```lua
--- local state = skeleton.new "HTH"
--- print(skeleton.load(state:save()) == state)  --> true
--- ```
---@param text string
---@return tessera.Skeleton
function skeleton.load(text) end

--- The outcome is "Cleared" when no coin is left, "Stuck" when none lies heads up. The events are
--- "removed", and "turned" for each neighbour.
---@class tessera.Skeleton: tessera.State
local Skeleton = {}

--- Takes a coin.
---
--- Errors: row or column is no integer; a cell off the board is refused only.
---
--- ```lua
--- print(skeleton.new("HTH"):take(1, 2))  --> nil 1 2: the coin lies tails up
--- ```
---@param row integer
---@param column integer
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result the outcome, if that ended the game; or why it was not done
function Skeleton:take(row, column, events) end

--- How many coins were taken.
---
--- ```lua
--- print(skeleton.new("HTH"):moves())  --> 0
--- ```
---@return integer
function Skeleton:moves() end

---@class tessera
---@field skeleton tessera.skeleton

return skeleton
