-- A slow, plain twin of Robots, written from the rules alone. The board is a table of rows
-- of one-character strings: "." empty, "+" a robot, "*" debris; row 1 is on top. The player
-- is kept beside it. Every position is a board of its own: a move makes a new one.

local oracle = {}
oracle.__index = oracle

-- Rule 1: the nine candidates, least row first, then least column.
local WALKS = {
  { "NW", -1, -1 }, { "N", -1, 0 }, { "NE", -1, 1 },
  { "W", 0, -1 }, { "STAY", 0, 0 }, { "E", 0, 1 },
  { "SW", 1, -1 }, { "S", 1, 0 }, { "SE", 1, 1 },
}

local function sign(n)
  return n > 0 and 1 or n < 0 and -1 or 0
end

local function inside(game, row, column)
  return row >= 1 and row <= game.rows and column >= 1 and column <= game.columns
end

-- A board of these sides; `cell(row, column)` says what is on it.
local function make_board(rows, columns, cell)
  local board = {}
  for row = 1, rows do
    board[row] = {}
    for column = 1, columns do board[row][column] = cell(row, column) end
  end
  return board
end

local function copy_of(game)
  return make_board(game.rows, game.columns, function(row, column)
    return game.board[row][column]
  end)
end

local function count(game, board, what)
  local n = 0
  for row = 1, game.rows do
    for column = 1, game.columns do
      if board[row][column] == what then n = n + 1 end
    end
  end
  return n
end

-- Rule 1: the board after the player has walked and before the robots move, and where he
-- is then; nil if he may not.
local function walked(game, row_step, column_step)
  local row, column = game.row + row_step, game.column + column_step
  if not inside(game, row, column) or game.board[row][column] == "+" then return nil end
  local board = copy_of(game)
  if board[row][column] == "*" then
    local beyond_row, beyond_column = row + row_step, column + column_step
    if not inside(game, beyond_row, beyond_column) then return nil end
    if board[beyond_row][beyond_column] == "*" then return nil end
    board[row][column] = "."
    board[beyond_row][beyond_column] = "*"
  end
  return board, row, column
end

-- Rule 5: the board after the robots have moved against a player at this cell.
local function robots_moved(game, board, player_row, player_column)
  local arrived = make_board(game.rows, game.columns, function() return 0 end)
  for row = 1, game.rows do
    for column = 1, game.columns do
      if board[row][column] == "+" then
        local to_row = row + sign(player_row - row)
        local to_column = column + sign(player_column - column)
        arrived[to_row][to_column] = arrived[to_row][to_column] + 1
      end
    end
  end
  return make_board(game.rows, game.columns, function(row, column)
    if board[row][column] == "*" or arrived[row][column] > 1 then return "*" end
    return arrived[row][column] == 1 and "+" or "."
  end)
end

-- Rule 6: whether a robot has reached the player. (Debris is not there before: he may
-- neither walk nor jump onto it.)
local function loses(board, row, column)
  return board[row][column] ~= "."
end

-- Rule 2: the least Manhattan distance of a robot to the player; none: all are equal.
local function least_distance(game, board, player_row, player_column)
  local least = math.huge
  for row = 1, game.rows do
    for column = 1, game.columns do
      if board[row][column] == "+" then
        local distance = math.abs(row - player_row) + math.abs(column - player_column)
        least = math.min(least, distance)
      end
    end
  end
  return least
end

-- Rules 1 and 2: the candidate to take, by name; nil if all nine lose.
local function best_walk(game)
  local best, best_left, best_distance
  for _, walk in ipairs(WALKS) do
    local before, row, column = walked(game, walk[2], walk[3])
    local board = before and robots_moved(game, before, row, column)
    if board and not loses(board, row, column) then
      local left = count(game, board, "+")
      local distance = least_distance(game, board, row, column)
      if not best or left < best_left or (left == best_left and distance > best_distance) then
        best, best_left, best_distance = walk[1], left, distance
      end
    end
  end
  return best
end

-- An empty cell: no robot, no debris, and not the player's own.
local function is_empty(game, row, column)
  return game.board[row][column] == "." and (row ~= game.row or column ~= game.column)
end

-- Rule 3: the entry of the teleport list to take, or nil.
local function best_teleport(game)
  for _, entry in ipairs(game.teleports) do
    if not entry.move and is_empty(game, entry[1], entry[2]) then
      local board = robots_moved(game, game.board, entry[1], entry[2])
      if not loses(board, entry[1], entry[2]) then return entry end
    end
  end
end

-- The player's list: the first unused entry for this cell.
local function find_entry(game, row, column)
  for _, entry in ipairs(game.teleports) do
    if not entry.move and entry[1] == row and entry[2] == column then return entry end
  end
end

local function judge(game)
  if loses(game.board, game.row, game.column) then return "Lost" end
  if count(game, game.board, "+") == 0 then return "Won" end
end

-- The robots' move after the player's, which led to this board and place.
local function finish(game, board, row, column)
  game.board = robots_moved(game, board, row, column)
  game.row, game.column = row, column
  game.moves = game.moves + 1
  game.result = judge(game)
  return true
end

---@param setup string|table rows of @ + * . joined by "\n" or "/"; or, and for the rest:
--- rows, columns, player, robots and teleports
---@return table game
function oracle.new(setup)
  if type(setup) == "string" then setup = { picture = setup } end
  local game = setmetatable({ moves = 0, teleports = {}, taken = {} }, oracle)
  if setup.picture then
    local lines = {}
    for line in setup.picture:gmatch("[^%s/]+") do lines[#lines + 1] = line end
    game.rows, game.columns = #lines, #lines[1]
    game.board = make_board(game.rows, game.columns, function(row, column)
      local cell = lines[row]:sub(column, column)
      assert(cell:match("^[@+*.]$"), "not a cell of robots")
      if cell ~= "@" then return cell end
      assert(not game.row, "two players")
      game.row, game.column = row, column
      return "."
    end)
  else
    game.rows, game.columns = setup.rows or 31, setup.columns or 31
    game.board = make_board(game.rows, game.columns, function() return "." end)
    game.row, game.column = table.unpack(setup.player or { 15, 15 })
    for _, at in ipairs(setup.robots or {}) do
      assert(is_empty(game, at[1], at[2]), "a robot on a cell that is not empty")
      game.board[at[1]][at[2]] = "+"
    end
  end
  for i, at in ipairs(setup.teleports or {}) do game.teleports[i] = { at[1], at[2] } end
  game.started = count(game, game.board, "+")
  game.result = judge(game)
  return game
end

-- Rule 1.
---@param name string such as "NE" or "STAY"
---@return boolean carried_out
function oracle:step(name)
  if self.result then return false end
  for _, walk in ipairs(WALKS) do
    if walk[1] == name then
      local board, row, column = walked(self, walk[2], walk[3])
      return board ~= nil and finish(self, board, row, column)
    end
  end
  error("no such step: " .. name)
end

-- Rule 3, but for the player's free choice: any empty cell of which there is an unused entry.
---@return boolean carried_out
function oracle:teleport(row, column)
  local entry = find_entry(self, row, column)
  if self.result or not entry or not is_empty(self, row, column) then return false end
  finish(self, self.board, row, column)
  entry.move = self.moves
  table.insert(self.taken, { row, column, move = self.moves })
  return true
end

---@param text string such as "NE", "STAY" or "TELEPORT 3,7"
---@return boolean carried_out
function oracle:command(text)
  local row, column = text:match("^TELEPORT (%d+),(%d+)$")
  if row then return self:teleport(tonumber(row), tonumber(column)) end
  return self:step(text)
end

-- Rules 2 to 4.
---@return string|nil text of the action; nil if the game is over
function oracle:choose()
  if self.result then return nil end
  local name = best_walk(self)
  if name then return name end
  local entry = best_teleport(self)
  return entry and ("TELEPORT %d,%d"):format(entry[1], entry[2]) or "STAY"
end

-- Rules 2 to 4, to the end.
function oracle:play(max_moves)
  local played = 0
  while not self.result and played < (max_moves or math.huge) do
    assert(self:command(self:choose()))
    played = played + 1
  end
  return self.result
end

---@return string[] texts of what the rules allow the player now, a losing move as well
function oracle:actions()
  local texts, seen = {}, {}
  if self.result then return texts end
  for _, walk in ipairs(WALKS) do
    if walked(self, walk[2], walk[3]) then texts[#texts + 1] = walk[1] end
  end
  for _, entry in ipairs(self.teleports) do
    local text = ("TELEPORT %d,%d"):format(entry[1], entry[2])
    if not entry.move and not seen[text] and is_empty(self, entry[1], entry[2]) then
      seen[text] = true
      texts[#texts + 1] = text
    end
  end
  return texts
end

---@return string|nil outcome nil while the game runs
function oracle:outcome()
  return self.result
end

-- Rule 6: robots and debris are counted after the robots' move.
---@return integer robots
---@return integer debris
function oracle:counts()
  return count(self, self.board, "+"), count(self, self.board, "*")
end

-- The picture, with the player also over what has caught him.
function oracle:__tostring()
  local lines = {}
  for row = 1, self.rows do
    local cells = table.move(self.board[row], 1, self.columns, 1, {})
    if row == self.row then cells[self.column] = "@" end
    lines[row] = table.concat(cells) .. "\n"
  end
  return table.concat(lines)
end

return oracle
