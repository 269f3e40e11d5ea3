--- The prisoner's dilemma in the matrix: four players collect two kinds of fruit, and who catches
--- another one with a beam plays a round of the dilemma. What each has more of is his move.
---
--- After Leibo and others, "Scalable evaluation of multi-agent reinforcement learning with Melting
--- Pot" (2021): resources stand for moves, a beam begins a round, which pays both by a matrix, here
--- 3 to each who cooperate, 1 to each who defect, 5 to who defects alone, and 0 to the other. Then
--- both begin anew, and who was caught is away for 5 steps; there both are, for 50. Simpler, too: a
--- move is pure, who has as many of both kinds plays no round, and the beam is one cell wide.

local tessera = require "tessera"

local look = {
  palette = { g = "green", r = "red", b = "brown", k = "black" },
  wall = { "▓", "stone" }, floor = { "·", "dark_grey" }, spawn = { "∘", "stone" },
  green = { "●", "green", sprite = "..b...\n..b...\n.gggg.\ngggggg\n.gggg.\n......" },
  red = { "●", "red", sprite = "..b...\n.bb...\n.rr.rr\n.rr.rr\n......\n......" },
  bush = { ",", "dark_green" },
}
for player, colour in ipairs { "white", "orange", "yellow", "cyan" } do
  for i, heading in ipairs { "up", "right", "down", "left" } do
    look[("avatar%d_%s"):format(player, heading)] = { ({ "▲", "▶", "▼", "◀" })[i], colour,
      back = "black", label = ("player %d, looking %s"):format(player, heading) }
  end
end

local rules = {
  { "forward", "ahead of mine [ mine | open no things green ] -> [ | mine bush ]",
    add = { green = 1 }, event = "took" },
  { "forward", "ahead of mine [ mine | open no things red ] -> [ | mine bush ]",
    add = { red = 1 }, event = "took" },
  { "forward", "ahead of mine [ mine | open no things ] -> [ | mine ]" },
  { "left", "[ mine ] -> [ mine turned left ]" },
  { "right", "[ mine ] -> [ mine turned right ]" },
}

-- What a round pays, for a beam over a cell beside who acts, and for one over up to three.
local anew = { mine = -99, theirs = -99 }
local function round(mine, theirs, reward)
  for _, cells in ipairs { { "", "" }, { "1..2 open no things | ", "1..2 open | " } } do
    rules[#rules + 1] = { "zap",
      ("ahead of mine [ mine | %stheirs ] -> [ mine | %s]"):format(cells[1], cells[2]),
      when = mine .. " and " .. theirs, reward = reward,
      add = { green = anew, red = anew, away = { theirs = 5 } } }
  end
end
round("green > red", "their green > their red", { mine = 3, theirs = 3 })
round("green > red", "their green < their red", { mine = 0, theirs = 5 })
round("green < red", "their green > their red", { mine = 5, theirs = 0 })
round("green < red", "their green < their red", { mine = 1, theirs = 1 })
rules[#rules + 1] = { "wait" }

return tessera.game {
  name = "matrix", genre = "together",
  summary = "The prisoner's dilemma in the matrix: four collect moves, and play them",
  help = "g and r are fruit: who has more green ones cooperates, who has more red ones defects.\n"
    .. "arrows are players, ',' a bush, _ a place where they appear; zap plays a round.",
  players = 4,
  together = true,
  order = "random",
  window = { ahead = 3, behind = 1, left = 2, right = 2 },
  layers = { "ground", "goods", "things" },
  legend = {
    ["#"] = { ground = "wall" }, ["."] = { ground = "floor" }, ["_"] = { ground = "spawn" },
    [","] = { ground = "floor", goods = "bush" }, g = { ground = "floor", goods = "green" },
    r = { ground = "floor", goods = "red" },
  },
  groups = {
    avatar = { each = "player", facing = true, layer = "things" },
    open = { "floor", "spawn" },
  },
  map = "###############/#_..g.....r.._#/#.→.g..g..r.⇓.#/#...g.....r...#/"
    .. "#..r..._...g..#/#...r.....g...#/#.⇡.r..r..g.⇠.#/#_..r.....g.._#/###############",
  options = { steps = 500 },
  fields = {
    green = { each = "player", min = 0 }, red = { each = "player", min = 0 },
    away = { each = "player", timer = true }, steps = { timer = true },
  },
  moves = { "forward", "left", "right", "zap", "wait" },
  rules = rules,
  after = {
    "each [ bush no things ] -> [ green 0.5% or red 0.5% or bush ]",
    { "random [ spawn no things ] -> [ spawn mine ]", each = "player",
      when = "away = 0 and no mine" },
  },
  ends = { { "Over", "steps = 0" } },
  keys = { up = "forward", left = "left", right = "right", space = "zap", down = "wait" },
  labels = {
    fields = { steps = "Steps left" },
    actions = { forward = "step forward", left = "turn left", right = "turn right",
      zap = "play a round" },
  },
  sounds = { took = "coin", removed = "hit" },
  look = look,
}
