--- Levels of Sokoban: a room with some pillars, and boxes that are pulled away from their targets,
--- so every level can be solved. What makes them hard?
---
--- Space as much as boxes. In rooms of 6 x 6 cells inside of the walls one, two and three boxes
--- have a mean difficulty of 6.4, 8.6 and 9.3; in rooms of 4 x 4 three boxes (2.1) are no harder
--- than one (2.0). With one box in the large room the level is lost in half of its positions, with
--- three boxes in three quarters. (900 levels, 4 s of CPU time.)

local tessera = require "tessera"
local sokoban = require "sokoban"

local steps = { -100, 100, -1, 1 } -- up, down, left, right

-- A cell is row * 100 + column. A room with a wall around it and some pillars, as the set of its
-- cells that are free, and these as a list.
local function room(random, size, pillars)
  local free, list = {}, {}
  for row = 2, size - 1 do
    for column = 2, size - 1 do
      free[row * 100 + column] = true
    end
  end
  for _ = 1, pillars do
    free[(2 + random:below(size - 2)) * 100 + 2 + random:below(size - 2)] = nil
  end
  for row = 2, size - 1 do
    for column = 2, size - 1 do
      list[#list + 1] = free[row * 100 + column] and row * 100 + column
    end
  end
  return free, list
end

-- Takes a cell out of a list by chance.
local function draw(random, list)
  return table.remove(list, 1 + random:below(#list))
end

-- The cells to which the player can walk.
local function reached(free, boxes, player)
  local seen, todo = { [player] = true }, { player }
  for _, cell in ipairs(todo) do
    for _, step in ipairs(steps) do
      local to = cell + step
      if free[to] and not boxes[to] and not seen[to] then
        seen[to] = true
        todo[#todo + 1] = to
      end
    end
  end
  return seen
end

-- Each pull that is possible: a box, where it comes to, and where the player does.
local function pulls_of(free, boxes, player, list)
  local seen, pulls = reached(free, boxes, player), {}
  for _, box in ipairs(list) do
    for _, step in ipairs(boxes[box] and steps or {}) do
      local to, back = box + step, box + 2 * step
      if seen[to] and free[back] and not boxes[back] then
        pulls[#pulls + 1] = { box, to, back }
      end
    end
  end
  return pulls
end

local function picture(size, free, boxes, targets, player)
  local rows = {}
  for row = 1, size do
    local line = {}
    for column = 1, size do
      local cell = row * 100 + column
      line[column] = not free[cell] and "#" or cell == player and (targets[cell] and "+" or "@")
        or boxes[cell] and (targets[cell] and "*" or "$") or targets[cell] and "." or " "
    end
    rows[row] = table.concat(line)
  end
  return table.concat(rows, "\n")
end

return tessera.generator {
  name = "Sokoban in a small room",
  game = sokoban,
  points = { size = { 6, 7, 8 }, boxes = { 1, 2, 3 }, seed = tessera.range(1, 100) },
  generate = function(random, point)
    local size = point.size
    local free, list = room(random, size, size)
    local boxes, targets, rest = {}, {}, { table.unpack(list) }
    for _ = 1, point.boxes do
      local cell = draw(random, rest)
      boxes[cell], targets[cell] = true, true
    end
    local player = draw(random, rest)
    for _ = 1, 30 * point.boxes do
      local pulls = pulls_of(free, boxes, player, list)
      if not pulls[1] then
        break
      end
      local box, to, back = table.unpack(pulls[1 + random:below(#pulls)])
      boxes[box], boxes[to], player = nil, true, back
    end
    return picture(size, free, boxes, targets, player)
  end,
  wanted = { length = { 12 } },
  most = 10,
  nodes = 1000000,
  report = {
    { by = { "boxes", "size" }, median = { "length", "positions" },
      mean = { "difficulty", "dead_ends", "losing" } },
  },
}
