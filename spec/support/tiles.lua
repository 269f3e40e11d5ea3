--- Sliding tiles (Chapman's Fifteen, on boards of up to 3 x 5 cells): a game whose moves can be
--- undone, for specs and benchmarks.

local tessera = require "tessera"

local tiles = {}

local legend, name = { [" "] = "gap" }, {}
for i = 1, 14 do
  legend[("%x"):format(i)] = "tile" .. i
  name[i] = "tile" .. i
end

local steps = { up = { -1, 0 }, down = { 1, 0 }, left = { 0, -1 }, right = { 0, 1 } }

local definition = { name = "tiles", legend = legend, moves = { "up", "down", "left", "right" } }

--- Moves the gap.
function definition.apply(state, word)
  local board, step = state.board, steps[word]
  local row, column = board:find "gap"
  local r, c = row + step[1], column + step[2]
  if r < 1 or r > board:rows() or c < 1 or c > board:columns() then
    return nil, "there is the edge"
  end
  board:set(row, column, board:get(r, c))
  board:set(r, c, "gap")
end

local opposite = { up = "down", down = "up", left = "right", right = "left" }

function definition.reverse(state, word)
  return definition.apply(state, opposite[word])
end

tiles.definition = definition
tiles.game = tessera.game(definition)

--- The position in which all tiles are in order, and the gap is behind them.
function tiles.solved(rows, columns)
  local lines = {}
  for row = 1, rows do
    local cells = {}
    for column = 1, columns do
      local i = (row - 1) * columns + column
      cells[column] = i < rows * columns and ("%x"):format(i) or " "
    end
    lines[row] = table.concat(cells)
  end
  return tiles.game.new(table.concat(lines, "\n"))
end

--- A position after so many random moves from there.
function tiles.mixed(random, rows, columns, moves)
  local state = tiles.solved(rows, columns)
  for _ = 1, moves do
    local actions = state:actions()
    state:apply(actions[1 + random:below(#actions)])
  end
  return state
end

function tiles.is_solved(state)
  local board, last = state.board, state:rows() * state:columns()
  for i = 1, last - 1 do
    local columns = state:columns()
    if not board:is((i - 1) // columns + 1, (i - 1) % columns + 1, name[i]) then
      return false
    end
  end
  return true
end

--- How many rows and columns the tiles are away from their places, all together.
function tiles.distance(state)
  local board, columns, sum = state.board, state:columns(), 0
  for i = 1, state:rows() * columns - 1 do
    local row, column = board:find(name[i])
    sum = sum + math.abs(row - (i - 1) // columns - 1) + math.abs(column - (i - 1) % columns - 1)
  end
  return sum
end

return tiles
