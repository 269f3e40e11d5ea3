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

---@class tessera.HorizontallyOptions
---@field fields? integer how many fields a block covers, 1..26; 5 by default
---@field rows? integer only without a map, 1..26; 26 by default
---@field columns? integer only without a map, 1..26; 26 by default
---@field first? "left"|"right" who begins; "left" by default

--- A board from its picture or a grid, whose size it has: `new("..#/...", { fields = 2 })`;
--- or an empty one: `new(nil, { fields = 2, rows = 8, columns = 8 })`.
---@param map? string|tessera.Grid
---@param options? tessera.HorizontallyOptions
---@return tessera.Horizontally
---@return string|nil outcome
function horizontally.new(map, options) end

--- What save has written.
---@param text string
---@return tessera.Horizontally
function horizontally.load(text) end

--- The score is 1 for the winner, -1 for the loser and 0 while the game runs.
---@class tessera.horizontally.Choice: tessera.SearchOptions limits of perfect play, and
---@field select? integer
---@field perfect? boolean

--- `actions()` are the moves of the player to move, by the row and then by the column of the
--- first field.
---@class tessera.Horizontally: tessera.State
local Horizontally = {}

--- Places a block of the player to move. Answers as `apply` does.
---@param text string "Fc" if Left is to move, "cH" if Right is
---@param events? tessera.Event[] one for each field: { kind = "placed", what = "#", to = ... }
---@return true|nil done
---@return string|nil result the outcome, if that ended the game; or why it was not done
function Horizontally:move(text, events) end

--- How many blocks the player could place at once, less how many the other one could.
---@param player? "left"|"right"|1|2 the one to move (or who cannot), if it is left out
---@return integer
function Horizontally:rating(player) end

--- Of the moves after which the rating is the greatest for the player to move, by the row
--- and then by the column of the first field, for Left as for Right, number
--- select % how many, counted from 0. Nil if he has no move.
--- With options, and `perfect = true`: a move that wins, if there is one, and who wins (or nil
--- and which limit was reached: "nodes", "seconds", "memory", "stopped").
---@param select? integer|tessera.horizontally.Choice 0..2147483647; 1000 by default
---@return string|nil
---@return "left"|"right"|nil winner
---@return string|nil limit
function Horizontally:best_move(select) end

--- Who wins if both play as well as can be, proven.
---@param limits? tessera.SearchOptions
---@return "left"|"right"|nil winner nil if a limit was reached
---@return string|nil limit which
function Horizontally:value(limits) end

---@param row integer
---@param column integer
---@return boolean
function Horizontally:free(row, column) end

--- How many fields a block covers.
---@return integer
function Horizontally:fields() end

return horizontally
