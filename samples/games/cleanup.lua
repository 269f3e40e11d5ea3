--- Clean-up: five players share a river and an orchard. Waste fills the river, and apples grow only
--- while it is clean: somebody must go there and clean it, while the others eat.
---
--- After Hughes and others, "Inequity aversion improves cooperation in intertemporal social
--- dilemmas" (2018), and Leibo and others, "Scalable evaluation of multi-agent reinforcement
--- learning with Melting Pot" (2021): in half of the steps a cell of the river is polluted. On
--- free soil an apple grows with about 5 percent while the river is clean, and not at all if two
--- fifths of it are polluted; there along a line, here with up to four chances of 1.25 percent, of
--- which each tenth of pollution takes one. A beam that fines costs 1, and who is hit 50. Simpler:
--- beams are one cell wide and reach three; one cleans the first waste that it meets.

local tessera = require "tessera"

local look = {
  palette = { r = "red", g = "green", b = "brown", k = "black" },
  wall = { "▓", "stone" }, floor = { "·", "dark_grey" }, soil = { ",", "dark_green" },
  stream = { "~", "cyan", back = "blue" }, waste = { "%", "brown", back = "dark_blue" },
  apple = { "●", "red", sprite =
    "....b...\n...bg...\n..rrrr..\n.rrrrrr.\n.rrrrrr.\n.rrrrrr.\n..rrrr..\n........" },
}

-- A sprite of 8 x 8 letters, turned to the right.
local function turned(sprite)
  local rows = {}
  for column = 1, 8 do
    rows[column] = ""
    for row = 7, 0, -1 do
      rows[column] = rows[column] .. sprite:sub(row * 9 + column, row * 9 + column)
    end
  end
  return table.concat(rows, "\n")
end

for player, colour in ipairs { "white", "orange", "yellow", "purple", "pink" } do
  local letter = ("ABCDE"):sub(player, player)
  look.palette[letter] = colour
  local sprite = ("...PP...\n..PPPP..\n.PkPPkP.\n.PPPPPP.\nPPPPPPPP\nPPPPPPPP\n.PPPPPP.\n..P..P..")
    :gsub("P", letter)
  for i, heading in ipairs { "up", "right", "down", "left" } do
    look[("avatar%d_%s"):format(player, heading)] = { ({ "▲", "▶", "▼", "◀" })[i], colour,
      back = "black", label = ("player %d, looking %s"):format(player, heading), sprite = sprite }
    sprite = turned(sprite)
  end
end

-- Apples grow if less than so many tenths of the river are polluted.
local function growth(tenths)
  return { "each [ soil no things ] -> [ apple 1.25% or soil ]",
    when = ("count waste * 10 < count water * %d"):format(tenths) }
end

return tessera.game {
  name = "cleanup",
  summary = "Clean-up: apples grow for five, if somebody cleans the river", genre = "together",
  help = "~ is the river, % waste in it, o an apple, ',' soil; arrows are players.\n"
    .. "In each step every player chooses; 'steps' is how many there are.",
  players = 5,
  together = true,
  window = { ahead = 9, behind = 1, left = 5, right = 5 },
  order = "random",
  layers = { "ground", "cover", "things" },
  legend = {
    ["#"] = { ground = "wall" }, ["."] = { ground = "floor" },
    ["~"] = { ground = "floor", cover = "stream" }, ["%"] = { ground = "floor", cover = "waste" },
    [","] = { ground = "floor", cover = "soil" }, o = { ground = "floor", cover = "apple" },
  },
  groups = {
    avatar = { each = "player", facing = true, layer = "things" },
    open = { "floor" },
    water = { "stream", "waste" },
  },
  map = "##################/#~%~%~%~%~%~%~%~%#/#%~%~%~%~%~%~%~%~#/#~~%~~%~~%~~%~~%~#/"
    .. "#~%~~%~~%~~%~~%~~#/#................#/#.↑..⇑...⇡...↟..⇈#/#................#/"
    .. "#,,,,,,,,,,,,,,,,#/#,,,,,,,,,,,,,,,,#/#,,,,,,,,,,,,,,,,#/##################",
  options = { steps = 1000 },
  fields = { steps = { timer = true } },
  moves = { "forward", "left", "right", "clean", "zap", "wait" },
  rules = {
    { "forward", "ahead of mine [ mine | open no things apple ] -> [ | mine soil ]", reward = 1,
      event = "took" },
    { "forward", "ahead of mine [ mine | open no things ] -> [ | mine ]" },
    { "left", "[ mine ] -> [ mine turned left ]" },
    { "right", "[ mine ] -> [ mine turned right ]" },
    { "clean", "ahead of mine [ mine | waste ] -> [ mine | stream ]" },
    { "clean", "ahead of mine [ mine | 1..2 open no waste no things | waste ] -> "
      .. "[ mine | 1..2 open | stream ]" },
    { "zap", "ahead of mine [ mine | theirs ] -> [ mine | theirs ]",
      reward = { mine = -1, theirs = -50 } },
    { "zap", "ahead of mine [ mine | 1..2 open no things | theirs ] -> "
      .. "[ mine | 1..2 open | theirs ]", reward = { mine = -1, theirs = -50 } },
    { "wait" },
  },
  after = {
    { "random [ stream ] -> [ waste 50% or stream ]" },
    growth(1), growth(2), growth(3), growth(4),
  },
  ends = { { "Over", "steps = 0" } },
  keys = { up = "forward", left = "left", right = "right", space = "clean", z = "zap",
    down = "wait" },
  labels = {
    fields = { steps = "Steps left" },
    actions = { forward = "step forward", left = "turn left", right = "turn right", zap = "fine" },
  },
  sounds = { took = "coin", became = "step" },
  look = look,
}
