--- Scenarios: a game, actions, and what must hold after them. `tessera.scenario { ... }` checks a
--- definition and returns a scenario. A file that returns one, or a list of them, is played by
--- `run.lua`.
---
--- Errors: a key that is missing, unknown or has a wrong value, at the line of the call.
---
--- ```lua
--- local ice = tessera.scenario {
---   name = "ice slides",
---   game = "tower",
---   map = "....G/SI..#/#II##",
---   play = { "PUSH RIGHT" },
---   expect = { board = "....G/S..I#/#II##", moves = 1 },
--- }
--- print(#scenario.run(ice))  --> 0
--- ```

local checks = require "tessera.scenario.checks"
local board_diff = require "tessera.base.board_diff"
local errors = require "tessera.base.errors"
local play_scenario = require "tessera.scenario.play"
local states = require "tessera.states"
local wording = require "tessera.base.wording"
local output = require "tessera.base.output"
local write = output.write

---@class tessera.scenario
---@overload fun(definition: tessera.ScenarioDefinition): tessera.Scenario
local scenario = {}

--- The definition of a scenario. Without `map`, `file` and `saved` the game begins as its `new`
--- does without a map.
---@class tessera.ScenarioDefinition
---@field name string
---@field game string|tessera.Game "tower", or a game from tessera.game
---@field map? string the board: the first argument of the game's `new`
---@field file? string a file that holds the map, in the scenario's folder or below it; instead of
---`map`. For a game written in Lua it holds levels, as the game's input does; their actions are not
---played
---@field saved? string a text that `state:save()` has returned; instead of `map` and `file`. It may
---be indented
---@field level? integer|string the number or the name of a level of that file, or, without `file`,
---of the game itself, as a PuzzleScript file has them; the first by default
---@field options? table the second argument of the game's `new`
---@field play? string[]|fun(state: tessera.State) the actions, or a function that plays them. An
---action that is refused is counted; an action that the game does not have fails the scenario
---@field on_action? fun(state: tessera.State, action: string, done: true|nil, result: string|nil,
---passed: true|nil) after every action that was tried
---@field on_event? fun(state: tessera.State, event: tessera.Event) for each event
---@field on_over? fun(state: tessera.State, outcome: string) when the game ends
---@field expect tessera.Expectation

--- What must hold after the play. At least one of these must be given.
---
--- The keys from `solvable` on are claims about the position behind the play, which a search proves
--- or refutes; without `play` that is the start, as the test of a level wants it. A goal is an
--- outcome or a function of a state; without one it is the game's. A claim that is not proven
--- within the limits fails as "undecided", and so does one that something cannot be reached where
--- there is chance.
---
--- ```lua
--- local level = tessera.scenario {
---   name = "the box must be pushed",
---   game = "tower",
---   map = "..../S#.G/####",
---   expect = { solvable = true, optimal = 1, never = "Death by Hole" },
--- }
--- print(scenario.run(level)[1])
--- --> optimal: expected 1 action, but the shortest way is longer: Cleared is reached in 2 actions
--- -->    start   1. MOVETO 3   2. CLIMB RIGHT
--- -->    ....    ....          ...S
--- -->    S#.G    .#SG          .#.G
--- -->    ####    ####          ####
--- ```
---@class tessera.Expectation
---@field outcome? string|false how the game has ended; false: it still runs
---@field board? string the picture of the board, in all its layers; "?" stands for any cell (a game
---whose legend has "?" can have none in pictures), "/" may separate rows
---@field boards? table<integer, string> pictures of the board on the way, by the number of actions
---of the list `play` that were tried before: `[0]` is the start
---@field moves? integer actions that were carried out
---@field refused? integer actions that were refused
---@field score? integer the score of the first player
---@field fields? table<string, integer> fields and counters of a game in Lua, by their names
---@field check? fun(state: tessera.State, before?: tessera.State, action?: string): any, string?
---returns true if all is well; otherwise nil or false, and why. `before` is the state before the
---last action of a list `play`, and `action` that action
---@field events? (string|tessera.Event)[] what the last action of the list `play` did: texts as
---`--trace` shows them, or tables of which each field must be that of the event
---@field refuses? table<string, string|true> actions that must be refused there, and a part of the
---words of the refusal, or true
---@field lawful? true the play keeps the laws of `run.lua check`, and the game's `properties` hold
---@field solvable? boolean|string whether the goal can be reached; or the outcome that can be
---@field unique_solution? true exactly one shortest list of actions leads to the goal
---@field optimal? integer how many actions such a list has
---@field forced? string of all actions only this one leads to the goal. In a game of several
---players only it forces the `goal` or, without one, keeps a win by score
---@field wins? integer the player who wins, however the others play: who forces the `goal` or,
---without one, has the greater score at the end
---@field reachable? string|fun(state: tessera.State): boolean an outcome that can be reached, or
---a function that returns true for a position that can be
---@field never? string|fun(state: tessera.State): boolean the same, and it cannot
---@field goal? string|fun(state: tessera.State): boolean of the claims from `solvable` to `wins`
---@field limits? tessera.search.Limits of each claim: `nodes` (1,000,000 by default), `seconds` and
---`memory`

--- An expectation that does not hold, and the value with which it would.
---@class tessera.Difference
---@field key "outcome"|"moves"|"refused"|"score"|"board"|"boards" in `expect`
---@field at? integer the key in `boards`
---@field expected string|integer|false
---@field hexagons? boolean whether a board is one of hexagons
---@field found string|integer|false

--- A scenario, as `tessera.scenario` returns it: a copy of the definition. Changing the copy does
--- not change what is played.
---@class tessera.Scenario: tessera.ScenarioDefinition

-- The checked definition of each scenario, by the copy that the user holds. Beside the definition's
-- own fields it has these:
--   module  the module of the game
--   place   the user's file and line
--   folder  the folder of that file
--   broken  an error message, if the scenario cannot be played
local known = setmetatable({}, { __mode = "k" })

-- ---- definitions ----

-- A deep copy of a plain table. Tables with a metatable (states, grids) are shared, not copied.
local function copied(value, seen)
  local copy = {}
  seen[value] = copy
  for key, field in next, value do
    local plain = type(field) == "table" and not debug.getmetatable(field)
    copy[key] = plain and (seen[field] or copied(field, seen)) or field
  end
  return copy
end

local function copy_of(definition)
  local copy = {}
  for key, value in next, definition do
    local own = type(value) == "table" and key ~= "game"
    copy[key] = own and copied(value, {}) or value
  end
  return copy
end

-- Makes a scenario of a definition. `path` is the file of a definition that stands in a list: such
-- a definition was not passed to `tessera.scenario`, so its line is not known.
local function define(_, definition, path)
  errors.type("scenario", definition, "table")
  local made = copy_of(definition)
  local what = ("scenario '%s'"):format(errors.type("scenario: name", made.name, "string"))
  checks.check(what, made)
  made.place = path or errors.where():gsub(": $", "")
  made.folder = path and (path:match "^(.*/)" or "./") or errors.folder()
  local shown = copy_of(definition)
  known[shown] = made
  return shown
end

-- Makes a scenario of a list's item that is no valid definition. Playing it fails with `message`.
local function broken(number, item, path, message)
  local name = type(item) == "table" and rawget(item, "name")
  local shown = { name = type(name) == "string" and name or "number " .. number }
  known[shown] = { name = shown.name, place = path, broken = message }
  return shown
end

-- ---- what users call ----

-- The checked definition of a scenario. `what` names the argument in the error.
local function check(what, made)
  if known[made] == nil then
    errors.fail("%s: expected a scenario, got %s", what, errors.shown(made))
  end
  return known[made]
end

--- Compares a picture, in which "?" stands for any cell, with a board.
---
--- ```lua
--- print(scenario.compare("#?#", "#.#"))  --> nil
--- print(scenario.compare("#.#/..#", "#.#/.o#"))
--- --> board: 1 cell is not as expected
--- -->   expected   found
--- -->   #.#        #.#
--- -->   ..#        .o#
--- -->    ^          ^
--- ```
---@param picture string rows between white space or "/"
---@param board string|tessera.State of a state all layers count, and blanks between hexagons do
---not
---@return string|nil difference both boards side by side, differing cells marked
function scenario.compare(picture, board)
  errors.type("compare: picture", picture, "string")
  if states.is_state(board) then
    return board_diff.differs(picture, board)
  end
  errors.type("compare: board", board, "string")
  return board_diff.compare(picture, board)
end

local function check_options(what, options)
  return errors.type(what .. ": options", options, "table", "nil") or {}
end

--- Plays a scenario. An error on the way, also one in a function of the scenario, is a failure.
---
--- Errors: the argument is no scenario.
---
--- ```lua
--- local wrong = scenario.run(tessera.scenario {
---   name = "too far",
---   game = "tower",
---   map = "...G/S.##/####",
---   play = { "MOVETO 2", "MOVETO 3" },
---   expect = { moves = 2 },
--- })
--- print(wrong[1])  --> moves: expected 2, got 1
--- print(wrong[2])  --> refused: 2. MOVETO 3: a block is at row 2, column 3
--- ```
---@param made tessera.Scenario
---@param options? { trace?: boolean } trace: print every action and the board after it
---@return string[] failures the expectations that do not hold; empty if all hold
---@return tessera.Difference[] differences those of them that another value would mend
---@return boolean complete whether all failures are differences
function scenario.run(made, options)
  local own = check("run: scenario", made)
  options = check_options("run", options)
  if own.broken then
    return { own.broken }, {}, false
  end
  return play_scenario(own, options)
end

--- Whether the value is a scenario.
---
--- ```lua
--- print(scenario.is { name = "a definition" })  --> false
--- ```
---@param value any
---@return boolean
function scenario.is(value)
  return known[value] ~= nil
end

--- The name of a scenario, and the file and line of its definition.
---
--- Errors: the argument is no scenario.
---
--- ```lua
--- local empty = tessera.scenario { name = "a start", game = "tower", map = "...G/S.##/####",
---   expect = { outcome = false } }
--- print((scenario.place(empty)))  --> a start
--- ```
---@param made tessera.Scenario
---@return string name
---@return string place "my.lua:12"; or "my.lua" for a definition in a list, whose line is not known
function scenario.place(made)
  local own = check("place: scenario", made)
  return own.name, own.place
end

-- Whether an item of a list looks like a scenario: it is one, or has a key `expect` or `game`.
local function is_meant(item)
  return scenario.is(item) or type(item) == "table" and debug.getmetatable(item) == nil
    and (item.expect ~= nil or item.game ~= nil)
end

--- The scenarios in the value that a file has returned: one scenario, or a list of scenarios and
--- definitions. A wrong definition in the list is no error here: it fails when it is played.
---
--- ```lua
--- local list = scenario.list({
---   { name = "a start", game = "tower", map = "...G/S.##/####", expect = { outcome = false } },
--- }, "my.lua")
--- print(#list, scenario.place(list[1]))  --> 1 a start my.lua
--- print(scenario.list(12, "my.lua"))     --> nil
--- ```
---@param value any
---@param path string the file: the place of the definitions in the list
---@return tessera.Scenario[]|nil list nil if the value is neither a scenario nor such a list
function scenario.list(value, path)
  errors.type("list: path", path, "string")
  if scenario.is(value) then
    return { value }
  elseif type(value) ~= "table" then
    return nil
  end
  local list, meant = {}, false
  for i = 1, rawlen(value) do
    local item = rawget(value, i)
    local fine, made = true, item
    if not scenario.is(item) then
      fine, made = pcall(define, nil, item, path)
    end
    list[i] = fine and made or broken(i, item, path, errors.stripped(made))
    meant = meant or is_meant(item)
  end
  return meant and list or nil
end

--- Plays scenarios and prints a line for each, and its failures.
---
--- Errors: an item of the list is no scenario.
---
--- ```lua
--- local start = tessera.scenario { name = "a start", game = "tower", map = "...G/S.##/####",
---   expect = { outcome = false } }
--- scenario.run_all { start }
--- --> ok      a start
--- --> 1 ok, 0 failed
--- ```
---@param list tessera.Scenario[]
---@param options? { trace?: boolean, on_failure?: fun(made: tessera.Scenario, differences:
---tessera.Difference[], complete: boolean) } trace: print every action and the board after it;
---on_failure: called for a scenario that has failed
---@return boolean fine whether no scenario failed
function scenario.run_all(list, options)
  errors.type("run_all: list", list, "table")
  for i, made in ipairs(list) do
    check(("run_all: list[%d]"):format(i), made)
  end
  options = check_options("run_all", options)
  local failed = 0
  for _, made in ipairs(list) do
    local wrong, differences, complete = scenario.run(made, options)
    local name, place = scenario.place(made)
    if wrong[1] then
      failed = failed + 1
      output.paint("bad", "failed  ")
      write(wording.line(name),
        place ~= "" and (" (%s)"):format(wording.line(place)) or "",
        "\n")
      for _, text in ipairs(wrong) do
        write("  ", wording.lines(text), "\n")
      end
      if options.on_failure then
        options.on_failure(made, differences, complete)
      end
    else
      output.paint("good", "ok      ")
      write(wording.line(name), "\n")
    end
  end
  write(#list - failed, " ok, ", failed, " failed\n")
  return failed == 0
end

return setmetatable(scenario, { __call = define })
