--- Connect Four without an engine. Cell (row, column) is 8 * (row - 1) + column: the eighth
--- column is empty for ever and keeps lines from going around the edge. An action is a column.

local connect4 = {}

local unpack = table.unpack

function connect4.new()
  local s = { cell = {}, free = {}, left = 42, turn = 1, over = nil }
  for i = 1, 48 do
    s.cell[i] = 0
  end
  for column = 1, 7 do
    s.free[column] = 40 + column -- the next free cell, below 1 if there is none
  end
  return s
end

function connect4.copy(s)
  return { cell = { unpack(s.cell) }, free = { unpack(s.free) }, left = s.left, turn = s.turn,
    over = s.over }
end

function connect4.actions(s, list)
  if s.over then
    return 0
  end
  local n, free = 0, s.free
  for column = 1, 7 do
    if free[column] > 0 then
      n = n + 1
      list[n] = column
    end
  end
  return n
end

-- Whether four of the player's are in a row with cell i, `step` apart.
local function four(cell, i, step, player)
  local first, last = i - step, i + step
  while cell[first] == player do
    first = first - step
  end
  while cell[last] == player do
    last = last + step
  end
  return last - first > 4 * step
end

function connect4.apply(s, column)
  local cell, player, i = s.cell, s.turn, s.free[column]
  cell[i] = player
  s.free[column] = i - 8
  s.turn = 3 - player
  s.left = s.left - 1
  if cell[i + 8] == player and cell[i + 16] == player and cell[i + 24] == player
    or four(cell, i, 1, player) or four(cell, i, 7, player) or four(cell, i, 9, player) then
    s.over = player == 1 and "Red wins" or "Yellow wins"
  elseif s.left == 0 then
    s.over = "Draw"
  end
  return s.over
end

function connect4.text(_, column)
  return "drop " .. column
end

function connect4.key(s)
  return string.char(s.turn, unpack(s.cell))
end

connect4.playout = require "spec.bench.twins.playout" (connect4)

return connect4
