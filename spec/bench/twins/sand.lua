--- Falling sand (samples/games/sand.lua) without an engine, on maps without marks. An action is a
--- column to pour into, or 0 to wait.

local sand = {}

local EMPTY, SAND, ROCK = 0, 1, 2
local kinds = { ["."] = EMPTY, o = SAND, ["#"] = ROCK }
local characters = { [EMPTY] = ".", [SAND] = "o", [ROCK] = "#" }

-- A column of rock on the left, one on the right, and a row below are the border.
function sand.new(map)
  local s = { cell = {}, width = #map:match "[^\n]+" + 2, rows = 0, grains = 12 }
  local cell = s.cell
  for row in map:gmatch "[^\n]+" do
    s.rows = s.rows + 1
    cell[#cell + 1] = ROCK
    for character in row:gmatch "." do
      cell[#cell + 1] = kinds[character]
    end
    cell[#cell + 1] = ROCK
  end
  for _ = 1, s.width do
    cell[#cell + 1] = ROCK
  end
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
  for column = 1, s.grains > 0 and s.width - 2 or 0 do
    if cell[column + 1] == EMPTY then
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
  for i = 1, s.rows * s.width do
    if s.cell[i] == SAND and way(s.cell, i, s.width) then
      return false
    end
  end
  return true
end

function sand.apply(s, action)
  local cell, width = s.cell, s.width
  if action > 0 then
    cell[action + 1] = SAND
    s.grains = s.grains - 1
  end
  for row = s.rows - 1, 1, -1 do
    for i = (row - 1) * width + 2, row * width - 1 do
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
  local rows = {}
  for row = 1, s.rows do
    local cells = {}
    for column = 2, s.width - 1 do
      cells[#cells + 1] = characters[s.cell[(row - 1) * s.width + column]]
    end
    rows[row] = table.concat(cells) .. "\n"
  end
  return table.concat(rows)
end

sand.playout = require "spec.bench.twins.playout" (sand)

return sand
