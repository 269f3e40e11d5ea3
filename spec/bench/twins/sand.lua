--- Falling sand (samples/games/sand.lua) without an engine, on maps without marks, in a frame of
--- rock. An action is a column to pour into, or 0 to wait.

local framed = require "spec.bench.twins.framed"

local sand = {}

local EMPTY, SAND, ROCK = 0, 1, 2
local kinds = { ["."] = EMPTY, o = SAND, ["#"] = ROCK }
local characters = { [EMPTY] = ".", [SAND] = "o", [ROCK] = "#" }

function sand.new(map)
  local s = framed.new(map, kinds, ROCK)
  s.grains = 12
  return s
end

function sand.copy(s)
  return { cell = { table.unpack(s.cell) }, width = s.width, rows = s.rows, grains = s.grains,
    over = s.over }
end

function sand.actions(s, list)
  local n, cell = 0, s.cell
  if s.over then
    return 0
  end
  for column = 1, s.grains > 0 and s.width - 1 or 0 do
    if cell[s.width + 1 + column] == EMPTY then
      n = n + 1
      list[n] = column
    end
  end
  list[n + 1] = 0
  return n + 1
end

-- Where the grain goes, if it does.
local function way(cell, i, width)
  local below = i + width
  return cell[below] == EMPTY and below or cell[below - 1] == EMPTY and below - 1
    or cell[below + 1] == EMPTY and below + 1
end

local function lies_still(s)
  for i = s.width + 2, #s.cell - s.width - 1 do
    if s.cell[i] == SAND and way(s.cell, i, s.width) then
      return false
    end
  end
  return true
end

function sand.apply(s, action)
  local cell, width = s.cell, s.width
  if action > 0 then
    cell[width + 1 + action] = SAND
    s.grains = s.grains - 1
  end
  for row = s.rows - 1, 1, -1 do
    for i = row * width + 2, (row + 1) * width do
      local to = cell[i] == SAND and way(cell, i, width)
      if to then
        cell[i], cell[to] = EMPTY, SAND
      end
    end
  end
  s.over = s.grains == 0 and lies_still(s) and "Out of sand" or nil
  return s.over
end

function sand.text(_, action)
  return action == 0 and "tick" or "pour " .. action
end

function sand.picture(s)
  return framed.picture(s, characters)
end

sand.playout = require "spec.bench.twins.playout" (sand)

return sand
