--- The twin of the grid library: slow, plain Lua over lists of rows of characters.

local oracle = {}

local steps = {
  up = { -1, 0 }, down = { 1, 0 }, left = { 0, -1 }, right = { 0, 1 },
  ["up-left"] = { -1, -1 }, ["up-right"] = { -1, 1 },
  ["down-left"] = { 1, -1 }, ["down-right"] = { 1, 1 },
}

function oracle.read(picture)
  local cells = {}
  for line in picture:gmatch "[^/\n]+" do
    local row = {}
    for c in line:gmatch "." do
      row[#row + 1] = c
    end
    cells[#cells + 1] = row
  end
  return cells
end

function oracle.show(cells)
  local rows = {}
  for i, row in ipairs(cells) do
    rows[i] = table.concat(row) .. "\n"
  end
  return table.concat(rows)
end

local function at(cells, row, column)
  return cells[row] and cells[row][column]
end

local function is(cells, row, column, kinds)
  local c = at(cells, row, column)
  return c ~= nil and kinds:find(c, 1, true) ~= nil
end

-- Whether a way over cells of these kinds leads from a to b. Spreads from a until nothing changes.
function oracle.region(cells, row, column, kinds)
  kinds = kinds or at(cells, row, column)
  local marked, grown = {}, is(cells, row, column, kinds)
  if grown then
    marked[row .. "," .. column] = true
  end
  while grown do
    grown = false
    for i, line in ipairs(cells) do
      for j in ipairs(line) do
        for _, d in ipairs { "up", "down", "left", "right" } do
          local near = marked[i + steps[d][1] .. "," .. j + steps[d][2]]
          if near and not marked[i .. "," .. j] and is(cells, i, j, kinds) then
            marked[i .. "," .. j], grown = true, true
          end
        end
      end
    end
  end
  local list = {}
  for i, line in ipairs(cells) do
    for j in ipairs(line) do
      list[#list + 1] = marked[i .. "," .. j] and { i, j } or nil
    end
  end
  return list
end

function oracle.regions(cells, kinds)
  local seen, list = {}, {}
  for i, line in ipairs(cells) do
    for j in ipairs(line) do
      if not seen[i .. "," .. j] and (not kinds or is(cells, i, j, kinds)) then
        local region = oracle.region(cells, i, j)
        for _, place in ipairs(region) do
          seen[place[1] .. "," .. place[2]] = true
        end
        list[#list + 1] = region
      end
    end
  end
  return list
end

function oracle.run(cells, row, column, direction)
  local d, length = steps[direction], 0
  while at(cells, row + length * d[1], column + length * d[2]) == at(cells, row, column) do
    length = length + 1
  end
  return length
end

function oracle.lines(cells, kinds, least, all)
  local list = {}
  for i, line in ipairs(cells) do
    for j, c in ipairs(line) do
      for k, direction in ipairs { "right", "down", "down-right", "down-left" } do
        local d = steps[direction]
        local length = oracle.run(cells, i, j, direction)
        if (k <= 2 or all) and is(cells, i, j, kinds) and length >= least
          and at(cells, i - d[1], j - d[2]) ~= c then
          list[#list + 1] = { row = i, column = j, direction = direction, length = length,
            name = c }
        end
      end
    end
  end
  return list
end

function oracle.line_at(cells, row, column, all)
  local longest = 0
  for k, direction in ipairs { "right", "down", "down-right", "down-left" } do
    local d, first, last = steps[direction], 0, 0
    while at(cells, row + (first - 1) * d[1], column + (first - 1) * d[2])
      == at(cells, row, column) do
      first = first - 1
    end
    while at(cells, row + (last + 1) * d[1], column + (last + 1) * d[2])
      == at(cells, row, column) do
      last = last + 1
    end
    longest = (k <= 2 or all) and math.max(longest, last - first + 1) or longest
  end
  return longest
end

function oracle.nth(cells, kinds, n)
  for i, line in ipairs(cells) do
    for j in ipairs(line) do
      n = n - (is(cells, i, j, kinds) and 1 or 0)
      if n == 0 then
        return i, j
      end
    end
  end
end

function oracle.drop(cells, column, kind, empty)
  local row
  for i = 1, #cells do
    if cells[i][column] ~= empty then
      break
    end
    row = i
  end
  if row then
    cells[row][column] = kind
  end
  return row
end

-- One step at a time: the cell nearest to the wall goes first; a pair joins where it meets, once.
function oracle.squash(cells, direction, chain, worth, empty)
  local d, joined, moved, sum = steps[direction], {}, {}, 0
  local rows, columns = #cells, #cells[1]
  local function place(i, j)
    return d[1] + d[2] < 0 and i or rows + 1 - i, d[1] + d[2] < 0 and j or columns + 1 - j
  end
  for i = 1, rows do
    for j = 1, columns do
      local r, c = place(i, j)
      local kind = cells[r][c]
      while kind ~= empty do
        local r2, c2 = r + d[1], c + d[2]
        local beyond = at(cells, r2, c2)
        local k = chain:find(kind, 1, true)
        if beyond == empty then
          cells[r][c], cells[r2][c2] = empty, kind
          moved[i * 100 + j], r, c = true, r2, c2
        elseif beyond == kind and k and k < #chain and not joined[r2 * 100 + c2] then
          cells[r][c], cells[r2][c2] = empty, chain:sub(k + 1, k + 1)
          joined[r2 * 100 + c2], moved[i * 100 + j] = true, true
          sum = sum + worth[k + 1]
          break
        else
          break
        end
      end
    end
  end
  local count = 0
  for _ in pairs(moved) do
    count = count + 1
  end
  return count, sum
end

-- Moves cells one step at a time until none can move. Returns how many cells have moved.
function oracle.fall(cells, direction, movable, empty)
  local d, origin, moving = steps[direction], {}, true
  for i, line in ipairs(cells) do
    origin[i] = {}
    for j in ipairs(line) do
      origin[i][j] = i .. "," .. j
    end
  end
  while moving do
    moving = false
    for i, line in ipairs(cells) do
      for j, c in ipairs(line) do
        local i2, j2 = i + d[1], j + d[2]
        if c ~= empty and movable:find(c, 1, true) and at(cells, i2, j2) == empty then
          cells[i2][j2], cells[i][j] = c, empty
          origin[i2][j2], origin[i][j] = origin[i][j], nil
          moving = true
        end
      end
    end
  end
  local moved = 0
  for i, line in ipairs(cells) do
    for j, c in ipairs(line) do
      local stays = c == empty or origin[i][j] == i .. "," .. j
      moved = moved + (stays and 0 or 1)
    end
  end
  return moved
end

function oracle.push(cells, row, column, direction, movable, empty)
  local d, n = steps[direction], 0
  while at(cells, row + n * d[1], column + n * d[2]) ~= empty do
    if not is(cells, row + n * d[1], column + n * d[2], movable) then
      return nil
    end
    n = n + 1
  end
  for k = n, 1, -1 do
    cells[row + k * d[1]][column + k * d[2]] = cells[row + (k - 1) * d[1]][column + (k - 1) * d[2]]
  end
  cells[row][column] = empty
  return n > 0 and n or nil
end

-- The cells of a region, moved by n steps; nil if one of them is neither free nor its own.
local function moved(cells, region, direction, n)
  local d, own, result = steps[direction], {}, {}
  for _, place in ipairs(region) do
    own[place[1] .. "," .. place[2]] = true
  end
  for i, place in ipairs(region) do
    local r, c = place[1] + n * d[1], place[2] + n * d[2]
    if at(cells, r, c) ~= "." and not own[r .. "," .. c] then
      return nil
    end
    result[i] = { r, c }
  end
  return result
end

-- Moves the piece at a cell by at most n steps; how many, and its cells afterwards.
function oracle.move_piece(cells, row, column, direction, n)
  local region, kind, done = oracle.region(cells, row, column), at(cells, row, column), 0
  local target = region
  while done < n and moved(cells, region, direction, done + 1) do
    done = done + 1
    target = moved(cells, region, direction, done)
  end
  for _, place in ipairs(region) do
    cells[place[1]][place[2]] = "."
  end
  for _, place in ipairs(target) do
    cells[place[1]][place[2]] = kind
  end
  return done, target
end

-- Whether a piece may go this way, if it goes lengthwise.
local function lies_along(region, direction)
  local same = direction == "up" or direction == "down"
  for _, place in ipairs(region) do
    if place[same and 2 or 1] ~= region[1][same and 2 or 1] then
      return false
    end
  end
  return true
end

-- A list of { row, column, kind, direction }, one for each step of a piece of these kinds.
function oracle.shifts(cells, kinds, lengthwise)
  local list = {}
  for _, region in ipairs(oracle.regions(cells, kinds)) do
    local row, column = region[1][1], region[1][2]
    for _, direction in ipairs { "up", "down", "left", "right" } do
      local goes = not lengthwise or lies_along(region, direction)
      if cells[row][column] ~= "." and goes and moved(cells, region, direction, 1) then
        list[#list + 1] = { row, column, cells[row][column], direction }
      end
    end
  end
  return list
end

-- Whether there is room for a shape with its upper left corner in this row and column.
local function has_room(cells, shape, row, column)
  local free = true
  for i, line in ipairs(shape) do
    for j, c in ipairs(line) do
      free = free and (c == "." or at(cells, row + i - 1, column + j - 1) == ".")
    end
  end
  return free
end

function oracle.drop_piece(cells, shape, column, kind)
  local row = 0
  while has_room(cells, shape, row + 1, column) do
    row = row + 1
  end
  for i, line in ipairs(row > 0 and shape or {}) do
    for j, c in ipairs(line) do
      if c ~= "." then
        cells[row + i - 1][column + j - 1] = kind
      end
    end
  end
  return row > 0 and row or nil
end

-- Where a side of this length begins that would begin at a place, on a board of n cells.
local function kept_on(first, length, n)
  return math.max(1, math.min(first, n - length + 1))
end

-- Turns the piece of these cells to the right; whether there was room.
function oracle.turn_piece(cells, region)
  local row, column = region[1][1], region[1][2]
  local kind = at(cells, row, column)
  local top, bottom, left, right = row, row, column, column
  for _, place in ipairs(region) do
    top, bottom = math.min(top, place[1]), math.max(bottom, place[1])
    left, right = math.min(left, place[2]), math.max(right, place[2])
  end
  local high, wide = bottom - top + 1, right - left + 1
  local by = math.abs(wide - high) // 2 * (wide > high and 1 or -1)
  local first = { kept_on(top - by, wide, #cells), kept_on(left + by, high, #cells[1]) }
  local turned = {}
  for i, place in ipairs(region) do
    cells[place[1]][place[2]] = "."
    turned[i] = { first[1] + place[2] - left, first[2] + bottom - place[1] }
  end
  local fits = true
  for _, place in ipairs(turned) do
    fits = fits and at(cells, place[1], place[2]) == "."
  end
  for _, place in ipairs(fits and turned or region) do
    cells[place[1]][place[2]] = kind
  end
  return fits
end

function oracle.clear_rows(cells, kinds)
  local kept, width = {}, #cells[1]
  for _, row in ipairs(cells) do
    local full = true
    for _, c in ipairs(row) do
      full = full and kinds:find(c, 1, true) ~= nil
    end
    if not full then
      kept[#kept + 1] = row
    end
  end
  local cleared = #cells - #kept
  for i = #cells, 1, -1 do
    cells[i] = kept[i - cleared]
    if i <= cleared then
      cells[i] = {}
      for j = 1, width do
        cells[i][j] = "."
      end
    end
  end
  return cleared
end

function oracle.slide(cells, row, column, direction, empty)
  local d, c = steps[direction], cells[row][column]
  while at(cells, row + d[1], column + d[2]) == empty do
    cells[row][column] = empty
    row, column = row + d[1], column + d[2]
    cells[row][column] = c
  end
  return row, column
end

local function built(rows, columns, cell)
  local cells = {}
  for i = 1, rows do
    cells[i] = {}
    for j = 1, columns do
      cells[i][j] = cell(i, j)
    end
  end
  return cells
end

-- A quarter turn clockwise.
function oracle.turned(cells)
  return built(#cells[1], #cells, function(i, j)
    return cells[#cells + 1 - j][i]
  end)
end

return oracle
