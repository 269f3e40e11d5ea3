--- The twin of Horizontally: slow, plain Lua, written from the rules alone. The board is a table of
--- rows of one-character strings, the top row first: "." is free, "#" is taken.

local oracle = {}
oracle.__index = oracle

local OTHER = { left = "right", right = "left" }

local function is_free(game, row, column)
  local cells = game.board[row]
  return cells ~= nil and cells[column] == "."
end

-- Rule 2: the step from the first field of a block to the next: down for Left, right for Right.
local STEP = { left = { 1, 0 }, right = { 0, 1 } }

-- The statement: a block covers FIELDS free cells in a line.
local function fits(game, player, row, column)
  local down, right = STEP[player][1], STEP[player][2]
  for i = 0, game.fields - 1 do
    if not is_free(game, row + i * down, column + i * right) then return false end
  end
  return true
end

local function fill(game, player, row, column, what)
  local down, right = STEP[player][1], STEP[player][2]
  for i = 0, game.fields - 1 do
    game.board[row + i * down][column + i * right] = what
  end
end

-- Rules 2 and 6: the names of a player's moves, by row, then by column.
local function moves_of(game, player)
  local moves = {}
  for row = 1, game.rows do
    for column = 1, game.columns do
      if fits(game, player, row, column) then
        local lower, upper = string.char(96 + row), string.char(64 + column)
        local text = player == "left" and upper .. lower or lower .. upper
        moves[#moves + 1] = { row = row, column = column, text = text }
      end
    end
  end
  return moves
end

-- Rule 5: the sum of floor(run / FIELDS) over the free runs of a line.
local function blocks_in(cells, fields)
  local sum, run = 0, 0
  for i = 1, #cells + 1 do
    if cells[i] == "." then
      run = run + 1
    else
      sum, run = sum + run // fields, 0
    end
  end
  return sum
end

local function column_of(game, column)
  local cells = {}
  for row = 1, game.rows do cells[row] = game.board[row][column] end
  return cells
end

-- The statement: how many blocks of a player would fit on the board.
local function blocks(game, player)
  local sum = 0
  if player == "right" then
    for row = 1, game.rows do sum = sum + blocks_in(game.board[row], game.fields) end
  else
    for column = 1, game.columns do sum = sum + blocks_in(column_of(game, column), game.fields) end
  end
  return sum
end

---@param picture? string rows joined by "\n" or "/"
---@param options? table fields, first and, without a picture, rows and columns
---@return table game
function oracle.new(picture, options)
  options = options or {}
  local game = setmetatable({ board = {} }, oracle)
  game.fields = options.fields or 5
  game.player = options.first or "left"
  if picture then
    for line in picture:gmatch("[^\n/]+") do
      local cells = {}
      for cell in line:gmatch("[.#]") do cells[#cells + 1] = cell end
      if #cells > 0 then game.board[#game.board + 1] = cells end
    end
  else
    for row = 1, options.rows or 26 do
      game.board[row] = {}
      for column = 1, options.columns or 26 do game.board[row][column] = "." end
    end
  end
  game.rows, game.columns = #game.board, #game.board[1]
  return game
end

---@return string player "left" or "right", who moves next unless the game is over
function oracle:to_move()
  return self.player
end

---@return string[] texts of the moves of the player to move
function oracle:actions()
  local texts = {}
  for i, move in ipairs(moves_of(self, self.player)) do texts[i] = move.text end
  return texts
end

-- Rule 5.
---@param player? string the player to move, if it is left out
---@return integer
function oracle:rating(player)
  player = player or self.player
  return blocks(self, player) - blocks(self, OTHER[player])
end

---@param row integer
---@param column integer
---@return boolean
function oracle:free(row, column)
  return is_free(self, row, column)
end

-- Rule 6: every move is tried and the board is counted anew.
---@param select integer
---@return string|nil text nil if there is no move
---@return integer count how many moves are as good
function oracle:best_move(select)
  local best, texts = nil, {}
  for _, move in ipairs(moves_of(self, self.player)) do
    fill(self, self.player, move.row, move.column, "#")
    local rating = self:rating(self.player)
    fill(self, self.player, move.row, move.column, ".")
    if best == nil or rating > best then best, texts = rating, {} end
    if rating == best then texts[#texts + 1] = move.text end
  end
  return texts[1] and texts[select % #texts + 1], #texts
end

-- The statement: players take turns; a player without a move has lost.
---@param text string
---@return boolean carried_out
function oracle:command(text)
  local form = self.player == "left" and "^(%u)(%l)$" or "^(%l)(%u)$"
  local first, second = text:match(form)
  if not first then return false end
  local upper, lower = first:upper(), second:upper()
  if self.player == "right" then upper, lower = lower, upper end
  local row, column = lower:byte() - 64, upper:byte() - 64
  if not fits(self, self.player, row, column) then return false end
  fill(self, self.player, row, column, "#")
  self.player = OTHER[self.player]
  return true
end

-- The statement: a player who cannot move surrenders.
---@return string|nil
function oracle:outcome()
  for row = 1, self.rows do
    for column = 1, self.columns do
      if fits(self, self.player, row, column) then return nil end
    end
  end
  return self.player == "left" and "Right wins" or "Left wins"
end

---@return string picture
function oracle:__tostring()
  local lines = {}
  for row = 1, self.rows do lines[row] = table.concat(self.board[row]) .. "\n" end
  return table.concat(lines)
end

-- Rules 1 to 4: the whole dialogue.
---@param input string
---@param options table fields, rows, columns, select
---@return string output
function oracle.dialogue(input, options)
  local game, answers, first = oracle.new(nil, options), {}, true
  for line in input:gmatch("[^\r\n]+") do
    if line == "." then break end
    if first and line == "-" then
      game.player = "right"
    else
      assert(game:command(line), "Left cannot play " .. line)
    end
    first = false
    local answer = game:best_move(options.select or 1000)
    answers[#answers + 1] = (answer or ".") .. "\n"
    if not answer then break end
    game:command(answer)
  end
  return table.concat(answers)
end

return oracle
