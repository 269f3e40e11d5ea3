--- Boulders (samples/games/boulder.lua) without an engine. The cave must have a frame of walls; its
--- cells are one list, row by row. An action is a direction, 1..4, or 5 or 6 to wait.

local boulder = {}

local EMPTY, DIRT, PLAYER, EXIT, WALL, ROCK, GEM = 0, 1, 2, 3, 4, 5, 6
local FALLING_ROCK, FALLING_GEM = 7, 8 -- what lies, and 2
local FLY_UP, FLY_LEFT, FLY_DOWN, FLY_RIGHT = 9, 10, 11, 12 -- turning to the left is 1 more
local kinds = { [" "] = EMPTY, ["."] = DIRT, ["@"] = PLAYER, E = EXIT, ["#"] = WALL, o = ROCK,
  ["*"] = GEM, O = FALLING_ROCK, ["+"] = FALLING_GEM, ["^"] = FLY_UP, ["<"] = FLY_LEFT,
  v = FLY_DOWN, [">"] = FLY_RIGHT }
local characters = {}
for character, kind in pairs(kinds) do
  characters[kind] = character
end
local actions = { "up", "down", "left", "right", "wait", "tick" }

function boulder.new(map)
  local s = { cell = {}, player = 0, needed = 0, gems = 0, ticks = 0, over = nil }
  local cell = s.cell
  for row in map:gmatch "[^\n]+" do
    for character in row:gmatch "." do
      local kind = kinds[character]
      cell[#cell + 1] = kind
      if kind == PLAYER then
        s.player = #cell
      elseif kind == GEM or kind == FALLING_GEM then
        s.needed = s.needed + 1
      end
    end
  end
  local width = #map:match "[^\n]+"
  s.width, s.step = width, { -width, width, -1, 1, 0 }
  s.ahead = { [FLY_UP] = -width, [FLY_LEFT] = -1, [FLY_DOWN] = width, [FLY_RIGHT] = 1 }
  return s
end

-- `step` and `ahead` never change.
function boulder.copy(s)
  return { cell = { table.unpack(s.cell) }, player = s.player, needed = s.needed,
    gems = s.gems, ticks = s.ticks, over = s.over, width = s.width, step = s.step,
    ahead = s.ahead }
end

function boulder.actions(s, list)
  if s.over then
    return 0
  end
  local n, cell, player = 0, s.cell, s.player
  for d = 1, 4 do
    local step = s.step[d]
    local kind = cell[player + step]
    if kind <= DIRT or kind == GEM or kind == FALLING_GEM or kind == EXIT and s.needed == 0
      or kind == ROCK and d > 2 and cell[player + 2 * step] == EMPTY then
      n = n + 1
      list[n] = d
    end
  end
  list[n + 1], list[n + 2] = 5, 6
  return n + 2
end

local function explode(s, at)
  local cell = s.cell
  for middle = at - s.width, at + s.width, s.width do
    for i = middle - 1, middle + 1 do
      if cell[i] ~= WALL and (cell[i] ~= EXIT or i == at) then
        cell[i] = EMPTY
      end
    end
  end
  if cell[s.player] ~= PLAYER then
    s.over = "Dead"
  end
end

local function stone(s, i, kind)
  local cell, under = s.cell, i + s.width
  local below = cell[under]
  local falls = kind == FALLING_ROCK or kind == FALLING_GEM
  local falling = falls and kind or kind + 2
  if below == EMPTY then
    cell[i], cell[under] = EMPTY, falling
    return
  elseif falls and (below == PLAYER or below >= FLY_UP) then
    return explode(s, under)
  elseif below == ROCK or below == GEM or below == WALL then
    for side = -1, 1, 2 do
      if cell[i + side] == EMPTY and cell[under + side] == EMPTY then
        cell[i], cell[i + side] = EMPTY, falling
        return
      end
    end
  end
  if falls then
    cell[i] = kind - 2
  end
end

local function fly(s, i, kind)
  local cell = s.cell
  for d = 1, 4 do
    if cell[i + s.step[d]] == PLAYER then
      return explode(s, i)
    end
  end
  local left = kind == FLY_RIGHT and FLY_UP or kind + 1
  if cell[i + s.ahead[left]] == EMPTY then
    cell[i], cell[i + s.ahead[left]] = EMPTY, left
  elseif cell[i + s.ahead[kind]] == EMPTY then
    cell[i], cell[i + s.ahead[kind]] = EMPTY, kind
  else
    cell[i] = kind == FLY_UP and FLY_RIGHT or kind - 1
  end
end

-- In reading order. What a cell has become in this tick waits for the next one.
local function tick(s)
  local cell = s.cell
  local before = { table.unpack(cell) }
  for i = 1, #before do
    local kind = before[i]
    if kind >= ROCK and cell[i] == kind then
      if kind >= FLY_UP then
        fly(s, i, kind)
      else
        stone(s, i, kind)
      end
    end
  end
  s.ticks = s.ticks + 1
end

function boulder.apply(s, action)
  if action < 5 then
    local cell, player = s.cell, s.player
    local step = s.step[action]
    local to = player + step
    local kind = cell[to]
    if kind == ROCK then
      cell[to + step] = ROCK
    elseif kind == GEM or kind == FALLING_GEM then
      s.gems = s.gems + 1
      s.needed = s.needed > 0 and s.needed - 1 or 0
    end
    cell[player], cell[to], s.player = EMPTY, PLAYER, to
    if kind == EXIT then
      s.over = "Escaped"
      return s.over
    end
  end
  tick(s)
  return s.over
end

function boulder.text(_, action)
  return actions[action]
end

function boulder.key(s)
  return s.needed .. ":" .. string.char(table.unpack(s.cell))
end

--- The cave as the engine draws it.
function boulder.picture(s)
  local rows = {}
  for first = 1, #s.cell, s.width do
    local row = {}
    for i = first, first + s.width - 1 do
      row[#row + 1] = characters[s.cell[i]]
    end
    rows[#rows + 1] = table.concat(row) .. "\n"
  end
  return table.concat(rows)
end

boulder.playout = require "spec.bench.twins.playout" (boulder)

return boulder
