--- Specifies that the files of Boxoban are read as xsb: a number over each map of 10 x 10 cells.

local read = require "spec.support.read_levels"
local sokoban = require("spec.support.lua_games").sokoban

local maps = { [[
##########
#@    ####
# $   ####
# $.  ####
# $.  ####
# $.  ####
#  .  ####
##########
##########
##########]], [[
##########
##########
##   #####
## $     #
##  .#.$ #
##@  #   #
###$ .$. #
###      #
##########
##########]] }

describe("a file of Boxoban", function()
  it("has levels whose titles are numbers", function()
    local text = ("; 0\n%s\n\n; 1\n%s\n\n"):format(maps[1], maps[2])
    assert.same({ ("1 '0', line 2: %s; "):format((maps[1]:gsub("\n", "/"))),
      ("2 '1', line 14: %s; "):format((maps[2]:gsub("\n", "/"))) }, read(sokoban, text))
  end)

  it("may begin anywhere", function()
    assert.same({ ("1 '998', line 2: %s; "):format((maps[2]:gsub("\n", "/"))) },
      read(sokoban, ("; 998\n%s\n"):format(maps[2]), "000.txt"))
  end)
end)
