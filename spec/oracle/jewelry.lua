--- The twin of Jewelry Tips: slow, plain Lua, written from the rules alone. The board is a table of
--- rows of one-character strings; rows and columns count from 1, row 1 on top.

local random = require "tessera.rng"

local oracle = {}
oracle.__index = oracle

local CASCADE_MAX = 100
local DIRECTIONS = { "LT", "UP", "RT", "DN" }
local STEP = { LT = { 0, -1 }, UP = { -1, 0 }, RT = { 0, 1 }, DN = { 1, 0 } }
local RANK = { Norm = 1, Good = 2, Excl = 3 }

local function at(game, row, column)
  return game.board[row] and game.board[row][column]
end

-- The length of the run of equal jewels through this cell, along one axis.
local function run_length(game, row, column, row_step, column_step)
  local jewel, length = game.board[row][column], 1
  local r, c = row + row_step, column + column_step
  while at(game, r, c) == jewel do
    length, r, c = length + 1, r + row_step, c + column_step
  end
  r, c = row - row_step, column - column_step
  while at(game, r, c) == jewel do
    length, r, c = length + 1, r - row_step, c - column_step
  end
  return length
end

-- The number of lines through this cell, and the length of the longest.
local function lines_through(game, row, column)
  local across, down = run_length(game, row, column, 0, 1), run_length(game, row, column, 1, 0)
  local lines = (across >= 3 and 1 or 0) + (down >= 3 and 1 or 0)
  return lines, lines > 0 and math.max(across, down) or 0
end

local function swap(game, row, column, to_row, to_column)
  local board = game.board
  board[row][column], board[to_row][to_column] = board[to_row][to_column], board[row][column]
end

-- Rule 2, after the swap: an L, T or + is two lines.
local function kind_of(lines, longest)
  if lines == 0 then return nil end
  if lines >= 2 or longest >= 5 then return "Excl" end
  return longest == 4 and "Good" or "Norm"
end

-- The kind of tip that swapping these two cells makes, and whether the jewel of the first cell
-- completes a line. Nothing if the jewels are equal.
local function judge_swap(game, row, column, to_row, to_column)
  local jewel, other = at(game, row, column), at(game, to_row, to_column)
  if not other or jewel == other then return nil, false end
  swap(game, row, column, to_row, to_column)
  local moved, longest = lines_through(game, to_row, to_column)
  local moved_back, longest_back = lines_through(game, row, column)
  swap(game, row, column, to_row, to_column)
  return kind_of(moved + moved_back, math.max(longest, longest_back)), moved > 0
end

-- Rule 4: the order of preference.
local function before(a, b)
  if a.kind ~= b.kind then return RANK[a.kind] < RANK[b.kind] end
  if a.row ~= b.row then return a.row < b.row end
  if a.column ~= b.column then return a.column < b.column end
  return a.rank < b.rank
end

---@param picture string rows, top row first, joined by "\n" or "/"
---@param options? {colours?: string, seed?: integer, drops?: string}
---@return table game
function oracle.new(picture, options)
  options = options or {}
  local game = setmetatable({ board = {}, events = {}, points = 0, made = 0 }, oracle)
  game.colours = options.colours or "ROYGBPW"
  game.rng = random.new(options.seed or 0)
  game.drops = options.drops or ""
  game.height = 0
  for line in picture:gmatch "[^\n/]+" do
    local cells = {}
    for cell in line:gmatch "%S" do
      assert(game.colours:find(cell, 1, true), "not a jewel: " .. cell)
      cells[#cells + 1] = cell
    end
    if #cells > 0 then
      assert(game.width == nil or game.width == #cells, "rows of different lengths")
      game.height, game.width = game.height + 1, #cells
      game.board[game.height] = cells
    end
  end
  return game
end

--- All tips, in the order of preference.
---@return table[]
function oracle:tips()
  local tips = {}
  if self.endless then return tips end
  for row = 1, self.height do
    for column = 1, self.width do
      for rank, direction in ipairs(DIRECTIONS) do
        local step = STEP[direction]
        local kind, moved = judge_swap(self, row, column, row + step[1], column + step[2])
        if moved then
          tips[#tips + 1] = { kind = kind, colour = at(self, row, column), direction = direction,
            row = row, column = column, rank = rank }
        end
      end
    end
  end
  table.sort(tips, before)
  for _, tip in ipairs(tips) do tip.rank = nil end
  return tips
end

--- A tip as the rules page writes it: there rows and columns count from 0.
function oracle.text(tip)
  if not tip then return "Game Over" end
  return ("%s: %s.%s@%d,%d"):format(tip.kind, tip.colour, tip.direction, tip.row - 1,
    tip.column - 1)
end

--- The answer to the board.
---@return string
function oracle:tip()
  return oracle.text(self:tips()[1])
end

--- Each swap that makes a line, once: from its left or upper cell.
---@return string[]
function oracle:actions()
  if self.offered then return self.offered end
  local texts = {}
  self.offered = texts
  if self.endless then return texts end
  for row = 1, self.height do
    for column = 1, self.width do
      for _, direction in ipairs { "RT", "DN" } do
        local step = STEP[direction]
        if judge_swap(self, row, column, row + step[1], column + step[2]) then
          texts[#texts + 1] = ("%d,%d %s"):format(row, column, direction)
        end
      end
    end
  end
  return texts
end

---@return string|nil outcome nil while the game runs
function oracle:outcome()
  if self.endless then return "Endless Cascade" end
  if #self:actions() == 0 then return "Game Over" end
  return nil
end

local function tell(game, kind, what, from, to)
  game.events[#game.events + 1] = { kind = kind, what = what, from = from, to = to }
end

-- The jewel that falls in next: first the given drops, then random ones.
local function next_jewel(game)
  if #game.drops > 0 then
    local jewel = game.drops:sub(1, 1)
    game.drops = game.drops:sub(2)
    return jewel
  end
  local number = game.rng:below(#game.colours) + 1
  return game.colours:sub(number, number)
end

-- The cells of every line on the board. Columns from the left, each from the bottom.
local function cells_in_lines(game)
  local cells = {}
  for column = 1, game.width do
    for row = game.height, 1, -1 do
      if lines_through(game, row, column) > 0 then cells[#cells + 1] = { row, column } end
    end
  end
  return cells
end

local function remove(game, cells)
  for _, cell in ipairs(cells) do
    tell(game, "removed", at(game, cell[1], cell[2]), cell)
    game.board[cell[1]][cell[2]] = nil
  end
end

-- For each column from the left: the remaining jewels fall, then new ones fill the column from its
-- lowest empty cell upward.
local function drop(game)
  for column = 1, game.width do
    local to = game.height
    for row = game.height, 1, -1 do
      local jewel = at(game, row, column)
      if jewel then
        game.board[row][column] = nil
        game.board[to][column] = jewel
        if to ~= row then tell(game, "fell", jewel, { row, column }, { to, column }) end
        to = to - 1
      end
    end
    for row = to, 1, -1 do
      game.board[row][column] = next_jewel(game)
      tell(game, "appeared", at(game, row, column), nil, { row, column })
    end
  end
end

--- Swaps two jewels if that makes a line.
---@param text string such as "6,1 RT"
---@return boolean carried_out
function oracle:command(text)
  local row, column, direction = text:match "^(%d+),(%d+) (%u%u)$"
  local step = assert(STEP[direction], "not a swap: " .. text)
  row, column = tonumber(row), tonumber(column)
  local to_row, to_column = row + step[1], column + step[2]
  if self.endless or not at(self, row, column) then return false end
  if not judge_swap(self, row, column, to_row, to_column) then return false end
  -- An action names the left or upper cell.
  if to_row < row or to_column < column then
    row, column, to_row, to_column = to_row, to_column, row, column
  end
  self.events = {}
  tell(self, "swapped", at(self, row, column), { row, column }, { to_row, to_column })
  tell(self, "swapped", at(self, to_row, to_column), { to_row, to_column }, { row, column })
  swap(self, row, column, to_row, to_column)
  self.made = self.made + 1
  self.offered = nil
  self.steps = 0
  while true do
    local cells = cells_in_lines(self)
    self.endless = #cells > 0 and self.steps == CASCADE_MAX
    if #cells == 0 or self.endless then return true end
    self.steps = self.steps + 1
    self.points = self.points + 10 * #cells * self.steps
    remove(self, cells)
    drop(self)
  end
end

function oracle:moves()
  return self.made
end

function oracle:score()
  return self.points
end

---@return string picture rows, top row first, each ended by "\n"
function oracle:__tostring()
  local lines = {}
  for row = 1, self.height do
    lines[#lines + 1] = table.concat(self.board[row]) .. "\n"
  end
  return table.concat(lines)
end

return oracle
