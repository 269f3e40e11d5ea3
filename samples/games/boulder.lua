--- Boulders: dig through the dirt, take the gems, leave through the exit. After each action rocks
--- and gems fall, or roll off what is round, and flies fly along what is at their left. A player
--- or a fly explodes, with the cells around it, when something falls onto it; so does a fly beside
--- the player.

local tessera = require "tessera"

local flies = { "fly_up", "fly_left", "fly_down", "fly_right" }
local explosion = " -> [ no soft | no soft | no soft / no soft | no soft | no soft"
  .. " / no soft | no soft | no soft ]"

local look = {
  palette = { b = "brown", c = "cyan", d = "dark_grey", g = "grey", l = "light_grey", o = "orange",
    r = "red", s = "sand", t = "stone", u = "blue", w = "white" },
  empty = { " ", "black" },
  dirt = { "░", "brown", back = "#3d2a17", sprite =
    "bbbbbbbb\nbbbdbbbb\nbbbbbbdb\nbdbbbbbb\nbbbbdbbb\nbbbbbbbb\nbdbbbbdb\nbbbbbbbb" },
  wall = { "#", "grey", back = "stone", sprite =
    "tttdtttt\ntttdtttt\ntttdtttt\ndddddddd\ntttttttd\ntttttttd\ntttttttd\ndddddddd" },
  player = { "@", "yellow", label = "you", sprite =
    "..ssss..\n..sdsd..\n..ssss..\n...ss...\n.uuuuuu.\n.s.uu.s.\n...uu...\n..d..d.." },
  exit = { "E", "green", back = "dark_green" },
  rock = { "●", "grey", sprite =
    "..gggg..\n.gllggg.\nglggggdg\nggggggdg\nggggggdg\nggggggdg\n.gggddg.\n..gggg.." },
  gem = { "◆", "cyan", sprite =
    "........\n..cwcc..\n.cwcccc.\ncccccccc\n.cccccc.\n..cccc..\n...cc...\n........" },
}
look.falling_rock, look.falling_gem = look.rock, look.gem
for i, glyph in ipairs { "▲", "◀", "▼", "▶" } do
  look[flies[i]] = { glyph, "red", label = "fly", sprite =
    "r......r\nrr.oo.rr\nrrroorrr\n..oooo..\n..oooo..\nrrroorrr\nrr.oo.rr\nr......r" }
end

return tessera.game {
  name = "boulder",
  summary = "Boulders: take the gems, reach the exit, and mind the rocks", genre = "time",
  help = [[
@ player, . dirt, # wall, o rock (O while it falls), * gem (+ while it falls), E exit, a fly
with its heading: ^ < v >. The option 'needed' is how many gems open the exit (0: all).]],
  legend = { [" "] = "empty", ["."] = "dirt", ["#"] = "wall", ["@"] = "player", E = "exit",
    o = "rock", O = "falling_rock", ["*"] = "gem", ["+"] = "falling_gem",
    ["^"] = "fly_up", ["<"] = "fly_left", v = "fly_down", [">"] = "fly_right" },
  groups = {
    fly = { up = "fly_up", left = "fly_left", down = "fly_down", right = "fly_right" },
    creature = { "player", table.unpack(flies) },
    falling = { "falling_rock", "falling_gem" },
    round = { "rock", "gem", "wall" },
    soft = { "dirt", "player", "rock", "falling_rock", "gem", "falling_gem", table.unpack(flies) },
  },
  options = { needed = 0 },
  fields = { needed = { min = 0 } },
  counters = { gems = { min = 0 }, ticks = { min = 0 } },
  moves = { "<direction>", "wait", "tick" },

  rules = {
    { "<direction>", "[ player | empty or dirt ] -> [ | player ]", count = "ticks",
      why = "something is in the way" },
    { "<direction>", "[ player | gem or falling_gem ] -> [ | player ]",
      count = { "gems", "ticks" }, add = { needed = -1 } },
    { "<left|right>", "[ player | rock | empty ] -> [ | player | rock ]", count = "ticks",
      why = "the rock is stuck" },
    { "<direction>", "[ player | exit ] -> [ | player ]", when = "needed = 0", over = "Escaped",
      why = "the exit is closed: gems are missing" },
    { "wait", count = "ticks" },
    { "tick", count = "ticks" },
  },
  after = { { sweep = {
    "orthogonal [ ? | ? | ? / ? | fly | player / ? | ? | ? ]" .. explosion,
    "left of fly [ fly | empty ] -> [ | fly turned left ]",
    "ahead of fly [ fly | empty ] -> [ | fly ]",
    "[ fly ] -> [ fly turned right ]",
    "right [ ? | falling | ? / ? | creature | ? / ? | ? | ? ]" .. explosion,
    "down [ rock or falling_rock | empty ] -> [ empty | falling_rock ]",
    "down [ gem or falling_gem | empty ] -> [ empty | falling_gem ]",
    "horizontal [ rock or falling_rock | empty / round | empty ] -> [ empty | falling_rock / | ]",
    "horizontal [ gem or falling_gem | empty / round | empty ] -> [ empty | falling_gem / | ]",
    "[ falling_rock ] -> [ rock ]",
    "[ falling_gem ] -> [ gem ]",
  } } },
  ends = { { "Dead", "no player" } },
  goal = "Escaped",
  score = "gems",

  setup = function(state)
    local board = state.board
    if board:count "player" ~= 1 then
      return ("expected one player (@), found %d"):format(board:count "player")
    end
    if state.needed == 0 then
      state.needed = board:count { "gem", "falling_gem" }
    end
  end,

  tick = 0.25,
  keys = { space = "wait" },
  sounds = { moved = "step", pushed = "thud", removed = "coin",
    won = "fanfare", lost = "boom" },
  look = look,
}
