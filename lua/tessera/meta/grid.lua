---@meta

--- A rectangle of cells. Row 1 is the top row, column 1 the left one. Directions are "up",
--- "down", "left", "right", and where nothing else is said "up-left", "up-right",
--- "down-left" and "down-right".
---
--- A cell's name is its character; in a grid with a legend it is the name that the legend
--- has for the character. `kinds` are a name, the name of a group, or a list of those;
--- without a legend a text of several characters: "#I". The empty kind is the one called
--- "empty", or the character ".".
---@class tessera.grid
local grid = {}

--- A grid from its picture (rows separated by white space or "/"), or of one character.
---@param picture string
---@param legend? tessera.Legend
---@return tessera.Grid
---@overload fun(rows: integer, columns: integer, fill?: string, legend?: tessera.Legend):
---tessera.Grid
function grid.new(picture, legend) end

--- Names for characters: `{ ["#"] = "wall", ["$"] = "box",
--- groups = { solid = { "wall", "box" } } }`.
---@param names table<string, string|table<string, string[]>>
---@return tessera.Legend
function grid.legend(names) end

---@class tessera.Legend

--- tostring gives the picture; == compares cells.
---@class tessera.Grid
local Grid = {}

---@return integer
function Grid:rows() end

---@return integer
function Grid:columns() end

--- The name of a cell, or nil outside of the grid.
---@param row integer
---@param column integer
---@return string|nil
function Grid:get(row, column) end

---@param row integer
---@param column integer
---@param kind string
---@return tessera.Grid self
function Grid:set(row, column, kind) end

--- Whether a cell is of these kinds; false outside of the grid.
---@param row integer
---@param column integer
---@param kinds string|string[]
---@return boolean
function Grid:is(row, column, kinds) end

---@param row integer
---@param column integer
---@return boolean
function Grid:inside(row, column) end

---@param kind string
---@return tessera.Grid self
function Grid:fill(kind) end

--- Makes all cells of these kinds that kind.
---@param kinds string|string[]
---@param kind string
---@return integer count
function Grid:replace(kinds, kind) end

---@param kinds string|string[]
---@return integer
function Grid:count(kinds) end

--- The first cell of these kinds in reading order; or the next one behind a cell.
---@param kinds string|string[]
---@param row? integer
---@param column? integer
---@return integer|nil row
---@return integer column
function Grid:find(kinds, row, column) end

--- For a loop over all cells of these kinds: `for row, column, name in grid:each "#" do`.
---@param kinds string|string[]
---@return fun(): integer?, integer?, string?
function Grid:each(kinds) end

--- The cell beside a cell, or nil outside of the grid.
---@param row integer
---@param column integer
---@param direction string
---@return integer|nil row
---@return integer column
function Grid:step(row, column, direction) end

--- For a loop over the neighbours of a cell: `for row, column, name, direction in ...`.
---@param row integer
---@param column integer
---@param kinds? string|string[] all, if it is left out
---@param which? "sides"|"all" the four beside it, or with the diagonal ones
---@return fun(): integer?, integer?, string?, string?
function Grid:neighbours(row, column, kinds, which) end

--- The cells that hang together with a cell, side by side, in reading order: of its own
--- kind, or of these kinds (none if the cell is not of them).
---@param row integer
---@param column integer
---@param kinds? string|string[]
---@return integer[][] cells { row, column } each
function Grid:region(row, column, kinds) end

--- All regions of cells of one kind, of these kinds only if they are given.
---@param kinds? string|string[]
---@return integer[][][]
function Grid:regions(kinds) end

--- How many equal cells stand in a row from this one on, itself counted.
---@param row integer
---@param column integer
---@param direction string
---@return integer
function Grid:run(row, column, direction) end

--- The longest rows of equal cells of these kinds, of at least this length, by their first
--- cell: to the right and down, with "all" diagonally as well.
---@param kinds string|string[]
---@param length integer
---@param which? "sides"|"all"
---@return { row: integer, column: integer, direction: string, length: integer, name: string }[]
function Grid:lines(kinds, length, which) end

--- The first cell in a direction that is not of the kinds `through`, the empty kind if they
--- are left out; or nil and the distance of the border.
---@param row integer
---@param column integer
---@param direction string
---@param through? string|string[]
---@return integer|nil row
---@return integer column
---@return string name
---@return integer distance
function Grid:ray(row, column, direction, through) end

--- Lets everything movable (all but the empty kind) fall up, down, left or right as far as
--- there are empty cells; the rest stays and blocks.
---@param direction "up"|"down"|"left"|"right"
---@param movable? string|string[]
---@param empty? string
---@return integer moved how many cells
function Grid:fall(direction, movable, empty) end

--- Pushes a cell and the movable cells behind it one step on.
---@param row integer
---@param column integer
---@param direction string
---@param movable? string|string[]
---@param empty? string
---@return integer|nil pushed how many cells, or nil if there is no room
function Grid:push(row, column, direction, movable, empty) end

--- Lets a cell slide as far as there are empty cells.
---@param row integer
---@param column integer
---@param direction string
---@param empty? string
---@return integer row where it comes to rest
---@return integer column
function Grid:slide(row, column, direction, empty) end

--- The names of a row's cells.
---@param row integer
---@return string[]
function Grid:row(row) end

---@param column integer
---@return string[]
function Grid:column(column) end

---@param row integer
---@param kinds string[] one for each cell
---@return tessera.Grid self
function Grid:set_row(row, kinds) end

---@param column integer
---@param kinds string[]
---@return tessera.Grid self
function Grid:set_column(column, kinds) end

---@param row integer
---@param other integer
---@return tessera.Grid self
function Grid:swap_rows(row, other) end

---@param column integer
---@param other integer
---@return tessera.Grid self
function Grid:swap_columns(column, other) end

--- Moves the cells of a row to the right, and those that leave it in again at the left.
---@param row integer
---@param by integer
---@return tessera.Grid self
function Grid:shift_row(row, by) end

--- Moves the cells of a column down, and those that leave it in again at the top.
---@param column integer
---@param by integer
---@return tessera.Grid self
function Grid:shift_column(column, by) end

--- A new grid, turned clockwise by so many quarters.
---@param turns integer
---@return tessera.Grid
function Grid:rotated(turns) end

---@param way "left-right"|"up-down"
---@return tessera.Grid
function Grid:flipped(way) end

--- A new grid whose rows are the columns of this one.
---@return tessera.Grid
function Grid:transposed() end

---@return tessera.Grid
function Grid:copy() end

--- Copies another grid's cells into this one, from a cell (1, 1) on.
---@param other tessera.Grid
---@param row? integer
---@param column? integer
---@return tessera.Grid self
function Grid:paste(other, row, column) end

--- The cells in which two grids of one size differ: { row, column } each.
---@param other tessera.Grid
---@return integer[][]
function Grid:differences(other) end

--- The picture with a margin in front of each row and a gap between its cells.
---@param margin? string
---@param gap? string
---@return string
function Grid:draw(margin, gap) end

return grid
