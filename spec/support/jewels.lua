--- Random boards of jewels for differential tests. Nearly all randomly filled boards have a Norm
--- tip. So there are two other kinds: quiet boards, in which no swap makes a line; and quiet boards
--- with a planted pattern of one or two other colours, whose tips are then the only ones.

local jewels = {}

local LETTERS = "ROYGBPWVTKMNAC"
local STYLES = { "filled", "filled", "planted", "planted", "quiet" }

local function between(rng, low, high)
  return low + rng:below(high - low + 1)
end

local function chance(rng, percent)
  return rng:below(100) < percent
end

local function pick(rng, list)
  return list[1 + rng:below(#list)]
end

local function letter(colours, number)
  return colours:sub(number, number)
end

local function at(board, row, column)
  return board[row] and board[row][column]
end

-- Fills each cell with a colour that is not taboo there; returns nil if a cell has no such colour.
local function fill(rng, height, width, colours, taboo)
  local board = {}
  for row = 1, height do
    board[row] = {}
    for column = 1, width do
      local allowed = {}
      for number = 1, #colours do
        local colour = letter(colours, number)
        if not taboo(board, row, column, colour) then allowed[#allowed + 1] = colour end
      end
      if #allowed == 0 then return nil end
      board[row][column] = pick(rng, allowed)
    end
  end
  return board
end

-- Whether this colour would complete a line.
local function makes_line(board, row, column, colour)
  return colour == at(board, row, column - 1) and colour == at(board, row, column - 2)
    or colour == at(board, row - 1, column) and colour == at(board, row - 2, column)
end

-- Whether a jewel of this colour is one or two cells away in the row or the column.
local function is_near(board, row, column, colour)
  return colour == at(board, row, column - 1) or colour == at(board, row, column - 2)
    or colour == at(board, row - 1, column) or colour == at(board, row - 2, column)
end

-- Patterns: the lengths of the arms of one colour around a gap, to the left, right, up and down.
local ARMS = {
  Norm = { { 1, 2, 0, 0 }, { 0, 2, 1, 0 }, { 0, 0, 2, 1 }, { 1, 1, 0, 1 }, { 2, 0, 0, 1 } },
  Good = { { 1, 2, 1, 2 }, { 1, 2, 2, 1 }, { 2, 1, 1, 2 }, { 2, 1, 2, 1 } },
  Excl = { { 2, 2, 2, 2 }, { 1, 1, 2, 2 }, { 2, 2, 1, 1 }, { 1, 2, 2, 2 }, { 2, 2, 1, 2 } },
}

local function plant_arms(rng, board, colour, arms)
  local height, width = #board, #board[1]
  local row = between(rng, 1 + arms[3], height - arms[4])
  local column = between(rng, 1 + arms[1], width - arms[2])
  for k = -arms[1], arms[2] do
    if k ~= 0 then board[row][column + k] = colour end
  end
  for k = -arms[3], arms[4] do
    if k ~= 0 then board[row + k][column] = colour end
  end
end

-- Two neighbouring jewels, each of which completes a line in the other's cell.
local function plant_exchange(rng, board, one, two)
  local height, width = #board, #board[1]
  local row, column = between(rng, 3, height), between(rng, 1, width - 1)
  for k = 1, 2 do
    board[row - k][column] = one
    board[row - k][column + 1] = two
  end
  board[row][column], board[row][column + 1] = two, one
end

local function transposed(board)
  local turned = {}
  for column = 1, #board[1] do
    turned[column] = {}
    for row = 1, #board do turned[column][row] = board[row][column] end
  end
  return turned
end

-- Whether a board holds a line; a game cannot start with one.
local function holds_line(board)
  for row = 1, #board do
    for column = 1, #board[1] do
      if makes_line(board, row, column, board[row][column]) then return true end
    end
  end
  return false
end

local function quiet(rng, height, width, colours)
  return fill(rng, height, width, colours, is_near)
end

local function planted(rng, height, width, colours)
  local calm = colours:sub(3)
  local board = assert(quiet(rng, height, width, calm))
  local kind = pick(rng, { "Norm", "Good", "Good", "Good", "Excl", "Excl", "exchange" })
  if kind == "exchange" then
    plant_exchange(rng, board, letter(colours, 1), letter(colours, 2))
  else
    plant_arms(rng, board, letter(colours, 1), pick(rng, ARMS[kind]))
    if chance(rng, 20) then
      plant_arms(rng, board, letter(colours, 2), pick(rng, ARMS[pick(rng, { "Good", "Excl" })]))
    end
  end
  return chance(rng, 50) and transposed(board) or board
end

local function side(rng)
  return chance(rng, 2) and between(rng, 9, 20) or chance(rng, 25) and between(rng, 6, 8)
    or between(rng, 3, 5)
end

local function make_board(rng, height, width, colours, style)
  if style == "planted" then
    return planted(rng, height, width, colours)
  elseif style == "quiet" then
    return quiet(rng, height, width, colours)
  end
  return fill(rng, height, width, colours, makes_line)
end

local function shuffled(rng, text, n)
  local letters = {}
  for c in text:gmatch "." do table.insert(letters, between(rng, 1, #letters + 1), c) end
  return table.concat(letters, "", 1, n)
end

local function some_drops(rng, colours)
  if chance(rng, 60) then return nil end
  local drops = {}
  for i = 1, between(rng, 0, 40) do
    drops[i] = letter(colours, between(rng, 1, #colours))
  end
  return table.concat(drops)
end

local function picture_of(board)
  local lines = {}
  for row, cells in ipairs(board) do lines[row] = table.concat(cells) end
  return table.concat(lines, "/")
end

--- A board on which no swap makes a line.
---@param rng table an object with rng:below(n), a uniform integer 0..n-1
---@param height integer
---@param width integer
---@return string picture
function jewels.quiet(rng, height, width)
  return picture_of(quiet(rng, height, width, "ROYGBPW"))
end

--- A board filled at random, but without a line.
---@param rng table
---@param height integer
---@param width integer
---@param colours? string
---@return string picture
function jewels.filled(rng, height, width, colours)
  return picture_of(fill(rng, height, width, colours or "ROYGBPW", makes_line))
end

--- A board of the seven colours of the rules, of any of the three kinds.
---@param rng table
---@param height integer
---@param width integer
---@return string picture
function jewels.board(rng, height, width)
  local board
  repeat
    board = make_board(rng, height, width, shuffled(rng, "ROYGBPW", 7), pick(rng, STYLES))
  until not holds_line(board)
  return picture_of(board)
end

---@param rng table
---@return string picture rows, top row first, joined by "/"
---@return table options for tessera.jewelry.new
function jewels.random(rng)
  local style = pick(rng, STYLES)
  local least = ({ filled = 4, planted = 7, quiet = 5 })[style]
  local colours = shuffled(rng, LETTERS, between(rng, least, chance(rng, 90) and 8 or 14))
  local board
  repeat
    local height, width = side(rng), side(rng)
    if style == "planted" then height, width = between(rng, 5, 7), between(rng, 5, 7) end
    board = make_board(rng, height, width, colours, style)
  until not holds_line(board)
  local options = { colours = colours, seed = rng:below(1000), drops = some_drops(rng, colours) }
  -- Drops of one colour only: a cascade without an end.
  if style == "filled" and #board * #board[1] <= 16 and chance(rng, 4) then
    options.drops = letter(colours, 1):rep(4096)
  end
  return picture_of(board), options
end

return jewels
