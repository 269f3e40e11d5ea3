--- Random games of the Tower for differential tests. A board is terrain of some shape, made of
--- random blocks. The commands follow a guess of the player's position, so that many of them are
--- carried out and games last long.

local towers = {}

local PALETTES = {
  "###########I3", "##II123C", "###IICB123", "###B", "#BBBB2I", "IIIIII#", "IIII3B#C",
  "123", "332211#I", "#C3", "##CCI",
}
local NAMES = {
  "MOVETO", "MOVETO", "MOVETO", "CLIMB", "CLIMB", "GETDOWN", "PUSH", "PUSH", "PULL", "PULL",
}

local function between(rng, low, high)
  return low + rng:below(high - low + 1)
end

local function chance(rng, percent)
  return rng:below(100) < percent
end

local function pick(rng, list)
  return list[1 + rng:below(#list)]
end

local function block(rng, palette)
  local i = 1 + rng:below(#palette)
  return palette:sub(i, i)
end

-- Hills with steps that the player can climb, stairs, or columns of any height. At rest, apart from
-- cells over a B.
local function raise_ground(rng, board, palette)
  local top = board.height - 1
  local shape = pick(rng, { "hills", "stairs", "columns", "flat" })
  local height, slope = between(rng, 0, top // 2), chance(rng, 50) and 1 or -1
  for column = 1, board.width do
    if shape == "hills" then height = height + between(rng, -1, 1) end
    if shape == "stairs" then height = height + slope * rng:below(2) end
    if shape == "columns" then height = between(rng, 0, top) end
    height = math.max(0, math.min(top, height))
    for row = 1, height do board[row][column] = block(rng, palette) end
  end
end

-- Blocks anywhere: most of them float.
local function sprinkle(rng, board, palette)
  local percent = pick(rng, { 3, 8, 15, 30, 60 })
  for row = 1, board.height do
    for column = 1, board.width do
      if chance(rng, percent) then board[row][column] = block(rng, palette) end
    end
  end
end

-- A row to walk or slide on, held by pillars, with a few blocks to push on it.
local function lay_floor(rng, board, palette)
  local row = between(rng, 1, board.height - 1)
  local material = pick(rng, { "I", "I", "###I", palette })
  for column = 1, board.width do
    for below = 1, column % 2 * (row - 1) do board[below][column] = "#" end
    board[row][column] = block(rng, material)
    for above = row + 1, board.height do board[above][column] = "." end
    if chance(rng, 20) then board[row + 1][column] = block(rng, palette) end
  end
end

-- The lowest row above everything in the column, or nil if it is full to the top.
local function surface(board, column)
  local row = board.height
  while row > 1 and board[row - 1][column] == "." do row = row - 1 end
  return board[row][column] == "." and row or nil
end

local function place_player(rng, board)
  local column = between(rng, 1, board.width)
  local row = chance(rng, 88) and surface(board, column) or between(rng, 1, board.height)
  local under = board[row - 1]
  if under and under[column] == "B" and chance(rng, 92) then under[column] = "#" end
  board[row][column] = "S"
  return row, column
end

local function place_goal(rng, board, player_row, player_column)
  local row, column
  repeat
    column = between(rng, 1, board.width)
    if chance(rng, 65) then
      column = math.max(1, math.min(board.width, player_column + between(rng, -3, 3)))
    end
    row = chance(rng, 88) and surface(board, column) or between(rng, 1, board.height)
    -- Sometimes the goal is a block of the surface.
    if row > 1 and board[row][column] == "." and chance(rng, 30) then row = row - 1 end
    local at_once = column == player_column and row == player_row - 1
  until board[row][column] ~= "S" and (not at_once or chance(rng, 5))
  board[row][column] = "G"
end

-- Whether the command looks possible, and where the player would then stand. This is only a guess
-- from the first board; nothing here knows the rules.
local function guess(board, row, column, name, step)
  local side = board[row][column + step] or "C"
  if name == "PUSH" then return side:match("[#IB123]"), row, column end
  local dragged = board[row][column - step] or "."
  local to_row = row + (name == "CLIMB" and 1 or name == "GETDOWN" and -1 or 0)
  local landing = board[to_row] and board[to_row][column + step]
  if landing ~= "." or (name == "CLIMB") ~= (side ~= ".") then return false end
  if name == "PULL" and not dragged:match("[#IB123]") then return false end
  while to_row > 1 and board[to_row - 1][column + step] == "." do to_row = to_row - 1 end
  return name ~= "MOVETO" or to_row == row, to_row, column + step
end

local function random_commands(rng, board, row, column)
  local commands = {}
  for i = 1, between(rng, 1, chance(rng, 40) and 12 or 60) do
    local name, step, sensible, to_row, to_column
    for _ = 1, pick(rng, { 1, 8, 8, 8 }) do
      name, step = pick(rng, NAMES), pick(rng, { -1, 1 })
      if name == "MOVETO" then step = step * between(rng, 1, 3) end
      sensible, to_row, to_column = guess(board, row, column, name, step)
      if sensible then break end
    end
    commands[i] = name .. (step > 0 and " RIGHT" or " LEFT")
    if name == "MOVETO" then commands[i] = "MOVETO " .. column + step end
    if chance(rng, sensible and 2 or 30) then
      local odd = { 0, -between(rng, 1, 99), board.width + 1, 2147483647, column, column }
      commands[i] = "MOVETO " .. pick(rng, odd)
    elseif sensible then
      row, column = to_row, to_column
    end
  end
  return commands
end

---@param rng table an object with rng:below(n), a uniform integer 0..n-1
---@return string picture rows, top row first, joined by "\n"
---@return string[] commands texts such as "PUSH RIGHT"
function towers.random(rng)
  local board = {
    height = between(rng, 3, chance(rng, 88) and 12 or 50),
    width = between(rng, 3, chance(rng, 88) and 12 or 50),
  }
  for row = 1, board.height do
    board[row] = {}
    for column = 1, board.width do board[row][column] = "." end
  end
  local palette = pick(rng, PALETTES)
  if chance(rng, 80) then raise_ground(rng, board, palette) end
  if chance(rng, 30) then sprinkle(rng, board, palette) end
  for _ = 1, pick(rng, { 0, 0, 1, 1, 2, 3 }) do lay_floor(rng, board, palette) end
  local row, column = place_player(rng, board)
  place_goal(rng, board, row, column)
  local lines = {}
  for i = board.height, 1, -1 do lines[#lines + 1] = table.concat(board[i]) end
  board[row][column] = "."
  return table.concat(lines, "\n"), random_commands(rng, board, row, column)
end

return towers
