--- Relay: two go to the exit together. A plate opens the doors of its letter while somebody stands
--- on it, so one holds a door for the other one, who then finds the next plate.
---
--- After PressurePlate of McInroe and Christianos (2022), a grid of rooms in which somebody must
--- stay on a plate so that the others can go on. Different from there: two players, each plate is
--- for both, doors and plates have letters, a door with somebody in it stays open, and all must
--- come out, by which everybody earns 1.

local tessera = require "tessera"

return tessera.game {
  name = "relay",
  summary = "Relay: hold doors for each other until both are out", genre = "together",
  help = "1 and 2 are players, a and b plates, A and B the doors that they open, E the exit.\n"
    .. "' and ` are open doors. In each step every player chooses.",
  players = 2,
  together = true,
  layers = { "ground", "parts", "things" },
  legend = {
    ["#"] = { ground = "wall" }, ["."] = { ground = "floor" }, E = { ground = "exit" },
    a = { ground = "floor", parts = "plate_a" }, b = { ground = "floor", parts = "plate_b" },
    A = { ground = "floor", parts = "door_a" }, B = { ground = "floor", parts = "door_b" },
    ["'"] = { ground = "floor", parts = "ajar_a" }, ["`"] = { ground = "floor", parts = "ajar_b" },
  },
  groups = {
    runner = { each = "player", characters = { "1", "2" } },
    closed = { "wall", "door_a", "door_b" },
  },
  map = "#########/#1.a#.ab#/#2..A...#/#####B###/#a..b...#/#..#A####/#b.#.a.E#/#########",
  moves = { "<direction>", "wait" },
  rules = {
    { "<direction>", "[ mine | exit ] -> [ | exit ]", reward = { all = 1 }, event = "left" },
    { "<direction>", "[ mine | no closed no things ] -> [ | mine ]" },
    { "wait" },
  },
  after = {
    { "each [ door_a ] -> [ ajar_a ]", when = "some runner on plate_a" },
    { "each [ ajar_a no things ] -> [ door_a ]", when = "no runner on plate_a" },
    { "each [ door_b ] -> [ ajar_b ]", when = "some runner on plate_b" },
    { "each [ ajar_b no things ] -> [ door_b ]", when = "no runner on plate_b" },
  },
  ends = { { "Through", "no runner" } },
  goal = "Through",
  keys = { space = "wait" },
  sounds = { became = "step", left = "fanfare" },
  look = {
    palette = { w = "white", k = "black", y = "yellow" },
    wall = { "▓", "stone" }, floor = { "·", "dark_grey" }, exit = { "E", "green" },
    plate_a = { "a", "orange" }, plate_b = { "b", "cyan" }, door_a = { "A", "orange" },
    door_b = { "B", "cyan" }, ajar_a = { "'", "orange" }, ajar_b = { "`", "cyan" },
    runner1 = { "1", "white", back = "black", label = "player 1", sprite =
      "..ww..\n..ww..\n.wwww.\nw.ww.w\n..ww..\n.w..w." },
    runner2 = { "2", "yellow", back = "black", label = "player 2", sprite =
      "..yy..\n..yy..\n.yyyy.\ny.yy.y\n..yy..\n.y..y." },
  },
}
