--- Games written in PuzzleScript: [what is supported](puzzlescript.md). `read` makes a module of
--- the text of a file, like that of a game in Lua: `new(level, options)`, `load(text)`, and states
--- with all methods of `tessera.State`. `puzzlescript [[ ... ]]` makes
--- [rules for a game in Lua](puzzlescript.md#the-rules-in-a-game-in-lua). Once this module is
--- loaded, Lua's own `require "crates"` finds crates.txt where crates.lua would be.
---
--- ```lua
--- local corridor = puzzlescript.read [[
--- title Corridor
--- OBJECTS
--- Background .
--- Black
---
--- Player p
--- Yellow
---
--- Door d
--- Brown
---
--- LEGEND
--- SOUNDS
--- COLLISIONLAYERS
--- Background
--- Door
--- Player
---
--- RULES
--- WINCONDITIONS
--- All Player on Door
--- LEVELS
--- p.d
--- ]]
--- local state = corridor.new(1)
--- print(state:apply "right")  --> true
--- print(state:apply "right")  --> true Won
--- ```

local beside = require "tessera.puzzlescript.beside"
local errors = require "tessera.base.errors"
local files = require "tessera.base.files"
local maps = require "tessera.base.maps"
local read = require "tessera.puzzlescript.read"

---@class tessera.puzzlescript
---@overload fun(rules: string|table): tessera.PuzzleRules
local puzzlescript = {}

--- A game from `read`.
---
--- ```lua
--- local crates = puzzlescript.open "samples/puzzlescript/crates.txt"
--- print(crates.objects[1].name, crates.layers[3][1])         --> floor hero
--- local win = crates.win_conditions[1]
--- print(win.quantifier, win.what, win.on)                    --> all mark crate
--- print(crates.sounds[1].object, crates.sounds[1].verb)      --> crate move
--- print(crates.entries[1].message, crates.entries[2].number) --> Push every crate onto a mark. 1
--- local state, told = crates.start(1)
--- print(told.changed, #told.sounds)                          --> false 0
--- ```
---@class tessera.PuzzleGame
---@field name string the title in small letters, digits and "_"
---@field title string
---@field author? string
---@field homepage? string
---@field levels tessera.PuzzleLevel[] without the messages between them
---@field entries { message?: string, number?: integer }[] levels, by their numbers, and messages,
---in the order in which they are played
---@field after string[] the messages behind the last level
---@field objects tessera.PuzzleObject[] from the lowest layer up
---@field layers string[][] the names of the objects of each layer
---@field win_conditions tessera.PuzzleWin[] all must hold; without any, a level is won by the
---command `win`
---@field sounds tessera.PuzzleSound[] as the section SOUNDS has them; nothing plays them
---@field warnings string[] what the reader noticed, a line each; of a game that was read leniently
---its errors, too
---@field new fun(level?: integer|string, options?: { seed?: integer|string }): tessera.PuzzleState,
---string|nil a level by its number, or a map, whose rows are lines
---@field start fun(level?: integer|string, options?: { seed?: integer|string }):
---tessera.PuzzleState, tessera.PuzzleTold as `new`, and what the rules have done at the start
---@field load fun(saved: string): tessera.PuzzleState

---@class tessera.PuzzleObject
---@field name string in small letters
---@field layer integer from 1, the lowest
---@field colours string[] as "#rrggbb" or "transparent"
---@field sprite? string[] its rows: digits, which count the colours from 0, and "."
---@field line integer of the file

---@class tessera.PuzzleWin
---@field quantifier "all"|"some"|"no"
---@field what string an object or a name of the legend
---@field on? string
---@field line integer

---@class tessera.PuzzleSound a sound of an object, or of an event
---@field object? string an object or a name of the legend
---@field verb? "move"|"cantmove"|"action"|"create"|"destroy"
---@field directions? string[] as written, such as "up" or "horizontal"; nil: all
---@field event? string such as "sfx1", "startlevel" or "cancel"
---@field seed string what it sounds like, a number
---@field line integer

--- Rules of a game in Lua: what `puzzlescript` makes of a text, or of a table of a text and keys of
--- a [rule](#rule). They stand in `rules`, or are all of them.
---
--- ```lua
--- local boxes = tessera.game {
---   name = "boxes",
---   legend = { ["."] = "empty", ["@"] = "player", ["$"] = "box" },
---   counters = { moves = 0 },
---   moves = { "<direction>" },
---   rules = puzzlescript { "[ > player | box ] -> [ > player | > box ]", count = "moves" },
--- }
--- local state = boxes.new "@$.."
--- state:apply "right"
--- print(state.moves, state)  --> 1 .@$.
--- ```
---@class tessera.PuzzleRules
---@field [1] string the text of a section RULES
---@field turns function makes rules of it when the game is defined

---@class tessera.PuzzleLevel
---@field number integer from 1
---@field rows string[]
---@field line integer where it begins in the file
---@field before string[] the messages that come before it

--- Reads a game.
---
--- ```lua
--- print(select(2, puzzlescript.read "OBJECTS\nPlayer\n"):match "[^\n]*")
--- --> line 2, column 1: 'player' has no colours
--- ```
---@param text string what stands in the file
---@param options? { lenient?: boolean } lenient: a game with few errors is played as far as it was
---understood, as in the original
---@return tessera.PuzzleGame|nil game nil if it has errors
---@return string|nil errors a line for each
function puzzlescript.read(text, options)
  errors.type("puzzlescript.read: text", text, "string")
  options = errors.type("puzzlescript.read: options", options, "table", "nil") or {}
  errors.keys("puzzlescript.read: options", options, { "lenient" })
  return read(text, options.lenient)
end

--- Reads the game in a file. A script that `run.lua` runs can open files in its folder and below.
---
--- ```lua
--- local crates = puzzlescript.open "samples/puzzlescript/crates.txt"
--- print(crates.title, #crates.levels)  --> Crates and Marks 3
--- ```
---@param path string
---@param options? { lenient?: boolean } as for `read`
---@return tessera.PuzzleGame|nil game nil if it cannot be read, or has errors
---@return string|nil errors
function puzzlescript.open(path, options)
  errors.type("puzzlescript.open: path", path, "string")
  local text, why = files.read_named(path)
  if not text then
    return nil, why
  end
  return puzzlescript.read(text, options)
end

--- Whether the value is a game from `read`.
---
--- ```lua
--- print(puzzlescript.is(puzzlescript.open "samples/puzzlescript/crates.txt"))  --> true
--- ```
---@param value any
---@return boolean
function puzzlescript.is(value)
  local about = maps.about(value)
  return about ~= nil and about.puzzlescript == true
end

-- `puzzlescript [[ ... ]]`: rules of a game in Lua.
local function rules_of(_, given)
  return require("tessera.puzzlescript.in_lua_game").of(given)
end

beside.install()

return setmetatable(puzzlescript, { __call = rules_of })
