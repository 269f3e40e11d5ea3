--- Scenarios: a game, what is done in it, and what must hold then.
---
---     return tessera.scenario {
---       name = "ice slides",
---       game = "tower",
---       map = "....G/SI..#/#II##",
---       play = { "PUSH RIGHT" },
---       expect = { board = "....G/S..I#/#II##", moves = 1 },
---     }

local trace = require "tessera.trace"
local usage = require "tessera.usage"
local write = require("tessera.process").write

local scenario = {}

---@class tessera.ScenarioDefinition
---@field name string
---@field game string|tessera.Game "tower", or a game that tessera.game has made
---@field map? string the board, as the game's `new` takes it
---@field file? string a file beside the scenario's that holds the map, instead of `map`
---@field options? any the second argument of the game's `new`
---@field play? string[]|fun(state: tessera.State) the actions, or what plays them
---@field on_action? fun(state: tessera.State, action: string, done: true|nil, result: string|nil,
---passed: true|nil) after every action that was tried
---@field on_event? fun(state: tessera.State, event: tessera.Event) for all that happens to a piece
---@field on_over? fun(state: tessera.State, outcome: string) when the game ends
---@field expect tessera.Expectation

---@class tessera.Expectation
---@field outcome? string|false how the game has ended; false: it still runs
---@field board? string the picture of the board; "?" stands for any cell
---@field moves? integer actions that were carried out
---@field refused? integer actions that were not
---@field score? integer of the first player
---@field check? fun(state: tessera.State): any, string? true if it holds; or not, and why

---@class tessera.Scenario: tessera.ScenarioDefinition
---@field where string the user's file and line: "my.lua:12"
---@field folder string the folder of that file, with its slash

local keys = { "expect", "file", "game", "map", "name", "on_action", "on_event", "on_over",
  "options", "play" }
local expectations = { "board", "check", "moves", "outcome", "refused", "score" }
local games = { "horizontally", "jewelry", "robots", "samegame", "tower" }

local known = setmetatable({}, { __mode = "k" })

-- ---- definitions ----

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

-- The module of the game.
local function find_game(what, game)
  usage.type(what .. ": game", game, "string", "table")
  if type(game) == "table" then
    if type(game.new) ~= "function" or type(game.load) ~= "function" then
      usage.fail("%s: game: the table is no game", what)
    end
    return game
  end
  local own = package.loaded["tessera.game"]
  local named = own and own.named(game)
  if named then
    return named
  end
  for _, name in ipairs(games) do
    if name == game then
      return require("tessera." .. name)
    end
  end
  usage.fail("%s: there is no game %s%s", what, usage.shown(game), usage.hint(game, games))
end

local function define(_, definition, path)
  usage.type("scenario", definition, "table")
  local name = usage.type("scenario: name", definition.name, "string")
  local what = ("scenario '%s'"):format(name)
  usage.keys(what, definition, keys)
  check_expect(what, definition.expect)
  check_play(what, definition.play)
  for _, hook in ipairs { "on_action", "on_event", "on_over" } do
    usage.type(("%s: %s"):format(what, hook), definition[hook], "function", "nil")
  end
  usage.type(what .. ": file", definition.file, "string", "nil")
  if definition.map and definition.file then
    usage.fail("%s: map and file are both given", what)
  end
  local made = { what = what }
  for key, value in pairs(definition) do
    made[key] = value
  end
  made.module = find_game(what, definition.game)
  made.where = path or usage.where():gsub(": $", "")
  made.folder = path and (path:match "^(.*/)" or "./") or usage.folder()
  known[made] = true
  return made
end

-- ---- making the state ----

-- robots.new takes all in one table; the others the map and their options.
local function arguments(made, map)
  if made.game == "robots" and made.options then
    local setup = { picture = map }
    for key, value in pairs(made.options) do
      setup[key] = value
    end
    return setup
  elseif map == nil and made.game == "horizontally" then
    return made.options
  end
  return map, made.options
end

local function start(made)
  local map = made.map
  local source = "map"
  if made.file then
    source = made.file
    map = usage.read_beside(made.folder, made.file)
      or error({ message = ("cannot read '%s'"):format(made.file) }, 0)
  end
  local fine, state = pcall(made.module.new, arguments(made, map))
  if not fine then
    local message = type(state) == "string" and usage.stripped(state)
    local of_map = message and message:match "^[%w_]+: map: (.*)$"
    if not of_map and not (message and state:find("bad argument #", 1, true)) then
      error(state, 0) -- of a rule
    end
    error({ message = ("%s: %s"):format(message:find "option" and "options" or source,
      of_map or message) }, 0)
  end
  return state
end

-- ---- boards ----

-- The rows of a picture: "/" may separate them, common indentation does not count.
local function rows_of(picture)
  local lines, indent = {}, math.huge
  for line in (picture:gsub("/", "\n") .. "\n"):gmatch "([^\n]*)\n" do
    line = line:gsub("%s+$", "")
    if #line > 0 then
      indent = math.min(indent, #line:match "^%s*")
    end
    lines[#lines + 1] = line
  end
  while lines[1] == "" do
    table.remove(lines, 1)
  end
  while lines[#lines] == "" do
    lines[#lines] = nil
  end
  for i, line in ipairs(lines) do
    lines[i] = line:sub(indent + 1)
  end
  return lines
end

-- A line of ^ below the cells that differ, or nil.
local function marks(expected, found)
  local row, differs = {}, false
  for i = 1, math.max(#expected, #found) do
    local a, b = expected:sub(i, i), found:sub(i, i)
    local same = a == b or a == "?" and b ~= "" or a == "" and b == " " or a == " " and b == ""
    row[i] = same and " " or "^"
    differs = differs or not same
  end
  return differs and table.concat(row):gsub(" +$", "") or nil
end

--- Compares a picture, in which "?" stands for any cell, with a board.
---@param picture string
---@param board string
---@return string|nil difference both boards side by side, differing cells marked
function scenario.compare(picture, board)
  local expected, found = rows_of(picture), rows_of(board)
  local width, lines, cells = #"expected", {}, 0
  for _, row in ipairs(expected) do
    width = math.max(width, #row)
  end
  local function line(a, b)
    lines[#lines + 1] = ("    %s%s   %s"):format(a, (" "):rep(width - #a), b):gsub("%s+$", "")
  end
  line("expected", "found")
  for i = 1, math.max(#expected, #found) do
    local a, b = expected[i] or "", found[i] or ""
    local differ = marks(a, b)
    line(a, b)
    if differ then
      cells = cells + select(2, differ:gsub("%^", ""))
      line(differ, differ)
    end
  end
  if cells > 0 then
    return ("board: %d cell%s not as expected\n%s"):format(cells,
      cells == 1 and " is" or "s are", table.concat(lines, "\n"))
  end
end

-- ---- running ----

-- The listener that hooks, counts and the trace are called from.
local function listener(made, played, tracing)
  return function(state, action, events, done, result, passed)
    played.moves = played.moves + (done and 1 or 0)
    played.refused = played.refused + (done and 0 or 1)
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
  local difference = expect.board and scenario.compare(expect.board, tostring(state))
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

--- Plays a scenario.
---@param made tessera.Scenario
---@param options? { trace?: boolean }
---@return string[] failures what does not hold; empty if all does
function scenario.run(made, options)
  local tracing = options and options.trace
  local fine, result = pcall(function()
    local played = { moves = 0, refused = 0 }
    local state = start(made):watched(listener(made, played, tracing))
    if tracing then
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
  return fine and result or { message_of(result) }
end

--- Whether the value is a scenario.
---@param value any
---@return boolean
function scenario.is(value)
  return known[value] == true
end

--- The scenarios that a file has returned: one, or a list of scenarios and of definitions;
--- or nil.
---@param value any
---@param path string the file, for definitions that do not know their line
---@return tessera.Scenario[]|nil
function scenario.list(value, path)
  if scenario.is(value) then
    return { value }
  elseif type(value) ~= "table" or type(value[1]) ~= "table" then
    return nil
  end
  local list = {}
  for i, item in ipairs(value) do
    if type(item) ~= "table" then
      error({ message = ("%s: number %d of the list is no scenario, but %s"):format(path, i,
        usage.shown(item)) }, 0)
    end
    list[i] = scenario.is(item) and item or define(nil, item, path)
  end
  return list
end

--- Plays scenarios and prints a line for each, and what does not hold.
---@param list tessera.Scenario[]
---@param options? { trace?: boolean }
---@return boolean all hold
function scenario.run_all(list, options)
  local failed = 0
  for _, made in ipairs(list) do
    local wrong = scenario.run(made, options)
    if wrong[1] then
      failed = failed + 1
      write("failed  ", made.name, made.where ~= "" and " (" .. made.where .. ")" or "", "\n")
      for _, text in ipairs(wrong) do
        write("  ", text, "\n")
      end
    else
      write("ok      ", made.name, "\n")
    end
  end
  write(#list - failed, " ok, ", failed, " failed\n")
  return failed == 0
end

return setmetatable(scenario, { __call = define })
