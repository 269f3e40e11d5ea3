---@meta

--- A tree for each environment of a batch: see `tessera.trees`. With k `leaves` the arrays of
--- `select` and `back` have k entries for each environment, one after the other.
---
--- ```lua
--- local game2048 = dofile "samples/games/2048.lua"
--- local many = batch.new(game2048, { count = 2, starts = 4 })
--- many:reset()
--- local search = trees.new(many, { nodes = 50, leaves = 2 })
--- print(search:select(), #search:players(), #search:masks())  --> 2 4 16
--- ```
---
--- Errors: a list of another length; `select` before the leaves of the last one are judged; what a
--- rule in Lua raises.
---@class tessera.Trees
local Trees = {}

--- Begins anew, with the seeds of the options, at the positions of the environments.
--- `which` has 1 for those that begin; by default all do.
---
--- ```lua
--- local connect4 = dofile "samples/games/connect4.lua"
--- local many = batch.new(connect4)
--- many:reset()
--- local search = trees.new(many, { nodes = 50 })
--- search:select()
--- search:start()
--- print(search:select())  --> 1
--- ```
---@param which? integer[]
function Trees:start(which) end

--- Walks each tree to leaves, up to `leaves` of them; what they are, `observations`, `masks` and
--- `players` say. Fewer come where a walk ends with the game, would meet a leaf that waits to be
--- judged, or finds the tree full.
---
--- ```lua
--- local connect4 = dofile "samples/games/connect4.lua"
--- local many = batch.new(connect4)
--- many:reset()
--- local search = trees.new(many, { nodes = 50 })
--- print(search:select())  --> 1
--- ```
---@return integer leaves how many are to be judged
function Trees:select() end

--- Takes what the leaves are worth, from -1 to 1 if the game's scores are, for whoever is to move
--- there (of more than two players for each), and how likely each action is. These are lists, or
--- strings of 32-bit floats. What stands for no leaf is ignored; so are priors
--- of actions that are not possible.
---
--- ```lua
--- local connect4 = dofile "samples/games/connect4.lua"
--- local many = batch.new(connect4)
--- many:reset()
--- local search = trees.new(many, { nodes = 50 })
--- search:select()
--- search:back({ 0.5 }, { 1, 1, 4, 1, 1, 1, 1 })
--- print(search:values()[1])  --> 0.5
--- ```
---@param values number[]|string
---@param priors number[]|string
function Trees:back(values, priors) end

--- Goes on after a step of the batch: what lies below these actions is kept. A tree whose
--- environment is not there, such as one that began anew, begins anew.
---
--- ```lua
--- local connect4 = dofile "samples/games/connect4.lua"
--- local many = batch.new(connect4)
--- many:reset()
--- local search = trees.new(many, { nodes = 50 })
--- for _ = 1, 9 do
---   search:select()
---   search:back({ 0 }, { 1, 1, 1, 1, 1, 1, 1 })
--- end
--- many:step { "drop 1" }
--- search:advance { "drop 1" }
--- print(search:visits()[1])  --> 1
--- ```
---@param actions (integer|string)[]
function Trees:advance(actions) end

--- Bytes of the boards of the leaves, as the batch shows boards.
---
--- ```lua
--- local connect4 = dofile "samples/games/connect4.lua"
--- local many = batch.new(connect4)
--- many:reset()
--- local search = trees.new(many, { nodes = 50 })
--- search:select()
--- print(#search:observations() == #many:observations())  --> true
--- ```
---@return string
function Trees:observations() end

--- Bytes for each leaf and action, 1 if it is possible.
---
--- ```lua
--- local connect4 = dofile "samples/games/connect4.lua"
--- local many = batch.new(connect4)
--- many:reset()
--- local search = trees.new(many, { nodes = 50 })
--- search:select()
--- print(search:masks():byte(1, -1))  --> 1 1 1 1 1 1 1
--- ```
---@return string
function Trees:masks() end

--- Who is to move at each leaf; 0: there is nothing to judge.
---
--- ```lua
--- local connect4 = dofile "samples/games/connect4.lua"
--- local many = batch.new(connect4)
--- many:reset()
--- local search = trees.new(many, { nodes = 50 })
--- search:select()
--- print(search:players()[1])  --> 1
--- ```
---@return integer[]
function Trees:players() end

--- How often each action of the roots was tried, tree by tree.
---
--- ```lua
--- local connect4 = dofile "samples/games/connect4.lua"
--- local many = batch.new(connect4)
--- many:reset()
--- local search = trees.new(many, { nodes = 50 })
--- search:select()
--- search:back({ 0 }, { 1, 1, 1, 1, 1, 1, 1 })
--- search:select()
--- print(search:visits()[1])  --> 0
--- ```
---@return integer[]
function Trees:visits() end

--- The share of each action in these visits.
---
--- ```lua
--- local connect4 = dofile "samples/games/connect4.lua"
--- local many = batch.new(connect4)
--- many:reset()
--- local search = trees.new(many, { nodes = 50 })
--- search:select()
--- search:back({ 0 }, { 9, 1, 1, 1, 1, 1, 1 })
--- search:select()
--- search:back({ 0 }, { 9, 1, 1, 1, 1, 1, 1 })
--- print(search:policies()[1])  --> 1.0
--- ```
---@return number[]
function Trees:policies() end

--- The mean values behind each action of the roots, for who is to move there; 0 if it was
--- not tried.
---
--- ```lua
--- local connect4 = dofile "samples/games/connect4.lua"
--- local many = batch.new(connect4)
--- many:reset()
--- local search = trees.new(many, { nodes = 50 })
--- print(#search:means())  --> 7
--- ```
---@return number[]
function Trees:means() end

--- The mean values of the roots, for who is to move there.
---
--- ```lua
--- local connect4 = dofile "samples/games/connect4.lua"
--- local many = batch.new(connect4)
--- many:reset()
--- local search = trees.new(many, { nodes = 50 })
--- search:select()
--- search:back({ 0.25 }, { 1, 1, 1, 1, 1, 1, 1 })
--- print(search:values()[1])  --> 0.25
--- ```
---@return number[]
function Trees:values() end
