--- The twin of SameGame: slow, plain Lua, written from the rules alone. The board is a table of
--- rows of one-character strings: row 1 is the bottom, column 1 the left.

local oracle = {}
oracle.__index = oracle

-- Rule 2: a place outside of the grid is no cell.
local function at(game, row, column)
  return game.board[row] and game.board[row][column]
end

-- Rule 3: walks from a cell to its neighbours of the same value.
local function reach(game, row, column, value, seen)
  if at(game, row, column) ~= value or seen[row][column] then return end
  seen[row][column] = true
  reach(game, row + 1, column, value, seen)
  reach(game, row - 1, column, value, seen)
  reach(game, row, column + 1, value, seen)
  reach(game, row, column - 1, value, seen)
end

--- The cells of the region around a cell, column by column, each one from the bottom;
--- nil where nothing can be removed (rule 3).
function oracle:region(row, column)
  local value = at(self, row, column)
  if not value or value == "." then return nil end
  local seen, cells = {}, {}
  for i = 1, self.rows do seen[i] = {} end
  reach(self, row, column, value, seen)
  for j = 1, self.columns do
    for i = 1, self.rows do
      if seen[i][j] then cells[#cells + 1] = { i, j } end
    end
  end
  return #cells >= 2 and cells or nil
end

-- Rule 4: within each column the blocks move down, in their order.
local function drop(game)
  for column = 1, game.columns do
    local blocks = {}
    for row = 1, game.rows do
      local value = game.board[row][column]
      if value ~= "." then blocks[#blocks + 1] = value end
    end
    for row = 1, game.rows do game.board[row][column] = blocks[row] or "." end
  end
end

-- Rule 4: the columns that are not empty, in their order, move to the left.
local function close(game)
  local full = {}
  for column = 1, game.columns do
    if game.board[1][column] ~= "." then full[#full + 1] = column end
  end
  for row = 1, game.rows do
    local closed = {}
    for column = 1, game.columns do
      closed[column] = full[column] and game.board[row][full[column]] or "."
    end
    game.board[row] = closed
  end
end

--- Selects a cell: removes its region. Whether the rules carry that out.
function oracle:remove(row, column)
  local cells = self:region(row, column)
  if not cells then return false end
  for _, cell in ipairs(cells) do self.board[cell[1]][cell[2]] = "." end
  drop(self)
  close(self)
  self.removals = self.removals + 1
  self.points = self.points + (#cells - 2) ^ 2 // 1 | 0
  if self:left() == 0 then self.points = self.points + 1000 end
  return true
end

--- The same for a text such as "3 5".
function oracle:command(text)
  local row, column = text:match "^(%-?%d+) (%-?%d+)$"
  return self:remove(tonumber(row), tonumber(column))
end

--- How many blocks are left.
function oracle:left()
  local left = 0
  for row = 1, self.rows do
    for column = 1, self.columns do
      if self.board[row][column] ~= "." then left = left + 1 end
    end
  end
  return left
end

--- Each region once, by the text of its first cell, column by column from the bottom.
function oracle:actions()
  local texts, seen = {}, {}
  for column = 1, self.columns do
    for row = 1, self.rows do
      local cells = not seen[row .. " " .. column] and self:region(row, column) or {}
      for _, cell in ipairs(cells) do seen[cell[1] .. " " .. cell[2]] = true end
      if #cells > 0 then texts[#texts + 1] = row .. " " .. column end
    end
  end
  return texts
end

--- How many pairs of neighbours have the same value.
function oracle:pairs()
  local count = 0
  for row = 1, self.rows do
    for column = 1, self.columns do
      local value = at(self, row, column)
      if value ~= "." and value == at(self, row, column + 1) then count = count + 1 end
      if value ~= "." and value == at(self, row + 1, column) then count = count + 1 end
    end
  end
  return count
end

function oracle:won()
  return self:left() == 0
end

-- Rule 3: where two neighbours have the same value there is a region.
function oracle:stuck()
  return not self:won() and self:pairs() == 0
end

--- The outcome; nil while a region can be removed.
function oracle:outcome()
  return self:won() and "Game Won" or self:stuck() and "Game Over" or nil
end

--- How many regions were removed.
function oracle:moves()
  return self.removals
end

--- Points: (n - 2)^2 for n blocks that are removed at once, 1000 for the last ones.
function oracle:score()
  return self.points
end

--- The rows from the top, each ended by a newline.
function oracle:__tostring()
  local lines = {}
  for row = self.rows, 1, -1 do
    lines[#lines + 1] = table.concat(self.board[row]) .. "\n"
  end
  return table.concat(lines)
end

--- The output of the command for this grid: rule 6.
function oracle:answer(number)
  local lines = { "Grid " .. number .. ".\n" }
  if self:won() then
    lines[2] = "    Game Won\n"
  else
    for row = self.rows, 1, -1 do
      local shown = table.concat(self.board[row], " "):gsub("%.", " ")
      lines[#lines + 1] = "    " .. shown .. "\n"
    end
  end
  return table.concat(lines)
end

---@param picture string rows, top row first, separated by white space
function oracle.new(picture)
  local lines = {}
  for line in picture:gmatch "%S+" do table.insert(lines, 1, line) end
  local game = { rows = #lines, columns = #lines[1], board = {}, removals = 0, points = 0 }
  for row, line in ipairs(lines) do
    game.board[row] = {}
    for value in line:gmatch "." do table.insert(game.board[row], value) end
  end
  return setmetatable(game, oracle)
end

--- Plays a whole, well-formed input of the command and returns its output.
---@param input string
---@return string
function oracle.play(input)
  local next_word = input:gmatch "%S+"
  local function number() return tonumber(next_word() or 0) end
  local answers = {}
  while true do
    local rows = number()
    local columns = rows > 0 and number() or 0
    if columns == 0 then return table.concat(answers, "\n") end
    local lines = {}
    for _ = 1, rows do
      local line = {}
      for column = 1, columns do line[column] = next_word() end
      table.insert(lines, 1, table.concat(line))
    end
    local game = oracle.new(table.concat(lines, "\n"))
    local row, column = number(), number()
    while row ~= 0 or column ~= 0 do
      game:remove(row, column)
      row, column = number(), number()
    end
    answers[#answers + 1] = game:answer(#answers + 1)
  end
end

return oracle
