-- Keys, doors and a way to find: a maze, an escape, a treasure hunt.
local tessera = require "tessera"

return tessera.game {
  name = "walk",
  summary = "Walk: reach the flag",
  legend = { ["."] = "grass", ["#"] = "hedge", ["@"] = "you",
    k = "key", D = "door", F = "flag" },
  fields = { keys = { min = 0 } },
  moves = { "<direction>" },
  rules = { -- the cells on the left become those on the right
    { "<direction>", "[ you | grass or flag ] -> [ grass | you ]" },
    { "<direction>", "[ you | key ] -> [ grass | you ]", count = "keys" },
    { "<direction>", "[ you | door ] -> [ grass | you ]",
      when = "keys > 0", add = { keys = -1 }, why = "no key" },
  },
  ends = { { "At the flag", "no flag" } },
  goal = "At the flag",
  look = {
    palette = { b = "blue", d = "dark_green", g = "green", k = "brown",
      o = "orange", r = "red", t = "sand", w = "white", y = "yellow" },
    grass = { ".", "green", back = "#3f8f52", sprite = "...../.g.../...../...g./....." },
    hedge = { "#", "dark_green", back = "#3f8f52", sprite = "ddddd/dgddd/ddddd/dddgd/ddddd" },
    you = { "@", "sand", back = "#3f8f52", sprite = ".ooo./.ttt./bbbbb/.bbb./.k.k." },
    key = { "k", "yellow", back = "#3f8f52", sprite = "...../.y.../y.yyy/.y..y/....." },
    door = { "D", "brown", back = "#3f8f52", sprite = "kkkkk/k.k.k/kkkyk/k.k.k/kkkkk" },
    flag = { "F", "red", back = "#3f8f52", sprite = ".wrr./.wrrr/.wrr./.w.../.w..." },
  },
}
