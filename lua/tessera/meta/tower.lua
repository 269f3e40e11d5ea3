---@meta

--- The Tower. Row 1 is the bottom row, column 1 the left one.
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
---@param map string|tessera.Grid
---@param options? table there are none
---@return tessera.Tower
---@return string|nil outcome
function tower.new(map, options) end

--- What save has written.
---@param text string
---@return tessera.Tower
function tower.load(text) end

--- Commands answer as `apply` does. A command that the rules ignore lets time pass only
--- before the first one, on a board that is not at rest.
---@class tessera.Tower: tessera.State
local Tower = {}

--- Walks along the row.
---@param column integer
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result
---@return true|nil passed
function Tower:moveto(column, events) end

--- Climbs onto the block at his side.
---@param direction "left"|"right"
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result
---@return true|nil passed
function Tower:climb(direction, events) end

--- Gets down beside the block he stands on.
---@param direction "left"|"right"
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result
---@return true|nil passed
function Tower:getdown(direction, events) end

--- Pushes the run of blocks at his side.
---@param direction "left"|"right"
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result
---@return true|nil passed
function Tower:push(direction, events) end

--- Steps to the side and drags the block at his other side along.
---@param direction "left"|"right"
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result
---@return true|nil passed
function Tower:pull(direction, events) end

--- The player's cell.
---@return integer row
---@return integer column
function Tower:player() end

--- The cell where the goal block stood at first.
---@return integer row
---@return integer column
function Tower:goal() end

--- The block in a cell, or "."; the player is no block.
---@param row integer
---@param column integer
---@return string
function Tower:cell(row, column) end

--- Commands carried out so far.
---@return integer
function Tower:moves() end

--- Whether nothing would move by itself; false only before the first command.
---@return boolean
function Tower:at_rest() end

return tower
