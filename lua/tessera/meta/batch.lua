---@meta

--- Many environments of one game: see `tessera.batch`.
---
--- ```lua
--- local game2048 = dofile "samples/games/2048.lua"
--- local many = batch.new(game2048, { count = 2, starts = 4 })
--- many:reset()
--- many:step { "left", "up" }
--- print(#many:actions(), #many:rewards())  --> 4 2
--- ```
---
--- Errors: an environment that there is none of; an action that is none, in `step`; what a rule in
--- Lua
--- raises.
---@class tessera.Batch
local Batch = {}

---@class tessera.batch.Start lists with an entry for each environment
---@field which? integer[] 1: it begins anew, 0: it goes on; by default all begin
---@field seeds? integer[] by default each goes on with its random numbers
---@field levels? integer[] 0: drawn

--- Begins episodes: all, with the seeds of the options, or as `start` says.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- many:step { "right" }
--- many:reset()
--- print(many:lengths()[1])  --> 0
--- ```
---@param start? tessera.batch.Start
function Batch:reset(start) end

--- Plays an action in each environment: a number from `actions`, or its text. Those of
--- environments whose
--- episode is over are ignored.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- print(many:step { "right" })  --> 1
--- ```
---@param actions (integer|string)[]
---@return integer ended how many episodes have ended
function Batch:step(actions) end

--- Fills the arrays anew, but for rewards, after `load` or `copy`.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- many:load(1, many:save(1))
--- many:look()
--- print(#many:observations())  --> 75
--- ```
function Batch:look() end

--- The texts of all actions, by their numbers.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- print(table.concat(many:actions(), " "))  --> up down left right
--- ```
---@return string[]
function Batch:actions() end

--- The names of the planes, and the size of the boards.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- local names, rows, columns = many:planes()
--- print(names[5], rows, columns)  --> player 3 5
--- ```
---@return string[] names
---@return integer rows
---@return integer columns
function Batch:planes() end

--- Bytes of the boards, environment by environment, plane by plane, row by row.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- print(many:observations():byte(6, 10))  --> 0 1 1 0 0
--- ```
---@return string
function Batch:observations() end

--- Bytes of the boards that have ended an episode in this step; "" unless `autoreset` is
--- "same_step".
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- print(#many:final_observations())  --> 0
--- ```
---@return string
function Batch:final_observations() end

--- Bytes for each environment and action, 1 if it is possible; "" without masks.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" }, masks = "exact" })
--- many:reset()
--- print(many:masks():byte(1, 4))  --> 0 0 0 1
--- ```
---@return string
function Batch:masks() end

--- The rewards of the last step.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- many:step { "right" }
--- print(many:rewards()[1])  --> 1.0
--- ```
---@return number[]
function Batch:rewards() end

--- The sums of the rewards of each episode.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- many:step { "right" }
--- print(many:sums()[1])  --> 1.0
--- ```
---@return number[]
function Batch:sums() end

--- Whether the game is over.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- many:step { "right" }
--- print(many:terminated()[1])  --> true
--- ```
---@return boolean[]
function Batch:terminated() end

--- Whether an episode has ended by `max_steps`.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" }, max_steps = 1 })
--- many:reset()
--- many:step { "up" }
--- print(many:truncated()[1])  --> true
--- ```
---@return boolean[]
function Batch:truncated() end

--- Whether the action was refused.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- many:step { "up" }
--- print(many:illegal()[1])  --> true
--- ```
---@return boolean[]
function Batch:illegal() end

--- Who is to move, 0 after the end.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- print(many:players()[1])  --> 1
--- ```
---@return integer[]
function Batch:players() end

--- The numbers of the game's outcomes, 0 while it runs.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- many:step { "right" }
--- print(many:outcomes()[1])  --> 1
--- ```
---@return integer[]
function Batch:outcomes() end

--- The steps of each episode.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- many:step { "up" }
--- print(many:lengths()[1])  --> 1
--- ```
---@return integer[]
function Batch:lengths() end

--- A copy of the position of an environment.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- print(many:state(1):apply "right")  --> true Solved
--- ```
---@param i integer
---@return tessera.State
function Batch:state(i) end

--- An environment as a text.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- print(many:save(1):match "level %d+")  --> level 1
--- ```
---@param i integer
---@return string
function Batch:save(i) end

--- Goes on with a saved environment; with a saved position an episode begins.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- local saved = many:save(1)
--- many:step { "right" }
--- many:load(1, saved)
--- print(many:state(1):outcome())  --> nil
--- ```
---@param i integer
---@param text string
function Batch:load(i, text) end

--- Copies environment k of another batch.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- local other = batch.new(sokoban, { levels = { "#####\n#@$.#\n#####" } })
--- other:copy(1, many, 1)
--- print(other:state(1) == many:state(1))  --> true
--- ```
---@param i integer
---@param from tessera.Batch
---@param k integer
function Batch:copy(i, from, k) end
