--- Plays the input of a game written in Lua: reads levels and actions, writes the last boards. Or
--- solves it: reads levels, writes levels and actions. An error in the input or in the options ends
--- the process with one line.

local console = require "tessera.base.console"
local games = require "tessera.base.games"
local levels = require "tessera.base.levels"
local maps = require "tessera.base.maps"
local reader = require "tessera.reader"
local search = require "tessera.search"
local settings = require "tessera.play.options"
local solve = require "tessera.run.solve"
local trace = require "tessera.base.trace"
local usage = require "tessera.base.usage"
local write = require("tessera.base.output").write

local play = {}

local ENOENT = 2 -- errno

-- ---- options ----

-- The options for the game's `new`, from `--seed 7` and each `--set mines=3`.
local function options_of(about, options)
  local given = { seed = options.seed }
  for _, text in ipairs(options.set or {}) do
    local name, value = text:match "^([^=]*)=(.*)$"
    local wrong = "expected NAME=VALUE, got " .. usage.shown(text)
    if name then
      given[name], wrong = settings.read(about, name, value)
    end
    if wrong then
      console.die(about.name, "--set: " .. wrong, 2)
    end
  end
  return given
end

-- ---- input ----

---@class tessera.Play a run of a game over an input
---@field module tessera.Game
---@field about tessera.About
---@field options tessera.FileOptions
---@field given table the options for the game's `new`
---@field source tessera.Levels
---@field fail fun(line?: integer, column?: integer, text: string, status?: integer) ends the
---process

-- Opens the input. Returns a function that reads a line, and one that ends the process with an
-- error message.
local function open_input(about, options)
  local path = options.arguments[1]
  if path == "-" then
    path = nil
  end
  local input, why = io.stdin, nil
  if path then
    input, why = io.open(path)
  end
  if not input then
    console.die(about.name, "cannot open " .. why, 1)
  end
  local function fail(line, column, text, status)
    local place = line and ("line %d, column %d: "):format(line, column or 1) or ""
    console.die(about.name, (path and path .. ": " or "") .. place .. text, status or 1)
  end
  local lines = reader.new(input)
  return function()
    local fine, line = pcall(lines.line, lines)
    if not fine and type(line) == "table" and line.message then
      fail(nil, nil, tostring(line))
    elseif not fine then
      error(line, 0)
    end
    return line
  end, fail
end

-- Whether there is a file; the process ends if that cannot be told.
local function is_there(path, about)
  local file, why, code = io.open(path)
  if not file and code ~= ENOENT then
    console.die(about.name, "cannot open " .. why, 1)
  end
  return file and file:close()
end

--- The file of levels of a game that is not played from the standard input: the one that is named;
--- levels/NAME.txt beside the game's file; nothing, if the game has its own map.
---@param path string the game's file
---@param about tessera.About
---@param options tessera.FileOptions
---@return string|nil path nil if the game's file has levels
function play.levels_of(path, about, options)
  if about.levels and not options.arguments[1] then
    options.own_levels = true
    return nil
  end
  local beside = path:match "^(.*/)" or ""
  local own = beside .. "levels/" .. path:sub(#beside + 1):gsub("%.lua$", "") .. ".txt"
  local input = options.arguments[1] or is_there(own, about) and own
    or about.has_map and "/dev/null"
  if input == "-" and options.play then
    console.die(about.name, "the keys come from the standard input: name a file with levels", 2)
  end
  return input or console.die(about.name, ("it has no map of its own: name a file with levels (or "
    .. "make %s)"):format(own), 2)
end

--- Opens the input of a run.
---@param module tessera.Game
---@param options tessera.FileOptions
---@return tessera.Play
function play.open(module, options)
  local about = maps.about(module)
  if options.arguments[2] then
    console.die(about.name, ("one input is enough, what is %s? (try --help)"):format(usage.shown(
      options.arguments[2])), 2)
  end
  local given = options_of(about, options)
  if about.levels and not about.levels[1] then
    console.die(about.name, "there are no levels to play", 1)
  end
  if about.levels and not options.arguments[1] and options.own_levels then
    return { module = module, about = about, options = options, given = given,
      fail = function(line, column, text, status)
        console.die(about.name, (line and ("line %d, column %d: "):format(line, column or 1) or "")
          .. text, status or 1)
      end, source = levels.of_list(about.levels) }
  end
  local next_line, fail = open_input(about, options)
  return { module = module, about = about, options = options, given = given, fail = fail,
    source = levels.open(module, next_line, fail) }
end

-- The level of --level; or nil and a message. Actions without a map are for a level of the game's
-- own.
local function find(run, wanted)
  local own = run.about.levels
  if not own or run.options.own_levels then
    return levels.find(run.source, wanted)
  end
  local first = run.source.level()
  if first and first.rows then
    if first.number == wanted or first.name == wanted then
      return first
    end
    run.source.actions()
    return levels.find(run.source, wanted)
  end
  local level, none = levels.find(levels.of_list(own), wanted)
  if level and first then
    first.number, first.label = level.number, level.label
  end
  return level and first, none
end

--- Iterates over the levels to play: all, or only that of --level.
---@param run tessera.Play
---@return fun(): tessera.Level|nil
function play.each_level(run)
  local wanted = run.options.level
  if not wanted then
    return run.source.level
  end
  return function()
    local level, none
    if wanted then
      level, none = find(run, wanted)
      wanted = nil
    end
    if none then
      run.fail(nil, nil, none, 2)
    end
    return level
  end
end

--- The state with which a level begins. For the game's own map it is created once and then cloned.
---@param run tessera.Play
---@param level tessera.Level
---@return tessera.LuaState
function play.start(run, level)
  local own = run.about.levels
  if not level.rows and run.base then
    return run.base:clone()
  elseif not level.rows and own and not own[level.number] then
    run.fail(level.line, 1, ("there is no level %d (the game has %d)"):format(level.number, #own))
  end
  local state, wrong, line, column = levels.start(run.module, level, run.given)
  if not state then
    run.fail(line, column, wrong)
  elseif not level.rows and not own then
    run.base = state:clone()
  end
  return state
end

-- ---- playing ----

-- Writes the last board, the moves, the outcome and the scores.
local function report(about, state, moves)
  write(tostring(state), "Moves: ", moves, "\n", "Outcome: ",
    usage.line(state:outcome() or "none"), "\n")
  if about.scored then
    local scores = {}
    for player = 1, about.players do
      scores[player] = state:score(player)
    end
    write("Score: ", table.concat(scores, " "), "\n")
  end
end

local function play_level(run, level)
  local state, tracing = play.start(run, level), run.options.trace
  local moves, tried = 0, 0
  if tracing then
    trace.start(("Game %s:"):format(level.label), state)
  end
  run.source.actions(function(text, line, column)
    local known, code = pcall(state.code, state, text)
    if not known then
      run.fail(line, column, ("%s is no action of %s%s"):format(usage.shown(text), run.about.name,
        games.guess_action(text, state)))
    end
    local events, by = tracing and {}, tracing and trace.by(state, text)
    local fine, done, why = pcall(state.apply, state, code, events or nil)
    if not fine then
      error(type(done) ~= "string" and done or ("%s (level %s, line %d: %s)"):format(done,
        level.label, line, text), 0)
    end
    tried = tried + 1
    moves = moves + (done and 1 or 0)
    if events then
      trace.step(tried, text, not done and why, events, state, by)
    end
  end)
  report(run.about, state, moves)
end

--- Plays an input to its end.
---@param module tessera.Game
---@param options tessera.FileOptions
function play.run(module, options)
  local run = play.open(module, options)
  local first = true
  for level in play.each_level(run) do
    write(first and "" or "\n")
    first = false
    play_level(run, level)
  end
end

-- ---- solving ----

-- Writes a level and its actions, ten on a line.
local function write_solved(level, rows, actions, first)
  write(first and "" or "\n")
  if level.name then
    write("; name: ", usage.line(level.name), "\n")
  end
  write(table.concat(rows, "\n"), "\n\n")
  for i, text in ipairs(actions) do
    write(text, (i % 10 == 0 or i == #actions) and "\n" or ", ")
  end
end

local function check_solvable(state, options)
  local traits, info = search.traits(state, { nodes = options.limit,
    seconds = options.seconds and options.seconds / 4 })
  if traits.players > 1 then
    error({ message = ("%s has %d players: a game for one can be solved"):format(state:game(),
      traits.players) }, 0)
  elseif traits.chance and info.ended == "done" then
    error({ message = ("%s has chance: no actions are sure to reach a goal"):format(
      state:game()) }, 0)
  end
end

-- A guess for a message, if the game can end with an outcome that is spelt like the goal.
local function spelling(goal, state, options)
  local actions = search.shortest(state, function(position)
    return position:outcome() ~= nil
  end, { nodes = options.limit, seconds = options.seconds })
  local last = state:clone()
  last:apply_all(actions or {})
  local hint = last:outcome() and usage.hint(goal, { last:outcome() }) or ""
  return hint ~= "" and (", it never ends with %s%s"):format(usage.shown(goal), hint) or ""
end

--- Solves an input to its end: writes each level with the actions to the goal of the game, or to
--- any end if the game names no goal. Actions in the input are skipped.
---@param module tessera.Game
---@param options tessera.FileOptions
---@return boolean all whether each level has a solution
function play.solve(module, options)
  options.own_levels = true
  local run, level, first = play.open(module, options), nil, true
  local next_level = play.each_level(run)
  local source = { name = run.about.name, last = "" }
  function source.each()
    level = next_level()
    if level then
      local state = play.start(run, level)
      run.source.actions()
      check_solvable(state, options)
      source.place = "dataset " .. level.label
      return state, state:outcome()
    end
  end
  function source.write(_, actions)
    write_solved(level, level.rows or maps.rows(module, nil, level.number), actions, first)
    first = false
  end
  function source.doubt(state)
    return run.about.goal and spelling(run.about.goal, state, options) or ""
  end
  return solve.run(source, options)
end

return play
