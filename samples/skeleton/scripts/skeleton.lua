--- The command `skeleton`: reads boards and the coins that are taken, writes what is left.

local skeleton = require "tessera.skeleton"
local write = require("tessera.process").write

-- The cells up to "0 0".
local function each_cell(reader)
  return coroutine.wrap(function()
    for row, column in reader:tuples(2, "row or column of a coin") do
      if row == 0 and column == 0 then
        return
      end
      coroutine.yield(row, column)
    end
  end)
end

-- The next board, or nil where the input ends.
local function read_state(reader)
  local rows = reader:integer_or_end("number of rows", 0, skeleton.side_max)
  if rows and rows > 0 then
    local columns = reader:integer("number of columns", 1, skeleton.side_max)
    return (skeleton.new(reader:grid(rows, columns, skeleton.cells)))
  end
end

local function play(state, reader)
  for row, column in each_cell(reader) do
    state:take(row, column, false) -- what the rules do not allow is ignored
  end
end

local function play_traced(state, reader)
  local trace = require "tessera.base.trace"
  local number = 0
  trace.start("Board:", state)
  for row, column in each_cell(reader) do
    local events = {}
    local done, why = state:take(row, column, events)
    number = number + 1
    trace.step(number, row .. " " .. column, not done and why, events, state)
  end
end

local function run(reader, options)
  for state in read_state, reader do
    local playing = options.trace and play_traced or play
    playing(state, reader)
    write(state:outcome() or "Unfinished", "\n", tostring(state))
  end
end

return {
  summary = "Skeleton: take coins that lie heads up until none is left",
  genre = "logic",
  help = [[
Input: boards, each one the number of rows and of columns (1..100), its cells from the top,
H (heads up), T (tails up) or . (empty), and the cells of the coins to take, pairs of row
and column up to "0 0", all separated by any white space; a 0 for the rows, or the end of
the file, ends it. A coin that lies heads up is taken and its neighbours are turned over;
what the rules do not allow is ignored.

Output: for each board Cleared, Stuck or Unfinished, and the board.]],
  run = run,
}
