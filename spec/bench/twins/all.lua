--- The games that are played with and without the engine. `twin` names the program without it,
--- `game` the file of the game; both begin with `map` (nil: their own), random games stop after
--- `cap` actions, and a walk goes to `depth`. The spec plays every second game on the map `small`,
--- if there is one, and walks to the depth `shallow`.

local rng = require "tessera.rng"

local sokoban = [[
#########
###   ###
#   $   #
# # .#  #
# . $.# #
# #$ @  #
##   ####
#########
]]

local rush = "..HDJJ/FFHDAA/XX.D../CBBB.E/CKK..E/C.IIGG"

-- A cave of 22 x 40 that is the same every time.
local function cave()
  local random, rows = rng.new(22), {}
  for row = 1, 22 do
    local cells = {}
    for column = 1, 40 do
      local i = 1 + random:below(100)
      local frame = row == 1 or row == 22 or column == 1 or column == 40
      cells[column] = frame and "#"
        or i <= 14 and "o" or i <= 18 and "*" or i <= 24 and " " or i <= 28 and "#"
        or i == 29 and ">" or "."
    end
    rows[row] = table.concat(cells)
  end
  rows[2] = "#@." .. rows[2]:sub(4)
  rows[3] = "#.." .. rows[3]:sub(4)
  rows[21] = rows[21]:sub(1, 38) .. "E#"
  return table.concat(rows, "\n") .. "\n"
end

-- Full of flies, and of stones that fall onto them.
local pit = [[
##########
#@.oo*oo.#
#..    ..#
#. >E < .#
#.  ^v o.#
#........#
##########
]]

local function plain(name)
  return "spec/bench/twins/" .. name .. "_plain.lua"
end

local function sample(name)
  return "samples/games/" .. name .. ".lua"
end

local clobber = "oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox"

return {
  { twin = "connect4", game = sample "connect4", shallow = 4 },
  { twin = "connect4", game = plain "connect4", shallow = 4 },
  { twin = "sokoban", game = sample "sokoban", map = sokoban, cap = 200, depth = 24, shallow = 24 },
  { twin = "rush", game = sample "rush", map = rush, cap = 200, depth = 8, shallow = 8 },
  { twin = "game2048", game = sample "2048" },
  { twin = "game2048", game = plain "game2048" },
  { twin = "clobber", game = sample "clobber", map = clobber, shallow = 2 },
  { twin = "boulder", game = sample "boulder", map = cave(), small = pit, cap = 200, shallow = 3 },
  { twin = "placement", game = plain "placement" },
  { twin = "placement", game = "spec/bench/twins/placement_pieces.lua" },
}
