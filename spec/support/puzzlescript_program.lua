--- Whether a compiled PuzzleScript program is as those who play it expect.

local program = {}

local function between(list, least, most)
  for i, value in ipairs(list) do
    if math.type(value) ~= "integer" or value < least or value > most
      or i > 1 and list[i - 1] >= value then
      return false
    end
  end
  return true
end

local function moves_fit(list, layers)
  local of = {}
  for i, move in ipairs(list) do
    of[i] = move[1]
    if move[2] < 1 or move[2] > 31 then
      return false
    end
  end
  return between(of, 0, layers - 1)
end

local function write_fits(write, objects, layers)
  return between(write.clear, 0, objects - 1) and between(write.set, 0, objects - 1)
    and between(write.random, 0, objects - 1) and between(write.clear_layers, 0, layers - 1)
    and between(write.random_directions, 0, layers - 1) and between(write.reset, 0, layers - 1)
    and moves_fit(write.move_clear, layers) and moves_fit(write.move_set, layers)
end

local function cell_fits(cell, objects, layers)
  local fits = between(cell.has, 0, objects - 1) and between(cell.none, 0, objects - 1)
    and between(cell.still, 0, layers - 1) and moves_fit(cell.moving, layers)
  for _, ids in ipairs(cell.any) do
    fits = fits and ids[1] and between(ids, 0, objects - 1)
  end
  return fits and (not cell.write or write_fits(cell.write, objects, layers))
end

-- No ellipsis at an end or beside another one, at most two.
local function row_fits(row, objects, layers)
  local gaps = 0
  for i, cell in ipairs(row.cells) do
    if cell.ellipsis then
      gaps = gaps + 1
      if i == 1 or i == #row.cells or row.cells[i + 1].ellipsis then
        return false
      end
    elseif not cell_fits(cell, objects, layers) then
      return false
    end
  end
  return #row.cells > 0 and gaps <= 2
end

local function rule_fits(rule, made)
  local fits = #rule.rows > 0 and (rule.direction == 1 or rule.direction == 2
    or rule.direction == 4 or rule.direction == 8)
  for _, row in ipairs(rule.rows) do
    fits = fits and row_fits(row, made.objects, made.layers)
  end
  for _, number in ipairs(rule.commands) do
    fits = fits and made.commands[number] ~= nil
  end
  return fits
end

-- Loops are numbered as they come, and their groups stand together.
local function list_fits(list, made)
  local loop, before = 0, 0
  for _, group in ipairs(list) do
    if group.loop ~= 0 and group.loop ~= before then
      loop = loop + 1
      if group.loop ~= loop then
        return false
      end
    end
    before = group.loop
    if group.rigid < 0 or group.rigid > made.rigid_groups or not group.rules[1] then
      return false
    end
    for _, rule in ipairs(group.rules) do
      if not rule_fits(rule, made) then
        return false
      end
    end
  end
  return true
end

--- Whether all numbers of a program are in their ranges.
---@param made table
---@return boolean
function program.fits(made)
  local fits = #made.layer_of == made.objects and made.rigid_groups <= 30
    and made.background_layer >= -1 and made.background_layer < made.layers
  for _, layer in ipairs(made.layer_of) do
    fits = fits and layer >= 0 and layer < made.layers
  end
  for _, id in ipairs(made.players) do
    fits = fits and id >= 0 and id < made.objects
  end
  return fits and list_fits(made.normal, made) and list_fits(made.late, made)
end

return program
