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

local which_steps = {
  sides = { "up", "down", "left", "right" },
  all = { "up", "down", "left", "right", "up-left", "up-right", "down-left", "down-right" },
  hex = { "up", "down", "left", "right", "up-right", "down-left" },
}

-- Whether a way over cells of these kinds leads from a to b. Spreads from a until nothing changes.
function oracle.region(cells, row, column, kinds, which)
  kinds = kinds or at(cells, row, column)
  local marked, grown = {}, is(cells, row, column, kinds)
  if grown then
    marked[row .. "," .. column] = true
  end
  while grown do
    grown = false
    for i, line in ipairs(cells) do
      for j in ipairs(line) do
        for _, d in ipairs(which_steps[which or "sides"]) do
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

function oracle.regions(cells, kinds, which)
  local seen, list = {}, {}
  for i, line in ipairs(cells) do
    for j in ipairs(line) do
      if not seen[i .. "," .. j] and (not kinds or is(cells, i, j, kinds)) then
        local region = oracle.region(cells, i, j, nil, which)
        for _, place in ipairs(region) do
          seen[place[1] .. "," .. place[2]] = true
        end
        list[#list + 1] = region
      end
    end
  end
  return list
end

-- How many steps it is from the nearest of the sources, { row, column } each, by "row,column".
-- Shortens ways until none can be shortened.
function oracle.distances(cells, sources, through, which)
  local far, changed = {}, true
  for _, source in ipairs(sources) do
    far[source[1] .. "," .. source[2]] = 0
  end
  while changed do
    changed = false
    for i, line in ipairs(cells) do
      for j in ipairs(line) do
        for _, direction in ipairs(which_steps[which or "sides"]) do
          local d, here = steps[direction], i .. "," .. j
          local before = far[i - d[1] .. "," .. j - d[2]]
          if before and is(cells, i, j, through) and before + 1 < (far[here] or math.huge) then
            far[here], changed = before + 1, true
          end
        end
      end
    end
  end
  return far
end

-- The first of the shortest ways to one of the targets, in the order of the directions, which are
-- tried again and again with one step more.
function oracle.path(cells, row, column, targets, through, which)
  local ends, dead = {}, {}
  for _, target in ipairs(targets) do
    ends[target[1] .. "," .. target[2]] = true
  end
  local function go(i, j, left)
    local here = i .. "," .. j
    if left == 0 or ends[here] then
      return left == 0 and ends[here] and {} or nil
    elseif dead[here .. "," .. left] then
      return nil
    end
    for _, direction in ipairs(which_steps[which or "sides"]) do
      local r, c = i + steps[direction][1], j + steps[direction][2]
      if ends[r .. "," .. c] or is(cells, r, c, through) then
        local way = go(r, c, left - 1)
        if way then
          table.insert(way, 1, direction)
          return way
        end
      end
    end
    dead[here .. "," .. left] = true
  end
  for length = 0, #cells * #cells[1] do
    local way = go(row, column, length)
    if way then
      return way
    end
  end
end

-- Whether the line of this slope, columns per row away from the eye, is free up to a depth. Where
-- it lies just between two cells, it leans to one of them. `wall(depth, across)`: one stands there.
local function line_free(wall, depth, top, bottom, leaning)
  for k = 1, depth - 1 do
    local across = (2 * k * top + bottom) // (2 * bottom)
    if leaning == "left" then
      across = -((bottom - 2 * k * top) // (2 * bottom))
    end
    if wall(k, across) then
      return false
    end
  end
  return true
end

-- Whether any line to the face of a wall is free: between two neighbours of the slopes at which
-- lines pass from one cell into another one, all lines are alike.
local function face_seen(wall, depth, across)
  local slopes = {}
  for k = 1, depth do
    for j = -k, k + 1 do
      local slope = math.max(-1, math.min(1, (2 * j - 1) / (2 * k)))
      if slope * depth >= across - 0.5 and slope * depth <= across + 0.5 then
        slopes[#slopes + 1] = slope
      end
    end
  end
  table.sort(slopes)
  for i = 2, #slopes do
    local middle = (slopes[i - 1] + slopes[i]) / 2
    local open = slopes[i] - slopes[i - 1] > 1e-9
    for k = 1, depth - 1 do
      open = open and not wall(k, math.floor(k * middle + 0.5))
    end
    if open then
      return true
    end
  end
  return false
end

-- How far the cells are that are seen, by "row,column": by the line to their middle, which is free
-- to one side at least; a wall by any line to it.
function oracle.visible(cells, row, column, radius, blocking)
  local far = { [row .. "," .. column] = 0 }
  local function blocks(r, c)
    return at(cells, r, c) == nil or is(cells, r, c, blocking)
  end
  local function look(i, j, upright)
    local away, across = i - row, j - column
    if not upright then
      away, across = across, away
    end
    local sign, depth = away < 0 and -1 or 1, math.abs(away)
    local function wall(k, n)
      if upright then
        return blocks(row + sign * k, column + n)
      end
      return blocks(row + n, column + sign * k)
    end
    if math.abs(across) > depth then
      return false
    elseif blocks(i, j) then
      return face_seen(wall, depth, across)
    end
    return line_free(wall, depth, across, depth) or line_free(wall, depth, across, depth, "left")
  end
  for i, line in ipairs(cells) do
    for j in ipairs(line) do
      local square = (i - row) ^ 2 + (j - column) ^ 2
      if square > 0 and square <= (radius or math.huge) ^ 2
        and (look(i, j, true) or look(i, j, false)) then
        far[i .. "," .. j] = math.floor(math.sqrt(square))
      end
    end
  end
  return far
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
