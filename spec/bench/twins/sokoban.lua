--- Sokoban without an engine. The map has a frame of walls, so a step is an addition. An action is
--- a direction, 1..4. The places of the boxes are kept in order: with the player's they are the
--- key.

local sokoban = {}

local byte, char, unpack = string.byte, string.char, table.unpack
local FREE, BOX, WALL = 0, 1, 2
local directions = { "up", "down", "left", "right" }
local kinds = { ["#"] = WALL, ["$"] = BOX, ["*"] = BOX }
local targets = { ["."] = true, ["+"] = true, ["*"] = true }

local function put(s, i, character)
  s.cell[i] = kinds[character] or FREE
  s.target[i] = targets[character] or false
  if character == "@" or character == "+" then
    s.player = i
  elseif s.cell[i] == BOX then
    s.boxes[#s.boxes + 1] = i
    s.missing = s.missing + (s.target[i] and 0 or 1)
  end
end

function sokoban.new(map)
  local rows, columns = {}, 0
  for row in map:gmatch "[^\n]+" do
    rows[#rows + 1] = row
    columns = math.max(columns, #row)
  end
  local width = columns + 1
  local s = { cell = {}, target = {}, boxes = {}, missing = 0, player = 0,
    step = { -width, width, -1, 1 } }
  for i = 1, (#rows + 2) * width + 1 do
    s.cell[i], s.target[i] = WALL, false
  end
  assert(#s.cell < 256, "a key has a byte for each box")
  for r, row in ipairs(rows) do
    for c = 1, columns do
      put(s, r * width + c, row:sub(c, c))
    end
  end
  return s
end

-- `target` and `step` never change.
function sokoban.copy(s)
  return { cell = { unpack(s.cell) }, target = s.target, boxes = { unpack(s.boxes) },
    missing = s.missing, player = s.player, step = s.step }
end

function sokoban.actions(s, list)
  if s.missing == 0 then
    return 0
  end
  local n, cell, player, steps = 0, s.cell, s.player, s.step
  for d = 1, 4 do
    local step = steps[d]
    local kind = cell[player + step]
    if kind == FREE or kind == BOX and cell[player + 2 * step] == FREE then
      n = n + 1
      list[n] = d
    end
  end
  return n
end

-- Puts a box of the list to another place.
local function move(boxes, from, to)
  local k, way = 1, from < to and 1 or -1
  while boxes[k] ~= from do
    k = k + 1
  end
  while boxes[k + way] and (boxes[k + way] < to) == (way == 1) do
    boxes[k] = boxes[k + way]
    k = k + way
  end
  boxes[k] = to
end

function sokoban.apply(s, d)
  local step = s.step[d]
  local to = s.player + step
  s.player = to
  if s.cell[to] == BOX then
    local behind, target = to + step, s.target
    s.cell[to], s.cell[behind] = FREE, BOX
    move(s.boxes, to, behind)
    if target[to] ~= target[behind] then
      s.missing = s.missing + (target[to] and 1 or -1)
      return s.missing == 0 and "Solved" or nil
    end
  end
end

function sokoban.text(_, d)
  return directions[d]
end

function sokoban.key(s)
  return char(s.player, unpack(s.boxes))
end

-- Makes it the position of a key.
local function restore(s, key)
  local cell, boxes, target, missing = s.cell, s.boxes, s.target, 0
  for k = 1, #boxes do
    cell[boxes[k]] = FREE
  end
  for k = 1, #boxes do
    local i = byte(key, k + 1)
    boxes[k], cell[i] = i, BOX
    missing = missing + (target[i] and 0 or 1)
  end
  s.player, s.missing = byte(key), missing
end

--- How many positions are met first at each depth.
function sokoban.walk(start, depth)
  local actions, apply = sokoban.actions, sokoban.apply
  local s, list, level = sokoban.copy(start), {}, { sokoban.key(start) }
  local seen, counts = { [level[1]] = true }, { 1 }
  for d = 1, depth do
    local next_level, count = {}, 0
    for i = 1, #level do
      local position = level[i]
      restore(s, position)
      for k = 1, actions(s, list) do
        if k > 1 then
          restore(s, position)
        end
        apply(s, list[k])
        local key = char(s.player, unpack(s.boxes))
        if not seen[key] then
          seen[key] = true
          count = count + 1
          next_level[count] = key
        end
      end
    end
    level, counts[d + 1] = next_level, count
  end
  return counts
end

sokoban.playout = require "spec.bench.twins.playout" (sokoban)

return sokoban
