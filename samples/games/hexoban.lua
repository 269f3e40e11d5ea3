--- Hexoban: Sokoban on hexagons. Push every box onto a target, in six directions.

local tessera = require "tessera"

return tessera.game {
  name = "hexoban",
  summary = "Hexoban: push every box onto a target, in six directions", genre = "push",
  geometry = "hex",
  layers = { "ground", "things" },
  legend = {
    ["~"] = {}, -- outside: where nothing lies no hexagon is drawn
    ["."] = { ground = "floor" },
    ["#"] = { ground = "wall" },
    ["o"] = { ground = "target" },
    ["@"] = { ground = "floor", things = "player" },
    ["+"] = { ground = "target", things = "player" },
    ["$"] = { ground = "floor", things = "box" },
    ["*"] = { ground = "target", things = "box" },
  },
  groups = { open = { "floor", "target" } },
  counters = { moves = 0, pushes = 0 },
  moves = { "<direction>" },

  rules = {
    { "<direction>", "[ player | open no things ] -> [ | player ]", count = "moves",
      why = "there is no way" },
    { "<direction>", "[ player | box | open no things ] -> [ | player | box ]",
      count = { "moves", "pushes" }, why = "the box cannot be pushed" },
  },
  symmetries = { "half turn", "transpose" },
  ends = { { "Solved", "all box on target" } },
  goal = "Solved",

  check = function(state)
    local ground, things = state.ground, state.things
    if things:count "player" ~= 1 then
      return ("expected one player (@ or +), found %d"):format(things:count "player")
    elseif things:count "box" > ground:count "target" then
      return "there are more boxes than targets"
    end
  end,

  sounds = { moved = "step", pushed = "thud", won = "fanfare" },
  look = {
    palette = { b = "brown", d = "dark_grey", o = "orange", t = "sand", u = "blue" },
    floor = { " ", "grey", back = "sand" },
    wall = { "█", "stone", back = "dark_grey" },
    target = { "·", "red", back = "red" },
    box = { "■", "brown", sprite =
      "........\n.oooooo.\n.obbobo.\n.oboobo.\n.oboobo.\n.obobbo.\n.oooooo.\n........" },
    player = { "@", "blue", label = "you", sprite =
      "..bbbb..\n..tttt..\n..tdtd..\n...tt...\n.uuuuuu.\n.t.uu.t.\n...uu...\n..d..d.." },
  },
}
