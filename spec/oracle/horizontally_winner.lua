--- Who wins Horizontally, by a plain search: it tries the moves of a position one after the other,
--- without bounds, regions or reflections, and remembers who has won it. A set of cells is an
--- integer, a bit for each free cell of the first map.

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
  table.sort(blocks)
  return blocks
end

-- For each block those of a list that it touches.
local function touched(blocks, by)
  local lists = {}
  for _, block in ipairs(blocks) do
    local list = {}
    for _, other in ipairs(by) do
      list[#list + 1] = other & block ~= 0 and other or nil
    end
    lists[block] = list
  end
  return lists
end

local function count_free(blocks, free)
  local count = 0
  for _, block in ipairs(blocks) do
    count = count + (free & block == block and 1 or 0)
  end
  return count
end

-- The moves in a position: first those that take most from the opponent and least from the mover.
local function moves_of(side, free)
  local moves, gain = {}, {}
  for _, block in ipairs(side.blocks) do
    if free & block == block then
      moves[#moves + 1] = block
      gain[block] = count_free(side.theirs[block], free) - count_free(side.mine[block], free)
    end
  end
  table.sort(moves, function(a, b)
    return gain[a] > gain[b] or gain[a] == gain[b] and a < b
  end)
  return moves
end

--- Returns a function that answers for this map, and for the maps that come of it by moves, whether
--- the player to move wins. It is to have 62 free cells at most.
---@param map string rows joined by "\n" or "/"
---@param fields integer
---@return fun(map: string, mover: "left"|"right"): boolean wins
return function(map, fields)
  local cells, count = cells_of(map)
  assert(count <= 62, "too many cells for a search of this kind")
  local left, right = blocks_of(cells, fields, 1 << 8), blocks_of(cells, fields, 1)
  local sides = {
    [0] = { blocks = left, mine = touched(left, left), theirs = touched(left, right) },
    { blocks = right, mine = touched(right, right), theirs = touched(right, left) },
  }
  local known = {}

  local function wins(free, mover)
    local key = free << 1 | mover
    if known[key] ~= nil then return known[key] end
    local won = false
    for _, block in ipairs(moves_of(sides[mover], free)) do
      if not wins(free ~ block, 1 - mover) then
        won = true
        break
      end
    end
    known[key] = won
    return won
  end

  return function(now, mover)
    local free = 0
    for at in pairs((cells_of(now))) do
      free = free | 1 << cells[at]
    end
    return wins(free, mover == "left" and 0 or 1)
  end
end
