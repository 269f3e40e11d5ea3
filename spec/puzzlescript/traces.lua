--- Recorded traces of PuzzleScript games: a reader, and a comparison with an engine.
---
--- A trace is a text. The first word of a line says what it is:
---
---     level I index=J w=W h=H seed=S inputs=LETTERS   a level; J: entry of LEVELS, from 0
---     c CODE NAME NAME ...                            a code: a cell with these objects
---     @ STEP INPUT FLAGS...                           the state after an input
---     r CODE CODE ...                                 a row of it
---     d X,Y=CODE X,Y=CODE ...                         the cells that are not as before
---
--- An engine is a table of functions: `load(game, program, level, seed)` returns a session and the
--- flags of its first step; `input(session, letter)` the flags of a step; `cells(session)` the
--- names of each cell's objects, cell x * rows + y + 1. Flags: `again` (text), `cmd`, `snd`,
--- `rng`, `loop`, `win`, `msg`.

local json = require "dkjson"
local run = require "spec.support.run"

local traces = {}

local folder = "spec/puzzlescript/traces/"

traces.flags = { "again", "cmd", "snd", "rng", "loop", "win", "msg" }

local function read_flags(text)
  local flags = {}
  local rest, message = text:match '^(.-) ?msg=(".*)$'
  flags.msg = message and json.decode(message)
  for word in (rest or text):gmatch "%S+" do
    local key, value = word:match "^(%a+)=(.*)$"
    if key == "rng" then
      flags.rng = tonumber(value)
    else
      flags[key or word] = value or true
    end
  end
  return flags
end

local function new_level(rest)
  local level = { codes = {}, steps = {}, index = math.tointeger(rest:match "index=(%d+)"),
    columns = math.tointeger(rest:match "w=(%d+)"), rows = math.tointeger(rest:match "h=(%d+)"),
    seed = rest:match "seed=(%S*)" }
  return level
end

local function read_changes(step, rest)
  for x, y, code in rest:gmatch "(%d+),(%d+)=(%d+)" do
    step.changes[#step.changes + 1] = { tonumber(x), tonumber(y), tonumber(code) }
  end
end

local function read_row(step, rest)
  local y, x = step.row, 0
  for code in rest:gmatch "%d+" do
    step.changes[#step.changes + 1] = { x, y, tonumber(code) }
    x = x + 1
  end
  step.row = y + 1
end

--- Reads a trace: `counts`, and `levels` with `index`, `columns`, `rows`, `seed`, `codes` (the
--- names of each, with blanks) and `steps`: `input`, `flags` and `changes`, the cells
--- that are not as before, as { x, y, code }.
---@param text string
---@return table
function traces.read(text)
  local trace, level, step = { levels = {}, counts = {} }, nil, nil
  for line in text:gmatch "[^\n]+" do
    local word, rest = line:match "^(%S+) ?(.*)$"
    if word == "counts" then
      for key, value in rest:gmatch "(%w+)=(%d+)" do
        trace.counts[key] = math.tointeger(value)
      end
    elseif word == "level" then
      level = new_level(rest)
      trace.levels[#trace.levels + 1] = level
    elseif word == "c" then
      local code, names = rest:match "^(%d+) ?(.*)$"
      level.codes[math.tointeger(code)] = names
    elseif word == "@" then
      local input, flags = rest:match "^%d+ (%S+) ?(.*)$"
      step = { input = input, flags = read_flags(flags), changes = {}, row = 0 }
      level.steps[#level.steps + 1] = step
    elseif word == "r" then
      read_row(step, rest)
    elseif word == "d" then
      read_changes(step, rest)
    end
  end
  return trace
end

-- What stood in a sample when its trace was recorded, in the place of what stands there since.
local recorded = {
  crates = { { "noaction\n", "" } },
  serpent = { { "noaction\n", "norepeat_action\n" },
    { "\n%[ > Head | Stop ]", "[ action Head ] -> [ Head ]\n%0" } },
  slabs = { { "noaction\n", "" } },
  tumble = { { "noaction\n", "" } },
}

--- A sample game as its trace was recorded, and the trace. Levels that have changed since stand
--- beside it, in NAME.levels.
---@param name string
---@return string source
---@return table trace
function traces.recorded(name)
  local source = run.read_file("samples/puzzlescript/" .. name .. ".txt")
  for _, change in ipairs(recorded[name] or {}) do
    local count
    source, count = source:gsub(change[1], change[2])
    assert(count == 1, name)
  end
  local levels <close> = io.open(folder .. name .. ".levels", "rb")
  if levels then
    source = source:match "^.*\nLEVELS\n" .. levels:read "a"
  end
  return source, traces.read(run.read_file(folder .. name .. ".trace"))
end

local sorted_names = {}

--- The names of a cell, sorted, with blanks between them.
---@param names string[]
---@return string
function traces.cell(names)
  local key = table.concat(names, " ")
  if not sorted_names[key] then
    local sorted = table.move(names, 1, #names, 1, {})
    table.sort(sorted)
    sorted_names[key] = table.concat(sorted, " ")
  end
  return sorted_names[key]
end

local function difference(level, board, cells)
  for x = 0, level.columns - 1 do
    for y = 0, level.rows - 1 do
      local expected = level.codes[board[x * level.rows + y]]
      local got = traces.cell(cells[x * level.rows + y + 1] or {})
      if got ~= expected then
        return ("at %d,%d: '%s', expected '%s'"):format(x, y, got, expected)
      end
    end
  end
  if #cells ~= level.columns * level.rows then
    return ("%d cells, expected %d"):format(#cells, level.columns * level.rows)
  end
end

local function differing_flag(got, expected)
  for _, flag in ipairs(traces.flags) do
    if got[flag] ~= expected[flag] then
      return ("%s: %s, expected %s"):format(flag, tostring(got[flag]), tostring(expected[flag]))
    end
  end
end

--- Plays a level of a trace. Returns the number of steps that agree, and the first difference.
---@param engine table
---@param game table
---@param program table
---@param level table of a trace
---@return integer
---@return string|nil
function traces.play(engine, game, program, level)
  local board = {}
  local session, flags
  for i, step in ipairs(level.steps) do
    if i == 1 then
      session, flags = engine.load(game, program, level.index, level.seed)
    else
      flags = engine.input(session, step.input)
    end
    for _, change in ipairs(step.changes) do
      board[change[1] * level.rows + change[2]] = change[3]
    end
    local differs = difference(level, board, engine.cells(session))
      or differing_flag(flags, step.flags)
    if differs then
      return i - 1, ("entry %d, seed %s, step %d (%s): %s"):format(level.index, level.seed, i - 1,
        step.input, differs)
    end
  end
  return #level.steps
end

--- Compares a game with its trace. Returns the number of steps that agree and a list of
--- differences, at most one for each level.
---@param engine table
---@param game table
---@param program table
---@param trace table
---@return integer
---@return string[]
function traces.compare(engine, game, program, trace)
  local steps, differences = 0, {}
  for _, key in ipairs { "rules", "late" } do
    if program.counts[key] ~= trace.counts[key] then
      differences[#differences + 1] = ("%d %s, expected %d"):format(program.counts[key], key,
        trace.counts[key])
    end
  end
  for _, level in ipairs(trace.levels) do
    local count, differs = traces.play(engine, game, program, level)
    steps, differences[#differences + 1] = steps + count, differs
  end
  return steps, differences
end

return traces
