--- The twin of Skeleton: slow, plain Lua, written from the rules alone.

local oracle = {}
oracle.__index = oracle

function oracle.new(map)
  local game = setmetatable({ board = {} }, oracle)
  for line in map:gmatch "[^\n/]+" do
    local row = {}
    for cell in line:gmatch "." do row[#row + 1] = cell end
    table.insert(game.board, row)
  end
  return game
end

function oracle:cell(row, column)
  return self.board[row] and self.board[row][column]
end

-- Rule 3.
function oracle:outcome()
  local board = tostring(self)
  return not board:find "H" and (board:find "T" and "Stuck" or "Cleared") or nil
end

-- Rule 2; false if it does not allow the command.
function oracle:command(text)
  local row, column = text:match "^(%d+) (%d+)$"
  row, column = tonumber(row), tonumber(column)
  if self:cell(row, column) ~= "H" then return false end
  self.board[row][column] = "."
  for _, place in ipairs { { row - 1, column }, { row + 1, column }, { row, column - 1 },
    { row, column + 1 } } do
    local cell = self:cell(place[1], place[2])
    if cell and cell ~= "." then
      self.board[place[1]][place[2]] = cell == "H" and "T" or "H"
    end
  end
  return true
end

function oracle:actions()
  local list = {}
  for row, cells in ipairs(self.board) do
    for column, cell in ipairs(cells) do
      if cell == "H" then list[#list + 1] = row .. " " .. column end
    end
  end
  return list
end

function oracle:__tostring()
  local lines = {}
  for row, cells in ipairs(self.board) do lines[row] = table.concat(cells) .. "\n" end
  return table.concat(lines)
end

return oracle
