--- The command `samegame`: reads grids and selected cells, writes what is left of each grid.

local samegame = require "tessera.samegame"

-- Locals for functions that are called for every grid or pair.
local write = require("tessera.process").write
local input = require("tessera.reader").methods
local integer, integer_or_end = input.integer, input.integer_or_end
local read_grid, tuples = input.grid, input.tuples
local remove = samegame.methods.remove

local upward = { order = "upward" }
local coordinate = "row or column of a cell"
-- A grid of more cells than this is freed before the next one is read.
local large = 65536

-- Reads pairs up to "0 0" and removes the region of each, until the game is over.
local function play(state, reader)
  local over = state:outcome()
  for row, column in tuples(reader, 2, coordinate) do
    if row == 0 and column == 0 then
      return
    elseif not over then
      local done, outcome = remove(state, row, column, false)
      over = done and outcome
    end
  end
end

local function play_traced(state, reader)
  local trace = require "tessera.base.trace"
  local number = 0
  trace.start(("Grid of %d rows and %d columns:"):format(state:rows(), state:columns()), state)
  for row, column in tuples(reader, 2, coordinate) do
    if row == 0 and column == 0 then
      return
    end
    local events, left = {}, state:left()
    local done, why = state:remove(row, column, events)
    local what = ("%d %d: %d removed"):format(row, column, left - state:left())
    number = number + 1
    trace.step(number, what, not done and why, events, state)
  end
end

-- The numbers of rows and columns, or nil where the input ends.
local function read_sides(reader)
  local max = samegame.side_max
  local rows = integer_or_end(reader, "number of rows", 0, max)
  if not rows or rows == 0 then
    return nil
  end
  local columns = integer(reader, "number of columns", 0, max)
  if columns > 0 then
    return rows, columns
  end
end

local function read_state(reader, rows, columns)
  return samegame.new(read_grid(reader, rows, columns, "0123456789", "", "spaced"), upward)
end

-- Iterates over the grids: the state and, if the game is over, its outcome. Pairs are skipped.
local function each_grid(reader)
  return function()
    local rows, columns = read_sides(reader)
    if rows then
      local state = read_state(reader, rows, columns)
      for row, column in tuples(reader, 2, coordinate) do
        if row == 0 and column == 0 then
          break
        end
      end
      return state, state:outcome()
    end
  end
end

local function write_grid(state, actions)
  local lines = {}
  for line in state:picture("", " ", "0"):gmatch "[^\n]+" do
    table.insert(lines, 1, line)
  end
  write(state:rows(), " ", state:columns(), "\n", table.concat(lines, "\n"), "\n",
    table.concat(actions, "\n"), #actions > 0 and "\n" or "", "0 0\n")
end

local function run(reader, options)
  local play_pairs = options.trace and play_traced or play
  local number = 0
  for rows, columns in read_sides, reader do
    local state = read_state(reader, rows, columns)
    play_pairs(state, reader)
    number = number + 1
    local left = state:won() and "    Game Won\n" or state:picture("    ", " ", " ")
    write(number > 1 and "\n" or "", "Grid ", number, ".\n", left)
    if rows * columns > large then
      state, left = nil, nil -- luacheck: ignore 311 (else the collection could not free them)
      collectgarbage()
    end
  end
end

return {
  summary = "SameGame: remove regions of equal blocks until the grid is empty", genre = "match",
  help = [[
Input: grids, each one the number of rows and of columns (1..2000), the values of its cells
(single digits, 0 is a value like the others) from the bottom row on, and pairs of row and
column up to "0 0", all separated by any white space; a 0 for the rows or columns, or the
end of the file, ends it. A pair selects a cell: row 1 is the bottom, column 1 the left. Its
region, two or more equal cells side by side or one above the other, is removed, the cells
above fall, and empty columns close to the left. Any other pair is ignored.

Output: "Grid 1." and so on, and below it, each line after four blanks, "Game Won", or the
rows from the top: the cells with a blank between them, an empty cell a blank as well. A
blank line stands between two grids.]],
  run = run,
  positions = each_grid,
  solve = function(reader)
    return { name = "samegame", each = each_grid(reader), write = write_grid, last = "0 0\n" }
  end,
}
