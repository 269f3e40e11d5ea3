--- Lights Out (Tiger Electronics): pressing a cell switches it and its neighbours. All lights have
--- to go out.

local tessera = require "tessera"

local other = { on = "off", off = "on" }

return tessera.game {
  name = "lights",
  summary = "Lights Out: switch all lights off",
  help = "* is a light that is on, . one that is off.",
  legend = { ["*"] = "on", ["."] = "off" },
  moves = { "<row> <column>" },
  outcomes = { "Dark" },
  goal = "Dark",
  symmetries = { "left-right", "up-down", "transpose" },

  apply = function(state, row, column)
    local board = state.board
    board:set(row, column, other[board:get(row, column)])
    for r, c, light in board:neighbours(row, column) do
      board:set(r, c, other[light])
    end
    if board:count "on" == 0 then
      state:over "Dark"
    end
  end,

  look = {
    palette = { y = "yellow", w = "white", g = "gold", d = "dark_grey", k = "black" },
    on = { "●", "yellow", back = "brown", label = "light", sprite =
      ".gggggg.\ngyyyyyyg\ngyywwyyg\ngywwwwyg\ngywwwwyg\ngyywwyyg\ngyyyyyyg\n.gggggg." },
    off = { "○", "dark_grey", back = "black", label = "dark", sprite =
      ".dddddd.\ndkkkkkkd\ndkkkkkkd\ndkkkkkkd\ndkkkkkkd\ndkkkkkkd\ndkkkkkkd\n.dddddd." },
  },
}
