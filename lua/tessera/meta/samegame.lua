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
---
--- ```lua
--- print((samegame.new "13522/22351/12355"))
--- --> 13522
--- --> 22351
--- --> 12355
--- ```
---@param map string|tessera.Grid
---@param options? tessera.samegame.Options
---@return tessera.Samegame
---@return string|nil outcome
function samegame.new(map, options) end

--- What save has written.
---
--- Errors: a fault, a table with `message`, `line` and `column`, if the text is no saved game.
---
--- ```lua
--- local state = samegame.new "13522/22351/12355"
--- print(samegame.load(state:save()) == state)  --> true
--- ```
---@param text string
---@return tessera.Samegame
function samegame.load(text) end

---@class tessera.samegame.BestOptions: tessera.search.Limits nodes are removals
---@field seed? integer of the search's random numbers; 1 by default

---@class tessera.samegame.BestInfo: tessera.search.Info
---@field score integer the game's score after the actions
---@field exact boolean false: it may be that there are better ones
---@field method string "own"

--- `outcome()` is "Game Won" when no block is left, "Game Over" when blocks are left but
--- no region. `score()` has (n - 2)^2 points for n blocks that were removed at once, and
--- 1000 for an empty board. The events of a removal: "removed" for each block of the region,
--- "fell" for each one above them, "moved" for each one of a column that moves to the left.
---@class tessera.Samegame: tessera.State
local Samegame = {}

--- Removes the region of a cell, any two integers; answers as `apply` does.
---
--- ```lua
--- local state = samegame.new "13522/22351/12355"
--- print(state:remove(3, 5))  --> true
--- print(state)
--- --> 135..
--- --> 22351
--- --> 12355
--- print(state:remove(9, 9))  --> nil 9 9: the board has no row 9
--- ```
---@param row integer
---@param column integer
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result the outcome, if that ended the game, or why not
function Samegame:remove(row, column, events) end

--- The cells of a cell's region, column by column, each column from the bottom: { row,
--- column } each; or nil and why there is nothing to remove.
---
--- ```lua
--- local state = samegame.new "13522/22351/12355"
--- print(#state:region(3, 4))  --> 2
--- print(state:region(3, 1))   --> nil 3 1: the cell is a single 1
--- ```
---@param row integer
---@param column integer
---@return integer[][]|nil
---@return string|nil why
function Samegame:region(row, column) end

--- The value of a cell as a digit, or ".".
---
--- ```lua
--- print(samegame.new("13522/22351/12355"):cell(1, 2))  --> 2
--- ```
---@param row integer
---@param column integer
---@return string
function Samegame:cell(row, column) end

--- The board as text, the top row first: each row is `margin`, its cells with `gap` between
--- them, and a newline.
---
--- ```lua
--- io.write(samegame.new("12./12."):picture("  ", " ", "-"))
--- -->   1 2 -
--- -->   1 2 -
--- ```
---@param margin? string "" by default
---@param gap? string "" by default
---@param empty? string the character for an empty cell, "." by default
---@return string
function Samegame:picture(margin, gap, empty) end

--- A list of removals that clears the board. It needs not be the shortest one:
--- `search.shortest(state, "Game Won")` looks for that, and takes longer. An error names an option
--- that is wrong.
---@param options? tessera.search.Limits nodes are removals
---@return string[]|nil actions nil if none was found; if info.ended is "done", that is the proof
---that there are none
---@return tessera.search.Info info
function Samegame:clear(options) end

--- A list of removals with as many points as were found, by nested rollouts that know the game.
--- It goes to the end of the game, and the search to a limit. For more than 4096 blocks, or fewer
--- nodes than half the blocks, a single game is played, as far as the nodes go. `search.best`
--- calls this. An error names an option that is wrong.
---@param options? tessera.samegame.BestOptions
---@return string[] actions
---@return tessera.samegame.BestInfo info
function Samegame:best(options) end

--- Whether no block is left.
---
--- ```lua
--- local state = samegame.new "11/11"
--- state:remove(1, 1)
--- print(state:won())  --> true
--- ```
---@return boolean
function Samegame:won() end

--- Whether blocks are left, but no region.
---
--- ```lua
--- print(samegame.new("12/21"):stuck())  --> true
--- ```
---@return boolean
function Samegame:stuck() end

--- Blocks on the board.
---
--- ```lua
--- local state = samegame.new "112/112"
--- state:remove(1, 1)
--- print(state:left())  --> 2
--- ```
---@return integer
function Samegame:left() end

--- Pairs of neighbours of the same value; 0 when nothing can be removed.
---
--- ```lua
--- print(samegame.new("112/112"):pairs())  --> 5
--- ```
---@return integer
function Samegame:pairs() end

--- Removals so far.
---
--- ```lua
--- local state = samegame.new "112/112"
--- state:remove(1, 1)
--- print(state:moves())  --> 1
--- ```
---@return integer
function Samegame:moves() end

return samegame
