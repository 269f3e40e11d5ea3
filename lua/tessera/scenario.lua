--- Scenarios: a game, what is done in it, and what must hold then. `tessera.scenario { ... }`
--- checks a definition and makes a scenario of it. `run.lua` plays the scenario, or the list of
--- scenarios, that a file returns.
---
--- Errors: what is missing or wrong in the definition, and unknown keys, at the line of the call.
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

local games = require "tessera.base.games"
local levels = require "tessera.base.levels"
local maps = require "tessera.base.maps"
local pictures = require "tessera.base.pictures"
local trace = require "tessera.base.trace"
local usage = require "tessera.base.usage"
local write = require("tessera.process").write

---@class tessera.scenario
---@overload fun(definition: tessera.ScenarioDefinition): tessera.Scenario
local scenario = {}

--- What is played, and what must hold then. Without `map` and `file` the game begins as its `new`
--- does without a map.
---@class tessera.ScenarioDefinition
---@field name string
---@field game string|tessera.Game "tower", or a game that tessera.game has made
---@field map? string the board, the first argument of the game's `new`
---@field file? string instead of `map`: a file with the map, in the scenario's folder or below.
---For a game written in Lua it is an input with levels, whose actions are passed over
---@field level? integer|string the number or the title of a level of that file; 1 by default
---@field options? table the second argument of the game's `new`
---@field play? string[]|fun(state: tessera.State) the actions, or a function that plays them. One
---that is refused is counted; one that the game does not have fails the scenario
---@field on_action? fun(state: tessera.State, action: string, done: true|nil, result: string|nil,
---passed: true|nil) after every action that was tried
---@field on_event? fun(state: tessera.State, event: tessera.Event) for all that happens to a piece
---@field on_over? fun(state: tessera.State, outcome: string) when the game ends
---@field expect tessera.Expectation

--- What must hold after the play: at least one of these.
---@class tessera.Expectation
---@field outcome? string|false how the game has ended; false: it still runs
---@field board? string the picture of the board; "?" stands for any cell, "/" may separate rows
---@field moves? integer actions that were carried out
---@field refused? integer actions that were not
---@field score? integer of the first player
---@field check? fun(state: tessera.State): any, string? returns true, or false and what is wrong

--- A scenario, as `tessera.scenario` returns it: a copy of the definition. Changing it changes
--- nothing.
---@class tessera.Scenario: tessera.ScenarioDefinition

local keys = { "expect", "file", "game", "level", "map", "name", "on_action", "on_event", "on_over",
  "options", "play" }
local expectations = { "board", "check", "moves", "outcome", "refused", "score" }

-- What the library knows of each scenario: its fields, checked; `module`, that of its game;
-- `what`, its name for messages; `place`, the user's file and line; `folder`, that of the file;
-- `broken`, what is wrong with it if it cannot be played.
local known = setmetatable({}, { __mode = "k" })

local refusals_shown = 10

-- ---- definitions ----

-- A copy, down to the tables in its tables; objects in them stay the same.
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

local function check_expect(what, expect)
  usage.type(what .. ": expect", expect, "table")
  usage.keys(what .. ": expect", expect, expectations)
  if next(expect) == nil then
    usage.fail("%s: expect is empty: nothing would be tested", what)
  end
  if expect.outcome ~= false then
    usage.type(what .. ": expect.outcome", expect.outcome, "string", "nil")
  end
  usage.type(what .. ": expect.board", expect.board, "string", "nil")
  for _, key in ipairs { "moves", "refused", "score" } do
    usage.type(("%s: expect.%s"):format(what, key), expect[key], "integer", "nil")
  end
  usage.type(what .. ": expect.check", expect.check, "function", "nil")
end

local function check_play(what, play)
  usage.type(what .. ": play", play, "table", "function", "nil")
  for i, action in ipairs(type(play) == "table" and play or {}) do
    usage.type(("%s: action %d"):format(what, i), action, "string", "integer")
  end
end

local function check_map(what, made)
  for _, key in ipairs { "map", "file" } do
    usage.type(("%s: %s"):format(what, key), made[key], "string", "nil")
  end
  usage.type(what .. ": level", made.level, "integer", "string", "nil")
  if made.map and made.file then
    usage.fail("%s: map and file are both given", what)
  elseif made.level and not made.file then
    usage.fail("%s: level: there is no file that it could be in", what)
  elseif made.level and not maps.about(made.module) then
    usage.fail("%s: level: files of levels are for games written in Lua", what)
  end
end

-- The module of the game.
local function find_game(what, game)
  usage.type(what .. ": game", game, "string", "table")
  if type(game) == "table" then
    if type(game.new) ~= "function" or type(game.load) ~= "function" then
      usage.fail("%s: game: the table is no game", what)
    end
    return game
  end
  return games.find(game) or usage.fail("%s: there is no game %s%s", what, usage.shown(game),
    usage.hint(game, games.names()))
end

-- A scenario from its definition. `path`: the file, for definitions that do not know their line.
local function define(_, definition, path)
  usage.type("scenario", definition, "table")
  local made = copy_of(definition)
  local what = ("scenario '%s'"):format(usage.type("scenario: name", made.name, "string"))
  usage.keys(what, made, keys)
  check_expect(what, made.expect)
  check_play(what, made.play)
  for _, hook in ipairs { "on_action", "on_event", "on_over" } do
    usage.type(("%s: %s"):format(what, hook), made[hook], "function", "nil")
  end
  made.module = find_game(what, made.game)
  check_map(what, made)
  made.what, made.place = what, path or usage.where():gsub(": $", "")
  made.folder = path and (path:match "^(.*/)" or "./") or usage.folder()
  local shown = copy_of(definition)
  known[shown] = made
  return shown
end

-- A scenario in a list of definitions that is none: playing it says why.
local function broken(number, item, path, message)
  local name = type(item) == "table" and rawget(item, "name")
  local shown = { name = type(name) == "string" and name or "number " .. number }
  known[shown] = { name = shown.name, place = path, broken = message }
  return shown
end

-- ---- making the state ----

-- The start of a level of a game written in Lua.
local function start_level(made, text)
  local lines, i = maps.lines(text), 0
  local function fail(line, column, wrong)
    error({ message = ("%s: line %d, column %d: %s"):format(made.file, line, column, wrong) }, 0)
  end
  local source = levels.open(made.module, function()
    i = i + 1
    return lines[i]
  end, fail)
  local level, none = levels.find(source, made.level or 1)
  if not level then
    error({ message = ("%s: %s"):format(made.file, none) }, 0)
  end
  local state, wrong, line, column = levels.start(made.module, level, made.options)
  return state or fail(line or level.line, column or 1, wrong)
end

local function make_state(made)
  local text = made.map
  if made.file then
    text = usage.read_beside(made.folder, made.file)
      or error({ message = ("cannot read '%s'"):format(made.file) }, 0)
    if maps.about(made.module) then
      return start_level(made, text)
    end
  end
  return made.module.new(text, made.options)
end

local function start(made)
  local fine, state = pcall(make_state, made)
  if not fine then
    local message = type(state) == "string" and usage.stripped(state)
    local of_map = message and message:match "^[%w_]+: map: (.*)$"
    if not of_map and not (message and state:find("bad argument #", 1, true)) then
      error(state, 0) -- of a rule
    end
    local of_options = state:find("bad argument #2", 1, true)
    error({ message = ("%s: %s"):format(of_options and "options" or made.file or "map",
      of_map or message) }, 0)
  end
  return state
end

-- ---- running ----

-- The listener that hooks, counts and the trace are called from.
local function listener(made, played, tracing)
  return function(state, action, events, done, result, passed)
    played.moves = played.moves + (done and 1 or 0)
    played.refused = played.refused + (done and 0 or 1)
    if not done and played.refused <= refusals_shown then
      played.refusals[played.refused] = ("refused: %d. %s"):format(played.moves + played.refused,
        result)
    end
    if tracing then
      trace.step(played.moves + played.refused, action, not done and result or nil, events, state)
    end
    for _, event in ipairs(made.on_event and events or {}) do
      made.on_event(state, event)
    end
    if made.on_action then
      made.on_action(state, action, done, result, passed)
    end
    local outcome = state:outcome()
    if outcome and not played.over then
      played.over = true
      if made.on_over then
        made.on_over(state, outcome)
      end
    end
  end
end

local function play_list(made, state)
  for i, action in ipairs(made.play or {}) do
    local fine, code = pcall(state.code, state, action)
    if not fine then
      error({ message = ("action %d: %s is no action of %s%s"):format(i, usage.shown(action),
        state:game(), usage.guess_action(action, state)) }, 0)
    end
    state:apply(code)
  end
end

-- What does not hold, a text for each.
local function failures(made, state, played)
  local expect, wrong = made.expect, {}
  local function compare(what, expected, found)
    if expected ~= nil and expected ~= found then
      wrong[#wrong + 1] = ("%s: expected %s, got %s"):format(what, expected, found)
    end
  end
  local outcome = expect.outcome
  if outcome == false then
    outcome = "a running game"
  end
  compare("outcome", outcome, state:outcome() or "a running game")
  compare("moves", expect.moves, played.moves)
  compare("refused", expect.refused, played.refused)
  compare("score", expect.score, state:score())
  if expect.check then
    local holds, why = expect.check(state)
    if not holds then
      wrong[#wrong + 1] = "check: " .. (why and tostring(why) or "does not hold")
    end
  end
  local difference = expect.board and pictures.compare(expect.board, tostring(state))
  wrong[#wrong + 1] = difference
  return wrong
end

local function message_of(err)
  if type(err) == "table" and debug.getmetatable(err) == nil and type(err.message) == "string" then
    return err.message
  end
  local fine, text = pcall(tostring, err)
  return fine and text or "an error that cannot be shown"
end

-- What does not hold, and what was refused on the way.
local function play(made, options)
  local played = { moves = 0, refused = 0, refusals = {} }
  local fine, result = pcall(function()
    local state = start(made):watched(listener(made, played, options.trace))
    if options.trace then
      trace.start(made.name .. ":", state)
    end
    if type(made.play) == "function" then
      made.play(state)
    else
      play_list(made, state)
    end
    return failures(made, state, played)
  end)
  if not fine and result == "not enough memory" then
    error(result, 0)
  end
  local wrong = fine and result or { message_of(result) }
  if wrong[1] then
    table.move(played.refusals, 1, #played.refusals, #wrong + 1, wrong)
    if played.refused > refusals_shown then
      wrong[#wrong + 1] = ("refused: and %d more"):format(played.refused - refusals_shown)
    end
  end
  return wrong
end

-- What is known of a scenario; `what` names the argument.
local function check(what, made)
  if known[made] == nil then
    usage.fail("%s: expected a scenario, got %s", what, usage.shown(made))
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
---@param board string
---@return string|nil difference both boards side by side, differing cells marked
function scenario.compare(picture, board)
  usage.type("compare: picture", picture, "string")
  usage.type("compare: board", board, "string")
  return pictures.compare(picture, board)
end

local function check_options(what, options)
  return usage.type(what .. ": options", options, "table", "nil") or {}
end

--- Plays a scenario. What goes wrong on the way, also an error in a function of the scenario,
--- is a failure.
---
--- Errors: it is no scenario.
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
---@return string[] failures what does not hold; empty if all does
function scenario.run(made, options)
  local own = check("run: scenario", made)
  options = check_options("run", options)
  return own.broken and { own.broken } or play(own, options)
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

--- The name of a scenario, and where it stands.
---
--- Errors: it is no scenario.
---
--- ```lua
--- local empty = tessera.scenario { name = "a start", game = "tower", map = "...G/S.##/####",
---   expect = { outcome = false } }
--- print((scenario.place(empty)))  --> a start
--- ```
---@param made tessera.Scenario
---@return string name
---@return string place "my.lua:12", or "my.lua" if its definition does not know its line
function scenario.place(made)
  local own = check("place: scenario", made)
  return own.name, own.place
end

-- Whether a member of a list is meant to be a scenario.
local function is_meant(item)
  return scenario.is(item) or type(item) == "table" and debug.getmetatable(item) == nil
    and (item.expect ~= nil or item.game ~= nil)
end

--- The scenarios that a file has returned: one, or a list of scenarios and of definitions. What
--- is wrong with a definition is said when it is played.
---
--- ```lua
--- local list = scenario.list({
---   { name = "a start", game = "tower", map = "...G/S.##/####", expect = { outcome = false } },
--- }, "my.lua")
--- print(#list, scenario.place(list[1]))  --> 1 a start my.lua
--- print(scenario.list(12, "my.lua"))     --> nil
--- ```
---@param value any
---@param path string the file, for definitions that do not know their line
---@return tessera.Scenario[]|nil list nil if the value is no scenario and no list of them
function scenario.list(value, path)
  usage.type("list: path", path, "string")
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
    list[i] = fine and made or broken(i, item, path, usage.stripped(made))
    meant = meant or is_meant(item)
  end
  return meant and list or nil
end

--- Plays scenarios and prints a line for each, and what does not hold.
---
--- Errors: one of the list is no scenario.
---
--- ```lua
--- local start = tessera.scenario { name = "a start", game = "tower", map = "...G/S.##/####",
---   expect = { outcome = false } }
--- scenario.run_all { start }
--- --> ok      a start
--- --> 1 ok, 0 failed
--- ```
---@param list tessera.Scenario[]
---@param options? { trace?: boolean } trace: print every action and the board after it
---@return boolean fine whether all hold
function scenario.run_all(list, options)
  usage.type("run_all: list", list, "table")
  for i, made in ipairs(list) do
    check(("run_all: list[%d]"):format(i), made)
  end
  options = check_options("run_all", options)
  local failed = 0
  for _, made in ipairs(list) do
    local wrong = scenario.run(made, options)
    local name, place = scenario.place(made)
    if wrong[1] then
      failed = failed + 1
      write("failed  ", name, place ~= "" and " (" .. place .. ")" or "", "\n")
      for _, text in ipairs(wrong) do
        write("  ", text, "\n")
      end
    else
      write("ok      ", name, "\n")
    end
  end
  write(#list - failed, " ok, ", failed, " failed\n")
  return failed == 0
end

return setmetatable(scenario, { __call = define })
