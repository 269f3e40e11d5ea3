--- The command `jewelry`: reads boards and writes the best tip for each.

local jewelry = require "tessera.jewelry"

local write = require("tessera.process").write
local new, tip = jewelry.new, jewelry.methods.tip

local side = 8

-- The two parts of an answer, such as "Norm: B.DN@" and "0,0\n", made once. Rows and columns count
-- from 0 in the output, from 1 in the library.
local heads, places = {}, {}
for _, kind in ipairs { "Norm", "Good", "Excl" } do
  heads[kind] = {}
  for colour in jewelry.colours:gmatch "." do
    heads[kind][colour] = {}
    for _, direction in ipairs { "LT", "UP", "RT", "DN" } do
      heads[kind][colour][direction] = kind .. ": " .. colour .. "." .. direction .. "@"
    end
  end
end
for row = 1, side do
  places[row] = {}
  for column = 1, side do
    places[row][column] = row - 1 .. "," .. column - 1 .. "\n"
  end
end

local function show(kind, colour, direction, row, column)
  if kind then
    write(heads[kind][colour][direction], places[row][column])
  else
    write "Game Over\n"
  end
end

-- Raises a fault: the board that was read last holds a line already.
local function fail(reader, board, number, count)
  local _, line = jewelry.find_line(board)
  local row, column, last = line.row - 1, line.column - 1, line.length - 1
  local place = line.direction == "RT" and ("row %d, columns %d..%d"):format(row, column,
    column + last) or ("column %d, rows %d..%d"):format(column, row, row + last)
  local words = ("the board holds a line already: %d %s in %s (counted from 0)"):format(
    line.length, line.colour, place)
  if count > 1 then
    words = ("%s, board %d of %d"):format(words, number, count)
  end
  reader:fail_board(line.row, words)
end

-- Iterates over the boards: the state with which each begins.
local function each_state(reader)
  local next_board = reader:each_board(side, side, jewelry.colours)
  return function()
    local board, number, count = next_board(reader)
    local fine, state = pcall(new, board or "")
    if board and not fine then
      fail(reader, board, number, count)
    end
    return board and state or nil
  end
end

local function show_tips(state, number)
  local trace = require "tessera.base.trace"
  trace.start(("Board %d:"):format(number), state)
  for i, t in ipairs(state:tips()) do
    trace.note(i, heads[t.kind][t.colour][t.direction] .. places[t.row][t.column]:sub(1, -2), state)
  end
end

local function run(reader, options)
  local boards = 0
  for board, number, count in reader:each_board(side, side, jewelry.colours) do
    local fine, state = pcall(new, board)
    if not fine then
      fail(reader, board, number, count)
    elseif options.trace then
      boards = boards + 1
      show_tips(state, boards)
    end
    show(tip(state))
  end
end

return {
  summary = "Jewelry Tips: swap jewels so that three or more are in a line", genre = "match",
  help = [[
Input: boards of 8 x 8 jewels, R O Y G B P W, one below the other or side by side with
white space between them (256 at most), up to the end of the file. The jewels of a row may
also be separated by white space. A board must not hold a line of three or more.

Output: a line for each board: Norm (a line of 3), Good (a line of 4) or Excl (two lines
or a line of 5), the jewel, the direction of its swap (LT, UP, RT or DN) and its place
before it, as row,column from 0: "Norm: B.DN@0,0"; or "Game Over" if no swap makes a line.]],
  run = run,
  positions = each_state,
}
