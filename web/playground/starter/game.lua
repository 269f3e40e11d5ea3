local tessera = require "tessera"

return tessera.game {
  name = "mygame",
  summary = "My game: step onto the flag",
  legend = { ["."] = "empty", ["#"] = "wall", ["@"] = "player", F = "flag" },
  counters = { moves = 0 },
  moves = { "<direction>" },
  rules = {
    { "<direction>", "[ player | empty ] -> [ | player ]", count = "moves" },
    { "<direction>", "[ player | flag ] -> [ | player ]", count = "moves" },
  },
  ends = { { "Won", "no flag" } },
  goal = "Won",
}
