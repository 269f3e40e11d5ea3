--- Life (samples/games/life.lua) without an engine: 1 is alive, 0 dead, as is the frame. An action
--- is a cell to pull out, or 0 to wait.

local framed = require "spec.bench.twins.framed"

local life = {}

local kinds = { ["."] = 0, o = 1 }
local characters = { [0] = ".", "o" }

function life.new(map)
  local s = framed.new(map, kinds, 0)
  s.alive = select(2, map:gsub("o", ""))
  return s
end

function life.copy(s)
  return { cell = { table.unpack(s.cell) }, width = s.width, rows = s.rows, alive = s.alive }
end

function life.actions(s, list)
  if s.alive == 0 then
    return 0
  end
  local n, cell = 0, s.cell
  for i = s.width + 2, #cell - s.width - 1 do
    if cell[i] == 1 then
      n = n + 1
      list[n] = i
    end
  end
  list[n + 1] = 0
  return n + 1
end

function life.apply(s, action)
  local before, after, width, alive = s.cell, {}, s.width, 0
  if action > 0 then
    before[action] = 0
  end
  for i = 1, width + 1 do
    after[i] = 0
  end
  local i = width + 2
  for _ = 1, s.rows do
    for _ = 1, width - 1 do
      local around = before[i - width - 1] + before[i - width] + before[i - width + 1]
        + before[i - 1] + before[i + 1]
        + before[i + width - 1] + before[i + width] + before[i + width + 1]
      if around == 3 or around == 2 and before[i] == 1 then
        after[i] = 1
        alive = alive + 1
      else
        after[i] = 0
      end
      i = i + 1
    end
    after[i] = 0
    i = i + 1
  end
  for k = i, #before do
    after[k] = 0
  end
  s.cell, s.alive = after, alive
  return alive == 0 and "Dead" or nil
end

function life.text(s, action)
  return action == 0 and "tick" or "pull " .. framed.place(s, action)
end

function life.picture(s)
  return framed.picture(s, characters)
end

life.playout = require "spec.bench.twins.playout" (life)

return life
