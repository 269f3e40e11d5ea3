---@meta

--- Jewelry Tips. Row 1 is the top row, column 1 the left one. (The command `jewelry` writes them
--- from 0.)
---@class tessera.jewelry
---@field colours string the colours of a game without the option: "ROYGBPW"
---@field side_min integer the least number of rows and columns: 3
---@field side_max integer the greatest: 64
---@field drops_max integer how many jewels the option `drops` may hold: 4096
---@field cascade_max integer how many steps a cascade may have: 100
---@field methods table<string, function> the methods of a state, for calls from a cache
local jewelry = {}

---@alias tessera.jewelry.Kind "Norm"|"Good"|"Excl"
---@alias tessera.jewelry.Direction "LT"|"UP"|"RT"|"DN"

---@class tessera.jewelry.Options
---@field colours? string 3..26 different letters, "ROYGBPW" by default
---@field seed? integer of the colours of the jewels that fall in, 0 by default
---@field drops? string jewels that fall in, in this order, before random ones do

---@class tessera.jewelry.Tip
---@field kind tessera.jewelry.Kind
---@field colour string
---@field direction tessera.jewelry.Direction
---@field row integer
---@field column integer

---@class tessera.jewelry.Line
---@field colour string
---@field row integer of its left or upper end
---@field column integer
---@field direction tessera.jewelry.Direction "RT" or "DN"
---@field length integer

--- A game on a board: a grid, or its picture, whose rows may be separated by "/" as well.
--- It is an error if the board holds a line of 3 or more already.
---@param board string|tessera.Grid 3..64 rows and columns
---@param options? tessera.jewelry.Options
---@return tessera.Jewelry
---@return string|nil outcome
function jewelry.new(board, options) end

--- The first line of 3 or more on a board that is no start of a game, across before down: "the
--- board holds a line already: 3 R in row 3, columns 1..3", and the line. Nil if there is none.
---@param board string|tessera.Grid
---@param options? tessera.jewelry.Options
---@return string|nil words
---@return tessera.jewelry.Line|nil line
function jewelry.find_line(board, options) end

--- What save has written.
---@param text string
---@return tessera.Jewelry
function jewelry.load(text) end

--- An action is a swap, "6,1 RT": row, column and direction. "6,2 LT" is the same action;
--- actions() lists it once, by its left or upper cell.
---
--- A swap must make a line of 3 or more. All cells in lines are removed, jewels drop, new
--- ones fall in, and so on until no line is left. Columns are filled from left to right,
--- each one from its lowest empty cell upward. Each jewel that is removed scores 10 points
--- times the number of the step, from 1. The game is over when no swap makes a line ("Game
--- Over"), and when a line is left after 100 steps of one cascade ("Endless Cascade").
---
--- Events: swapped, removed (from a place), fell, appeared (at a place).
---@class tessera.Jewelry: tessera.State
local Jewelry = {}

--- The tip that the rules prefer; nil if the game is over.
---@return tessera.jewelry.Kind|nil kind
---@return string|nil colour
---@return tessera.jewelry.Direction|nil direction
---@return integer|nil row
---@return integer|nil column
function Jewelry:tip() end

--- All tips in the order of preference: Norm, Good, Excl; row; column; LT, UP, RT, DN.
---@return tessera.jewelry.Tip[]
function Jewelry:tips() end

--- Swaps a jewel with its neighbour.
---@param row integer
---@param column integer
---@param direction tessera.jewelry.Direction
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result the outcome, if that ended the game; or why it was not done
function Jewelry:swap(row, column, direction, events) end

--- From now on what falls in comes from this seed: drops that were given are forgotten.
--- For looking ahead on a clone without seeing what the game itself will drop.
---@param seed integer
function Jewelry:reseed(seed) end

--- The jewel in a cell.
---@param row integer
---@param column integer
---@return string
function Jewelry:cell(row, column) end

--- The colours that may fall in.
---@return string
function Jewelry:colours() end

--- Swaps so far.
---@return integer
function Jewelry:moves() end

return jewelry
