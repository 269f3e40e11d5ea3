--- Sokoban's cheapest lines in plain Lua: breadth first where each step costs one, or each push.

local pushing = {}

local steps = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } }

-- Walls and targets by cell, the player, the boxes as a set.
local function read(map)
  local level, boxes, player = { wall = {}, target = {} }, {}, nil
  local row = 0
  for line in (map .. "\n"):gmatch "(.-)\n" do
    row = row + 1
    for column = 1, #line do
      local cell, at = line:sub(column, column), row * 100 + column
      level.wall[at] = cell == "#" or nil
      level.target[at] = cell:find "[.+*]" and true or nil
      boxes[at] = cell:find "[$*]" and true or nil
      player = cell:find "[@+]" and at or player
      level[at] = true
    end
  end
  return level, player, boxes
end

local function key(player, boxes)
  local list = {}
  for at in pairs(boxes) do
    list[#list + 1] = at
  end
  table.sort(list)
  return player .. " " .. table.concat(list, " ")
end

local function is_solved(level, boxes)
  for at in pairs(boxes) do
    if not level.target[at] then
      return false
    end
  end
  return true
end

-- The position after a step, and whether it pushes; nil: something is in the way.
local function step(level, player, boxes, by)
  local to = player + by[1] * 100 + by[2]
  if not level[to] or level.wall[to] then
    return nil
  end
  if not boxes[to] then
    return to, boxes, false
  end
  local behind = to + by[1] * 100 + by[2]
  if not level[behind] or level.wall[behind] or boxes[behind] then
    return nil
  end
  local pushed = {}
  for at in pairs(boxes) do
    pushed[at == to and behind or at] = true
  end
  return to, pushed, true
end

--- The least cost of a line that solves a level; nil if there is none, false if there are more
--- positions than that.
---@param map string
---@param by string "moves" or "pushes"
---@param most integer positions
---@return integer|nil|false
function pushing.least(map, by, most)
  local level, player, boxes = read(map)
  local now, count = { { player, boxes } }, 0
  local met, cost = {}, 0
  while now[1] do
    local later = {}
    while now[1] do
      local at, around = table.unpack(table.remove(now))
      local name = key(at, around)
      if not met[name] then
        met[name] = true
        count = count + 1
        if is_solved(level, around) then
          return cost
        elseif count > most then
          return false
        end
        for _, direction in ipairs(steps) do
          local to, after, pushes = step(level, at, around, direction)
          local list = (by == "moves" or pushes) and later or now
          list[#list + 1] = to and { to, after } or nil
        end
      end
    end
    now, cost = later, cost + 1
  end
  return nil
end

return pushing
