--- The games that are played with and without the engine. `twin` names the program without it,
--- `game` the file of the game, `rules` whether its rules are pictures, or functions in Lua (or
--- those that use a board cell by cell). All begin with `map` (nil: their own), random games stop
--- after `cap` actions, and a walk goes to `depth`. The spec plays every second game on the map
--- `small`, if there is one, and walks to the depth `shallow`.

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

local list = {}

-- Adds one entry for each file: with the rules "pictures", "Lua", or "cells".
local function add(entry, files)
  for _, rules in ipairs { "pictures", "Lua", "cells" } do
    if files[rules] then
      local copy = { rules = rules, game = files[rules] }
      for key, value in pairs(entry) do
        copy[key] = value
      end
      list[#list + 1] = copy
    end
  end
end

-- A sample, its twin in Lua, and perhaps its program that uses the board cell by cell.
local function sample(name, plain)
  return { pictures = ("samples/games/%s.lua"):format(name),
    Lua = ("spec/oracle/games/%s.lua"):format(name),
    cells = plain and ("spec/bench/twins/%s_plain.lua"):format(plain) }
end

add({ twin = "connect4", shallow = 4 }, sample("connect4", "connect4"))
add({ twin = "sokoban", map = sokoban, cap = 200, depth = 24, shallow = 24 }, sample "sokoban")
add({ twin = "rush", map = rush, cap = 200, depth = 8, shallow = 8 }, sample "rush")
add({ twin = "game2048" }, sample("2048", "game2048"))
add({ twin = "clobber", map = "oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox", shallow = 2 }, sample "clobber")
add({ twin = "boulder", map = cave(), small = pit, cap = 200, shallow = 3 }, sample "boulder")
add({ twin = "peg", shallow = 4 }, sample "peg")
add({ twin = "placement" }, { Lua = "spec/bench/twins/placement_pieces.lua",
  cells = "spec/bench/twins/placement_plain.lua" })

return list
