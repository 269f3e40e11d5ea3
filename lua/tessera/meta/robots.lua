---@meta

--- Robots: after each move of the player every robot takes a step towards him; robots that meet
--- destroy each other and leave debris. Row 1 is the top row, column 1 the left one.
---
--- ```lua
--- local state = robots.new [[
---   +.+.
---   ....
---   .@..
---   ....
--- ]]
--- print(state:choose())   --> STAY
--- print(state:step "S")   --> true Won
--- print(state)
--- --> ....
--- --> .*..
--- --> ....
--- --> .@..
--- ```
---
--- A map shows the player as "@", a robot as "+", debris as "*", and an empty cell as ".".
---@class tessera.robots
---@field cells string the cells of a map: "@+*."
---@field once string the cell that occurs exactly once: "@"
---@field side_min integer the least number of rows and columns: 1
---@field side_max integer the greatest: 1000
---@field teleports_max integer how many teleports there may be: 10000
---@field play_moves integer how many moves `play` makes at most by default: 1000000
---@field methods table<string, function> the methods of a state, for calls from a cache
local robots = {}

--- A position from a map, a grid or its picture, whose rows may be separated by "/" as well;
--- without a map from the options. Without robots it is won before the first move.
---
--- Errors: what is wrong with the map, with line and column: unknown cells, rows of different
--- lengths, no "@" or two of them, sides out of range; an option that is wrong, a cell off the
--- board or taken already, and all options but `teleports` beside a map.
---
--- ```lua
--- local state = robots.new("+.+/.../.@.", { teleports = { { 3, 3 } } })
--- print(#state:robots(), #state:teleports())  --> 2 1
---
--- print(robots.new(nil, { rows = 2, columns = 4, player = { 2, 1 }, robots = { { 1, 4 } } }))
--- --> ...+
--- --> @...
--- ```
---@param map? string|tessera.Grid
---@param options? tessera.robots.Options
---@return tessera.Robots
---@return string|nil outcome
function robots.new(map, options) end

--- The options of `robots.new`; beside a map `teleports` only.
---@class tessera.robots.Options
---@field teleports? tessera.robots.Place[] cells that the player may teleport to; a cell that
---occurs several times may be used several times; none by default
---@field rows? integer 1..1000; 31 by default
---@field columns? integer 1..1000; 31 by default
---@field player? tessera.robots.Place { 15, 15 } by default; required if the board is too small
---for that
---@field robots? tessera.robots.Place[] different cells, none the player's; none by default

--- A cell: { row, column }.
---@alias tessera.robots.Place integer[]

--- A state from the text that its `save` has written.
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

--- Actions are the walks "NW", "N", "NE", "W", "STAY", "E", "SW", "S", "SE", and teleports, such as
--- "TELEPORT 4,5". `actions()` lists all that the rules allow, also what loses at once.
---
--- A walk onto debris pushes it on. A robot that comes to debris is destroyed. The outcome is "Won"
--- when no robot is left, "Lost" when one has reached the player. The score is how many robots are
--- destroyed; in a lost game it is -1 minus the number of robots left.
---
--- The events are "walked", "stayed", "teleported" and "caught" of the player, "pushed" of debris,
--- "moved", "crushed" (by pushed debris) and "destroyed" of a robot.
---
--- ```lua
--- local state, events = robots.new "+.+./..../.@../....", {}
--- state:apply("S", events)
--- print(events[1].kind, events[2].kind, events[4].kind)  --> walked moved destroyed
--- print(state:score())                                   --> 2
--- ```
---@class tessera.Robots: tessera.State
local Robots = {}

--- Walks to a neighbouring cell, or stays.
---
--- Errors: there is no such direction.
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
---@return string|nil result the outcome, if that ended the game; or why it was not done
function Robots:step(direction, events) end

--- Teleports to an empty cell of the list of teleports, and uses up the first entry for it.
---
--- Errors: the cell is outside of the board.
---
--- ```lua
--- local state = robots.new("+.../..../..@./...+", { teleports = { { 1, 4 }, { 4, 1 } } })
--- print(state:teleport(1, 4))  --> true
--- print(state:teleport(2, 2))  --> nil TELEPORT 2,2: no teleport to row 2, column 2 is left
--- ```
---@param row integer
---@param column integer
---@param events? tessera.Event[]|false
---@return true|nil done
---@return string|nil result the outcome, if that ended the game; or why it was not done
function Robots:teleport(row, column, events) end

--- The action that the strategy of the problem takes: of the walks that do not lose the one that
--- leaves the fewest robots, then the one that ends farthest from the nearest robot, then the first
--- one by row and column. Where every walk loses it is the first teleport that does not, or else
--- "STAY".
---
--- ```lua
--- print(robots.new("..+../...../..@../+...."):choose())  --> SE
--- ```
---@return string|nil action nil when the game is over
function Robots:choose() end

--- Plays the strategy of `choose` to the end of the game, or for so many moves.
---
--- Errors: `max_moves` is negative.
---
--- ```lua
--- local state = robots.new "+.+../...../..@../....."
--- print((state:play()))  --> Won
--- print(state:moves())   --> 1
--- ```
---@param max_moves? integer `robots.play_moves` by default
---@return string|nil outcome nil if the game is not over
---@return integer[][] taken as `taken` gives it
function Robots:play(max_moves) end

--- The action that looking ahead finds best. It tries all lists of `ahead` actions, each any walk
--- or what `choose` would do, and plays the strategy of `choose` after them. If a list wins, its
--- first action is returned, and the victory is sure: there is no chance in Robots. Otherwise it
--- is the action after which most robots are destroyed.
---
--- Errors: `ahead` is out of range, or an option is wrong.
---
--- ```lua
--- local state = robots.new "++.../...../...@./....."
--- print(state:choose(), (state:clone():play()))  --> SE Lost
---
--- local action, info = state:plan()
--- print(action, info.wins)  --> W true
--- ```
---@param ahead? integer 0..6, 2 by default; one more may take ten times as long
---@param options? tessera.search.Limits at a limit it has looked less far ahead
---@return string|nil action nil when the game is over
---@return tessera.robots.PlanInfo info
function Robots:plan(ahead, options) end

--- The info of `plan`. The moves of the strategy that follow count as nodes, too.
---@class tessera.robots.PlanInfo: tessera.search.Info
---@field wins boolean whether the plan wins

--- The walks that the rules allow, with the cells that they lead to. None when the game is over.
---
--- ```lua
--- for _, walk in ipairs(robots.new("+../.../..@"):walks()) do
---   print(walk.direction, walk.row, walk.column)
--- end
--- --> NW 2 2
--- --> N 2 3
--- --> W 3 2
--- --> STAY 3 3
--- ```
---@return { direction: string, row: integer, column: integer }[]
function Robots:walks() end

--- Moves carried out so far, walks and teleports.
---
--- ```lua
--- local state = robots.new "..+../...../..@../+...."
--- state:step "E"
--- print(state:moves())  --> 1
--- ```
---@return integer
function Robots:moves() end

--- What a status line shows, in one call.
---
--- ```lua
--- local state = robots.new "+.+./..../.@../...."
--- state:step "S"
--- print(state:counts())  --> 0 1 1 4 2
--- ```
---@return integer robots that are left
---@return integer debris cells with debris
---@return integer moves carried out so far
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

--- The cells of the robots that are left, by row and then by column.
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

--- The entries of the list of teleports that are not used, in the order of the list.
---
--- ```lua
--- local state = robots.new("+.../..../..@./...+", { teleports = { { 1, 4 }, { 4, 1 } } })
--- state:teleport(1, 4)
--- local left = state:teleports()
--- print(#left, left[1][1], left[1][2])  --> 1 4 1
--- ```
---@return tessera.robots.Place[]
function Robots:teleports() end

--- The teleports that were used, in the order of the moves.
---
--- ```lua
--- local state = robots.new("+.../..../..@./...+", { teleports = { { 1, 4 }, { 4, 1 } } })
--- state:step "W"
--- state:teleport(1, 4)
--- local row, column, move = table.unpack(state:taken()[1])
--- print(row, column, move)  --> 1 4 2
--- ```
---@return integer[][] taken { row, column, number of the move } each
function Robots:taken() end

--- What is in a cell, as maps show it; the player, also over what has caught him.
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

---@class tessera
---@field robots tessera.robots

return robots
