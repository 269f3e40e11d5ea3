--- Peg Solitaire without an engine: 1 is a peg, 0 an empty hole, 2 no hole or the frame. An action
--- is 4 * cell + direction, 0..3.

local peg = {}

local directions = { [0] = "up", "down", "left", "right" }
local kinds = { o = 1, ["."] = 0, ["#"] = 2 }
local english = "##ooo##/##ooo##/ooooooo/ooo.ooo/ooooooo/##ooo##/##ooo##"

function peg.new(map)
  local rows = {}
  for row in (map or english):gmatch "[^/\n]+" do
    rows[#rows + 1] = row
  end
  local width = #rows[1] + 1
  local s = { cell = {}, pegs = 0, width = width, step = { [0] = -width, width, -1, 1 } }
  for i = 1, (#rows + 3) * width do
    s.cell[i] = 2
  end
  for r, row in ipairs(rows) do
    for c = 1, #row do
      local kind = kinds[row:sub(c, c)]
      s.cell[(r + 1) * width + c] = kind
      s.pegs = s.pegs + (kind == 1 and 1 or 0)
    end
  end
  return s
end

-- `step` never changes.
function peg.copy(s)
  return { cell = { table.unpack(s.cell) }, pegs = s.pegs, width = s.width, step = s.step }
end

function peg.actions(s, list)
  if s.pegs == 1 then
    return 0
  end
  local n, cell, step = 0, s.cell, s.step
  for i = 1, #cell do
    if cell[i] == 1 then
      for d = 0, 3 do
        if cell[i + step[d]] == 1 and cell[i + 2 * step[d]] == 0 then
          n = n + 1
          list[n] = 4 * i + d
        end
      end
    end
  end
  return n
end

function peg.apply(s, action)
  local cell, from = s.cell, action // 4
  local step = s.step[action % 4]
  cell[from], cell[from + step], cell[from + 2 * step] = 0, 0, 1
  s.pegs = s.pegs - 1
  return s.pegs == 1 and "Solved" or nil
end

function peg.text(s, action)
  local i = action // 4
  return ("%d %d %s"):format(i // s.width - 1, i % s.width, directions[action % 4])
end

function peg.key(s)
  return string.char(table.unpack(s.cell))
end

peg.playout = require "spec.bench.twins.playout" (peg)

return peg
