--- Plays the input of a game written in Lua: levels and actions in, the last boards out. Or
--- solves it: levels in, levels and actions out.

local game = require "tessera.game"
local search = require "tessera.search"
local solve = require "tessera.solve"
local trace = require "tessera.trace"
local usage = require "tessera.usage"
local write = require("tessera.process").write

local play = {}

local rows_max = 2000

local function fail(line, column, format, ...)
  error({ message = ("line %d, column %d: "):format(line, column) .. format:format(...) }, 0)
end

-- The lines of the input but comments (from ";" on), one ahead.
local function lines_of(reader)
  local lines = { number = 0 }
  function lines.next()
    repeat
      lines.number = lines.number + 1
      lines.now = reader:line()
    until not lines.now or not lines.now:find "^%s*;"
    lines.now = lines.now and lines.now:gsub("\r$", "")
    lines.blank = lines.now and not lines.now:find "%S"
  end
  function lines.skip_blank()
    while lines.blank do
      lines.next()
    end
  end
  lines.next()
  return lines
end

-- The texts between the commas of a line, with their columns.
local function each_action(line)
  return line:gmatch "()%s*()([^,]-)%s*%f[,\0],?"
end

local function seed_of(options)
  return options.seed and { seed = options.seed }
end

-- The state with which a game with a map of its own begins.
local function base_of(module, options)
  return module.map and module.new(nil, seed_of(options))
end

-- Whether a line begins with an action of the game.
local function is_action(state, line)
  local _, _, text = each_action(line)()
  return (pcall(state.code, state, text))
end

-- The level that begins here, and its rows if it has any. `before`: a state that knows what is
-- no action.
local function read_level(module, lines, options, before)
  local first, rows = lines.number, {}
  if before and module.map and is_action(before, lines.now) then
    return before:clone()
  end
  while lines.now and not lines.blank do
    rows[#rows + 1] = lines.now
    if #rows > rows_max then
      fail(first, 1, "the map has more than %d rows", rows_max)
    end
    lines.next()
  end
  local state, wrong, line, column = game.start(module, rows, seed_of(options))
  if not state then
    fail(first + line - 1, column or 1, "%s", wrong)
  end
  return state, rows
end

-- Plays the actions up to a blank line behind which something else begins. (Where a game has
-- a map of its own, that is a new game in any case.)
local function play_actions(module, state, lines, step)
  lines.skip_blank()
  if not lines.now or (not is_action(state, lines.now) and game.is_row(module, lines.now)) then
    return
  end
  repeat
    while lines.now and not lines.blank do
      for _, column, text in each_action(lines.now) do
        local known, code = pcall(state.code, state, text)
        if not known then
          fail(lines.number, column, "%s is no action of %s%s", usage.shown(text), state:game(),
            usage.guess_action(text, state))
        end
        step(text, code)
      end
      lines.next()
    end
    lines.skip_blank()
  until module.map or not lines.now or not is_action(state, lines.now)
end

-- How a game stands: its last board, moves, outcome and scores.
local function report(module, state, moves)
  write(tostring(state), "Moves: ", moves, "\n", "Outcome: ", state:outcome() or "none", "\n")
  if module.scored then
    local scores = {}
    for player = 1, module.players do
      scores[player] = state:score(player)
    end
    write("Score: ", table.concat(scores, " "), "\n")
  end
end

local function play_one(module, lines, options, number, base)
  local state = read_level(module, lines, options, base)
  local moves, tried = 0, 0
  if options.trace then
    trace.start(("Game %d:"):format(number), state)
  end
  play_actions(module, state, lines, function(text, code)
    local events = options.trace and {}
    local done, why = state:apply(code, events or nil)
    tried = tried + 1
    moves = moves + (done and 1 or 0)
    if events then
      trace.step(tried, text, not done and why, events, state)
    end
  end)
  report(module, state, moves)
end

--- Plays an input to its end: levels, each followed by its actions. Behind a level comes a
--- blank line and the actions, one a line or separated by commas. A paragraph that does not
--- begin with an action is the next level.
---@param module tessera.Game
---@param reader tessera.Reader
---@param options table seed, trace
function play.run(module, reader, options)
  local lines, number = lines_of(reader), 0
  local base = base_of(module, options)
  lines.skip_blank()
  while lines.now do
    number = number + 1
    write(number > 1 and "\n" or "")
    play_one(module, lines, options, number, base)
    lines.skip_blank()
  end
end

-- Writes a level and its actions, ten on a line.
local function write_solved(rows, actions, first)
  write(first and "" or "\n", table.concat(rows, "\n"), "\n\n")
  for i, text in ipairs(actions) do
    write(text, (i % 10 == 0 or i == #actions) and "\n" or ", ")
  end
end

local function check_solvable(state, options)
  local players, chance, seen = search.traits(state, { nodes = options.limit,
    seconds = options.seconds and options.seconds / 4 })
  if players > 1 then
    error({ message = ("%s has %d players: a game for one can be solved"):format(state:game(),
      players) }, 0)
  elseif chance and seen == "done" then
    error({ message = ("%s has chance: no actions are sure to reach a goal"):format(
      state:game()) }, 0)
  end
end

-- A guess if the goal that was not found looks like an outcome that can be.
local function spelling(goal, state, options)
  local actions = search.shortest(state, function(position)
    return position:outcome() ~= nil
  end, { nodes = options.limit, seconds = options.seconds })
  local last = state:clone()
  last:apply_all(actions or {})
  local hint = last:outcome() and usage.hint(goal, { last:outcome() }) or ""
  return hint ~= "" and (", it never ends with %s%s"):format(usage.shown(goal), hint) or ""
end

--- Solves an input to its end: the levels come out with the actions to the goal of the game,
--- or to any end if it names none. Actions in the input are passed over.
---@param module tessera.Game
---@param reader tessera.Reader
---@param options table seed, and those of tessera.solve
function play.solve(module, reader, options)
  local lines, base, rows, first = lines_of(reader), base_of(module, options), nil, true
  local source = { name = module.name, goal = module.goal, last = "" }
  function source.each()
    lines.skip_blank()
    if lines.now then
      local state
      state, rows = read_level(module, lines, options, base)
      play_actions(module, state, lines, function() end)
      check_solvable(state, options)
      return state, state:outcome()
    end
  end
  function source.write(_, actions)
    write_solved(rows or game.map_rows(module), actions, first)
    first = false
  end
  function source.doubt(state)
    return module.goal and spelling(module.goal, state, options) or ""
  end
  solve.run(source, options)
end

return play
