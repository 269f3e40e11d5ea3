--- The Tower: towers and their commands in, how each game ended out.

local tower = require "tessera.tower"

local write = require("tessera.process").write
local methods = tower.methods
local outcome = methods.outcome

local count_max = 2147483647
local column_max = 1000000000000000
-- Towers of so many cells are freed before the next one is read.
local large = 65536

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

-- Plays commands until the game is over; returns the outcome, or nil.
local function play(state, reader, count)
  local known = commands
  for phrase in reader:phrases("command", count) do
    local command = known[phrase] or other_command(reader, phrase)
    local done, result, passed = command.play(state, command.argument)
    if result then
      local over = done and result or passed and outcome(state)
      if over then
        return over
      end
    end
  end
end

local function play_traced(state, reader, count)
  local trace = require "tessera.trace"
  local number = 0
  trace.start(("Tower of %d rows and %d columns:"):format(state:rows(), state:columns()), state)
  for phrase in reader:phrases("command", count) do
    local command = commands[phrase] or other_command(reader, phrase)
    local events = {}
    local done, why = command.play(state, command.argument, events)
    number = number + 1
    trace.step(number, phrase, not done and why, events, state)
    if outcome(state) then
      break
    end
  end
  return outcome(state)
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
    local count = reader:integer("number of commands", 0, count_max)
    if over then
      reader:phrases("command", count)
    else
      over = play_commands(state, reader, count)
    end
    write("Game Over : ", over or "Gave Up", "\n")
    -- Commands of a finished game are counted, not examined.
    reader:skip_phrases()
    if rows * columns > large then
      state = nil -- luacheck: ignore 311 (or it would outlive the collection)
      collectgarbage()
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
