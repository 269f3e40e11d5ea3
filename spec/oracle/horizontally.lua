-- A slow, plain twin of Horizontally, written from the rules alone. The board is a table of
-- rows of one-character strings, the top row first: "." is free, "#" is taken.

local oracle = {}
oracle.__index = oracle

local OTHER = { left = "right", right = "left" }

local function is_free(game, row, column)
  local cells = game.board[row]
  return cells ~= nil and cells[column] == "."
end

-- The statement: a block covers FIELDS cells in a line, downward for Left, to the right for
-- Right, from its first field on.
local function cells_of_block(game, player, row, column)
  local cells = {}
  for i = 0, game.fields - 1 do
    if player == "left" then
      cells[#cells + 1] = { row = row + i, column = column }
    else
      cells[#cells + 1] = { row = row, column = column + i }
    end
  end
  return cells
end

local function fits(game, player, row, column)
  for _, cell in ipairs(cells_of_block(game, player, row, column)) do
    if not is_free(game, cell.row, cell.column) then return false end
  end
  return true
end

local function fill(game, player, row, column, what)
  for _, cell in ipairs(cells_of_block(game, player, row, column)) do
    game.board[cell.row][cell.column] = what
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
local function blocks_in(game, length, free_at)
  local sum, run = 0, 0
  for i = 1, length + 1 do
    if i <= length and free_at(i) then
      run = run + 1
    else
      sum, run = sum + run // game.fields, 0
    end
  end
  return sum
end

-- The statement: how many blocks the player could put on the board at once.
local function blocks(game, player)
  local sum = 0
  if player == "right" then
    for row = 1, game.rows do
      sum = sum + blocks_in(game, game.columns, function(i) return is_free(game, row, i) end)
    end
  else
    for column = 1, game.columns do
      sum = sum + blocks_in(game, game.rows, function(i) return is_free(game, i, column) end)
    end
  end
  return sum
end

---@param what string|table a picture, rows joined by "\n" or "/", or the options themselves
---@param options? table fields, rows, columns, first
---@return table game
function oracle.new(what, options)
  options = options or type(what) == "table" and what or {}
  local game = setmetatable({ board = {} }, oracle)
  game.fields = options.fields or 5
  game.player = options.first or "left"
  if type(what) == "string" then
    for line in what:gmatch("[^\n/]+") do
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
function oracle:moves()
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

-- The statement: players take turns; who has no move has lost.
---@param text string
---@return boolean carried_out
function oracle:command(text)
  for _, move in ipairs(moves_of(self, self.player)) do
    if move.text == text then
      fill(self, self.player, move.row, move.column, "#")
      self.player = OTHER[self.player]
      return true
    end
  end
  return false
end

---@return string|nil
function oracle:outcome()
  if #self:moves() > 0 then return nil end
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
  local game, answers, first = oracle.new(options), {}, true
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
