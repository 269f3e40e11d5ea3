--- Plays the input of a game written in Lua: reads levels and actions, writes the last boards. Or
--- solves it: reads levels, writes levels and actions.

local console = require "tessera.base.console"
local errors = require "tessera.base.errors"
local games = require "tessera.base.games"
local lurd = require "tessera.levels.lurd"
local level_input = require "tessera.run.level_input"
local maps = require "tessera.base.maps"
local process = require "tessera.process"
local search = require "tessera.search"
local search_methods = require "tessera.base.search_methods"
local solve = require "tessera.run.solve"
local trace = require "tessera.base.trace"
local wording = require "tessera.base.wording"
local write = require("tessera.base.output").write

local play = {}

-- ---- playing ----

-- Writes the last board, the moves, the outcome and the scores.
local function report(about, state, moves)
  write(tostring(state), "Moves: ", moves, "\n", "Outcome: ",
    wording.line(state:outcome() or "none"), "\n")
  if about.scored then
    local scores = {}
    for player = 1, about.players do
      scores[player] = state:score(player)
    end
    write("Score: ", table.concat(scores, " "), "\n")
  end
end

-- Says that a level of the input is over before anything is done.
local function say_if_over(opened, level, state)
  if level.rows and state:outcome() then
    console.say(opened.about.name, ("level %s is over at its start (%s)"):format(level.label,
      wording.line(state:outcome())))
  end
end

-- Plays a level by what `each` calls its argument with: by default the actions behind it.
local function play_level(opened, level, each)
  local state, tracing = level_input.start(opened, level), opened.options.trace
  say_if_over(opened, level, state)
  local moves, tried = 0, 0
  if tracing then
    trace.start(("Game %s:"):format(level.label), state)
  end
  local function step(text, line, column)
    local known, code = errors.pcall(state.code, state, text)
    if not known then
      opened.fail(line, column, ("%s is no action of %s%s"):format(errors.shown(text),
        opened.about.name, games.guess_action(text, state)))
    end
    local events, by = tracing and {}, tracing and trace.by(state, text)
    local fine, done, why, idle = pcall(state.apply, state, code, events or nil)
    if not fine then
      error(errors.placed(done, ("level %s, line %d: %s"):format(level.label, line, text)), 0)
    end
    tried = tried + 1
    moves = moves + (done and 1 or 0)
    if events then
      trace.step(tried, text, not done and why, events, state, by, done and idle)
    end
  end
  (each or opened.source.actions)(step)
  report(opened.about, state, moves)
end

-- Plays the first level, or that of --level, by the letters of a file.
local function play_moves(module, options, path)
  local opened = level_input.open(module, options)
  local level = level_input.each(opened)()
  if not level then
    opened.fail(1, 1, "there is no level")
  end
  play_level(opened, level, function(step)
    local next_line, fail = level_input.lines(opened, path)
    opened.fail = fail
    lurd.read(next_line, step, fail)
  end)
end

--- Plays an input to its end. With a second one, of letters of moves, plays these in a level.
---@param module tessera.Game
---@param options tessera.FileOptions
function play.run(module, options)
  local moves = options.arguments[2]
  if moves and not options.arguments[3] and lurd.are_actions(maps.coder(module)) then
    play_moves(module, options, table.remove(options.arguments))
    return
  end
  if not options.arguments[1] and process.is_terminal(0) then
    console.say(maps.about(module).name, "reads a map, a blank line and actions, up to Ctrl-D (to"
      .. " play with keys: run.lua play FILE)")
  end
  local opened = level_input.open(module, options)
  local first = true
  for level in level_input.each(opened) do
    write(first and "" or "\n")
    first = false
    play_level(opened, level)
  end
end

-- ---- solving ----

-- Writes letters of moves.
local function write_letters(state, actions)
  local text, other = lurd.written(state, actions)
  if not text then
    errors.raise("--lurd: %s is no move", errors.shown(other))
  end
  write(text)
end

-- Writes a level and its actions, ten on a line, or in letters.
local function write_solved(level, rows, state, actions, options, first)
  write(first and "" or "\n")
  if level.name then
    write("; name: ", wording.line(level.name), "\n")
  end
  write(table.concat(rows, "\n"), "\n\n")
  if options.lurd then
    write_letters(state, actions)
    return
  end
  for i, text in ipairs(actions) do
    write(text, (i % 10 == 0 or i == #actions) and "\n" or ", ")
  end
end

local function check_solvable(state, options, place)
  local wrong = options.by and search_methods.wrong_counter(state, options.by)
  if wrong then
    console.die(state:game(), "--by: " .. wrong, 2)
  end
  local traits, info = errors.at(place, search.traits, state, { nodes = options.limit,
    seconds = options.seconds and options.seconds / 4 })
  if traits.players > 1 then
    errors.raise("%s has %d players: a game for one can be solved", state:game(), traits.players)
  elseif traits.chance and info.ended == "done" then
    errors.raise("%s has chance: no actions are sure to reach a goal", state:game())
  end
end

local asked_ends = 20000 -- positions

-- How the game can end, if it cannot end with its goal: for a message.
local function other_ends(goal, state, nodes)
  local met = {}
  local _, info = search.shortest(state, function(position)
    local outcome = position:outcome()
    if outcome then
      met[outcome] = true
    end
    return false
  end, { nodes = math.min(nodes, asked_ends) })
  local names = wording.sorted(met)
  local guess = errors.guess(goal, names)
  if guess ~= "" then
    return (", it never ends with %s%s"):format(errors.shown(goal), guess)
  end
  for i, name in ipairs(names) do
    names[i] = errors.shown(name)
  end
  return names[1] and (", it can%s end with %s"):format(info.ended == "done" and " only" or "",
    table.concat(names, " or ")) or ""
end

--- Solves an input to its end: writes each level with the actions to the goal of the game, or to
--- any end if the game names no goal. Actions in the input are skipped. At a terminal
--- the levels are those that `check` takes, unless a file is named.
---@param module tessera.Game
---@param options tessera.FileOptions
---@return boolean all whether each level has a solution
function play.solve(module, options)
  if not options.arguments[1] and process.is_terminal(0) then
    options.arguments[1] = level_input.path(options.game, maps.about(module), options)
  end
  local opened, level, first = level_input.open(module, options, true), nil, true
  local next_level = level_input.each(opened)
  local source = { name = opened.about.name, last = "" }
  function source.each()
    level = next_level()
    if level then
      local state = level_input.start(opened, level)
      opened.source.actions()
      say_if_over(opened, level, state)
      source.place = "level " .. level.label
      check_solvable(state, options, source.place)
      return state, state:outcome()
    end
  end
  function source.write(state, actions)
    write_solved(level, level.rows or maps.rows(module, nil, level.number), state, actions, options,
      first)
    first = false
  end
  function source.doubt(state, nodes)
    return opened.about.goal and other_ends(opened.about.goal, state, nodes) or ""
  end
  return solve.run(source, options)
end

return play
