--- Clobber without an engine: 1 is white, 2 black, 0 empty or the frame. Where each player's stones
--- are is kept up to date. An action is 4 * cell + direction, 0..3.

local clobber = {}

local unpack = table.unpack
local directions = { [0] = "up", "down", "left", "right" }
local kinds = { o = 1, x = 2 }

function clobber.new(map)
  local rows = {}
  for row in map:gmatch "[^/\n]+" do
    rows[#rows + 1] = row
  end
  local width = #rows[1] + 1
  local s = { cell = {}, place = {}, stones = { {}, {} }, turn = 1, width = width }
  for i = 1, (#rows + 2) * width + 1 do
    s.cell[i], s.place[i] = 0, 0
  end
  for r, row in ipairs(rows) do
    for c = 1, #row do
      local kind, i = kinds[row:sub(c, c)], r * width + c
      if kind then
        local stones = s.stones[kind]
        stones[#stones + 1] = i
        s.cell[i], s.place[i] = kind, #stones
      end
    end
  end
  return s
end

function clobber.copy(s)
  return { cell = { unpack(s.cell) }, place = { unpack(s.place) },
    stones = { { unpack(s.stones[1]) }, { unpack(s.stones[2]) } }, turn = s.turn, width = s.width }
end

function clobber.actions(s, list)
  local n, cell, width, stones, theirs = 0, s.cell, s.width, s.stones[s.turn], 3 - s.turn
  for k = 1, #stones do
    local i = stones[k]
    if cell[i - width] == theirs then
      n = n + 1
      list[n] = 4 * i
    end
    if cell[i + width] == theirs then
      n = n + 1
      list[n] = 4 * i + 1
    end
    if cell[i - 1] == theirs then
      n = n + 1
      list[n] = 4 * i + 2
    end
    if cell[i + 1] == theirs then
      n = n + 1
      list[n] = 4 * i + 3
    end
  end
  return n
end

function clobber.apply(s, action)
  local cell, place, mine, theirs = s.cell, s.place, s.stones[s.turn], s.stones[3 - s.turn]
  local from, direction = action >> 2, action & 3
  local step = direction < 2 and s.width or 1
  local to = direction & 1 == 0 and from - step or from + step
  -- the last stone of the list takes the place of the one that is gone
  local gone, last = place[to], theirs[#theirs]
  theirs[gone], place[last] = last, gone
  theirs[#theirs] = nil
  mine[place[from]], place[to] = to, place[from]
  cell[from], cell[to] = 0, s.turn
  s.turn = 3 - s.turn
end

function clobber.text(s, action)
  local i = action >> 2
  return ("%d %d %s"):format(i // s.width, i % s.width, directions[action & 3])
end

function clobber.key(s)
  return string.char(s.turn, unpack(s.cell))
end

clobber.playout = require "spec.bench.twins.playout" (clobber)

return clobber
