---@meta

--- Robots. Row 1 is the top row, column 1 the left one.
---@class tessera.robots
---@field cells string the cells of a map: "@+*.", the player, a robot, debris, nothing
---@field once string what occurs exactly once: "@"
---@field side_min integer the least number of rows and columns
---@field side_max integer the greatest number of rows and columns
---@field teleports_max integer the greatest length of a teleport list
---@field play_moves integer how many moves play makes at most, if it is not told
---@field methods table<string, function> the methods of a state, for calls from a cache
local robots = {}

--- A cell: row and column.
---@alias tessera.robots.Place integer[]

--- Beside a map only the teleports are an option: the map says the rest.
---@class tessera.robots.Options
---@field rows? integer 31 if it is left out, as are the columns
---@field columns? integer
---@field player? tessera.robots.Place { 15, 15 } if it is left out
---@field robots? tessera.robots.Place[] no two the same, none the player's
---@field teleports? tessera.robots.Place[] any cells of the board, also again and again

--- A position: from a map, a grid or its picture, whose rows may be separated by "/" as well; or,
--- without one, from the options. Without robots it is won before the first move.
---@param map? string|tessera.Grid
---@param options? tessera.robots.Options
---@return tessera.Robots
---@return string|nil outcome
function robots.new(map, options) end

--- What save has written.
---
--- Errors: a fault, a table with `message`, `line` and `column`, if the text is no saved game.
---
--- ```lua
--- local state = robots.new "..+../...../..@../+...."
--- print(robots.load(state:save()) == state)  --> true
--- ```
---@param text string
---@return tessera.Robots
function robots.load(text) end

---@class tessera.robots.PlanInfo: tessera.search.Info its nodes are the moves that were tried
---@field wins boolean whether the plan leads to victory

--- Actions are the walks "NW", "N", "NE", "W", "STAY", "E", "SW", "S" and "SE", and
--- "TELEPORT row,column". All that the rules allow the player is offered, also what loses
--- at once, and teleports where he could walk; the strategy is more careful. The outcomes
--- are "Won" and "Lost". The score is how many robots are destroyed; in a lost game -1, and
--- one less for each robot left.
---@class tessera.Robots: tessera.State
local Robots = {}

--- Walks to a neighbouring cell, or stays. Answers as `apply` does.
---
--- ```lua
--- local state = robots.new "..+../...../..@../+...."
--- print(state:step "E")  --> true
--- print(state)
--- --> .....
--- --> ...+.
--- --> .+.@.
--- --> .....
--- ```
---@param direction "NW"|"N"|"NE"|"W"|"STAY"|"E"|"SW"|"S"|"SE"
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result
function Robots:step(direction, events) end

--- Teleports to an empty cell, by the first unused entry of the list that is this cell.
--- Answers as `apply` does.
---@param row integer
---@param column integer
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result
function Robots:teleport(row, column, events) end

--- The text of the action that the strategy of the problem takes; nil after the game. It
--- stays and loses only where every walk loses and no teleport helps.
---
--- ```lua
--- print(robots.new("..+../...../..@../+...."):choose())  --> SE
--- ```
---@return string|nil
function Robots:choose() end

--- Plays that strategy to the end, but not more than `max_moves` (play_moves) moves of it.
---@param max_moves? integer
---@return string|nil outcome nil: these moves were not enough
---@return integer[][] taken all teleports taken so far, as `taken` gives them
function Robots:play(max_moves) end

--- The move to make by looking ahead: `ahead` walks of any kind, or what the strategy that
--- `choose` gives would do (also to teleport), and after them that strategy. Nothing in the
--- game is left to chance, so a victory that is found is sure. Without one, the move after
--- which most robots are destroyed.
---@param ahead? integer 0..6, 2 by default; one more takes up to ten times as long. Another number
---is an error, as is a wrong option
---@param options? tessera.search.Limits nodes are moves; at a limit fewer moves ahead count
---@return string|nil action nil after the game
---@return tessera.robots.PlanInfo info
function Robots:plan(ahead, options) end

--- The walks that the rules allow, with the cells they lead to; none after the game.
---@return { direction: string, row: integer, column: integer }[]
function Robots:walks() end

--- Moves made so far.
---@return integer
function Robots:moves() end

---@return integer robots that are left
---@return integer debris cells with debris
---@return integer moves made so far
---@return integer row the player's
---@return integer column the player's
function Robots:counts() end

--- The player's cell.
---
--- ```lua
--- print(robots.new("..+../...../..@../+...."):player())  --> 3 3
--- ```
---@return integer row
---@return integer column
function Robots:player() end

--- The cells of the robots that are left: rows from the top, in a row from the left.
---
--- ```lua
--- for _, place in ipairs(robots.new("..+../...../..@../+...."):robots()) do
---   print(place[1], place[2])
--- end
--- --> 1 3
--- --> 4 1
--- ```
---@return tessera.robots.Place[]
function Robots:robots() end

--- The entries of the teleport list that are not used, in the order of the list.
---@return tessera.robots.Place[]
function Robots:teleports() end

--- The teleports taken, in the order of the moves: {row, column, number of the move}.
---@return integer[][]
function Robots:taken() end

--- What is in a cell: one of "@+*."; the player, also over what has caught him.
---
--- Errors: the cell is outside of the board.
---
--- ```lua
--- local state = robots.new "..+../...../..@../+...."
--- print(state:cell(3, 3), state:cell(1, 3))  --> @ +
--- ```
---@param row integer
---@param column integer
---@return string
function Robots:cell(row, column) end

return robots
