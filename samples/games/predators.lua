--- Predators and prey: two hunt, four graze. Grass grows again on bare soil, prey that is caught
--- comes back out of its den, and only prey can go into a thicket.
---
--- After predator_prey of Leibo and others, "Scalable evaluation of multi-agent reinforcement
--- learning with Melting Pot" (2021): prey earns 1 for what it eats, a predator 1 for what it
--- catches, and prey that is caught is away for a while, here 20 steps. Simpler than there: all go
--- up, down, left and right, and who catches steps into the cell of the prey.

local tessera = require "tessera"

local look = {
  palette = { k = "black", r = "red", o = "orange", w = "white", c = "cyan", g = "green" },
  wall = { "▓", "stone" }, floor = { "·", "dark_grey" }, soil = { ",", "brown" },
  den = { "∘", "stone" }, thicket = { "♣", "dark_green" },
  grass = { '"', "green", sprite = "......\n..g..g\ng.g.g.\n.gggg.\n.gggg.\n..gg.." },
}
for player = 1, 2 do
  look["animal" .. player] = { ("AB"):sub(player, player), "red", back = "black",
    label = "predator " .. player, sprite = "r....r\nrr..rr\nrkrrkr\nrrrrrr\n.rkkr.\n..rr.." }
end
for player = 3, 6 do
  look["animal" .. player] = { ("abcd"):sub(player - 2, player - 2), "cyan", back = "black",
    label = "prey " .. player - 2, sprite = ".w..w.\n.w..w.\n.wwww.\nwkwwkw\nwwwwww\n.wccw." }
end

return tessera.game {
  name = "predators",
  summary = "Predators and prey: two hunt, four graze and hide", genre = "together",
  help = "A and B hunt a, b, c and d, which eat grass (\") and hide in thickets (&).\n"
    .. ", is bare soil, _ a den. In each step every player chooses; 'steps' is how many there are.",
  players = 6,
  together = true,
  order = "random",
  window = { ahead = 4, behind = 4, left = 4, right = 4 },
  layers = { "ground", "cover", "things" },
  legend = {
    ["#"] = { ground = "wall" }, ["."] = { ground = "floor" },
    [","] = { ground = "floor", cover = "soil" }, ['"'] = { ground = "floor", cover = "grass" },
    ["_"] = { ground = "floor", cover = "den" }, ["&"] = { ground = "floor", cover = "thicket" },
  },
  groups = {
    animal = { each = "player", characters = { "A", "B", "a", "b", "c", "d" } },
    prey = { "animal3", "animal4", "animal5", "animal6" },
    open = { "floor" }, refuge = { "den", "thicket" },
  },
  map = '################/#_c.&&..""".d._#/#...&&."""""...#/#..........""..#/'
    .. '#."""...A.....&#/#""""".....&&.&#/#.""".B....&&..#/#............."#/'
    .. '#&&...."""..""&#/#_a...."""".b._#/################',
  options = { steps = 500 },
  fields = { away = { each = "player", timer = true }, steps = { timer = true } },
  moves = { "<direction>", "wait" },
  rules = {
    { "<direction>", "[ mine | open no things no refuge ] -> [ | mine ]", when = "turn <= 2" },
    { "<direction>", "[ mine | prey theirs no refuge ] -> [ | mine ]", when = "turn <= 2",
      add = { away = { theirs = 20 } }, reward = 1 },
    { "<direction>", "[ mine | grass no things ] -> [ | mine soil ]", reward = 1,
      event = "took" },
    { "<direction>", "[ mine | open no things ] -> [ | mine ]", when = "turn > 2" },
    { "wait" },
  },
  after = {
    "each [ soil no things ] -> [ grass 1% or soil ]",
    { "random [ den no things ] -> [ den mine ]", each = "player",
      when = "turn > 2 and away = 0 and no mine" },
  },
  ends = { { "Over", "steps = 0" } },
  labels = { fields = { steps = "Steps left" } },
  sounds = { took = "coin", removed = "hit" },
  look = look,
}
