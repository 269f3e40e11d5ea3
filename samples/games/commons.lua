--- Commons harvest: eight players pick apples, which grow only where apples are left around. Who
--- picks the last one of a patch has taken it from all for ever. A beam takes others out of the
--- game for a while, and takes none of their apples.
---
--- After Perolat and others, "A multi-agent reinforcement learning model of common-pool resource
--- appropriation" (2017), with the growth of Leibo and others, "Scalable evaluation of multi-agent
--- reinforcement learning with Melting Pot" (2021): with one, two, and three or more apples within
--- two steps one grows in a step with 0.25, 0.5 and 2.5 percent. A beam reaches three cells, and
--- who is hit is away for 25 steps.

local tessera = require "tessera"

local players = 8

local function start(state)
  for player = 1, players do
    local spawns = state.ground:count "spawn"
    repeat
      local row, column = state.ground:nth("spawn", state:chance(spawns))
      local free = state.things:is(row, column, "nothing")
      if free then
        state.things:set(row, column, ("avatar%d_up"):format(player))
      end
    until free
  end
end

return tessera.game {
  name = "commons",
  summary = "Commons harvest: eight pick apples that grow only beside apples",
  players = players,
  together = true,
  order = "random",
  layers = { "ground", "food", "things" },
  legend = {
    ["#"] = { ground = "wall" }, ["."] = { ground = "floor" }, [","] = { ground = "grass" },
    o = { ground = "grass", food = "apple" }, ["_"] = { ground = "spawn" },
  },
  groups = {
    avatar = { each = "player", facing = true, layer = "things" },
    open = { "floor", "grass", "spawn" }, soil = { "grass" },
  },
  map = "######################/#_.._.._.._.._.._.._.#/#..,.......,......,..#/#.,o,.....,o,....,o,.#/"
    .. "#,ooo,...,ooo,..,ooo,#/#.,o,.....,o,....,o,.#/#..,.......,......,..#/#....................#/"
    .. "#_.._.._.._.._.._.._.#/#..,.......,......,..#/#.,o,.....,o,....,o,.#/#,ooo,...,ooo,..,ooo,#/"
    .. "#.,o,.....,o,....,o,.#/#..,.......,......,..#/#_.._.._.._.._.._.._.#/######################",
  fields = {
    away = { each = "player", timer = true },
    left = { value = 1000, timer = true },
  },
  moves = { "forward", "left", "right", "zap", "wait" },
  rules = {
    { "forward", "ahead of mine [ mine | open no things apple ] -> [ | mine no apple ]", reward = 1 },
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
      "[ soil no food near 1 orthogonal apple within 2 ] -> [ apple 0.25% or grass ]",
      "[ soil no food near 2 orthogonal apple within 2 ] -> [ apple 0.5% or grass ]",
      "[ soil no food near 3+ orthogonal apple within 2 ] -> [ apple 2.5% or grass ]",
    }, at_once = true },
    { "random [ spawn no things ] -> [ spawn mine ]", each = "player", when = "away = 0 and no mine" },
  },
  ends = { { "Over", "left = 0" } },
  setup = start,
}
