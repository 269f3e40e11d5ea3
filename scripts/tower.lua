--- The Tower: towers and their commands in, how each game ended out.

local cli = require "tessera.cli"
local tower = require "tessera.tower"

local write = cli.write
local methods = tower.methods
local outcome = methods.outcome

local count_max = 2147483647
local column_max = 1000000000000000

local sides = { LEFT = true, RIGHT = true }

local function side(reader)
  local word = reader:word "direction"
  if not sides[word] then
    reader:unknown("direction", "LEFT RIGHT")
  end
  return word
end

local function column(reader)
  return reader:integer("column", -column_max, column_max)
end

-- From the name of a command to the method that carries it out and the reading of its
-- argument.
local commands = {
  MOVETO = { play = methods.moveto, argument = column },
  CLIMB = { play = methods.climb, argument = side },
  GETDOWN = { play = methods.getdown, argument = side },
  PUSH = { play = methods.push, argument = side },
  PULL = { play = methods.pull, argument = side },
}

local function read_command(reader)
  local name = reader:word "command"
  local command = commands[name]
  if not command then
    reader:unknown("command", "MOVETO CLIMB GETDOWN PUSH PULL")
  end
  return command, command.argument(reader), name
end

local function play(state, reader, count)
  for left = count, 1, -1 do
    if outcome(state) then
      return left
    end
    local command, argument = read_command(reader)
    command.play(state, argument)
  end
  return 0
end

local function play_traced(state, reader, count)
  local trace = require "tessera.trace"
  trace.start(("Tower of %d rows and %d columns:"):format(state:rows(), state:columns()), state)
  for number = 1, count do
    if outcome(state) then
      return count - number + 1
    end
    local command, argument, name = read_command(reader)
    local events = {}
    local _, why = command.play(state, argument, events)
    trace.step(number, name .. " " .. argument, why, events, state)
  end
  return 0
end

-- The height and the width, or nil at the end of the input.
local function read_sides(reader)
  if reader:at_end() then
    return nil
  end
  local min, max = tower.side_min, tower.side_max
  local rows = reader:integer("height", 0, max)
  if rows == 0 then
    reader:integer("width after a height of 0", 0, 0)
    return nil
  elseif rows < min then
    reader:fail(("the height must be %d..%d, not %d"):format(min, max, rows))
  end
  return rows, reader:integer("width", min, max)
end

local function run(reader, options)
  local play_commands = options.trace and play_traced or play
  for rows, columns in read_sides, reader do
    local state = tower.new(reader:grid(rows, columns, tower.cells, tower.once))
    local count = reader:integer("number of commands", 0, count_max)
    local left = play_commands(state, reader, count)
    write("Game Over : ", outcome(state) or "Gave Up", "\n")
    -- Commands of a finished game are counted, not examined: two words each.
    reader:skip(2 * left, "command")
  end
end

return {
  summary = "The Tower: push, pull and climb blocks to reach the goal",
  help = [[
Input: datasets, each one the height and the width of the tower (3..2000), its rows from
the top, the number of commands and the commands, separated by any white space; "0 0" or
the end of the file ends it. Cells: . space, # block, I ice, G goal, C fixed, B of another
dimension, 1 2 3 fragile, S player. Commands: MOVETO column, CLIMB, GETDOWN, PUSH and PULL
with LEFT or RIGHT. What the rules do not allow is ignored.

Output: a line for each dataset: "Game Over : " and Cleared, Death by Hole, Death by
Block, Death by Walking Goal or Gave Up.]],
  run = run,
}
