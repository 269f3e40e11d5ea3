--- Connect Four without an engine: seven stacks of stones, one after the other in a list of cells.
--- An action is a column.

local connect4 = {}

-- A stack has a cell above its six that is always free, so a line ends at the edge: the cell of
-- (column, height) is 7 * column + height.
local steps = { 1, 6, 7, 8 }

function connect4.new()
  local s = { cell = {}, height = {}, stones = 0, turn = 1, over = nil }
  for i = 1, 63 do
    s.cell[i] = 0
  end
  for column = 1, 7 do
    s.height[column] = 0
  end
  return s
end

function connect4.copy(s)
  return { cell = { table.unpack(s.cell) }, height = { table.unpack(s.height) },
    stones = s.stones, turn = s.turn, over = s.over }
end

function connect4.actions(s, list)
  local n, height = 0, s.height
  if s.over then
    return n
  end
  for column = 1, 7 do
    if height[column] < 6 then
      n = n + 1
      list[n] = column
    end
  end
  return n
end

-- How many of the player's stones follow cell i, `step` apart.
local function count(cell, i, step, player)
  local n = 0
  while cell[i + step] == player do
    n, i = n + 1, i + step
  end
  return n
end

function connect4.apply(s, column)
  local cell, player, height = s.cell, s.turn, s.height[column] + 1
  local i = 7 * column + height
  cell[i], s.height[column] = player, height
  s.stones = s.stones + 1
  s.turn = 3 - player
  if s.stones == 42 then
    s.over = "Draw"
  end
  for _, step in ipairs(steps) do
    if count(cell, i, step, player) + count(cell, i, -step, player) >= 3 then
      s.over = player == 1 and "Red wins" or "Yellow wins"
    end
  end
  return s.over
end

function connect4.text(_, column)
  return "drop " .. column
end

function connect4.key(s)
  return string.char(table.unpack(s.cell))
end

connect4.playout = require "spec.bench.twins.playout" (connect4)

return connect4
