---@meta

--- SameGame: a region, two or more equal blocks side by side, is removed at a time, until the board
--- is empty. Row 1 is the bottom row, column 1 the left one.
---
--- ```lua
--- local state = samegame.new [[
---   112
---   112
--- ]]
--- print(state:remove(1, 1))  --> true
--- print(state)
--- --> 2..
--- --> 2..
--- print(state:remove(1, 1))  --> true Game Won
--- print(state:score())       --> 1004
--- ```
---
--- A map shows a block as a digit, an empty cell as ".". An action is the text of a cell: "3 5" is
--- row 3, column 5.
---@class tessera.samegame
---@field cells string the cells of a map: "0123456789."
---@field side_min integer the least number of rows and columns: 1
---@field side_max integer the greatest: 2000
---@field methods table<string, function> the methods of a state, for calls from a cache
local samegame = {}

--- A game from its map: a grid, or its picture, whose rows may be separated by "/" as well. Some
--- maps are over before the first removal.
---
--- Errors: what is wrong with the map, with line and column: unknown cells, rows of different
--- lengths, sides out of range; a block above an empty cell, an empty column left of one with
--- blocks; an option that is wrong.
---
--- ```lua
--- print((samegame.new "135../22351/12355"))
--- --> 135..
--- --> 22351
--- --> 12355
--- print((samegame.new("122/1..", { order = "upward" })))
--- --> 1..
--- --> 122
--- print(select(2, samegame.new "12/21"))  --> Game Over
--- ```
---@param map string|tessera.Grid
---@param options? tessera.samegame.Options
---@return tessera.Samegame
---@return string|nil outcome
function samegame.new(map, options) end

--- The options of `samegame.new`.
---@class tessera.samegame.Options
---@field order? "downward"|"upward" whether the first row of the map is the top one or the bottom
---one; "downward" by default

--- A state from the text that its `save` has written.
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

--- `actions()` gives each region once, by its first cell, column by column and each column from the
--- bottom; `apply` takes any cell of a region.
---
--- When a region is removed, the blocks above it fall, and then columns close up to the left. A
--- region of n blocks scores (n - 2)^2 points, an empty board 1000. The outcome is "Game Won"
--- when no block is left, "Game Over" when no region is left, but blocks are. The events are
--- "removed" for each block of the region, "fell" for each block above it, and "moved" for each
--- block of a column that closes up.
---
--- ```lua
--- local state = samegame.new "112/112"
--- print(table.concat(state:actions(), ", "))  --> 1 1, 1 3
---
--- local events = {}
--- state:apply("2 2", events)
--- print(#events, events[1].kind, events[5].kind)  --> 6 removed moved
--- ```
---@class tessera.Samegame: tessera.State
local Samegame = {}

--- Removes the region of a cell.
---
--- Errors: row or column is no integer; a cell off the board is refused only.
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
---@return string|nil result the outcome, if that ended the game; or why it was not done
function Samegame:remove(row, column, events) end

--- The cells of a cell's region, column by column, each column from the bottom.
---
--- Errors: row or column is no integer.
---
--- ```lua
--- local state = samegame.new "13522/22351/12355"
--- local cells = state:region(3, 5)
--- print(#cells, cells[1][1], cells[1][2])  --> 2 3 4
--- print(state:region(3, 1))                --> nil 3 1: the cell is a single 1
--- ```
---@param row integer
---@param column integer
---@return integer[][]|nil cells { row, column } each; nil if there is nothing to remove
---@return string|nil why
function Samegame:region(row, column) end

--- What is in a cell: a digit, or ".".
---
--- Errors: the cell is outside of the board.
---
--- ```lua
--- print(samegame.new("13522/22351/12355"):cell(1, 2))  --> 2
--- ```
---@param row integer
---@param column integer
---@return string
function Samegame:cell(row, column) end

--- The board as text, the top row first. A row is the margin, its cells with the gap between them,
--- and a newline.
---
--- Errors: `empty` is not one character.
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

--- A list of actions that clears the board. It need not be the shortest one, which
--- `search.shortest` finds (and takes longer).
---
--- Errors: an option is wrong.
---
--- ```lua
--- local state = samegame.new "13522/22351/12355"
--- local actions = state:clear()
--- print(table.concat(actions, ", "))  --> 3 4, 2 1, 1 2, 1 2, 1 1
---
--- local none, info = samegame.new("112/121"):clear()
--- print(none, info.ended)  --> nil done
--- ```
---@param options? tessera.search.Limits `nodes` counts removals
---@return string[]|nil actions nil if none was found. If `info.ended` is "done" as well, that is
---the proof that the board cannot be cleared
---@return tessera.search.Info info
function Samegame:clear(options) end

--- A list of actions to the end of the game with as many points as were found, by nested rollouts
--- that know the game. It goes on until a limit ends it. `search.best` calls it.
---
--- For more than 4096 blocks, or with fewer nodes than half the blocks, a single game is played, as
--- far as the nodes go.
---
--- Errors: an option is wrong.
---
--- ```lua
--- local actions, info = samegame.new("112/112"):best { nodes = 1000 }
--- print(table.concat(actions, ", "), info.score)  --> 1 3, 1 1 1004
---
--- actions, info = samegame.new("112/112"):best { nodes = 1000, threads = 2 }
--- print(info.score, info.ended)  --> 1004 nodes
--- ```
---@param options? tessera.samegame.BestOptions
---@return string[] actions
---@return tessera.samegame.BestInfo info
function Samegame:best(options) end

--- The options of `best`; `nodes` counts removals.
---@class tessera.samegame.BestOptions: tessera.search.Limits
---@field seed? integer of the search's random numbers; 1 by default
---@field threads? integer how many searches run at a time, 1..64; 1 by default. As in
---`search.best`

--- The info of `best`.
---@class tessera.samegame.BestInfo: tessera.search.Info
---@field score integer the score of the game after the actions
---@field exact boolean false: better actions may exist
---@field method string "own"

--- Whether no block is left.
---
--- ```lua
--- local state = samegame.new "11/11"
--- state:remove(1, 1)
--- print(state:won())  --> true
--- ```
---@return boolean
function Samegame:won() end

--- Whether no region is left, but blocks are.
---
--- ```lua
--- print(samegame.new("12/21"):stuck())  --> true
--- ```
---@return boolean
function Samegame:stuck() end

--- How many blocks are on the board.
---
--- ```lua
--- local state = samegame.new "112/112"
--- state:remove(1, 1)
--- print(state:left())  --> 2
--- ```
---@return integer
function Samegame:left() end

--- How many pairs of neighbours are equal; 0 when nothing can be removed.
---
--- ```lua
--- print(samegame.new("112/112"):pairs())  --> 5
--- ```
---@return integer
function Samegame:pairs() end

--- Removals carried out so far.
---
--- ```lua
--- local state = samegame.new "112/112"
--- state:remove(1, 1)
--- print(state:moves())  --> 1
--- ```
---@return integer
function Samegame:moves() end

---@class tessera
---@field samegame tessera.samegame

return samegame
