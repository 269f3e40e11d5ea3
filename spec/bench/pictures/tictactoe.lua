--- Tic-tac-toe.

local tessera = require "tessera"

return tessera.game {
  name = "tictactoe",
  players = 2,
  pieces = { "cross", "nought" },
  legend = { ["."] = "empty", x = "cross", o = "nought" },
  map = ".../.../...",
  moves = { "<row> <column>" },
  rules = { { "<row> <column>", "[ empty ] -> [ mine ]" } },
  ends = { { { "X wins", "O wins" }, "line 3 mine", score = 1 }, { "Draw", "no empty" } },
}
