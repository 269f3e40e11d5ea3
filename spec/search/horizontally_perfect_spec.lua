--- Specifies perfect play of Horizontally against a plain search without bounds, order, regions or
--- reflections, on random maps of many shapes, so that every bound decides some of them: whole
--- lines, runs, wide strips, small regions and free moves.

local horizontally = require "tessera.horizontally"
local rng = require "tessera.rng"

-- A random map whose sides are at most `longest`, with at most `most` free cells.
local function random_map(random, longest, most)
  local rows, columns = 1 + random:below(longest), 1 + random:below(longest)
  local density = rows * columns > 4 * most and 10 or 30 + random:below(71)
  local free, lines = 0, {}
  for r = 1, rows do
    local line = {}
    for c = 1, columns do
      local is_free = free < most and random:below(100) < density
      free = free + (is_free and 1 or 0)
      line[c] = is_free and "." or "#"
    end
    lines[r] = table.concat(line)
  end
  return table.concat(lines, "/")
end

-- The free cells of a map, numbered from 0, by row and column; and how many there are.
local function cells_of(map)
  local cells, count, row = {}, 0, 1
  for line in map:gmatch "[^/\n]+" do
    for column = 1, #line do
      if line:sub(column, column) == "." then
        cells[row << 8 | column] = count
        count = count + 1
      end
    end
    row = row + 1
  end
  return cells, count
end

-- The blocks of a player, as sets of cells; `step` leads from one cell of a block to the next.
local function blocks_of(cells, fields, step)
  local blocks = {}
  for at in pairs(cells) do
    local block = 0
    for i = 0, fields - 1 do
      local cell = cells[at + i * step]
      block = block and cell and block | 1 << cell
    end
    blocks[#blocks + 1] = block
  end
  return blocks
end

-- Whether the player to move wins.
local function plain(free, mover, blocks, known)
  local key = free << 1 | mover
  if known[key] ~= nil then return known[key] end
  local won = false
  for _, block in ipairs(blocks[mover]) do
    if free & block == block and not plain(free ~ block, 1 - mover, blocks, known) then
      won = true
      break
    end
  end
  known[key] = won
  return won
end

-- Compares a map with the plain search, also the position after the winning move. Returns whether
-- the player to move wins, and the nodes.
local function compare(map, fields, first, memory, threads)
  local cells, count = cells_of(map)
  local blocks = { [0] = blocks_of(cells, fields, 1 << 8), blocks_of(cells, fields, 1) }
  local mover, known = first == "left" and 0 or 1, {}
  local won = plain((1 << count) - 1, mover, blocks, known)
  local state = horizontally.new(map, { fields = fields, first = first })
  local winner, info = state:winner { memory = memory, threads = threads }
  local name = ("%s fields %d first %s"):format(map, fields, first)
  local second = first == "left" and "right" or "left"
  assert.equal(won and first or second, winner, name)
  assert.equal(won, info.move ~= nil, name)
  if info.move then
    state:apply(info.move)
    local after = 0
    for at in pairs((cells_of(tostring(state)))) do
      after = after | 1 << cells[at]
    end
    assert.is_false(plain(after, 1 - mover, blocks, known), name)
  end
  return won, info.nodes
end

describe("perfect play of Horizontally", function()
  it("agrees with a plain search on random maps, and its moves win", function()
    local won, searched = 0, 0
    for seed = 1, 3000 do
      local random = rng.new(seed)
      local map = random_map(random, seed % 50 == 0 and 14 or seed % 10 == 0 and 7 or 5, 17)
      local wins, nodes = compare(map, random:below(8) == 0 and 3 or 2,
        random:below(2) == 0 and "left" or "right", seed % 9 == 0 and 1 << 19 or nil)
      won = won + (wins and 1 or 0)
      searched = searched + (nodes > 1 and 1 or 0)
    end
    assert.is_true(won > 1000 and won < 2700, won)
    assert.is_true(searched > 20, searched)
  end)

  it("is the same in threads", function()
    local searched = 0
    for seed = 1, 1000 do
      local random = rng.new(seed)
      local map = random_map(random, seed % 50 == 0 and 14 or seed % 10 == 0 and 7 or 5, 18)
      local _, nodes = compare(map, random:below(8) == 0 and 3 or 2,
        random:below(2) == 0 and "left" or "right", seed % 9 == 0 and 1 << 20 or nil,
        2 + random:below(5))
      searched = searched + (nodes > 1 and 1 or 0)
    end
    assert.is_true(searched > 20, searched)
  end)

  it("makes a free move when no other one wins, also on large boards", function()
    local maps = { ".#/.#/##/..", ".#./.#./.##/.#.", "..../####/..#.", "...#./####./....." }
    for _, map in ipairs(maps) do
      local border = ("#"):rep(11 - #map:match "^[^/]*")
      local large = map:gsub("/", border .. "/") .. border .. "/" .. ("#"):rep(11)
      for _, first in ipairs { "left", "right" } do
        compare(map, 2, first)
        compare(large, 2, first)
        compare(large, 2, first, nil, 2)
      end
    end
  end)
end)
