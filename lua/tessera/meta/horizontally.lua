---@meta

--- Horizontally: two players place blocks in turn; who has no room for one has lost. Left places
--- his downward, Right to the right. With blocks of 2 fields it is Domineering.
---
--- ```lua
--- local state = horizontally.new([[
---   ..#
---   ...
--- ]], { fields = 2 })
--- print(table.concat(state:actions(), " "))  --> Aa Ba
--- print(state:move "Ba")                     --> true Left wins
--- print(state)
--- --> .##
--- --> .#.
--- ```
---
--- Left is player 1, Right player 2. Row a is row 1, the top one; column A is column 1, the left
--- one. A move is written by the first field of its block, the upper or the left one: "Fc", column
--- and row, for Left; "cH", row and column, for Right.
---@class tessera.horizontally
---@field cells string the cells of a map, free and taken: ".#"
---@field side_max integer the greatest number of rows, columns and fields: 26
---@field methods table<string, function> the methods of a state, for calls from a cache
local horizontally = {}

--- A board from a map, a grid or its picture, whose rows may be separated by "/" as well; without a
--- map an empty board.
---
--- Errors: what is wrong with the map, with line and column: unknown cells, rows of different
--- lengths, sides out of range; an option that is wrong, and `rows` or `columns` beside a map.
---
--- ```lua
--- local state = horizontally.new("..#/...", { fields = 2, first = "right" })
--- print(state:turn())  --> 2
--- print(horizontally.new(nil, { fields = 2, rows = 2, columns = 4 }))
--- --> ....
--- --> ....
--- ```
---@param map? string|tessera.Grid
---@param options? tessera.horizontally.Options
---@return tessera.Horizontally
---@return string|nil outcome
function horizontally.new(map, options) end

--- The options of `horizontally.new`.
---@class tessera.horizontally.Options
---@field fields? integer how many fields a block covers, 1..26; 5 by default
---@field first? "left"|"right" who begins; "left" by default
---@field rows? integer only without a map, 1..26; 26 by default
---@field columns? integer only without a map, 1..26; 26 by default

--- A state from the text that its `save` has written.
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

--- `actions()` are the moves of the player to move, by row and then by column of the first field.
--- The outcome is "Left wins" or "Right wins". The score is 1 for the winner, -1 for the loser, and
--- 0 while the game runs. A block is an event "placed" for each of its fields.
---
--- ```lua
--- local state, events = horizontally.new("..#/...", { fields = 2 }), {}
--- state:move("Ba", events)
--- print(#events, events[2].kind, events[2].to[1], events[2].to[2])  --> 2 placed 2 2
--- print(state:score(1), state:score(2))                             --> 1 -1
--- ```
---@class tessera.Horizontally: tessera.State
local Horizontally = {}

--- Places a block of the player to move.
---
--- Errors: the text is no move.
---
--- ```lua
--- local state = horizontally.new("..#/...", { fields = 2 })
--- print(state:move "Aa")  --> true
--- print(state:move "bA")  --> nil bA: row b, column A is taken
--- ```
---@param text string "Fc" if Left is to move, "cH" if Right is
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result the outcome, if that ended the game; or why it was not done
function Horizontally:move(text, events) end

--- How many blocks the player could place if only he moved, less how many the other one could.
---
--- Errors: there is no such player.
---
--- ```lua
--- local state = horizontally.new(".../...", { fields = 2 })
--- print(state:rating "left", state:rating "right")  --> 1 -1
--- ```
---@param player? "left"|"right"|1|2 the one whose turn it is by default, also when the game is over
---@return integer
function Horizontally:rating(player) end

--- A good move, chosen by the rule of the problem: of the moves after which the rating of the
--- player to move is the greatest, in the order of `actions()`, it is number `select` modulo their
--- number, counted from 0.
---
--- With `perfect = true` it is a move that wins, if one is found within the limits, and otherwise
--- that same move.
---
--- Errors: `select` is out of range, or an option is wrong.
---
--- ```lua
--- local state = horizontally.new(nil, { fields = 2, rows = 4, columns = 4 })
--- print(state:best_move(), state:best_move(1))  --> Aa Ba
---
--- local move, info = state:best_move { perfect = true }
--- print(move, info.winner)  --> Bb left
--- ```
---@param select? integer|tessera.horizontally.MoveOptions 0..2147483647; 1000 by default
---@return string|nil move nil if the player has none
---@return tessera.horizontally.MoveInfo|nil info only with `perfect = true`
function Horizontally:best_move(select) end

--- The options of `best_move`; the limits are those of perfect play.
---@class tessera.horizontally.MoveOptions: tessera.search.Limits
---@field perfect? boolean whether to look for a move that wins; false by default
---@field select? integer 0..2147483647; 1000 by default
---@field threads? integer as for `winner`

--- The info of `best_move`.
---@class tessera.horizontally.MoveInfo: tessera.search.Info
---@field winner? "left"|"right" who wins if both play as well as can be; nil if a limit was reached

--- Who wins if both play as well as can be, proven.
---
--- With `threads = n` n searches share what they have proven. The winner is the same; which of the
--- winning moves it is, and the counts, differ from run to run. Boards of more than 113 cells are
--- searched by one thread.
---
--- Errors: an option is wrong.
---
--- ```lua
--- local state = horizontally.new(nil, { fields = 2, rows = 4, columns = 4 })
--- local winner, info = state:winner()
--- print(winner, info.move, info.ended)  --> left Bb done
---
--- print((state:winner { threads = 2 }))  --> left
--- ```
---@param options? tessera.horizontally.WinnerOptions
---@return "left"|"right"|nil winner nil if a limit was reached
---@return tessera.horizontally.WinnerInfo info
function Horizontally:winner(options) end

--- The options of `winner`.
---@class tessera.horizontally.WinnerOptions: tessera.search.Limits
---@field threads? integer how many threads search, 1..64; 1 by default

--- The info of `winner`.
---@class tessera.horizontally.WinnerInfo: tessera.search.Info
---@field move? string a move that wins, if the player to move has one

--- The bytes by which perfect play tells positions apart: the size of the board, the fields of a
--- block, who is to move, and the cells that can still be used. Positions with the same bytes have
--- the same winner, so they are a key for a table of winners. A reflection of the board has the
--- same bytes, and so has a board that differs in cells that nobody can use.
---
--- ```lua
--- local left = horizontally.new("#../...", { fields = 2 })
--- local right = horizontally.new("..#/...", { fields = 2 })
--- print(left:canonical() == right:canonical())  --> true
--- ```
---@return string|nil bytes nil on a board of more than 113 cells
function Horizontally:canonical() end

--- Whether a cell is free.
---
--- Errors: the cell is outside of the board.
---
--- ```lua
--- local state = horizontally.new("..#/...", { fields = 2 })
--- print(state:free(1, 2), state:free(1, 3))  --> true false
--- ```
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

---@class tessera
---@field horizontally tessera.horizontally

return horizontally
