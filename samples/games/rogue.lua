--- Rogue: find the key and the way out, and do not get caught. What was never seen is dark.

local tessera = require "tessera"

-- What the player sees, six cells far, and where the player is, if anywhere.
local function seen(state)
  local row, column = state.things:find "player"
  return row and state.ground:visible(row, column, 6, "opaque"), row, column
end

-- Monsters are half as quick. They come if they see the player.
local function turn(state)
  local visible, row, column = seen(state)
  state.fog:fill("nothing", visible)
  state.beat = 1 - state.beat
  if state.beat == 1 or state.ground:is(row, column, "exit") then
    return
  end
  local far = state.ground:distances(row, column, "walkable")
  for r, c in state.things:copy():each "monster" do
    local r2, c2 = state.things:nearer(r, c, far, { "nothing", "player" })
    if r2 and visible:get(r, c) then
      state.things:set(r, c, "nothing"):set(r2, c2, "monster")
    end
  end
end

return tessera.game {
  name = "rogue",
  summary = "Rogue: find the key and the way out, and do not get caught", genre = "explore",
  layers = { "ground", "items", "things", "fog" },
  legend = {
    ["."] = { ground = "floor" }, ["#"] = { ground = "wall" }, D = { ground = "door" },
    ["'"] = { ground = "open" }, E = { ground = "exit" }, k = { ground = "floor", items = "key" },
    ["@"] = { ground = "floor", things = "player" }, g = { ground = "floor", things = "monster" },
    ["+"] = { ground = "exit", things = "player" }, ["~"] = { fog = "unknown", ground = "wall" },
    O = { ground = "open", things = "player" }, G = { ground = "open", things = "monster" },
    K = { ground = "floor", items = "key", things = "monster" },
    M = { ground = "exit", things = "monster" },
  },
  groups = { walkable = { "floor", "open", "exit" }, opaque = { "wall", "door" } },
  fields = { keys = { min = 0, max = 9 }, beat = { min = 0, max = 1 } },
  counters = { moves = 0 },
  moves = { "<direction>", "wait" },
  rules = {
    { "<direction>", "[ player | walkable no things no items ] -> [ | player ]", count = "moves",
      why = "something is in the way", call = turn },
    { "<direction>", "[ player | walkable no things key ] -> [ | player no key ]", event = "took",
      count = { "moves", "keys" }, call = turn },
    { "<direction>", "[ player | door ] -> [ player | open ]", when = "keys > 0",
      add = { keys = -1 }, count = "moves", why = "the door is locked", call = turn },
    { "wait", count = "moves", call = turn },
  },
  ends = { { "Caught", "no player" }, { "Out", "some player on exit" } },
  goal = "Out",
  setup = function(state)
    local visible = seen(state)
    state.fog:fill "unknown"
    if visible then
      state.fog:fill("nothing", visible)
    end
  end,
  view = function(state)
    local visible = seen(state)
    for row, column in state.things:each "monster" do
      if visible and not visible:get(row, column) then
        state.things:set(row, column, "nothing")
      end
    end
  end,
  keys = { space = "wait", ["."] = "wait" },
  sounds = { moved = "step", took = "coin", removed = "hit",
    won = "fanfare", lost = "fall" },
  look = {
    floor = { "·", "dark_grey" }, wall = { "▓", "stone" }, door = { "+", "brown" },
    open = { "'", "brown" }, exit = { ">", "green", label = "the stairs" }, key = { "⚷", "yellow" },
    player = { "@", "white", label = "you" }, monster = { "g", "red", back = "black" },
    unknown = { " ", "black", back = "black" },
  },
}
