--- The Tower: towers and their commands in, how each game ended out.

local cli = require "tessera.cli"
local tower = require "tessera.tower"

local write = cli.write
local methods = tower.methods
local outcome = methods.outcome

local count_max = 2147483647
local column_max = 1000000000000000

-- From the text of a command to the method that carries it out and its argument.
local commands = {}
local names = { "CLIMB", "GETDOWN", "PUSH", "PULL", MOVETO = methods.moveto }
for _, name in ipairs(names) do
  names[name] = methods[name:lower()]
  for _, side in ipairs { "LEFT", "RIGHT" } do
    commands[name .. " " .. side] = { play = names[name], argument = side }
  end
end

-- A command that is not in the table: MOVETO, or an error in the input.
local function other_command(reader, phrase)
  local name = reader:pick(1)
  if not names[name] then
    reader:unknown("command", "MOVETO CLIMB GETDOWN PUSH PULL")
  end
  reader:pick(2)
  if name ~= "MOVETO" then
    reader:unknown("direction", "LEFT RIGHT")
  end
  local column = reader:value("column", -column_max, column_max)
  local command = { play = methods.moveto, argument = column }
  if column > 0 and column <= tower.side_max and phrase == "MOVETO " .. column then
    commands[phrase] = command
  end
  return command
end

-- Plays until the game is over. Returns how many commands are left then, and the outcome.
local function play(state, over, reader, count)
  local known, read = commands, reader.phrase
  while count > 0 and not over do
    local phrase = read(reader, "command")
    local command = known[phrase] or other_command(reader, phrase)
    local done, result, passed = command.play(state, command.argument)
    if result and (done or passed) then
      over = outcome(state)
    end
    count = count - 1
  end
  return count, over
end

local function play_traced(state, over, reader, count)
  local trace = require "tessera.trace"
  trace.start(("Tower of %d rows and %d columns:"):format(state:rows(), state:columns()), state)
  for number = 1, count do
    if over then
      return count - number + 1, over
    end
    local phrase = reader:phrase "command"
    local command = commands[phrase] or other_command(reader, phrase)
    local events = {}
    local done, why = command.play(state, command.argument, events)
    trace.step(number, phrase, not done and why, events, state)
    over = outcome(state)
  end
  return 0, over
end

-- The height and the width, or nil at the end of the input.
local function read_sides(reader)
  local min, max = tower.side_min, tower.side_max
  local rows = reader:integer_or_end("height", 0, max)
  if not rows then
    return nil
  elseif rows == 0 then
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
    local state, over = tower.new(reader:grid(rows, columns, tower.cells, tower.once))
    local left = reader:integer("number of commands", 0, count_max)
    left, over = play_commands(state, over, reader, left)
    write("Game Over : ", over or "Gave Up", "\n")
    if left > 0 then
      -- Commands of a finished game are counted, not examined: two words each.
      reader:skip(2 * left, "command")
    end
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
