--- A game of 228 pictures: Conway's Life with all its neighbourhoods written out.

local tessera = require "tessera"

-- Where the eight neighbours stand among the nine cells of a picture.
local around = { 1, 2, 3, 4, 6, 7, 8, 9 }

local pictures = {}
for bits = 0, 255 do
  local cells, living = {}, 0
  for i, place in ipairs(around) do
    local alive = bits >> i - 1 & 1
    cells[place] = alive == 1 and "living" or "no living"
    living = living + alive
  end
  local function add(before, after)
    cells[5] = before
    pictures[#pictures + 1] = ("right [ %s | %s | %s / %s | %s | %s / %s | %s | %s ]")
      :format(table.unpack(cells)) .. (" -> [ | | / | %s | / | | ]"):format(after)
  end
  if living == 3 then
    add("dead", "alive")
  elseif living ~= 2 then
    add("alive", "dead")
  end
end

return tessera.game {
  name = "many",
  legend = { ["."] = "dead", o = "alive" },
  groups = { living = { "alive" } },
  counters = { ticks = 0 },
  moves = { "tick" },
  rules = { { "tick", count = "ticks" } },
  after = { { sweep = pictures, at_once = true } },
  ends = { { "Dead", "no alive" } },
}
