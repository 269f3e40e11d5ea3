--- Lights Out: boards that were made by pressing cells by chance. The order of presses does not
--- matter, and pressing a cell twice is not pressing it at all. So any solution of a board, with
--- the sets of presses that change nothing, gives all the others, and linear algebra over two
--- elements finds the shortest. Where the board is small enough, the search finds the same length.
---
--- How many presses does a board need? On 3 x 3 cells 4.7 in the mean, on 4 x 4 no more (4.6),
--- since each board has 16 sets of presses that put it out. On 5 x 5 there are four sets, and 9.7
--- presses are needed. (180 boards.)

local tessera = require "tessera"
local lights = require "lights"

-- The cells that a press switches, as bits.
local function switched(size, row, column)
  local bits = 0
  for _, step in ipairs { { 0, 0 }, { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } } do
    local r, c = row + step[1], column + step[2]
    if r >= 1 and r <= size and c >= 1 and c <= size then
      bits = bits | 1 << (r - 1) * size + c - 1
    end
  end
  return bits
end

-- The presses that change nothing: a basis, as bits. (Gaussian elimination; each row remembers from
-- which presses it is made.)
local function quiet(size)
  local rows, basis = {}, {}
  for i = 0, size * size - 1 do
    local lamps, presses = switched(size, i // size + 1, i % size + 1), 1 << i
    for _, row in ipairs(rows) do
      if lamps & row.lead ~= 0 then
        lamps, presses = lamps ~ row.lamps, presses ~ row.presses
      end
    end
    if lamps == 0 then
      basis[#basis + 1] = presses
    else
      rows[#rows + 1] = { lamps = lamps, presses = presses, lead = lamps & -lamps }
    end
  end
  return basis
end

local function count(bits)
  local ones = 0
  while bits ~= 0 do
    bits, ones = bits & bits - 1, ones + 1
  end
  return ones
end

-- The smallest set of presses that does what this one does.
local function smallest(size, presses)
  local all = { presses }
  for _, nothing in ipairs(quiet(size)) do
    for i = 1, #all do
      all[#all + 1] = all[i] ~ nothing
    end
  end
  for _, other in ipairs(all) do
    presses = count(other) < count(presses) and other or presses
  end
  return presses
end

return tessera.generator {
  name = "Lights Out by chance",
  game = lights,
  points = { size = { 3, 4, 5 }, seed = tessera.range(1, 60) },
  generate = function(random, point)
    local size = point.size
    local presses = smallest(size, random:next() >> 64 - size * size)
    local lamps, play, rows = 0, {}, {}
    for i = 0, size * size - 1 do
      if presses & 1 << i ~= 0 then
        local row, column = i // size + 1, i % size + 1
        lamps = lamps ~ switched(size, row, column)
        play[#play + 1] = row .. " " .. column
      end
    end
    for row = 1, size do
      local cells = {}
      for column = 1, size do
        cells[column] = lamps & 1 << (row - 1) * size + column - 1 ~= 0 and "*" or "."
      end
      rows[row] = table.concat(cells)
    end
    return table.concat(rows, "\n"), play
  end,
  wanted = { proven = true, length = { 4 } },
  most = 10,
  nodes = 100000,
  report = {
    { by = "size", mean = "length", max = "length", share = { "proven", "unique" } },
  },
}
