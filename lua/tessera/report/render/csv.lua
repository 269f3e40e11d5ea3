--- Blocks as CSV (RFC 4180), for other programs: one table with the columns of all blocks. The
--- first column says which block a row is from; numbers have all of their digits, and intervals
--- have columns of their own.

local numbers = require "tessera.report.render.numbers"

local csv = {}

-- A field. A text that a spreadsheet would run as a formula begins with an apostrophe.
local function field(cell)
  if cell == nil then
    return ""
  elseif type(cell) == "number" then
    return numbers.full(cell)
  elseif type(cell) == "boolean" then
    return tostring(cell)
  end
  local text = cell:gsub("^[=+@\t\r-]", "'%0"):gsub("%z", "")
  if text:find '[",\r\n]' or text:find "^%s" or text:find "%s$" then
    text = '"' .. text:gsub('"', '""') .. '"'
  end
  return text
end

-- The places of the columns of all blocks.
local function columns_of(blocks)
  local names, places = { "table" }, {}
  local function place(name)
    if not places[name] then
      names[#names + 1] = name
      places[name] = #names
    end
  end
  for _, block in ipairs(blocks) do
    for j, column in ipairs(block.columns or {}) do
      place(column.name)
      for _, row in ipairs(block.rows or {}) do
        if type(row[j]) == "table" then
          place(column.name .. " low")
          place(column.name .. " high")
          break
        end
      end
    end
  end
  return names, places
end

--- The rows of all blocks.
---@param blocks tessera.study.Block[]
---@return string
function csv.all(blocks)
  local names, places = columns_of(blocks)
  local lines = { {} }
  for i, name in ipairs(names) do
    lines[1][i] = field(name)
  end
  for _, block in ipairs(blocks) do
    for _, row in ipairs(block.rows or {}) do
      local line = { field(block.title) }
      for i = 2, #names do
        line[i] = ""
      end
      for j, column in ipairs(block.columns or {}) do
        local cell = row[j]
        if type(cell) == "table" then
          line[places[column.name .. " low"]] = field(cell.low)
          line[places[column.name .. " high"]] = field(cell.high)
          cell = cell.value
        end
        line[places[column.name]] = field(cell)
      end
      lines[#lines + 1] = line
    end
  end
  for i, line in ipairs(lines) do
    lines[i] = table.concat(line, ",")
  end
  return table.concat(lines, "\r\n") .. "\r\n"
end

return csv
