--- The games that are played with and without the engine. `twin` names the program without it,
--- `game` the file of the game, `rules` what its rules are: functions that use the board cell by
--- cell ("cells"), functions that call what does the work in C ("calls"), or "pictures". All begin
--- with `map` (nil: their own), random games stop after `cap` actions, and a walk goes to `depth`.
--- The spec plays every second game on the map `small`, if there is one.

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

-- Rows of cells drawn from the characters, one as likely as the other.
local function field(rows, columns, characters)
  local random, text = rng.new(rows), {}
  for i = 1, rows * (columns + 1) do
    local drawn = 1 + random:below(#characters)
    text[i] = i % (columns + 1) == 0 and "\n" or characters:sub(drawn, drawn)
  end
  return table.concat(text)
end

local sweets = [[
ryyrgy
rp#bpy
ybgyyg
rrbp#p
yrypgr
ypyyrp
]]

local donkey = [[
######
#^AB^#
#vCDv#
#^<>^#
#voov#
#o..o#
##==##
]]

local list = {}

-- Adds one entry for each file, by what its rules are.
local function add(entry, files)
  for _, rules in ipairs { "cells", "calls", "pictures" } do
    if files[rules] then
      local copy = { rules = rules, game = files[rules] .. ".lua" }
      for key, value in pairs(entry) do
        copy[key] = value
      end
      list[#list + 1] = copy
    end
  end
end

local samples, oracle, here = "samples/games/", "spec/oracle/games/", "spec/bench/twins/"

add({ twin = "connect4", depth = 5 }, { cells = here .. "connect4_plain",
  calls = oracle .. "connect4", pictures = samples .. "connect4" })
add({ twin = "sokoban", map = sokoban, cap = 200, depth = 24 },
  { cells = oracle .. "sokoban", pictures = samples .. "sokoban" })
add({ twin = "rush", map = rush, cap = 200, depth = 8 },
  { cells = oracle .. "rush", calls = here .. "rush_pieces", pictures = samples .. "rush" })
add({ twin = "game2048" }, { cells = here .. "game2048_plain", calls = oracle .. "2048",
  pictures = samples .. "2048" })
add({ twin = "clobber", map = "oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox", depth = 2 },
  { cells = oracle .. "clobber", pictures = samples .. "clobber" })
add({ twin = "boulder", map = cave(), small = pit, cap = 200, depth = 4 },
  { cells = oracle .. "boulder", calls = here .. "boulder_tick", pictures = samples .. "boulder" })
add({ twin = "peg", depth = 6 },
  { cells = oracle .. "peg", pictures = samples .. "peg" })
add({ twin = "candy", map = sweets }, { cells = oracle .. "candy", pictures = samples .. "candy" })
add({ twin = "klotski", map = donkey, cap = 200, depth = 12 },
  { cells = oracle .. "klotski", pictures = samples .. "klotski" })
add({ twin = "sand", map = field(10, 32, "oo..."):gsub("o", ".", 10) .. field(14, 32, ".........#"),
  cap = 200 }, { cells = oracle .. "sand", pictures = samples .. "sand" })
add({ twin = "fire", map = field(12, 20, "TTTTTTT..*"), cap = 200 },
  { cells = oracle .. "fire", pictures = samples .. "fire" })
add({ twin = "life", map = field(30, 32, "..o"), cap = 200 }, { pictures = samples .. "life" })
add({ twin = "placement" }, { cells = here .. "placement_plain",
  calls = here .. "placement_pieces" })

return list
