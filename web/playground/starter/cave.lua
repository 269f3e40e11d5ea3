-- What is dug, and what falls: a mine, an avalanche, an adventure.
local tessera = require "tessera"

return tessera.game {
  name = "cave",
  summary = "Cave: take all gems, and mind the rocks",
  legend = { ["."] = "empty", [":"] = "earth", ["#"] = "wall",
    ["@"] = "you", o = "rock", ["*"] = "gem" },
  counters = { gems = 0 },
  moves = { "<direction>" },
  rules = { -- the cells on the left become those on the right
    { "<direction>", "[ you | empty or earth ] -> [ | you ]" },
    { "<direction>", "[ you | gem ] -> [ | you ]", count = "gems" },
    { "<left|right>", "[ you | rock | empty ] -> [ | you | rock ]" },
  },
  after = { -- and then rocks fall
    { "first down [ rock | empty | you ] -> [ | rock | ]",
      over = "Crushed" },
    "each down [ rock | empty ] -> [ | rock ]",
  },
  ends = { { "All gems taken", "no gem" } },
  goal = "All gems taken",
  look = {
    palette = { b = "blue", c = "cyan", d = "stone", g = "grey",
      k = "dark_grey", o = "orange", t = "sand" },
    wall = { "#", "grey", sprite = "dddgd/dddgd/ggggg/dgddd/dgddd" },
    earth = { back = "brown", sprite = "..../.k../..../...k" },
    rock = { "o", "grey", sprite = ".ggg./ggggg/ggggd/gggdd/.ddd." },
    gem = { "*", "cyan", sprite = "..c../.ccc./ccccc/.ccc./..c.." },
    you = { "@", "sand", sprite = ".ooo./.ttt./bbbbb/.bbb./.d.d." },
  },
}
