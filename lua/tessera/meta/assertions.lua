---@meta

--- The assertions of luassert that `require "tessera.busted"` adds to `assert`. A failure shows
--- what is wrong in words and pictures, and ends with the play as a scenario, for pasting.
---
--- ```lua
--- require "tessera.busted"
--- local tower = require "tessera.tower"
---
--- describe("a level", function()
---   it("can be solved in two actions", function()
---     local state = tower.new "..../S#.G/####"
---     assert.optimal(state, 2)
---     assert.is_not.solvable(state, "Death by Hole")
---   end)
--- end)
--- ```
---
--- The first argument is a state, which is not changed, or a [session](#tesserasession): the
--- scenario then begins where the session did. A goal is an outcome or a function of a state, as in
--- [searches](#tesserasearch), by default the game's; in a game of several players all of them help
--- to reach it, but in `forced` and `wins`. Behind the arguments may stand options, the limits of a
--- search (`nodes` is 1,000,000 by default), and behind them, or in their place, a message as other
--- assertions have it.
---
--- A claim that is not proven within its limits fails as "undecided", with `is_not` as well: a
--- limit is neither yes nor no. So does a claim that something cannot be reached where there is
--- chance. `plays`, `refuses`, `events` and `optimal` have no opposite.
---
--- Errors: an argument that is wrong, such as an action that the game does not have ("did you mean
--- 'PUSH RIGHT'?"). What a rule or a function of yours raises.
---@class tessera.Assertions
local Assertions = {}

--- The board is like the picture, in which "?" stands for any cell.
---
--- ```lua
--- require "tessera.busted"
--- it("starts", function()
---   assert.board(require("tessera.tower").new "...G/S.##/####", "???G/S.##/####")
--- end)
--- ```
---@param state tessera.State|tessera.Session
---@param picture string rows between white space or "/"
---@param message? string
function Assertions.board(state, picture, message) end

--- The actions can be carried out, one after the other; then the board is like the picture, if one
--- is given.
---
--- ```lua
--- require "tessera.busted"
--- it("slides on ice", function()
---   local state = require("tessera.tower").new "....G/SI..#/#II##"
---   assert.plays(state, { "PUSH RIGHT" }, "....G/S..I#/#II##")
--- end)
--- ```
---@param state tessera.State|tessera.Session
---@param actions (string|integer)[]
---@param picture? string
---@param options? tessera.search.Limits not used
---@param message? string
function Assertions.plays(state, actions, picture, options, message) end

--- The action is refused.
---
--- ```lua
--- require "tessera.busted"
--- it("refuses to push nothing", function()
---   local state = require("tessera.tower").new "...G/S.##/####"
---   assert.refuses(state, "PUSH RIGHT", "no block")
--- end)
--- ```
---@param state tessera.State|tessera.Session
---@param action string|integer
---@param why? string a part of the words of the refusal
---@param options? tessera.search.Limits not used
---@param message? string
function Assertions.refuses(state, action, why, options, message) end

--- How the game has ended.
---
--- ```lua
--- require "tessera.busted"
--- it("runs, and ends", function()
---   local state = require("tessera.samegame").new "11/11"
---   assert.outcome(state, false)
---   state:apply "1 1"
---   assert.outcome(state, "Game Won")
--- end)
--- ```
---@param state tessera.State|tessera.Session
---@param outcome string|false false: it still runs
---@param message? string
function Assertions.outcome(state, outcome, message) end

--- What happens when the action is carried out, event by event.
---
--- ```lua
--- require "tessera.busted"
--- it("pushes", function()
---   local state = require("tessera.tower").new "..../S#.G/####"
---   assert.events(state, "PUSH RIGHT", { "pushed # from row 2, column 2 to row 2, column 3" })
---   assert.events(state, "PUSH RIGHT", { { kind = "pushed", to = { 2, 3 } } })
--- end)
--- ```
---@param state tessera.State|tessera.Session
---@param action string|integer
---@param list (string|tessera.Event)[] texts as `--trace` shows them, or tables of which each field
---must be that of the event
---@param message? string
function Assertions.events(state, action, list, message) end

--- The goal can be reached, by any list of actions: that of `search.solve`, if it is no function.
---
--- ```lua
--- require "tessera.busted"
--- it("can be cleared", function()
---   assert.solvable(require("tessera.tower").new "..../S#.G/####", "Cleared", { nodes = 100 })
--- end)
--- ```
---@param state tessera.State|tessera.Session
---@param goal? string|fun(state: tessera.State): boolean
---@param options? tessera.search.Limits
---@param message? string
function Assertions.solvable(state, goal, options, message) end

--- The goal cannot be reached.
---
--- ```lua
--- require "tessera.busted"
--- it("is too high", function()
---   assert.unsolvable(require("tessera.tower").new "...G/...#/S..#/####")
--- end)
--- ```
---@param state tessera.State|tessera.Session
---@param goal? string|fun(state: tessera.State): boolean
---@param options? tessera.search.Limits
---@param message? string
function Assertions.unsolvable(state, goal, options, message) end

--- A shortest list of actions to the goal has this length.
---
--- ```lua
--- require "tessera.busted"
--- it("takes two actions", function()
---   assert.optimal(require("tessera.tower").new "..../S#.G/####", 2)
--- end)
--- ```
---@param state tessera.State|tessera.Session
---@param count integer
---@param goal? string|fun(state: tessera.State): boolean
---@param options? tessera.search.Limits
---@param message? string
function Assertions.optimal(state, count, goal, options, message) end

--- Exactly one shortest list of actions leads to the goal.
---
--- ```lua
--- require "tessera.busted"
--- it("has one solution", function()
---   assert.unique_solution(require("tessera.tower").new "..../S#.G/####")
---   assert.is_not.unique_solution(require("tessera.samegame").new "1122/1122")
--- end)
--- ```
---@param state tessera.State|tessera.Session
---@param goal? string|fun(state: tessera.State): boolean
---@param options? tessera.search.Limits
---@param message? string
function Assertions.unique_solution(state, goal, options, message) end

--- Of all actions only this one will do: it leads to the goal and no other does. In a game of
--- several players: only it forces the goal, whatever the others do; without a goal, only it keeps
--- a win by score.
---
--- ```lua
--- require "tessera.busted"
--- it("has one good move", function()
---   assert.forced(require("tessera.horizontally").new("..#/...", { fields = 2 }), "Ba")
--- end)
--- ```
---@param state tessera.State|tessera.Session
---@param action string|integer
---@param goal? string|fun(state: tessera.State): boolean
---@param options? tessera.search.Limits
---@param message? string
function Assertions.forced(state, action, goal, options, message) end

--- The player wins, however the others play: forces the goal or, without a goal, has the greater
--- score at the end. A game of one player is won if the goal can be reached.
---
--- Errors: there is no goal, and the game has no score or more than two players.
---
--- ```lua
--- require "tessera.busted"
--- it("is won by Left", function()
---   local state = require("tessera.horizontally").new(".../.../...", { fields = 2 })
---   assert.wins(state, 1)
---   assert.wins(state, 1, "Left wins")
--- end)
--- ```
---@param state tessera.State|tessera.Session
---@param player integer from 1
---@param goal? string|fun(state: tessera.State): boolean
---@param options? tessera.search.Limits
---@param message? string
function Assertions.wins(state, player, goal, options, message) end

--- A position can be reached for which the predicate holds.
---
--- ```lua
--- require "tessera.busted"
--- it("can be climbed", function()
---   assert.reachable(require("tessera.tower").new "..../S#.G/####", function(state)
---     return state:player() == 3
---   end)
--- end)
--- ```
---@param state tessera.State|tessera.Session
---@param predicate string|fun(state: tessera.State): boolean an outcome, or a function
---@param options? tessera.search.Limits
---@param message? string
function Assertions.reachable(state, predicate, options, message) end

--- No position can be reached for which the predicate holds.
---
--- ```lua
--- require "tessera.busted"
--- it("cannot go wrong", function()
---   assert.never(require("tessera.tower").new "..../S#.G/####", "Death by Hole")
--- end)
--- ```
---@param state tessera.State|tessera.Session
---@param predicate string|fun(state: tessera.State): boolean an outcome, or a function
---@param options? tessera.search.Limits
---@param message? string
function Assertions.never(state, predicate, options, message) end

--- A scenario passes.
---
--- ```lua
--- require "tessera.busted"
---
--- it("the block is pushed", function()
---   assert.passes(require("tessera.scenario") {
---     name = "push",
---     game = "tower",
---     map = "..../S#.G/####",
---     play = { "PUSH RIGHT" },
---     expect = { board = "..../S.#G/####" },
---   })
--- end)
--- ```
---@param scenario tessera.Scenario
---@param message? string
function Assertions.passes(scenario, message) end

return Assertions
