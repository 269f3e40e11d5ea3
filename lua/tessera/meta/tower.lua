---@meta

--- The Tower: the player pushes, pulls and climbs blocks to reach the goal block. Row 1 is the
--- bottom row, column 1 the left one.
---
--- ```lua
--- local state = tower.new [[
---   ...G
---   S.##
---   ####
--- ]]
--- state:moveto(2)
--- state:climb "right"
--- print(state:push "right")  --> true Death by Walking Goal
--- ```
---@class tessera.tower
---@field cells string the cells of a map: "#IGCB.123S"
---@field once string those that occur exactly once: "SG"
---@field side_min integer the least height and width
---@field side_max integer the greatest height and width
---@field column_far integer the farthest column that moveto may name, to both sides
---@field methods table<string, function> the methods of a state, for calls from a cache
local tower = {}

--- A tower from its map, the top row first: a grid, or its picture, whose rows may be
--- separated by "/" as well. Some maps are over before the first command.
---
--- Errors: what is wrong with the map, with line and column: unknown cells, rows of different
--- lengths, no "S" or no "G", or two of them, sides out of range.
---
--- ```lua
--- local state, outcome = tower.new "...G/S.##/####"
--- print(state:rows(), state:columns(), outcome)  --> 3 4 nil
--- ```
---@param map string|tessera.Grid
---@param options? table there are none
---@return tessera.Tower
---@return string|nil outcome
function tower.new(map, options) end

--- A state from the text that its `save` has written.
---
--- Errors: a fault, a table with `message`, `line` and `column`, if the text is no saved tower.
---
--- ```lua
--- local state = tower.new "...G/S.##/####"
--- state:moveto(2)
--- print(tower.load(state:save()):moves())  --> 1
--- ```
---@param text string
---@return tessera.Tower
function tower.load(text) end

--- Commands answer as `apply` does. A command that the rules ignore lets time pass only
--- before the first one, on a board that is not at rest.
---@class tessera.Tower: tessera.State
local Tower = {}

--- Walks along the row.
---
--- Errors: the column is farther than `column_far`.
---
--- ```lua
--- local state = tower.new "...G/S.##/####"
--- print(state:moveto(2))  --> true
--- print(state:moveto(4))  --> nil MOVETO 4: a block is at row 2, column 4
--- ```
---@param column integer
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result
---@return true|nil passed
function Tower:moveto(column, events) end

--- Climbs onto the block at his side.
---
--- ```lua
--- local state = tower.new "...G/.S##/####"
--- print(state:climb "right")  --> true
--- print(state:player())       --> 3 3
--- ```
---@param direction "left"|"right"
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result
---@return true|nil passed
function Tower:climb(direction, events) end

--- Gets down beside the block he stands on.
---
--- ```lua
--- local state = tower.new "..SG/..##/####"
--- print(state:getdown "left")  --> true
--- print(state:player())        --> 2 2
--- ```
---@param direction "left"|"right"
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result
---@return true|nil passed
function Tower:getdown(direction, events) end

--- Pushes the run of blocks at his side.
---
--- ```lua
--- local state = tower.new ".....G/SI...#/#IIII#"
--- print(state:push "right")
--- print(state)
--- --> true
--- --> .....G
--- --> S...I#
--- --> #IIII#
--- ```
---@param direction "left"|"right"
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result
---@return true|nil passed
function Tower:push(direction, events) end

--- Steps to the side and drags the block at his other side along.
---
--- ```lua
--- local state = tower.new "....G/.S#.#/#####"
--- print(state:pull "left")
--- print(state)
--- --> true
--- --> ....G
--- --> S#..#
--- --> #####
--- ```
---@param direction "left"|"right"
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result
---@return true|nil passed
function Tower:pull(direction, events) end

--- The player's cell.
---
--- ```lua
--- print(tower.new("...G/S.##/####"):player())  --> 2 1
--- ```
---@return integer row
---@return integer column
function Tower:player() end

--- The cell where the goal block stood at first.
---
--- ```lua
--- print(tower.new("...G/S.##/####"):goal())  --> 3 4
--- ```
---@return integer row
---@return integer column
function Tower:goal() end

--- The block in a cell, or "."; the player is no block.
---
--- Errors: the cell is outside of the tower.
---
--- ```lua
--- local state = tower.new "...G/S.##/####"
--- print(state:cell(3, 4), state:cell(2, 1))  --> G .
--- ```
---@param row integer
---@param column integer
---@return string
function Tower:cell(row, column) end

--- Commands carried out so far.
---
--- ```lua
--- local state = tower.new "...G/S.##/####"
--- state:apply_all { "MOVETO 2", "MOVETO 4" }
--- print(state:moves())  --> 1
--- ```
---@return integer
function Tower:moves() end

--- Whether nothing would move by itself; false only before the first command.
---
--- ```lua
--- print(tower.new("...G/S.##/####"):at_rest())  --> true
--- print(tower.new("..I.G/S...#/#####"):at_rest())  --> false
--- ```
---@return boolean
function Tower:at_rest() end

---@class tessera
---@field tower tessera.tower

return tower
