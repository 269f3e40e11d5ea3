--- Conway's Life.

local tessera = require "tessera"

return tessera.game {
  name = "life",
  legend = { ["."] = "dead", o = "alive" },
  counters = { ticks = 0 },
  moves = { "tick" },
  rules = { { "tick", count = "ticks" } },
  after = {
    { sweep = { "[ dead near 3 alive ] -> [ alive ]",
      "[ alive near 0..1 alive or alive near 4+ alive ] -> [ dead ]" }, at_once = true },
  },
  ends = { { "Dead", "no alive" } },
}
