---@meta

--- Horizontally: Left places blocks of `fields` fields downward, Right to the right; who
--- has no move when it is his turn has lost. With 2 fields it is Domineering. Player 1 is
--- Left, player 2 Right. A move is written by its first field, the upper or the left one:
--- "Fc", column and row, for Left, "cH", row and column, for Right. Row 1 is row a, the
--- top one, column 1 is column A.
---@class tessera.horizontally
---@field cells string the cells of a map, free and taken: ".#"
---@field side_max integer the greatest number of rows, columns and fields: 26
---@field methods table<string, function> the methods of a state, for calls from a cache
local horizontally = {}

---@class tessera.horizontally.Options
---@field fields? integer how many fields a block covers, 1..26; 5 by default
---@field rows? integer only without a map, 1..26; 26 by default
---@field columns? integer only without a map, 1..26; 26 by default
---@field first? "left"|"right" who begins; "left" by default

--- A board from its picture or a grid, whose size it has: `new("..#/...", { fields = 2 })`;
--- or an empty one: `new(nil, { fields = 2, rows = 8, columns = 8 })`.
---@param map? string|tessera.Grid
---@param options? tessera.horizontally.Options
---@return tessera.Horizontally
---@return string|nil outcome
function horizontally.new(map, options) end

--- What save has written.
---
--- Errors: a fault, a table with `message`, `line` and `column`, if the text is no saved game.
---
--- ```lua
--- local state = horizontally.new("..#/...", { fields = 2 })
--- print(horizontally.load(state:save()) == state)  --> true
--- ```
---@param text string
---@return tessera.Horizontally
function horizontally.load(text) end

---@class tessera.horizontally.MoveOptions: tessera.search.Limits limits of perfect play
---@field perfect? boolean whether to look for a move that wins; false by default
---@field select? integer 0..2147483647; 1000 by default

---@class tessera.horizontally.MoveInfo: tessera.search.Info
---@field winner? "left"|"right" who wins if both play as well as can be; nil if a limit was reached

---@class tessera.horizontally.WinnerInfo: tessera.search.Info
---@field move? string a move that wins, if the player to move has one

--- `actions()` are the moves of the player to move, by the row and then by the column of the
--- first field. The score is 1 for the winner, -1 for the loser and 0 while the game runs.
---@class tessera.Horizontally: tessera.State
local Horizontally = {}

--- Places a block of the player to move. Answers as `apply` does.
---
--- ```lua
--- local state = horizontally.new("..#/...", { fields = 2 })
--- print(state:move "Aa")  --> true
--- print(state:move "bA")  --> nil bA: row b, column A is taken
--- ```
---@param text string "Fc" if Left is to move, "cH" if Right is
---@param events? tessera.Event[] one for each field: { kind = "placed", what = "#", to = ... }
---@return true|nil done
---@return string|nil result the outcome, if that ended the game; or why it was not done
function Horizontally:move(text, events) end

--- How many blocks the player could place at once, less how many the other one could.
---
--- ```lua
--- local state = horizontally.new(".../...", { fields = 2 })
--- print(state:rating "left", state:rating "right")  --> 1 -1
--- ```
---@param player? "left"|"right"|1|2 the one to move (or who cannot), if it is left out
---@return integer
function Horizontally:rating(player) end

--- Of the moves after which the rating is the greatest for the player to move, by the row
--- and then by the column of the first field, for Left as for Right, number
--- select % how many, counted from 0. With `perfect = true` a move that wins, if one is found
--- within the limits, and otherwise that same move. An error names an option that is wrong.
---@param select? integer|tessera.horizontally.MoveOptions 0..2147483647; 1000 by default
---@return string|nil move nil if the player has none
---@return tessera.horizontally.MoveInfo|nil info only with `perfect = true`
function Horizontally:best_move(select) end

--- Who wins if both play as well as can be, proven. An error names an option that is wrong.
---@param options? tessera.search.Limits
---@return "left"|"right"|nil winner nil if a limit was reached
---@return tessera.horizontally.WinnerInfo info
function Horizontally:winner(options) end

--- What perfect play tells the position apart by, as bytes: the size of the board, the fields of a
--- block, who is to move, and the cells that can still be used. Positions with the same bytes have
--- the same winner, so they are a key for a table of winners. Positions that differ only by a
--- reflection, or in cells that nobody can use, have the same bytes.
---@return string|nil bytes nil on a board of more than 113 cells
function Horizontally:canonical() end

---@param row integer
---@param column integer
---@return boolean
function Horizontally:free(row, column) end

--- How many fields a block covers.
---
--- ```lua
--- print(horizontally.new("..#/...", { fields = 2 }):fields())  --> 2
--- ```
---@return integer
function Horizontally:fields() end

return horizontally
