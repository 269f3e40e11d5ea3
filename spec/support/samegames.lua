--- Random boards and selections of SameGame for differential tests. Boards are small and have few
--- values, so that many games are won, many get stuck, and columns often close.

local samegames = {}

local VALUES = { "0", "01", "01", "35", "012", "456", "0123", "01234", "0123456789" }

local function between(rng, low, high)
  return low + rng:below(high - low + 1)
end

local function chance(rng, percent)
  return rng:below(100) < percent
end

local function pick(rng, list)
  return list[1 + rng:below(#list)]
end

-- Lines and small boards mostly.
local function sides(rng)
  local kind = rng:below(10)
  if kind == 0 then return 1, between(rng, 1, 12) end
  if kind == 1 then return between(rng, 1, 12), 1 end
  if kind <= 3 then return between(rng, 1, 3), between(rng, 2, 9) end
  if kind == 4 then return between(rng, 4, 10), between(rng, 4, 10) end
  return between(rng, 2, 6), between(rng, 2, 6)
end

-- The height of each column: all full, of random heights, or with empty columns on the right.
local function heights(rng, rows, columns)
  local ragged, used, list = chance(rng, 30), columns, {}
  if chance(rng, 15) then used = rng:below(columns + 1) end
  for column = 1, columns do
    list[column] = column > used and 0 or ragged and between(rng, 1, rows) or rows
  end
  return list
end

-- A cell of the board, more often low and left, where blocks stay longest.
local function cell(rng, rows, columns)
  local row = math.min(between(rng, 1, rows), between(rng, 1, rows))
  local column = math.min(between(rng, 1, columns), between(rng, 1, columns))
  return row, column
end

local function odd_cell(rng, rows, columns)
  local row, column = cell(rng, rows, columns)
  local far = pick(rng, { 0, -1, 2147483647, 4294967297, 999999999999999 })
  local cells = {
    { 0, column }, { row, 0 }, { rows + 1, column }, { row, columns + 1 }, { far, column },
    { row, far }, { -row, -column },
  }
  return table.unpack(pick(rng, cells))
end

---@param rng table an object with rng:below(n), a uniform integer 0..n-1
---@return string picture rows, top row first, joined by "\n"
---@return string[] cells texts such as "3 5"
function samegames.random(rng)
  local rows, columns = sides(rng)
  local values, list, board = pick(rng, VALUES), heights(rng, rows, columns), {}
  -- Values are often copied from the cell beside or below, so that large regions arise.
  local alike = pick(rng, { 0, 0, 30, 60 })
  for row = 1, rows do
    board[row] = {}
    for column = 1, columns do
      local i = 1 + rng:below(#values)
      local value = values:sub(i, i)
      local below = row > 1 and board[row - 1][column]
      local near = chance(rng, 50) and below or board[row][column - 1]
      if near and near ~= "." and chance(rng, alike) then value = near end
      board[row][column] = row <= list[column] and value or "."
    end
  end
  local lines, texts = {}, {}
  for row = rows, 1, -1 do lines[#lines + 1] = table.concat(board[row]) end
  for i = 1, between(rng, 1, chance(rng, 30) and 8 or 40) do
    local select = chance(rng, 8) and odd_cell or cell
    texts[i] = ("%d %d"):format(select(rng, rows, columns))
  end
  return table.concat(lines, "\n"), texts
end

--- A full grid of random values.
---@param rng table
---@param rows integer
---@param columns integer
---@param values integer
---@return string picture
function samegames.full(rng, rows, columns, values)
  local lines = {}
  for row = 1, rows do
    lines[row] = ""
    for _ = 1, columns do
      lines[row] = lines[row] .. rng:below(values)
    end
  end
  return table.concat(lines, "\n")
end

return samegames
