--- The forest fire (samples/games/fire.lua) without an engine, in a frame of water. An action
--- is a cell to dig, or 0 to wait.

local framed = require "spec.bench.twins.framed"

local fire = {}

local ASH, TREE, BURNING, WATER, BREAK = 0, 1, 2, 3, 4
local kinds = { ["."] = ASH, T = TREE, ["*"] = BURNING, ["~"] = WATER, ["#"] = BREAK }
local characters = { [ASH] = ".", [TREE] = "T", [BURNING] = "*", [WATER] = "~", [BREAK] = "#" }

function fire.new(map)
  return framed.new(map, kinds, WATER)
end

function fire.copy(s)
  return { cell = { table.unpack(s.cell) }, width = s.width, rows = s.rows, over = s.over }
end

function fire.actions(s, list)
  if s.over then
    return 0
  end
  local n, cell = 0, s.cell
  for i = s.width + 2, #cell - s.width - 1 do
    if cell[i] <= TREE then
      n = n + 1
      list[n] = i
    end
  end
  list[n + 1] = 0
  return n + 1
end

function fire.apply(s, action, roll)
  local before, after, width = s.cell, {}, s.width
  local trees, burning = 0, 0
  if action > 0 then
    before[action] = BREAK
  end
  for i = 1, #before do
    local kind = before[i]
    if kind == BURNING then
      kind = ASH
    elseif kind == ASH then
      kind = roll(400) == 1 and TREE or ASH
    elseif kind == TREE then
      if before[i - 1] == BURNING then
        kind = roll(100) <= 90 and BURNING or TREE
      elseif before[i + 1] == BURNING or before[i - width] == BURNING
        or before[i + width] == BURNING then
        kind = roll(5) <= 2 and BURNING or TREE
      end
    end
    if kind == TREE then
      trees = trees + 1
    elseif kind == BURNING then
      burning = burning + 1
    end
    after[i] = kind
  end
  s.cell = after
  s.over = burning == 0 and (trees >= 40 and "Saved" or "Burnt down") or nil
  return s.over
end

function fire.text(s, action)
  return action == 0 and "tick" or "dig " .. framed.place(s, action)
end

function fire.picture(s)
  return framed.picture(s, characters)
end

fire.playout = require "spec.bench.twins.playout" (fire)

return fire
