--- Sokoban without an engine: one list of cells with a frame of walls, so a step is an addition. An
--- action is a direction, 1..4.

local sokoban = {}

local FREE, BOX, WALL = 0, 1, 2
local directions = { "up", "down", "left", "right" }
local kinds = { ["#"] = WALL, ["$"] = BOX, ["*"] = BOX }
local targets = { ["."] = true, ["+"] = true, ["*"] = true }

function sokoban.new(map)
  local rows, columns = {}, 0
  for row in map:gmatch "[^\n]+" do
    rows[#rows + 1] = row
    columns = math.max(columns, #row)
  end
  local width = columns + 1
  local s = { cell = {}, target = {}, missing = 0, player = 0, step = { -width, width, -1, 1 } }
  for i = 1, (#rows + 2) * width + 1 do
    s.cell[i] = WALL
  end
  assert(#s.cell < 256, "a key has a byte for each box")
  for r, row in ipairs(rows) do
    for c = 1, columns do
      local character, i = row:sub(c, c), r * width + c
      s.cell[i], s.target[i] = kinds[character] or FREE, targets[character]
      if character == "@" or character == "+" then
        s.player = i
      elseif character == "$" then
        s.missing = s.missing + 1
      end
    end
  end
  return s
end

-- `target` and `step` never change.
function sokoban.copy(s)
  return { cell = { table.unpack(s.cell) }, target = s.target, missing = s.missing,
    player = s.player, step = s.step }
end

function sokoban.actions(s, list)
  local n, cell, player = 0, s.cell, s.player
  if s.missing == 0 then
    return n
  end
  for d = 1, 4 do
    local step = s.step[d]
    local kind = cell[player + step]
    if kind == FREE or kind == BOX and cell[player + 2 * step] == FREE then
      n = n + 1
      list[n] = d
    end
  end
  return n
end

function sokoban.apply(s, d)
  local cell, target, step = s.cell, s.target, s.step[d]
  local to = s.player + step
  s.player = to
  if cell[to] == BOX then
    cell[to], cell[to + step] = FREE, BOX
    if target[to] then
      s.missing = s.missing + 1
    end
    if target[to + step] then
      s.missing = s.missing - 1
    end
  end
  return s.missing == 0 and "Solved" or nil
end

function sokoban.text(_, d)
  return directions[d]
end

-- Where the player is, and where the boxes are.
function sokoban.key(s)
  local places = { s.player }
  for i, kind in ipairs(s.cell) do
    if kind == BOX then
      places[#places + 1] = i
    end
  end
  return string.char(table.unpack(places))
end

sokoban.playout = require "spec.bench.twins.playout" (sokoban)

return sokoban
