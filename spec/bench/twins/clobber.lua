--- Clobber without an engine: one list of cells, 1 white, 2 black, 0 empty or the frame. An action
--- is 4 * cell + direction, 0..3.

local clobber = {}

local directions = { [0] = "up", "down", "left", "right" }
local kinds = { o = 1, x = 2 }

function clobber.new(map)
  local rows = {}
  for row in map:gmatch "[^/\n]+" do
    rows[#rows + 1] = row
  end
  local width = #rows[1] + 1
  local s = { cell = {}, turn = 1, width = width, step = { [0] = -width, width, -1, 1 } }
  for i = 1, (#rows + 2) * width + 1 do
    s.cell[i] = 0
  end
  for r, row in ipairs(rows) do
    for c = 1, #row do
      s.cell[r * width + c] = kinds[row:sub(c, c)] or 0
    end
  end
  return s
end

-- `step` never changes.
function clobber.copy(s)
  return { cell = { table.unpack(s.cell) }, turn = s.turn, width = s.width, step = s.step }
end

function clobber.actions(s, list)
  local n, cell, step, mine, theirs = 0, s.cell, s.step, s.turn, 3 - s.turn
  for i = 1, #cell do
    if cell[i] == mine then
      for d = 0, 3 do
        if cell[i + step[d]] == theirs then
          n = n + 1
          list[n] = 4 * i + d
        end
      end
    end
  end
  return n
end

function clobber.apply(s, action)
  local from = action // 4
  local to = from + s.step[action % 4]
  s.cell[from], s.cell[to] = 0, s.turn
  s.turn = 3 - s.turn
end

function clobber.text(s, action)
  local i = action // 4
  return ("%d %d %s"):format(i // s.width, i % s.width, directions[action % 4])
end

function clobber.key(s)
  return string.char(s.turn, table.unpack(s.cell))
end

clobber.playout = require "spec.bench.twins.playout" (clobber)

return clobber
