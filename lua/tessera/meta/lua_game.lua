---@meta

--- Games whose rules are Lua functions, for `tessera.game`.
---@class tessera.lua_game
local lua_game = {}

-- The words of rules as pictures, each with its text and where it may stand (front, left, right,
-- term, begins, taken, yields); their signs, and examples of runs, percentages, numbers and slots.
-- They come from src/patterns/words.h.
lua_game.words, lua_game.signs = {}, {}

--- A game from a definition that lua/tessera/game.lua has checked and compiled.
---@internal
---@param compiled table
---@return tessera.Game
function lua_game.define(compiled) end

--- Where the first control character of a text stands; nil if it has none.
---@internal
---@param text string
---@return integer|nil
function lua_game.find_control(text) end

--- A state of a game written in Lua. Layers (grids), fields and counters (integers or arrays of
--- integers) are members under their own names.
---
--- Rules read and change these. Other code may, too, but the rules `turn` and `outcome` do not
--- hear of it: they are called for a new state and after each action.
---
--- Errors: a name that the game does not have ("did you mean 'board'?"), a value that is out of the
--- field's range, and every change while `turn`, `outcome` or `score` runs.
---
--- ```lua
--- local counting = tessera.game {
---   name = "counting",
---   legend = { ["."] = "empty", o = "stone" },
---   counters = { stones = 0 },
---   moves = { "put" },
---   apply = function(state)
---     state.board:replace("empty", "stone")
---     state.stones = state.board:count "stone"
---   end,
--- }
--- local state = counting.new "..o"
--- state:apply "put"
--- print(state.stones, state.board:get(1, 1))  --> 3 stone
--- ```
---@class tessera.LuaState: tessera.State
---@field [string] any a layer, a field or a counter
local LuaState = {}

--- A number by chance: the next one of the list `chance` that was given to `new`, or one of the
--- state's own random numbers, which come from its `seed`.
---
--- Errors: the next number of the list is greater than n.
---
--- ```lua
--- local dice = tessera.game {
---   name = "dice",
---   legend = { ["."] = "table" },
---   map = ".",
---   counters = { sum = 0 },
---   moves = { "throw" },
---   apply = function(state)
---     state.sum = state.sum + state:chance(6)
---   end,
--- }
--- local state = dice.new(nil, { chance = { 3, 6 } })
--- state:apply_all { "throw", "throw" }
--- print(state.sum)  --> 9
--- ```
---@param n integer 1..2^31-1
---@return integer number 1..n
function LuaState:chance(n) end

--- Tells `--trace` and listeners what happens to a piece; only while `apply` runs. A game has at
--- most 1000 kinds of events.
---
--- Errors: `what` is not one character; the kind is one too many.
---
--- ```lua
--- local walk = tessera.game {
---   name = "walk",
---   legend = { ["."] = "floor", ["@"] = "player" },
---   moves = { "step" },
---   apply = function(state)
---     local row, column = state.board:find "player"
---     if not state.board:push(row, column, "right", nil, "floor") then
---       return nil, "there is a border"
---     end
---     state:event("walked", "@", row, column, row, column + 1)
---   end,
--- }
--- local events = {}
--- walk.new("@.."):apply("step", events)
--- print(events[1].kind, events[1].what, events[1].to[2])  --> walked @ 2
--- ```
---@param kind string a word such as "pushed"
---@param what string the character that draws the piece
---@param from_row? integer nil if it was nowhere
---@param from_column? integer
---@param to_row? integer nil if it is off the board
---@param to_column? integer
function LuaState:event(kind, what, from_row, from_column, to_row, to_column) end

--- Ends the game with one of the `outcomes` that its definition names; for a game that has no
--- function `outcome`. Where a move itself tells that the game is over, this costs less than a
--- function that looks at the whole board after each move.
---
--- Errors: the game has no such outcome, or it has a function `outcome`.
---
--- ```lua
--- local race = tessera.game {
---   name = "race",
---   legend = { ["."] = "road", ["@"] = "car" },
---   outcomes = { "Arrived" },
---   moves = { "drive" },
---   apply = function(state)
---     local row, column = state.board:find "car"
---     state.board:push(row, column, "right", nil, "road")
---     if column + 1 == state:columns() then
---       state:over "Arrived"
---     end
---   end,
--- }
--- local state = race.new "@.."
--- print(state:apply_all { "drive", "drive", "drive" })  --> 2 Arrived 2
--- ```
---@param outcome string
function LuaState:over(outcome) end

--- The rule that would carry the action out, of a game with [rules as pictures](rules.md). This
--- tells why a rule that should fit does not: another one before it does. It is the rule whose
--- picture fits and whose `when` holds; its `call` may still refuse the action.
---
--- ```lua
--- local pushing = tessera.game {
---   name = "pushing",
---   legend = { ["."] = "empty", ["@"] = "player", ["$"] = "box" },
---   moves = { "<direction>" },
---   rules = {
---     { "<direction>", "[ player | empty ] -> [ | player ]" },
---     { "<direction>", "[ player | box | empty ] -> [ | player | box ]" },
---   },
--- }
--- local state = pushing.new ".@$."
--- print(state:rule "left")   --> 1 [ player | empty ] -> [ | player ] 1 2
--- print(state:rule "right")  --> 2 [ player | box | empty ] -> [ | player | box ] 1 2
--- print((state:rule "up"))   --> nil
--- ```
---@param action string
---@return integer|nil number its place in the definition's `rules`; nil: no rule fits, or the
---action is carried out by `apply`
---@return string|nil text its picture; nil if it has none
---@return integer|nil row where the picture begins: its anchor; nil without a picture
---@return integer|nil column
function LuaState:rule(action) end

return lua_game
