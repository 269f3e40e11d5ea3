--- Boulders (samples/games/boulder.lua) with functions for the player, and one call for everything
--- that moves by itself.

local tessera = require "tessera"

local flies = { "fly_up", "fly_left", "fly_down", "fly_right" }
local explosion = " -> [ no soft | no soft | no soft / no soft | no soft | no soft"
  .. " / no soft | no soft | no soft ]"

local rules = {
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
}

-- Walks, or returns why not.
local function walk(state, direction)
  local board = state.board
  local row, column = board:find "player"
  local row2, column2 = board:step(row, column, direction)
  local kind = row2 and board:get(row2, column2)
  if kind == "gem" or kind == "falling_gem" then
    state.gems = state.gems + 1
    state.needed = math.max(0, state.needed - 1)
  elseif kind == "rock" and (direction == "left" or direction == "right") then
    if board:push(row2, column2, direction, "rock") ~= 1 then
      return "the rock is stuck"
    end
  elseif kind == "exit" and state.needed == 0 then
    state:over "Escaped"
  elseif kind ~= "empty" and kind ~= "dirt" then
    return "something is in the way"
  end
  board:set(row, column, "empty"):set(row2, column2, "player")
end

return tessera.game {
  name = "boulder_tick",
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
  fields = { needed = { min = 0 } },
  counters = { gems = { min = 0 }, ticks = { min = 0 } },
  moves = { "<direction>", "wait", "tick" },
  outcomes = { "Escaped", "Dead" },

  setup = function(state)
    state.needed = state.board:count { "gem", "falling_gem" }
  end,

  apply = function(state, action)
    local refused = action ~= "wait" and action ~= "tick" and walk(state, action)
    if refused then
      return nil, refused
    elseif not state:outcome() then
      state.board:tick(rules)
      state.ticks = state.ticks + 1
      if state.board:count "player" == 0 then
        state:over "Dead"
      end
    end
  end,

  score = function(state)
    return state.gems
  end,
}
