---@meta

--- A rectangle of cells. Row 1 is the top row, column 1 the left one.
---
--- Directions are "up", "down", "left", "right", and where nothing else is said "up-left",
--- "up-right", "down-left" and "down-right".
---
--- The name of a cell is its character; in a grid with a legend it is the name that the legend
--- has for the character. `kinds` are a name, the name of a group, or a list of those; without a
--- legend a text of several characters: "#I". The empty kind is the one called "empty", or the
--- character ".".
---
--- A method that does not exist is an error that says which one may be meant, once a game in Lua is
--- loaded.
---
--- ```lua
--- local board = grid.new [[
---   #####
---   #o.o#
---   #####
--- ]]
--- for row, column in board:each "o" do
---   print(row, column)
--- end
--- --> 2 2
--- --> 2 4
--- ```
---@class tessera.grid
local grid = {}

--- A grid from its picture, whose rows are separated by white space or "/"; or one that is
--- filled with one character, "." by default. It has 1..4096 rows and columns.
---
--- Errors: rows of different lengths, a character that does not print, a cell that is not in
--- the legend, a side out of range. Those of a picture name line and column.
---
--- ```lua
--- print(grid.new "#.#/..o")
--- --> #.#
--- --> ..o
--- print(grid.new(2, 4, "~"))
--- --> ~~~~
--- --> ~~~~
--- ```
---@param picture string
---@param legend? tessera.Legend names for the cells
---@return tessera.Grid
---@overload fun(rows: integer, columns: integer, fill?: string, legend?: tessera.Legend):
---tessera.Grid
function grid.new(picture, legend) end

--- Names for characters, and groups of these names, for `grid.new`.
---
--- Errors: a key of more than one character, two characters of one name, a group with a name that
--- no character has.
---
--- ```lua
--- local names = grid.legend {
---   ["#"] = "wall", ["$"] = "box", ["."] = "empty",
---   groups = { solid = { "wall", "box" } },
--- }
--- local board = grid.new("#$./...", names)
--- print(board:get(1, 2), board:count "solid")  --> box 2
--- ```
---@param names table<string, string|table<string, string[]>> a name for each character, and
---`groups`, lists of names by the group's name (or, with a name for each heading, `{ up = ..., down
---= ..., left = ..., right = ... }`, or for two that are opposite, `{ left = ..., right = ... }`).
---`geometry = "hex"` makes its grids boards of [hexagons](rules.md#hexagonal-boards)
---@return tessera.Legend
function grid.legend(names) end

--- What `grid.legend` returns: names for the characters of a grid.
---@class tessera.Legend

--- A grid. `tostring(board)` is its picture, and `==` compares cells. The board of a state of a
--- game in Lua is a grid as well.
---
--- Errors: all methods refuse a kind that the legend does not know ("did you mean 'box'?"). A
--- cell outside of the grid is an error, except for `get`, `is` and `inside`.
--- A grid of a state cannot be changed by the rules that only look (`outcome`, `score`, `turn`).
---@class tessera.Grid
local Grid = {}

--- How many rows it has.
---
--- ```lua
--- print(grid.new(3, 5):rows())  --> 3
--- ```
---@return integer
function Grid:rows() end

--- How many columns it has.
---
--- ```lua
--- print(grid.new(3, 5):columns())  --> 5
--- ```
---@return integer
function Grid:columns() end

--- The name of a cell.
---
--- ```lua
--- local board = grid.new "#.o"
--- print(board:get(1, 3), board:get(1, 4))  --> o nil
--- ```
---@param row integer
---@param column integer
---@return string|nil name nil outside of the grid
function Grid:get(row, column) end

--- Puts a kind into a cell.
---
--- Errors: the cell is outside of the grid; `kind` is a group, or several kinds.
---
--- ```lua
--- print(grid.new("..."):set(1, 2, "#"):set(1, 3, "o"))  --> .#o
--- ```
---@param row integer
---@param column integer
---@param kind string
---@return tessera.Grid self
function Grid:set(row, column, kind) end

--- Whether a cell is of these kinds; false outside of the grid.
---
--- ```lua
--- local board = grid.new "#.o"
--- print(board:is(1, 3, "#o"), board:is(1, 2, { "#", "o" }))  --> true false
--- ```
---@param row integer
---@param column integer
---@param kinds string|string[]
---@return boolean
function Grid:is(row, column, kinds) end

--- Whether the grid has such a cell.
---
--- ```lua
--- local board = grid.new(2, 2)
--- print(board:inside(2, 2), board:inside(0, 1))  --> true false
--- ```
---@param row integer
---@param column integer
---@return boolean
function Grid:inside(row, column) end

--- Makes all cells of one kind; with distances those that have one, such as the visible ones.
---
--- Errors: the distances are those of a grid with more rows or columns, or with fewer.
---
--- ```lua
--- print(grid.new("#.o"):fill "~")  --> ~~~
--- local board = grid.new "..#."
--- print(board:fill("~", board:distances(1, 1, ".")))  --> ~~#.
--- ```
---@param kind string
---@param distances? tessera.Distances
---@return tessera.Grid self
function Grid:fill(kind, distances) end

--- Makes all cells of these kinds that kind.
---
--- ```lua
--- local board = grid.new "#.o#"
--- print(board:replace("#o", "x"), board)  --> 3 x.xx
--- ```
---@param kinds string|string[]
---@param kind string
---@return integer count how many cells they were
function Grid:replace(kinds, kind) end

--- How many cells are of these kinds.
---
--- ```lua
--- print(grid.new("#.#/..o"):count "#")  --> 2
--- ```
---@param kinds string|string[]
---@return integer
function Grid:count(kinds) end

--- The first cell of these kinds in reading order; with a row and a column, the first one behind
--- that cell.
---
--- Errors: the given cell is outside of the grid.
---
--- ```lua
--- local board = grid.new "..o/o.."
--- print(board:find "o")        --> 1 3
--- print(board:find("o", 1, 3)) --> 2 1
--- print(board:find("o", 2, 1)) --> nil
--- ```
---@param kinds string|string[]
---@param row? integer
---@param column? integer
---@return integer|nil row
---@return integer column
function Grid:find(kinds, row, column) end

--- For a loop over all cells of these kinds, in reading order: row, column and name. What the
--- loop changes behind the cell it stands at is seen.
---
--- ```lua
--- for row, column, name in grid.new("#.o/.#."):each "#o" do
---   print(row, column, name)
--- end
--- --> 1 1 #
--- --> 1 3 o
--- --> 2 2 #
--- ```
---@param kinds string|string[]
---@return fun(): integer?, integer?, string?
function Grid:each(kinds) end

--- The cell beside a cell.
---
--- ```lua
--- local board = grid.new(3, 3)
--- print(board:step(2, 2, "up-left"))  --> 1 1
--- print(board:step(2, 3, "right"))    --> nil
--- ```
---@param row integer
---@param column integer
---@param direction string
---@return integer|nil row nil if it is outside of the grid
---@return integer column
function Grid:step(row, column, direction) end

--- For a loop over the neighbours of a cell: row, column, name, direction. With "hex" the cells
--- are hexagons, and each row lies half a cell to the right of the one above it: the neighbours
--- are those of the sides, "up-right" and "down-left". On the boards of a game with
--- `geometry = "hex"` there are no others, and they have the words of hexagons, such as "up-left"
--- for the cell above.
---
--- ```lua
--- local board = grid.new "#.o/.#./..."
--- for row, column, name, direction in board:neighbours(2, 2, "#.") do
---   print(row, column, name, direction)
--- end
--- --> 1 2 . up
--- --> 3 2 . down
--- --> 2 1 . left
--- --> 2 3 . right
--- ```
---@param row integer
---@param column integer
---@param kinds? string|string[] only neighbours of these kinds; by default all
---@param which? "sides"|"all"|"hex" the four beside it (the default), the diagonal ones as well, or
---the six of a hexagon
---@return fun(): integer?, integer?, string?, string?
function Grid:neighbours(row, column, kinds, which) end

--- The cells that hang together with a cell, side by side, in reading order: of its own kind, or
--- of these kinds (none if the cell is not of them).
---
--- ```lua
--- local board = grid.new "oo./.o./#.o"
--- local cells = board:region(1, 1)
--- print(#cells, cells[3][1], cells[3][2])   --> 3 2 2
--- print(#board:region(1, 1, "."))           --> 0
--- print(#board:region(1, 1, "o", "all"))    --> 4
--- local hexagons = grid.new "..x/.x./x.."
--- print(#hexagons:region(1, 3, "x", "hex")) --> 3
--- ```
---@param row integer
---@param column integer
---@param kinds? string|string[]
---@param which? "sides"|"all"|"hex" which neighbours hang together, as for `neighbours`
---@return integer[][] cells { row, column } each
function Grid:region(row, column, kinds, which) end

--- All regions of cells of one kind, by their first cell in reading order.
---
--- ```lua
--- local board = grid.new "oo./.o./#.o"
--- print(#board:regions "o", #board:regions(), #board:regions("o", "all"))  --> 2 6 1
--- ```
---@param kinds? string|string[] only regions of one of these
---@param which? "sides"|"all"|"hex" as for `neighbours`
---@return integer[][][] regions lists of cells, as `region` gives them
function Grid:regions(kinds, which) end

--- How many steps it is from a cell to each cell that can be reached over cells of these kinds; the
--- cell itself may be of any. Or from the nearest cell of some kinds: `distances("exit", "floor")`.
--- One call finds all of them, in a time in proportion to the cells.
---
--- ```lua
--- local board = grid.new "@..#/.#.#/...g"
--- local far = board:distances(1, 1, ".")
--- print(far)
--- --> 012.
--- --> 1.3.
--- --> 234.
--- print(far:get(3, 3), far:get(1, 4))       --> 4 nil
--- print(board:distances("@g", "."):get(3, 3)) --> 1
--- ```
---@param row integer
---@param column integer
---@param through string|string[] the kinds that can be stepped on
---@param which? "sides"|"all"|"hex" the steps, as for `neighbours`
---@return tessera.Distances
---@overload fun(self: tessera.Grid, from: string|string[], through: string|string[], which?:
---string):
---tessera.Distances
function Grid:distances(row, column, through, which) end

--- The neighbour of a cell that is nearest to where distances begin, and nearer than the cell: a
--- step of somebody who comes. Of two that are equal it is the first in the order up, down, left,
--- right, up-left, up-right, down-left, down-right. The steps are those with which the distances
--- were counted. The cell itself need not have a distance.
---
--- Errors: the distances are those of a grid with more rows or columns, or with fewer.
---
--- ```lua
--- local board = grid.new "@..#/.#.#/..mg"
--- local far = board:distances(1, 1, ".m")
--- print(board:nearer(3, 4, far))       --> 3 3 left
--- print(board:nearer(3, 4, far, "."))  --> nil
--- print(board:nearer(3, 3, far))       --> 2 3 up
--- ```
---@param row integer
---@param column integer
---@param distances tessera.Distances
---@param kinds? string|string[] only a neighbour of these kinds; by default of all
---@return integer|nil row nil: there is none
---@return integer column
---@return string direction
function Grid:nearer(row, column, distances, kinds) end

--- A shortest way from a cell to another one, or to the nearest cell of some kinds: `path(row,
--- column, "exit", "floor")`. It leads over cells of the kinds `through`; its first and its last
--- cell may be of any. Of several ways it is the first in the order of the directions, as for
--- `nearer`.
---
--- ```lua
--- local board = grid.new "@..#/.#.#/...x"
--- local steps, row, column = board:path(1, 1, "x", ".")
--- print(table.concat(steps, " "))       --> down down right right right
--- print(#steps, row, column)            --> 5 3 4
--- print(#board:path(1, 1, 3, 4, ".", "all"))  --> 3
--- print(board:path(1, 1, 2, 4, "#"))    --> nil
--- ```
---@param row integer
---@param column integer
---@param to_row integer
---@param to_column integer
---@param through string|string[] the kinds that can be stepped on
---@param which? "sides"|"all"|"hex" the steps, as for `neighbours`
---@return string[]|nil steps their directions, none if the way ends where it begins; nil: there is
---no way
---@return integer row where it ends
---@return integer column
---@overload fun(self: tessera.Grid, row: integer, column: integer, to: string|string[],
---through: string|string[], which?: string): string[]|nil, integer, integer
function Grid:path(row, column, to_row, to_column, through, which) end

--- The cells that are seen from a cell, within a circle: distances in straight lines, rounded
--- down. A cell that blocks the sight is seen itself, and what is behind it is not. Of two cells
--- that do not block each sees the other, or neither does.
---
--- It is symmetric shadow casting, as Albert Ford describes it
--- (https://www.albertford.com/shadowcasting/): a wall is as wide as its cell, and a cell is
--- seen if the line between the middles of the two is free.
---
--- ```lua
--- local board = grid.new "......./.@.#.../......."
--- local seen = board:visible(2, 2, 4, "#")
--- print(seen)
--- --> 11123..
--- --> 1012...
--- --> 11123..
--- print(seen:get(2, 4), seen:get(2, 5))  --> 2 nil
--- ```
---@param row integer
---@param column integer
---@param radius? integer how long the straight lines are at most, in cells; nil: as long as the
---grid
---@param blocking string|string[] the kinds that nobody sees through
---@return tessera.Distances
function Grid:visible(row, column, radius, blocking) end

--- What `distances` and `visible` find: a whole number for each cell that they reach. It stays as
--- it is when the grid changes. `tostring` draws it: digits, letters from 10 on, `+` from 36 on,
--- and points for cells that are not reached.
---@class tessera.Distances
local Distances = {}

--- The number of a cell.
---
--- ```lua
--- local far = grid.new("..#."):distances(1, 1, ".")
--- print(far:get(1, 2), far:get(1, 4), far:get(9, 9))  --> 1 nil nil
--- ```
---@param row integer
---@param column integer
---@return integer|nil distance nil: it is not reached, or outside of the grid
function Distances:get(row, column) end

--- For a loop over the cells that are reached, in reading order: row, column and number.
---
--- ```lua
--- local far = grid.new("..#/..."):distances(1, 1, ".")
--- for row, column, steps in far:each(2) do
---   print(row, column, steps)
--- end
--- --> 2 2 2
--- --> 2 3 3
--- ```
---@param least? integer only numbers from this one on; 0 by default
---@param most? integer only numbers up to this one
---@return fun(): integer?, integer?, integer?
function Distances:each(least, most) end

--- How many equal cells stand one after the other from this one on, itself counted.
---
--- ```lua
--- print(grid.new("ooo.o"):run(1, 2, "right"))  --> 2
--- ```
---@param row integer
---@param column integer
---@param direction string
---@return integer
function Grid:run(row, column, direction) end

--- How long the longest line of equal cells through a cell is: across or down, with "all"
--- diagonally as well. A game in which n in a row win looks no farther than the cell that a move
--- has filled.
---
--- ```lua
--- local board = grid.new "x.o/.x./o.x"
--- print(board:line_at(2, 2), board:line_at(2, 2, "all"))  --> 1 3
--- ```
---@param row integer
---@param column integer
---@param which? "sides"|"all" "sides" by default
---@return integer length
function Grid:line_at(row, column, which) end

--- The n-th cell of these kinds in reading order. With a random n it is a random one of them.
---
--- ```lua
--- local board = grid.new "#../.#."
--- print(board:nth(".", 3))  --> 2 1
--- print(board:nth(".", 5))  --> nil
--- ```
---@param kinds string|string[]
---@param n integer from 1
---@return integer|nil row nil: there are fewer
---@return integer column
function Grid:nth(kinds, n) end

--- The longest lines of equal cells of these kinds, of at least this length: to the right and
--- down, with "all" diagonally as well; on a board of hexagons along its three axes. They begin at
--- their upper cell, or at the left one.
---
--- ```lua
--- local board = grid.new "xo./xxo/xo."
--- for _, line in ipairs(board:lines("xo", 3, "all")) do
---   print(line.name, line.row, line.column, line.direction, line.length)
--- end
--- --> x 1 1 down 3
--- ```
---@param kinds string|string[]
---@param length integer 1..4096
---@param which? "sides"|"all" "sides" by default
---@return tessera.Line[]
function Grid:lines(kinds, length, which) end

--- A line of equal cells.
---@class tessera.Line
---@field row integer of its first cell
---@field column integer
---@field direction "right"|"down"|"down-right"|"down-left"
---@field length integer how many cells
---@field name string what they are

--- Lets everything movable fall as far as there are empty cells; the rest stays and blocks.
---
--- ```lua
--- local board = grid.new "ab./.#./..."
--- print(board:fall("down", "ab"))  --> 1
--- print(board)
--- --> .b.
--- --> .#.
--- --> a..
--- ```
---@param direction "up"|"down"|"left"|"right"
---@param movable? string|string[] all but the empty kind, if they are left out
---@param empty? string the empty kind
---@return integer moved how many cells
function Grid:fall(direction, movable, empty) end

--- Drops a cell into a column from above: it comes to rest on the first cell that is not empty.
---
--- ```lua
--- local board = grid.new ".../..x/o.x"
--- print(board:drop(1, "x"), board:drop(2, "o"))  --> 2 3
--- print(board)
--- --> ...
--- --> x.x
--- --> oox
--- ```
---@param column integer
---@param kind string
---@param empty? string the empty kind
---@return integer|nil row where it rests; nil: the column is full
function Grid:drop(column, kind, empty) end

--- Moves all cells that are not empty as far as they go. Two equal ones that meet join and become
--- the next kind of the list; a cell that has just joined joins no more (the rule of 2048). The
--- name of a group in place of a list stands for its kinds, in their order, and costs less.
---
--- Errors: `worth` is not an integer of 32 bits for each kind; `kinds` is a group of groups.
---
--- ```lua
--- local board = grid.new "aab./b.b./c.c."
--- print(board:squash("left", { "a", "b", "c" }, { 2, 4, 8 }))  --> 4 12
--- print(board)
--- --> bb..
--- --> c...
--- --> cc..
---
--- local groups = { tile = { "2", "4" } }
--- local names = grid.legend { ["."] = "empty", a = "2", b = "4", groups = groups }
--- local tiles = grid.new("a.ab", names)
--- print(tiles:squash("right", "tile", { 2, 4 }))  --> 1 4
--- print(tiles)  --> ..bb
--- ```
---@param direction "up"|"down"|"left"|"right"
---@param kinds string[]|string two of a kind become one of the next; two of the last do not join
---@param worth? integer[] what one of each kind is worth when two cells join to it
---@param empty? string the empty kind
---@return integer moved how many cells have moved or joined another
---@return integer sum the worth of all joined cells
function Grid:squash(direction, kinds, worth, empty) end

--- The piece that a cell belongs to: all cells of its kind that hang together with it, side by
--- side.
---
--- ```lua
--- local board = grid.new "aa./.a./b.."
--- local piece = board:piece(1, 1)
--- print(piece:shift "right", piece:shift "right")  --> true false
--- print(board)
--- --> .aa
--- --> ..a
--- --> b..
--- ```
---@param row integer
---@param column integer
---@return tessera.Piece|nil piece nil: the cell is empty
function Grid:piece(row, column) end

--- Puts a piece on the grid: the cells of a shape that are not empty become one kind. Cell (1, 1)
--- of the shape comes to lie on the given cell, which may lie outside of the grid.
---
--- ```lua
--- local board = grid.new ".../.../..x"
--- local piece = board:put(grid.new "oo/.o", 1, 1, "p")
--- print(piece:slide "down", board:put(grid.new "ooo", 3, 1, "q"))  --> 1 nil
--- print(board)
--- --> ...
--- --> pp.
--- --> .px
--- ```
---@param shape tessera.Grid at least one of its cells is not empty
---@param row integer
---@param column integer
---@param kind string
---@param empty? string the empty kind
---@return tessera.Piece|nil piece nil: a cell of it would be taken or outside of the grid
function Grid:put(shape, row, column, kind, empty) end

--- Lets a piece fall from above the grid, as far as there is room. Its cells are those of the shape
--- that are not empty; the shape's first row begins in row 1, its first column in the given one.
--- `put` and the piece's `slide "down"` in one call.
---
--- ```lua
--- local board = grid.new ".../.../..x"
--- print(board:drop_piece(grid.new "oo/.o", 2, "p"))  --> 1
--- print(board:drop_piece(grid.new "o", 1, "q"))      --> 3
--- print(board:drop_piece(grid.new "oo", 1, "r"))     --> nil
--- print(board)
--- --> .pp
--- --> ..p
--- --> q.x
--- ```
---@param shape tessera.Grid at least one of its cells is not empty
---@param column integer
---@param kind string
---@param empty? string the empty kind
---@return integer|nil row where the shape's first row rests; nil: it does not fit in at the top
function Grid:drop_piece(shape, column, kind, empty) end

--- Loops over the pieces of these kinds that have room for a step, and over their directions: up,
--- down, left, right. The row and the column are those of the piece's first cell in reading order.
--- With "lengthwise" a piece in one row goes left and right alone, one in one column up and down,
--- as the cars of Rush Hour do. Change the grid behind the loop, not in it.
---
--- ```lua
--- local board = grid.new "aab/..b/c.."
--- for row, column, kind, direction in board:shifts "abc" do
---   print(row, column, kind, direction)
--- end
--- --> 1 1 a down
--- --> 1 3 b down
--- --> 3 1 c up
--- --> 3 1 c right
--- for _, _, kind, direction in board:shifts("ab", "lengthwise") do
---   print(kind, direction)  --> b down
--- end
--- ```
---@param kinds string|string[] empty cells are no pieces
---@param which? "all"|"lengthwise" by default "all"
---@param empty? string the empty kind
---@return fun(): integer, integer, string, "up"|"down"|"left"|"right"
function Grid:shifts(kinds, which, empty) end

--- Moves the piece that a cell belongs to by a step, if there is room: `piece(row, column)` and
--- `shift(direction)` in one call.
---
--- ```lua
--- local board = grid.new "aab/..b/c.."
--- print(board:shift_piece(1, 1, "up"))                  --> false
--- print(board:shift_piece(2, 3, "down"))                --> true
--- print(board:shift_piece(2, 3, "left", "lengthwise"))  --> false
--- print(board)
--- --> aa.
--- --> ..b
--- --> c.b
--- ```
---@param row integer
---@param column integer
---@param direction "up"|"down"|"left"|"right"
---@param which? "all"|"lengthwise" as for `shifts`; by default "all"
---@param empty? string the empty kind
---@return boolean done false: there is no room for a step, or the cell is empty
function Grid:shift_piece(row, column, direction, which, empty) end

--- Removes the rows whose cells are all of these kinds. The rows above them move down.
---
--- ```lua
--- local board = grid.new "x../xxx/.xx"
--- print(board:clear_rows "x")  --> 1
--- print(board)
--- --> ...
--- --> x..
--- --> .xx
--- ```
---@param kinds string|string[]
---@param empty? string the empty kind
---@return integer rows how many
function Grid:clear_rows(kinds, empty) end

--- Where a pattern fits (docs/rules.md has the notation): the cell of its anchor, and the
--- direction in which it lies. The text may also be a whole rule; its left side counts.
---
--- Errors: a text that is wrong, with the column; a grid without a legend.
---
--- ```lua
--- local names = grid.legend { ["."] = "empty", o = "rock", ["*"] = "gem",
---   groups = { thing = { "rock", "gem" } } }
--- local board = grid.new("oo*/.o.", names)
--- print(board:matches "down [ thing | empty ]")         --> 1 1 down
--- print(board:matches("[ thing | empty ]", 2, 2))       --> 2 2 left
--- print((board:matches "[ gem | rock | gem ]"))         --> nil
--- ```
---@param pattern string
---@param row? integer with a column: only here
---@param column? integer
---@param direction? string only in this direction, whatever the pattern says
---@return integer|nil row nil: it fits nowhere
---@return integer column
---@return string direction
function Grid:matches(pattern, row, column, direction) end

--- Carries out a rule (docs/rules.md has the notation): at the first place where it fits, or, if it
--- begins with `each`, in every cell.
---
--- Errors: those of `matches`; a rule that draws numbers, since a grid has none; a direction for a
--- rule with `every`, which has its own.
---
--- ```lua
--- local names = grid.legend { ["."] = "empty", o = "rock", ["*"] = "gem" }
--- local board = grid.new("o.*/.o.", names)
--- print(board:rewrite "right [ rock | empty ] -> [ | rock ]",
---   board:rewrite("[ gem | empty ] -> [ | gem ]", 1, 3, "down"))  --> 1 1
--- print(board)
--- --> .o.
--- --> .o*
--- ```
---@param rule string
---@param row? integer with a column: only here
---@param column? integer
---@param direction? string only in this direction, whatever the rule says
---@return integer count at how many places; with `every` a place counts once
function Grid:rewrite(rule, row, column, direction) end

--- Visits all cells, in reading order or from a side: at each cell that is still what it was when
--- the sweep began, the first of the rules that fits with its anchor there is carried out. "at
--- once": every rule looks at the grid as it was when the sweep began. "first" is the same, but
--- what a rule has changed no later one changes. The rules are compiled when a list is first used,
--- so keep the list in a variable.
---
--- Errors: those of `rewrite`.
---
--- ```lua
--- local names = grid.legend { ["."] = "empty", o = "rock", ["*"] = "gem" }
--- local board = grid.new("oo*/.../o..", names)
--- local falling = { "down [ rock | empty ] -> [ | rock ]", "[ gem ] -> [ rock ]" }
--- print(board:tick(falling))  --> 3
--- print(board)
--- --> ..o
--- --> oo.
--- --> o..
--- ```
---@param rules string[]
---@param way? "in turn"|"at once"|"first"
---@param from? "top"|"bottom"|"left"|"right" rows from the top or the bottom, columns from a side
---@return integer count at how many cells
function Grid:tick(rules, way, from) end

--- Pushes a cell and the movable cells behind it one step on.
---
--- ```lua
--- local board = grid.new "@$$.#"
--- print(board:push(1, 1, "right"), board)  --> 3 .@$$#
--- print(board:push(1, 2, "right", "@$"))   --> nil
--- ```
---@param row integer
---@param column integer
---@param direction string
---@param movable? string|string[] all but the empty kind, if they are left out
---@param empty? string the empty kind
---@return integer|nil pushed how many cells; nil if there is no room, or nothing to push
function Grid:push(row, column, direction, movable, empty) end

--- Lets a cell slide as far as there are empty cells.
---
--- ```lua
--- local board = grid.new "@..#"
--- print(board:slide(1, 1, "right"))  --> 1 3
--- print(board)                       --> ..@#
--- ```
---@param row integer
---@param column integer
---@param direction string
---@param empty? string the empty kind
---@return integer row where it comes to rest
---@return integer column
function Grid:slide(row, column, direction, empty) end

--- The names of a row's cells.
---
--- ```lua
--- print(table.concat(grid.new("ab/cd"):row(2), ","))  --> c,d
--- ```
---@param row integer
---@return string[]
function Grid:row(row) end

--- The names of a column's cells, from the top.
---
--- ```lua
--- print(table.concat(grid.new("ab/cd"):column(2), ","))  --> b,d
--- ```
---@param column integer
---@return string[]
function Grid:column(column) end

--- Puts a kind into each cell of a row.
---
--- Errors: there are more kinds than cells, or fewer.
---
--- ```lua
--- print(grid.new("ab/cd"):set_row(1, { "x", "y" }))
--- --> xy
--- --> cd
--- ```
---@param row integer
---@param kinds string[] one for each cell
---@return tessera.Grid self
function Grid:set_row(row, kinds) end

--- Puts a kind into each cell of a column, from the top.
---
--- Errors: there are more kinds than cells, or fewer.
---
--- ```lua
--- print(grid.new("ab/cd"):set_column(1, { "x", "y" }))
--- --> xb
--- --> yd
--- ```
---@param column integer
---@param kinds string[] one for each cell
---@return tessera.Grid self
function Grid:set_column(column, kinds) end

--- A new grid, turned clockwise.
---
--- ```lua
--- print(grid.new("abc/def"):rotated(1))
--- --> da
--- --> eb
--- --> fc
--- ```
---@param turns integer how many quarters; counter-clockwise if it is negative
---@return tessera.Grid
function Grid:rotated(turns) end

--- A new grid with the same cells and the same legend.
---
--- ```lua
--- local board = grid.new "..."
--- local other = board:copy():set(1, 1, "#")
--- print(other)           --> #..
--- print(board == other)  --> false
--- ```
---@return tessera.Grid
function Grid:copy() end

--- Copies another grid's cells into this one.
---
--- Errors: the other grid does not fit there, has another legend, or is this one.
---
--- ```lua
--- print(grid.new("..../...."):paste(grid.new "##", 2, 3))
--- --> ....
--- --> ..##
--- ```
---@param other tessera.Grid
---@param row? integer where its upper left cell goes; 1 by default
---@param column? integer 1 by default
---@return tessera.Grid self
function Grid:paste(other, row, column) end

--- The picture with a margin in front of each row and a gap between its cells.
---
--- ```lua
--- io.write(grid.new("ab/cd"):draw("| ", " "))
--- --> | a b
--- --> | c d
--- ```
---@param margin? string "" by default
---@param gap? string "" by default
---@return string picture each row ends in a newline
function Grid:draw(margin, gap) end

return grid
