-- Two take turns, or one plays the computer: rows, chains, captures.
local tessera = require "tessera"

return tessera.game {
  name = "four",
  summary = "Four: who has four in a row has won",
  players = 2,
  legend = { ["."] = "empty", ["#"] = "rock", x = "red", o = "blue" },
  pieces = { "red", "blue" },
  moves = { "<row> <column>" },
  rules = { { "<row> <column>", "[ empty ] -> [ mine ]", why = "the cell is taken" } },
  ends = {
    { { "Red wins", "Blue wins" }, "line 4 mine", score = 1 },
    { "Draw", "no empty" },
  },
  look = {
    palette = { b = "blue", c = "cyan", k = "brown", p = "pink", r = "red",
      l = "light_grey", s = "stone" },
    empty = { ".", "brown", back = "sand", sprite = "...../...../..k../...../....." },
    rock = { "#", "stone", back = "sand", sprite = ".lll./lllls/lllss/llsss/.sss." },
    red = { "x", "red", back = "sand", sprite = ".rrr./rpprr/rprrr/rrrrr/.rrr." },
    blue = { "o", "blue", back = "sand", sprite = ".bbb./bccbb/bcbbb/bbbbb/.bbb." },
  },
}
