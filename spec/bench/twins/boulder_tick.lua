--- Boulders (samples/games/boulder.lua) with functions for the player, and one call for everything
--- that moves by itself.

local twin = require "spec.support.twin"

local rules = twin.definition("boulder").after[1].sweep

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

return twin.of("boulder", {
  name = "boulder_tick",
  outcomes = { "Escaped", "Dead" },

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
})
