---@meta

--- A rectangle of cells, one character each. Row 1 is the top row, column 1 the left one.
---@class tessera.grid
local grid = {}

--- A grid from its picture (rows separated by white space or "/"), or of one character.
---@param picture string
---@return tessera.Grid
---@overload fun(rows: integer, columns: integer, fill?: string): tessera.Grid
function grid.new(picture) end

--- tostring gives the picture; == compares cells.
---@class tessera.Grid
local Grid = {}

---@return integer
function Grid:rows() end

---@return integer
function Grid:columns() end

---@param row integer
---@param column integer
---@return string
function Grid:get(row, column) end

---@param row integer
---@param column integer
---@param cell string one character
---@return tessera.Grid self
function Grid:set(row, column, cell) end

return grid
