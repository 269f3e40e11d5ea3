--- Klotski (samples/games/klotski.lua) without an engine, on maps with a frame. An action is
--- 4 * cell + direction, 0..3, for each cell of a block.

local klotski = {}

local EMPTY, WALL, EXIT = 0, 1, 2
local SE = 11
local kinds = { ["."] = EMPTY, ["#"] = WALL, ["="] = EXIT, o = 3, ["^"] = 4, v = 5, ["<"] = 6,
  [">"] = 7, A = 8, B = 9, C = 10, D = SE }
local characters = {}
for character, kind in pairs(kinds) do
  characters[kind] = character
end
local directions = { [0] = "up", "down", "left", "right" }

-- By kind: the cells of its block, from the cell of this kind on, as rows and columns.
local shapes = { [3] = { 0, 0 }, [4] = { 0, 0, 1, 0 }, [5] = { -1, 0, 0, 0 }, [6] = { 0, 0, 0, 1 },
  [7] = { 0, -1, 0, 0 }, [8] = { 0, 0, 0, 1, 1, 0, 1, 1 }, [9] = { 0, -1, 0, 0, 1, -1, 1, 0 },
  [10] = { -1, 0, -1, 1, 0, 0, 0, 1 }, [SE] = { -1, -1, -1, 0, 0, -1, 0, 0 } }

function klotski.new(map)
  local width = #map:match "[^\n]+"
  local s = { cell = {}, width = width, step = { [0] = -width, width, -1, 1 }, block = {} }
  for character in map:gmatch "[^\n]" do
    s.cell[#s.cell + 1] = kinds[character]
  end
  for kind, shape in pairs(shapes) do
    s.block[kind] = {}
    for k = 1, #shape, 2 do
      table.insert(s.block[kind], shape[k] * width + shape[k + 1])
    end
  end
  return s
end

-- `step` and `block` never change.
function klotski.copy(s)
  return { cell = { table.unpack(s.cell) }, width = s.width, step = s.step, block = s.block,
    over = s.over }
end

function klotski.actions(s, list)
  if s.over then
    return 0
  end
  local n, cell, step = 0, s.cell, s.step
  for i = 1, #cell do
    local block = s.block[cell[i]]
    for d = 0, block and 3 or -1 do
      local free = true
      for k = 1, #block do
        local to = block[k] + step[d]
        if cell[i + to] ~= EMPTY then
          local own = false
          for m = 1, #block do
            own = own or block[m] == to
          end
          free = free and own
        end
      end
      if free then
        n = n + 1
        list[n] = 4 * i + d
      end
    end
  end
  return n
end

function klotski.apply(s, action)
  local cell, i, step = s.cell, action // 4, s.step[action % 4]
  local block, old = s.block[cell[i]], {}
  for k = 1, #block do
    old[k] = cell[i + block[k]]
    cell[i + block[k]] = EMPTY
  end
  for k = 1, #block do
    local to = i + block[k] + step
    cell[to] = old[k]
    if old[k] == SE and cell[to + s.width] == EXIT and cell[to + s.width - 1] == EXIT then
      s.over = "Out"
    end
  end
  return s.over
end

function klotski.text(s, action)
  local i = action // 4 - 1
  return ("slide %d %d %s"):format(i // s.width + 1, i % s.width + 1, directions[action % 4])
end

function klotski.picture(s)
  local cells = {}
  for i, kind in ipairs(s.cell) do
    cells[i] = characters[kind] .. (i % s.width == 0 and "\n" or "")
  end
  return table.concat(cells)
end

function klotski.key(s)
  return string.char(table.unpack(s.cell))
end

klotski.playout = require "spec.bench.twins.playout" (klotski)

return klotski
