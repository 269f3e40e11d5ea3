--- The twin of PuzzleScript, the part on rules: where they match, what they write, groups, loops,
--- movement.
---
--- A board has for each cell (x * rows + y) a set of objects and a table of movements by layer. It
--- counts its objects and movements, so that a rule that needs what is not there is not looked for.

local sounds = require "spec.oracle.puzzlescript_sounds"

local rules = {}

local passes_max, jumps_max = 200, 200
local steps = { [1] = { 0, -1 }, [2] = { 0, 1 }, [4] = { -1, 0 }, [8] = { 1, 0 } }

function rules.set_moves(s, cell, layer, bits)
  local before = s.moves[cell][layer] or 0
  for bit = 0, 4 do
    local key = layer * 5 + bit
    s.moving[key] = (s.moving[key] or 0) - (before >> bit & 1) + (bits >> bit & 1)
  end
  s.moves[cell][layer] = bits ~= 0 and bits or nil
end

function rules.set_object(s, cell, id, there)
  if (s.objects[cell][id] or false) ~= there then
    s.objects[cell][id] = there or nil
    s.present[id] = (s.present[id] or 0) + (there and 1 or -1)
  end
end

-- Whether a cell is as a left cell wants it.
local function fits(s, index, cell)
  local objects, moves = s.objects[index], s.moves[index]
  for _, id in ipairs(cell.has) do
    if not objects[id] then return false end
  end
  for _, move in ipairs(cell.moving) do
    if (moves[move[1]] or 0) & move[2] ~= move[2] then return false end
  end
  for _, id in ipairs(cell.none) do
    if objects[id] then return false end
  end
  for _, ids in ipairs(cell.any) do
    local some = false
    for _, id in ipairs(ids) do some = some or objects[id] end
    if not some then return false end
  end
  for _, layer in ipairs(cell.still) do
    if moves[layer] then return false end
  end
  return true
end

local function possible(s, row)
  for _, cell in ipairs(row.cells) do
    for _, id in ipairs(cell.has or {}) do
      if (s.present[id] or 0) == 0 then return false end
    end
    for _, move in ipairs(cell.moving or {}) do
      for bit = 0, 4 do
        if move[2] >> bit & 1 == 1 and (s.moving[move[1] * 5 + bit] or 0) == 0 then return false end
      end
    end
  end
  return true
end

-- Appends the places where the cells from number `i` on match, from (x, y) on. An ellipsis
-- skips 0, 1, 2 ... cells.
local function walk(s, row, i, x, y, step, place, found)
  local cell = row.cells[i]
  if not cell then
    found[#found + 1] = table.move(place, 1, #row.cells, 1, {})
  elseif cell.ellipsis then
    place[i] = false
    while x >= 0 and x < s.columns and y >= 0 and y < s.rows do
      walk(s, row, i + 1, x, y, step, place, found)
      x, y = x + step[1], y + step[2]
    end
  elseif x >= 0 and x < s.columns and y >= 0 and y < s.rows and fits(s, x * s.rows + y, cell) then
    place[i] = x * s.rows + y
    walk(s, row, i + 1, x + step[1], y + step[2], step, place, found)
  end
end

-- Horizontal rules try the board row by row, vertical ones column by column.
local function places(s, row, direction)
  local found, step, first = {}, steps[direction], row.cells[1]
  local function try(x, y)
    if fits(s, x * s.rows + y, first) then walk(s, row, 1, x, y, step, {}, found) end
  end
  if direction >= 4 then
    for y = 0, s.rows - 1 do
      for x = 0, s.columns - 1 do try(x, y) end
    end
  else
    for x = 0, s.columns - 1 do
      for y = 0, s.rows - 1 do try(x, y) end
    end
  end
  return found
end

-- The places of each row; nil if a row has none.
local function matches(s, rule)
  for _, row in ipairs(rule.rows) do
    if not possible(s, row) then return nil end
  end
  local lists = {}
  for r, row in ipairs(rule.rows) do
    lists[r] = places(s, row, rule.direction)
    if not lists[r][1] then return nil end
  end
  return lists
end

-- Calls f with each tuple, one place for each row; the first row's place varies fastest.
local function each_tuple(lists, f)
  local at = {}
  for r in ipairs(lists) do at[r] = 1 end
  while true do
    local tuple = {}
    for r, list in ipairs(lists) do tuple[r] = list[at[r]] end
    f(tuple)
    local r = 1
    while lists[r] and at[r] == #lists[r] do
      at[r] = 1
      r = r + 1
    end
    if not lists[r] then return end
    at[r] = at[r] + 1
  end
end

local function still_fits(s, rule, tuple)
  for r, row in ipairs(rule.rows) do
    for c, cell in ipairs(row.cells) do
      if not cell.ellipsis and not fits(s, tuple[r][c], cell) then return false end
    end
  end
  return true
end

-- The first rigid group that sets the movement of layers owns them.
local function mark(s, index, layers, number)
  local groups, marked = s.groups[index], s.marked[index]
  local full, owned = true, true
  for _, layer in ipairs(layers) do
    full = full and (groups[layer] or 0) & number == number
    owned = owned and marked[layer]
  end
  if full or owned then return false end
  for _, layer in ipairs(layers) do
    groups[layer] = (groups[layer] or 0) | number
    marked[layer] = true
  end
  return true
end

-- An object and directions by chance, added to what is cleared and set.
local function draw(s, write, clear_layers, set, move_clear, move_set)
  if write.random[1] then
    local id = write.random[s.chance:below(#write.random) + 1]
    local layer = s.program.layer_of[id + 1]
    set[id], clear_layers[layer], move_clear[layer] = true, true, 31
  end
  for _, layer in ipairs(write.random_directions) do
    move_set[layer] = (move_set[layer] or 0) | 1 << s.chance:below(4)
  end
end

local function set_of(list)
  local set = {}
  for _, value in ipairs(list) do set[value] = true end
  return set
end

local function bits_of(list)
  local bits = {}
  for _, pair in ipairs(list) do bits[pair[1]] = pair[2] end
  return bits
end

-- Writes a cell; returns whether it changed.
local function write_cell(s, index, write, rigid)
  local clear, layers, set = set_of(write.clear), set_of(write.clear_layers), set_of(write.set)
  local move_clear, move_set = bits_of(write.move_clear), bits_of(write.move_set)
  draw(s, write, layers, set, move_clear, move_set)
  local changed = false
  for id in pairs(s.objects[index]) do
    if not set[id] and (clear[id] or layers[s.program.layer_of[id + 1]]) then
      rules.set_object(s, index, id, false)
      sounds.changes(s, id, false)
      changed = true
    end
  end
  for id in pairs(set) do
    if not s.objects[index][id] then
      sounds.changes(s, id, true)
      changed = true
    end
    rules.set_object(s, index, id, true)
  end
  for layer = 0, s.program.layers - 1 do
    local before = s.moves[index][layer] or 0
    local after = before & ~(move_clear[layer] or 0) | (move_set[layer] or 0)
    if before ~= after then
      rules.set_moves(s, index, layer, after)
      changed = true
    end
  end
  if rigid > 0 and write.reset[1] and mark(s, index, write.reset, rigid) then changed = true end
  return changed
end

local function apply(s, rule, tuple, rigid)
  local changed = false
  for r, row in ipairs(rule.rows) do
    for c, cell in ipairs(row.cells) do
      if cell.write and write_cell(s, tuple[r][c], cell.write, rule.rigid and rigid or 0) then
        changed = true
      end
    end
  end
  return changed
end

-- Queues the commands of a rule that matched.
local function queue(s, rule)
  local q, list = s.queue, {}
  for i, number in ipairs(rule.commands) do
    list[i] = s.program.commands[number]
    list[list[i].name] = true
  end
  if q.cancel or q.restart and not list.cancel then return end
  if list.cancel or list.restart then
    q = {}
    s.queue, s.message = q, nil
  end
  for _, command in ipairs(list) do
    if not q[command.name] then
      q[command.name], q[#q + 1] = true, command.name
      if command.name == "message" then s.message = command.text end
    end
  end
end

-- A rule, wherever it matches. The first tuple is not tested again.
local function run_rule(s, rule, rigid)
  local lists, changed, first = matches(s, rule), false, true
  if not lists then return false end
  each_tuple(lists, function(tuple)
    if first or still_fits(s, rule, tuple) then
      changed = apply(s, rule, tuple, rigid) or changed
    end
    first = false
  end)
  queue(s, rule)
  return changed
end

-- One tuple of all rules of a random group.
local function run_random(s, group)
  local all = {}
  for _, rule in ipairs(group.rules) do
    local lists = matches(s, rule)
    if lists then
      each_tuple(lists, function(tuple) all[#all + 1] = { rule, tuple } end)
    end
  end
  if not all[1] then return false end
  local rule, tuple = table.unpack(all[s.chance:below(#all) + 1])
  local changed = apply(s, rule, tuple, group.rigid)
  queue(s, rule)
  return changed
end

-- A group, until a pass changes nothing.
local function run_group(s, group)
  if group.random then return run_random(s, group) end
  local changed = false
  for _ = 1, passes_max do
    local pass = false
    for _, rule in ipairs(group.rules) do
      pass = run_rule(s, rule, group.rigid) or pass
    end
    if not pass then return changed end
    changed = true
  end
  s.looped = true
  return changed
end

--- A list of groups with its loops. `banned`: numbers of rigid groups that are left out.
function rules.run(s, list, banned)
  local i, moved, jumps = 1, false, 0
  while list[i] do
    local group = list[i]
    if not banned[group.rigid] then
      moved = run_group(s, group) or moved
    end
    if group.loop > 0 and not (list[i + 1] and list[i + 1].loop == group.loop) then
      if moved then
        jumps = jumps + 1
        if jumps > jumps_max then
          s.looped = true
          return
        end
        moved = false
        while list[i - 1] and list[i - 1].loop == group.loop do i = i - 1 end
        i = i - 1
      else
        jumps = 0
      end
    end
    i = i + 1
  end
end

--- Movement. Returns whether a rigid group was banned anew.
function rules.resolve(s, banned)
  local again = true
  while again do
    again = false
    for index = 0, s.rows * s.columns - 1 do
      for layer = 0, s.program.layers - 1 do
        again = rules.move(s, index, layer) or again
      end
    end
  end
  sounds.stays(s)
  local new = rules.failed(s, banned)
  for index = 0, s.rows * s.columns - 1 do
    for layer in pairs(s.moves[index]) do
      rules.set_moves(s, index, layer, 0)
    end
    s.groups[index], s.marked[index] = {}, {}
  end
  return new
end

local function of_layer(s, index, layer)
  local ids = {}
  for id in pairs(s.objects[index]) do
    if s.program.layer_of[id + 1] == layer then ids[#ids + 1] = id end
  end
  return ids
end

-- Moves what a cell has in a layer; returns whether it did.
function rules.move(s, index, layer)
  local bits = s.moves[index][layer]
  if bits == 16 then
    sounds.moves(s, index, layer, bits)
    rules.set_moves(s, index, layer, 0)
    return true
  elseif not steps[bits] then
    return false
  end
  local x, y = index // s.rows + steps[bits][1], index % s.rows + steps[bits][2]
  local target = x * s.rows + y
  if x < 0 or x >= s.columns or y < 0 or y >= s.rows or of_layer(s, target, layer)[1] then
    return false
  end
  sounds.moves(s, index, layer, bits)
  for _, id in ipairs(of_layer(s, index, layer)) do
    rules.set_object(s, index, id, false)
    rules.set_object(s, target, id, true)
  end
  rules.set_moves(s, index, layer, 0)
  return true
end

-- Bans the groups of marked layers that could not move.
function rules.failed(s, banned)
  local new = false
  for index = 0, s.rows * s.columns - 1 do
    for layer = 0, s.program.layers - 1 do
      if s.moves[index][layer] and s.marked[index][layer] then
        local number = s.groups[index][layer]
        new = new or not banned[number]
        banned[number] = true
        break
      end
    end
  end
  return new
end

return rules
