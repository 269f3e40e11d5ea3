--- The twin of Robots: slow, plain Lua, written from the rules alone. A board is two sets of cells,
--- `robots` and `debris`; a cell is a number made of its row and column, and row 1 is on top. The
--- player's cell is kept apart. A move makes a new board.

local oracle = {}
oracle.__index = oracle

-- Rule 1: the nine candidates, least row first, then least column.
local WALKS = {
  { "NW", -1, -1 }, { "N", -1, 0 }, { "NE", -1, 1 },
  { "W", 0, -1 }, { "STAY", 0, 0 }, { "E", 0, 1 },
  { "SW", 1, -1 }, { "S", 1, 0 }, { "SE", 1, 1 },
}

local WIDE = 10000

local function cell_of(row, column)
  return row * WIDE + column
end

local function sign(n)
  return n > 0 and 1 or n < 0 and -1 or 0
end

local function inside(game, row, column)
  return row >= 1 and row <= game.rows and column >= 1 and column <= game.columns
end

local function copy_of(set)
  local copy = {}
  for cell in pairs(set) do copy[cell] = true end
  return copy
end

local function size_of(set)
  local n = 0
  for _ in pairs(set) do n = n + 1 end
  return n
end

-- Rule 1: the board after the player's walk and before the robots' move, and the player's cell; nil
-- if the walk is not allowed.
local function walked(game, row_step, column_step)
  local board = game.board
  local row, column = game.row + row_step, game.column + column_step
  local cell = cell_of(row, column)
  if not inside(game, row, column) or board.robots[cell] then return nil end
  if not board.debris[cell] then return board, row, column end
  local beyond = cell_of(row + row_step, column + column_step)
  if not inside(game, row + row_step, column + column_step) then return nil end
  if board.debris[beyond] then return nil end
  board = { robots = copy_of(board.robots), debris = copy_of(board.debris) }
  board.robots[beyond] = nil
  board.debris[cell], board.debris[beyond] = nil, true
  return board, row, column
end

-- Rule 5: the board after the robots have moved against a player at this cell.
local function robots_moved(board, player_row, player_column)
  local arrived = {}
  for cell in pairs(board.robots) do
    local row, column = cell // WIDE, cell % WIDE
    local to = cell_of(row + sign(player_row - row), column + sign(player_column - column))
    arrived[to] = (arrived[to] or 0) + 1
  end
  local after = { robots = {}, debris = copy_of(board.debris) }
  for cell, count in pairs(arrived) do
    if count > 1 then
      after.debris[cell] = true
    elseif not board.debris[cell] then
      after.robots[cell] = true
    end
  end
  return after
end

-- Rule 6: whether a robot has reached the player. (Debris is not there before: he may
-- neither walk nor jump onto it.)
local function loses(board, row, column)
  local cell = cell_of(row, column)
  return board.robots[cell] or board.debris[cell]
end

-- Rule 2: the Manhattan distance from the player to the nearest robot. Without robots all
-- candidates are equal.
local function least_distance(board, player_row, player_column)
  local least = math.huge
  for cell in pairs(board.robots) do
    local row, column = cell // WIDE, cell % WIDE
    least = math.min(least, math.abs(row - player_row) + math.abs(column - player_column))
  end
  return least
end

-- Rules 1 and 2: the candidate to take, by name; nil if all nine lose.
local function best_walk(game)
  local best, best_left, best_distance
  for _, walk in ipairs(WALKS) do
    local before, row, column = walked(game, walk[2], walk[3])
    local board = before and robots_moved(before, row, column)
    if board and not loses(board, row, column) then
      local left = size_of(board.robots)
      local distance = least_distance(board, row, column)
      if not best or left < best_left or (left == best_left and distance > best_distance) then
        best, best_left, best_distance = walk[1], left, distance
      end
    end
  end
  return best
end

-- An empty cell: no robot, no debris, and not the player's own.
local function is_empty(game, row, column)
  return not loses(game.board, row, column) and (row ~= game.row or column ~= game.column)
end

-- Rule 3: the entry of the teleport list to take, or nil.
local function best_teleport(game)
  for _, entry in ipairs(game.teleports) do
    if not entry.move and is_empty(game, entry[1], entry[2]) then
      local board = robots_moved(game.board, entry[1], entry[2])
      if not loses(board, entry[1], entry[2]) then return entry end
    end
  end
end

-- The first unused entry of the teleport list for this cell.
local function find_entry(game, row, column)
  for _, entry in ipairs(game.teleports) do
    if not entry.move and entry[1] == row and entry[2] == column then return entry end
  end
end

local function judge(game)
  if loses(game.board, game.row, game.column) then return "Lost" end
  if not next(game.board.robots) then return "Won" end
end

-- Lets the robots move, after a move of the player has led to this board and cell.
local function finish(game, board, row, column)
  game.board = robots_moved(board, row, column)
  game.row, game.column = row, column
  game.moves = game.moves + 1
  game.result = judge(game)
  return true
end

-- Reads a picture into the board.
local function draw(game, picture)
  game.rows = 0
  for line in picture:gmatch("[^%s/]+") do
    game.rows = game.rows + 1
    game.columns = game.columns or #line
    assert(#line == game.columns, "rows of different lengths")
    for column = 1, #line do
      local kind = line:sub(column, column)
      local cell = cell_of(game.rows, column)
      assert(kind:match("^[@+*.]$"), "not a cell of robots")
      if kind == "+" then game.board.robots[cell] = true end
      if kind == "*" then game.board.debris[cell] = true end
      if kind == "@" then
        assert(not game.row, "two players")
        game.row, game.column = game.rows, column
      end
    end
  end
end

---@param map? string rows of @ + * . joined by "\n" or "/"
---@param options? table teleports and, without a map, rows, columns, player and robots
---@return table game
function oracle.new(map, options)
  options = options or {}
  local board = { robots = {}, debris = {} }
  local game = setmetatable({ board = board, moves = 0, teleports = {}, taken = {} }, oracle)
  if map then
    draw(game, map)
  else
    game.rows, game.columns = options.rows or 31, options.columns or 31
    game.row, game.column = table.unpack(options.player or { 15, 15 })
    for _, at in ipairs(options.robots or {}) do
      assert(is_empty(game, at[1], at[2]), "a robot on a cell that is not empty")
      board.robots[cell_of(at[1], at[2])] = true
    end
  end
  for i, at in ipairs(options.teleports or {}) do game.teleports[i] = { at[1], at[2] } end
  game.started = size_of(board.robots)
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

-- Rule 3, with the player's free choice: any empty cell that has an unused entry.
---@return boolean carried_out
function oracle:teleport(row, column)
  local entry = find_entry(self, row, column)
  if self.result or not entry or not is_empty(self, row, column) then return false end
  finish(self, self.board, row, column)
  entry.move = self.moves
  table.insert(self.taken, { row, column, self.moves })
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

---@return string[] texts of all actions that the rules allow, even of those that lose
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
  return size_of(self.board.robots), size_of(self.board.debris)
end

---@return integer[][] cells of the robots, rows from the top, in a row from the left
function oracle:robots()
  local cells, places = {}, {}
  for cell in pairs(self.board.robots) do cells[#cells + 1] = cell end
  table.sort(cells)
  for i, cell in ipairs(cells) do places[i] = { cell // WIDE, cell % WIDE } end
  return places
end

-- The picture. The player hides a robot or debris in his cell.
function oracle:__tostring()
  local lines = {}
  for row = 1, self.rows do
    local cells = {}
    for column = 1, self.columns do
      local cell = cell_of(row, column)
      cells[column] = self.board.robots[cell] and "+" or self.board.debris[cell] and "*" or "."
    end
    if row == self.row then cells[self.column] = "@" end
    lines[row] = table.concat(cells) .. "\n"
  end
  return table.concat(lines)
end

return oracle
