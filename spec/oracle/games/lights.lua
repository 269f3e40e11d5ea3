--- Lights Out, the twin of samples/games/lights.lua: the same game without pictures.

local tessera = require "tessera"

local other = { lit = "dark", dark = "lit" }

local function end_if_dark(state)
  if state.board:count "lit" == 0 then
    state:over "Dark"
  end
end

return tessera.game {
  name = "lights",
  legend = { ["*"] = "lit", ["."] = "dark" },
  moves = { "<row> <column>" },
  outcomes = { "Dark" },
  goal = "Dark",
  symmetries = { "left-right", "up-down", "transpose" },

  setup = end_if_dark,

  apply = function(state, row, column)
    local board = state.board
    board:set(row, column, other[board:get(row, column)])
    for r, c, light in board:neighbours(row, column) do
      board:set(r, c, other[light])
    end
    end_if_dark(state)
  end,
}
