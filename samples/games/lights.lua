--- Lights Out (Tiger Electronics): pressing a cell switches it and its neighbours. All lights have
--- to go out.

local tessera = require "tessera"

return tessera.game {
  name = "lights",
  summary = "Lights Out: switch all lights off", genre = "logic",
  help = "* is a light that is on, . one that is off.",
  legend = { ["*"] = "lit", ["."] = "dark" },
  groups = { lamp = { "lit", "dark" } },
  moves = { "<row> <column>" },
  labels = { actions = { ["<row> <column>"] = "row <row>, column <column>" } },
  rules = {
    { "<row> <column>", [[
      [ ?         | ?         | ?         /
        ?         | lamp      | ?         /
        ?         | ?         | ?         ]
      ->
      [           | next lamp |           /
        next lamp | next lamp | next lamp /
                  | next lamp |           ] ]] },
  },
  ends = { { "Dark", "no lit" } },
  goal = "Dark",
  symmetries = { "left-right", "up-down", "transpose" },

  sounds = { became = "blip", won = "fanfare" },
  look = {
    palette = { y = "yellow", w = "white", g = "gold", d = "dark_grey", k = "black" },
    lit = { "●", "yellow", back = "brown", label = "light", sprite =
      ".gggggg.\ngyyyyyyg\ngyywwyyg\ngywwwwyg\ngywwwwyg\ngyywwyyg\ngyyyyyyg\n.gggggg." },
    dark = { "○", "dark_grey", back = "black", sprite =
      ".dddddd.\ndkkkkkkd\ndkkkkkkd\ndkkkkkkd\ndkkkkkkd\ndkkkkkkd\ndkkkkkkd\n.dddddd." },
  },
}
