--- Boards of Rush Hour as its databases have them, one on a line:
---
---     5 oooooooooooBAAoooBoooooooooooooooooo 120
---
--- The count of moves, which may be missing; the cells of a square board, row by row: `o` or `.` is
--- empty, `x` or `#` a wall, each other letter a car, and A the one that has to get out; and other
--- words, which are passed over. Such a line becomes a level, and the count what `check --levels`
--- expects. `cells` gives letters other characters of the legend: `{ A = "X" }`.

local rush = {}

local usual = { o = ".", x = "#" }

-- The count, the column of the cells and the cells of a line; nil if it has none.
local function parts_of(line)
  local count, column, cells = line:match "^%s*(%d+)%s+()(%S+)"
  if not count then
    column, cells = line:match "^%s*()(%S+)"
  end
  if cells and cells:find "^[%a.#]+$" then
    return count, column, cells
  end
end

local function side_of(cells)
  local side = math.floor((#cells) ^ 0.5 + 0.5)
  return side * side == #cells and side or nil
end

local function is_comment(line)
  return line == "" or line:find "^%s*;" ~= nil
end

-- Whether a text is of this format: its first line has a count and a board; or all lines have a
-- board in which A lies across.
local function is_ours(lines)
  local some = false
  for _, line in ipairs(lines) do
    if not is_comment(line) then
      local count, _, cells = parts_of(line)
      if not cells or not (some or side_of(cells)) then
        return false
      elseif count then
        return some or cells:find("A", 1, true) ~= nil
      elseif not side_of(cells) or not cells:find("AA", 1, true) then
        return false
      end
      some = true
    end
  end
  return some
end

local function level_of(number, count, column, cells, named)
  local side = side_of(cells)
  local level = { line = number, rows = {}, numbers = {}, columns = {},
    expect = count and tostring(math.tointeger(count)), expect_line = number }
  local text = cells:gsub(".", function(cell)
    return named[cell] or usual[cell]
  end)
  for row = 1, side do
    local from = (row - 1) * side
    level.rows[row], level.numbers[row] = text:sub(from + 1, from + side), number
    level.columns[row] = column - 1 + from
  end
  return level
end

--- Reads a text; nil if it has other lines.
---@param lines string[] without blanks at their ends
---@param options { cells?: table<string, string> }
---@return tessera.Level[]|nil
---@return tessera.PassedOver|nil
function rush.read(lines, _, _, options)
  if not is_ours(lines) then
    return nil
  end
  local list, notes = {}, 0
  for number, line in ipairs(lines) do
    local count, column, cells = parts_of(line)
    if is_comment(line) then
      notes = notes + (line == "" and 0 or 1)
    elseif count and not math.tointeger(count) then
      list[#list + 1] = { line = number, numbers = {}, wrong = { number, line:find "%d",
        "the count of moves is too large" } }
    elseif cells and side_of(cells) then
      list[#list + 1] = level_of(number, count, column, cells, options.cells or {})
    else
      local message = cells and ("a board of %d cells is no square"):format(#cells)
        or "expected a count of moves and the cells of a board"
      list[#list + 1] = { line = number, numbers = {}, wrong = { number, column or 1, message } }
    end
  end
  return list, { notes = notes, unknown = {} }
end

return rush
