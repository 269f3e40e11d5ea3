--- Life (samples/games/life.lua) without an engine: 1 is alive, 0 dead, also around the map. An
--- action is a cell to pull out, or 0 to wait.

local life = {}

function life.new(map)
  local width = #map:match "[^\n]+" + 1
  local s = { cell = {}, width = width, rows = 0, alive = 0 }
  local cell = s.cell
  for i = 1, width + 1 do
    cell[i] = 0
  end
  for row in map:gmatch "[^\n]+" do
    s.rows = s.rows + 1
    for character in row:gmatch "." do
      cell[#cell + 1] = character == "o" and 1 or 0
      s.alive = s.alive + cell[#cell]
    end
    cell[#cell + 1] = 0
  end
  for _ = 1, width do
    cell[#cell + 1] = 0
  end
  return s
end

function life.copy(s)
  return { cell = { table.unpack(s.cell) }, width = s.width, rows = s.rows, alive = s.alive }
end

function life.actions(s, list)
  if s.alive == 0 then
    return 0
  end
  local n, cell = 0, s.cell
  for i = s.width + 2, #cell - s.width - 1 do
    if cell[i] == 1 then
      n = n + 1
      list[n] = i
    end
  end
  list[n + 1] = 0
  return n + 1
end

function life.apply(s, action)
  local before, after, width, alive = s.cell, {}, s.width, 0
  if action > 0 then
    before[action] = 0
  end
  for i = 1, width + 1 do
    after[i] = 0
  end
  local i = width + 2
  for _ = 1, s.rows do
    for _ = 1, width - 1 do
      local around = before[i - width - 1] + before[i - width] + before[i - width + 1]
        + before[i - 1] + before[i + 1]
        + before[i + width - 1] + before[i + width] + before[i + width + 1]
      if around == 3 or around == 2 and before[i] == 1 then
        after[i] = 1
        alive = alive + 1
      else
        after[i] = 0
      end
      i = i + 1
    end
    after[i] = 0
    i = i + 1
  end
  for k = i, #before do
    after[k] = 0
  end
  s.cell, s.alive = after, alive
  return alive == 0 and "Dead" or nil
end

function life.text(s, action)
  if action == 0 then
    return "tick"
  end
  local i = action - s.width - 2
  return ("pull %d %d"):format(i // s.width + 1, i % s.width + 1)
end

function life.picture(s)
  local rows = {}
  for row = 1, s.rows do
    local cells = {}
    for column = 1, s.width - 1 do
      cells[column] = s.cell[row * s.width + column + 1] == 1 and "o" or "."
    end
    rows[row] = table.concat(cells) .. "\n"
  end
  return table.concat(rows)
end

function life.key(s)
  return string.char(table.unpack(s.cell))
end

life.playout = require "spec.bench.twins.playout" (life)

return life
