--- Snakes: four at once, the last one alive wins. Who eats an apple grows; who runs into a wall,
--- into a snake or head to head is gone.
---
--- After the rules of Battlesnake (docs.battlesnake.com): all snakes move in the same step, tails
--- first, and a new apple comes if there is none, or else in 15 percent of the steps. Simpler than
--- there: snakes do not starve, they turn left and right, and of two heads that meet both are gone.

local tessera = require "tessera"

local look = {
  wall = { "▓", "stone" }, floor = { "·", "dark_grey" }, apple = { "●", "red" },
  claim = { "+", "grey" }, clash = { "×", "red" },
}
local glyphs = { snake = { "▲", "▶", "▼", "◀" }, body = { "╹", "╺", "╻", "╸" },
  tail = { "╵", "╶", "╷", "╴" } }
for player, colour in ipairs { "green", "orange", "cyan", "pink" } do
  for part, signs in pairs(glyphs) do
    for i, heading in ipairs { "up", "right", "down", "left" } do
      look[("%s%d_%s"):format(part, player, heading)] = { signs[i], colour, back = "black",
        label = ("%s of player %d, to %s"):format(part, player, heading) }
    end
  end
end

return tessera.game {
  name = "snakes",
  summary = "Snakes: four at once, and the last one alive wins", genre = "together",
  help = "Triangles are heads, o an apple. In each step every player chooses to turn or to go\n"
    .. "straight on; 'steps' is how many there are.",
  players = 4,
  together = true,
  layers = { "ground", "marks", "things" },
  legend = {
    ["."] = { ground = "floor" }, ["#"] = { ground = "wall" }, o = { ground = "apple" },
    ["+"] = { ground = "floor", marks = "claim" }, x = { ground = "floor", marks = "clash" },
  },
  groups = {
    snake = { each = "player", facing = true, characters = { "▲▶▼◀", "△▷▽◁", "▴▸▾◂", "▵▹▿◃" } },
    body = { each = "player", facing = true, characters = { "↑→↓←", "⇑⇒⇓⇐", "⇡⇢⇣⇠", "↟↠↡↞" } },
    tail = { each = "player", facing = true, characters = { "╹╺╻╸", "╵╶╷╴", "⇈⇉⇊⇇", "↥↦↧↤" } },
  },
  pieces = "snake",
  map = "#############/#╺→▶.......╷#/#..........⇓#/#..........▽#/#...........#/#...........#/"
    .. "#.....o.....#/#...........#/#...........#/#▵..........#/#↟..........#/#↥.......◂⇠⇇#/"
    .. "#############",
  options = { steps = 300 },
  fields = {
    grows = { each = "player", timer = true, max = 1 }, gone = { each = "player", max = 1 },
    steps = { timer = true },
  },
  moves = { "left", "right", "straight" },
  rules = {
    { "left", "[ mine ] -> [ mine turned left ]" },
    { "right", "[ mine ] -> [ mine turned right ]" },
    { "straight" },
  },
  after = {
    { "first ahead of mine [ mine | apple ] -> [ mine | apple ]", each = "player",
      add = { grows = 1 } },
    { "first ahead of my tail [ my tail | my body as b ] -> [ | tail like b ]", each = "player",
      when = "grows = 0" },
    -- Two claims to a cell clash, whoever is the first.
    { sweep = {
      "ahead of mine [ mine | claim or clash ] -> [ mine | clash ]",
      "ahead of mine [ mine | ? ] -> [ mine | claim ]",
    }, each = "player" },
    { "first ahead of mine [ mine | wall or things or clash or edge ] -> [ mine | ]",
      each = "player", add = { gone = 1 } },
    { "each [ mine ] -> [ ]", each = "player", when = "gone = 1" },
    { "each [ my body ] -> [ ]", each = "player", when = "gone = 1" },
    { "each [ my tail ] -> [ ]", each = "player", when = "gone = 1" },
    "each [ marks ] -> [ no marks ]",
    { sweep = {
      { "ahead of mine [ mine as head | apple ] -> [ body like head | head floor ]", reward = 1,
        event = "took" },
      "ahead of mine [ mine as head | no things ] -> [ body like head | head ]",
    }, each = "player" },
    { "random [ floor no things ] -> [ apple 15% or floor ]", when = "some apple" },
    { "random [ floor no things ] -> [ apple ]", when = "no apple" },
  },
  ends = {
    { { "1 wins", "2 wins", "3 wins", "4 wins" }, "some mine and no theirs" },
    { "Nobody wins", "no snake" }, { "Over", "steps = 0" },
  },
  keys = { left = "left", right = "right", up = "straight", space = "straight" },
  labels = {
    fields = { steps = "Steps left" },
    actions = { left = "turn left", right = "turn right", straight = "straight on" },
  },
  sounds = { took = "coin", removed = "hit" },
  look = look,
}
