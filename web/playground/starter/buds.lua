-- A click changes a cell and its neighbours: lights, tiles, a garden.
local tessera = require "tessera"

return tessera.game {
  name = "buds",
  summary = "Buds: let all flowers open",
  legend = { ["."] = "bud", ["*"] = "flower", ["#"] = "stone" },
  groups = { plant = { "bud", "flower" } },
  counters = { clicks = 0 },
  moves = { "<row> <column>" },
  rules = { -- the cells on the left become those on the right
    { "<row> <column>", [[
      [ ? | ?     | ? / ?          | plant      | ?          / ? | ?          | ? ] ->
      [   | next plant | / next plant | next plant | next plant /   | next plant |   ] ]],
      count = "clicks" },
  },
  ends = { { "In bloom", "no bud" } },
  goal = "In bloom",
  look = {
    palette = { d = "dark_green", g = "green", l = "light_grey", p = "pink",
      s = "stone", y = "yellow" },
    bud = { ".", "green", back = "dark_green", sprite = "...../..g../.ggg./..g../....." },
    flower = { "*", "pink", back = "dark_green", sprite = ".p.p./ppppp/.pyp./ppppp/.p.p." },
    stone = { "#", "stone", back = "dark_green", sprite = ".lll./lllls/lllss/llsss/.sss." },
  },
}
