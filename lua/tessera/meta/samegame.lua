---@meta

--- SameGame: regions of two or more equal blocks are removed until the board is empty. Row
--- 1 is the bottom row, column 1 the left one. As actions, cells are texts such as "3 5": row
--- and column. `actions()` gives each region once, by the first of its cells, column by
--- column and each column from the bottom; `apply` takes any cell of a region.
---@class tessera.samegame
---@field cells string the cells of a map: "0123456789", and "." for an empty one
---@field side_min integer the least number of rows and columns
---@field side_max integer the greatest number of rows and columns
---@field methods table<string, function> the methods of a state, for calls from a cache
local samegame = {}

---@class tessera.samegame.Options
---@field order? "downward"|"upward" whether the first row of the map is the top one, as by default

--- A game from its map: a grid, or its picture, whose rows may be separated by "/" as well.
--- The board must be settled: a block above an empty cell, or an empty column left of one
--- with blocks, is an error. Some maps are over before the first removal.
---@param map string|tessera.Grid
---@param options? tessera.samegame.Options
---@return tessera.Samegame
---@return string|nil outcome
function samegame.new(map, options) end

--- What save has written.
---@param text string
---@return tessera.Samegame
function samegame.load(text) end

--- `outcome()` is "Game Won" when no block is left, "Game Over" when blocks are left but
--- no region. `score()` has (n - 2)^2 points for n blocks that were removed at once, and
--- 1000 for an empty board. The events of a removal: "removed" for each block of the region,
--- "fell" for each one above them, "moved" for each one of a column that moves to the left.
---@class tessera.Samegame: tessera.State
local Samegame = {}

--- Removes the region of a cell, any two integers; answers as `apply` does.
---@param row integer
---@param column integer
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result the outcome, if that ended the game, or why not
function Samegame:remove(row, column, events) end

--- The cells of a cell's region, column by column, each column from the bottom: { row,
--- column } each; or nil and why there is nothing to remove.
---@param row integer
---@param column integer
---@return integer[][]|nil
---@return string|nil why
function Samegame:region(row, column) end

--- The value of a cell as a digit, or ".".
---@param row integer
---@param column integer
---@return string
function Samegame:cell(row, column) end

--- The board as text, the top row first: each row is `margin`, its cells with `gap` between
--- them, and a newline.
---@param margin? string "" by default
---@param gap? string "" by default
---@param empty? string the character for an empty cell, "." by default
---@return string
function Samegame:picture(margin, gap, empty) end

--- Whether no block is left.
---@return boolean
function Samegame:won() end

--- Whether blocks are left, but no region.
---@return boolean
function Samegame:stuck() end

--- Blocks on the board.
---@return integer
function Samegame:left() end

--- Pairs of neighbours of the same value; 0 when nothing can be removed.
---@return integer
function Samegame:pairs() end

--- Removals so far.
---@return integer
function Samegame:moves() end

return samegame
