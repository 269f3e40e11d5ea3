--- The twin of the Tower: slow, plain Lua, written from the rules alone. The board is a table of
--- rows of one-character strings: row 1 is the bottom, column 1 the left. The player is not on the
--- board: his cell there holds a space or a block.

local oracle = {}
oracle.__index = oracle

local STEP = { LEFT = -1, RIGHT = 1 }
local COUNTED_DOWN = { ["3"] = "2", ["2"] = "1", ["1"] = "." }
local LEAVES_HIS_CELL = { MOVETO = true, CLIMB = true, GETDOWN = true, PULL = true }

-- Rule 2: the columns run from 1 to m; likewise the rows from 1 to n.
local function inside(game, row, column)
  return row >= 1 and row <= game.height and column >= 1 and column <= game.width
end

-- Rule 15: what lies outside counts as a space.
local function at(game, row, column)
  if inside(game, row, column) then return game.board[row][column] end
  return "."
end

-- Rules 13 and 15: G, C, B and fragile blocks are blocks like any other.
local function is_block(game, row, column)
  return at(game, row, column) ~= "."
end

-- Rules 5, 6 and 10: a cell that the player may enter is a space inside the tower.
local function is_inner_space(game, row, column)
  return inside(game, row, column) and not is_block(game, row, column)
end

-- Rules 7 and 8: the column of the far block of the run that starts beside the player.
local function far_end_of_run(game, step)
  local column = game.column + step
  while is_block(game, game.row, column + step) do column = column + step end
  return column
end

-- For each command: whether the rules allow it.
local allows = {}

-- Rules 2 to 4.
function allows.MOVETO(game, target)
  if target == game.column or not is_inner_space(game, game.row, target) then return false end
  if game.row == 1 then return true end
  for column = math.min(game.column, target), math.max(game.column, target) do
    if not is_block(game, game.row - 1, column) then return false end
  end
  return true
end

-- Rule 5.
function allows.CLIMB(game, step)
  return is_block(game, game.row, game.column + step)
    and is_inner_space(game, game.row + 1, game.column)
    and is_inner_space(game, game.row + 1, game.column + step)
end

-- Rule 6.
function allows.GETDOWN(game, step)
  return is_inner_space(game, game.row, game.column + step)
    and is_inner_space(game, game.row - 1, game.column + step)
end

-- Rule 7.
function allows.PUSH(game, step)
  if not is_block(game, game.row, game.column + step) then return false end
  for column = game.column + step, far_end_of_run(game, step), step do
    if at(game, game.row, column) == "C" then return false end
  end
  return true
end

-- Rule 10.
function allows.PULL(game, step)
  local block = at(game, game.row, game.column - step)
  return block ~= "." and block ~= "C" and is_inner_space(game, game.row, game.column + step)
end

-- Rule 9: whether the block in this cell slides on to the next one.
local function slides_on(game, block, row, column, step)
  if is_block(game, row, column + step) then return false end
  local on_ice = at(game, row - 1, column) == "I"
  local on_anything = row == 1 or is_block(game, row - 1, column)
  return on_ice or (block == "I" and on_anything)
end

-- Rule 9: a block moves one cell, then slides. Outside of the tower it vanishes.
local function push_block(game, row, column, step)
  local block = game.board[row][column]
  game.board[row][column] = "."
  column = column + step
  while inside(game, row, column) and slides_on(game, block, row, column, step) do
    column = column + step
  end
  if inside(game, row, column) then game.board[row][column] = block end
end

-- For each command: its effect, if it is allowed.
local carry_out = {}

-- Rule 3.
function carry_out.MOVETO(game, target)
  game.column = target
end

-- Rule 5.
function carry_out.CLIMB(game, step)
  game.row, game.column = game.row + 1, game.column + step
end

-- Rule 6.
function carry_out.GETDOWN(game, step)
  game.row, game.column = game.row - 1, game.column + step
end

-- Rules 7 and 8: the player stays, the far block goes first.
function carry_out.PUSH(game, step)
  for column = far_end_of_run(game, step), game.column + step, -step do
    push_block(game, game.row, column, step)
  end
end

-- Rule 10: the block comes to the cell that the player leaves, and does not slide.
function carry_out.PULL(game, step)
  local cells = game.board[game.row]
  cells[game.column] = cells[game.column - step]
  cells[game.column - step] = "."
  game.column = game.column + step
end

-- Rule 11.
local function count_down(game, row, column)
  local less = COUNTED_DOWN[at(game, row, column)]
  if less then game.board[row][column] = less end
end

-- Rule 13: all are judged first, erased afterwards. True if anything changed.
local function erase_blocks(game)
  local doomed = {}
  for row = 2, game.height do
    for column = 1, game.width do
      if is_block(game, row, column) and at(game, row - 1, column) == "B" then
        doomed[#doomed + 1] = { row = row, column = column }
      end
    end
  end
  for _, cell in ipairs(doomed) do game.board[cell.row][cell.column] = "." end
  return #doomed > 0
end

-- Rule 14. True if anything changed.
local function drop_player(game)
  local before = game.row
  while game.row > 1 and not is_block(game, game.row - 1, game.column) do
    game.row = game.row - 1
  end
  return game.row ~= before
end

-- Rule 15: whether this cell holds a block that nothing supports.
local function block_falls(game, row, column)
  return row > 1
    and is_block(game, row, column)
    and not is_block(game, row - 1, column - 1)
    and not is_block(game, row - 1, column)
    and not is_block(game, row - 1, column + 1)
end

-- Rule 15. True if anything changed.
local function drop_blocks(game)
  local changed = false
  for start = 2, game.height do
    for column = 1, game.width do
      local row = start
      while block_falls(game, row, column) do
        game.board[row - 1][column] = game.board[row][column]
        game.board[row][column] = "."
        row = row - 1
        changed = true
      end
    end
  end
  return changed
end

-- Rule 12.
local function settle(game)
  local changed = true
  while changed do
    local erased = erase_blocks(game)
    local player_fell = drop_player(game)
    local blocks_fell = drop_blocks(game)
    changed = erased or player_fell or blocks_fell
  end
end

-- Rules 16 and 17: A, B, C, D in this order.
local function judge(game)
  local under = at(game, game.row - 1, game.column)
  if under == "G" then return "Cleared" end
  if under == "B" then return "Death by Hole" end
  if is_block(game, game.row, game.column) then return "Death by Block" end
  if at(game, game.goal.row, game.goal.column) ~= "G" then return "Death by Walking Goal" end
  return nil
end

-- Rules 1 and 2: the words of a command, as its name and a column or a step.
local function parse(text)
  local target = text:match("^%s*MOVETO%s+([+-]?%d+)%s*$")
  if target then return "MOVETO", tonumber(target) end
  local name, direction = text:match("^%s*(%u+)%s+(%u+)%s*$")
  if name == "MOVETO" or not allows[name] or not STEP[direction] then
    error("not a command of the tower: " .. text, 3)
  end
  return name, STEP[direction]
end

-- Rules 1, 16 and 18: rows come top row first; it is judged at once, nothing settles.
---@param picture string rows, top row first, joined by "\n" or "/"
---@return table game
function oracle.new(picture)
  local game = setmetatable({ board = {} }, oracle)
  for line in picture:gmatch("[^\n/]+") do
    local cells = {}
    for cell in line:match("^%s*(.-)%s*$"):gmatch(".") do cells[#cells + 1] = cell end
    if #cells > 0 then table.insert(game.board, 1, cells) end
  end
  game.height, game.width = #game.board, #game.board[1]
  for row, cells in ipairs(game.board) do
    assert(#cells == game.width, "rows of different lengths")
    for column, cell in ipairs(cells) do
      assert(cell:match("^[#IGCB.123S]$"), "not a cell of the tower: " .. cell)
      if cell == "S" then
        assert(not game.row, "two players")
        game.row, game.column = row, column
        cells[column] = "."
      elseif cell == "G" then
        assert(not game.goal, "two goals")
        game.goal = { row = row, column = column }
      end
    end
  end
  assert(game.row and game.goal, "a tower needs a player and a goal")
  game.result = judge(game)
  return game
end

-- Rules 11 to 16: an ignored command lets time pass, a finished game stands still.
---@param text string such as "MOVETO 3" or "PUSH RIGHT"
---@return boolean carried_out
function oracle:command(text)
  if self.result then return false end
  local name, argument = parse(text)
  local row, column = self.row, self.column
  local carried_out = allows[name](self, argument)
  if carried_out then carry_out[name](self, argument) end
  self.result = judge(self)
  if self.result then return carried_out end
  if carried_out and LEAVES_HIS_CELL[name] then count_down(self, row - 1, column) end
  settle(self)
  self.result = judge(self)
  return carried_out
end

-- Rules 16 and 17, except E (giving up), which only the caller knows.
---@return string|nil outcome nil while the game runs
function oracle:outcome()
  return self.result
end

-- Rules 1 and 17: the picture. The player hides a block in his cell.
---@return string picture rows, top row first, each ended by "\n"
function oracle:__tostring()
  local lines = {}
  for row = self.height, 1, -1 do
    local cells = table.move(self.board[row], 1, self.width, 1, {})
    if row == self.row then cells[self.column] = "S" end
    lines[#lines + 1] = table.concat(cells) .. "\n"
  end
  return table.concat(lines)
end

-- Rules 12 to 16: whether the automated operations would change nothing.
---@return boolean
function oracle:at_rest()
  if self.result then return true end
  if self.row > 1 and not is_block(self, self.row - 1, self.column) then return false end
  for row = 2, self.height do
    for column = 1, self.width do
      local on_hole = is_block(self, row, column) and at(self, row - 1, column) == "B"
      if on_hole or block_falls(self, row, column) then return false end
    end
  end
  return true
end

-- Rules 2 to 10, and 19 for the MOVETO that only lets time pass.
---@return string[] texts of the commands that would be carried out now
function oracle:actions()
  local texts = {}
  if self.result then return texts end
  local time_matters = not self:at_rest()
  for column = 1, self.width do
    if allows.MOVETO(self, column) or (column == self.column and time_matters) then
      texts[#texts + 1] = "MOVETO " .. column
    end
  end
  for _, name in ipairs({ "CLIMB", "GETDOWN", "PUSH", "PULL" }) do
    for _, direction in ipairs({ "LEFT", "RIGHT" }) do
      if allows[name](self, STEP[direction]) then
        texts[#texts + 1] = name .. " " .. direction
      end
    end
  end
  return texts
end

return oracle
