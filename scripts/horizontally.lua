--- The command `horizontally`: reads a move of Left on each line and answers with a move of Right.

local horizontally = require "tessera.horizontally"

local write = require("tessera.process").write
local methods = horizontally.methods
local best_move, move = methods.best_move, methods.move

-- Raises a fault at the word that follows `blanks` blanks in the current line.
local function fail_at(reader, blanks, message)
  local _, fault = pcall(reader.fail, reader, message)
  fault.column = fault.column + blanks
  error(fault, 0)
end

-- The text of the next line that is not blank, and the number of blanks before it; nil at the end
-- of the input.
local function next_line(reader)
  for line in reader.line, reader do
    local first = line:find "%S"
    if first then
      return line:match("^.*%S", first), first - 1
    end
  end
end

-- Carries out a move of Left.
local function play_left(reader, state, text, blanks)
  if text == "-" then
    fail_at(reader, blanks, "only the first line may be '-'")
  elseif not text:find "^%u%l$" then
    local characters = require "tessera.base.characters" -- seldom needed
    local word = characters.line(characters.cut(text, 20))
    fail_at(reader, blanks, ("expected a move of Left such as 'Fc', found '%s'"):format(word))
  end
  local done, why = move(state, text)
  if not done then
    fail_at(reader, blanks, why)
  end
end

local function nothing() end

-- Starts the trace; returns a function that shows a move: tell("Left", "Fc").
local function tracer(state)
  local trace = require "tessera.base.trace"
  local number = 0
  trace.start(("A board of %d rows and %d columns, blocks of %d:"):format(state:rows(),
    state:columns(), state:fields()), state)
  return function(player, text)
    number = number + 1
    local note = ("%s: %s, rating for Right %d"):format(player, text, state:rating("right"))
    trace.step(number, note, nil, {}, state)
  end
end

local function run(reader, options)
  local text, blanks = next_line(reader)
  local passed = text == "-"
  local state = horizontally.new(nil, { fields = options.fields, rows = options.rows,
    columns = options.columns, first = passed and "right" or "left" })
  local tell = options.trace and tracer(state) or nothing
  while text and text ~= "." do
    if not passed then
      play_left(reader, state, text, blanks)
      tell("Left", text)
    end
    passed = false
    local best = best_move(state, options.select)
    write(best or ".", "\n")
    if not best then
      return
    end
    move(state, best)
    tell("Right", best)
    text, blanks = next_line(reader)
  end
end

local side = horizontally.side_max

return {
  summary = "Horizontally: place blocks in turn, one upright, one lying; who has no room loses",
  genre = "versus",
  help = [[
Input: the moves of Left, one on a line: the column, A..Z, and the row, a..z, of the first
field of his block, which covers FIELDS fields downward. A first line "-" leaves the first
move to Right. "." or the end of the file: Left surrenders.

Output: the answers of Right, each as soon as Left has moved: row and column of the first
field of his block, which covers FIELDS fields to the right; "." if he has no move. He
plays a move after which the board is rated best for him; of n such moves, by row and then
by column, number SELECT % n, from 0.]],
  numbers = {
    fields = { min = 1, max = side, help = "How many fields a block covers, 1..26 (5)." },
    rows = { min = 1, max = side, help = "The rows of the board, 1..26 (26)." },
    columns = { min = 1, max = side, help = "The columns of the board, 1..26 (26)." },
    select = { min = 0, max = 2147483647, help = "Chooses among Right's best moves (1000)." },
  },
  run = run,
}
