---@meta

--- A piece of several cells, which moves as one: a car of Rush Hour, a falling piece.
--- `board:piece` and
--- `board:put` make it. It stands for these cells of this grid. When other calls have changed one
--- of them, its methods are errors.
---
--- ```lua
--- local board = grid.new "A.../AB../.B.."
--- local piece = board:piece(1, 1)
--- print(piece:kind(), piece:moves "down", piece:moves "right")  --> A true false
--- ```
---@class tessera.Piece
local Piece = {}

--- The name of the piece's kind.
---
--- ```lua
--- print(grid.new("aa./.a."):piece(1, 1):kind())  --> a
--- ```
---@return string
function Piece:kind() end

--- The cells of the piece in reading order: { row, column } each.
---
--- ```lua
--- local cells = grid.new("aa./.a."):piece(1, 1):cells()
--- print(#cells, cells[3][1], cells[3][2])  --> 3 2 2
--- ```
---@return integer[][]
function Piece:cells() end

--- Whether there is room for a step: each cell that it would take is empty or its own.
---
--- Errors: other calls have changed its cells.
---
--- ```lua
--- print(grid.new("aa./.ab"):piece(1, 1):moves "right")  --> false
--- ```
---@param direction string
---@param empty? string the empty kind
---@return boolean
function Piece:moves(direction, empty) end

--- Moves the piece one step, if there is room.
---
--- Errors: other calls have changed its cells.
---
--- ```lua
--- local board = grid.new "aa./..."
--- print(board:piece(1, 1):shift "down-right")
--- print(board)
--- --> true
--- --> ...
--- --> .aa
--- ```
---@param direction string
---@param empty? string the empty kind
---@return boolean moved
function Piece:shift(direction, empty) end

--- Moves the piece as far as there is room.
---
--- Errors: other calls have changed its cells.
---
--- ```lua
--- local board = grid.new "aa./.../..b"
--- print(board:piece(1, 1):slide "down")
--- print(board)
--- --> 2
--- --> ...
--- --> ...
--- --> aab
--- ```
---@param direction string
---@param empty? string the empty kind
---@return integer steps
function Piece:slide(direction, empty) end

--- Turns the piece a quarter turn to the right about its middle, if there is room. Where it would
--- stand out of the grid, it is moved back onto it.
---
--- Errors: other calls have changed its cells.
---
--- ```lua
--- local board = grid.new "aaa/.a./..."
--- print(board:piece(1, 1):turn())
--- print(board)
--- --> true
--- --> .a.
--- --> aa.
--- --> .a.
--- ```
---@param turns? integer how many quarter turns, 1 by default; -1 is one to the left
---@param empty? string the empty kind
---@return boolean turned
function Piece:turn(turns, empty) end
