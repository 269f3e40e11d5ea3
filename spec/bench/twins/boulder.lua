--- Boulders (samples/games/boulder.lua) without an engine. The cave must have a frame of walls; its
--- cells are one list, row by row. An action is a direction, 1..4, or 5 to wait.

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
local actions = { "up", "down", "left", "right", "wait" }

function boulder.new(map)
  local s = { cell = {}, was = {}, changed = {}, player = 0, needed = 0, gems = 0, ticks = 0,
    over = nil }
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

-- `step` and `ahead` never change; `was` and `changed` mean something within a tick only.
function boulder.copy(s)
  return { cell = table.move(s.cell, 1, #s.cell, 1, {}), was = {}, changed = {}, player = s.player,
    needed = s.needed, gems = s.gems, ticks = s.ticks, over = s.over, width = s.width,
    step = s.step, ahead = s.ahead }
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
  list[n + 1] = 5
  return n + 1
end

-- Changes a cell that the tick may still come to, and keeps what it was when the tick began.
local function put(s, i, kind)
  if s.changed[i] ~= s.ticks then
    s.changed[i], s.was[i] = s.ticks, s.cell[i]
  end
  s.cell[i] = kind
end

local function explode(s, at)
  local cell, width = s.cell, s.width
  put(s, at, EMPTY)
  for middle = at - width, at + width, width do
    for i = middle - 1, middle + 1 do
      local kind = cell[i]
      if kind ~= EMPTY and kind ~= WALL and kind ~= EXIT then
        put(s, i, EMPTY)
      end
    end
  end
  if cell[s.player] ~= PLAYER then
    s.over = "Dead"
  end
end

-- A stone that does not lie on dirt.
local function stone(s, cell, i, kind, below)
  local under = i + s.width
  local falls = kind >= FALLING_ROCK
  local falling = falls and kind or kind + 2
  if below == EMPTY then
    cell[i] = EMPTY
    return put(s, under, falling)
  elseif below >= FLY_UP or below == PLAYER then
    if falls then
      return explode(s, under)
    end
  elseif below >= WALL and below <= GEM then
    if cell[i - 1] == EMPTY and cell[under - 1] == EMPTY then
      cell[i] = EMPTY
      return put(s, i - 1, falling)
    elseif cell[i + 1] == EMPTY and cell[under + 1] == EMPTY then
      cell[i] = EMPTY
      return put(s, i + 1, falling)
    end
  end
  if falls then
    cell[i] = kind - 2
  end
end

local function fly(s, cell, i, kind)
  local width = s.width
  if cell[i - width] == PLAYER or cell[i + width] == PLAYER or cell[i - 1] == PLAYER
    or cell[i + 1] == PLAYER then
    return explode(s, i)
  end
  local left = kind == FLY_RIGHT and FLY_UP or kind + 1
  local to = i + s.ahead[left]
  if cell[to] == EMPTY then
    cell[i] = EMPTY
    return put(s, to, left)
  end
  to = i + s.ahead[kind]
  if cell[to] == EMPTY then
    cell[i] = EMPTY
    return put(s, to, kind)
  end
  cell[i] = kind == FLY_UP and FLY_RIGHT or kind - 1
end

-- In reading order. What a cell has become in this tick is left alone, unless it is again what it
-- was.
local function tick(s)
  local cell, was, changed, ticks, width = s.cell, s.was, s.changed, s.ticks, s.width
  for i = 1, #cell do
    local kind = cell[i]
    if kind >= ROCK then
      local below = cell[i + width]
      if (below ~= DIRT or kind >= FALLING_ROCK)
        and (changed[i] ~= ticks or was[i] == kind) then
        if kind >= FLY_UP then
          fly(s, cell, i, kind)
        else
          stone(s, cell, i, kind, below)
        end
      end
    end
  end
  s.ticks = ticks + 1
end

function boulder.apply(s, action)
  if action ~= 5 then
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
  return table.concat(s.cell, " ") .. ":" .. s.needed
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
