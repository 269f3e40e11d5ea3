--- The command `tower`: reads towers and commands, writes how each game ended.

local tower = require "tessera.tower"

-- Locals for functions that are called for every dataset or command: looking one up in a table
-- takes as long as a small rule.
local write = require("tessera.process").write
local input = require("tessera.reader").methods
local integer, integer_or_end, read_grid = input.integer, input.integer_or_end, input.grid
local phrases, skip_phrases = input.phrases, input.skip_phrases
local methods = tower.methods
local outcome = methods.outcome
local new, cells, once = tower.new, tower.cells, tower.once
local side_min, side_max = tower.side_min, tower.side_max

local count_max = 2147483647
-- A tower of more cells than this is freed before the next one is read.
local large = 65536

-- The method and the argument of each command, by the command's text.
local commands = {}
local names = { "CLIMB", "GETDOWN", "PUSH", "PULL", MOVETO = methods.moveto }
for _, name in ipairs(names) do
  names[name] = methods[name:lower()]
  for _, side in ipairs { "LEFT", "RIGHT" } do
    commands[name .. " " .. side] = { play = names[name], argument = side }
  end
end

-- The last token as a column. One beyond `column_far`, even beyond 64 bits, is no error: it becomes
-- a column outside of every tower, and the tower ignores the command.
local function column_of(reader, word)
  local far = tower.column_far
  if #word > 15 and word:find "^[-+]?%d+$" then
    local column = math.tointeger(tonumber(word)) or math.huge
    if column > far or column < -far then
      return word:find "^-" and -far or far
    end
  end
  return reader:value("column", -far, far)
end

-- A command that is not in the table: MOVETO, or an error in the input.
local function other_command(reader, phrase)
  local name = reader:pick(1)
  if not names[name] then
    reader:unknown("command", "MOVETO CLIMB GETDOWN PUSH PULL")
  end
  local word = reader:pick(2)
  if name ~= "MOVETO" then
    reader:unknown("direction", "LEFT RIGHT")
  end
  local column = column_of(reader, word)
  local command = { play = methods.moveto, argument = column }
  if column > 0 and column <= side_max and phrase == "MOVETO " .. column then
    commands[phrase] = command
  end
  return command
end

-- Plays commands until the game is over; returns the outcome, or nil if the game is not over. The
-- reader knows how many commands are left.
local function play(state, over, reader, count)
  local known, next_phrase = commands, phrases(reader, "command", count)
  if over then
    return over
  end
  for phrase in next_phrase, reader do
    local command = known[phrase] or other_command(reader, phrase)
    local done, result, passed = command.play(state, command.argument, false)
    if result or passed then
      over = done and result or passed and outcome(state)
      if over then
        return over
      end
    end
  end
end

local function play_traced(state, over, reader, count)
  local trace = require "tessera.base.trace"
  local number = 0
  trace.start(("Tower of %d rows and %d columns:"):format(state:rows(), state:columns()), state)
  local next_phrase = phrases(reader, "command", count)
  if over then
    return over
  end
  for phrase in next_phrase, reader do
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

-- Reads the height and the width; nil at the end of the input.
local function read_sides(reader)
  local rows = integer_or_end(reader, "height")
  if not rows then
    return nil
  elseif rows == 0 then
    reader:integer("width after a height of 0", 0, 0)
    return nil
  elseif rows < side_min or rows > side_max then
    reader:value("height", side_min, side_max)
  end
  return rows, integer(reader, "width", side_min, side_max)
end

-- Iterates over the datasets: the tower and, if the game is over from the start, its outcome. The
-- commands are skipped.
local function each_dataset(reader)
  return function()
    local rows, columns = read_sides(reader)
    if rows then
      local state, over = new(read_grid(reader, rows, columns, cells, once))
      phrases(reader, "command", integer(reader, "number of commands", 0, count_max))
      skip_phrases(reader)
      return state, over
    end
  end
end

local function write_dataset(state, actions)
  write(state:rows(), " ", state:columns(), "\n", tostring(state), #actions, "\n",
    table.concat(actions, "\n"), #actions > 0 and "\n" or "")
end

local function run(reader, options)
  local play_commands = options.trace and play_traced or play
  for rows, columns in read_sides, reader do
    local state, over = new(read_grid(reader, rows, columns, cells, once))
    local count = integer(reader, "number of commands", 0, count_max)
    over = play_commands(state, over, reader, count)
    write("Game Over : ", over or "Gave Up", "\n")
    -- The commands behind the end of a game are counted, but not checked.
    skip_phrases(reader)
    if rows * columns > large then
      state = nil -- luacheck: ignore 311 (else the collection could not free it)
      collectgarbage()
    end
  end
end

return {
  summary = "The Tower: push, pull and climb blocks to reach the goal", genre = "push",
  help = [[
Input: datasets, each one the height and the width of the tower (3..2000), its rows from
the top, the number of commands and the commands, separated by any white space; "0 0" or
the end of the file ends it. Cells: . space, # block, I ice, G goal, C fixed, B of another
dimension, 1 2 3 fragile, S player. Commands: MOVETO column, CLIMB, GETDOWN, PUSH and PULL
with LEFT or RIGHT. What the rules do not allow is ignored.

Output: a line for each dataset: "Game Over : " and Cleared, Death by Hole, Death by
Block, Death by Walking Goal or Gave Up.]],
  run = run,
  positions = each_dataset,
  solve = function(reader)
    return { name = "tower", each = each_dataset(reader), write = write_dataset, last = "0 0\n" }
  end,
}
