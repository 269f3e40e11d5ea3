-- Time goes on, and chance decides: to catch, to dodge, to race.
local tessera = require "tessera"

return tessera.game {
  name = "rain",
  summary = "Rain: catch ten stars, but no fire",
  legend = { ["."] = "sky", ["#"] = "grass", ["@"] = "you", ["*"] = "star", f = "fire" },
  groups = { thing = { "star", "fire" } },
  fields = { stars = { min = 0, max = 10 } },
  moves = { "<left|right>", "tick" },
  rules = { -- the cells on the left become those on the right
    { "<left|right>", "[ you | sky ] -> [ sky | you ]" },
    { "tick" },
  },
  after = { -- and then things fall
    { "first down [ fire | you ] -> [ sky | fire ]", over = "Burnt" },
    { "first down [ star | you ] -> [ sky | you ]", count = "stars" },
    "each down [ thing | grass ] -> [ sky | grass ]",
    { "each down [ thing | sky ] -> [ sky | thing ]", from = "bottom" },
    "random up [ sky | edge ] -> [ star 40% or fire 30% or sky | ]",
  },
  ends = { { "Ten stars", "stars = 10" } },
  goal = "Ten stars",
  tick = 0.4,
  look = {
    palette = { b = "blue", d = "dark_green", g = "green", k = "brown", o = "orange",
      r = "red", t = "sand", y = "yellow" },
    sky = { " ", "dark_blue", back = "dark_blue" },
    grass = { "#", "green", back = "brown", sprite = "ggggg/gdgdg/d.d.d/...../....." },
    you = { "@", "sand", back = "dark_blue", sprite = "k...k/kkkkk/.ttt./bbbbb/.b.b." },
    star = { "*", "yellow", back = "dark_blue", sprite = "..y../yyyyy/.yyy./yy.yy/....." },
    fire = { "f", "red", back = "dark_blue", sprite = "..r../.rr../.ror./roor./.rr.." },
  },
}
