--- Commons harvest: eight players pick apples, and an apple grows only where apples are left around
--- it. Who picks the last ones of a patch has taken them from all for ever. A beam takes another
--- player out of the game for a while.
---
--- After Perolat and others, "A multi-agent reinforcement learning model of common-pool resource
--- appropriation" (2017), with the growth of Leibo and others, "Scalable evaluation of multi-agent
--- reinforcement learning with Melting Pot" (2021): with one, two, or three and more apples
--- within two steps, one grows on free soil in 0.25, 0.5 or 2.5 percent of the steps. Who is hit is
--- away for 25 steps. Simpler than there: the beam is one cell wide and reaches three, and the game
--- ends when no apple is left, since none can grow any more.

local tessera = require "tessera"

local colours = { "white", "orange", "yellow", "cyan", "blue", "purple", "pink", "sand" }

local look = {
  palette = { r = "red", g = "green", b = "brown", k = "black" },
  wall = { "▓", "stone" }, floor = { "·", "dark_grey" }, soil = { ",", "dark_green" },
  spawn = { "∘", "stone" },
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

for player, colour in ipairs(colours) do
  local letter = ("ABCDEFGH"):sub(player, player)
  look.palette[letter] = colour
  local sprite = ("...PP...\n..PPPP..\n.PkPPkP.\n.PPPPPP.\nPPPPPPPP\nPPPPPPPP\n.PPPPPP.\n..P..P..")
    :gsub("P", letter)
  for i, heading in ipairs { "up", "right", "down", "left" } do
    look[("avatar%d_%s"):format(player, heading)] = { ({ "▲", "▶", "▼", "◀" })[i], colour,
      back = "black", label = ("player %d, looking %s"):format(player, heading), sprite = sprite }
    sprite = turned(sprite)
  end
end

return tessera.game {
  name = "commons",
  summary = "Commons harvest: eight pick apples that grow only beside apples", genre = "together",
  help = "o is an apple, ',' soil, _ a place where players appear; arrows are players.\n"
    .. "In each step every player chooses; 'steps' is how many there are.",
  players = 8,
  together = true,
  window = { ahead = 9, behind = 1, left = 5, right = 5 },
  order = "random",
  layers = { "ground", "food", "things" },
  legend = {
    ["#"] = { ground = "wall" }, ["."] = { ground = "floor" }, ["_"] = { ground = "spawn" },
    [","] = { ground = "floor", food = "soil" }, o = { ground = "floor", food = "apple" },
  },
  groups = {
    avatar = { each = "player", facing = true, layer = "things" },
    open = { "floor", "spawn" },
  },
  map = "######################/#_.._.._.._.._.._.._.#/#..,.......,......,..#/"
    .. "#.,o,.....,o,....,o,.#/#,ooo,...,ooo,..,ooo,#/#.,o,.....,o,....,o,.#/"
    .. "#..,.......,......,..#/#....................#/#_.._.._.._.._.._.._.#/"
    .. "#..,.......,......,..#/#.,o,.....,o,....,o,.#/#,ooo,...,ooo,..,ooo,#/"
    .. "#.,o,.....,o,....,o,.#/#..,.......,......,..#/#_.._.._.._.._.._.._.#/"
    .. "######################",
  options = { steps = 1000 },
  fields = { away = { each = "player", timer = true }, steps = { timer = true } },
  moves = { "forward", "left", "right", "zap", "wait" },
  rules = {
    { "forward", "ahead of mine [ mine | open no things apple ] -> [ | mine soil ]",
      reward = 1, event = "took" },
    { "forward", "ahead of mine [ mine | open no things ] -> [ | mine ]" },
    { "left", "[ mine ] -> [ mine turned left ]" },
    { "right", "[ mine ] -> [ mine turned right ]" },
    { "zap", "ahead of mine [ mine | theirs ] -> [ mine | ]", add = { away = { theirs = 25 } } },
    { "zap", "ahead of mine [ mine | 1..2 open no things | theirs ] -> [ mine | 1..2 open | ]",
      add = { away = { theirs = 25 } } },
    { "wait" },
  },
  after = {
    { sweep = {
      "[ soil no things near 1 orthogonal apple within 2 ] -> [ apple 0.25% or soil ]",
      "[ soil no things near 2 orthogonal apple within 2 ] -> [ apple 0.5% or soil ]",
      "[ soil no things near 3+ orthogonal apple within 2 ] -> [ apple 2.5% or soil ]",
    }, at_once = true },
    { "random [ spawn no things ] -> [ spawn mine ]", each = "player",
      when = "away = 0 and no mine" },
  },
  ends = { { "Bare", "no apple" }, { "Over", "steps = 0" } },
  -- A level has the players that its map shows, and those who find a place.
  setup = function(state)
    local free = state.ground:copy()
    for row, column in state.things:each "avatar" do
      free:set(row, column, "floor")
    end
    for player = 1, 8 do
      local places = free:count "spawn"
      if places > 0 and not state.things:find("avatar" .. player) then
        local row, column = free:nth("spawn", state:chance(places))
        free:set(row, column, "floor")
        state.things:set(row, column, ("avatar%d_up"):format(player))
      end
    end
  end,
  keys = { up = "forward", left = "left", right = "right", space = "zap", down = "wait" },
  labels = {
    fields = { steps = "Steps left" },
    actions = { forward = "step forward", left = "turn left", right = "turn right" },
  },
  sounds = { took = "coin", removed = "hit" },
  look = look,
}
