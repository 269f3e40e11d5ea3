--- Snake: eat ten times, and bite neither the wall nor yourself. A tick moves the snake, a
--- direction turns its head.

local tessera = require "tessera"

local row = "#" .. ("."):rep(19) .. "#/"

return tessera.game {
  name = "snake",
  layers = { "way", "things" },
  legend = {
    ["."] = { things = "empty" }, ["#"] = { things = "wall" }, ["*"] = { things = "food" },
    ["^"] = { things = "head", way = "north" }, [">"] = { things = "head", way = "east" },
    v = { things = "head", way = "south" }, ["<"] = { things = "head", way = "west" },
    u = { things = "body", way = "north" }, r = { things = "body", way = "east" },
    d = { things = "body", way = "south" }, l = { things = "body", way = "west" },
    U = { things = "tail", way = "north" }, R = { things = "tail", way = "east" },
    D = { things = "tail", way = "south" }, L = { things = "tail", way = "west" },
  },
  groups = {
    heading = { up = "north", right = "east", down = "south", left = "west" },
    snake = { "head", "body", "tail" },
  },
  map = ("#"):rep(21) .. "/" .. row:rep(9) .. "#........Rr>........#/" .. row:rep(9)
    .. ("#"):rep(21),
  fields = { go = { min = 0, max = 1 }, eaten = 0 },
  counters = { ticks = 0 },
  moves = { "<direction>", "tick" },
  rules = {
    { "up", "up [ head heading | no body ] -> [ head north | ]", add = { go = -1 } },
    { "right", "right [ head heading | no body ] -> [ head east | ]", add = { go = -1 } },
    { "down", "down [ head heading | no body ] -> [ head south | ]", add = { go = -1 } },
    { "left", "left [ head heading | no body ] -> [ head west | ]", add = { go = -1 } },
    { "tick", count = { "go", "ticks" } },
  },
  after = {
    { "first ahead of heading [ tail heading | body ] -> [ no heading | tail ]",
      when = "go = 1 and no ahead of heading [ head heading | food ]" },
    { "first ahead of heading [ head heading | wall or body or tail or edge ] -> [ head | ]",
      when = "go = 1", over = "Crashed" },
    { sweep = {
      { "ahead of heading [ head heading | empty ] -> [ body heading | head heading ]",
        when = "go = 1" },
      { "ahead of heading [ head heading | food ] -> [ body heading | head heading ]",
        when = "go = 1", count = "eaten" },
    } },
    { "random [ empty ] -> [ food ]", when = "no food" },
  },
  ends = { { "Fed", "eaten = 10" } },
}
