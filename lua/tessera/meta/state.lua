---@meta

--- The methods that the states of all games have, which are together called the protocol.
---
--- ```lua
--- local state = tower.new "...G/S.##/####"
--- print(state:apply "MOVETO 2")    --> true
--- print(state:apply "PUSH LEFT")   --> nil PUSH LEFT: no block at row 2, column 1 to push
--- print(state:apply "CLIMB LEFT")  --> nil CLIMB LEFT: no block at row 2, column 1 to climb
--- print(state:outcome())           --> nil
--- print(state)
--- --> ...G
--- --> .S##
--- --> ####
--- ```
---
--- An action is given as its text or as its code, an integer: the text is what people see, the
--- code is cheaper. An action that is not carried out is no error: the method returns nil, and
--- why in words. A text that is no action of the game at all is an error; a number that is none
--- is refused.
---
--- `tostring(state)` is the board as a map shows it. `==` compares all that undo would bring back.
---@class tessera.State
local State = {}

--- The texts of the actions that would change the state, in a fixed order; none when the game
--- is over.
---
--- Errors: what a rule written in Lua raises.
---
--- ```lua
--- local state = horizontally.new("#../...", { fields = 2 })
--- print(table.concat(state:actions(), " "))  --> Ba Ca
--- ```
---@return string[]
function State:actions() end

--- The same as `actions`, as integers.
---
--- ```lua
--- local state = horizontally.new("#../...", { fields = 2 })
--- print(state:text(state:codes()[2]))  --> Ca
--- ```
---@return integer[]
function State:codes() end

--- Carries an action out. A refused action leaves the state as it was.
---
--- Errors: it is a text, and no action of the game; what a rule written in Lua raises.
---
--- ```lua
--- local state, events = samegame.new "121/122", {}
--- print(state:apply("1 2", events))       --> true
--- print(#events, events[1].kind)          --> 5 removed
--- print(events[5].kind, events[5].to[1])  --> moved 1
--- ```
---@param action string|integer
---@param events? tessera.Event[]|false what happens is appended to the list, of a refused action
---what is heard of it, in PuzzleScript; `false` asks for no reason of a refusal either, which is
---cheaper
---@return true|nil done
---@return string|nil result the outcome, if that ended the game; or why it was not done
---@return true|string|nil passed true: it was not done, but time has passed (in the Tower); of
---players who [act together](together.md), with the last choice of a step: whose action was idle,
---and why
function State:apply(action, events) end

--- Carries out many actions in one call, until the game is over. Refused ones are passed over.
---
--- Errors: one of them is no action of the game; the message has its number or line. Then none has
--- been carried out.
---
--- ```lua
--- local state = tower.new "...G/S.##/####"
--- print(state:apply_all { "MOVETO 2", "PUSH LEFT", "CLIMB RIGHT" })  --> 2 nil 3
--- ```
---@param actions (string|integer)[]|string texts or codes, or a text with one on each line
---@return integer done how many were carried out
---@return string|nil outcome
---@return integer tried how many were looked at
function State:apply_all(actions) end

--- Plays random games on copies of the state. The seed decides the actions and the dice.
---
--- Errors: what a rule written in Lua raises.
---
--- ```lua
--- local played = horizontally.new("..../....", { fields = 2 }):playout(1, 1000)
--- print(played.games, played.unfinished)  --> 1000 0
--- ```
---@param seed integer
---@param games integer how many, from 0
---@param max_actions? integer after how many actions a game is given up; 1000 by default
---@return tessera.Playouts
function State:playout(seed, games, max_actions) end

--- What random games led to.
---@class tessera.Playouts
---@field games integer
---@field steps integer actions of all games
---@field outcomes table<string, integer> how often each outcome was reached
---@field unfinished integer games that were given up
---@field score integer[] the sums of the scores of all games, by player

--- A copy that calls the listener after every action tried on it, by whatever method. While the
--- listener runs, it is not called again.
---
--- Errors: what the listener raises, once the action has been carried out.
---
--- ```lua
--- local state = tower.new("...G/S.##/####"):watched(function(_, action, events, done)
---   print(action, #events, done)
--- end)
--- state:moveto(2)  --> MOVETO 2 1 true
--- ```
---@param listener tessera.Listener
---@return self
function State:watched(listener) end

--- What is told of an action: the watched state, the action's text, what happened to the pieces,
--- and the results of `State:apply`.
---@alias tessera.Listener fun(state: tessera.State, action: string, events: tessera.Event[],
---done: true|nil, result: string|nil, passed: true|nil)

--- Why an action would not be carried out.
---
--- Errors: it is a text, and no action of the game.
---
--- ```lua
--- local state = tower.new "...G/S.##/####"
--- print(state:why "CLIMB RIGHT")  --> CLIMB RIGHT: no block at row 2, column 2 to climb
--- print(state:why "MOVETO 2")     --> nil
--- ```
---@param action string|integer
---@return string|nil why nil if it would be carried out
function State:why(action) end

--- An independent copy. A watched state's copy is not watched.
---
--- ```lua
--- local state = tower.new "...G/S.##/####"
--- local other = state:clone()
--- other:moveto(2)
--- print(state:player())  --> 2 1
--- print(other:player())  --> 2 2
--- ```
---@return self
function State:clone() end

--- A copy as a player may see it: the function `view` of a game written in Lua has hidden in it
--- what the player does not know, such as the mines of Minesweeper. For any other game it is a
--- clone.
---
--- Everything that draws a state draws its view. Searches, scenarios and specs see the state itself
--- unless they ask for the view.
---
--- Errors: the game has no such player; what the function `view` raises.
---
--- ```lua
--- local cups = tessera.game {
---   name = "cups",
---   legend = { ["?"] = "cup", o = "ball" },
---   counters = { lifted = 0 },
---   moves = { "lift <column>" },
---   rules = { { "lift <column>", "down [ ball ] -> [ ball ]", count = "lifted" } },
---   view = function(state)
---     if state.lifted == 0 then
---       state.board:replace("ball", "cup")
---     end
---   end,
--- }
--- local state = cups.new "??o"
--- print(state:view())  --> ???
--- state:apply "lift 3"
--- print(state:view())  --> ??o
--- ```
---@param player? integer from 1, the default
---@return self
function State:view(player) end

--- The player to move.
---
--- ```lua
--- local state = horizontally.new("..../....", { fields = 2, first = "right" })
--- print(state:turn())  --> 2
--- ```
---@return integer|nil player from 1; nil when the game is over
function State:turn() end

--- How the game ended.
---
--- ```lua
--- local state = samegame.new "11/11"
--- print(state:outcome())       --> nil
--- print(state:remove(1, 1))    --> true Game Won
--- print(state:outcome())       --> Game Won
--- ```
---@return string|nil outcome nil while the game runs
function State:outcome() end

--- What a player has; each game says what it counts. 0 in a game without a score.
---
--- Errors: the game has no such player.
---
--- ```lua
--- local state = samegame.new "122/111"
--- state:remove(1, 1)
--- print(state:score())  --> 4
--- ```
---@param player? integer from 1, the default
---@return integer
function State:score(player) end

--- A hash of the key: equal positions have equal hashes, on every machine.
---
--- ```lua
--- local map = "...G/S.##/####"
--- print(tower.new(map):hash() == tower.new(map):hash())  --> true
--- ```
---@return integer
function State:hash() end

--- The bytes that tell positions apart: equal exactly for positions with one future. As a key of a
--- table they find a position again.
---
--- ```lua
--- local seen = {}
--- local state = tower.new "...G/S.##/####"
--- seen[state:key()] = "the start"
--- state:moveto(2)
--- state:moveto(1)
--- print(seen[state:key()])  --> the start
--- ```
---@return string
function State:key() end

--- The state as text, for the `load` of the game's module.
---
--- ```lua
--- local state = tower.new "...G/S.##/####"
--- state:moveto(2)
--- print(tower.load(state:save()) == state)  --> true
--- ```
---@return string
function State:save() end

--- The size of the state in bytes.
---
--- ```lua
--- print(tower.new("...G/S.##/####"):size() < 1000)  --> true
--- ```
---@return integer
function State:size() end

--- How many rows the board has.
---
--- ```lua
--- print(samegame.new("112/112"):rows())  --> 2
--- ```
---@return integer
function State:rows() end

--- How many columns the board has.
---
--- ```lua
--- print(samegame.new("112/112"):columns())  --> 3
--- ```
---@return integer
function State:columns() end

--- The name of the game.
---
--- ```lua
--- print(tower.new("...G/S.##/####"):game())  --> tower
--- ```
---@return string
function State:game() end

--- The integer of an action, for faster calls.
---
--- Errors: it is a text, and no action of the game.
---
--- ```lua
--- local state = tower.new "...G/S.##/####"
--- local push = state:code "PUSH RIGHT"
--- print(state:text(push))  --> PUSH RIGHT
--- ```
---@param action string|integer
---@return integer
function State:code(action) end

--- The text of an action.
---
--- Errors: it is a text, and no action of the game.
---
--- ```lua
--- local state = horizontally.new("..../....", { fields = 2 })
--- print(state:text(state:codes()[1]))  --> Aa
--- ```
---@param action string|integer
---@return string
function State:text(action) end

--- What happened to one piece. Places are { row, column } from 1. An event of no piece, such as a
--- sound of a game in PuzzleScript, is its kind: "heard crate move".
---@class tessera.Event
---@field kind string a word such as "fell"
---@field what? string the character that draws the piece
---@field becomes? string what it is afterwards, where that differs
---@field from? integer[] nil if it was nowhere
---@field to? integer[] nil if it is off the board
