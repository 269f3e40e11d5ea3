--- Numbers of blocks as texts: all of a column with the same decimals, and as many as its intervals
--- justify.

local numbers = {}

local decimals_max = 6
local digits = 4 -- that are significant where no interval says so
local uneven = 2 -- decimals by which the numbers of a column may differ

-- Half of an interval is shown with one digit, or with two if the first one is 1.
local function decimals_of(half)
  local place = math.floor(math.log(half, 10))
  local leading = half / 10.0 ^ place
  return math.max(0, math.min(decimals_max, (leading < 2 and 1 or 0) - place))
end

local function fixed(value, decimals)
  if value - value ~= 0 then
    return tostring(value)
  elseif math.abs(value) >= 1e15 or decimals == nil then
    return math.type(value) == "integer" and ("%d"):format(value) or ("%.14g"):format(value)
  end
  local text = ("%.*f"):gsub("%*", decimals):format(value)
  return text:find "^%-[0.]+$" and text:sub(2) or text
end

-- The fewest decimals, up to these, that show the number as they do.
local function needed(value, most)
  for decimals = 0, most - 1 do
    local shown = tonumber(fixed(value, decimals))
    if math.abs(shown - value) <= math.abs(value) * 1e-9 then
      return decimals
    end
  end
  return most
end

-- Whether all numbers and the ends of all intervals are whole.
local function whole(cells)
  for _, cell in ipairs(cells) do
    if type(cell) == "table" then
      if cell.value % 1 ~= 0 or cell.low % 1 ~= 0 or cell.high % 1 ~= 0 then
        return false
      end
    elseif cell % 1 ~= 0 then
      return false
    end
  end
  return true
end

-- The decimals that the intervals of a column justify: as few as leave each of them its ends. nil
-- without an interval; false if each cell has its own.
local function of_intervals(cells)
  local narrow, wide = math.huge, 0
  for _, cell in ipairs(cells) do
    local half = type(cell) == "table" and (cell.high - cell.low) / 2
    if half and half > 0 and half < math.huge then
      narrow, wide = math.min(narrow, half), math.max(wide, half)
    end
  end
  if wide == 0 then
    return nil
  end
  local most, least = decimals_of(narrow), decimals_of(wide)
  local middle = (most + least) // 2
  return most - least <= uneven and (narrow > 0.99 * 10.0 ^ -middle and middle or most)
end

-- The decimals of a column: a number, or nil if each cell has its own.
local function of_column(cells)
  local most, largest, plain = 0, 0, {}
  if whole(cells) then
    return 0
  end
  local justified = of_intervals(cells)
  if justified ~= nil then
    return justified or nil
  end
  for i, cell in ipairs(cells) do
    plain[i] = type(cell) == "table" and cell.value or cell
    largest = math.max(largest, math.abs(plain[i]))
  end
  local limit = largest > 0 and largest < math.huge and digits - 1
    - math.floor(math.log(largest, 10)) or 0
  limit = math.max(0, math.min(decimals_max, limit))
  for _, value in ipairs(plain) do
    most = math.max(most, needed(value, limit))
  end
  return most
end

local function cell_text(cell, decimals, dash)
  if type(cell) ~= "table" then
    return fixed(cell, decimals)
  end
  local half = (cell.high - cell.low) / 2
  decimals = decimals or half > 0 and half < math.huge and decimals_of(half) or 1
  return ("%s (%s%s%s)"):format(fixed(cell.value, decimals), fixed(cell.low, decimals),
    (cell.low < 0 or cell.high < 0) and " to " or dash, fixed(cell.high, decimals))
end

local function is_number(cell)
  return type(cell) == "number" or type(cell) == "table"
end

--- The cells of a block as texts, row by row; a missing one is "". Texts are as they were: the
--- renderer makes them safe.
---@param block { columns: tessera.study.Column[], rows: any[][] }
---@param dash? string between the ends of an interval: "-"
---@return string[][]
function numbers.texts(block, dash)
  local texts = {}
  for i in ipairs(block.rows) do
    texts[i] = {}
  end
  for j, column in ipairs(block.columns) do
    local cells = {}
    for _, row in ipairs(block.rows) do
      cells[#cells + 1] = is_number(row[j]) and row[j] or nil
    end
    local decimals = not column.exact and of_column(cells) or nil
    for i, row in ipairs(block.rows) do
      local cell = row[j]
      texts[i][j] = cell == nil and (column.missing or "")
        or is_number(cell) and cell_text(cell, decimals, dash or "-")
        or tostring(cell)
    end
  end
  return texts
end

--- A number with all of its digits, for other programs.
---@param value number
---@return string
function numbers.full(value)
  if math.type(value) == "integer" then
    return ("%d"):format(value)
  end
  local text = ("%.15g"):format(value)
  return tonumber(text) == value and text or ("%.17g"):format(value)
end

return numbers
