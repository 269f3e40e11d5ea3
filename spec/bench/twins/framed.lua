--- Boards of the twins that have a frame: a row above the map, a cell behind each row, which is
--- also the one in front of the next, and a row below. So every cell of the map has neighbours on
--- all sides.

local framed = {}

--- A board: its cells row by row, the steps from row to row, and how many rows its map has.
---@param map string
---@param kinds table<string, integer> by character
---@param frame integer the kind of the cells around the map
---@return { cell: integer[], width: integer, rows: integer }
function framed.new(map, kinds, frame)
  local width = #map:match "[^\n]+" + 1
  local s = { cell = {}, width = width, rows = 0 }
  local cell = s.cell
  for i = 1, width + 1 do
    cell[i] = frame
  end
  for row in map:gmatch "[^\n]+" do
    s.rows = s.rows + 1
    for character in row:gmatch "." do
      cell[#cell + 1] = kinds[character]
    end
    cell[#cell + 1] = frame
  end
  for _ = 1, width do
    cell[#cell + 1] = frame
  end
  return s
end

--- Where a cell stands on the map, as actions say it: "1 1" for the first one.
---@param s { width: integer }
---@param i integer
---@return string
function framed.place(s, i)
  local k = i - s.width - 2
  return ("%d %d"):format(k // s.width + 1, k % s.width + 1)
end

--- The map.
---@param s { cell: integer[], width: integer, rows: integer }
---@param characters table<integer, string> by kind
---@return string
function framed.picture(s, characters)
  local rows = {}
  for row = 1, s.rows do
    local cells = {}
    for column = 1, s.width - 1 do
      cells[column] = characters[s.cell[row * s.width + 1 + column]]
    end
    rows[row] = table.concat(cells) .. "\n"
  end
  return table.concat(rows)
end

return framed
