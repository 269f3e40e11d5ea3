---@meta

--- Jewelry Tips: two neighbouring jewels are swapped so that three or more of one colour stand in a
--- line. Row 1 is the top row, column 1 the left one.
---
--- ```lua
--- local state = jewelry.new [[
---   RRYR
---   OYOB
---   GPWY
--- ]]
--- print(state:tip())             --> Norm R LT 1 4
--- print(state:swap(1, 4, "LT"))  --> true Game Over
--- print(state:score())           --> 30
--- ```
---@class tessera.jewelry
---@field colours string the colours of a game without the option: "ROYGBPW"
---@field side_min integer the least number of rows and columns: 3
---@field side_max integer the greatest: 64
---@field drops_max integer how many jewels the option `drops` may hold: 4096
---@field cascade_max integer how many steps a cascade may have: 100
---@field methods table<string, function> the methods of a state, for calls from a cache
local jewelry = {}

--- A game on a board: a grid, or its picture, whose rows may be separated by "/" as well. A board
--- on which no swap makes a line is over at once.
---
--- Errors: what is wrong with the board, with line and column: a jewel of another colour, rows of
--- different lengths, sides out of range; the board holds a line of 3 or more already; an option
--- that is wrong.
---
--- ```lua
--- local state, outcome = jewelry.new("RRYR/OYOB/GPWY", { drops = "GBP" })
--- print(state:rows(), state:columns(), outcome)  --> 3 4 nil
--- print(state:apply "1,4 LT")                    --> true Game Over
--- print(state)
--- --> GBPY
--- --> OYOB
--- --> GPWY
--- ```
---@param board string|tessera.Grid 3..64 rows and columns
---@param options? tessera.jewelry.Options
---@return tessera.Jewelry
---@return string|nil outcome
function jewelry.new(board, options) end

--- The options of `jewelry.new`.
---@class tessera.jewelry.Options
---@field colours? string 3..26 different letters; "ROYGBPW" by default
---@field seed? integer of the random numbers that choose the jewels that fall in; 0 by default
---@field drops? string the jewels that fall in first, in this order; 4096 at most

--- The first line of 3 or more on a board, across before down: what makes the board no start of a
--- game.
---
--- Errors: what `jewelry.new` raises for any other reason.
---
--- ```lua
--- local words, line = jewelry.find_line "OYG/RRR/GBY"
--- print(words)  --> the board holds a line already: 3 R in row 2, columns 1..3
--- print(line.row, line.column, line.direction, line.length)  --> 2 1 RT 3
--- print(jewelry.find_line "RRO/OYG/GBY")                     --> nil
--- ```
---@param board string|tessera.Grid
---@param options? tessera.jewelry.Options
---@return string|nil words nil if there is no line
---@return tessera.jewelry.Line|nil line
function jewelry.find_line(board, options) end

--- A line of jewels of one colour.
---@class tessera.jewelry.Line
---@field colour string
---@field row integer of its left or upper end
---@field column integer
---@field direction tessera.jewelry.Direction "RT" or "DN"
---@field length integer how many jewels

--- A state from the text that its `save` has written.
---
--- Errors: a fault, a table with `message`, `line` and `column`, if the text is no saved game.
---
--- ```lua
--- local state = jewelry.new "RRYR/OYOB/GPWY"
--- print(jewelry.load(state:save()) == state)  --> true
--- ```
---@param text string
---@return tessera.Jewelry
function jewelry.load(text) end

--- An action is a swap, "1,4 LT": row, column and direction. "1,3 RT" is the same swap; `actions()`
--- lists it once, by its left or upper cell.
---
--- A swap must make a line of 3 or more. All jewels in lines are removed, those above them fall,
--- and new ones fall in from above; this is a step. Steps follow until no line is left. The empty
--- cells are filled column by column from the left, each column from its lowest empty cell upward.
--- Each jewel that a step removes scores 10 points times the number of the step, from 1.
---
--- The outcome is "Game Over" when no swap makes a line, and "Endless Cascade" when a line is left
--- after 100 steps of one swap. The events are "swapped", "removed", "fell" and "appeared".
---
--- ```lua
--- local state = jewelry.new "RRYR/OYOB/GPWY"
--- print(table.concat(state:actions(), ", "))  --> 1,3 RT
--- print(state:why "1,1 RT")
--- --> 1,1 RT: the R at 1,1 and the R at 1,2 have the same colour
--- ```
---@class tessera.Jewelry: tessera.State
local Jewelry = {}

--- The tip that the rules prefer: the first one of `tips`.
---
--- ```lua
--- print(jewelry.new("RRYR/OYOB/GPWY"):tip())  --> Norm R LT 1 4
--- ```
---@return tessera.jewelry.Kind|nil kind nil if the game is over
---@return string|nil colour
---@return tessera.jewelry.Direction|nil direction
---@return integer|nil row
---@return integer|nil column
function Jewelry:tip() end

--- All tips, in the order in which the rules prefer them: by kind ("Norm", "Good", "Excl"), by row,
--- by column, by direction ("LT", "UP", "RT", "DN"). None when the game is over.
---
--- ```lua
--- for _, tip in ipairs(jewelry.new("ROYG/YRGO/ROYG"):tips()) do
---   print(tip.kind, tip.colour, tip.direction, tip.row, tip.column)
--- end
--- --> Norm R LT 2 2
--- --> Norm G RT 2 3
--- ```
---@return tessera.jewelry.Tip[]
function Jewelry:tips() end

--- A swap that makes a line, named by the jewel that moves into the line.
---@class tessera.jewelry.Tip
---@field kind tessera.jewelry.Kind
---@field colour string the jewel's
---@field direction tessera.jewelry.Direction where it moves
---@field row integer its cell before the swap
---@field column integer

--- What a swap makes: "Norm" a line of 3, "Good" a line of 4, "Excl" a line of 5 or more, or
--- several lines.
---@alias tessera.jewelry.Kind "Norm"|"Good"|"Excl"

--- Left, up, right, down.
---@alias tessera.jewelry.Direction "LT"|"UP"|"RT"|"DN"

--- Swaps a jewel with its neighbour.
---
--- Errors: the cell is outside of the board; the direction is none.
---
--- ```lua
--- local state = jewelry.new "RRYR/OYOB/GPWY"
--- print(state:swap(1, 1, "LT"))  --> nil 1,1 LT: the board ends at 1,1
--- print(state:swap(1, 4, "LT"))  --> true Game Over
--- ```
---@param row integer
---@param column integer
---@param direction tessera.jewelry.Direction
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result the outcome, if that ended the game; or why it was not done
function Jewelry:swap(row, column, direction, events) end

--- Lets the jewels that fall in from now on come from this seed; what is left of `drops` is
--- forgotten. To look ahead on a clone without seeing what the game itself will drop.
---
--- ```lua
--- local state = jewelry.new("RRYR/OYOB/GPWY", { drops = "GBP" })
--- local ahead = state:clone()
--- ahead:reseed(1)
--- state:swap(1, 4, "LT")
--- ahead:swap(1, 4, "LT")
--- print(state:cell(1, 1), state:cell(1, 2), state:cell(1, 3))  --> G B P
--- print(ahead:cell(1, 1), ahead:cell(1, 2), ahead:cell(1, 3))  --> G P W
--- ```
---@param seed integer
function Jewelry:reseed(seed) end

--- The jewel in a cell.
---
--- Errors: the cell is outside of the board.
---
--- ```lua
--- print(jewelry.new("RRYR/OYOB/GPWY"):cell(1, 3))  --> Y
--- ```
---@param row integer
---@param column integer
---@return string colour
function Jewelry:cell(row, column) end

--- The colours that may fall in.
---
--- ```lua
--- print(jewelry.new("RRYR/OYOY/YYRO", { colours = "ROY" }):colours())  --> ROY
--- ```
---@return string
function Jewelry:colours() end

--- Swaps carried out so far.
---
--- ```lua
--- local state = jewelry.new "RRYR/OYOB/GPWY"
--- state:swap(1, 4, "LT")
--- print(state:moves())  --> 1
--- ```
---@return integer
function Jewelry:moves() end

---@class tessera
---@field jewelry tessera.jewelry

return jewelry
