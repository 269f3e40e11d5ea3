---@meta

--- PuzzleScript games in C, for `puzzlescript.read`.
---@class tessera.puzzle_core
local puzzle_core = {}

--- A game from a program of lua/tessera/puzzlescript/compile.lua.
---@internal
---@param program table
---@return table
function puzzle_core.define(program) end

--- A state of a game written in PuzzleScript. Its actions are `up`, `left`, `down`, `right`,
--- `action` (unless the game says `noaction`), `tick` (if it says `realtime_interval`) and
--- `restart` (unless it says `norestart`). The last one is not listed: it leads to the start of
--- the level, or to its last checkpoint. An action is carried out with all turns that follow it by
--- `again`.
---@class tessera.PuzzleState: tessera.State
local PuzzleState = {}

--- The names of the objects in a cell, the lowest layer first.
---
--- Errors: the cell is off the board.
---
--- ```lua
--- local crates = puzzlescript.open "samples/puzzlescript/crates.txt"
--- print(table.concat(crates.new(1):at(3, 3), " "))  --> floor hero
--- ```
---@param row integer from 1, the top row
---@param column integer from 1
---@return string[]
function PuzzleState:at(row, column) end

--- The text that the last action has shown.
---
--- ```lua
--- local crates = puzzlescript.open "samples/puzzlescript/crates.txt"
--- print(crates.new(1):message())  --> nil
--- ```
---@return string|nil text nil if it has shown none
function PuzzleState:message() end

--- Plays an action and tells what has happened. The `result` is "applied" if the position is
--- another one, or the level is won; "idled" if only the checkpoint or the random numbers are
--- others; "returned" if the board has changed, and turns that followed have led back; otherwise
--- "refused".
---
--- Errors: the game has no such action.
---
--- ```lua
--- local crates = puzzlescript.open "samples/puzzlescript/crates.txt"
--- local state = crates.new(1)
--- local told = state:press "left"
--- print(told.changed, told.again, told.undo[1] == crates.new(1))  --> true 0 true
--- ```
---@param action string
---@return tessera.PuzzleTold
function PuzzleState:press(action) end

---@class tessera.PuzzleTold
---@field result? "applied"|"idled"|"returned"|"refused" nil for the start of a level
---@field changed boolean the turn of the key changed the board
---@field commands string[] those of the rules that matched: "again", "sfx0" and so on, each once
---@field message? string
---@field again integer how many turns followed by themselves
---@field cut boolean they were ended after 500
---@field spent boolean the rules did not come to an end
---@field sounds integer[] what was heard, in its order: numbers of the game's `sounds`, at most 256
---@field looped boolean rules were ended after 200 passes, or a loop after 200 rounds
---@field draws integer how many random numbers were drawn
---@field undo tessera.PuzzleState[] what undos lead to: the last one that differs from the board

--- Whether another state of the game has the same objects in all cells.
---
--- ```lua
--- local crates = puzzlescript.open "samples/puzzlescript/crates.txt"
--- print(crates.new(1):same_board(crates.new(2)))  --> false
--- ```
---@param other tessera.PuzzleState
---@return boolean
function PuzzleState:same_board(other) end

--- Which objects have come into cells since another state of the level, and which have left them,
--- object by object in the order of the game's `objects`.
---
--- Errors: the other state is of a level of another size.
---
--- ```lua
--- local crates = puzzlescript.open "samples/puzzlescript/crates.txt"
--- local before, after = crates.new(1), crates.new(1)
--- after:apply "left"
--- for _, each in ipairs(after:changes(before)) do
---   print(each.object, each.row, each.column, each.came)
--- end
--- --> hero	3	2	true
--- --> hero	3	3	false
--- ```
---@param before tessera.PuzzleState
---@return { object: string, row: integer, column: integer, came: boolean }[]|nil changes nil if
---there are more than 64
function PuzzleState:changes(before) end

--- Gives an earlier state what an undo does not bring back: the checkpoint and the random numbers
--- of the present one. `Session:undo` calls it.
---
--- Errors: the other state is of a level of another size.
---
--- ```lua
--- local crates = puzzlescript.open "samples/puzzlescript/crates.txt"
--- local earlier, now = crates.new(1), crates.new(1)
--- now:apply "left"
--- earlier:keep(now)
--- print(earlier == crates.new(1))  --> true
--- ```
---@param now tessera.PuzzleState
function PuzzleState:keep(now) end

return puzzle_core
